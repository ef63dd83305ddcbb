/// @file posed.h
/// Where everything of a world is at one configuration: the triangles that are checked, in the
/// world, to be looked at or written down.
#ifndef POSED_H
#define POSED_H

#include "edgeproof/envs/scene.h"

typedef struct posed
{
  const ep_world* world;
  ep_frame* frames; ///< one a body: from its frame to the world
} posed;

/// At a configuration q of the query's world, with everything attached that the query attaches.
/// On failure there is nothing to clear.
ep_status posed_make(posed* p, const ep_scene* scene, int32_t query, const ep_world* world,
                     const double* q, ep_error* error);
void posed_clear(posed* p);

/// A triangle of a body, in the world. A number that does not exist gives a triangle of zeros.
ep_triangle posed_triangle(const posed* p, int32_t body, int32_t number);

/// Triangles as they look: what is thick (spheres, capsules, ropes) has become facets.
typedef struct posed_facets
{
  double* corners; ///< nine numbers each
  int32_t count;
  int32_t room;
} posed_facets;

/// All of a body, added at the end of what is there.
ep_status posed_add_body(const posed* p, int32_t body, posed_facets* facets, ep_error* error);
/// One triangle of it.
ep_status posed_add_triangle(const posed* p, int32_t body, int32_t number, posed_facets* facets,
                             ep_error* error);
/// Frees; takes an empty one.
void posed_facets_clear(posed_facets* facets);

#endif
