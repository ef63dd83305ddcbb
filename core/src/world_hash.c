/// @file world_hash.c
/// One number for everything in a world that decides verdicts.
#include "world_world.h"

#include <string.h>

static uint64_t mix(uint64_t hash, uint64_t word)
{
  // An odd multiplier with well-mixed bits (2^64 over the golden ratio) and a fold, so that every
  // bit of a word reaches every bit of the hash after two more words.
  hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
  return hash ^ (hash >> 32);
}

static uint64_t mix_doubles(uint64_t hash, const double* values, size_t count)
{
  for (size_t i = 0; i < count; ++i)
  {
    const double value = values[i] + 0.0; // one zero, not two
    uint64_t word;
    memcpy(&word, &value, sizeof word);
    hash = mix(hash, word);
  }
  return hash;
}

static uint64_t mix_ints(uint64_t hash, const int32_t* values, size_t count)
{
  for (size_t i = 0; i < count; ++i)
  {
    hash = mix(hash, (uint64_t)(int64_t)values[i]);
  }
  return hash;
}

static uint64_t mix_joint(uint64_t hash, const ep_joint* j)
{
  const int32_t kinds[] = {(int32_t)j->type,
                           j->parent,
                           j->config_start,
                           (int32_t)j->turn,
                           j->turn == EP_TURN_COORDINATE ? j->coordinate : 0,
                           j->linear ? 1 : 0,
                           j->source,
                           j->slide_count};
  const double numbers[] = {j->turn_sign, j->multiplier, j->offset};
  hash = mix_ints(hash, kinds, sizeof kinds / sizeof kinds[0]);
  hash = mix_doubles(hash, numbers, sizeof numbers / sizeof numbers[0]);
  hash = mix_doubles(hash, j->origin_position, 3);
  hash = mix_doubles(hash, &j->origin_rotation[0][0], 9);
  hash = mix_doubles(hash, j->axis, 3);
  return mix_doubles(hash, &j->slide[0][0], 3 * (size_t)j->slide_count);
}

static uint64_t mix_body(uint64_t hash, const ep_body* body)
{
  const ep_soup* soup = &body->soup;
  const int32_t numbers[] = {(int32_t)body->kind, body->machine, body->link, soup->vertex_count,
                             soup->triangle_count};
  hash = mix_ints(hash, numbers, sizeof numbers / sizeof numbers[0]);
  hash = mix_doubles(hash, soup->vertices, 3 * (size_t)soup->vertex_count);
  hash = mix_ints(hash, soup->triangles, 3 * (size_t)soup->triangle_count);
  hash = mix_doubles(hash, soup->radii, (size_t)soup->triangle_count);
  if (body->kind == EP_BODY_ROPE)
  {
    hash = mix_ints(hash, body->end_body, 2);
    hash = mix_doubles(hash, &body->end_point[0][0], 6);
    hash = mix_doubles(hash, &body->rope_radius, 1);
  }
  return hash;
}

ep_status ep_world_hash(const ep_world* world, uint64_t* hash)
{
  if (world == NULL || hash == NULL || !world->frozen)
  {
    return EP_ERROR_MISUSE;
  }
  uint64_t h = mix_doubles(UINT64_C(0x65646765), &world->tolerance, 1);
  h = mix(h, (uint64_t)world->machine_count);
  for (int32_t m = 0; m < world->machine_count; ++m)
  {
    const ep_machine* machine = world->machines[m].machine;
    h = mix(h, (uint64_t)machine->link_count);
    for (int32_t i = 0; i < machine->link_count; ++i)
    {
      h = mix_joint(h, &machine->joints[i]);
    }
  }
  h = mix(h, (uint64_t)world->body_count);
  for (int32_t i = 0; i < world->body_count; ++i)
  {
    h = mix_body(h, &world->bodies[i]);
  }
  // What is demanded of every pair; negative where it is not checked.
  h = mix_ints(h, world->rows, (size_t)world->body_count);
  const size_t demands = (size_t)world->row_count * (size_t)world->body_count;
  *hash = mix_doubles(h, world->clearances, demands);
  return EP_OK;
}
