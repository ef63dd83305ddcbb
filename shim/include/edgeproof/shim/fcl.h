/// @file fcl.h
/// FCL 0.7 from C: shapes and trees of triangles, whether two of them collide, how far apart they
/// are. Groups of objects are in fcl_manager.h, motions in fcl_motion.h.
///
/// FCL is what Edgeproof is compared with, in tests and benchmarks. Nothing here is a proof: FCL
/// computes in doubles without bounding its errors, iterates to a tolerance (1e-6) where a round or
/// convex shape takes part, and a mesh has no inside. What is wrong in FCL is wrong here too:
/// tests/shim/test_fcl_oracle.c has what we found.
///
/// Metres. Every call returns EP_SHIM_OK, or says in *error, which may be NULL, what it refuses;
/// then nothing was made or written. Pointers other than `error` must not be NULL unless it is said
/// here; one that is gives a refusal.
///
/// Threads: a geometry is read-only after it is made, and may take part in any number of queries on
/// any number of threads at once. Nothing is global.
#ifndef EDGEPROOF_SHIM_FCL_H
#define EDGEPROOF_SHIM_FCL_H

#include "edgeproof/shim/status.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C"
{
#endif

/// Numbers beyond this are refused: squares and cubes of lengths must not overflow in FCL's fits.
#define EP_FCL_LENGTH_MAX 1e12
/// Most vertices, triangles or points of one geometry.
#define EP_FCL_COUNT_MAX ((int32_t)1 << 27)

  /// @name Geometry
  /// Arrays are copied. The caller destroys what it made.
  /// @{

  typedef struct ep_fcl_geometry ep_fcl_geometry;

  /// What bounds the triangles of a mesh. Two meshes must have the same kind to meet.
  typedef enum ep_fcl_tree EP_SHIM_ANY_INT
  {
    EP_FCL_OBBRSS = 0, ///< oriented boxes to collide, swept rectangles for distances: the usual one
    EP_FCL_RSS,        ///< rectangle swept spheres
    EP_FCL_OBB         ///< oriented boxes; FCL has no distances for these
  } ep_fcl_tree;

  typedef struct ep_fcl_mesh
  {
    const double* vertices; ///< x y z of each
    int32_t vertex_count;
    const int32_t* triangles; ///< three vertex indices each
    int32_t triangle_count;
  } ep_fcl_mesh;

  /// Any soup of triangles. Refused: none at all, an index out of range, a number that is not
  /// finite, a mesh without any area. Single triangles without area are left out: FCL's boxes
  /// around them are wrong. Triangles keep their numbers.
  ep_shim_result ep_fcl_make_mesh(const ep_fcl_mesh* mesh, ep_fcl_tree tree,
                                  ep_fcl_geometry** geometry, ep_shim_error* error);

  /// How many triangles of a mesh were left out.
  int32_t ep_fcl_mesh_left_out(const ep_fcl_geometry* mesh);

  /// Edge lengths; about the origin. As all sizes below, they must be above 0.
  ep_shim_result ep_fcl_make_box(const double size[3], ep_fcl_geometry** geometry,
                                 ep_shim_error* error);
  /// About the origin.
  ep_shim_result ep_fcl_make_sphere(double radius, ep_fcl_geometry** geometry,
                                    ep_shim_error* error);
  /// Along z, about the origin; `length` is that of the straight part.
  ep_shim_result ep_fcl_make_capsule(double radius, double length, ep_fcl_geometry** geometry,
                                     ep_shim_error* error);
  /// Along z, about the origin.
  ep_shim_result ep_fcl_make_cylinder(double radius, double length, ep_fcl_geometry** geometry,
                                      ep_shim_error* error);
  /// Along z; the base at -length/2, the tip at length/2.
  ep_shim_result ep_fcl_make_cone(double radius, double length, ep_fcl_geometry** geometry,
                                  ep_shim_error* error);
  /// All x with normal . x <= offset. The normal is normalised, the offset is along it.
  ep_shim_result ep_fcl_make_halfspace(const double normal[3], double offset,
                                       ep_fcl_geometry** geometry, ep_shim_error* error);

  /// A convex solid. `faces` lists each face as its number of corners and their indices,
  /// counter-clockwise seen from outside. Refused: what is not closed, or has a corner outside of
  /// one of its faces.
  ep_shim_result ep_fcl_make_convex(const double* vertices, int32_t vertex_count,
                                    const int32_t* faces, int32_t face_count,
                                    ep_fcl_geometry** geometry, ep_shim_error* error);

  /// The cells of a grid of this resolution, each a cube, that hold at least one of the points.
  ep_shim_result ep_fcl_make_octree(const double* points, int32_t point_count, double resolution,
                                    ep_fcl_geometry** geometry, ep_shim_error* error);

  /// Gives a capsule another length, without allocating: for ropes. No query may be running that it
  /// takes part in, and no manager may hold it.
  ep_shim_result ep_fcl_set_capsule_length(ep_fcl_geometry* capsule, double length,
                                           ep_shim_error* error);

  /// Takes NULL.
  void ep_fcl_geometry_destroy(ep_fcl_geometry* geometry);

  /// The box around a geometry in its own frame, as FCL has it; infinite for a halfspace.
  ep_shim_result ep_fcl_geometry_box(const ep_fcl_geometry* geometry, double lo[3], double hi[3],
                                     ep_shim_error* error);

  /// @}
  /// @name Where it is
  /// @{

  /// v_world = rotation * v + position, the rotation row by row.
  typedef struct ep_fcl_transform
  {
    double rotation[3][3];
    double position[3];
  } ep_fcl_transform;

  /// Where a geometry was made.
  ep_fcl_transform ep_fcl_transform_identity(void);

  /// From a quaternion x y z w of any length but zero.
  ep_shim_result ep_fcl_transform_set(const double quaternion[4], const double position[3],
                                      ep_fcl_transform* transform, ep_shim_error* error);

  /// A geometry in its place; `at` = NULL is where it was made. Both are borrowed for the call.
  /// Refused: a number that is not finite, a matrix that is not a rotation within 1e-6.
  typedef struct ep_fcl_placed
  {
    const ep_fcl_geometry* geometry;
    const ep_fcl_transform* at;
  } ep_fcl_placed;

  /// @}
  /// @name Queries
  /// Refused, beyond what is said above: pairs that FCL cannot do. Those are two meshes with
  /// different trees; for distances also anything with OBB or with a halfspace.
  /// @{

  /// Whether the two have a point in common. Stops at the first one found.
  ep_shim_result ep_fcl_collide(const ep_fcl_placed* a, const ep_fcl_placed* b, bool* collides,
                                ep_shim_error* error);

/// In place of a triangle where the geometry is no mesh.
#define EP_FCL_NO_TRIANGLE (-1)

  typedef struct ep_fcl_contact
  {
    double point[3];
    double normal[3];    ///< from a to b, of length 1
    double depth;        ///< how far they are inside each other along it, as FCL estimates it
    int32_t triangle[2]; ///< of a and of b, or EP_FCL_NO_TRIANGLE
  } ep_fcl_contact;

  /// The first `capacity` (at least 1) contacts that FCL finds; *count of them are written.
  ep_shim_result ep_fcl_contacts(const ep_fcl_placed* a, const ep_fcl_placed* b,
                                 ep_fcl_contact* contacts, int32_t capacity, int32_t* count,
                                 ep_shim_error* error);

  typedef struct ep_fcl_nearest
  {
    double distance;     ///< 0 where they collide; the cap where nothing is nearer
    bool found;          ///< false: nothing is nearer than the cap, what follows is not set
    double point[2][3];  ///< on a and on b, in the world; of no use where they collide
    int32_t triangle[2]; ///< of a and of b, or EP_FCL_NO_TRIANGLE; of no use where they collide
  } ep_fcl_nearest;

  /// The distance, and where. Parts that are no nearer than `cap` (above 0; INFINITY for none) are
  /// not looked at, which saves most of the work. FCL's answer can be too large where a mesh meets
  /// a shape face to face or corner to face: 1.66 for 1.5 was seen (a corner before the middle of a
  /// box). Two meshes do not have this.
  ep_shim_result ep_fcl_distance(const ep_fcl_placed* a, const ep_fcl_placed* b, double cap,
                                 ep_fcl_nearest* nearest, ep_shim_error* error);

  /// The distance, or minus the depth where they collide, as FCL estimates it. Refused for meshes,
  /// halfspaces and octrees: they have no depth that FCL could know.
  ep_shim_result ep_fcl_signed_distance(const ep_fcl_placed* a, const ep_fcl_placed* b,
                                        ep_fcl_nearest* nearest, ep_shim_error* error);

  /// @}

  /// Of the headers, such as "0.7.0".
  const char* ep_fcl_version(void);

#ifdef __cplusplus
}
#endif

#endif
