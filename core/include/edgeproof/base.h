/// @file base.h
/// What every other header stands on: conventions, limits, status codes, error text, memory hooks
/// and the floating-point environment.
///
/// Conventions, stated once and used everywhere:
/// - lengths in metres, angles in radians, edge time t in [0,1];
/// - right-handed frames, z up;
/// - quaternions in the order x y z w; they are normalised on entry, length zero is an error;
/// - matrices row by row: v_parent = rotation * v_link + position;
/// - sets are closed: touching is colliding;
/// - a bound's direction is in its name or in its comment. "Upper" means: never below the truth,
///   rounding included.
///
/// Threads: a machine is read-only after creation and may be shared by any number of threads. An
/// edge is a workspace: one thread at a time. Nothing in core has a global or a lock.
#ifndef EDGEPROOF_BASE_H
#define EDGEPROOF_BASE_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__) || defined(__clang__)
#define EP_API __attribute__((visibility("default")))
#else
#define EP_API
#endif

#ifdef __cplusplus
extern "C"
{
#endif

/// The version of these headers.
#define EP_VERSION_MAJOR 0
#define EP_VERSION_MINOR 1
#define EP_VERSION_PATCH 0

/// @name Limits within which docs/proofs.md holds. Input beyond them is refused, never clamped.
/// @{
#define EP_LENGTH_MAX 1048576.0 ///< metres: any coordinate, offset or reach (2^20)
#define EP_ANGLE_MAX  8192.0    ///< radians: any joint angle, mimic results included (2^13)
#define EP_LINK_MAX   4096      ///< links of one machine
#define EP_DEPTH_MAX  128       ///< joints between a link and the world
  /// @}

  /// How a call went. Never a collision verdict: a status says whether there is an answer.
  typedef enum ep_status
  {
    EP_OK = 0,
    EP_ERROR_MISUSE,         ///< a null pointer, a wrong struct size, t outside [0,1]
    EP_ERROR_INPUT,          ///< a value that cannot be used: NaN, zero axis, cycle, beyond a limit
    EP_ERROR_MEMORY,         ///< the allocator returned NULL
    EP_ERROR_FP_ENVIRONMENT, ///< flush-to-zero or a rounding mode other than to-nearest is active
    EP_ERROR_UNSUPPORTED     ///< well-formed, but not something this version can do
  } ep_status;

  /// A short name such as "bad input". Never NULL, also for values outside the enumeration.
  EP_API const char* ep_status_text(ep_status status);

#define EP_ERROR_MESSAGE_SIZE 512

  /// Where a call puts the reason of its failure. Owned by the caller; may be passed as NULL.
  /// On success the callee writes EP_OK and an empty message.
  typedef struct ep_error
  {
    ep_status status;
    char message[EP_ERROR_MESSAGE_SIZE]; ///< names the element and the value; ends with a zero byte
  } ep_error;

  /// Memory hooks. Both or neither: with both NULL, malloc and free are used. `allocate` may return
  /// NULL, the call then fails with EP_ERROR_MEMORY and leaves nothing behind. Blocks must be
  /// aligned for any type, as malloc's are.
  typedef struct ep_allocator
  {
    void* (*allocate)(size_t bytes, void* user);
    void (*release)(void* block, void* user);
    void* user;
  } ep_allocator;

  /// A rigid pose as users write it: first rotate, then shift.
  typedef struct ep_pose
  {
    double position[3];
    double rotation[4]; ///< quaternion x y z w, any length but zero
  } ep_pose;

  /// The pose that changes nothing.
  EP_API ep_pose ep_pose_identity(void);

  /// A pose from URDF's roll, pitch, yaw: Rz(yaw) * Ry(pitch) * Rx(roll). Angles within
  /// EP_ANGLE_MAX; the quaternion returned is within 2^-49 of the exact one in every component.
  EP_API ep_pose ep_pose_from_rpy(const double xyz[3], const double rpy[3]);

  /// A rigid frame as computations use it: rotation matrix and position.
  typedef struct ep_frame
  {
    double rotation[3][3];
    double position[3];
  } ep_frame;

  /// An axis-aligned box. lo <= hi in every coordinate.
  typedef struct ep_box
  {
    double lo[3];
    double hi[3];
  } ep_box;

  /// A box that may stand askew in its frame: centre plus and minus three half-edge vectors.
  typedef struct ep_oriented_box
  {
    double center[3];
    double half_edge[3][3]; ///< one vector a row; they need not be orthogonal
  } ep_oriented_box;

  /// The oriented box that equals an axis-aligned one, up to rounding outwards.
  EP_API ep_oriented_box ep_oriented_box_from(const ep_box* box);

  /// EP_OK if the calling thread computes as the proofs assume: round to nearest, subnormal numbers
  /// kept on input and output. A library built with fast-math anywhere in the process can switch
  /// that off behind everybody's back, so every call that starts a proof asks this first. A few
  /// cycles.
  EP_API ep_status ep_fp_environment_check(void);

#ifdef __cplusplus
}
#endif

#endif
