/// @file fcl_manager.h
/// Many FCL objects at once: a dynamic tree of boxes that finds which of them are worth a look.
///
/// Objects are added, moved, and taken away; ep_fcl_manager_update() then brings the tree up to
/// date, and queries use it as it was at the last update. Not a proof of anything: fcl.h.
///
/// Threads: one at a time for each manager.
#ifndef EDGEPROOF_SHIM_FCL_MANAGER_H
#define EDGEPROOF_SHIM_FCL_MANAGER_H

#include "edgeproof/shim/fcl.h"

#ifdef __cplusplus
extern "C"
{
#endif

  typedef struct ep_fcl_manager ep_fcl_manager;

/// In place of an object where there is none, or where it is the one that was asked about.
#define EP_FCL_NO_OBJECT (-1)

  /// An empty one. The caller destroys.
  ep_shim_result ep_fcl_manager_create(ep_fcl_manager** manager, ep_shim_error* error);

  /// Takes NULL. Geometries stay.
  void ep_fcl_manager_destroy(ep_fcl_manager* manager);

  /// Adds an object, whose geometry must outlive the manager. *object is its number, counted from 0
  /// in the order of adding.
  ep_shim_result ep_fcl_manager_add(ep_fcl_manager* manager, const ep_fcl_placed* placed,
                                    int32_t* object, ep_shim_error* error);
  /// Puts an object somewhere else; NULL is where its geometry was made.
  ep_shim_result ep_fcl_manager_move(ep_fcl_manager* manager, int32_t object,
                                     const ep_fcl_transform* at, ep_shim_error* error);
  /// Its number is not given to another one.
  ep_shim_result ep_fcl_manager_remove(ep_fcl_manager* manager, int32_t object,
                                       ep_shim_error* error);
  /// Makes what was added, moved and removed since the last update known to queries.
  ep_shim_result ep_fcl_manager_update(ep_fcl_manager* manager, ep_shim_error* error);

  /// Called for a pair whose boxes overlap; true ends the query. b is EP_FCL_NO_OBJECT where the
  /// pair is an object and what was asked about.
  typedef bool (*ep_fcl_visit)(int32_t a, int32_t b, void* user);

  /// Every pair of objects whose boxes overlap, each once; with `placed` (NULL for none) instead
  /// every object whose box overlaps that of `placed`.
  ep_shim_result ep_fcl_manager_visit(ep_fcl_manager* manager, const ep_fcl_placed* placed,
                                      ep_fcl_visit visit, void* user, ep_shim_error* error);

  /// Who of two objects; the second is EP_FCL_NO_OBJECT if it is what was asked about, and both are
  /// if there are none.
  typedef struct ep_fcl_pair
  {
    int32_t object[2];
  } ep_fcl_pair;

  /// A pair of objects that collide, or with `placed` (NULL for none) an object that collides with
  /// it. *pair may be NULL.
  ep_shim_result ep_fcl_manager_collide(ep_fcl_manager* manager, const ep_fcl_placed* placed,
                                        bool* collides, ep_fcl_pair* pair, ep_shim_error* error);

  /// The nearest pair of objects, or with `placed` (NULL for none) the object nearest to it, as
  /// ep_fcl_distance() says it. *pair may be NULL.
  ep_shim_result ep_fcl_manager_distance(ep_fcl_manager* manager, const ep_fcl_placed* placed,
                                         double cap, ep_fcl_nearest* nearest, ep_fcl_pair* pair,
                                         ep_shim_error* error);

#ifdef __cplusplus
}
#endif

#endif
