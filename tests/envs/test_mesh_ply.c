/// @file test_mesh_ply.c
/// PLY files: ASCII and both byte orders, all types.
#include "mesh_tools.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char ascii[] = "ply\nformat ascii 1.0\ncomment any \xff bytes\nobj_info x\n"
                            "element vertex 4\nproperty float x\nproperty float y\n"
                            "property float z\nproperty uchar red\n"
                            "element face 3\nproperty list uchar int vertex_indices\n"
                            "end_header\n"
                            "0 0 0 255\n1.5 0 0 0\n0 1 0 7\n0 0 2e0 1\n"
                            "3 0 2 1\n3 0 1 3\n3 1 2 3\n";

static const double open_corner[3][9] = {
    {0, 0, 0, 0, 1, 0, 1.5, 0, 0}, {0, 0, 0, 1.5, 0, 0, 0, 0, 2}, {1.5, 0, 0, 0, 1, 0, 0, 0, 2}};

/// A number of a PLY type in a byte order, from its name.
static void put_value(mesh_bytes* to, const char* type, double value, bool big)
{
  char bytes[8];
  size_t size = 0;
#define AS(name, c_type)                                                                           \
  if (strcmp(type, name) == 0)                                                                     \
  {                                                                                                \
    const c_type x = (c_type)value;                                                                \
    size = sizeof x;                                                                               \
    memcpy(bytes, &x, size);                                                                       \
  }
  AS("char", int8_t)
  AS("uchar", uint8_t)
  AS("short", int16_t)
  AS("ushort", uint16_t)
  AS("int", int32_t)
  AS("uint", uint32_t)
  AS("float", float)
  AS("double", double)
#undef AS
  ck_assert_uint_gt(size, 0);
  for (size_t i = 0; i < size; ++i)
  {
    mesh_bytes_add(to, bytes + (big ? size - 1 - i : i), 1); // the machine has the lowest first
  }
}

/// How the corner is written.
typedef struct variant
{
  const char* format;
  const char* coordinate;
  const char* count;
  const char* index;
  const char* line_end;
} variant;

static void put(mesh_bytes* file, const variant* v, const char* type, double value)
{
  if (v->format[0] == 'a')
  {
    mesh_bytes_print(file, "%g ", value);
  }
  else
  {
    put_value(file, type, value, strstr(v->format, "big") != NULL);
  }
}

/// The corner, with whole coordinates, and with elements and properties that nobody asked for.
static mesh_bytes make_variant(const variant* v)
{
  static const double xyz[4][3] = {{0, 0, 0}, {3, 0, 0}, {0, 2, 0}, {0, 0, 4}};
  static const double faces[3][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}};
  const char* end = v->line_end;
  const bool is_ascii = v->format[0] == 'a';
  mesh_bytes f = {0};
  mesh_bytes_print(&f, "ply%sformat %s 1.0%selement camera 1%sproperty list uint double p%s", end,
                   v->format, end, end, end);
  mesh_bytes_print(&f, "element vertex 4%sproperty short n%s", end, end);
  mesh_bytes_print(&f, "property %s z%sproperty %s x%sproperty %s y%s", v->coordinate, end,
                   v->coordinate, end, v->coordinate, end);
  mesh_bytes_print(&f, "element face 3%sproperty list uchar float t%s", end, end);
  mesh_bytes_print(&f, "property list %s %s vertex_index%sproperty double q%send_header%s",
                   v->count, v->index, end, end, end);
  put(&f, v, "uint", 2);
  put(&f, v, "double", 5);
  put(&f, v, "double", 6);
  mesh_bytes_add(&f, end, is_ascii ? strlen(end) : 0);
  for (int i = 0; i < 4; ++i)
  {
    put(&f, v, "short", -7);
    put(&f, v, v->coordinate, xyz[i][2]);
    put(&f, v, v->coordinate, xyz[i][0]);
    put(&f, v, v->coordinate, xyz[i][1]);
    mesh_bytes_add(&f, end, is_ascii ? strlen(end) : 0);
  }
  for (int i = 0; i < 3; ++i)
  {
    put(&f, v, "uchar", 1);
    put(&f, v, "float", (double)NAN);
    put(&f, v, v->count, 3);
    for (int k = 0; k < 3; ++k)
    {
      put(&f, v, v->index, faces[i][k]);
    }
    put(&f, v, "double", 9);
    mesh_bytes_add(&f, end, is_ascii ? strlen(end) : 0);
  }
  return f;
}

static void assert_variant_loads(mesh_folder* folder, const variant* v)
{
  static const double corner[3][9] = {
      {0, 0, 0, 0, 2, 0, 3, 0, 0}, {0, 0, 0, 3, 0, 0, 0, 0, 4}, {3, 0, 0, 0, 2, 0, 0, 0, 4}};
  mesh_bytes f = make_variant(v);
  ep_mesh mesh;
  ep_error error;
  const ep_status status = mesh_load_bytes(folder, "a.ply", f.bytes, f.size, NULL, &mesh, &error);
  ck_assert_msg(status == EP_OK, "%s %s %s %s: %s", v->format, v->coordinate, v->count, v->index,
                error.message);
  mesh_assert_triangles(&mesh, corner, 3);
  ep_mesh_clear(&mesh);
  free(f.bytes);
}

static const char* const types[] = {"char", "uchar", "short", "ushort",
                                    "int",  "uint",  "float", "double"};
static const char* const formats[] = {"ascii", "binary_little_endian", "binary_big_endian"};

EP_TEST(works_ply_ascii)
{
  mesh_folder folder = mesh_folder_make();
  ep_mesh mesh = mesh_load_text(&folder, "a.ply", ascii);
  mesh_assert_triangles(&mesh, open_corner, 3);
  ck_assert(!mesh.closed);
  ep_mesh_clear(&mesh);
  mesh_folder_remove(&folder);
}

EP_TEST(works_ply_all_types_and_orders)
{
  mesh_folder folder = mesh_folder_make();
  for (int format = 0; format < 3; ++format)
  {
    for (int type = 0; type < 8; ++type)
    {
      const variant v = {formats[format], types[type], "uchar", "int", "\n"};
      assert_variant_loads(&folder, &v);
    }
    for (int type = 0; type < 36; ++type)
    {
      const variant v = {formats[format], "float", types[type % 6], types[type / 6], "\n"};
      assert_variant_loads(&folder, &v);
    }
    assert_variant_loads(&folder, &(variant){formats[format], "float", "uchar", "int", "\r\n"});
    assert_variant_loads(&folder, &(variant){formats[format], "float", "uchar", "int", "\r"});
  }
  mesh_folder_remove(&folder);
}

#define HEAD_OF(count)                                                                             \
  "ply\nformat ascii 1.0\nelement vertex " #count                                                  \
  "\nproperty float x\nproperty float y\nproperty float z\n"
#define LIST  "property list uchar int vertex_indices\n"
#define FOUR  "0 0 0\n1 0 0\n1 1 0\n0 1 0\n"
#define THREE "0 0 0\n1 0 0\n0 1 0\n"

/// A strip goes on from corner to corner, turning the other way each time; -1 begins another.
EP_TEST(works_ply_strips)
{
  static const double strip[3][9] = {
      {0, 0, 0, 1, 0, 0, 1, 1, 0}, {1, 1, 0, 1, 0, 0, 0, 1, 0}, {0, 0, 0, 1, 1, 0, 0, 1, 0}};
  mesh_folder folder = mesh_folder_make();
  ep_mesh mesh = mesh_load_text(&folder, "a.ply",
                                HEAD_OF(4) "element tristrips 1\n" LIST "end_header\n" FOUR
                                           "10 0 1 2 3 -1 0 2 3 3 3\n");
  mesh_assert_triangles(&mesh, strip, 3);
  ck_assert_int_eq(mesh.counts.file_polygons, 2);
  ck_assert_int_eq(mesh.counts.degenerate_triangles, 0);
  ep_mesh_clear(&mesh);
  mesh_folder_remove(&folder);
}

/// Faces may stand before vertices; edges are counted as lines.
EP_TEST(works_ply_order_of_elements)
{
  static const double two[2][9] = {{0, 0, 0, 1, 0, 0, 1, 1, 0}, {0, 0, 0, 1, 1, 0, 0, 1, 0}};
  mesh_folder folder = mesh_folder_make();
  ep_mesh mesh = mesh_load_text(
      &folder, "a.ply",
      "ply\nformat ascii 1.0\nelement face 2\n" LIST
      "element edge 2\nproperty int vertex1\nproperty int vertex2\n"
      "element vertex 4\nproperty float x\nproperty float y\nproperty float z\nend_header\n"
      "4 0 1 2 3\n2 1 2\n0 1\n\n1 2\n" FOUR "\n \n");
  mesh_assert_triangles(&mesh, two, 2);
  ck_assert_int_eq(mesh.counts.lines, 3);
  ck_assert_int_eq(mesh.counts.file_polygons, 1);
  ep_mesh_clear(&mesh);
  mesh_folder_remove(&folder);
}

EP_TEST(robust_ply_bad_headers)
{
  static const mesh_bad_file files[] = {
      {"a.ply", "", "is empty"},
      {"a.ply", "plx\n", "does not begin with 'ply'"},
      {"a.ply", "ply", "line 1: the file ends within its header"},
      {"a.ply", "ply\n", "line 2: the line ends before its first word"},
      {"a.ply", "ply x\n", "line 1: 'x' is one word too many"},
      {"a.ply", "ply\nformat\n", "line 2: the line ends before a format"},
      {"a.ply", "ply\nformat text 1.0\n", "line 2: 'text' is not a format"},
      {"a.ply", "ply\nformat ascii 2.0\n", "line 2: '2.0' is not version 1.0"},
      {"a.ply", "ply\nformat ascii 1.0\nformat ascii 1.0\n", "line 3: 'ascii' is a second format"},
      {"a.ply", "ply\nelement vertex -1\n", "line 2: '-1' is not a count"},
      {"a.ply", "ply\nelement vertex 1e3\n", "line 2: '1e3' is not a count"},
      {"a.ply", "ply\nelement vertex 3\nelement vertex 3\n",
       "line 3: 'vertex' is a second element of this name"},
      {"a.ply", "ply\nproperty float x\n", "line 2: a property before any element"},
      {"a.ply", "ply\nelement vertex 3\nproperty real x\n", "line 3: 'real' is not a type"},
      {"a.ply", "ply\nelement vertex 3\nproperty float\n", "line 3: the line ends before a name"},
      {"a.ply", "ply\nelement vertex 3\nproperty float x\nproperty float x\n",
       "line 4: 'x' is a second property of this name"},
      {"a.ply", "ply\nelement face 3\nproperty list float int vertex_indices\n",
       "line 3: the count of a list is not an integer"},
      {"a.ply", "ply\nelement face 3\nproperty list uchar float vertex_indices\n",
       "line 3: 'vertex_indices' are not integers"},
      {"a.ply", "ply\nfoo\n", "line 2: 'foo' is not a word of a PLY header"},
      {"a.ply", "ply\nend_header\n", "the header has no format"},
      {"a.ply", "ply\nformat ascii 1.0\nend_header\n", "has no element vertex"},
      {"a.ply", "ply\nformat ascii 1.0\nend_header",
       "line 3: end_header does not end as the first line does"},
      {"a.ply", "ply\nformat ascii 1.0\nend_header\r\n",
       "line 3: end_header does not end as the first line does"},
      {"a.ply", "ply\nformat ascii 1.0\nelement vertex 0\nproperty float x\nend_header\n",
       "element vertex has no x, y and z"},
      {"a.ply", HEAD_OF(0) "element face 0\nproperty int a\nend_header\n",
       "element face has no list vertex_indices"},
      {"a.ply", HEAD_OF(0) "element camera 1\nend_header\n", "element other has no properties"},
      // Counts that would ask for more memory than there is.
      {"a.ply", HEAD_OF(4000000000) "end_header\n",
       "4000000000 rows of element vertex do not fit in the file"},
      {"a.ply", HEAD_OF(3) "element face 9000000000000000\n" LIST "end_header\n" THREE "3 0 1 2\n",
       "9000000000000000 rows of element face do not fit in the file"},
      {"a.ply", HEAD_OF(99999999999999999999) "end_header\n",
       "line 3: '99999999999999999999' is not a count"},
  };
  mesh_assert_refused(files, sizeof files / sizeof *files);
}

#define FACES(count) "element face " #count "\n" LIST "end_header\n"

EP_TEST(robust_ply_bad_rows)
{
  static const mesh_bad_file files[] = {
      {"a.ply", HEAD_OF(3) "end_header\n" THREE, "has no triangles"},
      {"a.ply", HEAD_OF(3) FACES(0) THREE, "has no triangles"},
      {"a.ply", HEAD_OF(3) FACES(1) THREE "3 0 1 3\n",
       "line 13: vertex 3 does not exist, there are 3"},
      {"a.ply", HEAD_OF(3) FACES(1) THREE "3 0 1 -1\n", "line 13: vertex -1 does not exist"},
      {"a.ply", HEAD_OF(3) FACES(1) THREE "3 0 1 1.0\n",
       "line 13: '1.0' is not an integer of its type"},
      {"a.ply", HEAD_OF(3) FACES(1) THREE "3 0 1 4294967296\n",
       "line 13: '4294967296' is not an integer of its type"},
      {"a.ply", HEAD_OF(3) FACES(1) THREE "-1 0 1 2\n",
       "line 13: '-1' is not an integer of its type"},
      {"a.ply", HEAD_OF(3) FACES(1) THREE "256 0 1 2\n",
       "line 13: '256' is not an integer of its type"},
      {"a.ply", HEAD_OF(3) FACES(1) THREE "255 0 1 2\n",
       "line 13: a list of 255 does not fit in the file"},
      {"a.ply", HEAD_OF(3) FACES(1) THREE "4 0 1 2\n", "line 13: the row ends too early"},
      {"a.ply", HEAD_OF(3) FACES(1) THREE "3 0 1 2 2\n", "line 13: '2' is one word too many"},
      {"a.ply", HEAD_OF(3) FACES(1) THREE "3 0 1 2",
       "line 13: the last line has no end: the file may be cut"},
      {"a.ply", HEAD_OF(3) FACES(1) THREE "3 0 1 2\n3 0 1 2\n", "line 14: '3' behind the last row"},
      {"a.ply", HEAD_OF(3) FACES(1) THREE "\n\n\n", "line 16: the file ends before its last row"},
      {"a.ply", HEAD_OF(3) FACES(1) "0 0 0\n1 0\n0 1 0\n3 0 1 2\n",
       "line 11: the row ends too early"},
      {"a.ply", HEAD_OF(3) FACES(1) "0 0 0\n1 0 nan\n0 1 0\n3 0 1 2\n",
       "line 11: 'nan' is not a finite number"},
      {"a.ply", HEAD_OF(3) FACES(1) "0 0 0\n1 0 1e999\n0 1 0\n3 0 1 2\n",
       "line 11: '1e999' is not a finite number"},
      {"a.ply", HEAD_OF(3) FACES(1) "0 0 0\n1 0 -3e6\n0 1 0\n3 0 1 2\n",
       "line 11: z = -3000000 is beyond 1048576 m"},
  };
  mesh_assert_refused(files, sizeof files / sizeof *files);
}

static void assert_refused(const mesh_bytes* f, const char* message)
{
  mesh_folder folder = mesh_folder_make();
  ep_mesh mesh;
  ep_error error;
  ck_assert_int_ne(mesh_load_bytes(&folder, "a.ply", f->bytes, f->size, NULL, &mesh, &error),
                   EP_OK);
  ck_assert_str_eq(error.message + strlen(folder.file) + 2, message);
  mesh_folder_remove(&folder);
}

#define BINARY_HEAD                                                                                \
  "ply\nformat binary_little_endian 1.0\nelement vertex 3\nproperty float x\nproperty float y\n"   \
  "property float z\nelement face 1\nproperty list uint int vertex_indices\nend_header\n"

/// A binary triangle whose coordinates, count and last index are given, and what follows it.
static mesh_bytes make_binary(float bad, uint32_t count, int32_t index, size_t more)
{
  mesh_bytes f = {0};
  const float xyz[9] = {0, 0, 0, 1, 0, bad, 0, 1, 0};
  const int32_t corners[3] = {0, 1, index};
  mesh_bytes_print(&f, BINARY_HEAD);
  mesh_bytes_add(&f, xyz, sizeof xyz);
  mesh_bytes_add(&f, &count, sizeof count);
  mesh_bytes_add(&f, corners, sizeof corners);
  mesh_bytes_add(&f, "\n\n\n\n", more);
  return f;
}

EP_TEST(robust_ply_bad_binary)
{
  const struct
  {
    float bad;
    uint32_t count;
    int32_t index;
    size_t more;
    const char* message;
  } files[] = {
      {NAN, 3, 2, 0, "vertex 1: z = nan is not finite"},
      {INFINITY, 3, 2, 0, "vertex 1: z = inf is not finite"},
      {1e30F, 3, 2, 0, "vertex 1: z = 1.000000015e+30 is beyond 1048576 m"},
      {0, 3, 3, 0, "face 0: vertex 3 does not exist, there are 3"},
      {0, 3, INT32_MAX, 0, "face 0: vertex 2147483647 does not exist"},
      {0, 3, -2, 0, "face 0: vertex -2 does not exist"},
      {0, 4, 2, 0, "face 0: a list of 4 does not fit in the file"},
      {0, UINT32_MAX, 2, 0, "face 0: a list of 4294967295 does not fit in the file"},
      {0, 3, 2, 1, "1 bytes behind the last row"},
      {0, 2, 2, 0, "4 bytes behind the last row"},
  };
  for (size_t i = 0; i < sizeof files / sizeof *files; ++i)
  {
    mesh_bytes f = make_binary(files[i].bad, files[i].count, files[i].index, files[i].more);
    assert_refused(&f, files[i].message);
    free(f.bytes);
  }
}

/// Lists that leave too little for what the header has announced and found to fit.
EP_TEST(robust_ply_lists_take_the_room_of_others)
{
  mesh_bytes f = {0};
  const uint8_t lists[] = {6, 0, 0, 0, 0, 0, 0, 0, 0};
  mesh_bytes_print(&f, "ply\nformat binary_big_endian 1.0\nelement other 2\n"
                       "property list uchar char a\nproperty int b\n"
                       "element vertex 0\nproperty float x\nproperty float y\nproperty float z\n"
                       "end_header\n");
  mesh_bytes_add(&f, lists, sizeof lists);
  mesh_bytes_add(&f, lists, 1);
  assert_refused(&f, "other 0: the file ends within it");
  free(f.bytes);
}

EP_TEST(robust_ply_many_properties_and_elements)
{
  mesh_bytes f = {0};
  mesh_bytes_print(&f, "ply\nformat ascii 1.0\nelement vertex 1\n");
  for (int i = 0; i < 100000; ++i)
  {
    mesh_bytes_print(&f, "property float p%d\n", i);
  }
  assert_refused(&f, "line 1028: more than 1024 properties");
  free(f.bytes);
  f = (mesh_bytes){0};
  mesh_bytes_print(&f, "ply\nformat ascii 1.0\n");
  for (int i = 0; i < 100000; ++i)
  {
    mesh_bytes_print(&f, "element e%d 0\n", i);
  }
  assert_refused(&f, "line 67: more than 64 elements");
  free(f.bytes);
}

EP_TEST(robust_ply_zero_bytes)
{
  mesh_bytes f = {0};
  mesh_bytes_add(&f, ascii, sizeof ascii - 1);
  f.bytes[30] = 0;
  assert_refused(&f, "line 3: a zero byte within the header");
  f.bytes[30] = 'y';
  f.bytes[f.size - 3] = 0;
  char message[64];
  snprintf(message, sizeof message, "byte %zu is zero, which no text has", f.size - 3);
  assert_refused(&f, message);
  free(f.bytes);
}

static bool never(const char* bytes, size_t size)
{
  (void)bytes;
  (void)size;
  return false;
}

EP_TEST(robust_ply_cut_anywhere)
{
  mesh_try_prefixes("a.ply", ascii, sizeof ascii - 1, NULL, never);
  for (int i = 0; i < 3; ++i)
  {
    mesh_bytes f = make_variant(&(variant){formats[i], "double", "ushort", "uint", "\n"});
    mesh_try_prefixes("a.ply", f.bytes, f.size, NULL, never);
    free(f.bytes);
  }
}

EP_TEST(robust_ply_damaged)
{
  const int64_t trials = ep_test_trials(3000);
  int64_t good = 0;
  for (int i = 0; i < 3; ++i)
  {
    mesh_bytes f = make_variant(&(variant){formats[i], "float", "uchar", "int", "\n"});
    good += mesh_try_damage("a.ply", f.bytes, f.size, NULL, trials);
    free(f.bytes);
  }
  ck_assert_int_lt(good, 3 * trials);
  printf("%lld of %lld damaged files are good\n", (long long)good, (long long)(3 * trials));
}
