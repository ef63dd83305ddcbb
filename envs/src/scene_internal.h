/// @file scene_internal.h
/// A scene as its own sources see it. Everything in it belongs to its pool, except what the
/// comments say otherwise.
#ifndef EP_SCENE_INTERNAL_H
#define EP_SCENE_INTERNAL_H

#include "edgeproof/envs/scene.h"
#include "io_pool.h"
#include "yaml_tree.h"

/// @name Limits: beyond them a file is refused before anything grows with their square
/// @{
#define EP_SCENE_ROBOTS_MAX  256
#define EP_SCENE_OBJECTS_MAX 16384
#define EP_SCENE_RULES_MAX   16384
#define EP_SCENE_QUERIES_MAX 16384
#define EP_SCENE_NAME_MAX    120 ///< bytes of a name: two of them and a slash are a name in core
#define EP_SCENE_PATTERN_MAX 255 ///< bytes of a pattern
/// @}

typedef struct ep_scene_robot_entry
{
  const char* name;
  ep_robot* robot;     ///< destroyed with the scene
  int32_t value_start; ///< of its values in a configuration
} ep_scene_robot_entry;

/// One number of a configuration.
typedef struct ep_scene_value
{
  const char* name; ///< "crane/base.x"
  int32_t robot;
  int32_t link;
  int32_t quaternion; ///< 0 to 3 for qx qy qz qw, or EP_SCENE_NONE
  bool wraps;         ///< an angle modulo 2 pi
  double lower;
  double upper;
  bool has_default;
  double number; ///< the default
} ep_scene_value;

/// An obstacle. Its shape is first deformed by a scale, or by a matrix without its last column,
/// then placed by a rigid pose.
typedef struct ep_scene_entry
{
  ep_scene_object object; ///< must come first
  ep_pose pose;           ///< at first
  double matrix[16];      ///< where the file gives one
  ep_mesh mesh;           ///< cleared with the scene; zeroed where object.mesh is another's
} ep_scene_entry;

typedef struct ep_scene_rule
{
  const char* a;
  const char* b;
  double clearance; ///< below 0: allowed
} ep_scene_rule;

typedef struct ep_scene_query_entry
{
  ep_scene_query query;
  const ep_pose* released; ///< of each attachment: the object's pose at the goal
} ep_scene_query_entry;

struct ep_scene
{
  ep_pool pool;
  ep_report* report; ///< destroyed with the scene
  const char* path;
  const char* name;
  double tolerance;
  double clearance;
  bool linear;
  bool check_adjacent;

  ep_scene_robot_entry* robots;
  int32_t robot_count;
  ep_scene_value* values;
  int32_t value_count;
  ep_scene_rope* ropes;
  int32_t rope_count;
  ep_scene_entry* objects;
  int32_t object_count;
  ep_scene_rule* rules; ///< in the order in which a world is told; the last that matches counts
  int32_t rule_count;
  ep_scene_query_entry* queries;
  int32_t query_count;
  ep_scene_planner planner;
};

/// What goes with a scene while it is loaded.
typedef struct ep_scene_loader
{
  ep_scene* scene;
  const ep_scene_options* options;
  ep_error* error;
} ep_scene_loader;

/// @name Parts of the file. `node` is the value of the key; NULL where it is not there.
/// @{
ep_status ep_scene_read_robots(ep_scene_loader* l, const ep_yaml_node* node);
ep_status ep_scene_read_objects(ep_scene_loader* l, const ep_yaml_node* node);
ep_status ep_scene_read_allowed(ep_scene_loader* l, const ep_yaml_node* node);
ep_status ep_scene_read_clearances(ep_scene_loader* l, const ep_yaml_node* node);
ep_status ep_scene_read_queries(ep_scene_loader* l, const ep_yaml_node* node);
/// @}

/// @name What several of them need
/// @{

/// "kind 'name'", or "kind 3" for an item without a usable name.
ep_yaml_subject ep_scene_subject(ep_scene_loader* l, const ep_yaml_node* node, const char* kind);
/// A list of at most `most` items; *count is 0 where there is none.
ep_status ep_scene_check_list(ep_scene_loader* l, const ep_yaml_node* node, int32_t most,
                              int32_t* count);
/// The key `name`, copied: of usable length, without / * ?.
ep_status ep_scene_read_name(ep_scene_loader* l, const ep_yaml_subject* s, const char** name);
/// The file that a text names, as seen from the scene.
ep_status ep_scene_read_path(ep_scene_loader* l, const ep_yaml_subject* s, const ep_yaml_node* node,
                             const char** path);
/// The keys `xyz` and `rpy` of a mapping; those not there are zero. node may be NULL.
ep_status ep_scene_read_pose(const ep_yaml_subject* s, const ep_yaml_node* node, ep_pose* pose);
/// Tells the caller's progress function that a file is about to be read.
void ep_scene_progress(const ep_scene_loader* l, const char* file);
/// Warnings and remarks on what was dropped from a mesh on the way.
void ep_scene_report_mesh(ep_scene_loader* l, const ep_yaml_subject* s, const char* file,
                          const ep_mesh* mesh);
/// A warning with the place of a node before it.
void ep_scene_warn(const ep_scene_loader* l, const ep_yaml_subject* s, const ep_yaml_node* node,
                   const char* format, ...) __attribute__((format(printf, 4, 5)));

/// @}
/// @name Names (scene_names.c)
/// `scope` is the robot whose names need no prefix, or EP_SCENE_NONE: then they need none while
/// there is one robot.
/// @{

/// The object with this name, or EP_SCENE_NONE.
int32_t ep_scene_find_object(const ep_scene* scene, const char* name);
/// Whether there is a link of this name, and which.
bool ep_scene_find_link(const ep_scene* scene, int32_t scope, const char* name, int32_t* robot,
                        int32_t* link);
/// A text that stands for bodies, as a world understands it: as it is where it matches something,
/// else with the robot's name before it. Where nothing matches either, a warning.
ep_status ep_scene_read_pattern(ep_scene_loader* l, const ep_yaml_subject* s,
                                const ep_yaml_node* node, const char** pattern);
/// * stands for any characters, ? for one.
bool ep_scene_matches(const char* pattern, const char* name);

/// @}
/// @name Values (scene_values.c, scene_read_values.c)
/// @{

/// Lists the values of all robots.
ep_status ep_scene_list_values(ep_scene_loader* l, const ep_yaml_node* robots);
/// The value with this name, or EP_SCENE_NONE.
int32_t ep_scene_lookup_value(const ep_scene* scene, int32_t scope, const char* name);
/// Whether a number is within the bounds of a value.
bool ep_scene_is_within(const ep_scene_value* value, double number);
/// Brings a quaternion to length 1; false, and nothing happens, where it has no direction.
bool ep_scene_normalize(double q[4]);
/// The shortest text that is read back as this number.
const char* ep_scene_number_text(double number, char room[32]);

/// The keys `bounds` and `default` of a robot.
ep_status ep_scene_read_bounds(ep_scene_loader* l, const ep_yaml_subject* s, int32_t robot);
ep_status ep_scene_read_default(ep_scene_loader* l, const ep_yaml_subject* s, int32_t robot);
/// A whole configuration, defaults filled in, within all limits.
ep_status ep_scene_read_config(ep_scene_loader* l, const ep_yaml_subject* s,
                               const ep_yaml_node* node, double* q);

/// @}
/// @name Shapes (scene_read_shapes.c)
/// @{

/// The one key of an obstacle that says what it is; sets geometry, file and mesh.
ep_status ep_scene_read_shape(ep_scene_loader* l, const ep_yaml_subject* s, ep_scene_entry* entry,
                              double origin[2]);

/// @}
/// @name Poses (scene_pose.c)
/// Rotations are normalised. Everything is as exact as doubles are: a few units in the last place
/// of the largest number.
/// @{

ep_pose ep_scene_frame_pose(const ep_frame* frame);
/// First `inner`, then `outer`.
ep_pose ep_scene_pose_times(const ep_pose* outer, const ep_pose* inner);
/// What `pose` is as seen from `base`.
ep_pose ep_scene_pose_seen_from(const ep_pose* base, const ep_pose* pose);
/// What a pose makes of a vector: turned, and shifted.
void ep_scene_pose_apply(const ep_pose* pose, const double v[3], double out[3]);
void ep_scene_pose_turn(const ep_pose* pose, const double v[3], double out[3]);

/// @}
/// @name Objects that move (scene_motion.c)
/// @{

/// Where an object stands when a query begins; EP_SCENE_NONE: when the scene does.
ep_pose ep_scene_object_pose(const ep_scene* scene, int32_t object, int32_t query);
/// Where a link is in a configuration of the scene.
ep_status ep_scene_link_pose(const ep_scene* scene, int32_t robot, int32_t link, const double* q,
                             ep_pose* pose, ep_error* error);
/// The object's geometry at a pose. `matrix` is room for one.
ep_geometry_desc ep_scene_geometry_at(const ep_scene_entry* entry, const ep_pose* pose,
                                      double matrix[16]);

/// @}

#endif
