/// @file ompl_problem.h
/// OMPL's ProblemDefinition in C: start, goal and what a good path is. After a solve it holds the
/// best path.
///
/// Every goal can be sampled and every objective has a sampler that serves all spaces (OMPL's
/// RejectionInfSampler), since planners refuse other goals and samplers, or end the process.
///
/// One thread at a time, and none while a planner solves.
#ifndef EDGEPROOF_SHIM_OMPL_PROBLEM_H
#define EDGEPROOF_SHIM_OMPL_PROBLEM_H

#include "edgeproof/shim/ompl_information.h"

#ifdef __cplusplus
extern "C"
{
#endif

/// A planner that grows from the goal takes at most so many states of a goal region.
#define EP_OMPL_GOAL_SAMPLES_MAX 64

  typedef struct ep_ompl_problem ep_ompl_problem;

  /// The objective is the length of the path. The caller destroys.
  ep_shim_result ep_ompl_problem_create(const ep_ompl_information* information,
                                        ep_ompl_problem** problem, ep_shim_error* error);
  /// Takes NULL. A planner that was given the problem keeps what it needs.
  void ep_ompl_problem_destroy(ep_ompl_problem* problem);

  /// @name Start
  /// A state must be one that may be handed in (ompl_space.h) and within the bounds; whether it is
  /// valid is found out when a planner solves. A new start forgets the paths found so far.
  /// @{
  ep_shim_result ep_ompl_problem_add_start(ep_ompl_problem* problem, const double* state,
                                           ep_shim_error* error);
  /// Takes all starts out.
  void ep_ompl_problem_clear_starts(ep_ompl_problem* problem);
  /// @}

  /// @name Goal. Each replaces the one before and forgets the paths found so far.
  /// @{

  /// Any of `count` states, count * size doubles. A path ends exactly in one of them.
  ep_shim_result ep_ompl_problem_set_goal(ep_ompl_problem* problem, const double* states,
                                          int32_t count, ep_shim_error* error);

  /// All states within `tolerance` > 0 of one, in the space's distance.
  ep_shim_result ep_ompl_problem_set_goal_region(ep_ompl_problem* problem, const double* center,
                                                 double tolerance, ep_shim_error* error);

  /// A goal of the caller's. Both functions may be called from several threads.
  typedef struct ep_ompl_goal
  {
    uint32_t struct_size; ///< set by ep_ompl_goal_default()
    void* user;
    double threshold; ///< a state whose distance is not larger is a goal; default 0
    /// Distance to the goal, >= 0; anything else, NaN too, counts as infinitely far.
    double (*distance)(const double* state, void* user);
    /// Writes a state of the goal. One that cannot be handed in is replaced by the one that was
    /// written when the goal was set.
    void (*sample)(double* state, void* user);
  } ep_ompl_goal;

  /// No functions yet, and a threshold of 0.
  ep_ompl_goal ep_ompl_goal_default(void);

  /// Samples once, at once, and refuses a sample that cannot be handed in or is not of the goal.
  ep_shim_result ep_ompl_problem_set_goal_sampled(ep_ompl_problem* problem,
                                                  const ep_ompl_goal* goal, ep_shim_error* error);
  /// @}

  /// @name Objective
  /// @{

  typedef enum ep_ompl_objective_kind EP_SHIM_ANY_INT
  {
    EP_OMPL_PATH_LENGTH = 0,
    EP_OMPL_CLEARANCE, ///< the smallest clearance on the path, as large as possible; asks
                       ///< ep_ompl_validator::state_clearance
    EP_OMPL_STATE_COST ///< the integral of state_cost over the path
  } ep_ompl_objective_kind;

  typedef struct ep_ompl_objective
  {
    uint32_t struct_size; ///< set by ep_ompl_objective_default()
    ep_ompl_objective_kind kind;
    double (*state_cost)(const double* state, void* user); ///< >= 0, finite; from several threads
    void* user;
    /// An optimising planner ends when the path is as good as this. Default NaN: it uses all the
    /// time it has.
    double satisfied;
  } ep_ompl_objective;

  /// The length of the path, as short as time allows.
  ep_ompl_objective ep_ompl_objective_default(void);

  /// Replaces the objective and forgets the paths found so far. NULL: the default.
  ep_shim_result ep_ompl_problem_set_objective(ep_ompl_problem* problem,
                                               const ep_ompl_objective* objective,
                                               ep_shim_error* error);
  /// @}

#ifdef __cplusplus
}
#endif

#endif
