/// @file contact_json.h
/// A contact as JSON: which two bodies, how and where.
#ifndef CONTACT_JSON_H
#define CONTACT_JSON_H

#include "json.h"

#include "edgeproof/verdict.h"
#include "edgeproof/world.h"

void contact_json(json* j, const char* key, const ep_world* world, const ep_contact* contact);
/// The same with the names of the two bodies.
void contact_json_named(json* j, const char* key, const char* a, const char* b,
                        const ep_contact* contact);
/// Of bodies that do not meet, but are the nearest: the pair, where, and the distance.
void contact_json_nearest(json* j, const char* key, const ep_world* world,
                          const ep_contact* contact);

#endif
