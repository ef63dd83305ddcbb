/// @file bench_mannequin.c
/// The mannequin's body and joints.
#include "bench_mannequin.h"

#include "bench_body.h"
#include "bench_shape.h"

#include <string.h>

static const gen_vec wood = {0.82, 0.62, 0.40};

/// @name Shapes, each in the frame of its joint
/// @{

static void ball(gen_mesh* mesh, gen_vec center, double radius)
{
  gen_ball(mesh, center, radius, 18, 9);
}

static gen_mesh pelvis(void)
{
  static const bench_slice slices[] = {
      {-0.120, 0.000, 0, 0.035, 0.030},  {-0.100, 0.000, 0, 0.065, 0.070},
      {-0.065, -0.004, 0, 0.088, 0.125}, {-0.020, -0.008, 0, 0.100, 0.156},
      {0.035, -0.006, 0, 0.092, 0.156},  {0.075, 0.000, 0, 0.078, 0.132},
      {0.105, 0.000, 0, 0.064, 0.105},   {0.115, 0.000, 0, 0.040, 0.070}};
  gen_mesh mesh = gen_mesh_new();
  bench_limb(&mesh, slices, BENCH_COUNT(slices), (bench_skin){3, 32, 2.3});
  return mesh;
}

static gen_mesh chest(void)
{
  static const bench_slice slices[] = {
      {0.000, 0.000, 0, 0.050, 0.080}, {0.015, 0.000, 0, 0.076, 0.112},
      {0.070, 0.004, 0, 0.086, 0.126}, {0.150, 0.006, 0, 0.100, 0.146},
      {0.230, 0.008, 0, 0.112, 0.166}, {0.300, 0.004, 0, 0.104, 0.172},
      {0.350, 0.000, 0, 0.080, 0.148}, {0.385, 0.000, 0, 0.056, 0.092},
      {0.410, 0.000, 0, 0.045, 0.052}, {0.420, 0.000, 0, 0.028, 0.030}};
  gen_mesh mesh = gen_mesh_new();
  bench_limb(&mesh, slices, BENCH_COUNT(slices), (bench_skin){3, 36, 2.4});
  ball(&mesh, gen_v(0.0, 0.0, 0.0), 0.072);
  return mesh;
}

static gen_mesh head(void)
{
  static const bench_slice slices[] = {
      {-0.015, 0.000, 0, 0.030, 0.032}, {0.000, 0.000, 0, 0.044, 0.046},
      {0.040, 0.004, 0, 0.044, 0.044},  {0.070, 0.012, 0, 0.054, 0.048},
      {0.088, 0.022, 0, 0.074, 0.056},  {0.115, 0.018, 0, 0.088, 0.066},
      {0.165, 0.008, 0, 0.098, 0.075},  {0.215, 0.000, 0, 0.097, 0.076},
      {0.250, -0.006, 0, 0.080, 0.064}, {0.272, -0.006, 0, 0.050, 0.042},
      {0.280, -0.006, 0, 0.018, 0.016}};
  static const bench_slice nose[] = {{0.128, 0.100, 0, 0.010, 0.010},
                                     {0.134, 0.110, 0, 0.018, 0.014},
                                     {0.150, 0.106, 0, 0.015, 0.010},
                                     {0.182, 0.096, 0, 0.008, 0.007}};
  static const bench_slice ear[] = {{0.130, 0.000, 0.068, 0.008, 0.006},
                                    {0.142, -0.004, 0.074, 0.016, 0.010},
                                    {0.172, -0.010, 0.078, 0.022, 0.010},
                                    {0.188, -0.010, 0.074, 0.008, 0.006}};
  gen_mesh mesh = gen_mesh_new();
  bench_limb(&mesh, slices, BENCH_COUNT(slices), (bench_skin){3, 32, 2.1});
  bench_limb(&mesh, nose, BENCH_COUNT(nose), (bench_skin){3, 10, 2.0});
  bench_limb(&mesh, ear, BENCH_COUNT(ear), (bench_skin){3, 10, 2.0});
  mesh.at = gen_place_scale(1.0, -1.0, 1.0);
  bench_limb(&mesh, ear, BENCH_COUNT(ear), (bench_skin){3, 10, 2.0});
  return mesh;
}

static gen_mesh upper_arm(void)
{
  static const bench_slice slices[] = {{-0.272, 0, 0, 0.016, 0.016}, {-0.262, 0, 0, 0.030, 0.029},
                                       {-0.230, 0, 0, 0.036, 0.033}, {-0.150, 0, 0, 0.044, 0.040},
                                       {-0.070, 0, 0, 0.048, 0.044}, {-0.035, 0, 0, 0.040, 0.038},
                                       {-0.025, 0, 0, 0.020, 0.020}};
  gen_mesh mesh = gen_mesh_new();
  bench_limb(&mesh, slices, BENCH_COUNT(slices), (bench_skin){3, 18, 2.0});
  ball(&mesh, gen_v(0.0, 0.0, 0.0), 0.052);
  return mesh;
}

static gen_mesh forearm(void)
{
  static const bench_slice slices[] = {{-0.238, 0, 0, 0.012, 0.012}, {-0.230, 0, 0, 0.022, 0.019},
                                       {-0.200, 0, 0, 0.027, 0.023}, {-0.120, 0, 0, 0.036, 0.032},
                                       {-0.050, 0, 0, 0.040, 0.037}, {-0.025, 0, 0, 0.032, 0.030},
                                       {-0.018, 0, 0, 0.016, 0.016}};
  gen_mesh mesh = gen_mesh_new();
  bench_limb(&mesh, slices, BENCH_COUNT(slices), (bench_skin){3, 18, 2.0});
  ball(&mesh, gen_v(0.0, 0.0, 0.0), 0.036);
  return mesh;
}

/// A finger from `from`, `length` long, leaning forward by `lean` and bent a little inwards.
static void finger(gen_mesh* mesh, gen_vec from, double length, double lean, double radius)
{
  const double at[] = {0.02, 0.0, -0.5, -0.93, -1.0};
  const double size[] = {0.7, 1.0, 0.9, 0.7, 0.3};
  bench_slice slices[5];
  for (int i = 0; i < 5; ++i)
  {
    const int k = 4 - i;
    slices[i] =
        (bench_slice){from.z + at[k] * length, from.x - lean * at[k] * length,
                      from.y - 0.12 * at[k] * at[k] * length, size[k] * radius, size[k] * radius};
  }
  bench_limb(mesh, slices, 5, (bench_skin){2, 10, 2.0});
}

/// The left hand; the palm looks inwards, the thumb forward.
static gen_mesh hand(void)
{
  static const bench_slice palm[] = {{-0.098, 0, 0, 0.030, 0.008}, {-0.092, 0, 0, 0.038, 0.012},
                                     {-0.060, 0, 0, 0.040, 0.015}, {-0.030, 0, 0, 0.030, 0.017},
                                     {-0.012, 0, 0, 0.022, 0.016}, {-0.004, 0, 0, 0.012, 0.010}};
  gen_mesh mesh = gen_mesh_new();
  bench_limb(&mesh, palm, BENCH_COUNT(palm), (bench_skin){2, 20, 2.6});
  const double lengths[] = {0.062, 0.072, 0.076, 0.068};
  for (int i = 0; i < 4; ++i)
  {
    finger(&mesh, gen_v(-0.029 + 0.0193 * i, 0.0, -0.090), lengths[i], 0.05 * (i - 1.5), 0.0085);
  }
  finger(&mesh, gen_v(0.030, -0.004, -0.045), 0.055, 0.75, 0.0100);
  ball(&mesh, gen_v(0.0, 0.0, 0.0), 0.024);
  return mesh;
}

static gen_mesh thigh(void)
{
  static const bench_slice slices[] = {{-0.405, 0, 0, 0.022, 0.022}, {-0.395, 0, 0, 0.042, 0.040},
                                       {-0.360, 0, 0, 0.054, 0.050}, {-0.250, 0, 0, 0.070, 0.064},
                                       {-0.120, 0, 0, 0.082, 0.074}, {-0.050, 0, 0, 0.078, 0.070},
                                       {-0.030, 0, 0, 0.050, 0.045}};
  gen_mesh mesh = gen_mesh_new();
  bench_limb(&mesh, slices, BENCH_COUNT(slices), (bench_skin){3, 22, 2.0});
  ball(&mesh, gen_v(0.0, 0.0, 0.0), 0.070);
  return mesh;
}

static gen_mesh shin(void)
{
  static const bench_slice slices[] = {
      {-0.392, 0, 0, 0.016, 0.016},      {-0.385, 0, 0, 0.030, 0.028},
      {-0.350, -0.002, 0, 0.036, 0.033}, {-0.260, -0.008, 0, 0.046, 0.042},
      {-0.150, -0.014, 0, 0.060, 0.053}, {-0.070, -0.006, 0, 0.054, 0.050},
      {-0.035, 0, 0, 0.044, 0.042},      {-0.026, 0, 0, 0.020, 0.020}};
  gen_mesh mesh = gen_mesh_new();
  bench_limb(&mesh, slices, BENCH_COUNT(slices), (bench_skin){3, 20, 2.0});
  ball(&mesh, gen_v(0.0, 0.0, 0.0), 0.052);
  return mesh;
}

static gen_mesh foot(void)
{
  // x, half width, half height; the sole is flat.
  static const double cuts[][3] = {
      {-0.078, 0.016, 0.012}, {-0.068, 0.030, 0.026}, {-0.030, 0.037, 0.043},
      {0.015, 0.038, 0.044},  {0.060, 0.042, 0.032},  {0.110, 0.047, 0.024},
      {0.150, 0.046, 0.019},  {0.180, 0.035, 0.015},  {0.192, 0.016, 0.008}};
  bench_section sections[BENCH_COUNT(cuts)];
  for (int32_t i = 0; i < BENCH_COUNT(cuts); ++i)
  {
    sections[i] = (bench_section){gen_v(cuts[i][0], 0.0, cuts[i][2] - BODY_ANKLE),
                                  gen_v(0.0, cuts[i][1], 0.0), gen_v(0.0, 0.0, cuts[i][2])};
  }
  gen_mesh mesh = gen_mesh_new();
  bench_loft(&mesh, sections, BENCH_COUNT(sections), (bench_skin){2, 22, 2.6});
  ball(&mesh, gen_v(0.0, 0.0, 0.0), 0.036);
  return mesh;
}

/// @}
/// @name Links and joints
/// @{

static void add_link(gen_robot* robot, const char* name, gen_mesh mesh)
{
  gen_robot_link(robot, name, &mesh, wood);
  gen_mesh_free(&mesh);
}

/// The left side of a body, turned round for the right.
static void add_limb_link(gen_robot* robot, const char* side, const char* name, gen_mesh mesh)
{
  char link[64];
  snprintf(link, sizeof link, "%s_%s", side, name);
  gen_mesh turned = gen_mesh_new();
  turned.at = gen_place_scale(1.0, strcmp(side, "left") == 0 ? 1.0 : -1.0, 1.0);
  gen_append(&turned, &mesh);
  gen_mesh_free(&mesh);
  add_link(robot, link, turned);
}

static void add_side(gen_robot* robot, const char* side)
{
  add_limb_link(robot, side, "upper_arm", upper_arm());
  add_limb_link(robot, side, "forearm", forearm());
  add_limb_link(robot, side, "hand", hand());
  add_limb_link(robot, side, "thigh", thigh());
  add_limb_link(robot, side, "shin", shin());
  add_limb_link(robot, side, "foot", foot());
}

/// A joint, and where its child has no geometry, the child.
static void add_joint(gen_robot* robot, const body_joint* joint, const char* side)
{
  const bool paired = joint->paired;
  const bool mirrored = paired && strcmp(side, "right") == 0;
  char name[64], parent[64], child[64];
  snprintf(name, sizeof name, "%s%s%s", paired ? side : "", paired ? "_" : "", joint->name);
  const bool below = paired && !joint->from_trunk;
  snprintf(parent, sizeof parent, "%s%s%s", below ? side : "", below ? "_" : "", joint->parent);
  snprintf(child, sizeof child, "%s%s%s", paired ? side : "", paired ? "_" : "", joint->child);
  if (joint->bare)
  {
    gen_robot_link(robot, child, NULL, wood);
  }
  const bool flipped = mirrored && joint->axis.y == 0.0;
  gen_vec at = joint->at;
  at.y = mirrored ? -at.y : at.y;
  gen_robot_joint(robot, &(gen_joint){.name = name,
                                      .type = "revolute",
                                      .parent = parent,
                                      .child = child,
                                      .xyz = at,
                                      .axis = joint->axis,
                                      .lower = flipped ? -joint->upper : joint->lower,
                                      .upper = flipped ? -joint->lower : joint->upper});
}

void bench_write_mannequin(const char* folder)
{
  gen_robot robot = gen_robot_begin(folder, "mannequin");
  gen_robot_link(&robot, "world", NULL, wood);
  gen_robot_joint(
      &robot,
      &(gen_joint){.name = "base", .type = "floating", .parent = "world", .child = "pelvis"});
  add_link(&robot, "pelvis", pelvis());
  add_link(&robot, "chest", chest());
  add_link(&robot, "head", head());
  add_side(&robot, "left");
  add_side(&robot, "right");
  for (int32_t i = 0; i < BODY_JOINT_COUNT; ++i)
  {
    add_joint(&robot, &bench_body_joints[i], "left");
    if (bench_body_joints[i].paired)
    {
      add_joint(&robot, &bench_body_joints[i], "right");
    }
  }
  gen_robot_end(&robot);
}

/// @}
