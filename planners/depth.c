/// @file depth.c
/// The two bodies alone in a world of their own, the first one on three slides: core says after
/// which move they are free of each other.
#include "depth.h"

#include "program.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Moves are not looked for beyond this many metres.
#define MOVE_MAX 64.0

/// Moves are known up to this part of their length.
#define PRECISION 0.02

/// Two bodies, and a machine with one of them on its last link.
typedef struct duel
{
  ep_machine* machine;
  ep_world* world;
  ep_checker* checker;
} duel;

static void end_duel(duel* d)
{
  ep_checker_destroy(d->checker);
  ep_world_destroy(d->world);
  ep_machine_destroy(d->machine);
}

static ep_status make_slides(duel* d, ep_error* error)
{
  static const char* const names[] = {"x", "y", "body"};
  ep_link_desc links[3];
  for (int k = 0; k < 3; ++k)
  {
    links[k] = ep_link_default();
    links[k].name = names[k];
    links[k].parent = k - 1;
    links[k].joint = EP_JOINT_PRISMATIC;
    for (int i = 0; i < 3; ++i)
    {
      links[k].axis[i] = i == k;
    }
  }
  ep_machine_desc desc = ep_machine_default();
  desc.links = links;
  desc.link_count = 3;
  return ep_machine_create(&desc, &d->machine, error);
}

/// The facets of a body as a mesh, which borrows them.
static ep_geometry_desc mesh_of(const posed_facets* facets, int32_t* triangles)
{
  ep_geometry_desc mesh = ep_geometry_default();
  for (int32_t i = 0; i < 3 * facets->count; ++i)
  {
    triangles[i] = i;
  }
  mesh.vertices = facets->corners;
  mesh.vertex_count = 3 * facets->count;
  mesh.triangles = triangles;
  mesh.triangle_count = facets->count;
  return mesh;
}

static ep_status fill_world(duel* d, const ep_geometry_desc* moving, const ep_geometry_desc* fixed,
                            double clearance, ep_error* error)
{
  ep_world_desc desc = ep_world_default();
  desc.clearance = clearance;
  ep_status status = ep_world_create(&desc, &d->world, error);
  status = status != EP_OK ? status
                           : ep_world_add_machine(d->world, "duel", d->machine, NULL, NULL, error);
  status = status != EP_OK ? status : ep_world_add_link_shape(d->world, 0, 2, moving, error);
  status =
      status != EP_OK ? status : ep_world_add_obstacle(d->world, "other", fixed, 1, NULL, error);
  status = status != EP_OK ? status : ep_world_freeze(d->world, error);
  return status != EP_OK ? status : ep_checker_create(d->world, &d->checker, error);
}

static ep_status make_duel(const posed* p, const ep_contact* contact, duel* d, ep_error* error)
{
  posed_facets sides[2] = {{.count = 0}, {.count = 0}};
  int32_t* triangles = NULL;
  ep_status status = make_slides(d, error);
  for (int i = 0; i < 2 && status == EP_OK; ++i)
  {
    status = posed_add_body(p, contact->body[i], &sides[i], error);
  }
  if (status == EP_OK)
  {
    const int32_t most = sides[0].count > sides[1].count ? sides[0].count : sides[1].count;
    triangles = malloc(3 * ((size_t)most + 1) * sizeof *triangles);
    status = triangles != NULL ? EP_OK : program_error(error, EP_ERROR_MEMORY, "no memory");
  }
  if (status == EP_OK)
  {
    // Both sides count their corners alike; each mesh takes as many as it has.
    const ep_geometry_desc first = mesh_of(&sides[0], triangles);
    const ep_geometry_desc second = mesh_of(&sides[1], triangles);
    status = fill_world(d, &first, &second, contact->clearance, error);
  }
  free(triangles);
  posed_facets_clear(&sides[0]);
  posed_facets_clear(&sides[1]);
  return status;
}

static bool is_free_after(const duel* d, const double direction[3], double length)
{
  const double q[3] = {length * direction[0], length * direction[1], length * direction[2]};
  ep_result result;
  return ep_check_state(d->checker, q, NULL, &result, NULL) == EP_OK && result.verdict == EP_FREE;
}

/// Doubles a move until it frees, then halves what is between. Moves longer than the best so far
/// are of no use.
static void try_direction(const duel* d, const double direction[3], depth_move* best)
{
  const double most = best->length > 0.0 ? best->length : MOVE_MAX;
  double bad = 0.0;
  double good = 1e-3;
  while (good < most && !is_free_after(d, direction, good))
  {
    bad = good;
    good *= 1.5;
  }
  if (good >= most)
  {
    return;
  }
  while (good - bad > PRECISION * good)
  {
    const double middle = 0.5 * (bad + good);
    *(is_free_after(d, direction, middle) ? &good : &bad) = middle;
  }
  best->length = good;
  memcpy(best->direction, direction, sizeof best->direction);
}

/// Across a triangle; zero if it has no area.
static void normal_of(const ep_triangle* t, double normal[3])
{
  double a[3], b[3], length = 0.0;
  for (int k = 0; k < 3; ++k)
  {
    a[k] = t->corner[1][k] - t->corner[0][k];
    b[k] = t->corner[2][k] - t->corner[0][k];
  }
  for (int k = 0; k < 3; ++k)
  {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    normal[k] = a[i] * b[j] - a[j] * b[i];
    length += normal[k] * normal[k];
  }
  for (int k = 0; k < 3; ++k)
  {
    normal[k] = length > 0.0 ? normal[k] / sqrt(length) : 0.0;
  }
}

ep_status depth_measure(const posed* p, const ep_contact* contact, depth_move* move,
                        ep_error* error)
{
  double ways[5][3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
  for (int i = 0; i < 2; ++i)
  {
    const ep_triangle t = posed_triangle(p, contact->body[i], contact->triangle[i]);
    normal_of(&t, ways[3 + i]);
  }
  *move = (depth_move){.length = 0.0};
  duel d = {.machine = NULL};
  const ep_status status = make_duel(p, contact, &d, error);
  for (int i = 0; status == EP_OK && i < 10; ++i)
  {
    const double sign = i < 5 ? 1.0 : -1.0;
    const double* way = ways[i % 5];
    const double direction[3] = {sign * way[0], sign * way[1], sign * way[2]};
    if (way[0] != 0.0 || way[1] != 0.0 || way[2] != 0.0)
    {
      try_direction(&d, direction, move);
    }
  }
  end_duel(&d);
  return status;
}
