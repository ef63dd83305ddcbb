/// @file contact_json.c
#include "contact_json.h"

#include "program.h"

void contact_json(json* j, const char* key, const ep_world* world, const ep_contact* contact)
{
  contact_json_named(j, key, ep_world_body_name(world, contact->body[0]),
                     ep_world_body_name(world, contact->body[1]), contact);
}

static void write_pair(json* j, const char* a, const char* b)
{
  json_open(j, "pair", '[');
  json_text(j, NULL, a);
  json_text(j, NULL, b);
  json_close(j, ']');
}

static void write_points(json* j, const ep_contact* contact)
{
  json_numbers(j, "point_a", contact->point[0], 3);
  json_numbers(j, "point_b", contact->point[1], 3);
  json_number(j, "distance", contact->distance);
}

void contact_json_named(json* j, const char* key, const char* a, const char* b,
                        const ep_contact* contact)
{
  json_open(j, key, '{');
  write_pair(j, a, b);
  json_text(j, "kind", program_contact_text(contact->kind));
  write_points(j, contact);
  json_number(j, "clearance", contact->clearance);
  json_close(j, '}');
}

void contact_json_nearest(json* j, const char* key, const ep_world* world,
                          const ep_contact* contact)
{
  json_open(j, key, '{');
  write_pair(j, ep_world_body_name(world, contact->body[0]),
             ep_world_body_name(world, contact->body[1]));
  write_points(j, contact);
  json_close(j, '}');
}
