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
/// Not every planner has asked about what it keeps: LazyPRM and LazyRRT put vertices and edges in
/// first and ask when a path needs them. **Only a certified roadmap's vertices and edges are known
/// to be valid**: one of PRM or PRMstar, or one that ep_ompl_roadmap_certify() has asked about.
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

  /// A copy of what the planner has, certified if that is PRM or PRMstar. The caller destroys.
  ep_shim_result ep_ompl_roadmap_of_planner(const ep_ompl_planner* planner,
                                            ep_ompl_roadmap** roadmap, ep_shim_error* error);
  /// One of the caller's: vertices of vertex_count * size doubles. Not certified. An array of which
  /// there is nothing may be NULL.
  ep_shim_result ep_ompl_roadmap_create(const ep_ompl_space* space, const double* vertices,
                                        int32_t vertex_count, const ep_ompl_roadmap_edge* edges,
                                        int32_t edge_count, ep_ompl_roadmap** roadmap,
                                        ep_shim_error* error);
  /// Takes NULL.
  void ep_ompl_roadmap_destroy(ep_ompl_roadmap* roadmap);

  /// @name Contents. Pointers hold as long as the roadmap lives.
  /// @{
  int32_t ep_ompl_roadmap_vertex_count(const ep_ompl_roadmap* roadmap); ///< 0 if it is empty
  int32_t ep_ompl_roadmap_edge_count(const ep_ompl_roadmap* roadmap);   ///< 0 if it is empty
  /// vertex_count * size doubles, one state after the other.
  const double* ep_ompl_roadmap_vertices(const ep_ompl_roadmap* roadmap);
  const uint8_t* ep_ompl_roadmap_flags(const ep_ompl_roadmap* roadmap); ///< one for each vertex
  /// edge_count of them.
  const ep_ompl_roadmap_edge* ep_ompl_roadmap_edges(const ep_ompl_roadmap* roadmap);
  int ep_ompl_roadmap_is_certified(const ep_ompl_roadmap* roadmap); ///< 1 or 0
  /// @}

  /// Writes beside the file, makes sure it is on the disk, and renames: there is the old file or
  /// the new one, never half of one. A symbolic link stays, what it points to is written so; a
  /// device or a pipe is written as it is. `hash` stands for all that the roadmap's validity hangs
  /// on: scene, space, clearances.
  ep_shim_result ep_ompl_roadmap_save(const ep_ompl_roadmap* roadmap, const char* file,
                                      uint64_t hash, ep_shim_error* error);

  typedef struct ep_ompl_roadmap_report
  {
    int certified_again;      ///< 1 if all was asked again
    int32_t vertices_dropped; ///< not valid or not within the bounds
    int32_t edges_dropped;    ///< not valid, or of a vertex that was dropped
  } ep_ompl_roadmap_report;

  /// Asks about every vertex and edge (an edge both ways: once, from -> to) and makes a roadmap of
  /// those that are valid. The report may be NULL. The caller destroys.
  ep_shim_result ep_ompl_roadmap_certify(const ep_ompl_information* information,
                                         const ep_ompl_roadmap* roadmap,
                                         ep_ompl_roadmap** certified,
                                         ep_ompl_roadmap_report* report, ep_shim_error* error);

  /// Loads all of it or nothing: a file that is cut, changed, of another space or of another hash
  /// is refused. With `recertify` = 1 another hash is no refusal: the roadmap is certified, as
  /// above. Whether one of the same hash is certified stands in the file. The report may be NULL.
  ep_shim_result ep_ompl_roadmap_load(const ep_ompl_information* information, const char* file,
                                      uint64_t hash, int recertify, ep_ompl_roadmap** roadmap,
                                      ep_ompl_roadmap_report* report, ep_shim_error* error);

  /// A planner, "PRM", "PRMstar", "LazyPRM" or "LazyPRMstar", that begins with the roadmap. PRM and
  /// PRMstar take its edges as valid, and refuse a roadmap that is not certified; the lazy ones
  /// ask. Start and goal marks are not taken over.
  ep_shim_result ep_ompl_planner_create_from_roadmap(const ep_ompl_information* information,
                                                     const char* name,
                                                     const ep_ompl_roadmap* roadmap,
                                                     ep_ompl_planner** planner,
                                                     ep_shim_error* error);

  /// 1 if the planner of this name can begin with a roadmap and asks about its edges itself, so
  /// that the roadmap need not be certified.
  int ep_ompl_planner_asks_about_roadmap(const char* name);

#ifdef __cplusplus
}
#endif

#endif
