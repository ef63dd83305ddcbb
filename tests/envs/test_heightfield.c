/// @file test_heightfield.c
/// Heightfields from files: heights where the file says, holes that are holes, and bad files.
#define _XOPEN_SOURCE 700 // mkdtemp, nftw
#include "scene_tools.h"

#include "heightfield.h"

#define NEEDLE "robots:\n  - {name: n, urdf: needle.urdf}\n"

/// @name Loading
/// @{

static const ep_heightfield_options plain = {.file_bytes = 1 << 20};

static void expect_field_refused(const char* name, const char* words)
{
  ep_heightfield field = {.columns = 7};
  ep_error error;
  const char* path = in_folder(name);
  ck_assert_int_eq(ep_heightfield_load(path, &plain, &field, &error), EP_ERROR_INPUT);
  ck_assert_ptr_null(field.heights);
  ck_assert_int_eq(field.columns, 0);
  ck_assert_msg(strstr(error.message, words) != NULL, "'%s' is not in '%s'", words, error.message);
  ck_assert_msg(strncmp(error.message, path, strlen(path)) == 0, "%s", error.message);
}

static void expect_grid_refused(const char* text, const char* words)
{
  write_text("bad.asc", text);
  expect_field_refused("bad.asc", words);
}

static ep_heightfield load_grid(const char* text)
{
  ep_heightfield field;
  ep_error error;
  ck_assert_msg(ep_heightfield_load(write_text("good.asc", text), &plain, &field, &error) == EP_OK,
                "%s", error.message);
  return field;
}

/// @}

/// 4 columns, 3 rows; the first row is the northern one, at y = 21.
static const char grid[] = "ncols 4\nnrows 3\nxllcenter 10\nyllcenter 20\ncellsize 0.5\n"
                           "1.0 1.1 1.2 1.4\n"
                           "0.5 0.6 0.7 0.9\n"
                           "0.2 0.1 0.3 0.6\n";
static const double grid_heights[3][4] = {
    {0.2, 0.1, 0.3, 0.6}, {0.5, 0.6, 0.7, 0.9}, {1.0, 1.1, 1.2, 1.4}};

EP_TEST(works_a_grid_has_its_first_row_in_the_south)
{
  folder_begin();
  ep_heightfield f = load_grid(grid);
  ck_assert_int_eq(f.columns, 4);
  ck_assert_int_eq(f.rows, 3);
  ck_assert(f.spacing == 0.5 && f.origin[0] == 10.0 && f.origin[1] == 20.0);
  ck_assert_int_eq(f.holes, 0);
  for (int i = 0; i < 12; ++i)
  {
    ck_assert(f.heights[i] == grid_heights[i / 4][i % 4]);
  }
  ep_heightfield_clear(&f);
  folder_end();
}

EP_TEST(works_keywords_in_any_case_and_order)
{
  folder_begin();
  // A sample is half a cell beyond the corner; lines may break anywhere.
  ep_heightfield f = load_grid("CELLSIZE 2\r\nNODATA_value -1\r\nYLLCORNER 5\r\nxllCorner -3\r\n"
                               "NROWS 2\r\nNCols 2\r\n1 2 3\r\n-1");
  ck_assert(f.spacing == 2.0 && f.origin[0] == -2.0 && f.origin[1] == 6.0);
  ck_assert_int_eq(f.holes, 1);
  ck_assert(f.heights[0] == 3.0 && isnan(f.heights[1]));
  ck_assert(f.heights[2] == 1.0 && f.heights[3] == 2.0);
  ep_heightfield_clear(&f);
  f = load_grid("ncols 2 nrows 2 xllcenter 0 yllcenter 0 cellsize 1 1 2 -9999 4");
  ck_assert_int_eq(f.holes, 1);
  ep_heightfield_clear(&f);
  folder_end();
}

EP_TEST(robust_bad_grids_are_refused)
{
  folder_begin();
#define HEAD "ncols 2\nnrows 2\nxllcenter 0\nyllcenter 0\ncellsize 1\n"
  expect_grid_refused("", ":1: ncols is missing before the heights");
  expect_grid_refused("nrows 2\n1 2 3 4\n", ":2: ncols is missing");
  expect_grid_refused("ncols 2\nnrows 2\nxllcenter 0\nyllcenter 0\n1 2\n3 4\n",
                      "cellsize is missing");
  expect_grid_refused("ncols 2\nnrows 2\nxllcenter 0\ncellsize 1\n1 2\n3 4\n",
                      "one of yllcorner and yllcenter is needed, there are none");
  expect_grid_refused("xllcorner 0\n" HEAD "1 2\n3 4\n",
                      "one of xllcorner and xllcenter is needed, there are both");
  expect_grid_refused(HEAD "1 2\n3\n", ":8: the file ends after 3 heights, 2 times 2 are needed");
  expect_grid_refused(HEAD "1 2\n3 4\n5\n", ":8: '5' follows the last of 2 times 2 heights");
  expect_grid_refused(HEAD "1 2\n3 x\n", ":7: height 4: 'x' is not a number");
  expect_grid_refused(HEAD "1 2\n3 nan\n", ":7: height 4: 'nan' is not a number");
  expect_grid_refused(HEAD "1 2\n3 1e999\n", ":7: height 4: '1e999' is not a number");
  expect_grid_refused(HEAD "1 2\n3 0,5\n", ":7: height 4: '0,5' is not a number");
  expect_grid_refused(HEAD HEAD "1 2\n3 4\n", ":6: ncols was there before");
  expect_grid_refused("nclos 2\n", ":1: 'nclos' is neither a number nor a keyword");
  expect_grid_refused("ncols 2.5\n", ":1: ncols: '2.5' is not a whole number");
  expect_grid_refused("ncols", ":1: ncols: '' is not a whole number");
  expect_grid_refused("cellsize wide\n", ":1: cellsize: 'wide' is not a number");
  expect_grid_refused("ncols 2\nnrows 2\nxllcenter 0\nyllcenter 0\ncellsize 0\n1 2 3 4\n",
                      "cellsize 0 must be more than 0");
  expect_grid_refused("ncols 1\nnrows 4\nxllcenter 0\nyllcenter 0\ncellsize 1\n1 2 3 4\n",
                      "1 columns and 4 rows: at least 2 of both are needed");
  expect_grid_refused("ncols -2\nnrows -2\nxllcenter 0\nyllcenter 0\ncellsize 1\n1 2 3 4\n",
                      "-2 columns and -2 rows: at least 2");
  expect_grid_refused("ncols 100000\nnrows 1000000\nxllcenter 0\nyllcenter 0\ncellsize 1\n1 2\n",
                      "more than 67108864 samples");
  expect_grid_refused("ncols 4000000000000000000\nnrows 9\nxllcenter 0\nyllcenter 0\ncellsize 1\n1",
                      "4000000000000000000 columns and 9 rows: more than");
  expect_grid_refused("ncols 8000\nnrows 8000\nxllcenter 0\nyllcenter 0\ncellsize 1\n1 2\n",
                      "8000 columns and 8000 rows: the file is too short to hold them");
  ck_assert_int_eq(mkdir(in_folder("folder.asc"), 0777), 0);
  expect_field_refused("folder.asc", "is not a regular file");
  folder_end();
}

EP_TEST(robust_a_grid_cut_anywhere_or_changed)
{
  folder_begin();
  ep_error error;
  ep_heightfield f;
  int good = 0;
  for (size_t length = 0; length < strlen(grid); ++length)
  {
    const char* path = write_bytes("cut.asc", grid, length);
    good += ep_heightfield_load(path, &plain, &f, &error) == EP_OK;
    ep_heightfield_clear(&f);
  }
  ck_assert_int_eq(good, 3); // "0.6", "0." and "0" at the end
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  for (int64_t i = 0, n = ep_test_trials(1000); i < n; ++i)
  {
    char changed[sizeof grid];
    memcpy(changed, grid, sizeof grid);
    changed[ep_rng_int(&rng, 0, (int64_t)strlen(grid) - 1)] = (char)ep_rng_int(&rng, 0, 255);
    const char* path = write_bytes("cut.asc", changed, strlen(grid));
    ck_assert_int_eq(ep_heightfield_load(path, &plain, &f, &error) == EP_OK, f.heights != NULL);
    ep_heightfield_clear(&f);
  }
  folder_end();
}

/// @name The mesh of a grid with holes
/// @{

/// Every directed edge once, and its reverse once: closed and consistently turned.
static void check_closed(const ep_mesh* mesh)
{
  for (int64_t i = 0; i < 3 * (int64_t)mesh->triangle_count; ++i)
  {
    const int32_t a = mesh->triangles[i];
    const int32_t b = mesh->triangles[i % 3 == 2 ? i - 2 : i + 1];
    int same = 0;
    int back = 0;
    for (int64_t k = 0; k < 3 * (int64_t)mesh->triangle_count; ++k)
    {
      const int32_t c = mesh->triangles[k];
      const int32_t d = mesh->triangles[k % 3 == 2 ? k - 2 : k + 1];
      same += c == a && d == b;
      back += c == b && d == a;
    }
    ck_assert_msg(same == 1 && back == 1, "edge %d-%d: %d times, %d times back", a, b, same, back);
  }
}

/// By the divergence theorem; positive where triangles look outwards.
static double volume_of(const ep_mesh* mesh)
{
  double sum = 0.0;
  for (int32_t t = 0; t < mesh->triangle_count; ++t)
  {
    const double* a = mesh->vertices + 3 * mesh->triangles[3 * t];
    const double* b = mesh->vertices + 3 * mesh->triangles[3 * t + 1];
    const double* c = mesh->vertices + 3 * mesh->triangles[3 * t + 2];
    sum += a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
           a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return sum / 6.0;
}

/// The volume of the columns under the cells that have four heights: two prisms each.
static double column_volume(const ep_heightfield* f, double depth)
{
  double lowest = (double)INFINITY;
  double sum = 0.0;
  int cells = 0;
  for (int32_t row = 0; row + 1 < f->rows; ++row)
  {
    for (int32_t column = 0; column + 1 < f->columns; ++column)
    {
      const double* low = f->heights + row * f->columns + column;
      const double* high = low + f->columns;
      if (!isnan(low[0] + low[1] + high[0] + high[1]))
      {
        sum += (low[0] + low[1] + high[1]) / 6.0 + (low[0] + high[1] + high[0]) / 6.0;
        lowest = fmin(lowest, fmin(fmin(low[0], low[1]), fmin(high[0], high[1])));
        ++cells;
      }
    }
  }
  return (sum - cells * (lowest - depth)) * f->spacing * f->spacing;
}

EP_TEST(works_grids_with_holes_are_closed_and_look_outwards)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  for (int64_t i = 0, n = ep_test_trials(200); i < n; ++i)
  {
    double heights[36];
    ep_heightfield f = {.heights = heights,
                        .columns = (int32_t)ep_rng_int(&rng, 2, 6),
                        .rows = (int32_t)ep_rng_int(&rng, 2, 6),
                        .spacing = ep_rng_uniform(&rng, 0.5, 2.0)};
    const double share = ep_rng_uniform(&rng, 0.0, 0.5);
    for (int k = 0; k < f.columns * f.rows; ++k)
    {
      heights[k] =
          ep_rng_uniform(&rng, 0.0, 1.0) < share ? (double)NAN : ep_rng_uniform(&rng, -3.0, 3.0);
    }
    const double volume = column_volume(&f, 1.5);
    ep_mesh mesh;
    ep_error error;
    const ep_status status = ep_heightfield_mesh(&f, 1.5, "field", &mesh, &error);
    if (isnan(volume))
    {
      ck_assert_int_eq(status, EP_ERROR_INPUT); // not one cell
      ck_assert_str_eq(error.message, "field: no cell has four heights, all are holes");
      ck_assert_ptr_null(mesh.vertices);
      continue;
    }
    ck_assert_int_eq(status, EP_OK);
    ck_assert(mesh.closed);
    check_closed(&mesh);
    ck_assert_double_eq_tol(volume_of(&mesh), volume, 1e-9 * fabs(volume));
    ep_mesh_clear(&mesh);
  }
}

/// Two cells that meet at one corner: the walls there belong to one or the other.
EP_TEST(works_cells_that_meet_at_a_corner_share_no_vertex)
{
  double heights[9] = {0, 0, (double)NAN, 0, 0, 0, (double)NAN, 0, 0};
  const ep_heightfield f = {.heights = heights, .columns = 3, .rows = 3, .spacing = 1.0};
  ep_mesh mesh;
  ck_assert_int_eq(ep_heightfield_mesh(&f, 1.0, "field", &mesh, NULL), EP_OK);
  ck_assert_int_eq(mesh.triangle_count, 2 * 12);
  ck_assert_int_eq(mesh.vertex_count, 2 * 8);
  check_closed(&mesh);
  ep_mesh_clear(&mesh);
}

/// @}
/// @name In a scene
/// @{

static bool needle_is_free(const bench* b, double x, double y, double z)
{
  const double q[3] = {x, y, z};
  const char* names[2];
  const ep_verdict verdict = judge(b, q, q, names);
  ck_assert_int_ne(verdict, EP_UNDECIDED);
  return verdict == EP_FREE;
}

/// The needle's point just above a height is free, just below it is not.
static void expect_height(const bench* b, double x, double y, double height)
{
  ck_assert_msg(needle_is_free(b, x, y, height + 0.02), "above %g %g %g", x, y, height);
  ck_assert_msg(!needle_is_free(b, x, y, height - 0.02), "below %g %g %g", x, y, height);
}

static void expect_grid_heights(const bench* b)
{
  for (int i = 0; i < 12; ++i)
  {
    expect_height(b, 10.0 + 0.5 * (i % 4), 20.0 + 0.5 * (i / 4), grid_heights[i / 4][i % 4]);
  }
  // The middle of a cell is on the edge from its first sample to the opposite one.
  expect_height(b, 10.25, 20.25, 0.5 * (0.2 + 0.6));
  expect_height(b, 11.25, 20.75, 0.5 * (0.7 + 1.4));
  ck_assert(needle_is_free(b, 9.9, 20.5, -0.5)); // beside it
  ck_assert(needle_is_free(b, 11.6, 20.5, -0.5));
  ck_assert(needle_is_free(b, 10.5, 19.9, -0.5));
  ck_assert(needle_is_free(b, 10.5, 21.1, -0.5));
  ck_assert(!needle_is_free(b, 10.5, 20.5, -1.5));            // in the ground
  ck_assert(needle_is_free(b, 10.5, 20.5, 0.1 - 2.0 - 0.52)); // below its floor
}

EP_TEST(works_heights_stand_where_the_file_says)
{
  folder_begin();
  write_text("dem.asc", grid);
  ep_scene* scene =
      load_text(NEEDLE "obstacles:\n"
                       "  - {name: ground, heightfield: {file: dem.asc, depth: 2}}\n");
  const ep_scene_object* ground = ep_scene_get_object(scene, 0);
  ck_assert_int_eq(ground->geometry.type, EP_SHAPE_HEIGHTFIELD);
  ck_assert_str_eq(ground->file, in_folder("dem.asc"));
  ck_assert_ptr_null(ground->mesh);
  bench b = bench_open(scene, EP_SCENE_NONE);
  expect_grid_heights(&b);
  bench_close(&b);
  ep_scene_destroy(scene);
  folder_end();
}

/// What is placed is the grid as it stands on its map: first scaled, then turned, then shifted.
EP_TEST(works_a_placed_grid_turns_about_the_origin_of_its_map)
{
  folder_begin();
  write_text("dem.asc", grid);
  static const char* const places[2] = {
      "xyz: [-100, 50, 3], rpy: [0, 0, 1.5707963267948966], scale: [2, 3, 0.5]",
      "matrix: [0, -3, 0, -100, 2, 0, 0, 50, 0, 0, 0.5, 3, 0, 0, 0, 1]"};
  for (int k = 0; k < 2; ++k)
  {
    char text[512];
    snprintf(text, sizeof text,
             NEEDLE "obstacles:\n  - {name: ground, heightfield: {file: dem.asc, depth: 2},\n"
                    "     %s}\n",
             places[k]);
    ep_scene* scene = load_text(text);
    bench b = bench_open(scene, EP_SCENE_NONE);
    for (int i = 0; i < 12; ++i)
    {
      const double x = 2.0 * (10.0 + 0.5 * (i % 4));
      const double y = 3.0 * (20.0 + 0.5 * (i / 4));
      expect_height(&b, -100.0 - y, 50.0 + x, 3.0 + 0.5 * grid_heights[i / 4][i % 4]);
    }
    bench_close(&b);
    ep_scene_destroy(scene);
  }
  folder_end();
}

EP_TEST(works_map_coordinates_are_shifted_by_xyz)
{
  static const char far_grid[] = "ncols 2\nnrows 2\nxllcorner 499999.5\nyllcorner 4649999.5\n"
                                 "cellsize 1\n1 2\n3 4\n";
  folder_begin();
  write_text("dem.asc", far_grid);
  expect_refused(NEEDLE "obstacles:\n  - {name: ground, heightfield: {file: dem.asc, depth: 2}}\n",
                 ":4:5: obstacle 'ground': its first sample stands at 500000 4650000 0, which is "
                 "not within 1.04858e+06 m: shift it by xyz");
  ep_scene* scene = load_text(NEEDLE "obstacles:\n"
                                     "  - {name: ground, heightfield: {file: dem.asc, depth: 2},\n"
                                     "     xyz: [-500000, -4650000, 0]}\n");
  bench b = bench_open(scene, EP_SCENE_NONE);
  expect_height(&b, 0.0, 0.0, 3.0);
  expect_height(&b, 1.0, 0.0, 4.0);
  expect_height(&b, 0.0, 1.0, 1.0);
  expect_height(&b, 1.0, 1.0, 2.0);
  bench_close(&b);
  ep_scene_destroy(scene);
  folder_end();
}

EP_TEST(works_a_hole_is_passable_and_the_rest_is_not)
{
  folder_begin();
  write_text("dem.asc", "ncols 5\nnrows 4\nxllcenter 0\nyllcenter 0\ncellsize 1\nNODATA_value -1\n"
                        "0 0 0 0 0\n"
                        "0 0 -1 0 0\n"
                        "0 0 0 0 0\n"
                        "1 1 1 1 1\n");
  ep_scene* scene =
      load_text(NEEDLE "obstacles:\n"
                       "  - {name: ground, heightfield: {file: dem.asc, depth: 2}}\n");
  const ep_scene_object* ground = ep_scene_get_object(scene, 0);
  ck_assert_ptr_nonnull(ground->mesh);
  ck_assert(ground->mesh->closed);
  ck_assert_int_eq(ground->geometry.type, EP_SHAPE_MESH);
  ck_assert_int_eq(count_lines(scene, false, "1 of 20 samples are holes"), 1);
  bench b = bench_open(scene, EP_SCENE_NONE);
  // The sample at x = 2, y = 2 is missing, and with it the four cells around it.
  for (int i = 0; i < 12; ++i)
  {
    const double x = 0.4 + i % 4;
    const double y = 0.3 + i / 4;
    const bool hole = x > 1.0 && x < 3.0 && y > 1.0 && y < 3.0;
    ck_assert_int_eq(needle_is_free(&b, x, y, -1.0), hole);
    ck_assert(needle_is_free(&b, x, y, 1.1));
    ck_assert(needle_is_free(&b, x, y, -2.6));
  }
  const double above[3] = {2.0, 2.0, 5.0};
  const double under[3] = {2.0, 2.0, -5.0};
  expect_free(&b, above, under);
  const double beside[3] = {3.5, 2.5, -1.0};
  const double inside[3] = {2.5, 2.5, -1.0};
  expect_hit(&b, inside, beside, "n/tip", "ground"); // there is a wall
  bench_close(&b);
  ep_scene_destroy(scene);
  folder_end();
}

/// A grid with holes agrees with the one without where it has cells: heights, walls, floor.
EP_TEST(works_a_mesh_and_a_grid_of_the_same_heights_agree)
{
  folder_begin();
  write_text("dem.asc", grid);
  char text[512];
  snprintf(text, sizeof text, "%s",
           "ncols 6\nnrows 3\nxllcenter 9.5\nyllcenter 20\ncellsize 0.5\n"
           "-9999 1.0 1.1 1.2 1.4 -9999\n"
           "-9999 0.5 0.6 0.7 0.9 -9999\n"
           "-9999 0.2 0.1 0.3 0.6 -9999\n");
  write_text("holes.asc", text);
  ep_scene* scene = load_text(NEEDLE "obstacles:\n"
                                     "  - {name: g, heightfield: {file: holes.asc, depth: 2}}\n");
  bench b = bench_open(scene, EP_SCENE_NONE);
  expect_grid_heights(&b);
  bench_close(&b);
  ep_scene_destroy(scene);
  folder_end();
}

/// @}
