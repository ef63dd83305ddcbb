/// @file urdf.h
/// URDF text through urdfdom, as one flat structure that C can read.
///
/// urdfdom drops what it cannot read and still returns a model, leaks where joints go in a circle,
/// crashes on a '%' in values that it prints as a format, and overflows the stack on deep XML. So
/// the text is first looked at here: the XML must be well-formed and shallow, every element that
/// places, shapes or limits something must have the attributes of URDF and no others, every number
/// must be one, every link and joint named must exist, and the joints must make a tree. Then
/// urdfdom reads it. Every error it logs is final, and it must return as many links, joints and
/// geometries as there were.
///
/// What is not looked at here is whether values make sense: an axis 0 0 0, a negative radius, a
/// lower limit above the upper, a joint that follows itself.
///
/// Numbers are read alike in every locale. Any number of threads may call; urdfdom's part runs one
/// call at a time, since its log has one handler for the whole process. What other threads log
/// meanwhile goes where it would have gone.
#ifndef EDGEPROOF_SHIM_URDF_H
#define EDGEPROOF_SHIM_URDF_H

#include "edgeproof/shim/status.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C"
{
#endif

/// More links are refused: urdfdom frees a chain of links recursively.
#define EP_URDF_LINK_MAX 4096
/// Elements inside each other. More are refused: the XML parser is recursive.
#define EP_URDF_DEPTH_MAX 64
/// Attributes of one element. More are refused: the XML parser compares each with all before it.
#define EP_URDF_ATTRIBUTE_MAX 64

  typedef struct ep_urdf_pose
  {
    double position[3]; ///< metres
    double rotation[4]; ///< x y z w, of length 1 up to rounding, from roll, pitch and yaw
  } ep_urdf_pose;

  typedef enum ep_urdf_shape
  {
    EP_URDF_BOX = 0,  ///< size = edges x y z
    EP_URDF_SPHERE,   ///< size[0] = radius
    EP_URDF_CYLINDER, ///< size[0] = radius, size[1] = length
    EP_URDF_MESH      ///< file and scale
  } ep_urdf_shape;

  typedef struct ep_urdf_geometry
  {
    ep_urdf_shape shape;
    double size[3];
    const char* file; ///< as written; NULL unless a mesh
    double scale[3];  ///< 1 1 1 unless a mesh
    ep_urdf_pose origin;
    int32_t line; ///< in the text, from 1
  } ep_urdf_geometry;

  typedef struct ep_urdf_link
  {
    const char* name;
    int32_t joint;                      ///< that carries it; -1 for the root
    const ep_urdf_geometry* collisions; ///< in the order of the text
    int32_t collision_count;
    const ep_urdf_geometry* visuals;
    int32_t visual_count;
    int32_t line;
  } ep_urdf_link;

  typedef enum ep_urdf_joint_type
  {
    EP_URDF_FIXED = 0,
    EP_URDF_REVOLUTE,
    EP_URDF_CONTINUOUS,
    EP_URDF_PRISMATIC,
    EP_URDF_PLANAR,
    EP_URDF_FLOATING
  } ep_urdf_joint_type;

  typedef struct ep_urdf_joint
  {
    const char* name;
    ep_urdf_joint_type type;
    int32_t parent;      ///< link
    int32_t child;       ///< link
    ep_urdf_pose origin; ///< in the parent's frame
    double axis[3];      ///< as written, 1 0 0 if not; fixed and floating joints have none
    double lower;        ///< revolute and prismatic joints only, 0 if not written
    double upper;
    int32_t mimic; ///< joint that this one follows, or -1
    double mimic_multiplier;
    double mimic_offset;
    int32_t line;
  } ep_urdf_joint;

  /// Links and joints stand in the order of the text.
  typedef struct ep_urdf
  {
    const char* name; ///< of the robot, not empty
    const ep_urdf_link* links;
    int32_t link_count; ///< 1 to EP_URDF_LINK_MAX
    const ep_urdf_joint* joints;
    int32_t joint_count;         ///< link_count - 1
    int32_t root;                ///< link
    const char* const* warnings; ///< elements that are not URDF and were not read, such as typos
    int32_t warning_count;
  } ep_urdf;

  /// Reads `size` bytes, which must be UTF-8 without zero bytes: the caller has made sure. On
  /// success *urdf is the caller's, to destroy, and the message empty; otherwise *urdf is NULL and
  /// the message says why: element, value, what is wrong, and the line. It is cut to message_size
  /// bytes, its end mark included.
  ep_shim_result ep_urdf_read(const char* text, size_t size, ep_urdf** urdf, char* message,
                              size_t message_size);

  /// Takes NULL.
  void ep_urdf_destroy(ep_urdf* urdf);

#ifdef __cplusplus
}
#endif

#endif
