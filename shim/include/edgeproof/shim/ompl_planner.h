/// @file ompl_planner.h
/// OMPL's geometric planners in C: by name, with parameters as text.
///
/// Names: RRT RRTConnect RRTstar InformedRRTstar LazyRRT TRRT pRRT PRM PRMstar LazyPRM LazyPRMstar
/// SPARS SPARStwo EST BiEST ProjEST KPIECE1 BKPIECE1 LBKPIECE1 PDST SBL pSBL STRIDE FMT BFMT
/// BITstar ABITstar AITstar CForest. A `*` may stand for "star", and KPIECE, BKPIECE, LBKPIECE and
/// SPARS2 for the names with a figure.
///
/// pSBL of OMPL 1.5.2 has races of its own (it deletes a motion that another thread holds): give it
/// a process of its own. A failure inside a thread that a planner started, such as memory running
/// out in pRRT, pSBL or CForest, ends the process: no fence can catch it.
#ifndef EDGEPROOF_SHIM_OMPL_PLANNER_H
#define EDGEPROOF_SHIM_OMPL_PLANNER_H

#include "edgeproof/shim/ompl_problem.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C"
{
#endif

  typedef struct ep_ompl_planner ep_ompl_planner;

  /// The names, without the other spellings. Forever.
  int32_t ep_ompl_planner_name_count(void);
  const char* ep_ompl_planner_name_at(int32_t i); ///< NULL if there is no such

  /// The name of a planner in any spelling ("RRT*" is RRTstar, "KPIECE" is KPIECE1); NULL if there
  /// is none.
  const char* ep_ompl_planner_name_find(const char* name);

  /// An unknown name is refused and the known ones are listed; so are BITstar and ABITstar in a
  /// space of one dimension, where OMPL's end the process. The caller destroys.
  ep_shim_result ep_ompl_planner_create(const ep_ompl_information* information, const char* name,
                                        ep_ompl_planner** planner, ep_shim_error* error);
  /// Takes NULL. Not while it solves.
  void ep_ompl_planner_destroy(ep_ompl_planner* planner);
  const char* ep_ompl_planner_name(const ep_ompl_planner* planner); ///< as in the list

  /// @name Parameters
  /// @{
  int32_t ep_ompl_planner_parameter_count(const ep_ompl_planner* planner);
  /// NULL if there is no such. As long as the planner lives.
  const char* ep_ompl_planner_parameter_name(const ep_ompl_planner* planner, int32_t i);
  /// Its value as text, cut to `size` bytes.
  ep_shim_result ep_ompl_planner_get_parameter(const ep_ompl_planner* planner, const char* name,
                                               char* value, size_t size, ep_shim_error* error);
  /// A number >= 0 in C's notation; true, false, 1 or 0 for what is one of these. An unknown name
  /// is refused and the known ones are listed; so is a value that the parameter cannot take, or
  /// that would end the process.
  ep_shim_result ep_ompl_planner_set_parameter(ep_ompl_planner* planner, const char* name,
                                               const char* value, ep_shim_error* error);
  /// @}

  /// What it shall solve. A planner that keeps a roadmap keeps it. Of the same information.
  ep_shim_result ep_ompl_planner_set_problem(ep_ompl_planner* planner,
                                             const ep_ompl_problem* problem, ep_shim_error* error);

  /// How a solve ended. OMPL's own answers; a path is there after the last two.
  typedef enum ep_ompl_status EP_SHIM_ANY_INT
  {
    EP_OMPL_UNKNOWN = 0,   ///< no answer, or the call failed
    EP_OMPL_INVALID_START, ///< no start that is valid
    EP_OMPL_INVALID_GOAL,  ///< no goal that is valid was found
    EP_OMPL_UNRECOGNIZED_GOAL,
    EP_OMPL_TIMEOUT, ///< nothing found before a limit, or the stop, or cancel
    EP_OMPL_CRASH,
    EP_OMPL_ABORT,
    EP_OMPL_APPROXIMATE, ///< a path that does not reach the goal
    EP_OMPL_EXACT        ///< a path to the goal
  } ep_ompl_status;

  /// A short name such as "exact". Never NULL.
  const char* ep_ompl_status_text(ep_ompl_status status);

  /// What ended a solve.
  typedef enum ep_ompl_end
  {
    EP_OMPL_END_PLANNER = 0, ///< it was done
    EP_OMPL_END_SECONDS,
    EP_OMPL_END_ITERATIONS,
    EP_OMPL_END_MOTIONS,
    EP_OMPL_END_STOP,  ///< the caller's stop function
    EP_OMPL_END_CANCEL ///< ep_ompl_planner_cancel()
  } ep_ompl_end;

  /// How a solve is going.
  typedef struct ep_ompl_progress
  {
    double seconds;
    int64_t iterations; ///< times the planner asked whether to stop
    int64_t motions;    ///< that the validator was asked about
    double best_cost;   ///< of the best path so far; NaN unless the planner tells (optimising ones)
    int64_t states;     ///< that the planner keeps; -1 unless it tells (roadmaps)
  } ep_ompl_progress;

  typedef struct ep_ompl_limits
  {
    uint32_t struct_size; ///< set by ep_ompl_limits_default()
    double seconds;       ///< > 0, may be infinite if something else limits; default 1
    /// Times that the planner asks whether to stop: about once for each state it tries, several
    /// times in some, and once a millisecond by a waiting thread of PRM's. 0: no limit.
    int64_t iterations;
    /// Motions that the validator is asked about. The planner stops when it next asks, so a few
    /// more may follow. 0: no limit.
    int64_t motions;
    void* user;
    /// Not 0 ends the solve. Asked whenever the planner asks, from any of its threads. May be NULL.
    int (*stop)(void* user);
    /// Called from a thread of its own every progress_seconds (default 0.1). May be NULL. Costs and
    /// states are read while the planner works on them, as OMPL's Benchmark does.
    void (*progress)(const ep_ompl_progress* progress, void* user);
    double progress_seconds;
  } ep_ompl_limits;

  /// A second, and no other limit.
  ep_ompl_limits ep_ompl_limits_default(void);

  typedef struct ep_ompl_outcome
  {
    ep_ompl_status status;
    ep_ompl_end ended_by;
    double seconds;
    int64_t iterations;
    int64_t motions;
    double cost;     ///< of the best path by the objective; NaN if there is none
    double distance; ///< from the end of an approximate path to the goal; 0 if exact, NaN if none
  } ep_ompl_outcome;

  /// Solves, or goes on where the last solve ended (BFMT begins anew: OMPL's crashes). The path is
  /// then in the problem. A start or goal that is not valid is an outcome, not a failure; no start
  /// or goal at all, or no validator, is refused. Where a start is in the goal, a planner without a
  /// roadmap has the path that stays there, of two equal states. limits may be NULL. **Optimising
  /// planners use all the time they are given.**
  ///
  /// After a failure in the midst of it, such as memory running out, the planner begins anew the
  /// next time, with the same parameters; what it had is never freed, since OMPL's destructors
  /// would end the process. If memory runs out while OMPL sets a planner up, in its first solve, a
  /// table of OMPL's own may stay damaged, and the next set-up ends the process.
  ep_shim_result ep_ompl_planner_solve(ep_ompl_planner* planner, const ep_ompl_limits* limits,
                                       ep_ompl_outcome* outcome, ep_shim_error* error);

  /// Ends the solve that is going on, or the next one if none is. Any thread may call.
  void ep_ompl_planner_cancel(ep_ompl_planner* planner);

  /// 1 if the solve that is going on shall end: for validators that take long. Counts as no
  /// iteration. Any thread may call, callbacks too; 0 if nothing is being solved.
  int ep_ompl_planner_is_stopping(ep_ompl_planner* planner);

  /// Forgets everything that it found.
  ep_shim_result ep_ompl_planner_clear(ep_ompl_planner* planner, ep_shim_error* error);
  /// Forgets start, goal and paths but keeps a roadmap (the PRM and SPARS families; the others
  /// forget everything). For the next query: change start and goal of the problem, clear_query,
  /// solve.
  ep_shim_result ep_ompl_planner_clear_query(ep_ompl_planner* planner, ep_shim_error* error);

#ifdef __cplusplus
}
#endif

#endif
