/// @file soak_body.h
/// A moving body of the second judge: its triangles, in two layers of balls that say "too far" for
/// many of them at once.
#ifndef SOAK_BODY_H
#define SOAK_BODY_H

#include "brute.h"

/// Parts first to first + count of the layer below, or of the triangles.
typedef struct soak_ball
{
  double center[3]; ///< in the body's frame
  double radius;
  int32_t first;
  int32_t count;
} soak_ball;

typedef struct soak_body
{
  int32_t body;    ///< its index in the world
  int32_t machine; ///< of the link that carries it; of a rope's first end
  int32_t link;
  bool hangs; ///< a payload, at `local` on the link
  ep_frame local;
  bool is_rope;        ///< a segment: its triangles are set anew at each moment
  int32_t end_machine; ///< of a rope's second end
  int32_t end_link;
  double end[2][3]; ///< in the frames of both links
  double depth;     ///< how far its triangles may lie inside of the true shape

  brute_triangle* triangles; ///< in the body's frame; of a rope in the world
  int32_t count;
  soak_ball whole;
  soak_ball* pieces; ///< of triangles
  int32_t piece_count;
  soak_ball* clusters; ///< of pieces
  int32_t cluster_count;
  int32_t near_own;   ///< the triangle that was nearest to what rests when last looked at,
  int32_t near_layer; ///< and to what: a layer of the judge
  int32_t near_rest;  ///< and its triangle; all 0 at first
} soak_body;

/// Takes the triangles over. None: an empty body.
void soak_body_make(soak_body* body, brute_triangle* triangles, int32_t count);

/// A rope between two points of two links.
void soak_body_make_rope(soak_body* body, double radius);
void soak_body_clear(soak_body* body);

/// Where the body is. `frames` are those of all links of all machines, `slots` the first of each
/// machine. For a rope the frame changes nothing, and its triangles and balls are moved.
ep_frame soak_body_pose(soak_body* body, const ep_frame* frames, const int32_t* slots);

/// A point in a frame.
void soak_apply(const ep_frame* frame, const double p[3], double out[3]);
void soak_apply_triangle(const ep_frame* frame, const brute_triangle* t, brute_triangle* out);

#endif
