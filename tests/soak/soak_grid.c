/// @file soak_grid.c
#include "soak_grid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CELL_LEAST    0.01   // metres
#define CELLS_MOST    4.0e6  // the cells grow where there would be more
#define CELLS_EACH    8.0    // cells a triangle
#define HALF_DIAGONAL 0.8661 // of a unit cube, rounded up

// Not fmin and fmax, which are calls.
static double smaller(double a, double b)
{
  return a < b ? a : b;
}

static double larger(double a, double b)
{
  return a > b ? a : b;
}

static void* grown(void* block, size_t bytes)
{
  void* more = realloc(block, bytes == 0 ? 1 : bytes);
  if (more == NULL)
  {
    abort(); // a test without memory has nothing to say
  }
  return more;
}

void soak_grid_add(soak_grid* grid, const brute_triangle* triangles, int32_t count, int32_t owner)
{
  const int32_t total = grid->count + count;
  if (total > grid->capacity)
  {
    grid->capacity = 2 * total;
    grid->triangles = grown(grid->triangles, (size_t)grid->capacity * sizeof *triangles);
    grid->owner = grown(grid->owner, (size_t)grid->capacity * sizeof(int32_t));
  }
  memcpy(grid->triangles + grid->count, triangles, (size_t)count * sizeof *triangles);
  for (int32_t i = grid->count; i < total; ++i)
  {
    grid->owner[i] = owner;
  }
  grid->count = total;
}

void soak_grid_clear(soak_grid* grid)
{
  free(grid->triangles);
  free(grid->owner);
  free(grid->start);
  free(grid->list);
  free(grid->far);
  free(grid->stamp);
  free(grid->near);
  free(grid->boxes);
  memset(grid, 0, sizeof *grid);
}

// --- Cells ---

static ep_box box_of(const brute_triangle* t, double more)
{
  ep_box box;
  for (int k = 0; k < 3; ++k)
  {
    box.lo[k] = smaller(t->v[0][k], smaller(t->v[1][k], t->v[2][k])) - t->radius - more;
    box.hi[k] = larger(t->v[0][k], larger(t->v[1][k], t->v[2][k])) + t->radius + more;
  }
  return box;
}

ep_box soak_box(const brute_triangle* t)
{
  return box_of(t, 0.0);
}

static void size_up(soak_grid* grid)
{
  for (int k = 0; k < 3; ++k)
  {
    grid->lo[k] = 1e300;
    grid->hi[k] = -1e300;
  }
  for (int32_t i = 0; i < grid->count; ++i)
  {
    const ep_box box = box_of(&grid->triangles[i], 1e-6);
    for (int k = 0; k < 3; ++k)
    {
      grid->lo[k] = smaller(grid->lo[k], box.lo[k]);
      grid->hi[k] = larger(grid->hi[k], box.hi[k]);
    }
  }
  double volume = 1.0;
  for (int k = 0; k < 3; ++k)
  {
    volume *= grid->hi[k] - grid->lo[k] + CELL_LEAST;
  }
  grid->cell = larger(CELL_LEAST, cbrt(volume / smaller(CELLS_MOST, CELLS_EACH * grid->count)));
  for (int k = 0; k < 3; ++k)
  {
    grid->n[k] = 1 + (int32_t)((grid->hi[k] - grid->lo[k]) / grid->cell);
  }
}

// The cell of a coordinate, drawn into the grid.
static int32_t cell_of(const soak_grid* grid, int k, double x)
{
  const double at = floor((x - grid->lo[k]) / grid->cell);
  return at < 0.0 ? 0 : at >= grid->n[k] ? grid->n[k] - 1 : (int32_t)at;
}

static size_t index_of(const soak_grid* grid, int32_t x, int32_t y, int32_t z)
{
  return ((size_t)z * (size_t)grid->n[1] + (size_t)y) * (size_t)grid->n[0] + (size_t)x;
}

static size_t cell_count(const soak_grid* grid)
{
  return (size_t)grid->n[0] * (size_t)grid->n[1] * (size_t)grid->n[2];
}

static void middle_of(const soak_grid* grid, const int32_t at[3], double middle[3])
{
  for (int k = 0; k < 3; ++k)
  {
    middle[k] = grid->lo[k] + (at[k] + 0.5) * grid->cell;
  }
}

typedef void (*visitor)(soak_grid* grid, size_t cell, int32_t triangle);

// Cells that may hold a point of a triangle.
static void visit_cells(soak_grid* grid, int32_t triangle, visitor visit)
{
  const brute_triangle* t = &grid->triangles[triangle];
  const ep_box box = box_of(t, 1e-6);
  const double reach = HALF_DIAGONAL * grid->cell + t->radius + 1e-6;
  int32_t lo[3], hi[3], at[3];
  for (int k = 0; k < 3; ++k)
  {
    lo[k] = cell_of(grid, k, box.lo[k]);
    hi[k] = cell_of(grid, k, box.hi[k]);
  }
  for (at[2] = lo[2]; at[2] <= hi[2]; ++at[2])
  {
    for (at[1] = lo[1]; at[1] <= hi[1]; ++at[1])
    {
      for (at[0] = lo[0]; at[0] <= hi[0]; ++at[0])
      {
        double middle[3];
        middle_of(grid, at, middle);
        if (brute_point_triangle(middle, t->v) <= reach)
        {
          visit(grid, index_of(grid, at[0], at[1], at[2]), triangle);
        }
      }
    }
  }
}

static void count_one(soak_grid* grid, size_t cell, int32_t triangle)
{
  (void)triangle;
  ++grid->start[cell + 1];
}

static void put_one(soak_grid* grid, size_t cell, int32_t triangle)
{
  grid->list[grid->start[cell]++] = triangle;
}

static void fill_lists(soak_grid* grid)
{
  const size_t cells = cell_count(grid);
  grid->start = grown(NULL, (cells + 1) * sizeof(int32_t));
  memset(grid->start, 0, (cells + 1) * sizeof(int32_t));
  for (int32_t i = 0; i < grid->count; ++i)
  {
    visit_cells(grid, i, count_one);
  }
  for (size_t i = 0; i < cells; ++i)
  {
    grid->start[i + 1] += grid->start[i];
  }
  grid->list = grown(NULL, (size_t)grid->start[cells] * sizeof(int32_t));
  for (int32_t i = 0; i < grid->count; ++i)
  {
    visit_cells(grid, i, put_one);
  }
  memmove(grid->start + 1, grid->start, cells * sizeof(int32_t)); // each was moved to its end
  grid->start[0] = 0;
}

// --- Distances from occupied cells ---

#define LINE_MAX 4096

// Of one line of squares of distances, the least of value + square of the way: the lower envelope
// of parabolas (Felzenszwalb and Huttenlocher, 2012).
static void spread_line(float* line, size_t stride, int32_t n)
{
  static double value[LINE_MAX], border[LINE_MAX + 1];
  static int32_t at[LINE_MAX];
  int32_t top = -1;
  for (int32_t i = 0; i < n; ++i)
  {
    value[i] = (double)line[(size_t)i * stride];
    double from = -1e30;
    while (top >= 0)
    {
      const int32_t j = at[top];
      from = (value[i] - value[j] + (double)i * i - (double)j * j) / (2.0 * (i - j));
      if (from > border[top])
      {
        break;
      }
      --top;
      from = -1e30;
    }
    at[++top] = i;
    border[top] = from;
    border[top + 1] = 1e30;
  }
  for (int32_t i = 0, part = 0; i < n; ++i)
  {
    while (border[part + 1] < i)
    {
      ++part;
    }
    const double d = i - at[part];
    line[(size_t)i * stride] = (float)(value[at[part]] + d * d);
  }
}

static void fill_far(soak_grid* grid)
{
  const size_t cells = cell_count(grid);
  grid->far = grown(NULL, cells * sizeof(float));
  for (size_t i = 0; i < cells; ++i)
  {
    grid->far[i] = grid->start[i + 1] > grid->start[i] ? 0.0f : 1e9f;
  }
  const int32_t* n = grid->n;
  for (int32_t i = 0; i < n[1] * n[2]; ++i)
  {
    spread_line(grid->far + (size_t)i * (size_t)n[0], 1, n[0]);
  }
  for (int32_t i = 0; i < n[0] * n[2]; ++i)
  {
    spread_line(grid->far + index_of(grid, i % n[0], 0, i / n[0]), (size_t)n[0], n[1]);
  }
  for (int32_t i = 0; i < n[0] * n[1]; ++i)
  {
    spread_line(grid->far + (size_t)i, (size_t)n[0] * (size_t)n[1], n[2]);
  }
  for (size_t i = 0; i < cells; ++i) // from middles to any point of an occupied cell
  {
    const double away = grid->cell * (sqrt((double)grid->far[i]) - HALF_DIAGONAL);
    grid->far[i] = (float)(away - 1e-6 * fabs(away) - 1e-6);
  }
}

void soak_grid_build(soak_grid* grid)
{
  size_up(grid);
  if (grid->n[0] > LINE_MAX || grid->n[1] > LINE_MAX || grid->n[2] > LINE_MAX)
  {
    abort();
  }
  fill_lists(grid);
  fill_far(grid);
  grid->stamp = grown(NULL, (size_t)grid->count * sizeof(int64_t));
  memset(grid->stamp, 0, (size_t)grid->count * sizeof(int64_t));
  grid->near = grown(NULL, (size_t)grid->count * sizeof(int32_t));
  grid->boxes = grown(NULL, (size_t)grid->count * sizeof(ep_box));
  for (int32_t i = 0; i < grid->count; ++i)
  {
    grid->boxes[i] = box_of(&grid->triangles[i], 0.0);
  }
}

// --- Questions ---

double soak_grid_far(const soak_grid* grid, const double p[3])
{
  // For every x of the box, |p - x|^2 >= |p - q|^2 + |q - x|^2 with q the box's nearest point.
  double out2 = 0.0, off2 = 0.0;
  int32_t at[3];
  double q[3], middle[3];
  for (int k = 0; k < 3; ++k)
  {
    q[k] = smaller(grid->hi[k], larger(grid->lo[k], p[k]));
    at[k] = cell_of(grid, k, q[k]);
    out2 += (p[k] - q[k]) * (p[k] - q[k]);
  }
  middle_of(grid, at, middle);
  for (int k = 0; k < 3; ++k)
  {
    off2 += (q[k] - middle[k]) * (q[k] - middle[k]);
  }
  const double in = (double)grid->far[index_of(grid, at[0], at[1], at[2])] - sqrt(off2);
  return out2 == 0.0 ? in : sqrt(out2 + (in > 0.0 ? in * in : 0.0)) - 1e-9;
}

double soak_box_gap(const ep_box* a, const ep_box* b)
{
  return sqrt(brute_box_gap2(a, b));
}

static void gather_cell(soak_grid* grid, size_t cell, const ep_box* box, int32_t owner,
                        double reach)
{
  for (int32_t i = grid->start[cell]; i < grid->start[cell + 1]; ++i)
  {
    const int32_t index = grid->list[i];
    if (grid->stamp[index] == grid->question || (owner != SOAK_ANY && owner != grid->owner[index]))
    {
      continue;
    }
    grid->stamp[index] = grid->question;
    if (brute_box_gap2(box, &grid->boxes[index]) < reach * reach)
    {
      grid->near[grid->near_count++] = index;
    }
  }
}

void soak_grid_gather(soak_grid* grid, const ep_box* box, int32_t owner, double reach)
{
  int32_t lo[3], hi[3], at[3];
  grid->near_count = 0;
  for (int k = 0; k < 3; ++k)
  {
    if (box->lo[k] - reach > grid->hi[k] || box->hi[k] + reach < grid->lo[k])
    {
      return;
    }
    lo[k] = cell_of(grid, k, box->lo[k] - reach);
    hi[k] = cell_of(grid, k, box->hi[k] + reach);
  }
  ++grid->question;
  for (at[2] = lo[2]; at[2] <= hi[2]; ++at[2])
  {
    for (at[1] = lo[1]; at[1] <= hi[1]; ++at[1])
    {
      for (at[0] = lo[0]; at[0] <= hi[0]; ++at[0])
      {
        gather_cell(grid, index_of(grid, at[0], at[1], at[2]), box, owner, reach);
      }
    }
  }
}

double soak_grid_distance(const soak_grid* grid, const brute_triangle* t, double best,
                          int32_t* which)
{
  const ep_box box = soak_box(t);
  for (int32_t i = 0; i < grid->near_count && best > 0.0; ++i)
  {
    const brute_triangle* other = &grid->triangles[grid->near[i]];
    if (brute_box_gap2(&box, &grid->boxes[grid->near[i]]) < best * best &&
        brute_triangle_gap(t, other) < best)
    {
      const double d = brute_triangle_distance(t, other);
      *which = d < best ? grid->near[i] : *which;
      best = smaller(best, d);
    }
  }
  return best;
}
