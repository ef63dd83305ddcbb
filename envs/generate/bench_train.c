/// @file bench_train.c
/// A train's links and joints, and its configurations.
#include "bench_train.h"

#include <math.h>

#define COUPLING_LIMIT 1.5 ///< rad, of each of the three joints

static const gen_vec colours[] = {{0.15, 0.17, 0.20}, {0.20, 0.22, 0.26}, {0.62, 0.22, 0.16},
                                  {0.72, 0.74, 0.76}, {0.34, 0.36, 0.38}, {0.55, 0.38, 0.20},
                                  {0.16, 0.38, 0.30}, {0.78, 0.56, 0.14}};

static const char* const turns[] = {"yaw", "pitch", "roll"};

/// The wagon, or one of the two links without geometry between it and the one before.
static void link_name(char name[32], int32_t wagon, const char* turn)
{
  snprintf(name, 32, "%s_%02d%s%s", turn == NULL ? "wagon" : "coupling", (int)wagon,
           turn == NULL ? "" : "_", turn == NULL ? "" : turn);
}

/// The joints of the coupling before wagon i, and the two links without geometry in between.
static void add_coupling(gen_robot* robot, int32_t i)
{
  for (int k = 0; k < 3; ++k)
  {
    char name[32], parent[32], child[32];
    snprintf(name, sizeof name, "coupling_%02d_%s", (int)i, turns[k]);
    link_name(parent, k == 0 ? i - 1 : i, k == 0 ? NULL : turns[k - 1]);
    link_name(child, i, k == 2 ? NULL : turns[k]);
    if (k < 2)
    {
      gen_robot_link(robot, child, NULL, colours[0]);
    }
    gen_robot_joint(robot, &(gen_joint){.name = name,
                                        .type = "revolute",
                                        .parent = parent,
                                        .child = child,
                                        .xyz = gen_v(k == 0 ? -TRAIN_PITCH : 0.0, 0.0, 0.0),
                                        .axis = gen_v(k == 2, k == 1, k == 0),
                                        .lower = -COUPLING_LIMIT,
                                        .upper = COUPLING_LIMIT});
  }
}

void bench_write_train(const char* folder, const char* name, const bench_wagon* wagons, int32_t n)
{
  gen_robot robot = gen_robot_begin(folder, name);
  gen_robot_link(&robot, "world", NULL, colours[0]);
  gen_robot_joint(
      &robot,
      &(gen_joint){.name = "base", .type = "floating", .parent = "world", .child = "wagon_00"});
  for (int32_t i = 0; i < n; ++i)
  {
    char link[32];
    link_name(link, i, NULL);
    gen_mesh mesh = bench_wagon_shape(wagons[i]);
    gen_robot_link(&robot, link, &mesh, colours[wagons[i]]);
    gen_mesh_free(&mesh);
    if (i > 0)
    {
      add_coupling(&robot, i);
    }
  }
  gen_robot_end(&robot);
}

void bench_train_names(const char* prefix, int32_t wagons, bench_name* names)
{
  static const char* const base[] = {"x", "y", "z", "qx", "qy", "qz", "qw"};
  int32_t n = 0;
  for (int i = 0; i < 7; ++i)
  {
    snprintf(names[n++].text, sizeof(bench_name), "%sbase.%s", prefix, base[i]);
  }
  for (int32_t i = 1; i < wagons; ++i)
  {
    for (int k = 0; k < 3; ++k)
    {
      snprintf(names[n++].text, sizeof(bench_name), "%scoupling_%02d_%s", prefix, (int)i, turns[k]);
    }
  }
}

/// Columns: forward, left, up.
static bench_turn wagon_turn(const bench_chain* chain, int32_t i)
{
  const gen_vec x = gen_unit(gen_sub(chain->at[i], chain->at[i + 1]));
  const gen_vec y = gen_unit(gen_cross(chain->up[i], x));
  const gen_vec z = gen_cross(x, y);
  return (bench_turn){{{x.x, y.x, z.x}, {x.y, y.y, z.y}, {x.z, y.z, z.z}}};
}

void bench_train_solve(const bench_chain* chain, int32_t wagons, double* q)
{
  bench_turn last = wagon_turn(chain, 0);
  q[0] = chain->at[0].x;
  q[1] = chain->at[0].y;
  q[2] = chain->at[0].z;
  bench_turn_quaternion(last, q + 3);
  for (int32_t i = 1; i < wagons; ++i)
  {
    const bench_turn here = wagon_turn(chain, i);
    const bench_turn bend = bench_turn_times(bench_turn_back(last), here);
    double* angles = q + 7 + 3 * (i - 1);
    angles[0] = atan2(bend.m[1][0], bend.m[0][0]);
    angles[1] = -asin(fmax(-1.0, fmin(1.0, bend.m[2][0])));
    angles[2] = atan2(bend.m[2][1], bend.m[2][2]);
    for (int k = 0; k < 3; ++k)
    {
      if (!(fabs(angles[k]) <= COUPLING_LIMIT))
      {
        gen_give_up("train: coupling %d: %s of %g rad is more than %g", (int)i, turns[k], angles[k],
                    COUPLING_LIMIT);
      }
    }
    last = here;
  }
}
