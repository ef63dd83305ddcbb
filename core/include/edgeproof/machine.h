/// @file machine.h
/// Machines: trees of rigid links, each hung on its parent, or on the world, by one joint.
///
/// A machine is described by an array of links, in any order. Links without a parent are roots;
/// there may be several. The joint of link i connects it to its parent:
///
///   frame(i) = frame(parent) * origin(i) * Translate(d) * Rotate(r)
///
/// where d and r are what the joint does:
///
/// | joint      | values q              | d                   | r                              |
/// |------------|-----------------------|---------------------|--------------------------------|
/// | fixed      | none                  | 0                   | none                           |
/// | revolute   | angle                 | 0                   | angle about axis               |
/// | continuous | angle, modulo 2 pi    | 0                   | angle about axis               |
/// | prismatic  | length                | length * axis       | none                           |
/// | planar     | x, y, yaw mod 2 pi    | x * u + y * v       | yaw about axis                 |
/// | ball       | qx, qy, qz, qw        | 0                   | the quaternion                 |
/// | floating   | x, y, z, qx,qy,qz,qw  | (x, y, z)           | the quaternion                 |
///
/// u and v of a planar joint are what the shortest rotation that takes z to the axis makes of x and
/// y; for the axis (0,0,-1) the rotation is half a turn about x.
///
/// **Configuration layout.** A configuration is one array of doubles: the values of all joints, in
/// the order in which the links were given, each joint's values in the order of the table. Fixed
/// and mimic joints have no values. ep_machine_config_size() is its length, ep_link_info says where
/// each joint's values start.
///
/// **Mimic joints.** A revolute, continuous or prismatic joint may follow another one of these
/// three: value = multiplier * followed + offset. The followed joint may itself follow another. If
/// the joint at the end of that chain is continuous, its value is only known modulo 2 pi, so the
/// whole chain's multiplier must be an integer and the follower must turn, not slide; otherwise its
/// motion would jump, and the machine is refused.
#ifndef EDGEPROOF_MACHINE_H
#define EDGEPROOF_MACHINE_H

#include "edgeproof/base.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C"
{
#endif

  typedef struct ep_machine ep_machine;

/// "No link": the parent of a root, and the followed link of a joint that follows none.
#define EP_NO_LINK (-1)

  typedef enum ep_joint_type
  {
    EP_JOINT_FIXED = 0,
    EP_JOINT_REVOLUTE,
    EP_JOINT_CONTINUOUS,
    EP_JOINT_PRISMATIC,
    EP_JOINT_PLANAR,
    EP_JOINT_FLOATING,
    EP_JOINT_BALL
  } ep_joint_type;

  /// The name used in messages and files, such as "revolute". Never NULL.
  EP_API const char* ep_joint_type_text(ep_joint_type type);

  /// The values a joint of this type has in a configuration when it follows no other: 0, 1, 3,
  /// 4, 7.
  EP_API int32_t ep_joint_type_config_size(ep_joint_type type);

  /// One link and the joint that carries it. Start from ep_link_default().
  typedef struct ep_link_desc
  {
    uint32_t struct_size; ///< set by ep_link_default()
    const char* name;     ///< required, not empty, unique in the machine; copied
    int32_t parent;       ///< index into the same array, or EP_NO_LINK; default EP_NO_LINK
    ep_pose origin;       ///< the joint in the parent's frame (in the world for a root)
    ep_joint_type joint;  ///< default fixed
    double axis[3];   ///< in the joint's frame; any length but zero, normalised; default (1,0,0)
    double lower[3];  ///< limits: [0] of a scalar joint, x y yaw of a planar, x y z of a floating
    double upper[3];  ///< one; minus and plus infinity (the default) mean none
    int32_t mimic_of; ///< index of the link whose joint is followed, or EP_NO_LINK
    double mimic_multiplier; ///< default 1
    double mimic_offset;     ///< default 0
    /// The angle of a continuous joint, or the yaw of a planar one, runs straight from one number
    /// to the other, turns and all, instead of the short way round; default false.
    bool linear;
  } ep_link_desc;

  EP_API ep_link_desc ep_link_default(void);

  /// A whole machine. Start from ep_machine_default().
  typedef struct ep_machine_desc
  {
    uint32_t struct_size;      ///< set by ep_machine_default()
    const char* name;          ///< for messages; copied; default "machine"
    const ep_link_desc* links; ///< borrowed for the call
    int32_t link_count;        ///< 1 to EP_LINK_MAX
    ep_allocator allocator;    ///< kept for the life of the machine; edges of it use the same one
  } ep_machine_desc;

  EP_API ep_machine_desc ep_machine_default(void);

  /// Checks the description and builds the machine, or names the first thing wrong with it: unknown
  /// parent, cycle, duplicate name, zero or non-finite axis, inverted limits, bad mimic, a value
  /// beyond the limits of base.h. On failure *machine is NULL and nothing is left allocated.
  /// The caller destroys.
  EP_API ep_status ep_machine_create(const ep_machine_desc* desc, ep_machine** machine,
                                     ep_error* error);

  /// Takes NULL. Every edge made from the machine must be gone before.
  EP_API void ep_machine_destroy(ep_machine* machine);

  EP_API const char* ep_machine_name(const ep_machine* machine);
  EP_API int32_t ep_machine_link_count(const ep_machine* machine);

  /// Number of doubles in a configuration. May be 0.
  EP_API int32_t ep_machine_config_size(const ep_machine* machine);

  /// The link with this name, or EP_NO_LINK.
  EP_API int32_t ep_machine_find_link(const ep_machine* machine, const char* name);

  /// What the machine knows of a link. Strings live as long as the machine.
  typedef struct ep_link_info
  {
    const char* name;
    int32_t parent;
    int32_t depth; ///< joints between the link and the world, its own included: 1 for a root
    ep_joint_type joint;
    int32_t config_start; ///< of its joint's values in a configuration
    int32_t config_size;  ///< 0 for fixed and mimic joints
    double axis[3];       ///< normalised
    double lower[3];
    double upper[3];
    bool linear;      ///< as in ep_link_desc
    int32_t mimic_of; ///< the joint at the end of the chain of followed joints, or EP_NO_LINK
    double mimic_multiplier; ///< of the whole chain
    double mimic_offset;     ///< of the whole chain
    /// The last axis about which this link turns, in the link's frame, if that direction does not
    /// depend on the edge: the axis of its own joint, or of the nearest turning joint before it.
    /// Zero if there is none (nothing turns it, or a ball or floating joint does). Node radii
    /// (bound.h) are measured from this axis.
    double turn_axis[3];
    /// 1 or -1 if the joint's axis was found parallel or antiparallel to the turn axis of its
    /// parent and their rates may be added with that sign; 0 otherwise.
    int32_t parallel;
    /// An upper bound on the angle, in radians, by which those two axes really differ; at most
    /// EP_PARALLEL_TILT_MAX. The proofs account for it as a displacement, so nothing is lost.
    double parallel_tilt;
  } ep_link_info;

/// Axes that differ by less than this count as parallel: "1.5707963" in a URDF means a right angle.
#define EP_PARALLEL_TILT_MAX 1e-6

  /// EP_ERROR_MISUSE if the link does not exist.
  EP_API ep_status ep_machine_link(const ep_machine* machine, int32_t link, ep_link_info* info);

  /// Whether a configuration can be used at all: finite, within the lengths and angles of base.h,
  /// no quaternion of length zero. Limits of joints are not looked at.
  EP_API ep_status ep_machine_check_config(const ep_machine* machine, const double* q,
                                           ep_error* error);

  /// As above, and every joint, mimic joints included, within its limits. Yaw and continuous joints
  /// are compared modulo 2 pi. The message names joint, value and limit.
  EP_API ep_status ep_machine_check_limits(const ep_machine* machine, const double* q,
                                           ep_error* error);

  /// Forward kinematics: the frame of every link in the world, in the order in which the links were
  /// given. `frames` has room for ep_machine_link_count() frames.
  /// How far a computed frame can be from the exact one is what ep_link_bound::slack says of the
  /// edge from q to q.
  EP_API ep_status ep_machine_forward(const ep_machine* machine, const double* q, ep_frame* frames,
                                      ep_error* error);

#ifdef __cplusplus
}
#endif

#endif
