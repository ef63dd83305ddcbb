/// @file brute.h
/// The judge: distances by brute force, written as plainly as possible and without anything of
/// core/src. Bodies are lists of triangles; machines are posed with ep_machine_forward() at
/// configurations of ep_edge_config(). No trees, no proofs, no intervals: it tries all pairs of
/// triangles whose boxes are not too far apart, at many moments.
///
/// What it reports is a witness, never a proof of being free: distances are those of two points
/// that were found, so they are too large if anything. A *margin* is a distance minus the clearance
/// that is demanded of the pair: 0 or less is a collision.
#ifndef EP_TEST_BRUTE_H
#define EP_TEST_BRUTE_H

#include <stdbool.h>
#include <stdint.h>

#include "edgeproof/edge.h"

#define BRUTE_MACHINES_MAX 4
#define BRUTE_BODIES_MAX   64
#define BRUTE_CONFIG_MAX   320
#define BRUTE_SAMPLES_MAX  4096

/// The machine of an obstacle.
#define BRUTE_STATIC (-1)

/// Distances below this, in metres and for coordinates up to 1000 m, count as touching: what the
/// judge's own rounding may leave of a zero.
#define BRUTE_TOUCH 1e-12

/// A triangle with a ball of this radius around every point. May degenerate to a segment or a
/// point.
typedef struct brute_triangle
{
  double v[3][3];
  double radius;
} brute_triangle;

/// Triangles of one body that lie together: a box of a fence, a handful of a soup. A closed piece
/// has an inside.
typedef struct brute_piece
{
  int32_t first;
  int32_t count;
  bool closed;
  ep_box own;   ///< in the body's frame, radii included
  ep_box world; ///< as posed
  bool posed;   ///< its triangles have been moved to where they are now
} brute_piece;

typedef struct brute_body
{
  int32_t machine; ///< index, or BRUTE_STATIC
  int32_t link;
  brute_triangle* own;
  brute_triangle* world;
  int32_t count;
  brute_piece* pieces;
  int32_t piece_count;
  ep_box own_box; ///< of all pieces, in the body's frame
  ep_box box;     ///< the same in the world, as posed
  ep_frame frame; ///< of the link, as posed
} brute_body;

/// The nearest two triangles found last.
typedef struct brute_near
{
  int32_t body[2]; ///< both 0 at first
  int32_t piece[2];
} brute_near;

typedef struct brute_world
{
  brute_body bodies[BRUTE_BODIES_MAX];
  int32_t body_count;
  const ep_machine* machines[BRUTE_MACHINES_MAX]; ///< borrowed
  int32_t machine_count;
  bool checked[BRUTE_BODIES_MAX][BRUTE_BODIES_MAX];
  double clearance[BRUTE_BODIES_MAX][BRUTE_BODIES_MAX];
  brute_near near; ///< tried first next time: neighbouring moments have neighbouring answers
} brute_world;

/// What was found.
typedef struct brute_hit
{
  double margin;
  double distance;
  double t;
  int32_t body[2]; ///< -1 if nothing is nearer than the cap
  bool inside;     ///< one is inside a closed piece of the other; the distance is 0 then
} brute_hit;

/// @name Triangles and boxes
/// @{

/// The square of how far two boxes are apart.
double brute_box_gap2(const ep_box* a, const ep_box* b);
double brute_point_triangle(const double p[3], const double v[3][3]);

/// Radii included, 0 where they intersect.
double brute_triangle_distance(const brute_triangle* a, const brute_triangle* b);

/// Not more than the distance, up to rounding, and quick: how far one is from the other's plane.
double brute_triangle_gap(const brute_triangle* a, const brute_triangle* b);

/// How often the surface winds around the point: about 0 outside, about 1 or -1 inside.
double brute_winding(const double p[3], const brute_triangle* surface, int32_t count);
/// @}

/// @name Worlds
/// @{
void brute_begin(brute_world* world);
void brute_end(brute_world* world);

/// Machines in the order of the configuration.
void brute_add_machine(brute_world* world, const ep_machine* machine);

/// Gives the body's index. Nothing is checked until brute_check_pair() says so.
int32_t brute_add_body(brute_world* world, int32_t machine, int32_t link);

/// The triangles, in the body's frame, are copied.
void brute_add_piece(brute_world* world, int32_t body, const brute_triangle* triangles,
                     int32_t count, bool closed);

/// Either way round.
void brute_check_pair(brute_world* world, int32_t a, int32_t b, bool checked, double clearance);
/// @}

/// Moves everything to a configuration: those of all machines, one after the other.
void brute_pose(brute_world* world, const double* q);

/// The least margin of all checked pairs as posed, or `cap` if none is below it. With `solids`,
/// being inside counts too. `hit` may be NULL; its t is left alone.
double brute_margin(brute_world* world, double cap, bool solids, brute_hit* hit);

/// The distance of two bodies as posed, 0 if one is inside the other.
double brute_body_distance(brute_world* world, int32_t a, int32_t b);

/// The same at time t of the edges, one a machine.
double brute_distance_at(brute_world* world, ep_edge* const* edges, double t, int32_t a, int32_t b);

/// The least margin found on [0, t_end]: at `samples` + 1 moments, but for those between two that
/// are farther apart from contact than anything moves in between (as measured at all these
/// moments), and then around each minimum below the cap. Stops at the first margin of 0 or less,
/// which need not be the earliest. Without a minimum below the cap: the cap.
double brute_edge_min_distance(brute_world* world, ep_edge* const* edges, double t_end,
                               int32_t samples, double cap, brute_hit* hit);

#endif
