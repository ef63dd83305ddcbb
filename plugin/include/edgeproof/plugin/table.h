/// @file table.h
/// The loadable plugin: Edgeproof as one shared object, edgeproof_plugin.so, for planners in any
/// language. It exports one function, ep_plugin_table(); everything else is in the table that this
/// returns. This header needs no other one of ours.
///
///     void* library = dlopen("lib/edgeproof/edgeproof_plugin.so", RTLD_NOW | RTLD_LOCAL);
///     ep_plugin_table_function get = (ep_plugin_table_function)dlsym(library, "ep_plugin_table");
///     const ep_plugin_table_v1* ep = get(1);
///
/// Conventions: metres, radians, t in [0,1], quaternions x y z w; a configuration is the values of
/// all joints of all robots, ep_plugin_scene_info::value_count doubles. The motion between two of
/// them is the one OMPL's StateSpace::interpolate draws (docs/algorithm.md).
///
/// **What an answer means.** EP_PLUGIN_FREE is a proof: at every moment every checked pair is
/// farther apart than the scene demands. EP_PLUGIN_COLLIDING comes with a witness. Everything else,
/// errors included, is EP_PLUGIN_UNDECIDED, which is 0: treat it as not free. Limits of joints are
/// not looked at, except by within_bounds().
///
/// **Handles** are numbers, never 0, and never used again: a closed one is told from an open one.
/// Every call bears null pointers and handles that are none, and says so.
///
/// **Threads.** Any number may ask about one scene at once; each gets a checker of its own, without
/// a lock. Nobody may be asking while a scene is closed, or while its cancel function is set.
///
/// **Errors.** A call that can fail returns an ep_plugin_status, or a verdict; the text of the last
/// failure is had from last_error(). Each thread has its own last error, and each handle the last
/// error of any thread.
#ifndef EDGEPROOF_PLUGIN_TABLE_H
#define EDGEPROOF_PLUGIN_TABLE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C"
{
#endif

/// The version of ep_plugin_table_v1.
#define EP_PLUGIN_VERSION 1

  /// An open scene.
  typedef uint64_t ep_plugin_scene;

/// @name ep_plugin_status: how a call went
/// @{
#define EP_PLUGIN_OK             0
#define EP_PLUGIN_MISUSE         1 ///< a null pointer, a closed handle, a wrong struct size
#define EP_PLUGIN_INPUT          2 ///< a file or value that cannot be used
#define EP_PLUGIN_MEMORY         3
#define EP_PLUGIN_FP_ENVIRONMENT 4 ///< this thread rounds otherwise than proofs need
#define EP_PLUGIN_UNSUPPORTED    5
  /// @}
  typedef int32_t ep_plugin_status;

/// @name ep_plugin_verdict
/// @{
#define EP_PLUGIN_UNDECIDED 0
#define EP_PLUGIN_FREE      1
#define EP_PLUGIN_COLLIDING 2
  /// @}
  typedef int32_t ep_plugin_verdict;

  /// Start from ep_plugin_table_v1::default_options().
  typedef struct ep_plugin_options
  {
    uint32_t struct_size;
    int32_t method;        ///< 0: fast; 1: the method of the CATCH paper, for comparison
    int32_t strict;        ///< not 0: warnings about the files are errors
    int32_t linear;        ///< not 0: continuous joints and yaws run straight from number to number
    int64_t item_budget;   ///< undecided after so many steps of work
    double distance_limit; ///< metres: clearance() does not look farther; default 10
    const char* const* packages; ///< folders that hold ROS packages
    int32_t package_count;
    const char* mesh_helper; ///< the program that reads DAE and glTF; NULL: what the environment
                             ///< calls EDGEPROOF_MESH_HELPER, else that beside the shared object
  } ep_plugin_options;

  typedef struct ep_plugin_scene_info
  {
    const char* name; ///< strings live until the scene is closed
    const char* path;
    int32_t value_count;
    int32_t joint_count;
    int32_t body_count; ///< links, ropes, obstacles, payloads
    int32_t query_count;
    int32_t query;    ///< that it was opened for, or -1
    double tolerance; ///< metres: false alarms only within this beyond what is demanded
    double clearance; ///< metres demanded of every pair where nothing else is said
    int64_t obstacle_triangles;
    int64_t link_triangles;
    int64_t bytes;         ///< of memory, once the world is built
    int32_t warning_count; ///< about the files
  } ep_plugin_scene_info;

/// @name ep_plugin_joint::kind, with the values it has
/// @{
#define EP_PLUGIN_REVOLUTE   1 ///< angle
#define EP_PLUGIN_CONTINUOUS 2 ///< angle modulo 2 pi, unless `linear`
#define EP_PLUGIN_PRISMATIC  3 ///< length
#define EP_PLUGIN_PLANAR     4 ///< x, y, yaw modulo 2 pi unless `linear`
#define EP_PLUGIN_FLOATING   5 ///< x, y, z, qx, qy, qz, qw
#define EP_PLUGIN_BALL       6 ///< qx, qy, qz, qw
  /// @}

  /// A joint that has values: one component of a planner's state space.
  typedef struct ep_plugin_joint
  {
    const char* name; ///< "crane/slew"
    int32_t kind;
    int32_t value_start;
    int32_t value_count;
    int32_t linear; ///< not 0: an angle that could wrap runs straight
  } ep_plugin_joint;

  typedef struct ep_plugin_value
  {
    const char* name; ///< "crane/slew", "truck/base.yaw"
    int32_t joint;
    double lower; ///< limits of URDF and scene; minus and plus infinity where there is none
    double upper;
    int32_t has_default;
    double number; ///< the default; 0 where there is none
  } ep_plugin_value;

  typedef struct ep_plugin_query
  {
    const char* name;
    const double* start; ///< value_count numbers, until the scene is closed
    const double* goal;
    int32_t attachment_count; ///< things that it carries
    int32_t after;            ///< the query whose end it starts from, or -1
  } ep_plugin_query;

/// @name ep_plugin_answer::contact: how the two meet
/// @{
#define EP_PLUGIN_NO_CONTACT  0
#define EP_PLUGIN_INTERSECT   1 ///< the surfaces meet
#define EP_PLUGIN_TOO_CLOSE   2 ///< closer than the demanded clearance
#define EP_PLUGIN_BAND        3 ///< between clearance and clearance + tolerance
#define EP_PLUGIN_CONTAINMENT 4 ///< one is inside the other
  /// @}

  /// An answer. The witness is there where the verdict is EP_PLUGIN_COLLIDING.
  typedef struct ep_plugin_answer
  {
    ep_plugin_verdict verdict;
    int32_t contact;
    double t_free;    ///< check_edge_first(): everything before it is proved free; 1 if all is
    double t_last;    ///< check_edge_first(): a moment to go on from, see there; 1 if all is free
    double t_contact; ///< of the witness
    int32_t body[2];
    const char* name[2]; ///< of the bodies, until the scene is closed; "" where there are none
    int32_t triangle[2];
    double point[2][3];
    double normal[3]; ///< unit, from the second to the first; zero where they intersect
    double distance;
    double clearance; ///< that was demanded of the pair
  } ep_plugin_answer;

  typedef struct ep_plugin_statistics
  {
    int64_t states;
    int64_t states_free;
    int64_t states_undecided;
    int64_t motions;
    int64_t motions_free;
    int64_t motions_colliding;
    int64_t motions_undecided;
    int64_t clearances;
    int64_t errors;
    double state_seconds; ///< by the clock, of all threads added up
    double motion_seconds;
    int64_t items;          ///< steps of work of all motions
    int64_t box_tests;      ///< moving boxes against eight boxes
    int64_t triangle_tests; ///< triangles against eight triangles
    int64_t distances;      ///< exact distances of triangle pairs
  } ep_plugin_statistics;

  /// The functions. `scene` is a handle of open(); arrays of numbers are borrowed for the call.
  typedef struct ep_plugin_table_v1
  {
    uint32_t struct_size;
    uint32_t version; ///< EP_PLUGIN_VERSION
    const char* text; ///< the library's own version, "edgeproof 0.1.0"

    /// @name Scenes
    /// @{
    void (*default_options)(ep_plugin_options* options);
    /// Reads a scene file and builds the world of one of its queries, with what it carries; `query`
    /// NULL: the scene as it stands. options may be NULL. On failure *scene is 0; the message, also
    /// had from last_error(0, ...), names the file.
    ep_plugin_status (*open)(const char* path, const char* query, const ep_plugin_options* options,
                             ep_plugin_scene* scene);
    /// Misuse if it is not open. 0 is taken, and nothing done.
    ep_plugin_status (*close)(ep_plugin_scene scene);
    /// Copies the text of the last failure with this scene on any thread, or with scene 0 of this
    /// thread with any scene, cut to `size` bytes with the zero at the end. Returns its status;
    /// EP_PLUGIN_OK and "" if there was none.
    ep_plugin_status (*last_error)(ep_plugin_scene scene, char* message, size_t size);
    /// @}

    /// @name What is in a scene
    /// @{
    ep_plugin_status (*describe)(ep_plugin_scene scene, ep_plugin_scene_info* info);
    ep_plugin_status (*get_joint)(ep_plugin_scene scene, int32_t joint, ep_plugin_joint* out);
    ep_plugin_status (*get_value)(ep_plugin_scene scene, int32_t value, ep_plugin_value* out);
    /// -1 where there is none of this name.
    int32_t (*find_value)(ep_plugin_scene scene, const char* name);
    ep_plugin_status (*get_query)(ep_plugin_scene scene, int32_t query, ep_plugin_query* out);
    /// NULL where there is no such body.
    const char* (*body_name)(ep_plugin_scene scene, int32_t body);
    /// A warning or remark about the files; NULL where there are no more.
    const char* (*report_line)(ep_plugin_scene scene, int32_t line);
    /// EP_PLUGIN_OK if a configuration is within limits and bounds; if not, EP_PLUGIN_INPUT, and
    /// the message names value and limit.
    ep_plugin_status (*within_bounds)(ep_plugin_scene scene, const double* q);
    /// The configuration at t of the motion from q0 to q1.
    ep_plugin_status (*interpolate)(ep_plugin_scene scene, const double* q0, const double* q1,
                                    double t, double* q);
    /// @}

    /// @name Questions. `answer` may be NULL.
    /// @{
    ep_plugin_verdict (*check_state)(ep_plugin_scene scene, const double* q,
                                     ep_plugin_answer* answer);
    /// The whole motion: any contact.
    ep_plugin_verdict (*check_edge)(ep_plugin_scene scene, const double* q0, const double* q1,
                                    ep_plugin_answer* answer);
    /// The whole motion: the first contact, and the last valid moment before it: the state at
    /// t_last, which q_last receives (may be NULL), is proved free with more than the tolerance to
    /// spare, and check_edge() from q0 to it answers EP_PLUGIN_FREE. Where there is none not far
    /// before t_free, t_last is 0 and q_last is q0.
    ep_plugin_verdict (*check_edge_first)(ep_plugin_scene scene, const double* q0, const double* q1,
                                          ep_plugin_answer* answer, double* q_last);
    /// `count` motions on so many threads, the calling one included (0: one for each processor; 64
    /// at most). q0 and q1 hold count configurations each; verdicts and answers have room for count
    /// (either may be NULL). Verdicts are those of check_edge(). On an error all verdicts that are
    /// not known are EP_PLUGIN_UNDECIDED; the message names the first motion that failed.
    ep_plugin_status (*check_edges)(ep_plugin_scene scene, const double* q0, const double* q1,
                                    int32_t count, int32_t threads, ep_plugin_verdict* verdicts,
                                    ep_plugin_answer* answers);
    /// A proved lower bound of the distance to the nearest checked thing, at most
    /// ep_plugin_options::distance_limit: at a state, and along a motion.
    ep_plugin_status (*state_clearance)(ep_plugin_scene scene, const double* q, double* clearance);
    ep_plugin_status (*edge_clearance)(ep_plugin_scene scene, const double* q0, const double* q1,
                                       double* clearance);
    /// Asked now and then in the middle of a check, on the thread that checks; not 0 ends it,
    /// undecided. NULL: nobody is asked.
    ep_plugin_status (*set_cancel)(ep_plugin_scene scene, int (*cancel)(void* user), void* user);
    /// @}

    /// @name What was asked
    /// @{
    ep_plugin_status (*get_statistics)(ep_plugin_scene scene, ep_plugin_statistics* statistics);
    ep_plugin_status (*clear_statistics)(ep_plugin_scene scene);
    /// @}
  } ep_plugin_table_v1;

  /// The only symbol of the shared object. NULL for a version that this one does not have. The
  /// table is constant, and stays while the library is loaded.
  const ep_plugin_table_v1* ep_plugin_table(uint32_t version);

  typedef const ep_plugin_table_v1* (*ep_plugin_table_function)(uint32_t version);

#ifdef __cplusplus
}
#endif

#endif
