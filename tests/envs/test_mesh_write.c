/// @file test_mesh_write.c
/// Meshes that are written are read back as they were.
#define _POSIX_C_SOURCE 200809L // symlink
#include "mesh_tools.h"
#include "mesh_write.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// A random mesh in which all vertices are used and differ.
static ep_mesh random_mesh(ep_rng* rng, int32_t count)
{
  ep_mesh mesh = {.vertex_count = 3 * count, .triangle_count = count};
  mesh.vertices = malloc((size_t)count * 9 * sizeof(double));
  mesh.triangles = malloc((size_t)count * 3 * sizeof(int32_t));
  ck_assert(mesh.vertices != NULL && mesh.triangles != NULL);
  for (int32_t i = 0; i < 9 * count; ++i)
  {
    const double x = ep_rng_normal(rng) * pow(10.0, (double)ep_rng_int(rng, -9, 4));
    mesh.vertices[i] = ep_rng_int(rng, 0, 1) == 0 ? x : nearbyint(x * 1000.0) / 1000.0 + 0.0;
    mesh.vertices[i] = i % 3 == 0 ? (double)i / 7.0 : mesh.vertices[i]; // so that all differ
  }
  for (int32_t i = 0; i < 3 * count; ++i)
  {
    mesh.triangles[i] = i;
  }
  return mesh;
}

typedef ep_status (*write_function)(const char* path, const double* vertices, int32_t vertex_count,
                                    const int32_t* triangles, int32_t triangle_count,
                                    ep_error* error);

static void assert_round_trip(write_function write, const char* name)
{
  mesh_folder folder = mesh_folder_make();
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  ep_mesh mesh = random_mesh(&rng, 500);
  ep_mesh back;
  ep_error error;
  const char* path = mesh_folder_file(&folder, name);
  ck_assert_int_eq(
      write(path, mesh.vertices, mesh.vertex_count, mesh.triangles, mesh.triangle_count, &error),
      EP_OK);
  ck_assert_int_eq(ep_mesh_load(path, NULL, &back, &error), EP_OK);
  mesh_assert_good(&back);
  ck_assert_int_eq(back.vertex_count, mesh.vertex_count);
  ck_assert_mem_eq(back.vertices, mesh.vertices, (size_t)mesh.vertex_count * 3 * sizeof(double));
  ck_assert_int_eq(back.triangle_count, mesh.triangle_count);
  ck_assert_mem_eq(back.triangles, mesh.triangles,
                   (size_t)mesh.triangle_count * 3 * sizeof(int32_t));
  ep_mesh_clear(&mesh);
  ep_mesh_clear(&back);
  mesh_folder_remove(&folder); // fails if there is a .tmp that cannot be deleted
}

EP_TEST(same_ply_written_and_read)
{
  assert_round_trip(ep_mesh_write_ply, "a.ply");
}

EP_TEST(same_obj_written_and_read)
{
  assert_round_trip(ep_mesh_write_obj, "a.obj");
}

static const double corner_vertices[9] = {0, 0, 0, 0.1, 0, 0, 0, 0.30000000000000004, 0};
static const int32_t corner_triangle[3] = {0, 1, 2};

EP_TEST(tight_obj_has_no_more_digits_than_needed)
{
  mesh_folder folder = mesh_folder_make();
  const char* path = mesh_folder_file(&folder, "a.obj");
  ck_assert_int_eq(ep_mesh_write_obj(path, corner_vertices, 3, corner_triangle, 1, NULL), EP_OK);
  char text[256] = {0};
  FILE* file = fopen(path, "rb");
  ck_assert_ptr_nonnull(file);
  ck_assert_uint_gt(fread(text, 1, sizeof text - 1, file), 0);
  fclose(file);
  ck_assert_str_eq(text, "v 0 0 0\nv 0.1 0 0\nv 0 0.30000000000000004 0\nf 1 2 3\n");
  mesh_folder_remove(&folder);
}

/// A folder that is not there, a name that is a folder, a disk that is full.
EP_TEST(robust_writing_fails)
{
  static const char full[] = "/dev/full";
  mesh_folder folder = mesh_folder_make();
  char path[300];
  ep_error error;
  snprintf(path, sizeof path, "%s/none/a.ply", folder.path);
  ck_assert_int_eq(ep_mesh_write_ply(path, corner_vertices, 3, corner_triangle, 1, &error),
                   EP_ERROR_INPUT);
  ck_assert_ptr_nonnull(strstr(error.message, "none/a.ply: cannot be written: No such file"));
  ck_assert_int_eq(ep_mesh_write_obj(folder.path, corner_vertices, 3, corner_triangle, 1, &error),
                   EP_ERROR_INPUT);
  ck_assert_ptr_nonnull(strstr(error.message, ": cannot be written: "));
  snprintf(path, sizeof path, "%s/b.ply.tmp", folder.path);
  if (access(full, W_OK) == 0 && symlink(full, path) == 0)
  {
    mesh_folder_write(&folder, "b.ply", "old", 3);
    snprintf(path, sizeof path, "%s/b.ply", folder.path);
    ck_assert_int_eq(ep_mesh_write_ply(path, corner_vertices, 3, corner_triangle, 1, &error),
                     EP_ERROR_INPUT);
    ck_assert_ptr_nonnull(strstr(error.message, "b.ply: cannot be written: No space left"));
    FILE* file = fopen(path, "rb");
    char old[4] = {0};
    ck_assert(file != NULL && fread(old, 1, 3, file) == 3 && strcmp(old, "old") == 0);
    fclose(file);
  }
  mesh_folder_remove(&folder);
}
