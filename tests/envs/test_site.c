/// @file test_site.c
/// Our construction site: its meshes, its ground, and the distance kept from its power line.
#define _XOPEN_SOURCE 700 // mkdtemp, nftw
#include "folder_tools.h"

#include "edgeproof/envs/scene.h"
#include "generate.h"
#include "site_parts.h"

#include <math.h>

/// @name The site
/// @{

static ep_mesh load_part(const char* name)
{
  char file[64];
  snprintf(file, sizeof file, "site/%s.ply", name);
  ep_mesh mesh;
  ep_error error;
  ck_assert_msg(ep_mesh_load(in_folder(file), NULL, &mesh, &error) == EP_OK, "%s", error.message);
  return mesh;
}

/// Positive if triangles are seen counter-clockwise from outside.
static double volume(const ep_mesh* mesh)
{
  double sum = 0.0;
  for (int32_t i = 0; i < mesh->triangle_count; ++i)
  {
    const double* v[3];
    for (int k = 0; k < 3; ++k)
    {
      v[k] = mesh->vertices + 3 * (size_t)mesh->triangles[3 * (size_t)i + (size_t)k];
    }
    sum += (v[0][0] * (v[1][1] * v[2][2] - v[1][2] * v[2][1]) +
            v[0][1] * (v[1][2] * v[2][0] - v[1][0] * v[2][2]) +
            v[0][2] * (v[1][0] * v[2][1] - v[1][1] * v[2][0])) /
           6.0;
  }
  return sum;
}

EP_TEST(works_site_is_made_of_closed_parts_of_the_size_promised)
{
  folder_make();
  generate_site(test_folder);
  int count = 0;
  const site_part* parts = site_parts(&count);
  int64_t triangles = 0;
  int32_t most = 0, fence = 0;
  for (int i = 0; i < count; ++i)
  {
    ep_mesh mesh = load_part(parts[i].name);
    const ep_mesh_counts* c = &mesh.counts;
    ck_assert_msg(mesh.closed, "%s is open", parts[i].name);
    ck_assert_msg(c->degenerate_triangles == 0 && c->duplicate_triangles == 0 &&
                      c->welded_vertices == 0 && c->unused_vertices == 0,
                  "%s has triangles or vertices to spare", parts[i].name);
    ck_assert_msg(volume(&mesh) > 0.0, "%s is inside out", parts[i].name);
    ck_assert(mesh.box.lo[0] >= -SITE_X && mesh.box.hi[0] <= SITE_X);
    ck_assert(mesh.box.lo[1] >= -SITE_Y && mesh.box.hi[1] <= SITE_Y);
    triangles += mesh.triangle_count;
    most = mesh.triangle_count > most ? mesh.triangle_count : most;
    fence = strcmp(parts[i].name, "fence") == 0 ? mesh.triangle_count : fence;
    ep_mesh_clear(&mesh);
  }
  ck_assert_msg(triangles > 380000 && triangles < 400000, "%lld triangles", (long long)triangles);
  ck_assert_int_eq(fence, most);
  folder_remove();
}

static uint64_t hash_file(const char* name)
{
  FILE* file = fopen(in_folder(name), "rb");
  ck_assert_msg(file != NULL, "%s is not there", name);
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
  static unsigned char bytes[1 << 16];
  for (size_t n = fread(bytes, 1, sizeof bytes, file); n > 0;
       n = fread(bytes, 1, sizeof bytes, file))
  {
    for (size_t i = 0; i < n; ++i)
    {
      hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
    }
  }
  fclose(file);
  return hash;
}

EP_TEST(same_site_and_scenes_every_time)
{
  folder_make();
  char again[300];
  snprintf(again, sizeof again, "%s/again", test_folder);
  generate_site(test_folder);
  generate_site_scenes(test_folder);
  generate_site(again);
  generate_site_scenes(again);
  int count = 0;
  const site_part* parts = site_parts(&count);
  char name[2][128];
  for (int i = 0; i < count; ++i)
  {
    snprintf(name[0], sizeof name[0], "site/%s.ply", parts[i].name);
    snprintf(name[1], sizeof name[1], "again/site/%s.ply", parts[i].name);
    ck_assert_msg(hash_file(name[0]) == hash_file(name[1]), "%s differs", name[0]);
  }
  static const char* const texts[] = {"excavator.yaml", "excavator-load.edges", "two-cranes.yaml",
                                      "mobile-crane-place.edges", "tower-crane.yaml"};
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; ++i)
  {
    snprintf(name[0], sizeof name[0], "scenes/%s", texts[i]);
    snprintf(name[1], sizeof name[1], "again/scenes/%s", texts[i]);
    ck_assert_msg(hash_file(name[0]) == hash_file(name[1]), "%s differs", name[0]);
  }
  folder_remove();
}

EP_TEST(works_yard_is_flat)
{
  folder_make();
  generate_site(test_folder);
  ep_mesh terrain = load_part("terrain");
  int32_t flat = 0, deep = 0;
  for (int32_t i = 0; i < terrain.vertex_count; ++i)
  {
    const double* v = terrain.vertices + 3 * (size_t)i;
    const bool in_yard =
        fabs(v[0]) < SITE_FENCE_X && fabs(v[1]) < SITE_FENCE_Y && v[2] > -SITE_PIT_DEPTH - 1.0;
    const bool is_dug = v[0] > SITE_PIT_X0 - 3.0 && v[1] > SITE_RAMP_Y0;
    ck_assert_msg(!in_yard || is_dug || v[2] == 0.0, "%g m at %g %g", v[2], v[0], v[1]);
    flat += in_yard && !is_dug;
    deep += in_yard && v[2] < -SITE_PIT_DEPTH + 0.05;
  }
  ck_assert_int_gt(flat, 5000);
  ck_assert_int_gt(deep, 500);
  ep_mesh_clear(&terrain);
  folder_remove();
}

/// @}
/// @name The power line
/// @{

/// A ball of 0.5 m that slides along the line, and away from it.
static const char ball_urdf[] =
    "<robot name='ball'><link name='rail'/>"
    "<link name='cart'/>"
    "<link name='ball'><collision><geometry><sphere radius='0.25'/></geometry></collision></link>"
    "<joint name='along' type='prismatic'><parent link='rail'/><child link='cart'/>"
    "<axis xyz='1 0 0'/><limit lower='-50' upper='50' effort='1' velocity='1'/></joint>"
    "<joint name='away' type='prismatic'><parent link='cart'/><child link='ball'/>"
    "<axis xyz='0 1 0'/><limit lower='0' upper='20' effort='1' velocity='1'/></joint>"
    "</robot>";

/// What is said of the motion along the middle of a span, this far from the outer wire.
static ep_verdict slide(ep_checker* checker, double distance, ep_method method)
{
  const double away = distance + 0.25 + SITE_LINE_WIRE;
  const double q0[2] = {-3.0, away}, q1[2] = {3.0, away};
  ep_check_options options = ep_check_default();
  options.method = method;
  ep_result result;
  ck_assert_int_eq(ep_check_edge(checker, q0, q1, &options, &result, NULL), EP_OK);
  return result.verdict;
}

EP_TEST(sound_three_metres_are_kept_from_the_power_line)
{
  folder_make();
  generate_site(test_folder);
  write_text("ball.urdf", ball_urdf);
  char scene_text[512];
  // The rail hangs where the northern wire is lowest: in the middle of the second span.
  snprintf(scene_text, sizeof scene_text,
           "robots:\n  - {name: ball, urdf: ball.urdf, base: {xyz: [%g, %g, %g]}}\n"
           "obstacles:\n  - {name: line, mesh: site/power_line.ply, clearance: 3}\n",
           SITE_LINE_X0 + 1.5 * SITE_LINE_SPAN, SITE_LINE_Y + SITE_LINE_ARM,
           SITE_LINE_HEIGHT - SITE_LINE_SAG);
  ep_error error;
  ep_scene* scene;
  ep_world* world;
  ep_checker* checker;
  ck_assert_msg(ep_scene_load(write_text("ball.yaml", scene_text), NULL, &scene, &error) == EP_OK,
                "%s", error.message);
  ck_assert_int_eq(ep_scene_make_world(scene, EP_SCENE_NONE, &world, &error), EP_OK);
  ck_assert_int_eq(ep_scene_make_checker(scene, EP_SCENE_NONE, world, &checker, &error), EP_OK);
  for (int method = EP_METHOD_SPACETIME; method <= EP_METHOD_CATCH; ++method)
  {
    ck_assert_int_eq(slide(checker, 2.5, (ep_method)method), EP_COLLIDING);
    ck_assert_int_eq(slide(checker, 2.99, (ep_method)method), EP_COLLIDING);
    ck_assert_int_eq(slide(checker, 3.01, (ep_method)method), EP_FREE);
    ck_assert_int_eq(slide(checker, 3.5, (ep_method)method), EP_FREE);
  }
  ep_checker_destroy(checker);
  ep_world_destroy(world);
  ep_scene_destroy(scene);
  folder_remove();
}

/// @}
