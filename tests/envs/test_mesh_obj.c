/// @file test_mesh_obj.c
/// OBJ files: every variant of a face, what is passed over, what is refused and with which words.
#include "mesh_tools.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// A tetrahedron in most of the ways that a face can be written.
static const char seed[] = "# a comment with any bytes: \xff\xfe\n"
                           "mtllib none.mtl\no thing\n"
                           "v 0 0 0\nv 1.5 0 0 1\nv 0 1 0 0.5 0.5 0.5\nv 0 0 2e0\n"
                           "vt 0 0\nvn 0 0 1\n\n"
                           "g one two\ns off\nusemtl red\n"
                           "f 1 3 2\nf 1/1 2/1 4/1\nf 2//1 3//1 4//1\nf -4/1/1 -1/-1/-1 -2/1/1\n"
                           "l 1 2 3\np 1 2\n";

static const double tetrahedron[4][9] = {{0, 0, 0, 0, 1, 0, 1.5, 0, 0},
                                         {0, 0, 0, 1.5, 0, 0, 0, 0, 2},
                                         {1.5, 0, 0, 0, 1, 0, 0, 0, 2},
                                         {0, 0, 0, 0, 0, 2, 0, 1, 0}};

static void assert_loads_as(const char* text, const double (*expected)[9], int count)
{
  mesh_folder folder = mesh_folder_make();
  ep_mesh mesh = mesh_load_text(&folder, "thing.obj", text);
  mesh_assert_triangles(&mesh, expected, count);
  ep_mesh_clear(&mesh);
  mesh_folder_remove(&folder);
}

EP_TEST(works_obj_faces_of_every_form)
{
  mesh_folder folder = mesh_folder_make();
  ep_mesh mesh = mesh_load_text(&folder, "thing.obj", seed);
  mesh_assert_triangles(&mesh, tetrahedron, 4);
  ck_assert(mesh.closed);
  ck_assert_int_eq(mesh.counts.file_vertices, 4);
  ck_assert_int_eq(mesh.counts.file_polygons, 4);
  ck_assert_int_eq(mesh.counts.lines, 2);
  ck_assert_int_eq(mesh.counts.points, 2);
  ep_mesh_clear(&mesh);
  mesh = mesh_load_text(&folder, "THING.OBJ", seed);
  ep_mesh_clear(&mesh);
  mesh_folder_remove(&folder);
}

/// The same with other line ends, a byte order mark, and lines that are continued.
EP_TEST(works_obj_line_ends)
{
  static const double one[1][9] = {{0, 0, 0, 1, 0, 0, 0, 1, 0}};
  assert_loads_as("v 0 0 0\r\nv 1 0 0\r\nv 0 1 0\r\nf 1 2 3\r\n", one, 1);
  assert_loads_as("v 0 0 0\rv 1 0 0\rv 0 1 0\rf 1 2 3\r", one, 1);
  assert_loads_as("\xef\xbb\xbfv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", one, 1);
  assert_loads_as("v 0 \\\n 0 0\nv 1\\\n 0 0\n v 0 1 0 \\\r\n\nf\\\n\\\n 1 2 3\n", one, 1);
  assert_loads_as("\t v\t0 0\t0 \nv 1 0 0 # x\nv 0 1 0 #\nf 1 2 3 # y 4\n# z", one, 1);
}

/// In comments and names a backslash means nothing: no line is lost to it.
EP_TEST(sound_obj_a_path_swallows_no_line)
{
  static const double one[1][9] = {{0, 0, 0, 1, 0, 0, 0, 1, 0}};
  assert_loads_as("v 0 0 0\nv 1 0 0\nv 0 1 0\nmtllib C:\\dir\\\nf 1 2 3\n", one, 1);
  assert_loads_as("v 0 0 0\nv 1 0 0\nv 0 1 0\n# C:\\dir\\\nf 1 2 3\n", one, 1);
}

EP_TEST(works_obj_vertices_may_come_later)
{
  static const double two[2][9] = {{0, 0, 0, 1, 0, 0, 1, 1, 0}, {0, 0, 0, 1, 1, 0, 0, 1, 0}};
  assert_loads_as("f 1 2 3 4\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n", two, 2);
}

EP_TEST(works_obj_two_corners_are_a_line)
{
  mesh_folder folder = mesh_folder_make();
  ep_mesh mesh =
      mesh_load_text(&folder, "a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2\nf 3\nf 1 2 3\n");
  ck_assert_int_eq(mesh.triangle_count, 1);
  ck_assert_int_eq(mesh.counts.file_polygons, 1);
  ck_assert_int_eq(mesh.counts.lines, 1);
  ck_assert_int_eq(mesh.counts.points, 1);
  ep_mesh_clear(&mesh);
  mesh_folder_remove(&folder);
}

#define THREE "v 0 0 0\nv 1 0 0\nv 0 1 0\n"

static const mesh_bad_file bad_files[] = {
    {"a.obj", "", "is empty"},
    {"a.obj", "# nothing\n", "has no triangles"},
    {"a.obj", THREE, "has no triangles"},
    {"a.obj", THREE "l 1 2 3\np 1\n", "has no triangles"},
    {"a.obj", THREE "f 1 2 4\n", "line 4: vertex 4 does not exist, there are 3"},
    {"a.obj", THREE "f 1 2 9\nf 1 2 7\n", "line 4: vertex 9 does not exist, there are 3"},
    {"a.obj", THREE "f 0 1 2\n", "line 4: vertex 0 does not exist, there are 3"},
    {"a.obj", THREE "f 1 2 -4\n", "line 4: vertex -4 does not exist, there are 3"},
    {"a.obj", THREE "f 1 2 99999999999999999999\n",
     "line 4: '99999999999999999999' is not an index"},
    {"a.obj", THREE "f 1 2 4294967297\n", "line 4: vertex 4294967297 does not exist"},
    {"a.obj", THREE "f 1 2 x\n", "line 4: 'x' is not an index"},
    {"a.obj", THREE "f 1 2 3.0\n", "line 4: '3.0' is not an index"},
    {"a.obj", THREE "f 1 2 3/1\n", "line 4: texture coordinate 1 does not exist, there are 0"},
    {"a.obj", THREE "vn 0 0 1\nf 1 2 3//2\n", "line 5: normal 2 does not exist, there are 1"},
    {"a.obj", THREE "vt 0 0\nf 1 2 3/-2\n",
     "line 5: texture coordinate -2 does not exist, there are 1"},
    {"a.obj", THREE "f 1 2 3/\n", "line 4: '' is not an index"},
    {"a.obj", THREE "f 1 2 3//\n", "line 4: '' is not an index"},
    {"a.obj", THREE "vt 0 0\nvn 0 0 1\nf 1 2 3/1/1/1\n",
     "line 6: '3/1/1/1' has more than three indices"},
    {"a.obj", THREE "f\n", "line 4: 'f' has too few corners"},
    {"a.obj", THREE "l 1\n", "line 4: 'l' has too few corners"},
    {"a.obj", "v 0 0\n", "line 1: a vertex with 2 numbers"},
    {"a.obj", "v 0 0 0 1 1\n", "line 1: a vertex with 5 numbers"},
    {"a.obj", "v 0 0 0 1 1 1 1\n", "line 1: '1' is one number too many for a vertex"},
    {"a.obj", "v 0 nan 0\n", "line 1: 'nan' is not a finite number"},
    {"a.obj", "\nv 0 0 -inf\n", "line 2: '-inf' is not a finite number"},
    {"a.obj", "v 0 0 1e999\n", "line 1: '1e999' is not a finite number"},
    {"a.obj", "v 0 0 1,5\n", "line 1: '1,5' is not a finite number"},
    {"a.obj", "v 0 0 0x1\n", "line 1: '0x1' is not a finite number"},
    {"a.obj", "v 0 0 0 a\n", "line 1: 'a' is not a finite number"},
    {"a.obj", "v 0 -1048577 0\n", "line 1: y = -1048577 is beyond 1048576 m"},
    {"a.obj", THREE "648 216\n", "line 4: '648' is not a word that begins a line of an OBJ"},
    {"a.obj", THREE "fo 1 2 3\n", "line 4: 'fo' is not a word that begins a line of an OBJ"},
    {"a.obj", THREE "F 1 2 3\n", "line 4: 'F' is not a word that begins a line of an OBJ"},
    {"a.obj", THREE "curv 0 1 1 2 3\n",
     "line 4: 'curv' is of curves and surfaces, which are not supported"},
    {"a.obj", THREE "surf 0 1 0 1 1 2 3\n",
     "line 4: 'surf' is of curves and surfaces, which are not supported"},
    {"a.obj", THREE "f 1 2 3", "line 4: the last line has no end: the file may be cut"},
    {"a.obj", THREE "f 1 2 3\\\n", "line 5: the last line has no end: the file may be cut"},
    {"a.obj", THREE "f 1 2 3\\", "line 4: '3\\' is not an index"},
    {"a.obj",
     "\x7f"
     "ELF\x01\n",
     "line 1: '?ELF?' is not a word that begins a line of an OBJ"},
    {"a.obj",
     THREE "f 1 2 "
           "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n",
     "line 4: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...' is not an index"},
};

EP_TEST(robust_obj_bad_files)
{
  mesh_assert_refused(bad_files, sizeof bad_files / sizeof *bad_files);
}

EP_TEST(robust_obj_zero_bytes)
{
  static const char text[] = THREE "# a\0b\nf 1 2 3\n";
  mesh_folder folder = mesh_folder_make();
  ep_mesh mesh;
  ep_error error;
  ck_assert_int_eq(mesh_load_bytes(&folder, "a.obj", text, sizeof text - 1, NULL, &mesh, &error),
                   EP_ERROR_INPUT);
  ck_assert_ptr_nonnull(strstr(error.message, ": byte 27 is zero, which no text has"));
  mesh_folder_remove(&folder);
}

/// At a line end, and within a comment, which is as good: the format has no end mark.
static bool is_at_line_end(const char* bytes, size_t size)
{
  const char* line = bytes + size;
  while (line > bytes && line[-1] != '\n')
  {
    --line;
  }
  return line == bytes + size || *line == '#';
}

EP_TEST(robust_obj_cut_anywhere)
{
  mesh_try_prefixes("a.obj", seed, sizeof seed - 1, NULL, is_at_line_end);
}

EP_TEST(robust_obj_damaged)
{
  const int64_t trials = ep_test_trials(6000);
  const int64_t good = mesh_try_damage("a.obj", seed, sizeof seed - 1, NULL, trials);
  ck_assert_int_lt(good, trials);
  printf("%lld of %lld damaged files are good\n", (long long)good, (long long)trials);
}

/// As many lines as there are, and as many words in a line.
EP_TEST(robust_obj_long_lines)
{
  mesh_folder folder = mesh_folder_make();
  mesh_bytes text = {0};
  const int count = 20000;
  mesh_bytes_print(&text, "v 0 0 0\n");
  for (int i = 0; i < count; ++i)
  {
    mesh_bytes_print(&text, "v %d %d 0\n", 1 + i, i * i % 1000);
  }
  mesh_bytes_print(&text, "f");
  for (int i = 0; i <= count; ++i)
  {
    mesh_bytes_print(&text, " %d%s", 1 + i, i % 1000 == 999 ? " \\\n" : "");
  }
  mesh_bytes_print(&text, "\n");
  ep_mesh mesh;
  ep_error error;
  ck_assert_int_eq(mesh_load_bytes(&folder, "a.obj", text.bytes, text.size, NULL, &mesh, &error),
                   EP_OK);
  ck_assert_int_eq(mesh.counts.file_polygons, 1);
  ck_assert_int_eq(mesh.triangle_count + mesh.counts.duplicate_triangles, count - 1);
  ep_mesh_clear(&mesh);
  free(text.bytes);
  mesh_folder_remove(&folder);
}
