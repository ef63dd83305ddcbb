/// @file test_mesh_stl.c
/// STL files, ASCII and binary.
#include "mesh_tools.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char ascii[] = "solid two words\n"
                            "  facet normal 0 0 1\n    outer loop\n"
                            "      vertex 0 0 0\n      vertex 1.5 0 0\n      vertex 0 1e0 0\n"
                            "    endloop\n  endfacet\n"
                            "facet normal nan nan nan\nouter loop\n"
                            "vertex 0 0 0\nvertex 0 1 0\nvertex 0 0 2\nendloop\nendfacet\n"
                            "endsolid two words\n";

static const double two[2][9] = {{0, 0, 0, 1.5, 0, 0, 0, 1, 0}, {0, 0, 0, 0, 1, 0, 0, 0, 2}};

/// A binary file of these triangles, which says that it has `count`.
static mesh_bytes make_binary(const double (*triangles)[9], int triangle_count, uint32_t count,
                              const char* header)
{
  mesh_bytes file = {0};
  char text[80] = {0};
  memcpy(text, header, strlen(header));
  mesh_bytes_add(&file, text, sizeof text);
  const uint8_t size[4] = {(uint8_t)count, (uint8_t)(count >> 8), (uint8_t)(count >> 16),
                           (uint8_t)(count >> 24)};
  mesh_bytes_add(&file, size, sizeof size);
  for (int i = 0; i < triangle_count; ++i)
  {
    float row[12] = {NAN, 0.0F, INFINITY};
    for (int k = 0; k < 9; ++k)
    {
      row[3 + k] = (float)triangles[i][k];
    }
    mesh_bytes_add(&file, row, sizeof row); // on a machine with the lowest byte first
    mesh_bytes_add(&file, "ab", 2);
  }
  return file;
}

static void assert_refused(const char* name, const void* bytes, size_t size, const char* message)
{
  mesh_folder folder = mesh_folder_make();
  ep_mesh mesh;
  ep_error error;
  ck_assert_int_eq(mesh_load_bytes(&folder, name, bytes, size, NULL, &mesh, &error),
                   EP_ERROR_INPUT);
  ck_assert_str_eq(error.message + strlen(folder.file) + 2, message);
  mesh_folder_remove(&folder);
}

EP_TEST(works_stl_ascii)
{
  mesh_folder folder = mesh_folder_make();
  ep_mesh mesh = mesh_load_text(&folder, "a.stl", ascii);
  mesh_assert_triangles(&mesh, two, 2);
  ck_assert_int_eq(mesh.vertex_count, 4);
  ck_assert_int_eq(mesh.counts.file_vertices, 6);
  ck_assert_int_eq(mesh.counts.welded_vertices, 2);
  ck_assert(!mesh.closed);
  ep_mesh_clear(&mesh);
  mesh_folder_remove(&folder);
}

/// Several solids, an empty one among them; capitals; carriage returns; no name; no last line end.
EP_TEST(works_stl_ascii_variants)
{
  static const double one[1][9] = {{0, 0, 0, 1, 0, 0, 0, 1, 0}};
  static const char* const texts[] = {
      "solid\nfacet normal 0 0 0\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\n"
      "endfacet\nendsolid",
      "solid a\nendsolid a\n\n solid b\nfacet normal 0 0 0\nouter loop\nvertex 0 0 0\nvertex 1 0 "
      "0\n"
      "vertex 0 1 0\nendloop\nendfacet\nendsolid b\n\n",
      "SOLID A\r\nFACET NORMAL 0 0 0\r\nOUTER LOOP\r\nVERTEX 0 0 0\r\nVERTEX 1 0 0\r\n"
      "VERTEX 0 1 0\r\nENDLOOP\r\nENDFACET\r\nENDSOLID A\r\n",
      "solid facet normal \xff\xfe\nfacet normal 0 0 0 outer loop vertex 0 0 0 vertex 1 0 0 vertex "
      "0 "
      "1 0 endloop endfacet endsolid x\n"};
  mesh_folder folder = mesh_folder_make();
  for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i)
  {
    ep_mesh mesh = mesh_load_text(&folder, "a.stl", texts[i]);
    mesh_assert_triangles(&mesh, one, 1);
    ep_mesh_clear(&mesh);
  }
  mesh_folder_remove(&folder);
}

/// Also where the header begins like that of an ASCII file.
EP_TEST(works_stl_binary)
{
  static const char* const headers[] = {"", "exported by somebody", "solid of somebody", "solid\n"};
  mesh_folder folder = mesh_folder_make();
  for (size_t i = 0; i < sizeof headers / sizeof *headers; ++i)
  {
    mesh_bytes file = make_binary(two, 2, 2, headers[i]);
    ep_mesh mesh;
    ep_error error;
    ck_assert_int_eq(mesh_load_bytes(&folder, "a.STL", file.bytes, file.size, NULL, &mesh, &error),
                     EP_OK);
    mesh_assert_triangles(&mesh, two, 2);
    ep_mesh_clear(&mesh);
    free(file.bytes);
  }
  mesh_folder_remove(&folder);
}

#define FACET "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\n"

EP_TEST(robust_stl_bad_ascii)
{
  static const mesh_bad_file files[] = {
      {"a.stl", "", "is empty"},
      {"a.stl", "soli", "4 bytes that do not begin with 'solid': neither ASCII nor binary STL"},
      {"a.stl", "solid", "line 1: the file ends before endsolid"},
      {"a.stl", "solid\nendsolid\n", "has no triangles"},
      {"a.stl", "solid x\nfacet\n", "line 3: the file ends before endsolid"},
      {"a.stl", "solid x\nface normal\n", "line 2: 'face' where 'facet' or 'endsolid' belongs"},
      {"a.stl", "solid x\nfacet norm 0 0 0\n", "line 2: 'norm' where 'normal' belongs"},
      {"a.stl", FACET "vertex 0 1 nan\n", "line 6: 'nan' is not a finite number"},
      {"a.stl", FACET "vertex 0 1e999 0\n", "line 6: '1e999' is not a finite number"},
      {"a.stl", FACET "vertex 0 2e6 0\n", "line 6: y = 2000000 is beyond 1048576 m"},
      {"a.stl", FACET "vertex 0 1\nendloop\n", "line 7: 'endloop' is not a finite number"},
      {"a.stl", FACET "endloop\nendfacet\nendsolid\n", "line 6: 'endloop' where 'vertex' belongs"},
      {"a.stl", FACET "vertex 0 1 0\nvertex 1 1 0\nendloop\n",
       "line 7: 'vertex' where 'endloop' belongs"},
      {"a.stl", FACET "vertex 0 1 0\nendloop\nendfacet\n", "line 9: the file ends before endsolid"},
      {"a.stl", FACET "vertex 0 1 0\nendloop\nendfacet\nendsoli\n",
       "line 9: 'endsoli' where 'facet' or 'endsolid' belongs"},
      {"a.stl", FACET "vertex 0 1 0\nendloop\nendfacet\nendsolid\nfacet\n",
       "line 10: 'facet' where 'solid' belongs"},
  };
  mesh_assert_refused(files, sizeof files / sizeof *files);
}

EP_TEST(robust_stl_bad_binary)
{
  double bad[2][9];
  mesh_bytes file = make_binary(two, 2, 3, "");
  assert_refused("a.stl", file.bytes, file.size,
                 "binary STL of 3 triangles has 234 bytes, but this has 184");
  free(file.bytes);
  file = make_binary(two, 2, 1, "solid");
  assert_refused("a.stl", file.bytes, file.size,
                 "binary STL of 1 triangles has 134 bytes, but this has 184");
  free(file.bytes);
  // A count that would ask for 200 GB.
  file = make_binary(two, 2, UINT32_MAX, "");
  assert_refused("a.stl", file.bytes, file.size,
                 "binary STL of 4294967295 triangles has 214748364834 bytes, but this has 184");
  free(file.bytes);
  file = make_binary(two, 0, 0, "");
  assert_refused("a.stl", file.bytes, file.size, "has no triangles");
  free(file.bytes);
  memcpy(bad, two, sizeof bad);
  bad[1][4] = (double)NAN;
  file = make_binary((const double(*)[9])bad, 2, 2, "");
  assert_refused("a.stl", file.bytes, file.size, "triangle 1: y = nan is not finite");
  free(file.bytes);
  bad[1][4] = 1.0;
  bad[0][0] = (double)-INFINITY;
  file = make_binary((const double(*)[9])bad, 2, 2, "");
  assert_refused("a.stl", file.bytes, file.size, "triangle 0: x = -inf is not finite");
  free(file.bytes);
  bad[0][0] = 1e30;
  file = make_binary((const double(*)[9])bad, 2, 2, "");
  assert_refused("a.stl", file.bytes, file.size,
                 "triangle 0: x = 1.000000015e+30 is beyond 1048576 m");
  free(file.bytes);
}

EP_TEST(robust_stl_zero_byte_in_ascii)
{
  char text[sizeof ascii];
  memcpy(text, ascii, sizeof text);
  text[150] = 0;
  assert_refused("a.stl", text, sizeof text - 1, "byte 150 is zero, which no text has");
}

/// Behind the last endsolid nothing but its name and a line end is missing.
static bool has_endsolid(const char* bytes, size_t size)
{
  const char end[] = "endsolid";
  for (size_t i = 0; i + sizeof end - 1 <= size; ++i)
  {
    if (memcmp(bytes + i, end, sizeof end - 1) == 0)
    {
      return true;
    }
  }
  return false;
}

static bool never(const char* bytes, size_t size)
{
  (void)bytes;
  (void)size;
  return false;
}

EP_TEST(robust_stl_cut_anywhere)
{
  mesh_bytes file = make_binary(two, 2, 2, "solid");
  mesh_try_prefixes("a.stl", ascii, sizeof ascii - 1, NULL, has_endsolid);
  mesh_try_prefixes("a.stl", file.bytes, file.size, NULL, never);
  free(file.bytes);
}

EP_TEST(robust_stl_damaged)
{
  const int64_t trials = ep_test_trials(4000);
  mesh_bytes file = make_binary(two, 2, 2, "");
  const int64_t good = mesh_try_damage("a.stl", ascii, sizeof ascii - 1, NULL, trials) +
                       mesh_try_damage("a.stl", file.bytes, file.size, NULL, trials);
  ck_assert_int_lt(good, 2 * trials);
  printf("%lld of %lld damaged files are good\n", (long long)good, (long long)(2 * trials));
  free(file.bytes);
}
