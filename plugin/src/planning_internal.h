/// @file planning_internal.h
/// A planning as its own sources see it.
#ifndef EP_PLANNING_INTERNAL_H
#define EP_PLANNING_INTERNAL_H

#include "planning_space.h"

#include "edgeproof/shim/ompl_path.h"

struct ep_planning
{
  const ep_scene* scene;
  int32_t query; ///< or EP_SCENE_NONE
  ep_planning_options options;
  ep_world* own_world; ///< NULL where it is the caller's
  const ep_world* world;
  ep_validator* validator;
  ep_planning_layout layout;
  ep_ompl_information* information;
  ep_ompl_problem* problem;
  ep_ompl_planner* planner; ///< NULL until one is chosen
  ep_ompl_path* path;       ///< NULL while there is none
  double* path_configs;     ///< of the path, with the states between halves
  int32_t path_count;
};

/// The validator of the options, as OMPL's shim wants it (planning_validate.c).
ep_ompl_validator ep_planning_validator_table(ep_planning* planning);

/// Takes over a planner in place of the one before, and hands it the problem.
ep_status ep_planning_use(ep_planning* planning, ep_ompl_planner* planner, ep_error* error);

/// Forgets the path.
void ep_planning_drop_path(ep_planning* planning);
/// Takes the configurations from the path that was found or changed.
ep_status ep_planning_keep_path(ep_planning* planning, ep_error* error);

#endif
