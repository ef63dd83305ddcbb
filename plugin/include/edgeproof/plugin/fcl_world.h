/// @file fcl_world.h
/// The same scene in FCL: the peer that Edgeproof is compared with, built as a good user of FCL
/// would build it.
///
/// It checks exactly the pairs that a frozen ep_world of the same scene and query checks, with the
/// same clearances, at the same configurations. A link's meshes are one tree of OBBRSS, and so is
/// the mesh of each obstacle; boxes, spheres, capsules, cylinders and cones are FCL's own; a rope
/// is a capsule between two points of links, which gets its length anew for each configuration.
/// What FCL does not know is a mesh: a heightfield (its surface, walls and floor), and a cylinder,
/// cone, sphere or capsule that was deformed (inscribed, with EP_FCL_FACETS corners a turn).
///
/// **None of it is proof.** FCL's distances are trusted as they come, and its meshes have no
/// inside: what is wholly inside of a closed mesh is not seen. Methods that would be proofs, could
/// FCL be trusted, are called *adaptive*; the others say what they are.
///
/// Pairs of boxes around the bodies are looked at before FCL is, and answers that FCL cannot
/// improve are not asked for. Nothing is allocated here while checking; FCL itself allocates a
/// little where bodies meet.
///
/// Threads: a world is read-only after it is made. A checker is a workspace: one thread at a time,
/// as many of one world as there are threads.
#ifndef EDGEPROOF_PLUGIN_FCL_WORLD_H
#define EDGEPROOF_PLUGIN_FCL_WORLD_H

#include "edgeproof/envs/scene.h"
#include "edgeproof/world.h"

#ifdef __cplusplus
extern "C"
{
#endif

/// Corners a turn of round shapes that FCL cannot take as they are.
#define EP_FCL_FACETS 48

  typedef struct ep_fcl_world ep_fcl_world;
  typedef struct ep_fcl_checker ep_fcl_checker;

  /// The scene as FCL has it, with what the query attaches (EP_SCENE_NONE: nothing). `world` is
  /// what ep_scene_make_world() made of the same two; bodies are those of it. Both must outlive the
  /// result. The caller destroys.
  EP_API ep_status ep_fcl_world_create(const ep_scene* scene, int32_t query, const ep_world* world,
                                       ep_fcl_world** result, ep_error* error);

  /// Takes NULL. Every checker of it must be gone before.
  EP_API void ep_fcl_world_destroy(ep_fcl_world* world);

  typedef struct ep_fcl_world_info
  {
    int64_t triangles; ///< in all trees
    int64_t left_out;  ///< triangles without area: FCL's boxes around them are wrong
    int32_t objects;   ///< geometries that stand or move, ropes included
    int32_t pairs;     ///< of objects that are checked
    double build_time; ///< seconds of thread time that FCL needed for its trees
  } ep_fcl_world_info;

  /// Its size, and what it took to build. All 0 for NULL.
  EP_API ep_fcl_world_info ep_fcl_world_get_info(const ep_fcl_world* world);

  /// A workspace on a world, which must outlive it. On failure *checker is NULL. The caller
  /// destroys.
  EP_API ep_status ep_fcl_checker_create(const ep_fcl_world* world, ep_fcl_checker** checker,
                                         ep_error* error);

  /// Takes NULL.
  EP_API void ep_fcl_checker_destroy(ep_fcl_checker* checker);

  /// @name One configuration
  /// Configurations are those of the world. Refused: what ep_machine_check_config() refuses.
  /// @{

  /// Whether a checked pair is no farther apart than its clearance. Ends at the first one found.
  EP_API ep_status ep_fcl_check_state(ep_fcl_checker* checker, const double* q, bool* collides,
                                      ep_error* error);

  typedef struct ep_fcl_gap
  {
    double gap;         ///< distance minus the demanded clearance; the cap if nothing is below it
    int32_t body[2];    ///< of the world; EP_NO_BODY if nothing is below the cap
    double point[2][3]; ///< on them; of no use where they intersect
  } ep_fcl_gap;

  /// The smallest gap of all checked pairs. Nothing that is no smaller than `cap` is looked at;
  /// INFINITY for the full answer. Where two bodies intersect, the gap is minus their clearance.
  EP_API ep_status ep_fcl_state_gap(ep_fcl_checker* checker, const double* q, double cap,
                                    ep_fcl_gap* gap, ep_error* error);

  /// @}
  /// @name One edge
  /// The curve is that of edge.h, which is OMPL's.
  /// @{

  typedef struct ep_fcl_edge_result
  {
    bool collides;   ///< a configuration with a pair no farther apart than its clearance
    bool decided;    ///< false: a limit was reached, `collides` says nothing
    double t;        ///< of that configuration
    int32_t body[2]; ///< the pair; EP_NO_BODY if none
    int64_t states;  ///< configurations that were looked at
    int64_t narrow;  ///< questions put to FCL
  } ep_fcl_edge_result;

  /// At t = 1 first, then at t = i / steps in the order of OMPL's DiscreteMotionValidator: middle
  /// of the edge, middles of the halves, and so on; t = 0 is taken to be free, as there. `steps`
  /// must be at least 1. Misses what happens between the samples.
  EP_API ep_status ep_fcl_check_edge_sampled(ep_fcl_checker* checker, const double* q0,
                                             const double* q1, int32_t steps,
                                             ep_fcl_edge_result* result, ep_error* error);

  /// Steps of OMPL's discrete validator at a fraction of the space's extent (its default is 0.01):
  /// joints with bounds and coordinates are one real vector space with the scene's bounds, angles
  /// that wrap are SO2, quaternions SO3; the component that needs most steps counts. A coordinate
  /// without bounds is refused, as OMPL does.
  EP_API ep_status ep_fcl_edge_steps_of_fraction(ep_fcl_checker* checker, const double* q0,
                                                 const double* q1, double fraction, int32_t* steps,
                                                 ep_error* error);

  /// Steps so that no point of a checked body moves farther than `metres` between two samples.
  EP_API ep_status ep_fcl_edge_steps_of_motion(ep_fcl_checker* checker, const double* q0,
                                               const double* q1, double metres, int32_t* steps,
                                               ep_error* error);

  typedef struct ep_fcl_adaptive_options
  {
    double tolerance;    ///< metres: a gap no larger counts as a collision; default 1e-3
    int64_t narrow_most; ///< questions to FCL before it gives up, `decided` false; default 10^7
    double piece;    ///< expert: metres of motion of a piece, at most; default 0.4: halving then
                     ///< makes pieces of 0.2 to 0.4, the quickest of those tried on our scenes
    int32_t samples; ///< expert: coarse samples before anything else; default 3
  } ep_fcl_adaptive_options;

  /// What is said above of each member.
  EP_API ep_fcl_adaptive_options ep_fcl_adaptive_default(void);

  /// The textbook: each pair by itself; an interval is free if the full distances at its two ends
  /// together exceed what the pair can move between them (the bound of ep_edge_relative_bound());
  /// else it is halved. `options` may be NULL.
  EP_API ep_status ep_fcl_check_edge_bisection(ep_fcl_checker* checker, const double* q0,
                                               const double* q1,
                                               const ep_fcl_adaptive_options* options,
                                               ep_fcl_edge_result* result, ep_error* error);

  /// What an expert makes of it: coarse samples first, since most collisions are large; then pieces
  /// of `piece` metres of motion, and in the middle of each only the question whether the pair is
  /// farther apart than it can move in half of the piece, with FCL's distance capped there; where
  /// not, the piece is halved. `options` may be NULL.
  EP_API ep_status ep_fcl_check_edge_expert(ep_fcl_checker* checker, const double* q0,
                                            const double* q1,
                                            const ep_fcl_adaptive_options* options,
                                            ep_fcl_edge_result* result, ep_error* error);

  /// FCL's own continuousCollide (conservative advancement) for each pair. **Uncertified, and often
  /// wrong** (edgeproof/shim/fcl_motion.h). Between `pieces` equal pieces of the edge (at least 1)
  /// FCL draws its own curve, straight and turning at a constant rate. Clearances are not looked
  /// at; a rope is a rigid capsule over each piece.
  EP_API ep_status ep_fcl_check_edge_continuous_uncertified(ep_fcl_checker* checker,
                                                            const double* q0, const double* q1,
                                                            int32_t pieces,
                                                            ep_fcl_edge_result* result,
                                                            ep_error* error);

  /// @}

#ifdef __cplusplus
}
#endif

#endif
