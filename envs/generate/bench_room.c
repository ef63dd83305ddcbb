/// @file bench_room.c
/// A machine room: 1,180 objects, placed by program from the parts of bench_room_parts.c.
#include "bench_puma.h"

#include <math.h>
#include <string.h>

#define OBJECTS 1180  ///< as many as in the paper
#define CONDUIT 0.016 ///< m: radius of pipes for cables, which have no flanges

typedef struct room
{
  FILE* scene;
  int32_t placed;
} room;

/// @name Placing
/// @{

static int32_t part_number(const char* name)
{
  for (int32_t i = 0; i < bench_part_count; ++i)
  {
    if (strcmp(bench_parts[i].name, name) == 0)
    {
      return i;
    }
  }
  gen_give_up("machine room: there is no part '%s'", name);
}

static void put(room* r, const char* name, gen_place at)
{
  part_number(name);
  fprintf(r->scene, "  - {name: %s_%04d, mesh: parts/%s.ply, matrix: [", name, (int)r->placed++,
          name);
  for (int i = 0; i < 12; ++i)
  {
    fprintf(r->scene, "%.9g, ", at.m[i / 4][i % 4]);
  }
  fputs("0, 0, 0, 1]}\n", r->scene);
}

/// Standing at a point, turned about z.
static void stand(room* r, const char* name, gen_vec at, double yaw)
{
  put(r, name, gen_place_times(gen_place_at(at), gen_place_turn('z', yaw)));
}

/// The place whose columns are these, with the origin at a point.
static gen_place columns(gen_vec x, gen_vec y, gen_vec z, gen_vec at)
{
  return (gen_place){{{x.x, y.x, z.x, at.x}, {x.y, y.y, z.y, at.y}, {x.z, y.z, z.z, at.z}}};
}

/// A direction across another, level where it can be.
static gen_vec beside(gen_vec along)
{
  return fabs(along.z) > 0.9 ? gen_v(1, 0, 0) : gen_unit(gen_cross(gen_v(0, 0, 1), along));
}

/// @}
/// @name Pipes
/// @{

/// The place whose z runs along, scaled: across by `radius`, along by `length`.
static gen_place pipe_place(gen_vec at, gen_vec along, double radius, double length)
{
  const gen_vec x = beside(along);
  return columns(gen_times(x, radius), gen_times(gen_cross(along, x), radius),
                 gen_times(along, length), at);
}

/// A hanger towards the nearest thing that could hold it: the ceiling, or the wall behind.
static void hang(room* r, gen_vec at, gen_vec along, double radius)
{
  const gen_vec to = fabs(along.z) > 0.9 ? gen_v(0, 1, 0) : gen_v(0, 0, 1);
  put(r, "clamp",
      columns(gen_times(to, radius), gen_times(gen_cross(along, to), radius),
              gen_times(along, radius), at));
}

static void straight(room* r, gen_vec a, gen_vec b, double radius)
{
  const gen_vec along = gen_unit(gen_sub(b, a));
  const double length = gen_length(gen_sub(b, a));
  put(r, "pipe", pipe_place(a, along, radius, length));
  const int pieces = (int)(length / 1.6) + 1;
  for (int i = 0; i < pieces && length > 8.0 * radius; ++i)
  {
    if (radius > CONDUIT)
    {
      const gen_vec joint = gen_add(a, gen_times(along, length * (i + 0.5) / pieces));
      put(r, "flange", pipe_place(joint, along, radius, radius));
    }
    if (i > 0 || radius <= CONDUIT)
    {
      hang(r, gen_add(a, gen_times(along, length * i / pieces)), along, radius);
    }
  }
}

/// A pipe along corners, all of its pieces along x, y or z.
static void route(room* r, double radius, const gen_vec* corners, int32_t n)
{
  gen_vec from = corners[0];
  for (int32_t i = 1; i < n; ++i)
  {
    const gen_vec along = gen_unit(gen_sub(corners[i], corners[i - 1]));
    const bool last = i + 1 == n;
    const gen_vec to = last ? corners[i] : gen_sub(corners[i], gen_times(along, 2.0 * radius));
    straight(r, from, to, radius);
    if (!last)
    {
      const gen_vec next = gen_unit(gen_sub(corners[i + 1], corners[i]));
      put(r, "bend",
          columns(gen_times(next, radius), gen_times(gen_cross(along, next), radius),
                  gen_times(along, radius), to));
      from = gen_add(corners[i], gen_times(next, 2.0 * radius));
    }
  }
}

/// A valve in a pipe, its hand wheel towards a side.
static void valve(room* r, gen_vec at, gen_vec along, gen_vec wheel, double radius)
{
  put(r, "valve",
      columns(gen_times(wheel, radius), gen_times(gen_cross(along, wheel), radius),
              gen_times(along, radius), at));
}

static void ceiling_pipes(room* r)
{
  for (int i = 0; i < 9; ++i)
  {
    const double y = 1.15 + 0.17 * i, z = 2.86 - 0.03 * (i % 3), x = 3.25 - 0.10 * (i % 2);
    const gen_vec line[] = {{-3.30, y, 0.0}, {-3.30, y, z}, {x, y, z}, {x, y, 1.30 - 0.08 * i}};
    route(r, 0.045, line, BENCH_COUNT(line));
    valve(r, gen_v(-3.30, y, 1.10 + 0.28 * (i % 2)), gen_v(0, 0, 1), gen_v(1, 0, 0), 0.045);
  }
  for (int i = 0; i < 8; ++i)
  {
    const double x = -2.9 + 0.17 * i, z = 2.52 - 0.04 * (i % 2);
    const gen_vec line[] = {{x, -2.80, 0.0}, {x, -2.80, z}, {x, 2.62, z}, {x, 2.62, 0.9 + 0.1 * i}};
    route(r, 0.040, line, BENCH_COUNT(line));
    valve(r, gen_v(x, -2.80, 0.9 + 0.3 * (i % 2)), gen_v(0, 0, 1), gen_v(0, 1, 0), 0.040);
  }
}

static void wall_pipes(room* r)
{
  for (int i = 0; i < 9; ++i)
  {
    const double z = 0.30 + 0.21 * i, in = 0.12 * (i % 2);
    const gen_vec line[] = {{-2.7 + in, 2.86, 0.0},
                            {-2.7 + in, 2.86, z},
                            {-0.5 + 0.2 * i, 2.86, z},
                            {-0.5 + 0.2 * i, 2.86, z + 0.18},
                            {2.6, 2.86, z + 0.18}};
    route(r, 0.040, line, BENCH_COUNT(line));
    stand(r, "gauge", gen_v(2.2 - 0.11 * i, 2.86, z + 0.21), -0.5 * GEN_PI);
  }
  for (int i = 0; i < 7; ++i)
  {
    const double x = 2.35 + 0.15 * i, z = 2.20 - 0.05 * i;
    const gen_vec line[] = {{x, -2.6, 0.0},
                            {x, -2.6, z},
                            {x, 0.4, z},
                            {x, 0.4, 0.35 + 0.05 * i},
                            {x, 0.9, 0.35 + 0.05 * i}};
    route(r, 0.045, line, BENCH_COUNT(line));
    stand(r, "gauge", gen_v(x, -1.4 + 0.1 * i, z + 0.04), GEN_PI);
  }
}

/// Around the arm, within its reach.
static void near_pipes(room* r)
{
  const gen_vec over[] = {
      {0.72, -1.5, 0.0}, {0.72, -1.5, 1.30}, {0.72, 1.0, 1.30}, {0.72, 1.0, 2.70}};
  const gen_vec low[] = {{0.86, -1.5, 0.0},
                         {0.86, -1.5, 0.42},
                         {0.86, 1.0, 0.42},
                         {1.60, 1.0, 0.42},
                         {1.60, 1.0, 2.70}};
  const gen_vec left[] = {
      {-1.2, 0.80, 0.0}, {-1.2, 0.80, 1.05}, {0.35, 0.80, 1.05}, {0.35, 0.80, 2.70}};
  const gen_vec side[] = {
      {-1.0, -0.86, 0.0}, {-1.0, -0.86, 0.80}, {0.30, -0.86, 0.80}, {0.30, -0.86, 2.70}};
  const gen_vec top[] = {
      {-1.4, -0.2, 2.70}, {-1.4, -0.2, 1.92}, {1.2, -0.2, 1.92}, {1.2, -0.2, 2.70}};
  route(r, 0.050, over, BENCH_COUNT(over));
  route(r, 0.055, low, BENCH_COUNT(low));
  route(r, 0.040, left, BENCH_COUNT(left));
  route(r, 0.045, side, BENCH_COUNT(side));
  route(r, 0.050, top, BENCH_COUNT(top));
  valve(r, gen_v(0.72, 0.55, 1.30), gen_v(0, 1, 0), gen_v(-1, 0, 0), 0.050);
  valve(r, gen_v(0.86, -0.75, 0.42), gen_v(0, 1, 0), gen_v(0, 0, 1), 0.055);
  valve(r, gen_v(-0.45, 0.80, 1.05), gen_v(1, 0, 0), gen_v(0, 0, 1), 0.040);
  for (int i = 0; i < 4; ++i)
  {
    const double y = -0.62 + 0.40 * i;
    const gen_vec rise[] = {{1.02, y, 0.0}, {1.02, y, 0.95}, {1.75, y, 0.95}, {1.75, y, 2.70}};
    route(r, 0.030, rise, BENCH_COUNT(rise));
  }
}

/// From the cabinets and panels up to the ceiling, and across.
static void conduits(room* r)
{
  for (int i = 0; i < 18; ++i)
  {
    const double y = -2.74 + 0.19 * i, z = 2.94 - 0.05 * (i % 3), x = -0.6 + 0.24 * (i % 12);
    const gen_vec line[] = {{-3.30, y, 1.95}, {-3.30, y, z}, {x, y, z}, {x, y, 2.30 + 0.02 * i}};
    route(r, CONDUIT, line, BENCH_COUNT(line));
  }
  for (int i = 0; i < 12; ++i)
  {
    const double x = -3.1 + 0.26 * i, z = 2.32 - 0.04 * (i % 4);
    const gen_vec line[] = {{x, 2.94, 0.0}, {x, 2.94, z}, {x + 2.6, 2.94, z}, {x + 2.6, 2.94, 0.5}};
    route(r, 0.014, line, BENCH_COUNT(line));
  }
}

/// @}
/// @name Machines and structure
/// @{

/// A pump and its motor on a skid, with a pipe to the pump and one away from it.
static void pump_set(room* r, double x, double y, double reach)
{
  stand(r, "skid", gen_v(x, y, 0.0), 0.0);
  stand(r, "pump", gen_v(x, y + 0.30, 0.12), 0.0);
  stand(r, "motor", gen_v(x, y - 0.36, 0.14), 0.0);
  const gen_vec in[] = {{x, y + 0.51, 0.36}, {x, y + 0.95, 0.36}, {x, y + 0.95, 0.0}};
  const gen_vec out[] = {{x + 0.13, y + 0.30, 0.64},
                         {x + 0.13, y + 0.30, reach},
                         {x + 0.13, y - 0.75, reach},
                         {x + 0.13, y - 0.75, 2.66}};
  route(r, 0.055, in, BENCH_COUNT(in));
  route(r, 0.055, out, BENCH_COUNT(out));
  valve(r, gen_v(x + 0.13, y + 0.30, 0.92), gen_v(0, 0, 1), gen_v(1, 0, 0), 0.055);
  stand(r, "gauge", gen_v(x + 0.13, y - 0.2, reach + 0.05), 0.0);
}

static void machines(room* r)
{
  for (int i = 0; i < 3; ++i)
  {
    pump_set(r, 1.45, -2.1 + 1.95 * i, 1.35 + 0.1 * i);
    stand(r, "tank", gen_v(-2.45 + 1.25 * i, 1.95, 0.0), -0.5 * GEN_PI);
  }
  pump_set(r, -1.75, -1.75, 1.50);
  pump_set(r, -0.55, -2.05, 1.40);
  stand(r, "exchanger", gen_v(0.45, -2.2, 0.0), 0.0);
  stand(r, "exchanger", gen_v(-2.35, -0.2, 0.0), 0.0);
  stand(r, "fan", gen_v(-1.55, 0.3, 0.0), 0.9);
  stand(r, "fan", gen_v(3.05, 1.5, 0.0), -0.3);
  for (int i = 0; i < 6; ++i)
  {
    stand(r, "cabinet", gen_v(-3.30, -2.5 + 0.62 * i, 0.0), 0.0);
    stand(r, "drum", gen_v(1.3 + 0.62 * (i % 3), 1.55 + 0.62 * (i / 3), 0.0), 0.4 * i);
    stand(r, "crate", gen_v(2.2 + 0.70 * (i / 3), -2.8, 0.34 * (i % 3)), 0.06 * i);
    stand(r, "extinguisher", gen_v(-3.0 + 1.2 * i, -2.9, 0.0), 0.5);
  }
  for (int i = 0; i < 3; ++i)
  {
    stand(r, "panel", gen_v(-1.05 + 0.7 * i, 1.35, 0.0), -0.5 * GEN_PI);
  }
}

static void beam_between(room* r, gen_vec a, gen_vec b)
{
  const gen_vec along = gen_unit(gen_sub(b, a));
  put(r, "beam", pipe_place(a, along, 1.0, gen_length(gen_sub(b, a))));
}

static void structure(room* r)
{
  put(r, "slab",
      gen_place_times(gen_place_at(gen_v(-3.7, -3.1, 0.0)), gen_place_scale(7.4, 6.2, 1)));
  put(r, "slab",
      columns(gen_v(7.4, 0, 0), gen_v(0, 0, 3.2), gen_v(0, -1, 0), gen_v(-3.7, 3.0, 0.0)));
  put(r, "slab",
      columns(gen_v(0, 6.2, 0), gen_v(0, 0, 3.2), gen_v(1, 0, 0), gen_v(-3.6, -3.1, 0.0)));
  for (int i = 0; i < 8; ++i)
  {
    const double x = -3.45 + 2.3 * (i % 4), y = i < 4 ? -2.95 : 2.93;
    beam_between(r, gen_v(x, y, 0.0), gen_v(x, y, 3.1));
  }
  for (int i = 0; i < 10; ++i)
  {
    beam_between(r, gen_v(-3.5 + 0.77 * i, -3.0, 3.06), gen_v(-3.5 + 0.77 * i, 3.0, 3.06));
  }
  for (int i = 0; i < 7; ++i)
  {
    stand(r, "tray", gen_v(0.62, -3.0 + 0.86 * i, 2.62), 0.0);
    stand(r, "tray", gen_v(1.02, -3.0 + 0.86 * i, 2.62), 0.0);
    stand(r, "duct", gen_v(2.05, -3.05 + 0.86 * i, 2.70), 0.0);
    stand(r, "lamp", gen_v(-0.4 + 0.9 * (i % 4), -1.8 + 2.4 * (i / 4), 2.96), 0.0);
  }
}

/// A walkway above the tanks, with a ladder.
static void walkway(room* r)
{
  for (int i = 0; i < 5; ++i)
  {
    stand(r, "grating", gen_v(-3.2 + 1.0 * i, 1.5, 2.2), 0.0);
    put(r, "rail",
        gen_place_times(gen_place_at(gen_v(-2.2 + 1.0 * i, 1.5, 2.2)),
                        gen_place_turn('z', 0.5 * GEN_PI)));
    beam_between(r, gen_v(-3.2 + 1.0 * i, 1.5, 2.10), gen_v(-3.2 + 1.0 * i, 2.5, 2.10));
  }
  stand(r, "rungs", gen_v(1.85, 1.9, 0.0), 0.0);
}

/// Spare flanges and valves on shelves at the back wall, until the room is full.
static void shelves(room* r)
{
  const int32_t first = r->placed;
  for (int32_t i = 0; r->placed < OBJECTS; ++i)
  {
    const double x = 2.75 + 0.13 * (i % 6), z = 0.55 + 0.24 * (i / 6 % 8),
                 y = 2.55 + 0.13 * (i / 48);
    put(r, "flange", pipe_place(gen_v(x, y, z + 0.02), gen_v(0, 0, 1), 0.03, 0.03));
  }
  if (r->placed != OBJECTS || first > OBJECTS)
  {
    gen_give_up("machine room: %d objects", (int)r->placed);
  }
}

/// @}

void bench_write_room(const char* folder, FILE* scene)
{
  for (int32_t i = 0; i < bench_part_count; ++i)
  {
    char file[64];
    snprintf(file, sizeof file, "parts/%s.ply", bench_parts[i].name);
    gen_mesh mesh = gen_mesh_new();
    bench_parts[i].shape(&mesh);
    gen_write_mesh(folder, file, &mesh);
    gen_mesh_free(&mesh);
  }
  room r = {.scene = scene};
  structure(&r);
  machines(&r);
  near_pipes(&r);
  ceiling_pipes(&r);
  wall_pipes(&r);
  conduits(&r);
  walkway(&r);
  shelves(&r);
}
