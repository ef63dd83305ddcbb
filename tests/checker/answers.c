/// @file answers.c
/// Prints a hash of the answers to some hundred edges, both methods and modes. It is built with
/// core as it is installed, with its asserts on and without any optimisation: all must print the
/// same.
#include "yard.h"
#include "edgeproof/checker.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define EDGES      300
#define TRIANGLES  3000
#define VALUES_MAX 16

static void must(ep_status status, const ep_error* error)
{
  if (status != EP_OK)
  {
    fprintf(stderr, "answers: %s\n", error->message);
    exit(1);
  }
}

static ep_world* make_world(const ep_rig* rig)
{
  ep_error error;
  ep_world_desc desc = ep_world_default();
  ep_world* world;
  int32_t machine;
  must(ep_world_create(&desc, &world, &error), &error);
  ep_yard yard = ep_yard_make(TRIANGLES, 5);
  ep_geometry_desc shape = ep_yard_shape(&yard);
  must(ep_world_add_obstacle(world, "yard", &shape, 1, NULL, &error), &error);
  must(ep_world_add_machine(world, "exc", rig->machine, &machine, NULL, &error), &error);
  ep_yard_clear(&yard);
  for (int32_t i = 0; i < rig->link_count; ++i)
  {
    ep_yard mesh = ep_yard_box(&rig->boxes[i], 2);
    shape = ep_yard_shape(&mesh);
    must(ep_world_add_link_shape(world, machine, i, &shape, &error), &error);
    ep_yard_clear(&mesh);
  }
  must(ep_world_freeze(world, &error), &error);
  return world;
}

static uint64_t mix(uint64_t hash, const void* bytes, size_t size)
{
  const unsigned char* at = bytes;
  for (size_t i = 0; i < size; ++i)
  {
    hash = (hash ^ at[i]) * 0x100000001b3U; // FNV-1a
  }
  return hash;
}

static uint64_t mix_result(uint64_t hash, const ep_result* r)
{
  hash = mix(hash, &r->verdict, sizeof r->verdict);
  hash = mix(hash, &r->contact.kind, sizeof r->contact.kind);
  hash = mix(hash, r->contact.body, sizeof r->contact.body);
  hash = mix(hash, r->contact.triangle, sizeof r->contact.triangle);
  hash = mix(hash, &r->contact.t, sizeof r->contact.t);
  hash = mix(hash, &r->contact.distance, sizeof r->contact.distance);
  return mix(hash, &r->t_free, sizeof r->t_free);
}

int main(void)
{
  ep_rig rig = ep_excavator_machine();
  ep_world* world = make_world(&rig);
  ep_checker* checker;
  ep_error error;
  must(ep_checker_create(world, &checker, &error), &error);
  uint64_t hash = 0xcbf29ce484222325U;
  uint64_t state = 23;
  int hits = 0;
  for (int i = 0; i < EDGES; ++i)
  {
    double q0[VALUES_MAX], q1[VALUES_MAX];
    ep_rig_edge(&rig, i % 2 == 0 ? 3.0 : 30.0, &state, q0, q1);
    for (int k = 0; k < 4; ++k)
    {
      ep_check_options options = ep_check_default();
      options.mode = (ep_mode)(k % 2);
      options.method = i % 10 == 0 ? (ep_method)(k / 2) : EP_METHOD_SPACETIME;
      ep_result result;
      must(ep_check_edge(checker, q0, q1, &options, &result, &error), &error);
      hash = mix_result(hash, &result);
      hits += result.verdict == EP_COLLIDING;
    }
  }
  printf("%d hits of %d, %016" PRIx64 "\n", hits, 4 * EDGES, hash);
  ep_checker_destroy(checker);
  ep_world_destroy(world);
  ep_rig_destroy(&rig);
  return 0;
}
