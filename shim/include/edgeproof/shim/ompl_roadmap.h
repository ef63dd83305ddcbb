/// @file ompl_roadmap.h
/// What a planner has explored, as flat arrays; files of it that are refused when they are not
/// whole or not of this scene; and planners that begin with it.
///
/// OMPL's own loader does not say that it failed and loads flipped bytes as they are, so the file
/// is ours: a mark and a version, the caller's hash, the space's signature, counts, and a checksum
/// over all of it. Little-endian. **A roadmap whose hash differs says nothing about this scene**:
/// it is refused or, where asked for, every state and every motion of it is put before the
/// validator again.
///
/// A roadmap does not change once it is made: any number of threads may read it.
#ifndef EDGEPROOF_SHIM_OMPL_ROADMAP_H
#define EDGEPROOF_SHIM_OMPL_ROADMAP_H

#include "edgeproof/shim/ompl_planner.h"

#ifdef __cplusplus
extern "C"
{
#endif

  typedef struct ep_ompl_roadmap ep_ompl_roadmap;

  typedef struct ep_ompl_roadmap_edge
  {
    int32_t from;
    int32_t to;
    double cost;
    int32_t both_ways; ///< 1: a roadmap's, stands here once, from < to; 0: a tree's
    int32_t reserved;  ///< 0
  } ep_ompl_roadmap_edge;

  enum ///< of a vertex
  {
    EP_OMPL_VERTEX_START = 1,
    EP_OMPL_VERTEX_GOAL = 2
  };

  /// A copy of what the planner has. The caller destroys.
  ep_shim_result ep_ompl_roadmap_of_planner(const ep_ompl_planner* planner,
                                            ep_ompl_roadmap** roadmap, ep_shim_error* error);
  /// One of the caller's: vertices of vertex_count * size doubles. Not certified by anybody.
  ep_shim_result ep_ompl_roadmap_create(const ep_ompl_space* space, const double* vertices,
                                        int32_t vertex_count, const ep_ompl_roadmap_edge* edges,
                                        int32_t edge_count, ep_ompl_roadmap** roadmap,
                                        ep_shim_error* error);
  /// Takes NULL.
  void ep_ompl_roadmap_destroy(ep_ompl_roadmap* roadmap);

  /// @name Contents. Pointers hold as long as the roadmap lives.
  /// @{
  int32_t ep_ompl_roadmap_vertex_count(const ep_ompl_roadmap* roadmap);
  int32_t ep_ompl_roadmap_edge_count(const ep_ompl_roadmap* roadmap);
  const double* ep_ompl_roadmap_vertices(const ep_ompl_roadmap* roadmap);
  const uint8_t* ep_ompl_roadmap_flags(const ep_ompl_roadmap* roadmap); ///< one for each vertex
  const ep_ompl_roadmap_edge* ep_ompl_roadmap_edges(const ep_ompl_roadmap* roadmap);
  /// @}

  /// Writes beside the file, makes sure it is on the disk, and renames: there is the old file or
  /// the new one, never half of one. `hash` stands for all that the roadmap's validity hangs on:
  /// scene, space, clearances.
  ep_shim_result ep_ompl_roadmap_save(const ep_ompl_roadmap* roadmap, const char* file,
                                      uint64_t hash, ep_shim_error* error);

  typedef struct ep_ompl_roadmap_report
  {
    int certified_again;      ///< 1 if the hash differed and all was asked again
    int32_t vertices_dropped; ///< not valid or not within the bounds
    int32_t edges_dropped;    ///< not valid, or of a vertex that was dropped
  } ep_ompl_roadmap_report;

  /// Loads all of it or nothing: a file that is cut, changed, of another space or of another hash
  /// is refused. With `recertify` = 1 another hash is no refusal: every vertex and edge is asked
  /// about (an edge both ways: once, from -> to) and those that fail are dropped. The report may be
  /// NULL.
  ep_shim_result ep_ompl_roadmap_load(const ep_ompl_information* information, const char* file,
                                      uint64_t hash, int recertify, ep_ompl_roadmap** roadmap,
                                      ep_ompl_roadmap_report* report, ep_shim_error* error);

  /// A planner, "PRM", "PRMstar", "LazyPRM" or "LazyPRMstar", that begins with the roadmap, whose
  /// edges PRM and PRMstar take as valid. Start and goal marks are not taken over.
  ep_shim_result ep_ompl_planner_create_from_roadmap(const ep_ompl_information* information,
                                                     const char* name,
                                                     const ep_ompl_roadmap* roadmap,
                                                     ep_ompl_planner** planner,
                                                     ep_shim_error* error);

#ifdef __cplusplus
}
#endif

#endif
