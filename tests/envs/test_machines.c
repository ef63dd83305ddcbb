/// @file test_machines.c
/// Our own machines: the files that generators write, and what the loader makes of them.
#define _XOPEN_SOURCE 700 // mkdtemp, nftw
#include "machine_tools.h"

#include "machine_excavator.h"
#include "machine_mobile_crane.h"

#define PI 3.14159265358979323846

/// @name Files
/// @{

static int64_t triangles_of(const ep_robot* robot)
{
  int64_t sum = 0;
  for (int32_t i = 0; i < ep_robot_shape_count(robot); ++i)
  {
    sum += ep_robot_get_shape(robot, i)->mesh->triangle_count;
  }
  return sum;
}

EP_TEST(works_machines_have_the_triangles_that_are_promised)
{
  folder_make();
  ep_robot* excavator = machine_load(&machine_kinds[0]);
  ck_assert(fabs((double)triangles_of(excavator) / 18900.0 - 1.0) < 0.03);
  ep_robot* crane = machine_load(&machine_kinds[1]);
  ck_assert(fabs((double)triangles_of(crane) / 1300.0 - 1.0) < 0.05);
  ep_robot_destroy(excavator);
  ep_robot_destroy(crane);
  folder_remove();
}

/// The folder that same_file() compares with, and how many files it has compared.
static char other_folder[300];
static int compared;

static int same_file(const char* path, const struct stat* info, int kind, struct FTW* place)
{
  (void)place;
  if (kind != FTW_F || strncmp(path, other_folder, strlen(other_folder)) == 0)
  {
    return 0;
  }
  char other[1024];
  snprintf(other, sizeof other, "%s%s", other_folder, path + strlen(test_folder));
  FILE* a = fopen(path, "rb");
  FILE* b = fopen(other, "rb");
  ck_assert_msg(a != NULL && b != NULL, "%s was not written twice", path);
  for (off_t i = 0; i <= info->st_size; ++i)
  {
    ck_assert_msg(getc(a) == getc(b), "%s: byte %lld differs", path, (long long)i);
  }
  fclose(a);
  fclose(b);
  ++compared;
  return 0;
}

EP_TEST(same_machines_every_time)
{
  folder_make();
  snprintf(other_folder, sizeof other_folder, "%s/again", test_folder);
  for (int k = 0; k < MACHINE_KINDS; ++k)
  {
    machine_kinds[k].generate(test_folder);
    machine_kinds[k].generate(other_folder);
  }
  generate_loads(test_folder);
  generate_loads(other_folder);
  ck_assert_int_eq(nftw(test_folder, same_file, 16, FTW_PHYS), 0);
  ck_assert_int_gt(compared, 2 * MACHINE_KINDS + 4);
  folder_remove();
}

/// Closed, with the triangles seen from outside, and none wasted.
static void expect_solid(const char* file, const ep_mesh* mesh)
{
  ck_assert_msg(mesh->closed, "%s: not closed", file);
  ck_assert_msg(mesh->counts.degenerate_triangles == 0 && mesh->counts.duplicate_triangles == 0,
                "%s: degenerate or duplicate triangles", file);
  double volume = 0.0;
  for (int32_t i = 0; i < mesh->triangle_count; ++i)
  {
    const double* a = mesh->vertices + 3 * mesh->triangles[3 * i];
    const double* b = mesh->vertices + 3 * mesh->triangles[3 * i + 1];
    const double* c = mesh->vertices + 3 * mesh->triangles[3 * i + 2];
    volume += (a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
               a[2] * (b[0] * c[1] - b[1] * c[0])) /
              6.0;
  }
  ck_assert_msg(volume > 0.0, "%s: volume %g", file, volume);
}

EP_TEST(works_machine_meshes_are_closed)
{
  folder_make();
  for (int k = 0; k < MACHINE_KINDS; ++k)
  {
    ep_robot* robot = machine_load(&machine_kinds[k]);
    for (int32_t i = 0; i < ep_robot_shape_count(robot); ++i)
    {
      const ep_robot_shape* shape = ep_robot_get_shape(robot, i);
      expect_solid(shape->file, shape->mesh);
    }
    ep_robot_destroy(robot);
  }
  folder_remove();
}

EP_TEST(works_loads_are_closed_and_stand_on_the_ground)
{
  const struct
  {
    const char* file;
    double length, width, height; // as docs/machines.md says
  } loads[] = {{"loads/weight.obj", 1.0, 1.0, 1.0},
               {"loads/pipes.obj", 6.0, 0.98, 0.85},
               {"loads/panel.obj", 4.0, 0.18, 2.79},
               {"loads/skip.obj", 3.21, 1.7, 1.29}};
  folder_make();
  generate_loads(test_folder);
  for (size_t i = 0; i < sizeof loads / sizeof loads[0]; ++i)
  {
    ep_mesh mesh;
    ep_error error;
    ck_assert_msg(ep_mesh_load(in_folder(loads[i].file), NULL, &mesh, &error) == EP_OK, "%s",
                  error.message);
    expect_solid(loads[i].file, &mesh);
    const double size[3] = {loads[i].length, loads[i].width, loads[i].height};
    for (int d = 0; d < 3; ++d)
    {
      const double middle = d == 2 ? 0.5 * size[2] : 0.0;
      ck_assert_msg(fabs(mesh.box.lo[d] - (middle - 0.5 * size[d])) < 0.01 &&
                        fabs(mesh.box.hi[d] - (middle + 0.5 * size[d])) < 0.01,
                    "%s: from %g to %g in coordinate %d", loads[i].file, mesh.box.lo[d],
                    mesh.box.hi[d], d);
    }
    ep_mesh_clear(&mesh);
  }
  folder_remove();
}

/// @}
/// @name From the generator through files and back
/// @{

static void expect_same_mesh(const ep_robot* robot, const char* link, const char* part,
                             const gen_mesh* mesh)
{
  char ending[128];
  snprintf(ending, sizeof ending, "_%s_%s.obj", link, part);
  const ep_mesh* loaded = NULL;
  for (int32_t i = 0; i < ep_robot_shape_count(robot); ++i)
  {
    const ep_robot_shape* shape = ep_robot_get_shape(robot, i);
    const size_t size = strlen(shape->file), tail = strlen(ending);
    if (size > tail && strcmp(shape->file + size - tail, ending) == 0)
    {
      ck_assert_int_eq(shape->link, link_named(robot, link));
      loaded = shape->mesh;
    }
  }
  ck_assert_msg((loaded != NULL) == (mesh->triangle_count > 0), "%s", ending);
  if (loaded == NULL)
  {
    return;
  }
  ck_assert_int_eq(loaded->triangle_count, mesh->triangle_count);
  for (int d = 0; d < 3; ++d)
  {
    double lo = INFINITY, hi = -INFINITY;
    for (int32_t i = 0; i < mesh->vertex_count; ++i)
    {
      lo = fmin(lo, mesh->vertices[3 * i + d]);
      hi = fmax(hi, mesh->vertices[3 * i + d]);
    }
    ck_assert_msg(loaded->box.lo[d] == lo && loaded->box.hi[d] == hi, "%s: bounds differ", ending);
  }
}

static void expect_same_link(const ep_robot* robot, const char* name, void (*build)(parts_link*))
{
  parts_link link = parts_link_new();
  build(&link);
  expect_same_mesh(robot, name, "paint", &link.paint);
  expect_same_mesh(robot, name, "dark", &link.dark);
  expect_same_mesh(robot, name, "steel", &link.steel);
  expect_same_mesh(robot, name, "glass", &link.glass);
  gen_mesh_free(&link.paint);
  gen_mesh_free(&link.dark);
  gen_mesh_free(&link.steel);
  gen_mesh_free(&link.glass);
}

EP_TEST(same_meshes_from_generator_and_loader)
{
  folder_make();
  ep_robot* excavator = machine_load(&machine_kinds[0]);
  expect_same_link(excavator, "tracks", excavator_tracks);
  expect_same_link(excavator, "upper", excavator_upper);
  expect_same_link(excavator, "boom", excavator_boom);
  expect_same_link(excavator, "stick", excavator_stick);
  expect_same_link(excavator, "bucket", excavator_bucket);
  ep_robot_destroy(excavator);
  ep_robot* crane = machine_load(&machine_kinds[2]);
  expect_same_link(crane, "carrier", mobile_carrier);
  expect_same_link(crane, "upper", mobile_upper);
  expect_same_link(crane, "boom", mobile_boom);
  expect_same_link(crane, "tele2", mobile_tele2);
  expect_same_link(crane, "luff_rod", mobile_luff_rod);
  ep_robot_destroy(crane);
  folder_remove();
}

/// @}
/// @name Kinematics
/// @{

static void expect_at(const ep_robot* robot, const double* q, const char* link,
                      const double point[3], const double expected[3])
{
  double world[3];
  machine_point(robot, q, link, point, world);
  for (int d = 0; d < 3; ++d)
  {
    ck_assert_msg(fabs(world[d] - expected[d]) < 1e-9, "%s: coordinate %d is %.12g, not %.12g",
                  link, d, world[d], expected[d]);
  }
}

EP_TEST(works_excavator_reaches_where_the_formula_says)
{
  folder_make();
  ep_robot* robot = machine_load(&machine_kinds[0]);
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  for (int i = 0; i < 100; ++i)
  {
    double q[MACHINE_VALUES_MAX] = {0};
    const double x = ep_rng_uniform(&rng, -20, 20), y = ep_rng_uniform(&rng, -20, 20);
    const double yaw = ep_rng_uniform(&rng, -PI, PI), swing = ep_rng_uniform(&rng, -PI, PI);
    const double boom = ep_rng_uniform(&rng, -0.8, 1.1), stick = ep_rng_uniform(&rng, -2.6, -0.5);
    const double bucket = ep_rng_uniform(&rng, -2.55, 0.55);
    machine_set(robot, q, "base", 0, x);
    machine_set(robot, q, "base", 1, y);
    machine_set(robot, q, "base", 2, yaw);
    machine_set(robot, q, "swing", 0, swing);
    machine_set(robot, q, "boom", 0, boom);
    machine_set(robot, q, "stick", 0, stick);
    machine_set(robot, q, "bucket", 0, bucket);
    ck_assert_int_eq(ep_machine_check_limits(ep_robot_machine(robot), q, NULL), EP_OK);
    const double a = boom, b = a + stick, c = b + bucket;
    const double reach = 0.15 + 5.70 * cos(a) + 2.92 * cos(b) + 1.45 * cos(c);
    const double height = 1.90 + 5.70 * sin(a) + 2.92 * sin(b) + 1.45 * sin(c);
    expect_at(robot, q, "bucket", (double[]){1.45, 0, 0},
              (double[]){x + reach * cos(yaw + swing), y + reach * sin(yaw + swing), height});
  }
  ep_robot_destroy(robot);
  folder_remove();
}

EP_TEST(works_tower_crane_hook_is_where_the_formula_says)
{
  folder_make();
  ep_robot* robot = machine_load(&machine_kinds[1]);
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  for (int i = 0; i < 100; ++i)
  {
    double q[MACHINE_VALUES_MAX] = {0};
    const double slew = ep_rng_uniform(&rng, -PI, PI), trolley = ep_rng_uniform(&rng, 4, 52);
    const double hoist = ep_rng_uniform(&rng, 2, 41.5);
    machine_set(robot, q, "slew", 0, slew);
    machine_set(robot, q, "trolley", 0, trolley);
    machine_set(robot, q, "hoist", 0, hoist);
    ck_assert_int_eq(ep_machine_check_limits(ep_robot_machine(robot), q, NULL), EP_OK);
    const double x = trolley * cos(slew), y = trolley * sin(slew);
    expect_at(robot, q, "hook", (double[]){0, 0, 0}, (double[]){x, y, 42.0 - hoist});
    expect_at(robot, q, "trolley", (double[]){0, 0, 0}, (double[]){x, y, 42.0});
  }
  ep_robot_destroy(robot);
  folder_remove();
}

/// The hook hangs plumb at any luffing angle; the cylinders point from pin to pin.
EP_TEST(works_mobile_crane_hook_and_cylinders_are_where_the_formula_says)
{
  folder_make();
  ep_robot* robot = machine_load(&machine_kinds[2]);
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  for (int i = 0; i < 100; ++i)
  {
    double q[MACHINE_VALUES_MAX] = {0};
    const double slew = ep_rng_uniform(&rng, -PI, PI), luff = ep_rng_uniform(&rng, 0, 1.4);
    const double tele1 = ep_rng_uniform(&rng, 0, 8.5), tele2 = ep_rng_uniform(&rng, 0, 8.5);
    const double hoist = ep_rng_uniform(&rng, 1.8, 34);
    machine_set(robot, q, "slew", 0, slew);
    machine_set(robot, q, "luff", 0, luff);
    machine_set(robot, q, "tele1", 0, tele1);
    machine_set(robot, q, "tele2", 0, tele2);
    machine_set(robot, q, "hoist", 0, hoist);
    ck_assert_int_eq(ep_machine_check_limits(ep_robot_machine(robot), q, NULL), EP_OK);
    const double length = 11.8 + tele1 + tele2, c = cos(slew), s = sin(slew);
    const double reach = -1.70 + length * cos(luff) + 0.32;
    const double height = 3.30 + length * sin(luff) - hoist;
    expect_at(robot, q, "hook", (double[]){0, 0, 0}, (double[]){reach * c, reach * s, height});
    expect_at(robot, q, "hook", (double[]){0, 0, 1}, (double[]){reach * c, reach * s, height + 1});
    // The upper pin of the cylinders, seen along them from the lower one.
    const double pin = -1.70 + 2.64 * cos(0.15 + luff);
    const double along = 2.0 * 2.64 * sin(0.5 * (0.65 + 0.15 + luff));
    const double upper_pin[3] = {pin * c, pin * s, 3.30 + 2.64 * sin(0.15 + luff)};
    expect_at(robot, q, "luff_rod", (double[]){0, 0, 0}, upper_pin);
    expect_at(robot, q, "luff_barrel", (double[]){along, 0, 0}, upper_pin);
    double lower_pin[3];
    machine_point(robot, q, "luff_barrel", (double[]){0, 0, 0}, lower_pin);
    expect_at(robot, q, "luff_rod", (double[]){along, 0, 0}, lower_pin);
  }
  ep_robot_destroy(robot);
  folder_remove();
}

EP_TEST(works_dump_truck_tips_about_its_hinge)
{
  folder_make();
  ep_robot* robot = machine_load(&machine_kinds[3]);
  for (int i = 0; i <= 10; ++i)
  {
    double q[MACHINE_VALUES_MAX] = {0};
    const double tip = 0.087 * i;
    machine_set(robot, q, "base", 0, 3.0);
    machine_set(robot, q, "tip", 0, tip);
    ck_assert_int_eq(ep_machine_check_limits(ep_robot_machine(robot), q, NULL), EP_OK);
    expect_at(robot, q, "body", (double[]){5, 1, 0},
              (double[]){3.0 - 3.35 + 5 * cos(tip), 1, 1.12 + 5 * sin(tip)});
  }
  ep_robot_destroy(robot);
  folder_remove();
}

/// @}
/// @name Assembled
/// @{

/// The lowest point of a link in the world.
static double lowest_of(const ep_robot* robot, const double* q, int32_t link)
{
  ep_frame frames[32];
  ck_assert_int_eq(ep_machine_forward(ep_robot_machine(robot), q, frames, NULL), EP_OK);
  const ep_frame* f = &frames[link];
  double lowest = INFINITY;
  for (int32_t i = 0; i < ep_robot_shape_count(robot); ++i)
  {
    const ep_robot_shape* shape = ep_robot_get_shape(robot, i);
    for (int32_t v = 0; shape->link == link && v < shape->mesh->vertex_count; ++v)
    {
      const double* p = shape->mesh->vertices + 3 * v;
      lowest = fmin(lowest, f->position[2] + f->rotation[2][0] * p[0] + f->rotation[2][1] * p[1] +
                                f->rotation[2][2] * p[2]);
    }
  }
  return lowest;
}

EP_TEST(works_machines_stand_on_the_ground)
{
  folder_make();
  for (int k = 0; k < MACHINE_KINDS; ++k)
  {
    ep_robot* robot = machine_load(&machine_kinds[k]);
    const double q[MACHINE_VALUES_MAX] = {0};
    const int32_t stands_on = link_named(robot, machine_kinds[k].stands_on);
    for (int32_t link = 0; link < ep_machine_link_count(ep_robot_machine(robot)); ++link)
    {
      const double lowest = lowest_of(robot, q, link);
      ck_assert_msg(lowest >= -1e-6, "%s: link %d is %g m below the ground", machine_kinds[k].name,
                    (int)link, -lowest);
      ck_assert_msg(link != stands_on || lowest < 0.02, "%s hovers by %g m", machine_kinds[k].name,
                    lowest);
    }
    ep_robot_destroy(robot);
  }
  folder_remove();
}

/// How far a point of a link's frame is from the nearest vertex of the link's meshes, along x and
/// z: pins lie across.
static double pin_distance(const ep_robot* robot, int32_t link, const double point[3])
{
  double nearest = INFINITY;
  for (int32_t i = 0; i < ep_robot_shape_count(robot); ++i)
  {
    const ep_robot_shape* shape = ep_robot_get_shape(robot, i);
    for (int32_t v = 0; shape->link == link && v < shape->mesh->vertex_count; ++v)
    {
      const double* p = shape->mesh->vertices + 3 * v;
      nearest = fmin(nearest, hypot(p[0] - point[0], p[2] - point[2]));
    }
  }
  return nearest;
}

/// Every pin is where both of its links have something to hold it.
EP_TEST(works_machine_joints_are_within_reach_of_their_links)
{
  folder_make();
  int pins = 0;
  for (int k = 0; k < MACHINE_KINDS; ++k)
  {
    ep_robot* robot = machine_load(&machine_kinds[k]);
    const double q[MACHINE_VALUES_MAX] = {0};
    ep_frame frames[32];
    ck_assert_int_eq(ep_machine_forward(ep_robot_machine(robot), q, frames, NULL), EP_OK);
    for (int32_t link = 0; link < ep_machine_link_count(ep_robot_machine(robot)); ++link)
    {
      ep_link_info info;
      ck_assert_int_eq(ep_machine_link(ep_robot_machine(robot), link, &info), EP_OK);
      if (info.joint != EP_JOINT_REVOLUTE)
      {
        continue;
      }
      const ep_frame* parent = &frames[info.parent];
      double in_parent[3] = {0};
      for (int d = 0; d < 3; ++d)
      {
        for (int e = 0; e < 3; ++e)
        {
          in_parent[d] += parent->rotation[e][d] * (frames[link].position[e] - parent->position[e]);
        }
      }
      const double own = pin_distance(robot, link, (double[]){0, 0, 0});
      const double others = pin_distance(robot, info.parent, in_parent);
      ck_assert_msg(own < 0.31 && others < 0.31, "%s: joint of %s: %g and %g m from its links",
                    machine_kinds[k].name, info.name, own, others);
      ++pins;
    }
    ep_robot_destroy(robot);
  }
  ck_assert_int_eq(pins, 3 + 4 + 1);
  folder_remove();
}

/// @}
