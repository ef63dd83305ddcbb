/// @file soak_body.c
#include "soak_body.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PIECE       8  // triangles of a piece, at most
#define CLUSTER     16 // pieces of a cluster
#define ROPE_PIECES 32

static void* taken(size_t count, size_t size)
{
  void* block = calloc(count + 1, size);
  if (block == NULL)
  {
    abort();
  }
  return block;
}

void soak_apply(const ep_frame* f, const double p[3], double out[3])
{
  for (int k = 0; k < 3; ++k)
  {
    out[k] = f->rotation[k][0] * p[0] + f->rotation[k][1] * p[1] + f->rotation[k][2] * p[2] +
             f->position[k];
  }
}

void soak_apply_triangle(const ep_frame* f, const brute_triangle* t, brute_triangle* out)
{
  for (int k = 0; k < 3; ++k)
  {
    soak_apply(f, t->v[k], out->v[k]);
  }
  out->radius = t->radius;
}

// --- Balls ---

static double away(const double a[3], const double b[3])
{
  return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) +
              (a[2] - b[2]) * (a[2] - b[2]));
}

// Around the middle of the box of some triangles.
static soak_ball ball_of(const brute_triangle* triangles, int32_t first, int32_t count)
{
  soak_ball ball = {.first = first, .count = count};
  double lo[3] = {1e300, 1e300, 1e300}, hi[3] = {-1e300, -1e300, -1e300};
  for (int32_t i = 3 * first; i < 3 * (first + count); ++i)
  {
    for (int k = 0; k < 3; ++k)
    {
      lo[k] = fmin(lo[k], triangles[i / 3].v[i % 3][k]);
      hi[k] = fmax(hi[k], triangles[i / 3].v[i % 3][k]);
    }
  }
  for (int k = 0; k < 3; ++k)
  {
    ball.center[k] = 0.5 * (lo[k] + hi[k]);
  }
  for (int32_t i = 3 * first; i < 3 * (first + count); ++i)
  {
    const brute_triangle* t = &triangles[i / 3];
    ball.radius = fmax(ball.radius, away(ball.center, t->v[i % 3]) + t->radius);
  }
  ball.radius = ball.radius * (1.0 + 1e-9) + 1e-9;
  return ball;
}

static int sort_axis;

static double mean_along(const brute_triangle* t)
{
  return t->v[0][sort_axis] + t->v[1][sort_axis] + t->v[2][sort_axis];
}

static int compare(const void* a, const void* b)
{
  const double x = mean_along(a), y = mean_along(b);
  return x < y ? -1 : x > y ? 1 : 0;
}

// Halves along the longest side, until what is left is a piece.
static void split(soak_body* body, int32_t first, int32_t count)
{
  if (count <= PIECE)
  {
    body->pieces[body->piece_count++] = ball_of(body->triangles, first, count);
    return;
  }
  double lo[3] = {1e300, 1e300, 1e300}, hi[3] = {-1e300, -1e300, -1e300};
  for (int32_t i = first; i < first + count; ++i)
  {
    for (int k = 0; k < 3; ++k)
    {
      lo[k] = fmin(lo[k], body->triangles[i].v[0][k]);
      hi[k] = fmax(hi[k], body->triangles[i].v[0][k]);
    }
  }
  sort_axis = 0;
  for (int k = 1; k < 3; ++k)
  {
    sort_axis = hi[k] - lo[k] > hi[sort_axis] - lo[sort_axis] ? k : sort_axis;
  }
  qsort(body->triangles + first, (size_t)count, sizeof *body->triangles, compare);
  split(body, first, count / 2);
  split(body, first + count / 2, count - count / 2);
}

// Neighbours in the list of pieces are neighbours in space.
static void cluster(soak_body* body)
{
  for (int32_t i = 0; i < body->piece_count; i += CLUSTER)
  {
    const int32_t last = i + CLUSTER < body->piece_count ? i + CLUSTER - 1 : body->piece_count - 1;
    const int32_t first = body->pieces[i].first;
    const int32_t end = body->pieces[last].first + body->pieces[last].count;
    soak_ball* ball = &body->clusters[body->cluster_count++];
    *ball = ball_of(body->triangles, first, end - first);
    ball->first = i;
    ball->count = last - i + 1;
  }
}

void soak_body_make(soak_body* body, brute_triangle* triangles, int32_t count)
{
  body->triangles = triangles;
  body->count = count;
  body->pieces = taken((size_t)count, sizeof(soak_ball));
  body->clusters = taken((size_t)count, sizeof(soak_ball));
  if (count > 0)
  {
    split(body, 0, count);
    cluster(body);
    body->whole = ball_of(triangles, 0, count);
  }
}

void soak_body_make_rope(soak_body* body, double radius)
{
  body->is_rope = true;
  body->count = ROPE_PIECES;
  body->triangles = taken(ROPE_PIECES, sizeof(brute_triangle));
  body->pieces = taken(ROPE_PIECES, sizeof(soak_ball));
  body->clusters = taken(1, sizeof(soak_ball));
  for (int32_t i = 0; i < ROPE_PIECES; ++i)
  {
    body->triangles[i].radius = radius;
  }
  body->piece_count = ROPE_PIECES;
  body->cluster_count = 1;
}

void soak_body_clear(soak_body* body)
{
  free(body->triangles);
  free(body->pieces);
  free(body->clusters);
  memset(body, 0, sizeof *body);
}

// --- Poses ---

static void pose_rope(soak_body* body, const ep_frame* first, const ep_frame* second)
{
  double end[2][3];
  soak_apply(first, body->end[0], end[0]);
  soak_apply(second, body->end[1], end[1]);
  for (int32_t i = 0; i < ROPE_PIECES; ++i)
  {
    brute_triangle* t = &body->triangles[i];
    for (int k = 0; k < 3; ++k)
    {
      const double from = (double)i / ROPE_PIECES, to = (double)(i + 1) / ROPE_PIECES;
      t->v[0][k] = (1.0 - from) * end[0][k] + from * end[1][k];
      t->v[1][k] = t->v[2][k] = (1.0 - to) * end[0][k] + to * end[1][k];
    }
    body->pieces[i] = ball_of(body->triangles, i, 1);
  }
  body->whole = ball_of(body->triangles, 0, ROPE_PIECES);
  body->clusters[0] = body->whole;
}

ep_frame soak_body_pose(soak_body* body, const ep_frame* frames, const int32_t* slots)
{
  const ep_frame* link = &frames[slots[body->machine] + body->link];
  ep_frame out = *link;
  if (body->is_rope)
  {
    pose_rope(body, link, &frames[slots[body->end_machine] + body->end_link]);
    memset(&out, 0, sizeof out);
    out.rotation[0][0] = out.rotation[1][1] = out.rotation[2][2] = 1.0;
  }
  else if (body->hangs)
  {
    soak_apply(link, body->local.position, out.position);
    for (int i = 0; i < 9; ++i)
    {
      const double* row = link->rotation[i / 3];
      out.rotation[i / 3][i % 3] = row[0] * body->local.rotation[0][i % 3] +
                                   row[1] * body->local.rotation[1][i % 3] +
                                   row[2] * body->local.rotation[2][i % 3];
    }
  }
  return out;
}
