/// @file assimp_tools.c
#define _POSIX_C_SOURCE 200809L // clock_gettime
#include "assimp_tools.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef EP_TEST_MESH_HELPER
const char assimp_helper[] = EP_TEST_MESH_HELPER;
#else
const char assimp_helper[] = "./edgeproof-mesh-helper";
#endif

ep_mesh_options assimp_options(const char* helper, int seconds)
{
  ep_mesh_options options = ep_mesh_options_default();
  options.helper = helper;
  options.helper_seconds = seconds;
  return options;
}

ep_status assimp_load(mesh_folder* folder, const char* name, const mesh_bytes* file, ep_mesh* mesh,
                      ep_error* error)
{
  const ep_mesh_options options = assimp_options(assimp_helper, 20);
  return mesh_load_bytes(folder, name, file->bytes, file->size, &options, mesh, error);
}

void assimp_assert_loads_as(const char* name, mesh_bytes file, const double (*expected)[9],
                            int count)
{
  mesh_folder folder = mesh_folder_make();
  ep_mesh mesh;
  ep_error error;
  const ep_status status = assimp_load(&folder, name, &file, &mesh, &error);
  ck_assert_msg(status == EP_OK, "%s", error.message);
  mesh_assert_triangles(&mesh, expected, count);
  ep_mesh_clear(&mesh);
  mesh_folder_remove(&folder);
  free(file.bytes);
}

void assimp_assert_refused(const char* name, mesh_bytes file, const char* message)
{
  mesh_folder folder = mesh_folder_make();
  ep_mesh mesh;
  ep_error error;
  ck_assert_msg(assimp_load(&folder, name, &file, &mesh, &error) != EP_OK,
                "accepted, but must be refused because: %s", message);
  ck_assert_str_eq(error.message + strlen(folder.file) + 2, message);
  mesh_folder_remove(&folder);
  free(file.bytes);
}

double assimp_seconds_now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

mesh_bytes assimp_make_dae(assimp_dae d)
{
  mesh_bytes f = {0};
  const char* positions = d.positions == NULL ? DAE_SQUARE : d.positions;
  int count = 1;
  for (const char* at = positions; *at != 0; ++at)
  {
    count += *at == ' ';
  }
  mesh_bytes_print(&f,
                   "<?xml version=\"1.0\"?>\n<COLLADA xmlns=\"http://www.collada.org/2005/11/"
                   "COLLADASchema\" version=\"1.4.1\">\n<asset>%s</asset>\n",
                   d.asset == NULL ? "<up_axis>Z_UP</up_axis>" : d.asset);
  mesh_bytes_print(&f,
                   "<library_geometries><geometry id=\"g\"><mesh>\n<source id=\"p\"><float_array "
                   "id=\"pa\" count=\"%d\">%s</float_array><technique_common><accessor "
                   "source=\"#pa\" count=\"%d\" stride=\"3\">",
                   count, positions, count / 3);
  mesh_bytes_print(&f,
                   "<param name=\"X\" type=\"float\"/><param name=\"Y\" type=\"float\"/>"
                   "<param name=\"Z\" type=\"float\"/></accessor></technique_common></source>\n"
                   "<vertices id=\"v\"><input semantic=\"POSITION\" source=\"#p\"/></vertices>\n");
  mesh_bytes_print(&f,
                   "%s\n</mesh></geometry></library_geometries>\n<library_visual_scenes>"
                   "<visual_scene id=\"s\">",
                   d.primitives == NULL ? DAE_ONE : d.primitives);
  mesh_bytes_print(&f,
                   "%s</visual_scene></library_visual_scenes>\n<scene><instance_visual_scene "
                   "url=\"#s\"/></scene>\n</COLLADA>\n",
                   d.nodes == NULL ? "<node>" DAE_USE "</node>" : d.nodes);
  return f;
}

void assimp_try_some_prefixes(const char* name, const mesh_bytes* f,
                              bool (*may_load)(const char*, size_t))
{
  const ep_mesh_options options = assimp_options(assimp_helper, 5);
  mesh_folder folder = mesh_folder_make();
  for (size_t cut = 0; cut < f->size; cut += cut + 15 < f->size ? f->size / 25 : 1)
  {
    ep_mesh mesh;
    ep_error error;
    const ep_status status = mesh_load_bytes(&folder, name, f->bytes, cut, &options, &mesh, &error);
    ck_assert(status != EP_OK || may_load(f->bytes, cut));
    ep_mesh_clear(&mesh);
  }
  mesh_folder_remove(&folder);
}

void assimp_try_damage(const char* name, const mesh_bytes* file)
{
  const ep_mesh_options options = assimp_options(assimp_helper, 2);
  const int64_t trials = ep_test_trials(50);
  const int64_t good = mesh_try_damage(name, file->bytes, file->size, &options, trials);
  printf("%s: %lld of %lld damaged files are good\n", name, (long long)good, (long long)trials);
}
