/// @file ompl_path.h
/// A path through a space: states, and between them the space's interpolation.
///
/// What changes a path asks the validator about each motion that it puts in, but **a path that was
/// changed is only as valid as the validator says**: ep_ompl_path_check() asks again about all of
/// it. One thread at a time.
#ifndef EDGEPROOF_SHIM_OMPL_PATH_H
#define EDGEPROOF_SHIM_OMPL_PATH_H

#include "edgeproof/shim/ompl_problem.h"

#ifdef __cplusplus
extern "C"
{
#endif

  typedef struct ep_ompl_path ep_ompl_path;

  /// A copy of the problem's best path, exact or approximate. Refused if there is none.
  ep_shim_result ep_ompl_path_of_problem(const ep_ompl_problem* problem, ep_ompl_path** path,
                                         ep_shim_error* error);
  /// A path of the caller's states, count >= 1, count * size doubles. Objective: length.
  ep_shim_result ep_ompl_path_create(const ep_ompl_information* information, const double* states,
                                     int32_t count, ep_ompl_path** path, ep_shim_error* error);
  /// Takes NULL.
  void ep_ompl_path_destroy(ep_ompl_path* path);

  int32_t ep_ompl_path_count(const ep_ompl_path* path); ///< of states
  double ep_ompl_path_length(const ep_ompl_path* path); ///< in the space's distance
  double ep_ompl_path_cost(const ep_ompl_path* path);   ///< by the problem's objective
  /// Writes count * size doubles.
  void ep_ompl_path_states(const ep_ompl_path* path, double* states);

  /// Puts states in until there are `count`, or, if count is 0, as many as the space's resolution
  /// demands. The states that are there stay.
  ep_shim_result ep_ompl_path_interpolate(ep_ompl_path* path, int32_t count, ep_shim_error* error);

  /// Takes out states and corners; works best on a path as the planner found it. Begins nothing new
  /// after `seconds` > 0, but goes through once. The ends stay, but for a goal region's end, which
  /// may move within the goal.
  ep_shim_result ep_ompl_path_simplify(ep_ompl_path* path, double seconds, ep_shim_error* error);

  /// Rounds corners by B-splines, at most five times, each of which doubles the states, and begins
  /// none after `seconds` > 0. The ends stay.
  ep_shim_result ep_ompl_path_smooth(ep_ompl_path* path, double seconds, ep_shim_error* error);

  typedef struct ep_ompl_path_report
  {
    int valid;          ///< 1 if all of it is
    int32_t bad_state;  ///< the first that is not valid or not within the bounds, or -1
    int32_t bad_motion; ///< the first that is not valid, by its first state, or -1
    int32_t motions;    ///< that were asked about: count - 1, all of them
  } ep_ompl_path_report;

  /// Asks about every state and every motion.
  ep_shim_result ep_ompl_path_check(const ep_ompl_path* path, ep_ompl_path_report* report,
                                    ep_shim_error* error);

#ifdef __cplusplus
}
#endif

#endif
