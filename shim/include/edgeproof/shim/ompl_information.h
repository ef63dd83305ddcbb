/// @file ompl_information.h
/// OMPL's SpaceInformation in C: a space, and who says which states and motions are valid.
///
/// The validator is a table of C functions that get states as arrays of doubles, laid out as
/// ompl_space.h says. **They are called from several threads at once** by the planners pRRT, pSBL,
/// CForest and PRM, and must not throw, jump out or call into the planner that asks; the arrays are
/// theirs for the call only. The shim allocates nothing between OMPL and them.
#ifndef EDGEPROOF_SHIM_OMPL_INFORMATION_H
#define EDGEPROOF_SHIM_OMPL_INFORMATION_H

#include "edgeproof/shim/ompl_space.h"

#ifdef __cplusplus
extern "C"
{
#endif

  typedef struct ep_ompl_information ep_ompl_information;

  /// Only an answer of exactly 1 means valid.
  typedef struct ep_ompl_validator
  {
    uint32_t struct_size; ///< set by ep_ompl_validator_default()
    void* user;           ///< handed to every function

    int (*state_valid)(const double* state, void* user);

    /// Distance to the nearest invalid state, for objectives that ask for it. May be NULL: 0.
    double (*state_clearance)(const double* state, void* user);

    /// The motion from `from` to `to`, where `from` is valid. NULL: OMPL's own discrete validator,
    /// which looks at states in steps of the space's resolution and can miss what lies between.
    int (*motion_valid)(const double* from, const double* to, void* user);

    /// The same, and how far the motion is valid. It must write, if the answer is not 1, *t in
    /// [0, 1): the motion up to there is valid; and may write the state at *t, which has been
    /// filled with NaN: if it is left, the shim interpolates. A *t outside [0, 1) counts as 0, and
    /// at 0 the state is `from`. NULL, with motion_valid there: nothing of a motion that is not
    /// valid is.
    int (*motion_prefix)(const double* from, const double* to, double* t, double* state,
                         void* user);
  } ep_ompl_validator;

  /// No functions yet: at least state_valid must be set.
  ep_ompl_validator ep_ompl_validator_default(void);

  /// The validator is copied, what `user` points to is not. NULL: a validator is put in from C++
  /// (ompl_access.hpp) before the first planner solves; without one nothing solves. The caller
  /// destroys.
  ep_shim_result ep_ompl_information_create(const ep_ompl_space* space,
                                            const ep_ompl_validator* validator,
                                            ep_ompl_information** information,
                                            ep_shim_error* error);
  /// Takes NULL. What was made from it keeps what it needs.
  void ep_ompl_information_destroy(ep_ompl_information* information);

  /// Doubles of a state.
  int32_t ep_ompl_information_size(const ep_ompl_information* information);

  /// @name Questions, passed on to the validator. Any thread may ask.
  /// *valid is 1 or 0, and 0 after a failure.
  /// @{
  /// Bounds are not looked at.
  ep_shim_result ep_ompl_state_valid(const ep_ompl_information* information, const double* state,
                                     int* valid, ep_shim_error* error);
  /// OMPL's first form: the whole motion or not.
  ep_shim_result ep_ompl_motion_valid(const ep_ompl_information* information, const double* from,
                                      const double* to, int* valid, ep_shim_error* error);
  /// OMPL's second form. Where the motion is valid, *t and the state stay as they are; otherwise
  /// *t is in [0, 1) and the state, which may be NULL, from or to, is the last valid one.
  ep_shim_result ep_ompl_motion_prefix(const ep_ompl_information* information, const double* from,
                                       const double* to, int* valid, double* t, double* state,
                                       ep_shim_error* error);
  /// @}

  /// Motions that were asked for since the last reset and how they came out: exact, whatever the
  /// number of threads, modulo 2^32. (A validator put in from C++ counts in its own way.)
  void ep_ompl_motion_counts(const ep_ompl_information* information, uint32_t* valid,
                             uint32_t* invalid);
  /// By the clock, of the same motions and all threads added up; 0 for a validator put in from C++.
  double ep_ompl_motion_seconds(const ep_ompl_information* information);
  /// All three to 0.
  void ep_ompl_motion_counts_reset(ep_ompl_information* information);

#ifdef __cplusplus
}
#endif

#endif
