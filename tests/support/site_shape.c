/// @file site_shape.c
#include "site_shape.h"

#include <math.h>
#include <string.h>

static bool chance(ep_rng* rng, double probability)
{
  return ep_rng_uniform(rng, 0.0, 1.0) < probability;
}

static void random_point(ep_rng* rng, double half, double p[3])
{
  for (int k = 0; k < 3; ++k)
  {
    p[k] = ep_rng_uniform(rng, -half, half);
  }
}

// --- Meshes ---

static int32_t add_vertex(site_shape* shape, double x, double y, double z)
{
  double* v = shape->vertices + 3 * shape->desc.vertex_count;
  v[0] = x;
  v[1] = y;
  v[2] = z;
  return shape->desc.vertex_count++;
}

static void add_triangle(site_shape* shape, int32_t a, int32_t b, int32_t c)
{
  int32_t* t = shape->triangles + 3 * shape->desc.triangle_count++;
  t[0] = a;
  t[1] = b;
  t[2] = c;
}

static void begin_piece(site_shape* shape, bool closed)
{
  shape->pieces[shape->piece_count++] = (site_piece){shape->desc.triangle_count, 0, closed};
}

static void end_piece(site_shape* shape)
{
  site_piece* piece = &shape->pieces[shape->piece_count - 1];
  piece->count = shape->desc.triangle_count - piece->first;
}

// A box by its middle and the vectors from there to three of its sides.
static void add_box(site_shape* shape, const double middle[3], double half[3][3])
{
  static const int32_t faces[12][3] = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6},
                                       {0, 1, 5}, {0, 5, 4}, {2, 6, 7}, {2, 7, 3},
                                       {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
  int32_t corner[8];
  for (int i = 0; i < 8; ++i)
  {
    double p[3];
    for (int k = 0; k < 3; ++k)
    {
      p[k] = middle[k] + ((i & 1) != 0 ? half[0][k] : -half[0][k]) +
             ((i & 2) != 0 ? half[1][k] : -half[1][k]) + ((i & 4) != 0 ? half[2][k] : -half[2][k]);
    }
    corner[i] = add_vertex(shape, p[0], p[1], p[2]);
  }
  begin_piece(shape, true);
  for (int i = 0; i < 12; ++i)
  {
    add_triangle(shape, corner[faces[i][0]], corner[faces[i][1]], corner[faces[i][2]]);
  }
  end_piece(shape);
}

// A square bar from a to b.
static void add_bar(site_shape* shape, const double a[3], const double b[3], double thickness)
{
  double half[3][3];
  double middle[3];
  double length = 0.0;
  int least = 0;
  for (int k = 0; k < 3; ++k)
  {
    middle[k] = 0.5 * (a[k] + b[k]);
    half[0][k] = 0.5 * (b[k] - a[k]);
    length += half[0][k] * half[0][k];
    least = fabs(half[0][k]) < fabs(half[0][least]) ? k : least;
  }
  // Across: the axis that is least along it, made orthogonal; then the product of the two.
  const double along = half[0][least] / length;
  double norm = 0.0;
  for (int k = 0; k < 3; ++k)
  {
    half[1][k] = (k == least ? 1.0 : 0.0) - along * half[0][k];
    norm += half[1][k] * half[1][k];
  }
  for (int k = 0; k < 3; ++k)
  {
    half[1][k] *= 0.5 * thickness / sqrt(norm);
  }
  for (int k = 0; k < 3; ++k)
  {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    half[2][k] = (half[0][i] * half[1][j] - half[0][j] * half[1][i]) / sqrt(length);
  }
  add_box(shape, middle, half);
}

static void make_boxes(site_shape* shape, int32_t triangles, double size, ep_rng* rng)
{
  for (int32_t i = 0; i < triangles / 12; ++i)
  {
    double middle[3];
    double half[3][3] = {{0.0}};
    random_point(rng, 0.5 * size, middle);
    for (int k = 0; k < 3; ++k)
    {
      half[k][k] = size * ep_rng_log_uniform(rng, chance(rng, 0.2) ? 1e-4 : 0.02, 0.2);
    }
    add_box(shape, middle, half);
  }
}

static void make_wires(site_shape* shape, int32_t triangles, double size, ep_rng* rng)
{
  for (int32_t i = 0; i < triangles / 12; ++i)
  {
    double a[3], b[3];
    random_point(rng, 0.5 * size, a);
    random_point(rng, 0.5 * size, b);
    b[0] += 1e-3; // never the same point
    add_bar(shape, a, b, 1e-3);
  }
}

static void make_grid(site_shape* shape, int32_t triangles, double size, ep_rng* rng)
{
  const int32_t each = triangles / 24;
  const double thickness = ep_rng_uniform(rng, 0.008, 0.02);
  for (int32_t i = 0; i < 2 * each; ++i)
  {
    const double across = 0.5 * size * (2.0 * (i / 2) + 1.0 - each) / (each + 0.5);
    const double x = i % 2 == 0 ? across : -0.5 * size;
    const double y = i % 2 == 0 ? -0.5 * size : across;
    const double a[3] = {x, y, 0.0};
    const double b[3] = {i % 2 == 0 ? across : 0.5 * size, i % 2 == 0 ? 0.5 * size : across, 0.0};
    add_bar(shape, a, b, thickness);
  }
}

static void make_fence(site_shape* shape, int32_t triangles, double size, ep_rng* rng)
{
  const int32_t bars = triangles / 12;
  const double thickness = ep_rng_uniform(rng, 1e-3, 3e-3);
  const int32_t posts = bars < 8 ? 2 : 4;
  for (int32_t i = 0; i < bars; ++i)
  {
    const bool post = i < posts;
    const double x = size * ((double)i / (posts - 1) - 0.5);
    const double z = 0.5 * size * (i - posts + 0.5) / (bars > posts ? bars - posts : 1);
    const double a[3] = {post ? x : -0.5 * size, 0.0, post ? 0.0 : z};
    const double b[3] = {post ? x : 0.5 * size, 0.0, post ? 0.5 * size : z};
    add_bar(shape, a, b, post ? 0.05 : thickness);
  }
}

// A triangle about a point; often a needle, now and then a segment or a point.
static void add_soup_triangle(site_shape* shape, const double middle[3], double size, ep_rng* rng)
{
  const double kind = ep_rng_uniform(rng, 0.0, 1.0);
  double p[3][3];
  for (int c = 0; c < 3; ++c)
  {
    random_point(rng, size, p[c]);
  }
  for (int k = 0; k < 3; ++k)
  {
    p[2][k] = kind < 0.2 ? p[0][k] + 1e-3 * (p[2][k] - p[1][k]) : p[2][k];
    p[2][k] = kind < 0.05 ? 0.5 * (p[0][k] + p[1][k]) : p[2][k];
    p[1][k] = kind < 0.02 ? p[0][k] : p[1][k];
  }
  int32_t corner[3];
  for (int c = 0; c < 3; ++c)
  {
    corner[c] = add_vertex(shape, middle[0] + p[c][0], middle[1] + p[c][1], middle[2] + p[c][2]);
  }
  add_triangle(shape, corner[0], corner[1], corner[2]);
}

static void make_soup(site_shape* shape, int32_t triangles, double size, ep_rng* rng)
{
  while (shape->desc.triangle_count < triangles)
  {
    const int32_t left = triangles - shape->desc.triangle_count;
    const int32_t clump = left < 10 ? left : 10;
    double middle[3];
    random_point(rng, 0.5 * size, middle);
    const double extent = size * ep_rng_log_uniform(rng, 0.01, 0.2);
    begin_piece(shape, false);
    for (int32_t i = 0; i < clump; ++i)
    {
      add_soup_triangle(shape, middle, extent, rng);
    }
    end_piece(shape);
  }
}

// --- Shapes ---

void site_shape_make(site_shape* shape, site_shape_kind kind, int32_t triangles, double size,
                     ep_rng* rng)
{
  const int32_t most = triangles > SITE_TRIANGLES_MAX ? SITE_TRIANGLES_MAX : triangles;
  const int32_t count = kind == SITE_SOUP ? (most < 1 ? 1 : most) : (most < 48 ? 48 : most);
  shape->desc = ep_geometry_default();
  shape->desc.vertices = shape->vertices;
  shape->desc.triangles = shape->triangles;
  shape->piece_count = 0;
  switch (kind)
  {
  case SITE_BOX:
    shape->desc.type = EP_SHAPE_BOX;
    for (int k = 0; k < 3; ++k)
    {
      shape->desc.size[k] = size * ep_rng_log_uniform(rng, 0.05, 1.0);
    }
    break;
  case SITE_BALL:
  case SITE_CAPSULE:
    shape->desc.type = kind == SITE_BALL ? EP_SHAPE_SPHERE : EP_SHAPE_CAPSULE;
    shape->desc.size[0] = size * ep_rng_log_uniform(rng, 0.01, 0.5);
    shape->desc.size[1] = size * ep_rng_log_uniform(rng, 0.05, 1.0);
    break;
  case SITE_BOXES:
    make_boxes(shape, count, size, rng);
    break;
  case SITE_WIRES:
    make_wires(shape, count, size, rng);
    break;
  case SITE_GRID:
    make_grid(shape, count, size, rng);
    break;
  case SITE_FENCE:
    make_fence(shape, count, size, rng);
    break;
  default:
    make_soup(shape, count, size, rng);
    break;
  }
}

void site_shape_from_box(site_shape* shape, const ep_box* box)
{
  shape->desc = ep_geometry_default();
  shape->desc.type = EP_SHAPE_BOX;
  shape->piece_count = 0;
  for (int k = 0; k < 3; ++k)
  {
    shape->desc.size[k] = box->hi[k] - box->lo[k];
    shape->desc.pose.position[k] = 0.5 * (box->lo[k] + box->hi[k]);
  }
}

// --- Places ---

static void rotation_of(const double quaternion[4], double m[3][3])
{
  const double* q = quaternion;
  const double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  const double x = q[0] / length, y = q[1] / length, z = q[2] / length, w = q[3] / length;
  const double r[3][3] = {{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
                          {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
                          {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}};
  memcpy(m, r, sizeof r);
}

static bool is_round(const site_shape* shape)
{
  return shape->desc.type == EP_SHAPE_SPHERE || shape->desc.type == EP_SHAPE_CAPSULE;
}

void site_shape_place(site_shape* shape, const double place[3], ep_rng* rng)
{
  ep_geometry_desc* desc = &shape->desc;
  const double kind = ep_rng_uniform(rng, 0.0, 1.0);
  const double all = ep_rng_uniform(rng, 0.5, 2.0);
  for (int k = 0; k < 4; ++k)
  {
    desc->pose.rotation[k] = ep_rng_normal(rng);
  }
  for (int k = 0; k < 3; ++k)
  {
    const double sign = chance(rng, 0.3) ? -1.0 : 1.0;
    const double own = ep_rng_uniform(rng, 0.5, 2.0);
    desc->pose.position[k] = place[k];
    desc->scale[k] = kind < 0.4 ? 1.0 : sign * (kind < 0.6 || is_round(shape) ? all : own);
  }
  if (chance(rng, 0.3)) // the same as a matrix
  {
    double r[3][3];
    rotation_of(desc->pose.rotation, r);
    memset(shape->matrix, 0, sizeof shape->matrix);
    shape->matrix[15] = 1.0;
    for (int i = 0; i < 12; ++i)
    {
      shape->matrix[i] = i % 4 == 3 ? place[i / 4] : r[i / 4][i % 4] * desc->scale[i % 4];
    }
    desc->matrix = shape->matrix;
  }
}

static void placed(const ep_geometry_desc* desc, const double p[3], double out[3])
{
  double r[3][3];
  rotation_of(desc->pose.rotation, r);
  for (int i = 0; i < 3; ++i)
  {
    const double* m = desc->matrix == NULL ? NULL : desc->matrix + 4 * i;
    out[i] = m == NULL ? desc->pose.position[i] : m[3];
    for (int k = 0; k < 3; ++k)
    {
      out[i] += m == NULL ? r[i][k] * desc->scale[k] * p[k] : m[k] * p[k];
    }
  }
}

// A point or a segment with a radius.
static void mirror_round(const site_shape* shape, brute_world* judge, int32_t body)
{
  const ep_geometry_desc* desc = &shape->desc;
  const double half = desc->type == EP_SHAPE_SPHERE ? 0.0 : 0.5 * desc->size[1];
  brute_triangle t = {.radius = fabs(desc->scale[0]) * desc->size[0]};
  for (int c = 0; c < 3; ++c)
  {
    const double p[3] = {0.0, 0.0, c == 0 ? -half : half};
    placed(desc, p, t.v[c]);
  }
  brute_add_piece(judge, body, &t, 1, false);
}

void site_shape_mirror(const site_shape* shape, brute_world* judge, int32_t body)
{
  static site_shape box;
  static brute_triangle piece[SITE_TRIANGLES_MAX];
  const site_shape* from = shape;
  if (is_round(shape))
  {
    mirror_round(shape, judge, body);
    return;
  }
  if (shape->desc.type == EP_SHAPE_BOX)
  {
    double half[3][3] = {{0.5 * shape->desc.size[0]}, {0, 0.5 * shape->desc.size[1]}};
    half[2][2] = 0.5 * shape->desc.size[2];
    box.desc = shape->desc;
    box.piece_count = 0;
    add_box(&box, (const double[3]){0, 0, 0}, half);
    from = &box;
  }
  for (int32_t i = 0; i < from->piece_count; ++i)
  {
    const site_piece* p = &from->pieces[i];
    for (int32_t j = 0; j < 3 * p->count; ++j)
    {
      brute_triangle* t = &piece[j / 3];
      t->radius = 0.0;
      placed(&from->desc, from->vertices + 3 * from->triangles[3 * p->first + j], t->v[j % 3]);
    }
    brute_add_piece(judge, body, piece, p->count, p->closed);
  }
}
