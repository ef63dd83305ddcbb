/// @file ompl_space.h
/// OMPL's state spaces in C: vectors of reals, rotations, rigid motions, and compounds of them.
///
/// A state is an array of doubles, ep_ompl_space_size() of them, in the order of the space's parts:
///
///     RealVector(n)  n values            SE2  x y yaw
///     SO2            the angle           SE3  x y z qx qy qz qw
///     SO3            qx qy qz qw         compound: its parts, one after the other
///
/// Metres, radians. **A state that is handed in must be finite, angles of SO2 and SE2 in [-pi, pi)
/// and quaternions of length 1 within 1e-9**: OMPL ends the process on some others, so they are
/// refused, with the value named. ep_ompl_space_enforce_bounds() brings a state into this form.
///
/// Every space carries a projection of its own, onto its first values (at most three) in cells of
/// a twentieth of their range, since OMPL's own ends the process in two dimensions and is missing
/// in compounds. ep_ompl_space_set_projection() chooses other values.
///
/// A handle refers to a space and owns a share of it: destroy it when you like, what was made from
/// it keeps what it needs. Any number of threads may call the functions that take a const space.
/// The first handle that is made silences OMPL's messages, unless ep_ompl_log() asks for them.
#ifndef EDGEPROOF_SHIM_OMPL_SPACE_H
#define EDGEPROOF_SHIM_OMPL_SPACE_H

#include "edgeproof/shim/status.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C"
{
#endif

/// Values of a state. Larger spaces are refused.
#define EP_OMPL_SIZE_MAX 1024

  typedef struct ep_ompl_space ep_ompl_space;

  typedef enum ep_ompl_kind EP_SHIM_ANY_INT
  {
    EP_OMPL_REAL_VECTOR = 0,
    EP_OMPL_SO2,
    EP_OMPL_SO3,
    EP_OMPL_SE2,
    EP_OMPL_SE3,
    EP_OMPL_COMPOUND
  } ep_ompl_kind;

  /// What a space is made of.
  typedef struct ep_ompl_space_config
  {
    uint32_t struct_size; ///< set by ep_ompl_space_default()
    ep_ompl_kind kind;
    const char* name; ///< NULL: OMPL finds one. Parts of one compound must differ in name.

    /// Values that have bounds: n of RealVector, else 0 and it is known: 2 of SE2, 3 of SE3, of the
    /// position. Bounds are finite, lower <= upper, not all equal. Rotations have none.
    int32_t bound_count;
    const double* lower;
    const double* upper;

    /// Of a compound: its parts and the weight of each in distances, > 0. Parts are shared, not
    /// copied.
    int32_t part_count;
    ep_ompl_space* const* parts;
    const double* weights; ///< NULL: all 1

    /// A motion is looked at in steps of this part of the space's extent, in [1e-9, 0.999], where
    /// OMPL's own validator does it, and by ep_ompl_path_interpolate(). Default 0.01.
    double resolution;
  } ep_ompl_space_config;

  /// No bounds, no parts, no name, and the resolution said above.
  ep_ompl_space_config ep_ompl_space_default(ep_ompl_kind kind);

  /// The caller destroys *space, which is NULL after a failure. Everything in the config is copied.
  ep_shim_result ep_ompl_space_create(const ep_ompl_space_config* config, ep_ompl_space** space,
                                      ep_shim_error* error);
  /// Takes NULL.
  void ep_ompl_space_destroy(ep_ompl_space* space);

  /// @name What a space is
  /// @{
  ep_ompl_kind ep_ompl_space_kind(const ep_ompl_space* space);
  const char* ep_ompl_space_name(const ep_ompl_space* space); ///< as long as the handle lives
  int32_t ep_ompl_space_size(const ep_ompl_space* space);     ///< doubles of a state
  /// Degrees of freedom: 3 for a rotation, whose state has four doubles.
  int32_t ep_ompl_space_dimension(const ep_ompl_space* space);
  double ep_ompl_space_extent(const ep_ompl_space* space); ///< the largest distance
  /// Kinds, names, bounds and weights of all parts in one line, exact to the last bit: two spaces
  /// with the same signature hold the same states. As long as the handle lives.
  const char* ep_ompl_space_signature(const ep_ompl_space* space);
  /// @}

  /// The values of a state that planners lay a grid over, `count` different ones out of 1 to 3.
  /// Before the first planner is made.
  ep_shim_result ep_ompl_space_set_projection(ep_ompl_space* space, const int32_t* values,
                                              int32_t count, ep_shim_error* error);

  /// @name States
  /// @{
  ep_shim_result ep_ompl_space_distance(const ep_ompl_space* space, const double* a,
                                        const double* b, double* distance, ep_shim_error* error);
  /// The state at t in [0, 1] on the way from a to b. `state` may be a or b.
  ep_shim_result ep_ompl_space_interpolate(const ep_ompl_space* space, const double* a,
                                           const double* b, double t, double* state,
                                           ep_shim_error* error);
  /// Evenly distributed within the bounds. Reproducible as ep_ompl_seed() says.
  ep_shim_result ep_ompl_space_sample(const ep_ompl_space* space, double* state,
                                      ep_shim_error* error);
  /// 1 if the state can be handed in and is within the bounds, else 0.
  int ep_ompl_space_satisfies_bounds(const ep_ompl_space* space, const double* state);
  /// Wraps angles, makes quaternions unit ones and cuts the rest to its bounds. Refuses states that
  /// are not finite.
  ep_shim_result ep_ompl_space_enforce_bounds(const ep_ompl_space* space, double* state,
                                              ep_shim_error* error);
  /// @}

#ifdef __cplusplus
}
#endif

#endif
