/// @file scene.h
/// Scenes: machines, obstacles, rules and queries from a YAML file (docs/scene.md has the format).
///
/// Loading reads everything that the file names, and checks it: unknown keys, missing files, names
/// that match nothing, numbers that are none. A scene is loaded whole or not at all; errors carry
/// file, line and column.
///
/// **Values.** A configuration of a scene is that of its worlds: the values of all robots, one
/// robot after the other, in the order of the file. Each value has a name: "crane/slew" for a joint
/// with one, "crane/base.x" for a component (planar x y yaw; ball qx qy qz qw; floating x y z qx qy
/// qz qw). While there is one robot, the prefix may be left out.
///
/// **Movable objects** stand as obstacles where the scene puts them, until a query attaches them to
/// a link: then they move with it. A query that starts at the `end-of` another finds them where
/// that one released them. So each query has a world of its own.
///
/// The **own frame** of an object is what `xyz` and `rpy` place, before scaling; with a `matrix`,
/// it has its origin at the matrix's last column and the scene's directions. What moves is that
/// frame; scale, and the rest of the matrix, stay.
#ifndef EDGEPROOF_ENVS_SCENE_H
#define EDGEPROOF_ENVS_SCENE_H

#include "edgeproof/checker.h"
#include "edgeproof/envs/report.h"
#include "edgeproof/envs/robot.h"

#ifdef __cplusplus
extern "C"
{
#endif

  typedef struct ep_scene ep_scene;

/// No such query, robot, object or value.
#define EP_SCENE_NONE (-1)

  typedef struct ep_scene_options
  {
    uint32_t struct_size;        ///< set by ep_scene_options_default()
    bool strict;                 ///< warnings are errors
    bool linear;                 ///< continuous joints and yaws take the numbers as they are
    const char* const* packages; ///< folders that hold ROS packages
    int32_t package_count;
    ep_mesh_options mesh;
    /// Called before each file is read, to show progress; may be NULL.
    void (*progress)(const char* file, void* user);
    void* progress_user;
  } ep_scene_options;

  EP_API ep_scene_options ep_scene_options_default(void);

  /// options may be NULL. On failure *scene is NULL. The caller destroys.
  EP_API ep_status ep_scene_load(const char* path, const ep_scene_options* options,
                                 ep_scene** scene, ep_error* error);
  /// Takes NULL. Worlds made from it must be gone before.
  EP_API void ep_scene_destroy(ep_scene* scene);

  EP_API const char* ep_scene_name(const ep_scene* scene);
  EP_API const char* ep_scene_path(const ep_scene* scene);
  EP_API double ep_scene_tolerance(const ep_scene* scene);
  EP_API double ep_scene_clearance(const ep_scene* scene);
  EP_API const ep_report* ep_scene_report(const ep_scene* scene);

  /// @name Robots
  /// @{
  EP_API int32_t ep_scene_robot_count(const ep_scene* scene);
  EP_API const char* ep_scene_robot_name(const ep_scene* scene, int32_t robot);
  EP_API const ep_robot* ep_scene_robot(const ep_scene* scene, int32_t robot);
  /// @}

  /// @name Values of a configuration
  /// @{
  EP_API int32_t ep_scene_config_size(const ep_scene* scene);
  /// The full name, such as "crane/slew". NULL if there is no such value.
  EP_API const char* ep_scene_value_name(const ep_scene* scene, int32_t value);
  /// By full name, or without the robot's name while there is one robot. Or EP_SCENE_NONE.
  EP_API int32_t ep_scene_find_value(const ep_scene* scene, const char* name);
  /// What the URDF and `bounds` leave, minus and plus infinity where there is none. Components of
  /// quaternions have none.
  EP_API void ep_scene_value_bounds(const ep_scene* scene, int32_t value, double* lower,
                                    double* upper);
  /// What `default:` says; false if it says nothing. A rotation that it does not mention has the
  /// default 0 0 0 1.
  EP_API bool ep_scene_value_default(const ep_scene* scene, int32_t value, double* number);
  /// Whether a configuration is within limits and bounds; if not, the message names value and
  /// limit.
  EP_API ep_status ep_scene_check_bounds(const ep_scene* scene, const double* q, ep_error* error);
  /// @}

  /// @name Objects: obstacles, movable ones included
  /// @{
  typedef struct ep_scene_object
  {
    const char* name;
    const char* file;          ///< of a mesh or heightfield, as resolved; NULL for a primitive
    const ep_mesh* mesh;       ///< NULL if it is none; a heightfield with holes is one
    ep_geometry_desc geometry; ///< placed as the file says, before any query
    double clearance;          ///< 0 where none is demanded
    bool movable;
    int32_t line; ///< where in the file
  } ep_scene_object;

  EP_API int32_t ep_scene_object_count(const ep_scene* scene);
  EP_API const ep_scene_object* ep_scene_get_object(const ep_scene* scene, int32_t object);

  typedef struct ep_scene_rope
  {
    const char* name; ///< "crane/rope"
    int32_t robot[2]; ///< of its two ends
    int32_t link[2];  ///< of those robots' machines
    double point[2][3];
    double radius;
  } ep_scene_rope;

  EP_API int32_t ep_scene_rope_count(const ep_scene* scene);
  /// NULL if there is no such rope.
  EP_API const ep_scene_rope* ep_scene_get_rope(const ep_scene* scene, int32_t rope);
  /// @}

  /// @name Queries
  /// @{
  typedef struct ep_scene_attachment
  {
    int32_t object;
    int32_t robot;
    int32_t link;             ///< of the robot's machine
    ep_pose pose;             ///< of the object's own frame in the link's frame
    const char* const* touch; ///< names or patterns that the object may touch, beyond its link
    int32_t touch_count;
  } ep_scene_attachment;

  typedef struct ep_scene_query
  {
    const char* name;
    const double* start; ///< ep_scene_config_size() values; quaternions have length 1
    const double* goal;
    const ep_scene_attachment* attachments;
    int32_t attachment_count;
    int32_t after; ///< the query whose end this one starts from, or EP_SCENE_NONE
    int32_t line;
  } ep_scene_query;

  EP_API int32_t ep_scene_query_count(const ep_scene* scene);
  EP_API const ep_scene_query* ep_scene_get_query(const ep_scene* scene, int32_t query);
  /// Or EP_SCENE_NONE.
  EP_API int32_t ep_scene_find_query(const ep_scene* scene, const char* name);

  /// An object's shape as the world of a query has it (EP_SCENE_NONE: the scene as it stands):
  /// where the object is when the query begins, or, if the query attaches it, about its own origin.
  /// `matrix` is room that *geometry may point into. EP_ERROR_MISUSE if there is no such object or
  /// query.
  EP_API ep_status ep_scene_place_object(const ep_scene* scene, int32_t query, int32_t object,
                                         double matrix[16], ep_geometry_desc* geometry);

  /// `planner:` of the file, as text; "" and NaN and 0 where it says nothing.
  typedef struct ep_scene_planner
  {
    const char* name;
    double time;
    int64_t seed;
  } ep_scene_planner;

  EP_API ep_scene_planner ep_scene_get_planner(const ep_scene* scene);
  /// @}

  /// @name Worlds
  /// @{

  /// The frozen world of a query, or with EP_SCENE_NONE that of the scene as it stands: bodies are
  /// the links, then the ropes ("crane/rope"), then the objects by their names; what the query
  /// attaches is a payload. The caller destroys it, before the scene.
  EP_API ep_status ep_scene_make_world(const ep_scene* scene, int32_t query, ep_world** world,
                                       ep_error* error);

  /// A checker of such a world, with everything attached that the query attaches.
  EP_API ep_status ep_scene_make_checker(const ep_scene* scene, int32_t query,
                                         const ep_world* world, ep_checker** checker,
                                         ep_error* error);
  /// @}

#ifdef __cplusplus
}
#endif

#endif
