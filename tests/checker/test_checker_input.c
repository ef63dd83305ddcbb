/// @file test_checker_input.c
/// What is refused, with which status and in which words: the object, the element and the value.
/// What was refused leaves the world as it was.
#include "scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NOT_A_NUMBER ((double)NAN)
#define ENDLESS      ((double)INFINITY)

/// The status, the same in the error, and every word of a list separated by | in the message.
static void expect_refused(ep_status status, const ep_error* error, ep_status expected,
                           const char* words)
{
  ck_assert_msg(status == expected, "'%s', not '%s': %s (%s)", ep_status_text(status),
                ep_status_text(expected), error->message, words);
  ck_assert_int_eq(error->status, expected);
  char list[256];
  ck_assert(strlen(words) < sizeof list);
  strcpy(list, words);
  for (char* word = strtok(list, "|"); word != NULL; word = strtok(NULL, "|"))
  {
    ck_assert_msg(strstr(error->message, word) != NULL, "no '%s' in '%s'", word, error->message);
  }
}

#define REFUSED(call, expected, words)                                                             \
  do                                                                                               \
  {                                                                                                \
    ep_error error = {EP_OK, ""};                                                                  \
    const ep_status status_ = (call);                                                              \
    expect_refused(status_, &error, (expected), (words));                                          \
  } while (0)

#define INPUT  EP_ERROR_INPUT
#define MISUSE EP_ERROR_MISUSE

// --- A world to be refused things: a slide with one link, a payload, an obstacle ---

typedef struct site
{
  scene s;
  int32_t wall;
  int32_t load;
} site;

static site make_site(void)
{
  site made = {.s = scene_begin(0.0)};
  const ep_link_desc links[2] = {scene_link("slide", EP_NO_LINK, EP_JOINT_PRISMATIC, 1, 0, 0),
                                 scene_link("swing", 0, EP_JOINT_REVOLUTE, 0, 0, 1)};
  scene_machine(&made.s, "m", links, 2);
  scene_shape(&made.s, 0, 0, scene_box(1, 1, 1, 0, 0, 0));
  scene_shape(&made.s, 0, 1, scene_box(1, 0.1, 0.1, 1, 0, 0));
  made.wall = scene_obstacle(&made.s, "wall", scene_box(1, 5, 5, 10, 0, 0));
  made.load = scene_payload(&made.s, "load", scene_box(0.1, 0.1, 0.1, 0, 0, 0));
  return made;
}

static void expect_works(site* t)
{
  const double q[3][2] = {{0, 0}, {5, 0}, {12, 0}};
  if (t->s.checker == NULL)
  {
    scene_freeze(&t->s);
  }
  ck_assert_int_eq(ep_world_body_count(t->s.world), 4);
  ck_assert_int_eq(ep_world_config_size(t->s.world), 2);
  scene_expect_free(&t->s, q[0], q[1]);
  scene_expect_kind(&t->s, q[0], q[2], EP_CONTACT_NONE, "m/swing", "wall");
}

// --- Shapes ---

static double corners[24];
static double heights[12];
static double matrix[16];
static int32_t faces[36];

/// A closed box of 2 m as a mesh, and a grid of 4 x 3 heights, both good.
static ep_geometry_desc good_mesh(void)
{
  scene_box_corners(2, 2, 2, corners);
  memcpy(faces, scene_box_triangles, sizeof faces);
  return scene_mesh(corners, 8, faces, 12);
}

static ep_geometry_desc good_field(void)
{
  memset(heights, 0, sizeof heights);
  ep_geometry_desc field = ep_geometry_default();
  field.type = EP_SHAPE_HEIGHTFIELD;
  field.heights = heights;
  field.columns = 4;
  field.rows = 3;
  field.spacing[0] = field.spacing[1] = 1.0;
  field.depth = 1.0;
  return field;
}

static ep_geometry_desc sized(ep_shape_type type, double a, double b, double c)
{
  ep_geometry_desc shape = ep_geometry_default();
  shape.type = type;
  shape.size[0] = a;
  shape.size[1] = b;
  shape.size[2] = c;
  return shape;
}

static const double identity[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};

static ep_geometry_desc with_matrix(ep_geometry_desc shape, int at, double value)
{
  memcpy(matrix, identity, sizeof matrix);
  matrix[at] = value;
  shape.matrix = matrix;
  return shape;
}

/// As an obstacle, a payload and on a link: each names what it is about.
static void refuse_shape(site* t, ep_geometry_desc shape, ep_status expected, const char* words)
{
  ep_world* world = t->s.world;
  int32_t body = 77;
  char all[300];
  snprintf(all, sizeof all, "obstacle 'thing'|%s", words);
  REFUSED(ep_world_add_obstacle(world, "thing", &shape, 1, &body, &error), expected, all);
  snprintf(all, sizeof all, "payload 'thing'|%s", words);
  REFUSED(ep_world_add_payload(world, "thing", &shape, 1, &body, &error), expected, all);
  snprintf(all, sizeof all, "link 'm/swing'|%s", words);
  REFUSED(ep_world_add_link_shape(world, 0, 1, &shape, &error), expected, all);
  // The second of two: the first is not kept either.
  const ep_geometry_desc two[2] = {scene_box(1, 1, 1, 0, 0, 0), shape};
  REFUSED(ep_world_add_obstacle(world, "thing", two, 2, &body, &error), expected, "'thing'");
  ck_assert_int_eq(body, 77);
  ck_assert_int_eq(ep_world_body_count(world), 4);
  ck_assert(ep_world_add_obstacle(world, "thing", &shape, 1, NULL, NULL) == expected);
}

EP_TEST(robust_bad_meshes_are_refused)
{
  site t = make_site();
  ep_geometry_desc d = ep_geometry_default();
  refuse_shape(&t, d, INPUT, "mesh|0 vertices|0 triangles");
  d = good_mesh();
  d.triangle_count = 0;
  refuse_shape(&t, d, INPUT, "mesh|8 vertices|0 triangles");
  d.triangle_count = -3;
  refuse_shape(&t, d, INPUT, "-3 triangles");
  d = good_mesh();
  d.vertex_count = -8;
  refuse_shape(&t, d, INPUT, "-8 vertices");
  d = good_mesh();
  d.vertices = NULL;
  refuse_shape(&t, d, MISUSE, "mesh|vertices");
  d = good_mesh();
  d.triangles = NULL;
  refuse_shape(&t, d, MISUSE, "mesh|triangles");
  const double bad[3] = {NOT_A_NUMBER, ENDLESS, -ENDLESS};
  for (int i = 0; i < 9; ++i)
  {
    char words[32];
    d = good_mesh();
    corners[3 * (i % 8) + i % 3] = bad[i / 3];
    snprintf(words, sizeof words, "vertex %d|%s", i % 8, i < 3 ? "nan" : "inf");
    refuse_shape(&t, d, INPUT, words);
  }
  const int32_t indices[4] = {8, -1, INT32_MAX, INT32_MIN};
  for (int i = 0; i < 4; ++i)
  {
    char words[64];
    d = good_mesh();
    faces[3 * (3 + i) + i % 3] = indices[i];
    snprintf(words, sizeof words, "triangle %d|vertex %d|8", 3 + i, (int)indices[i]);
    refuse_shape(&t, d, INPUT, words);
  }
  d = good_mesh();
  corners[14] = 2e6;
  refuse_shape(&t, d, INPUT, "vertex 4|2e+06|1.04858e+06");
  d = good_mesh();
  d.scale[1] = 1e6;
  d.pose.position[1] = 1e5;
  refuse_shape(&t, d, INPUT, "vertex 2|1.1e+06|1.04858e+06");
  d = good_mesh();
  corners[14] = 1e308;
  refuse_shape(&t, d, INPUT, "vertex 4|1e+308");
  expect_works(&t);
  scene_end(&t.s);
}

EP_TEST(robust_bad_sizes_are_refused)
{
  site t = make_site();
  const struct
  {
    ep_shape_type type;
    int used;
  } kinds[5] = {{EP_SHAPE_BOX, 3},
                {EP_SHAPE_SPHERE, 1},
                {EP_SHAPE_CYLINDER, 2},
                {EP_SHAPE_CAPSULE, 2},
                {EP_SHAPE_CONE, 2}};
  const double bad[5] = {0.0, -1.0, NOT_A_NUMBER, ENDLESS, -0.0};
  for (int i = 0; i < 5; ++i)
  {
    const char* name = ep_shape_type_text(kinds[i].type);
    for (int k = 0; k < 5 * kinds[i].used; ++k)
    {
      char words[64];
      ep_geometry_desc d = sized(kinds[i].type, 1, 1, 1);
      d.size[k / 5] = bad[k % 5];
      snprintf(words, sizeof words, "%s|size[%d]|%g", name, k / 5, bad[k % 5]);
      refuse_shape(&t, d, INPUT, words);
    }
    char words[64];
    snprintf(words, sizeof words, "%s|1.04858e+06", name);
    refuse_shape(&t, sized(kinds[i].type, 3e6, 3e6, 3e6), INPUT,
                 kinds[i].type == EP_SHAPE_CYLINDER || kinds[i].type == EP_SHAPE_CONE ? name
                                                                                      : words);
  }
  // Round, and far too large for the tolerance: it says what would be needed.
  refuse_shape(&t, sized(EP_SHAPE_CYLINDER, 9e5, 1, 1), INPUT, "cylinder|sides|tolerance");
  // What a type does not use is not looked at.
  ep_geometry_desc unused = sized(EP_SHAPE_SPHERE, 0.1, NOT_A_NUMBER, -1.0);
  unused.pose.position[2] = 90.0;
  scene_shape(&t.s, 0, 0, unused);
  expect_works(&t);
  scene_end(&t.s);
}

EP_TEST(robust_bad_places_are_refused)
{
  site t = make_site();
  const ep_geometry_desc box = scene_box(1, 1, 1, 0, 0, 0);
  const double bad[4] = {NOT_A_NUMBER, ENDLESS, -ENDLESS, 2e6};
  for (int i = 0; i < 12; ++i)
  {
    ep_geometry_desc d = box;
    d.pose.position[i / 4] = bad[i % 4];
    refuse_shape(&t, d, INPUT, i % 4 == 0 ? "position|nan" : i % 4 == 3 ? "position|2e+06" : "inf");
    d = good_mesh();
    d.scale[i / 4] = bad[i % 4];
    refuse_shape(&t, d, INPUT, i % 4 == 0 ? "scale|nan" : "scale");
    refuse_shape(&t, with_matrix(box, i, bad[i % 4]), INPUT, "matrix|row|column");
  }
  for (int i = 0; i < 4; ++i)
  {
    ep_geometry_desc d = box;
    d.scale[i % 3] = i == 3 ? -0.0 : 0.0;
    refuse_shape(&t, d, INPUT, "scale");
    d = box;
    d.pose.rotation[i] = i % 2 == 0 ? NOT_A_NUMBER : ENDLESS;
    refuse_shape(&t, d, INPUT, i % 2 == 0 ? "quaternion|nan" : "quaternion|inf");
    refuse_shape(&t, with_matrix(good_mesh(), 12 + i, 0.5), INPUT, "last row|0.5");
  }
  ep_geometry_desc d = box;
  memset(d.pose.rotation, 0, sizeof d.pose.rotation);
  refuse_shape(&t, d, INPUT, "quaternion 0 0 0 0");
  for (int type = EP_SHAPE_BOX; type <= EP_SHAPE_CONE; ++type)
  {
    refuse_shape(&t, with_matrix(sized((ep_shape_type)type, 1, 1, 1), 5, 0.0), INPUT,
                 "determinant 0");
  }
  refuse_shape(&t, with_matrix(good_field(), 0, 0.0), INPUT, "determinant 0");
  // A mesh may be flattened: it is far away here.
  d = with_matrix(good_mesh(), 5, 0.0);
  matrix[11] = 90.0;
  scene_shape(&t.s, 0, 0, d);
  expect_works(&t);
  scene_end(&t.s);
}

EP_TEST(robust_bad_heightfields_are_refused)
{
  site t = make_site();
  const double bad[4] = {0.0, -1.0, NOT_A_NUMBER, ENDLESS};
  for (int i = 0; i < 4; ++i)
  {
    ep_geometry_desc d = good_field();
    d.spacing[i % 2] = bad[i];
    refuse_shape(&t, d, INPUT, "heightfield|spacing");
    d = good_field();
    d.depth = bad[i];
    refuse_shape(&t, d, INPUT, "heightfield|depth");
    d = good_field();
    *(i % 2 == 0 ? &d.columns : &d.rows) = i < 2 ? 1 : -4;
    refuse_shape(&t, d, INPUT, i % 2 == 0 ? "columns" : "rows");
  }
  ep_geometry_desc d = good_field();
  d.heights = NULL;
  refuse_shape(&t, d, MISUSE, "heightfield|heights");
  d = good_field();
  heights[4 * 2 + 3] = NOT_A_NUMBER;
  refuse_shape(&t, d, INPUT, "column 3|row 2|nan");
  d = good_field();
  heights[1] = ENDLESS;
  refuse_shape(&t, d, INPUT, "column 1|row 0|inf");
  d = good_field();
  heights[5] = 3e6;
  refuse_shape(&t, d, INPUT, "heightfield|3e+06");
  d = good_field();
  d.columns = d.rows = 65536; // as many samples as fit in no int32
  refuse_shape(&t, d, INPUT, "heightfield");
  expect_works(&t);
  scene_end(&t.s);
}

EP_TEST(robust_bad_shape_structs_are_refused)
{
  site t = make_site();
  for (int i = 0; i < 3; ++i)
  {
    ep_geometry_desc d = scene_box(1, 1, 1, 0, 0, 0);
    d.struct_size = i == 0 ? 0 : i == 1 ? (uint32_t)sizeof d - 8 : (uint32_t)sizeof d + 8;
    refuse_shape(&t, d, MISUSE, "struct_size|ep_geometry_default");
    d = scene_box(1, 1, 1, 0, 0, 0);
    d.type = (ep_shape_type)(i == 0 ? -1 : i == 1 ? EP_SHAPE_HEIGHTFIELD + 1 : 1000);
    refuse_shape(&t, d, INPUT, "type");
  }
  ck_assert_str_eq(ep_shape_type_text(EP_SHAPE_CONE), "cone");
  ck_assert(ep_shape_type_text((ep_shape_type)99) != NULL);
  expect_works(&t);
  scene_end(&t.s);
}

// --- Worlds ---

EP_TEST(robust_bad_worlds_are_refused)
{
  const double bad[4] = {-1.0, NOT_A_NUMBER, ENDLESS, 2e6};
  ep_world* world = (ep_world*)corners;
  ep_world_desc d = ep_world_default();
  REFUSED(ep_world_create(NULL, &world, &error), MISUSE, "null");
  REFUSED(ep_world_create(&d, NULL, &error), MISUSE, "null");
  d.struct_size -= 4;
  REFUSED(ep_world_create(&d, &world, &error), MISUSE, "struct_size|ep_world_default");
  ck_assert(world == NULL);
  for (int i = 0; i < 5; ++i)
  {
    d = ep_world_default();
    d.tolerance = i == 4 ? 0.0 : bad[i];
    REFUSED(ep_world_create(&d, &world, &error), INPUT, "tolerance");
    d = ep_world_default();
    d.clearance = bad[i % 4];
    REFUSED(ep_world_create(&d, &world, &error), INPUT, "clearance");
    ck_assert(ep_world_create(&d, &world, NULL) == INPUT && world == NULL);
  }
  ep_world_destroy(NULL);
}

EP_TEST(robust_bad_names_are_refused)
{
  site t = make_site();
  ep_world* world = t.s.world;
  const ep_machine* machine = t.s.machines[0];
  const ep_geometry_desc box = scene_box(1, 1, 1, 0, 0, 50);
  const int32_t ends[2] = {t.s.first_body[0], t.s.first_body[0] + 1};
  const double points[2][3] = {{0, 0, 0}, {0, 0, 0}};
  char longest[300];
  memset(longest, 'x', sizeof longest);
  longest[299] = '\0';
  const char* names[7] = {NULL, "", longest, "wall", "load", "m", "m/swing"};
  for (int i = 0; i < 7; ++i)
  {
    const char* words = i < 3 ? "name" : "already";
    REFUSED(ep_world_add_obstacle(world, names[i], &box, 1, NULL, &error), INPUT, words);
    REFUSED(ep_world_add_payload(world, names[i], &box, 1, NULL, &error), INPUT, words);
    REFUSED(ep_world_add_machine(world, names[i], machine, NULL, NULL, &error), INPUT, words);
    REFUSED(ep_world_add_rope(world, names[i], ends, points, 0.1, NULL, &error), INPUT, words);
  }
  expect_works(&t);
  ck_assert_int_eq(ep_world_find_body(world, "nobody"), EP_NO_BODY);
  ck_assert_int_eq(ep_world_find_body(world, NULL), EP_NO_BODY);
  ck_assert_int_eq(ep_world_find_body(world, "wall"), t.wall);
  ck_assert(ep_world_body_name(world, -1) == NULL && ep_world_body_name(world, 4) == NULL);
  scene_end(&t.s);
}

/// A machine whose link would get the name of something that is there already.
EP_TEST(robust_link_names_are_not_taken_twice)
{
  site t = make_site();
  const ep_geometry_desc box = scene_box(1, 1, 1, 0, 0, 50);
  ck_assert(ep_world_add_obstacle(t.s.world, "n/swing", &box, 1, NULL, NULL) == EP_OK);
  REFUSED(ep_world_add_machine(t.s.world, "n", t.s.machines[0], NULL, NULL, &error), INPUT,
          "n/swing|already");
  scene_end(&t.s);
}

EP_TEST(robust_bad_bodies_are_refused)
{
  site t = make_site();
  ep_world* world = t.s.world;
  const ep_geometry_desc box = scene_box(1, 1, 1, 0, 0, 0);
  REFUSED(ep_world_add_obstacle(NULL, "o", &box, 1, NULL, &error), MISUSE, "null");
  REFUSED(ep_world_add_payload(NULL, "o", &box, 1, NULL, &error), MISUSE, "null");
  REFUSED(ep_world_add_machine(NULL, "n", t.s.machines[0], NULL, NULL, &error), MISUSE, "null");
  REFUSED(ep_world_add_machine(world, "n", NULL, NULL, NULL, &error), MISUSE, "'n'|null");
  for (int i = 0; i < 3; ++i)
  {
    const ep_geometry_desc* shapes = i == 0 ? NULL : &box;
    REFUSED(ep_world_add_obstacle(world, "o", shapes, 1 - i, NULL, &error), INPUT,
            "obstacle 'o'|shape");
    REFUSED(ep_world_add_payload(world, "o", shapes, 1 - i, NULL, &error), INPUT,
            "payload 'o'|shape");
  }
  REFUSED(ep_world_add_link_shape(NULL, 0, 0, &box, &error), MISUSE, "null");
  REFUSED(ep_world_add_link_shape(world, 0, 0, NULL, &error), MISUSE, "shape");
  REFUSED(ep_world_add_link_shape(world, 1, 0, &box, &error), MISUSE, "machine 1");
  REFUSED(ep_world_add_link_shape(world, -1, 0, &box, &error), MISUSE, "machine -1");
  REFUSED(ep_world_add_link_shape(world, 0, 2, &box, &error), MISUSE, "link 2");
  REFUSED(ep_world_add_link_shape(world, 0, -1, &box, &error), MISUSE, "link -1");
  expect_works(&t);
  scene_end(&t.s);
}

EP_TEST(robust_bad_ropes_are_refused)
{
  site t = make_site();
  ep_world* world = t.s.world;
  const int32_t ends[2] = {t.s.first_body[0], t.s.first_body[0] + 1};
  const double points[2][3] = {{0, 0, 0}, {0, 0, 1}};
  REFUSED(ep_world_add_rope(NULL, "r", ends, points, 0.1, NULL, &error), MISUSE, "null");
  REFUSED(ep_world_add_rope(world, "r", NULL, points, 0.1, NULL, &error), MISUSE, "rope 'r'|null");
  REFUSED(ep_world_add_rope(world, "r", ends, NULL, 0.1, NULL, &error), MISUSE, "rope 'r'|null");
  const int32_t others[4] = {-1, 4, t.wall, t.load};
  const double bad[4] = {NOT_A_NUMBER, ENDLESS, -ENDLESS, 2e6};
  for (int i = 0; i < 8; ++i)
  {
    int32_t wrong[2] = {ends[0], ends[1]};
    double off[2][3] = {{0, 0, 0}, {0, 0, 1}};
    char words[64];
    wrong[i / 4] = others[i % 4];
    snprintf(words, sizeof words, "rope 'r'|end %d|body %d", i / 4, (int)others[i % 4]);
    REFUSED(ep_world_add_rope(world, "r", wrong, points, 0.1, NULL, &error), INPUT, words);
    off[i / 4][i % 3] = bad[i % 4];
    snprintf(words, sizeof words, "rope 'r'|end %d|%g", i / 4, bad[i % 4]);
    REFUSED(ep_world_add_rope(world, "r", ends, (const double(*)[3])off, 0.1, NULL, &error), INPUT,
            words);
    const double radius = i == 2 ? -1.0 : bad[i % 4];
    REFUSED(ep_world_add_rope(world, "r", ends, points, radius, NULL, &error), INPUT,
            "rope 'r'|radius");
  }
  expect_works(&t);
  scene_end(&t.s);
}

EP_TEST(robust_bad_rules_are_refused)
{
  site t = make_site();
  ep_world* world = t.s.world;
  REFUSED(ep_world_allow(NULL, "*", "*", &error), MISUSE, "null");
  REFUSED(ep_world_allow(world, NULL, "*", &error), MISUSE, "null");
  REFUSED(ep_world_allow(world, "*", NULL, &error), MISUSE, "null");
  REFUSED(ep_world_set_clearance(NULL, "*", 0.1, &error), MISUSE, "null");
  REFUSED(ep_world_set_clearance(world, NULL, 0.1, &error), MISUSE, "null");
  REFUSED(ep_world_set_pair_clearance(NULL, "*", "*", 0.1, &error), MISUSE, "null");
  REFUSED(ep_world_set_pair_clearance(world, NULL, "*", 0.1, &error), MISUSE, "null");
  REFUSED(ep_world_set_pair_clearance(world, "*", NULL, 0.1, &error), MISUSE, "null");
  ck_assert_int_eq(ep_world_allow_adjacent(NULL, true), MISUSE);
  const double bad[5] = {-0.1, NOT_A_NUMBER, ENDLESS, 2e6, -1.0};
  for (int i = 0; i < 5; ++i)
  {
    char words[32];
    snprintf(words, sizeof words, "'wall*'|%g", bad[i]);
    REFUSED(ep_world_set_clearance(world, "wall*", bad[i], &error), INPUT, words);
    REFUSED(ep_world_set_pair_clearance(world, "wall*", "m/*", bad[i], &error), INPUT, words);
  }
  expect_works(&t); // none of them counts
  scene_end(&t.s);
}

/// A frozen world is left alone.
EP_TEST(robust_frozen_worlds_do_not_change)
{
  site t = make_site();
  ep_world_info info;
  ep_checker* checker = (ep_checker*)corners;
  ck_assert_int_eq(ep_world_get_info(t.s.world, &info), MISUSE);
  REFUSED(ep_checker_create(t.s.world, &checker, &error), MISUSE, "frozen");
  REFUSED(ep_world_freeze(NULL, &error), MISUSE, "no world");
  scene_freeze(&t.s);
  ep_world* world = t.s.world;
  const ep_geometry_desc box = scene_box(1, 1, 1, 0, 0, 0);
  const int32_t ends[2] = {t.s.first_body[0], t.s.first_body[0] + 1};
  const double points[2][3] = {{0, 0, 0}, {0, 0, 1}};
  REFUSED(ep_world_freeze(world, &error), MISUSE, "frozen");
  REFUSED(ep_world_add_obstacle(world, "o", &box, 1, NULL, &error), MISUSE, "frozen");
  REFUSED(ep_world_add_payload(world, "o", &box, 1, NULL, &error), MISUSE, "frozen");
  REFUSED(ep_world_add_machine(world, "n", t.s.machines[0], NULL, NULL, &error), MISUSE, "frozen");
  REFUSED(ep_world_add_link_shape(world, 0, 0, &box, &error), MISUSE, "frozen");
  REFUSED(ep_world_add_rope(world, "r", ends, points, 0.1, NULL, &error), MISUSE, "frozen");
  REFUSED(ep_world_allow(world, "*", "*", &error), MISUSE, "frozen");
  REFUSED(ep_world_set_clearance(world, "*", 1.0, &error), MISUSE, "frozen");
  REFUSED(ep_world_set_pair_clearance(world, "*", "*", 1.0, &error), MISUSE, "frozen");
  ck_assert_int_eq(ep_world_allow_adjacent(world, false), MISUSE);
  ck_assert_int_eq(ep_world_get_info(NULL, &info), MISUSE);
  ck_assert_int_eq(ep_world_get_info(world, NULL), MISUSE);
  ck_assert_int_eq(ep_world_get_info(world, &info), EP_OK);
  ck_assert(info.obstacle_triangles == 12 && info.bytes > 0);
  expect_works(&t);
  scene_end(&t.s);
}

/// Rounding in a large world: refused with the tolerance and what it would have to be, which works.
EP_TEST(robust_too_small_tolerances_are_refused)
{
  double tolerance = 1e-6;
  for (int i = 0; i < 2; ++i)
  {
    ep_world_desc d = ep_world_default();
    ep_world* world;
    ep_error error;
    d.tolerance = tolerance;
    ck_assert(ep_world_create(&d, &world, NULL) == EP_OK);
    const ep_geometry_desc ends[2] = {scene_box(1, 1, 1, -1e6, 0, 0),
                                      scene_box(1, 1, 1, 1e6, 0, 0)};
    ck_assert(ep_world_add_obstacle(world, "ends", ends, 2, NULL, NULL) == EP_OK);
    const ep_status status = ep_world_freeze(world, &error);
    if (i == 0)
    {
      expect_refused(status, &error, INPUT, "1e-06|1e+06|at least ");
      tolerance = 1.001 * strtod(strstr(error.message, "at least ") + strlen("at least "), NULL);
      ck_assert(tolerance > 1e-6 && tolerance < 1e-4);
      ck_assert_int_eq(ep_world_freeze(world, NULL), INPUT); // not frozen now either
    }
    else
    {
      ck_assert_msg(status == EP_OK, "%s", error.message);
    }
    ep_world_destroy(world);
  }
}
