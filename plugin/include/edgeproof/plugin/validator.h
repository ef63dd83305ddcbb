/// @file validator.h
/// A validator: what a planner asks about states and motions, from any number of threads at once.
///
/// It keeps checkers of one frozen world, one for each thread that asks at the same time, and hands
/// them out without a lock; a new one is made, under a lock, only when none is found idle. Once
/// there are enough of them and they have met their first questions, nothing is allocated any more.
/// It counts what was asked and answered, without a counter that threads share.
///
/// **Whatever is not proved free is not free**: an undecided answer, an error inside (its text is
/// in ep_validator_last_error()), a cancelled check.
#ifndef EDGEPROOF_PLUGIN_VALIDATOR_H
#define EDGEPROOF_PLUGIN_VALIDATOR_H

#include "edgeproof/checker.h"

#ifdef __cplusplus
extern "C"
{
#endif

  typedef struct ep_validator ep_validator;

/// More threads than this must not ask at once: the answer is EP_UNDECIDED, and an error says so.
#define EP_VALIDATOR_THREADS_MAX 256

  typedef struct ep_validator_options
  {
    uint32_t struct_size;   ///< set by ep_validator_default()
    ep_check_options check; ///< method, order, budget, margin; the mode is that of the call, and
                            ///< the cancel callback must bear to be called from several threads
    double distance_limit;  ///< metres: ep_validator_clearance() does not look farther; default 10
    /// Makes a checker; NULL: ep_checker_create(). For payloads, hang them here: every checker must
    /// carry the same (ep_scene_make_checker() does). Never called by two threads at once; must not
    /// ask this validator.
    ep_status (*make)(const ep_world* world, ep_checker** checker, void* user, ep_error* error);
    void* make_user;
  } ep_validator_options;

  /// Fast method, no budget but the checker's own; the rest as said above.
  EP_API ep_validator_options ep_validator_default(void);

  /// The world must be frozen and outlive the validator. options may be NULL. Makes the first
  /// checker at once, so that what is wrong with the world is said here. The caller destroys.
  EP_API ep_status ep_validator_create(const ep_world* world, const ep_validator_options* options,
                                       ep_validator** validator, ep_error* error);
  /// Takes NULL. Nobody may be asking any more.
  EP_API void ep_validator_destroy(ep_validator* validator);

  /// The world that was given. NULL for NULL.
  EP_API const ep_world* ep_validator_world(const ep_validator* validator);

  /// Asked now and then in the middle of a check; not 0 ends it, undecided. For a planner's
  /// termination condition. Takes the place of that of the options. May be NULL, and may be changed
  /// while nobody asks.
  EP_API void ep_validator_set_cancel(ep_validator* validator, int (*cancel)(void* user),
                                      void* user);

  /// @name Questions. Each may be asked by any thread at any time.
  /// `error` may be NULL; `result` too. A null pointer where none may be is an error like others.
  /// @{

  /// Whether a configuration is free. EP_UNDECIDED where there is no answer, errors included.
  EP_API ep_verdict ep_validator_state(ep_validator* validator, const double* q, ep_result* result,
                                       ep_error* error);

  /// Whether the whole motion is free.
  EP_API ep_verdict ep_validator_motion(ep_validator* validator, const double* q0, const double* q1,
                                        ep_result* result, ep_error* error);

  /// What is proved of a motion's beginning.
  typedef struct ep_prefix
  {
    double t_free;    ///< everything before it is proved free; 1 where the whole motion is
    double t_last;    ///< in [0, 1): the last valid moment, see below; 1 where the motion is free
    ep_result result; ///< of the check in time-of-contact mode: witness, statistics
  } ep_prefix;

  /// Time of contact, and the moment a planner may go on from. At t_last the state is proved free
  /// with more than the tolerance to spare beyond every demanded clearance, and the motion from q0
  /// to the state at t_last is itself answered EP_FREE by ep_validator_motion(). t_last is the
  /// first such moment of t_free * (1 - s) for s = 1/1024, 1/256, 1/64, 1/16, 1/4; where none of
  /// them is one, t_last is 0, whether or not q0 is free. `q_last` receives the configuration at
  /// t_last (ep_world_config_size() values; may be NULL): q0 itself where t_last is 0, q1 where it
  /// is 1.
  ///
  /// `state_at`, which may be NULL, is asked for the configuration at a time, in place of our own
  /// curve: a planner's interpolation rounds in its own way, and what is proved shall be the state
  /// that it will use.
  EP_API ep_verdict ep_validator_prefix(ep_validator* validator, const double* q0, const double* q1,
                                        void (*state_at)(double t, double* q, void* user),
                                        void* user, ep_prefix* prefix, double* q_last,
                                        ep_error* error);

  /// A proved lower bound of the distance to the nearest checked thing, at most
  /// ep_validator_options::distance_limit; 0 where nothing can be proved. At a configuration.
  EP_API double ep_validator_clearance(ep_validator* validator, const double* q, ep_error* error);
  /// The same along a whole motion.
  EP_API double ep_validator_motion_clearance(ep_validator* validator, const double* q0,
                                              const double* q1, ep_error* error);

  /// The configuration at time t of the motion that is proved.
  EP_API ep_status ep_validator_interpolate(ep_validator* validator, const double* q0,
                                            const double* q1, double t, double* q, ep_error* error);

  /// Many motions, as ep_validator_motion() answers each, on so many threads, the calling one
  /// included (0: one for each processor; EP_BATCH_THREADS_MAX at most). q0 and q1 hold `count`
  /// configurations each, results as many entries. The first error ends it; what is not known then
  /// is EP_UNDECIDED.
  EP_API ep_status ep_validator_motions(ep_validator* validator, const double* q0, const double* q1,
                                        int32_t count, int32_t threads, ep_result* results,
                                        ep_error* error);

  /// @}
  /// @name What was asked
  /// @{

  typedef struct ep_validator_statistics
  {
    int64_t states; ///< ep_validator_state()
    int64_t states_free;
    int64_t states_undecided;
    int64_t motions; ///< ep_validator_motion(), ..._motions() and ..._prefix()
    int64_t motions_free;
    int64_t motions_colliding;
    int64_t motions_undecided;
    int64_t clearances;    ///< of states and of motions
    int64_t errors;        ///< questions that ended in one; among the undecided
    double state_seconds;  ///< by the clock, of all threads added up
    double motion_seconds; ///< the same
    ep_statistics work;    ///< of all motions, added up: items, culling, samples
    int32_t checkers;      ///< made so far: as many threads asked at once
  } ep_validator_statistics;

  /// May be read while others ask; then what is still going on is not in it.
  EP_API void ep_validator_get_statistics(const ep_validator* validator,
                                          ep_validator_statistics* statistics);
  /// Everything to 0, and no error. Questions under way count as asked afterwards.
  EP_API void ep_validator_clear_statistics(ep_validator* validator);

  /// Statistics as properties of a run of OMPL's Benchmark, from i = 0 on: returns the name, such
  /// as "edges checked INTEGER", and writes the value as text, cut to `size` bytes (32 are enough).
  /// NULL where there are no more. `statistics` and `value` may be NULL: then the name alone.
  EP_API const char* ep_validator_property(const ep_validator_statistics* statistics, int32_t i,
                                           char* value, size_t size);

  /// The first error of any question since the last clear: its status is returned and its text
  /// copied; EP_OK and "" if there was none. Running out of a budget and being cancelled are none.
  EP_API ep_status ep_validator_last_error(const ep_validator* validator, ep_error* error);

  /// @}

#ifdef __cplusplus
}
#endif

#endif
