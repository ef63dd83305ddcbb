/// @file bench_motion.c
#include "bench_motion.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bench_motion bench_motion_new(const bench_name* names, int32_t width)
{
  return (bench_motion){.names = names, .width = width};
}

void bench_motion_free(bench_motion* motion)
{
  free(motion->values);
  *motion = bench_motion_new(motion->names, motion->width);
}

double* bench_motion_add(bench_motion* motion)
{
  const size_t row = (size_t)motion->width * sizeof(double);
  if (motion->count == motion->room)
  {
    motion->room = motion->room * 2 + 64;
    double* larger = realloc(motion->values, (size_t)motion->room * row);
    if (larger == NULL)
    {
      gen_give_up("no memory for a motion");
    }
    motion->values = larger;
  }
  double* added = motion->values + (size_t)motion->count++ * (size_t)motion->width;
  memset(added, 0, row);
  return added;
}

const double* bench_motion_row(const bench_motion* motion, int32_t row)
{
  if (row < 0 || row >= motion->count)
  {
    gen_give_up("a motion of %d configurations has none with number %d", (int)motion->count,
                (int)row);
  }
  return motion->values + (size_t)row * (size_t)motion->width;
}

/// @name Files
/// @{

static void print_names(FILE* file, const bench_motion* motion)
{
  fputs("# joints:", file);
  for (int32_t i = 0; i < motion->width; ++i)
  {
    fprintf(file, " %s", motion->names[i].text);
  }
  fputc('\n', file);
}

/// A micrometre or a microradian is near enough for anything, and the text is the definition.
static void print_row(FILE* file, const bench_motion* motion, int32_t row)
{
  const double* q = bench_motion_row(motion, row);
  for (int32_t i = 0; i < motion->width; ++i)
  {
    fprintf(file, i == 0 ? "%.7g" : " %.7g", q[i]);
  }
}

void bench_write_path(const bench_motion* motion, const char* folder, const char* file)
{
  gen_text text = gen_text_open(folder, file);
  print_names(text.file, motion);
  for (int32_t i = 0; i < motion->count; ++i)
  {
    print_row(text.file, motion, i);
    fputc('\n', text.file);
  }
  gen_text_close(&text);
}

void bench_write_edges(const char* folder, const char* file, const bench_edge* edges, int32_t n)
{
  gen_text text = gen_text_open(folder, file);
  print_names(text.file, edges[0].motion);
  for (int32_t i = 0; i < n; ++i)
  {
    print_row(text.file, edges[i].motion, edges[i].from);
    fputs("  ", text.file);
    print_row(text.file, edges[i].motion, edges[i].to);
    const bool labelled = edges[i].label != NULL;
    fprintf(text.file, "%s%s\n", labelled ? "  " : "", labelled ? edges[i].label : "");
  }
  gen_text_close(&text);
}

static void print_state(FILE* file, const char* key, const bench_motion* motion, int32_t row)
{
  const double* q = bench_motion_row(motion, row);
  fprintf(file, "    %s: {", key);
  for (int32_t i = 0; i < motion->width; ++i)
  {
    fprintf(file, "%s%s: %.7g",
            i == 0       ? ""
            : i % 6 == 0 ? ",\n      "
                         : ", ",
            motion->names[i].text, q[i]);
  }
  fputs("}\n", file);
}

void bench_print_query(FILE* file, const char* name, bench_edge query)
{
  fprintf(file, "  - name: %s\n", name);
  print_state(file, "start", query.motion, query.from);
  print_state(file, "goal", query.motion, query.to);
}

/// @}

void bench_folder(char path[1024], const char* folder, const char* name)
{
  const int size = snprintf(path, 1024, "%s/%s", folder, name);
  if (size < 0 || size >= 1024)
  {
    gen_give_up("%s/%s: the name is too long", folder, name);
  }
}

double bench_ease(double s)
{
  const double x = fmin(1.0, fmax(0.0, s));
  return x * x * x * (10.0 - x * (15.0 - 6.0 * x));
}

/// @name Turns
/// @{

bench_turn bench_turn_about(char axis, double angle)
{
  const int i = axis == 'x' ? 1 : axis == 'y' ? 2 : 0;
  const int j = (i + 1) % 3;
  bench_turn turn = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  turn.m[i][i] = turn.m[j][j] = cos(angle);
  turn.m[i][j] = -sin(angle);
  turn.m[j][i] = sin(angle);
  return turn;
}

bench_turn bench_turn_times(bench_turn a, bench_turn b)
{
  bench_turn c;
  for (int i = 0; i < 3; ++i)
  {
    for (int j = 0; j < 3; ++j)
    {
      c.m[i][j] = a.m[i][0] * b.m[0][j] + a.m[i][1] * b.m[1][j] + a.m[i][2] * b.m[2][j];
    }
  }
  return c;
}

bench_turn bench_turn_back(bench_turn a)
{
  bench_turn b;
  for (int i = 0; i < 3; ++i)
  {
    for (int j = 0; j < 3; ++j)
    {
      b.m[i][j] = a.m[j][i];
    }
  }
  return b;
}

gen_vec bench_turn_apply(bench_turn a, gen_vec v)
{
  return gen_v(a.m[0][0] * v.x + a.m[0][1] * v.y + a.m[0][2] * v.z,
               a.m[1][0] * v.x + a.m[1][1] * v.y + a.m[1][2] * v.z,
               a.m[2][0] * v.x + a.m[2][1] * v.y + a.m[2][2] * v.z);
}

void bench_turn_quaternion(bench_turn a, double xyzw[4])
{
  // The largest of the four squares is at least 1/4: divide by that one.
  const double trace = a.m[0][0] + a.m[1][1] + a.m[2][2];
  int best = 3;
  double most = trace;
  for (int i = 0; i < 3; ++i)
  {
    best = a.m[i][i] > most ? i : best;
    most = fmax(most, a.m[i][i]);
  }
  if (best == 3)
  {
    xyzw[3] = 0.5 * sqrt(1.0 + trace);
    for (int i = 0; i < 3; ++i)
    {
      const int j = (i + 1) % 3, k = (i + 2) % 3;
      xyzw[i] = (a.m[k][j] - a.m[j][k]) / (4.0 * xyzw[3]);
    }
    return;
  }
  const int j = (best + 1) % 3, k = (best + 2) % 3;
  const double x = 0.5 * sqrt(1.0 + a.m[best][best] - a.m[j][j] - a.m[k][k]);
  const double w = (a.m[k][j] - a.m[j][k]) / (4.0 * x);
  const double sign = w < 0.0 ? -1.0 : 1.0;
  xyzw[best] = sign * x;
  xyzw[j] = sign * (a.m[j][best] + a.m[best][j]) / (4.0 * x);
  xyzw[k] = sign * (a.m[k][best] + a.m[best][k]) / (4.0 * x);
  xyzw[3] = sign * w;
}

/// @}
