/// @file test_benchmarks.c
/// The benchmarks of the papers, as our generators write them: their sizes, and that they are the
/// same every time.
#define _XOPEN_SOURCE 700 // mkdtemp and nftw
#include "benchmark_tools.h"

/// How far a count may be from the paper's.
#define COUNT_SLACK 0.02

/// @name Sizes
/// @{

static void expect_about(const stage* s, const char* what, double count, double paper)
{
  ck_assert_msg(fabs(count - paper) <= COUNT_SLACK * paper, "%s: %g %s, the paper has %g",
                s->mark->scene, count, what, paper);
}

/// Six times the volume: positive where triangles are seen counter-clockwise from outside.
static double volume(const ep_mesh* mesh)
{
  double sum = 0.0;
  for (int32_t i = 0; i < mesh->triangle_count; ++i)
  {
    const double* a = mesh->vertices + 3 * mesh->triangles[3 * i];
    const double* b = mesh->vertices + 3 * mesh->triangles[3 * i + 1];
    const double* c = mesh->vertices + 3 * mesh->triangles[3 * i + 2];
    sum += a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
           a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return sum;
}

static void expect_solid(const char* file, const ep_mesh* mesh)
{
  ck_assert_msg(mesh->closed, "%s: not closed", file);
  ck_assert_msg(volume(mesh) > 0.0, "%s: inside out", file);
  ck_assert_msg(mesh->counts.degenerate_triangles == 0 && mesh->counts.duplicate_triangles == 0 &&
                    mesh->counts.unused_vertices == 0,
                "%s: %d degenerate triangles, %d duplicates, %d vertices unused", file,
                (int)mesh->counts.degenerate_triangles, (int)mesh->counts.duplicate_triangles,
                (int)mesh->counts.unused_vertices);
}

static void expect_robot_size(const stage* s, const ep_robot* robot)
{
  bool has_geometry[256] = {false};
  double triangles = 0.0;
  int32_t links = 0;
  for (int32_t i = 0; i < ep_robot_shape_count(robot); ++i)
  {
    const ep_robot_shape* shape = ep_robot_get_shape(robot, i);
    ck_assert_ptr_nonnull(shape->mesh);
    expect_solid(shape->file, shape->mesh);
    triangles += shape->mesh->triangle_count;
    ck_assert_int_lt(shape->link, 256);
    links += !has_geometry[shape->link];
    has_geometry[shape->link] = true;
  }
  ck_assert_int_eq(links, s->mark->links);
  expect_about(s, "triangles of a robot", triangles, s->mark->link_triangles);
}

static void expect_size(stage* s)
{
  ck_assert_int_eq(ep_scene_robot_count(s->scene), s->mark->robots);
  for (int32_t i = 0; i < s->mark->robots; ++i)
  {
    expect_robot_size(s, ep_scene_robot(s->scene, i));
  }
  double triangles = 0.0;
  ck_assert_int_eq(ep_scene_object_count(s->scene), s->mark->objects);
  for (int32_t i = 0; i < s->mark->objects; ++i)
  {
    const ep_scene_object* object = ep_scene_get_object(s->scene, i);
    if (object->mesh != NULL)
    {
      expect_solid(object->file, object->mesh);
      triangles += object->mesh->triangle_count;
    }
  }
  expect_about(s, "triangles of obstacles", triangles, s->mark->obstacle_triangles);
}

EP_TEST(works_benchmarks_are_as_large_as_in_the_papers)
{
  with_all(expect_size);
}

EP_TEST(works_sixteen_chessmen_stand_on_the_board)
{
  folder_make();
  generate_mannequins(test_folder);
  stage s = open_stage(&benchmarks[0]);
  int men = 0;
  for (int32_t i = 0; i < ep_scene_object_count(s.scene); ++i)
  {
    const ep_scene_object* object = ep_scene_get_object(s.scene, i);
    const bool is_man =
        strncmp(object->name, "white_", 6) == 0 || strncmp(object->name, "black_", 6) == 0;
    men += is_man;
    ck_assert(!is_man || object->mesh->box.lo[2] == 0.0);
  }
  ck_assert_int_eq(men, 16);
  close_stage(&s);
  folder_remove();
}

/// @}
/// @name Files
/// @{

static char first_folder[256];
static int compared;

/// Each file of the second run is in the first, byte by byte.
static int compare_entry(const char* path, const struct stat* info, int kind, struct FTW* place)
{
  (void)info;
  (void)place;
  char other[1024];
  snprintf(other, sizeof other, "%s%s", first_folder, path + strlen(test_folder));
  if (kind != FTW_F)
  {
    return 0;
  }
  FILE* a = fopen(path, "rb");
  FILE* b = fopen(other, "rb");
  ck_assert_msg(a != NULL && b != NULL, "%s is not there", other);
  char of_a[4096], of_b[sizeof of_a];
  size_t count = sizeof of_a;
  bool same = true;
  while (same && count == sizeof of_a)
  {
    count = fread(of_a, 1, sizeof of_a, a);
    same = fread(of_b, 1, sizeof of_b, b) == count && memcmp(of_a, of_b, count) == 0;
  }
  ck_assert_msg(same, "%s differs", path);
  fclose(a);
  fclose(b);
  ++compared;
  return 0;
}

EP_TEST(same_benchmarks_every_time)
{
  void (*const generators[])(const char*) = {generate_mannequins, generate_trains, generate_puma};
  int written[2] = {0, 0};
  for (int run = 0; run < 2; ++run)
  {
    folder_make();
    for (int i = 0; i < 3; ++i)
    {
      // The second time in another order: no generator leaves anything behind for the next one.
      generators[run == 0 ? i : 2 - i](test_folder);
    }
    compared = 0;
    if (run == 0)
    {
      memcpy(first_folder, test_folder, sizeof first_folder);
    }
    ck_assert_int_eq(nftw(test_folder, compare_entry, 16, FTW_PHYS), 0);
    written[run] = compared;
  }
  ck_assert_int_gt(written[0], 100);
  ck_assert_int_eq(written[0], written[1]);
  folder_remove();
  memcpy(test_folder, first_folder, sizeof first_folder);
  folder_remove();
}

/// @}
