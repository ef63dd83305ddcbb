/// @file planning.h
/// Planning in a scene, from C, in a few calls: OMPL's spaces, planners and paths with our
/// validator in them.
///
///     ep_planning* planning;
///     ep_planning_create(scene, ep_scene_find_query(scene, "lift"), NULL, &planning, &error);
///     ep_planning_set_planner(planning, "RRTConnect", &error);
///     ep_planning_solve(planning, NULL, &outcome, &error);
///     ep_planning_simplify(planning, 1.0, &error);
///     ep_planning_certify(planning, EP_METHOD_CATCH, true, &certificate, &error);
///
/// **The space.** One part for each joint, in the order of the configuration:
///
///     revolute, prismatic                RealVector(1)
///     continuous                         SO2
///     planar                             RealVector(2) and SO2
///     ball                               SO3
///     floating                           RealVector(3) and SO3
///
/// An angle that would be SO2 is a RealVector(1) where bounds leave less than a whole turn, or
/// where the scene was loaded with `linear`. Values whose bounds leave no choice are not in the
/// space: they keep that value. A RealVector without bounds on both sides is refused, and the
/// message says what to add to the scene. Distances are in metres: an angle counts with the reach
/// of what it turns, so that they can be compared with lengths.
///
/// **Configurations and states.** Everything here takes and gives configurations of the scene
/// (scene.h); ep_planning_to_state() and ep_planning_to_config() translate for those who use the
/// handles of the shim.
///
/// **A motion is valid only if it is proved free** (the certified validator): undecided, cancelled
/// and failed checks are not valid. Where an angle on a RealVector moves by more than half a turn,
/// our curve would take the short way round; so such a motion is proved in two halves, and a path
/// has a state more there.
///
/// **Threads.** One at a time for each ep_planning, except for what says otherwise. Planners may
/// have threads of their own. **Seeds and OMPL's log belong to the process**: runs that are to be
/// repeatable go one after the other.
///
/// **Pointers** must not be NULL unless it is said. One that is gives EP_ERROR_MISUSE, or 0 or NULL
/// from a call without a status.
///
/// **Ownership.** A planning borrows its scene, and its world where the options give one; the
/// caller destroys it before them.
#ifndef EDGEPROOF_PLUGIN_PLANNING_H
#define EDGEPROOF_PLUGIN_PLANNING_H

#include "edgeproof/envs/scene.h"
#include "edgeproof/plugin/validator.h"
#include "edgeproof/shim/ompl_benchmark.h"
#include "edgeproof/shim/ompl_roadmap.h"

#ifdef __cplusplus
extern "C"
{
#endif

  typedef struct ep_planning ep_planning;

  typedef enum ep_planning_kind
  {
    EP_PLANNING_CERTIFIED = 0, ///< motions are proved
    EP_PLANNING_DISCRETE       ///< states are looked at along a motion; **proves nothing**
  } ep_planning_kind;

  typedef struct ep_planning_options
  {
    uint32_t struct_size; ///< set by ep_planning_default()
    ep_planning_kind kind;
    double step; ///< of the discrete kind: metres, in the space's distance, between states; 0 (the
                 ///< default): OMPL's own validator, with `resolution`
    double resolution; ///< OMPL's part of the space's extent, in [1e-9, 0.999]; default 0.01
    /// Of the discrete kind: whether a configuration is valid (1: yes); any thread asks. NULL:
    /// ours.
    int (*state_valid)(const double* q, void* user);
    void* state_user;
    /// Of the certified kind: told of every motion that was asked about, and the answer; from
    /// whichever thread asked. A motion that is proved in two halves is two. NULL: nobody is told.
    void (*motion_asked)(const double* q0, const double* q1, ep_verdict verdict, void* user);
    void* asked_user;
    ep_check_options check; ///< method, budget and margin of our checks; not the mode, nor cancel
    double distance_limit;  ///< metres: clearances are not looked for beyond; default 10
    uint32_t seed;          ///< >= 1: of OMPL, set when a planner is chosen; 0: left as it is
    const ep_world* world;  ///< of this query, frozen, to be shared by many plannings; NULL: one is
                            ///< made, and destroyed with the planning
  } ep_planning_options;

  /// Certified, with the checker's own defaults; the rest as said above.
  EP_API ep_planning_options ep_planning_default(void);

  /// Space, validator and problem of a query, with its start and goal; with EP_SCENE_NONE of the
  /// scene as it stands, without them. options may be NULL. On failure *planning is NULL. The
  /// caller destroys.
  EP_API ep_status ep_planning_create(const ep_scene* scene, int32_t query,
                                      const ep_planning_options* options, ep_planning** planning,
                                      ep_error* error);
  /// Takes NULL. Not while it solves.
  EP_API void ep_planning_destroy(ep_planning* planning);

  /// @name What it is made of
  /// @{
  /// The frozen world that is checked: the caller's or the planning's own, as long as the latter
  /// lives.
  EP_API const ep_world* ep_planning_world(const ep_planning* planning);
  /// Asked about every state and motion by the certified kind, and about states by the discrete one
  /// without a function of its own: its statistics tell. Also for questions of the caller's.
  EP_API ep_validator* ep_planning_validator(const ep_planning* planning);
  /// The compound space of all parts.
  EP_API const ep_ompl_space* ep_planning_space(const ep_planning* planning);
  /// The space with our validator: for questions, paths and planners of the caller's (shim).
  EP_API const ep_ompl_information* ep_planning_information(const ep_planning* planning);
  /// Start, goal and objective; for goals and objectives that have no function here.
  EP_API ep_ompl_problem* ep_planning_problem(const ep_planning* planning);
  /// NULL until one is chosen.
  EP_API ep_ompl_planner* ep_planning_planner(const ep_planning* planning);

  /// A part of the space.
  typedef struct ep_planning_part
  {
    const char* name;    ///< "crane/slew", "truck/base.yaw"; as long as the planning lives
    ep_ompl_kind kind;   ///< RealVector, SO2 or SO3
    int32_t value_count; ///< of a state, and of the configuration
    double weight;       ///< metres that a unit of its distance counts
  } ep_planning_part;

  /// Parts of the space, as listed at the top.
  EP_API int32_t ep_planning_part_count(const ep_planning* planning);
  /// EP_ERROR_MISUSE if there is no such part.
  EP_API ep_status ep_planning_get_part(const ep_planning* planning, int32_t part,
                                        ep_planning_part* out);

  /// Any thread. `state` has ep_ompl_space_size() values, `q` ep_scene_config_size().
  EP_API void ep_planning_to_state(const ep_planning* planning, const double* q, double* state);
  /// The configuration of a state, with the values that are not in the space.
  EP_API void ep_planning_to_config(const ep_planning* planning, const double* state, double* q);

  /// Stands for everything on which the validity of a motion hangs: the geometry of all bodies,
  /// pairs, clearances, tolerance, what is attached, the space, and the kind of validator.
  EP_API uint64_t ep_planning_hash(const ep_planning* planning);

  /// Puts what the validator counted into a run of OMPL's Benchmark (ompl_benchmark.h) of this
  /// planning's problem: "edges checked INTEGER" and so on, as ep_validator_property() names them.
  /// Call it in the benchmark's `after`, and ep_validator_clear_statistics() in its `before`.
  EP_API ep_status ep_planning_write_run(const ep_planning* planning,
                                         ep_ompl_properties* properties, ep_error* error);
  /// @}

  /// @name Start and goal
  /// Each must be within bounds. A planner that keeps a roadmap keeps it for the next solve.
  /// @{
  EP_API ep_status ep_planning_set_start(ep_planning* planning, const double* q, ep_error* error);
  /// Any of `count` goals.
  EP_API ep_status ep_planning_set_goals(ep_planning* planning, const double* q, int32_t count,
                                         ep_error* error);
  /// @}

  /// @name Planner
  /// @{

  /// By name, as ompl_planner.h lists them; replaces the one before. Sets OMPL's seed first.
  EP_API ep_status ep_planning_set_planner(ep_planning* planning, const char* name,
                                           ep_error* error);
  /// Of the planner that is chosen; names and values as ompl_planner.h says.
  EP_API ep_status ep_planning_set_parameter(ep_planning* planning, const char* name,
                                             const char* value, ep_error* error);

  /// Solves, or goes on where the last solve ended. limits may be NULL: then a second. The stop
  /// function and the limits also end checks that take long. An invalid start or goal is an
  /// outcome, and ep_planning_why_invalid() tells more.
  EP_API ep_status ep_planning_solve(ep_planning* planning, const ep_ompl_limits* limits,
                                     ep_ompl_outcome* outcome, ep_error* error);
  /// Ends the solve that is going on, or the next one. Any thread; not from a signal handler.
  EP_API void ep_planning_cancel(ep_planning* planning);

  /// What stands in the way at a configuration, as text: "crane/hook and frame: closer than 0.5 m
  /// (0.31 m)". "" if it is valid. Returns the verdict.
  EP_API ep_verdict ep_planning_why_invalid(ep_planning* planning, const double* q, char* text,
                                            size_t size);
  /// @}

  /// @name Path. There is one after a solve with a path, until the next solve, start, goal or
  /// planner.
  /// @{

  /// States, 0 while there is no path.
  EP_API int32_t ep_planning_path_count(const ep_planning* planning);
  /// Metres, in the space's distance.
  EP_API double ep_planning_path_length(const ep_planning* planning);
  /// ep_planning_path_count() configurations, one after the other; as long as there is this path.
  /// NULL while there is none.
  EP_API const double* ep_planning_path(const ep_planning* planning);

  /// Takes out detours, for about so many seconds; every motion that is put in is asked about.
  EP_API ep_status ep_planning_simplify(ep_planning* planning, double seconds, ep_error* error);

  typedef struct ep_path_certificate
  {
    ep_verdict verdict; ///< EP_FREE: every motion is proved free; EP_COLLIDING: one has a witness
    int32_t motions;
    int32_t motions_free;
    int32_t worst;     ///< the first motion that collides, else the first undecided one, else -1
    ep_result result;  ///< of that one; its times are within the motion
    double clearance;  ///< proved along the whole path, at most the distance_limit; 0 where not
                       ///< asked for
    int32_t narrowest; ///< the motion with that clearance, or -1
    double seconds;    ///< by the clock
  } ep_path_certificate;

  /// Proves the path once more, motion by motion, from nothing but the world and the states:
  /// whatever kind of validator found it. EP_METHOD_CATCH shares least with the planner's own.
  EP_API ep_status ep_planning_certify(ep_planning* planning, ep_method method, bool with_clearance,
                                       ep_path_certificate* certificate, ep_error* error);
  /// The same for a path of the caller's, `count` >= 1 configurations.
  EP_API ep_status ep_planning_certify_path(ep_planning* planning, const double* path,
                                            int32_t count, ep_method method, bool with_clearance,
                                            ep_path_certificate* certificate, ep_error* error);
  /// @}

  /// @name Roadmaps (PRM, PRMstar, LazyPRM, LazyPRMstar)
  /// @{

  /// Writes what the planner has, with ep_planning_hash(): there is the old file or the new one,
  /// never half of one. A symbolic link stays, what it points to is written so; a device or a pipe
  /// is written as it is.
  EP_API ep_status ep_planning_save_roadmap(ep_planning* planning, const char* file,
                                            ep_error* error);
  /// A planner of this name that begins with the roadmap of a file. One that was made for something
  /// else is refused, or with `recertify` every state and motion of it is asked about again, and
  /// what fails is left out. So is one of LazyPRM's for PRM or PRMstar, which take motions as valid
  /// that LazyPRM has not asked about. report may be NULL.
  EP_API ep_status ep_planning_load_roadmap(ep_planning* planning, const char* name,
                                            const char* file, bool recertify,
                                            ep_ompl_roadmap_report* report, ep_error* error);
  /// The same from another planning of the same scene, such as that of the query before, whose
  /// planner keeps a roadmap: what it found is asked about again where the two differ in more than
  /// start and goal, and where this planner would take as valid what that one has not asked about.
  EP_API ep_status ep_planning_take_roadmap(ep_planning* planning, const char* name,
                                            const ep_planning* from, ep_ompl_roadmap_report* report,
                                            ep_error* error);
  /// @}

#ifdef __cplusplus
}
#endif

#endif
