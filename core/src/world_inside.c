/// @file world_inside.c
/// What a check needs to tell what is inside of what: a point of every connected part of every
/// body, the box of every solid, both in trees; and which solid a triangle belongs to.
#include "world_world.h"
#include "base_arena.h"
#include "base_status.h"
#include "geo_island.h"

/// @name Of one body
/// @{

static ep_status list_solids(ep_world* world, ep_body* body, ep_error* error)
{
  const ep_soup* soup = &body->soup;
  if (soup->solid_count == 0)
  {
    return EP_OK;
  }
  body->solid_of = ep_world_allocate(world, (size_t)soup->triangle_count, sizeof(int32_t));
  if (body->solid_of == NULL)
  {
    return ep_fail(error, EP_ERROR_MEMORY, "'%s': out of memory", body->name);
  }
  for (int32_t t = 0; t < soup->triangle_count; ++t)
  {
    body->solid_of[t] = EP_NO_SOLID;
  }
  for (int32_t i = 0; i < soup->solid_count; ++i)
  {
    const int32_t* triangles = soup->solid_triangles + soup->solids[i].first_triangle;
    for (int32_t k = 0; k < soup->solids[i].triangle_count; ++k)
    {
      body->solid_of[triangles[k]] = i;
    }
  }
  return EP_OK;
}

/// The maps of a body's solids, and their bits. Run once to measure and once to hand out.
static void lay_out_maps(ep_arena* arena, ep_body* body, uint64_t** bits)
{
  size_t words = 0;
  for (int32_t i = 0; i < body->soup.solid_count; ++i)
  {
    words += ep_outside_words(ep_outside_cells(&body->soup.solids[i]));
  }
  body->outside = ep_arena_take(arena, (size_t)body->soup.solid_count, sizeof(ep_outside));
  *bits = ep_arena_take(arena, words, sizeof(uint64_t));
}

/// About the origin of the tree that has the body's triangles.
static ep_status map_solids(ep_world* world, ep_body* body, const double origin[3], ep_error* error)
{
  const ep_soup* soup = &body->soup;
  int32_t most = 0;
  for (int32_t i = 0; i < soup->solid_count; ++i)
  {
    const int32_t cells = ep_outside_cells(&soup->solids[i]);
    most = cells > most ? cells : most;
  }
  if (most == 0)
  {
    return EP_OK;
  }
  ep_arena arena = {NULL, 0};
  uint64_t* bits;
  lay_out_maps(&arena, body, &bits);
  body->outside_bytes = arena.used;
  arena = (ep_arena){ep_block_allocate(&world->allocator, arena.used), 0};
  int32_t* scratch = ep_world_allocate(world, ep_outside_scratch(most), sizeof(int32_t));
  const bool good = arena.base != NULL && scratch != NULL;
  if (good)
  {
    lay_out_maps(&arena, body, &bits);
    for (int32_t i = 0; i < soup->solid_count; ++i)
    {
      ep_outside_build(soup, i, origin, bits, scratch, &body->outside[i]);
      bits += ep_outside_words(ep_outside_cells(&soup->solids[i]));
    }
  }
  else
  {
    ep_block_release(&world->allocator, arena.base);
  }
  ep_block_release(&world->allocator, scratch);
  return good ? EP_OK : ep_fail(error, EP_ERROR_MEMORY, "'%s': out of memory", body->name);
}

/// @}
/// @name Trees
///
/// Over boxes, not triangles: ep_bvh_build() may cut a long triangle's box into pieces and leave
/// out the air between, which here is what counts. A leaf's first two corners are those of the box,
/// rounded outwards.
/// @{

typedef enum tree_kind
{
  POINTS,
  BOXES
} tree_kind;

typedef struct builder
{
  ep_bvh* bvh;
  ep_bvh_ref* refs; ///< soup: the body; triangle: which of its islands or solids
  ep_bvh_twig* twigs;
  int32_t* leaf_twigs;
} builder;

static void lay_out(builder* b, ep_arena* arena, size_t count)
{
  b->refs = ep_arena_take(arena, count, sizeof(ep_bvh_ref));
  b->twigs = ep_arena_take(arena, ep_bvh_twigs_max(count), sizeof(ep_bvh_twig));
  b->leaf_twigs = ep_arena_take(arena, ep_bvh_leaves_max(count), sizeof(int32_t));
}

static int32_t count_of(const ep_body* body, tree_kind kind)
{
  return kind == POINTS ? body->island_count : body->soup.solid_count;
}

/// Claim     lo <= box.lo - origin and hi >= box.hi - origin, exactly.
/// Rounding  to double and to float, each to nearest: two floats outwards are more than both.
static void add_ref(builder* b, int32_t at, const double lo[3], const double hi[3], int32_t body,
                    int32_t index)
{
  ep_bvh* bvh = b->bvh;
  b->refs[at].soup = body;
  b->refs[at].triangle = index;
  for (int k = 0; k < 3; ++k)
  {
    const float low = (float)(lo[k] - bvh->origin[k]);
    const float high = (float)(hi[k] - bvh->origin[k]);
    b->refs[at].lo[k] = nextafterf(nextafterf(low, -INFINITY), -INFINITY);
    b->refs[at].hi[k] = nextafterf(nextafterf(high, INFINITY), INFINITY);
    bvh->lo[k] = ep_min(bvh->lo[k], lo[k]);
    bvh->hi[k] = ep_max(bvh->hi[k], hi[k]);
  }
}

static void add_refs(builder* b, const ep_world* world, tree_kind kind, const int32_t* bodies,
                     int32_t body_count)
{
  int32_t at = 0;
  for (int32_t i = 0; i < body_count; ++i)
  {
    const ep_body* body = &world->bodies[bodies[i]];
    for (int32_t k = 0; k < count_of(body, kind); ++k)
    {
      const double* point =
          kind == POINTS ? ep_soup_vertex(&body->soup, body->islands[k], 0) : NULL;
      const ep_solid* solid = kind == POINTS ? NULL : &body->soup.solids[k];
      add_ref(b, at++, kind == POINTS ? point : solid->lo, kind == POINTS ? point : solid->hi,
              bodies[i], k);
    }
  }
}

static void make_leaf(ep_bvh* bvh, const ep_bvh_ref* refs, int32_t count, ep_bvh_leaf* leaf)
{
  leaf->count = count;
  for (int lane = 0; lane < EP_BVH_WIDTH; ++lane)
  {
    leaf->slot[lane] = lane < count ? bvh->triangle_count + lane : bvh->triangle_count;
  }
  for (int32_t i = 0; i < count; ++i)
  {
    ep_bvh_triangle* t = &bvh->triangles[bvh->triangle_count++];
    for (int k = 0; k < 3; ++k)
    {
      t->vertex[0][k] = refs[i].lo[k];
      t->vertex[1][k] = t->vertex[2][k] = refs[i].hi[k];
    }
    t->radius_up = 0.0f;
    t->body = refs[i].soup;
    t->triangle = refs[i].triangle;
  }
}

/// False if there is no memory.
static bool grow_tree(builder* b, int32_t count)
{
  ep_bvh* bvh = b->bvh;
  ep_bvh_weigh(b->twigs, ep_bvh_grow(b->twigs, b->refs, count));
  const ep_bvh_counts counts = ep_bvh_cut(b->twigs, NULL, b->leaf_twigs);
  if (!ep_bvh_allocate(bvh, counts.nodes, counts.leaves, count))
  {
    return false;
  }
  ep_bvh_cut(b->twigs, bvh->nodes, b->leaf_twigs);
  for (int32_t i = 0; i < bvh->leaf_count; ++i)
  {
    const ep_bvh_twig* twig = &b->twigs[b->leaf_twigs[i]];
    make_leaf(bvh, b->refs + twig->first, twig->count, &bvh->leaves[i]);
  }
  return true;
}

/// The tree of all points or boxes of some bodies; untouched if there is none.
static ep_status build_tree(const ep_world* world, tree_kind kind, const int32_t* bodies,
                            int32_t body_count, const double origin[3], ep_bvh* bvh,
                            ep_error* error)
{
  int64_t count = 0;
  for (int32_t i = 0; i < body_count; ++i)
  {
    count += count_of(&world->bodies[bodies[i]], kind);
  }
  if (count == 0)
  {
    return EP_OK;
  }
  EP_ASSERT(count <= INT32_MAX / 2); // no more than triangles, of which there is a tree already
  *bvh = (ep_bvh){.allocator = world->allocator,
                  .origin = {origin[0], origin[1], origin[2]},
                  .lo = {DBL_MAX, DBL_MAX, DBL_MAX},
                  .hi = {-DBL_MAX, -DBL_MAX, -DBL_MAX}};
  builder b = {.bvh = bvh};
  ep_arena arena = {NULL, 0};
  lay_out(&b, &arena, (size_t)count);
  arena = (ep_arena){ep_block_allocate(&world->allocator, arena.used), 0};
  bool good = arena.base != NULL;
  if (good)
  {
    lay_out(&b, &arena, (size_t)count);
    add_refs(&b, world, kind, bodies, body_count);
    good = grow_tree(&b, (int32_t)count);
  }
  ep_block_release(&world->allocator, arena.base);
  if (!good)
  {
    *bvh = (ep_bvh){0};
    return ep_fail(error, EP_ERROR_MEMORY, "world: out of memory");
  }
  return EP_OK;
}

static ep_status build_trees(const ep_world* world, const int32_t* bodies, int32_t body_count,
                             const double origin[3], ep_bvh* points, ep_bvh* boxes, ep_error* error)
{
  const ep_status status = build_tree(world, POINTS, bodies, body_count, origin, points, error);
  return status != EP_OK ? status
                         : build_tree(world, BOXES, bodies, body_count, origin, boxes, error);
}

/// @}

static ep_status build_group_trees(ep_world* world, ep_error* error)
{
  int32_t* bodies = ep_world_allocate(world, (size_t)world->body_count, sizeof(int32_t));
  if (bodies == NULL)
  {
    return ep_fail(error, EP_ERROR_MEMORY, "world: out of memory");
  }
  ep_status status = EP_OK;
  for (int32_t i = 0; status == EP_OK && i < world->group_count; ++i)
  {
    ep_group* group = &world->groups[i];
    const int32_t count = ep_world_group_members(world, i, bodies);
    status = build_trees(world, bodies, count, world->center, &group->points, &group->boxes, error);
  }
  ep_block_release(&world->allocator, bodies);
  return status;
}

ep_status ep_world_build_inside(ep_world* world, ep_error* error)
{
  const double origin[3] = {0.0, 0.0, 0.0};
  ep_status status = EP_OK;
  for (int32_t i = 0; status == EP_OK && i < world->body_count; ++i)
  {
    ep_body* body = &world->bodies[i];
    status = ep_soup_find_islands(&body->soup, &body->islands, &body->island_count, error);
    status = status != EP_OK ? status : list_solids(world, body, error);
    status = status != EP_OK
                 ? status
                 : map_solids(world, body, body->kind == EP_BODY_OBSTACLE ? world->center : origin,
                              error);
    if (status == EP_OK && body->kind != EP_BODY_OBSTACLE)
    {
      status = build_trees(world, &i, 1, origin, &body->points, &body->boxes, error);
    }
  }
  return status != EP_OK ? status : build_group_trees(world, error);
}

void ep_body_clear_inside(ep_world* world, ep_body* body)
{
  ep_block_release(&world->allocator, body->islands);
  ep_block_release(&world->allocator, body->solid_of);
  ep_block_release(&world->allocator, body->outside);
  ep_bvh_clear(&body->points);
  ep_bvh_clear(&body->boxes);
  body->islands = NULL;
  body->island_count = 0;
  body->solid_of = NULL;
  body->outside = NULL;
}

size_t ep_world_inside_bytes(const ep_world* world)
{
  size_t bytes = 0;
  for (int32_t i = 0; i < world->group_count; ++i)
  {
    bytes += ep_bvh_bytes(&world->groups[i].points) + ep_bvh_bytes(&world->groups[i].boxes);
  }
  for (int32_t i = 0; i < world->body_count; ++i)
  {
    const ep_body* body = &world->bodies[i];
    bytes += ep_bvh_bytes(&body->points) + ep_bvh_bytes(&body->boxes);
    bytes += (size_t)body->island_count * sizeof(int32_t);
    bytes += body->outside == NULL ? 0 : body->outside_bytes;
    bytes += body->solid_of == NULL ? 0 : (size_t)body->soup.triangle_count * sizeof(int32_t);
  }
  return bytes;
}
