/// @file test_mesh_dae.c
/// DAE files through the helper process.
#include "assimp_tools.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

EP_TEST(works_dae_primitives)
{
  static const double square[2][9] = {{0, 0, 0, 2, 0, 0, 2, 2, 0}, {0, 0, 0, 2, 2, 0, 0, 2, 0}};
  static const double strip[3][9] = {
      {0, 0, 0, 2, 0, 0, 2, 2, 0}, {2, 2, 0, 2, 0, 0, 0, 2, 0}, {2, 2, 0, 0, 2, 0, 0, 0, 2}};
  static const char* const squares[] = {
      "<triangles count=\"2\">" DAE_INPUT "<p>0 1 2 0 2 3</p></triangles>",
      "<triangles count=\"1\">" DAE_INPUT "<p>0 1 2</p></triangles>"
      "<triangles count=\"1\">" DAE_INPUT "<p>0 2 3</p></triangles>",
      "<polylist count=\"1\">" DAE_INPUT "<vcount>4</vcount><p>0 1 2 3</p></polylist>",
      "<polygons count=\"1\">" DAE_INPUT "<p>0 1 2 3</p></polygons>",
      "<polygons count=\"2\">" DAE_INPUT "<p>0 1 2</p><p>0 2 3</p></polygons>",
      "<trifans count=\"1\">" DAE_INPUT "<p>0 1 2 3</p></trifans>",
      "<triangles count=\"2\">" DAE_INPUT "<p>\n0\t1 2\r\n0 2 3 </p></triangles><!-- <p>x</p> -->"};
  for (size_t i = 0; i < sizeof squares / sizeof *squares; ++i)
  {
    assimp_assert_loads_as("a.dae", assimp_make_dae((assimp_dae){.primitives = squares[i]}), square,
                           2);
  }
  assimp_assert_loads_as(
      "a.DAE",
      assimp_make_dae((assimp_dae){.primitives = "<tristrips count=\"1\">" DAE_INPUT
                                                 "<p>0 1 2 3 4</p></tristrips>"}),
      strip, 3);
}

EP_TEST(works_dae_lines_are_counted)
{
  mesh_folder folder = mesh_folder_make();
  mesh_bytes f = assimp_make_dae((assimp_dae){
      .primitives = "<lines count=\"2\">" DAE_INPUT "<p>0 1 1 2</p></lines>"
                    "<linestrips count=\"1\">" DAE_INPUT "<p>0 1 2 3</p></linestrips>" DAE_ONE});
  ep_mesh mesh;
  ep_error error;
  ck_assert_int_eq(assimp_load(&folder, "a.dae", &f, &mesh, &error), EP_OK);
  ck_assert_int_eq(mesh.triangle_count, 1);
  ck_assert_int_eq(mesh.counts.file_polygons, 1);
  ck_assert_int_eq(mesh.counts.lines, 5);
  ep_mesh_clear(&mesh);
  free(f.bytes);
  mesh_folder_remove(&folder);
}

/// A unit is applied and what is called up is not.
EP_TEST(works_dae_unit_and_axis)
{
  static const char* const axes[] = {"X_UP", "Y_UP", "Z_UP"};
  static const double half[1][9] = {{0, 0, 0, 1, 0, 0, 1, 1, 0}};
  for (int i = 0; i < 3; ++i)
  {
    char asset[128];
    snprintf(asset, sizeof asset, "<unit name=\"x\" meter=\"0.5\"/><up_axis>%s</up_axis>", axes[i]);
    assimp_assert_loads_as("a.dae", assimp_make_dae((assimp_dae){.asset = asset}), half, 1);
  }
}

/// Turned, shifted, mirrored, nested, used twice, and placed by a matrix.
EP_TEST(works_dae_nodes)
{
  static const double expected[4][9] = {{0, 0, 0, -2, 0, 0, -2, 4, 0},
                                        {1, 2, 3, 3, 2, 3, 3, 4, 3},
                                        {1, 2, 13, 3, 2, 13, 3, 4, 13},
                                        {7, 8, 9, 7, 8, 11, 9, 8, 11}};
  assimp_assert_loads_as(
      "a.dae",
      assimp_make_dae((assimp_dae){
          .nodes = "<node><scale>-1 2 3</scale>" DAE_USE "</node>"
                   "<node><translate>1 2 3</translate>" DAE_USE
                   "<node><translate>0 0 10</translate>" DAE_USE "</node></node>"
                   "<node><matrix>0 1 0 7 0 0 1 8 1 0 0 9 0 0 0 1</matrix>" DAE_USE "</node>"}),
      expected, 4);
}

/// Assimp 5.2 takes the triangles of the first material for those of the second where a geometry is
/// used again with another second material.
EP_TEST(sound_dae_materials_change_no_triangle)
{
#define BOUND(b)                                                                                   \
  "<instance_geometry url=\"#g\"><bind_material><technique_common><instance_material "             \
  "symbol=\"A\" target=\"#m1\"/><instance_material symbol=\"B\" target=\"#" b                      \
  "\"/></technique_common></bind_material></instance_geometry>"
  static const double expected[6][9] = {
      {0, 0, 0, 2, 0, 0, 2, 2, 0}, {0, 0, 2, 2, 0, 2, 2, 2, 0},   {0, 0, 2, 2, 2, 0, 0, 2, 0},
      {0, 0, 9, 2, 0, 9, 2, 2, 9}, {0, 0, 11, 2, 0, 11, 2, 2, 9}, {0, 0, 11, 2, 2, 9, 0, 2, 9}};
  mesh_bytes f = assimp_make_dae((assimp_dae){
      .primitives =
          "<triangles material=\"A\" count=\"1\">" DAE_INPUT "<p>0 1 2</p></triangles>"
          "<triangles material=\"B\" count=\"2\">" DAE_INPUT "<p>4 5 2 4 2 3</p></triangles>",
      .nodes =
          "<node>" BOUND("m2") "</node><node><translate>0 0 9</translate>" BOUND("m3") "</node>"});
  // The materials, before the last line.
  static const char library[] =
      "<library_effects><effect id=\"e\"><profile_COMMON><technique "
      "sid=\"c\"><lambert/></technique>"
      "</profile_COMMON></effect></library_effects><library_materials>"
      "<material id=\"m1\" name=\"m1\"><instance_effect url=\"#e\"/></material>"
      "<material id=\"m2\" name=\"m2\"><instance_effect url=\"#e\"/></material>"
      "<material id=\"m3\" name=\"m3\"><instance_effect url=\"#e\"/></material>"
      "</library_materials></COLLADA>\n";
  f.size -= strlen("</COLLADA>\n");
  mesh_bytes_add(&f, library, sizeof library - 1);
  assimp_assert_loads_as("a.dae", f, expected, 6);
#undef BOUND
}

/// Numbers become floats: as mesh.h says.
EP_TEST(sound_dae_rounding)
{
  enum
  {
    COUNT = 200
  };
  static double x[COUNT * 9];
  mesh_folder folder = mesh_folder_make();
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  mesh_bytes positions = {0};
  mesh_bytes list = {0};
  mesh_bytes_print(&list, "<triangles count=\"%d\">" DAE_INPUT "<p>", COUNT);
  for (int i = 0; i < COUNT * 9; ++i)
  {
    x[i] = ep_rng_normal(&rng) * pow(10.0, (double)ep_rng_int(&rng, -3, 3));
    mesh_bytes_print(&positions, "%s%.17g", i == 0 ? "" : " ", x[i]);
    if (i % 3 == 0)
    {
      mesh_bytes_print(&list, "%d ", i / 3);
    }
  }
  mesh_bytes_print(&list, "</p></triangles>");
  mesh_bytes f = assimp_make_dae((assimp_dae){
      .positions = positions.bytes, .primitives = list.bytes, .asset = "<unit meter=\"0.0254\"/>"});
  ep_mesh mesh;
  ep_error error;
  const ep_status status = assimp_load(&folder, "a.dae", &f, &mesh, &error);
  ck_assert_msg(status == EP_OK, "%s", error.message);
  ck_assert_int_eq(mesh.vertex_count, COUNT * 3);
  double worst = 0.0;
  for (int i = 0; i < COUNT * 9; ++i)
  {
    const double exact = x[i] * 0.0254;
    worst = fmax(worst, fabs(mesh.vertices[i] - exact) / fabs(exact));
  }
  printf("largest relative error %.3g, that is %.2f * 2^-24\n", worst, worst * 0x1p24);
  ck_assert_double_le(worst, 0x1p-22);
  ep_mesh_clear(&mesh);
  free(f.bytes);
  free(positions.bytes);
  free(list.bytes);
  mesh_folder_remove(&folder);
}

EP_TEST(robust_dae_bad_files)
{
  static const struct
  {
    assimp_dae d;
    const char* message;
  } files[] = {
      {{.primitives = "<triangles count=\"1\">" DAE_INPUT "<p>0 1 x</p></triangles>"},
       "line 7: 'x' in a list of indices"},
      {{.primitives = "<triangles count=\"1\">" DAE_INPUT "<p>0 1\n-2</p></triangles>"},
       "line 8: '-2' in a list of indices"},
      {{.primitives =
            "<polylist count=\"1\">" DAE_INPUT "<vcount>3.</vcount><p>0 1 2</p></polylist>"},
       "line 7: '.' in a list of indices"},
      {{.primitives = "<triangles count=\"1\">" DAE_INPUT "<p>0 1 6</p></triangles>"},
       "assimp: Invalid data index (6/6) in primitive specification"},
      {{.primitives = "<triangles count=\"2\">" DAE_INPUT "<p>0 1 2</p></triangles>"},
       "assimp: Expected different index count in <p> element."},
      {{.primitives =
            "<polygons count=\"1\">" DAE_INPUT "<ph><p>0 1 2 3</p><h>4 5 1</h></ph></polygons>"},
       "assimp: Unexpected sub element <h> in tag <polygons>"},
      {{.primitives = ""}, "has no triangles"},
      {{.positions = "0 0 0 1 0 0 1 nan 0"}, "vertex 2: x = nan is not finite"},
      {{.positions = "0 0 0 1 0 0 1 a 0"},
       "assimp: Cannot parse string \"a 0\" as a real number: does not start with digit or decimal "
       "point followed by digit."},
      {{.positions = "0 0 0 3e6 0 0 1 1 0"}, "vertex 1: x = 3000000 is beyond 1048576 m"},
      {{.asset = "<unit meter=\"0\"/>"}, "line 3: '0' is not a length: the unit's metres"},
      {{.asset = "<unit name=\"meter\" meter='-1'/>"},
       "line 3: '-1' is not a length: the unit's metres"},
      {{.asset = "<unit meter=\"1,0\"/>"}, "line 3: '1,0' is not a length: the unit's metres"},
      {{.nodes = "<node>" DAE_USE "<instance_geometry url=\"#none\"/></node>"},
       "assimp: Collada: Unable to find geometry for ID \"none\". Skipping."},
      {{.nodes = "<node>" DAE_USE "<instance_node url=\"#none\"/></node>"},
       "assimp: Collada: Unable to resolve reference to instanced node none"},
      {{.nodes = "<node>" DAE_USE "<node><skew>30 1 0 0 0 1 0</skew>" DAE_USE "</node></node>"},
       "line 9: 'skew' is not supported"},
      {{.nodes = "<node><matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 1 1</matrix>" DAE_USE "</node>"},
       "a node has a matrix whose last row is not 0 0 0 1"},
      {{.nodes = "<node/>"}, "has no triangles"},
      {{.nodes = "<node>"}, "assimp: Unable to read file, malformed XML"},
  };
  for (size_t i = 0; i < sizeof files / sizeof *files; ++i)
  {
    assimp_assert_refused("a.dae", assimp_make_dae(files[i].d), files[i].message);
  }
}

static bool is_whole_dae(const char* bytes, size_t size)
{
  static const char end[] = "</COLLADA>";
  return size >= sizeof end - 1 &&
         memcmp(bytes + size - (sizeof end - 1), end, sizeof end - 1) == 0;
}

EP_TEST(robust_dae_cut)
{
  mesh_bytes f = assimp_make_dae((assimp_dae){0});
  assimp_try_some_prefixes("a.dae", &f, is_whole_dae);
  free(f.bytes);
}

EP_TEST(robust_dae_damaged)
{
  mesh_bytes f = assimp_make_dae((assimp_dae){0});
  assimp_try_damage("a.dae", &f);
  free(f.bytes);
}
