/// @file test_robot_bad.c
/// Robots that must be refused, each with its reason, and damage of all kinds.
#define _XOPEN_SOURCE 700 // mkdtemp, nftw
#include "robot_tools.h"

// --- Values that urdfdom lets pass ---

typedef struct bad_robot
{
  const char* text;
  const char* words;
} bad_robot;

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

static void expect_each_refused(const bad_robot* cases, size_t count, const char* before,
                                const char* after)
{
  folder_make();
  for (size_t i = 0; i < count; ++i)
  {
    char text[4096];
    snprintf(text, sizeof text, "%s%s%s", before, cases[i].text, after);
    expect_refused(write_text("bad.urdf", text), NULL, cases[i].words);
  }
  folder_remove();
}

#define PARENT_CHILD  "<parent link='a'/><child link='b'/>"
#define LIMIT(lo, up) "<limit lower='" lo "' upper='" up "' effort='1' velocity='1'/>"

EP_TEST(robust_robot_joint_values)
{
  static const bad_robot cases[] = {
      {"<joint name='slew' type='revolute'>" PARENT_CHILD "<axis xyz='0 0 0'/>" LIMIT("0", "1"),
       "bad.urdf: joint 'slew': axis 0 0 0 has no direction (line 3)"},
      {"<joint name='slew' type='continuous'>" PARENT_CHILD "<axis xyz='0 0 -0'/>",
       "has no direction"},
      {"<joint name='j' type='planar'>" PARENT_CHILD "<axis xyz='0 0 1e-999'/>",
       "joint 'j': axis: xyz '0 0 1e-999' is not 3 numbers"},
      {"<joint name='j' type='planar'>" PARENT_CHILD "<axis xyz='0 0 0'/>", "has no direction"},
      {"<joint name='j' type='prismatic'>" PARENT_CHILD LIMIT("2", "1"),
       "joint 'j': limit: lower 2 is above upper 1"},
      {"<joint name='j' type='revolute'>" PARENT_CHILD "<limit lower='1' effort='1' velocity='1'/>",
       "joint 'j': limit: lower 1 is above upper 0"},
      {"<joint name='j' type='revolute'>" PARENT_CHILD LIMIT("0", "nan"),
       "joint 'j': limit: upper 'nan' is not a number"},
      {"<joint name='j' type='revolute'>" PARENT_CHILD LIMIT("-1e999", "0"),
       "joint 'j': limit: lower '-1e999' is not a number"},
      {"<joint name='j' type='revolute'>" PARENT_CHILD "<limit lower='0' upper='1' effort='1'/>",
       "joint 'j': limit: has no velocity, which URDF demands: add velocity=\"0\""},
      {"<joint name='j' type='revolute'>" PARENT_CHILD, "needs a <limit>"},
      {"<joint name='j' type='continuous'>" PARENT_CHILD "<mimic joint='j'/>",
       "joint 'j': mimic: follows 'j', which is itself"},
      {"<joint name='j' type='continuous'>" PARENT_CHILD "<mimic joint='a'/>",
       "joint 'j': mimic: joint 'a' does not exist"},
      {"<joint name='j' type='continuous'>" PARENT_CHILD "<mimic joint='k' multiplier='x'/>",
       "joint 'j': mimic: multiplier 'x' is not a number"},
      {"<joint name='j' type='fixed'>" PARENT_CHILD "<origin xyz='0 0 2e6'/>",
       "joint 'j': machine 'r': link 'b': origin 0 0 2e+06 is not within"},
      {"<joint name='j' type='fixed'>" PARENT_CHILD "<origin rpy='0 inf 0'/>",
       "joint 'j': origin: rpy '0 inf 0' is not 3 numbers"},
      {"<joint name='j' type='fixed'>" PARENT_CHILD "<origin xyz='0 1'/>",
       "joint 'j': origin: xyz '0 1' is not 3 numbers"},
      {"<joint name='j/k' type='fixed'>" PARENT_CHILD, "a name may not contain '/'"},
  };
  expect_each_refused(cases, COUNT(cases), "<robot name='r'>\n<link name='a'/><link name='b'/>\n",
                      "</joint></robot>");
}

#define TURN(name, parent, child, more)                                                            \
  "<joint name='" name "' type='continuous'><parent link='" parent "'/><child link='" child        \
  "'/>" more "</joint>"

EP_TEST(robust_robot_mimics)
{
  static const bad_robot cases[] = {
      {TURN("i", "a", "b", "<mimic joint='j'/>") TURN("j", "a", "c", "<mimic joint='k'/>")
           TURN("k", "a", "d", "<mimic joint='i'/>"),
       "mimic: the joints it follows go in a circle"},
      {TURN("i", "a", "b", "<mimic joint='j'/>") TURN("j", "a", "c", "<mimic joint='k'/>")
           TURN("k", "a", "d", "<mimic joint='j'/>"),
       "joint 'i': mimic: the joints it follows go in a circle"},
      {TURN("i", "a", "b", "<mimic joint='j' multiplier='0.5'/>") TURN("j", "a", "c", "")
           TURN("k", "a", "d", ""),
       "joint 'i': machine 'r': link 'b': it follows the continuous joint of 'c'"},
      {TURN("i", "a", "b", "<mimic joint='j'/>")
           TURN("k", "a", "d",
                "") "<joint name='j' type='planar'><parent link='a'/><child link='c'/></joint>",
       "joint 'i': machine 'r': link 'b': it follows the planar joint of 'c'"},
      {TURN("i", "a", "b", "")
           TURN("k", "a", "d", "") "<joint name='j' type='floating'><parent link='a'/><child "
                                   "link='c'/><mimic joint='k'/>"
                                   "</joint>",
       "joint 'j': machine 'r': link 'c': a floating joint cannot follow another"},
      {TURN("i", "a", "b", "<mimic joint='j' offset='1e7'/>") TURN("j", "a", "c", "")
           TURN("k", "a", "d", ""),
       "joint 'i': machine 'r': link 'b': mimic multiplier 1, offset 1e+07"},
  };
  expect_each_refused(cases, COUNT(cases),
                      "<robot name='r'><link name='a'/><link name='b'/><link name='c'/>"
                      "<link name='d'/>",
                      "</robot>");
}

EP_TEST(robust_robot_geometry_values)
{
  static const bad_robot cases[] = {
      {"<box size='1 0 1'/>", "bad.urdf: link 'l': collision: box: y size 0 is not above 0"},
      {"<box size='1 1 -1'/>", "box: z size -1 is not above 0"},
      {"<box size='2e6 1 1'/>", "box: x size 2e+06 is not above 0 and up to 1.04858e+06 m"},
      {"<sphere radius='0'/>", "sphere: radius 0 is not above 0"},
      {"<cylinder radius='-1' length='1'/>", "cylinder: radius -1 is not above 0"},
      {"<cylinder radius='1' length='0'/>", "cylinder: length 0 is not above 0 and up to"},
      {"<mesh filename='m.obj' scale='1 0 1'/>", "mesh: scale 1 0 1 flattens it (line 2)"},
      {"<mesh filename='m.obj' scale='1 1'/>", "mesh: scale '1 1' is not 3 numbers"},
      {"<mesh filename='missing.obj'/>", "link 'l': mesh 'missing.obj': there is no file"},
      {"<capsule radius='1' length='1'/>", "shape 'capsule' is not box"},
      {"<sphere radius='1.5abc'/>", "radius '1.5abc' is not a number"},
      {"<sphere radius='1,5'/>", "radius '1,5' is not a number"},
      {"<box size='1 2'/>", "size '1 2' is not 3 numbers"},
  };
  expect_each_refused(cases, COUNT(cases), "<robot name='r'><link name='l'>\n<collision><geometry>",
                      "</geometry></collision></link></robot>");
}

/// The reason that the reader of meshes gives follows file and link.
EP_TEST(robust_robot_bad_meshes)
{
  folder_make();
  write_text("bad.obj", "v 0 0 0\nv 1 0 0\nf 1 2 3\n");
  expect_refused(write_text("r.urdf",
                            "<robot name='r'><link name='l'><collision><geometry>"
                            "<mesh filename='bad.obj'/></geometry></collision></link></robot>"),
                 NULL, "r.urdf: link 'l': ");
  expect_refused(in_folder("r.urdf"), NULL, "bad.obj");
  folder_remove();
}

EP_TEST(robust_robot_depth)
{
  folder_make();
  char* text = malloc(200 * 200);
  ck_assert_ptr_nonnull(text);
  char* at = text + sprintf(text, "<robot name='r'><link name='l0'/>");
  for (int i = 1; i < 150; ++i)
  {
    at += sprintf(at,
                  "<link name='l%d'/><joint name='j%d' type='continuous'><parent link='l%d'/>"
                  "<child link='l%d'/></joint>",
                  i, i, i - 1, i);
  }
  strcpy(at, "</robot>");
  expect_refused(write_text("bad.urdf", text), NULL, "joints lie between it and the world");
  free(text);
  folder_remove();
}

// --- Files ---

EP_TEST(robust_robot_files)
{
  folder_make();
  expect_refused(in_folder("missing.urdf"), NULL, "missing.urdf: cannot be opened");
  expect_refused(test_folder, NULL, "is not a regular file");
  expect_refused(write_text("r.urdf", ""), NULL, "r.urdf: XML: there is no element");
  expect_refused(write_text("r.urdf", "solid cube\nfacet normal 0 0 1\n"), NULL,
                 "XML: text before the first element");
  expect_refused(write_text("r.urdf", "<robot name='\xe4rger'/>"), NULL, "byte 13 is not UTF-8");
  expect_refused(write_text("r.urdf", "\xff\xfe<"), NULL, "byte 0 is not UTF-8");
  expect_refused(write_bytes("r.urdf", "<robot\0name='r'/>", 18), NULL, "byte 6 is zero");
  expect_refused(write_text("r.urdf", "<!DOCTYPE r [<!ENTITY x SYSTEM 'file:///etc/passwd'>]>"
                                      "<robot name='&x;'><link name='l'/></robot>"),
                 NULL, "DOCTYPE, entities and the like are not accepted");
  const char* huge = write_text("r.urdf", "<robot name='r'/>");
  ck_assert_int_eq(truncate(huge, (off_t)17 << 20), 0);
  expect_refused(huge, NULL, "more than the 16777216 allowed");
  folder_remove();
}

EP_TEST(robust_robot_deep_xml)
{
  folder_make();
  const size_t depth = 200000;
  char* text = malloc(depth * 4 + 100);
  ck_assert_ptr_nonnull(text);
  char* at = text + sprintf(text, "<robot name='r'>");
  for (size_t i = 0; i < depth; ++i)
  {
    memcpy(at, "<a>", 3);
    at += 3;
  }
  *at = 0;
  expect_refused(write_text("r.urdf", text), NULL, "more than 64 elements inside each other");
  free(text);
  folder_remove();
}

/// Every size below the limit ends in good time: many elements, one long value, one long text.
EP_TEST(robust_robot_big_files_end)
{
  folder_make();
  const size_t size = (size_t)8 << 20;
  char* text = malloc(size + 100);
  ck_assert_ptr_nonnull(text);
  static const char* const pieces[] = {"<link/>", "<a b='c'/>", "x", "<!---->", " "};
  for (size_t p = 0; p < COUNT(pieces); ++p)
  {
    char* at = text + sprintf(text, "<robot name='r'>");
    for (; at < text + size; at += strlen(pieces[p]))
    {
      memcpy(at, pieces[p], strlen(pieces[p]));
    }
    strcpy(at, "</robot>");
    expect_refused(write_text("r.urdf", text), NULL, p == 0 ? "link: has no name" : "has no links");
  }
  free(text);
  folder_remove();
}

EP_TEST(robust_robot_misuse)
{
  folder_make();
  const char* path = write_text("r.urdf", "<robot name='r'><link name='l'/></robot>");
  ep_robot* robot;
  ep_error error;
  ck_assert_int_eq(ep_robot_load(NULL, NULL, NULL, &robot, &error), EP_ERROR_MISUSE);
  ck_assert_ptr_null(robot);
  ck_assert_int_eq(ep_robot_load(path, NULL, NULL, NULL, &error), EP_ERROR_MISUSE);
  ep_robot_options options = ep_robot_options_default();
  options.struct_size = 1;
  ck_assert_int_eq(ep_robot_load(path, &options, NULL, &robot, NULL), EP_ERROR_MISUSE);
  options = ep_robot_options_default();
  options.package_count = 1;
  ck_assert_int_eq(ep_robot_load(path, &options, NULL, &robot, &error), EP_ERROR_MISUSE);
  options = ep_robot_options_default();
  options.geometry = (ep_robot_geometry)7;
  ck_assert_int_eq(ep_robot_load(path, &options, NULL, &robot, &error), EP_ERROR_MISUSE);
  options = ep_robot_options_default();
  options.base.position[1] = (double)NAN;
  ck_assert_int_eq(ep_robot_load(path, &options, NULL, &robot, &error), EP_ERROR_INPUT);
  ck_assert_ptr_null(robot);
  ck_assert_int_eq(ep_robot_load(path, NULL, NULL, &robot, NULL), EP_OK);
  ep_robot_destroy(robot);
  ep_robot_destroy(NULL);
  folder_remove();
}

// --- Damage ---

static const char small[] =
    "<?xml version=\"1.0\"?>\n"
    "<!-- small -->\n"
    "<robot name=\"small\">\n"
    "<material name=\"grey\"><color rgba=\"0.5 0.5 0.5 1\"/></material>\n"
    "<link name=\"a\"><inertial><mass value=\"1\"/><inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" "
    "iyy=\"1\" iyz=\"0\" izz=\"1\"/></inertial>\n"
    "<visual><geometry><mesh filename=\"m.obj\" scale=\"1 1 -2\"/></geometry>"
    "<material name=\"grey\"/></visual>\n"
    "<collision><origin xyz=\"0 0 0.5\" rpy=\"0 0 1\"/><geometry><box size=\"1 2 3\"/>"
    "</geometry></collision></link>\n"
    "<link name=\"b\"><collision><geometry><cylinder radius=\"1\" length=\"2\"/></geometry>"
    "</collision></link>\n"
    "<link name=\"c\"><collision><geometry><mesh filename=\"m.obj\"/></geometry></collision>"
    "</link>\n"
    "<joint name=\"j\" type=\"revolute\"><parent link=\"a\"/><child link=\"b\"/>"
    "<origin xyz=\"0 0 1\"/><axis xyz=\"0 1 0\"/>"
    "<limit lower=\"-1\" upper=\"1\" effort=\"1\" velocity=\"1\"/></joint>\n"
    "<joint name=\"k\" type=\"prismatic\"><parent link=\"b\"/><child link=\"c\"/>"
    "<limit lower=\"0\" upper=\"2\" effort=\"1\" velocity=\"1\"/>"
    "<mimic joint=\"j\" multiplier=\"0.5\" offset=\"1\"/>"
    "<safety_controller k_velocity=\"1\"/><dynamics damping=\"1\"/></joint>\n"
    "</robot>";

EP_TEST(robust_robot_cut_at_every_length)
{
  folder_make();
  write_text("m.obj", tetrahedron);
  for (size_t size = 0; size < strlen(small); ++size)
  {
    expect_refused(write_bytes("r.urdf", small, size), NULL, "r.urdf: XML: ");
  }
  ep_robot_destroy(load_text(small, NULL));
  folder_remove();
}

/// Loads what may or may not be good. What loads must be whole: a machine that moves.
static int try_damaged(const char* bytes, size_t size)
{
  ep_report* report = ep_report_create();
  ep_robot* robot;
  ep_error error;
  const ep_status status =
      ep_robot_load(write_bytes("r.urdf", bytes, size), NULL, report, &robot, &error);
  ep_report_destroy(report);
  if (status != EP_OK)
  {
    ck_assert_ptr_null(robot);
    ck_assert_uint_gt(strlen(error.message), 0);
    return 0;
  }
  double q[64] = {0};
  ep_frame frames[8];
  const ep_machine* machine = ep_robot_machine(robot);
  ck_assert_int_le(ep_machine_link_count(machine), 8);
  for (int32_t i = 0; i < ep_machine_link_count(machine); ++i)
  {
    ep_link_info info;
    ck_assert_int_eq(ep_machine_link(machine, i, &info), EP_OK);
    if (info.config_size == 7)
    {
      q[info.config_start + 6] = 1.0;
    }
  }
  ck_assert_msg(ep_machine_forward(machine, q, frames, &error) == EP_OK, "%s", error.message);
  ep_robot_destroy(robot);
  return 1;
}

EP_TEST(robust_robot_with_changed_bytes)
{
  folder_make();
  write_text("m.obj", tetrahedron);
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  int loaded = 0;
  const int64_t trials = ep_test_trials(4000);
  for (int64_t i = 0; i < trials; ++i)
  {
    char text[sizeof small];
    memcpy(text, small, sizeof small);
    const int64_t changes = ep_rng_int(&rng, 1, 3);
    for (int64_t k = 0; k < changes; ++k)
    {
      const int64_t at = ep_rng_int(&rng, 0, (int64_t)sizeof small - 2);
      text[at] = (char)(i % 2 == 0 ? ep_rng_int(&rng, 0, 255) : text[at] ^ (1 << (i % 7)));
    }
    loaded += try_damaged(text, sizeof small - 1);
  }
  printf("  %d of %lld damaged robots load\n", loaded, (long long)trials);
  ck_assert_int_gt(loaded, 0);
  ck_assert_int_lt(loaded, trials);
  folder_remove();
}

/// Numbers and names replaced by others: what stays well-formed gets deeper.
EP_TEST(robust_robot_with_changed_values)
{
  static const char* const values[] = {"0",   "-1", "1e300", "1e-310", "nan",   "",
                                       "a",   "b",  "j",     "k",      "0 0 0", "1 2",
                                       "%41", "/",  "1e",    "fixed",  "1e7",   "0 0 1e6"};
  folder_make();
  write_text("m.obj", tetrahedron);
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  int loaded = 0;
  const int64_t trials = ep_test_trials(3000);
  for (int64_t i = 0; i < trials; ++i)
  {
    const char* open = NULL; // a random opening quote: they come in pairs
    const int64_t pair = ep_rng_int(&rng, 0, 60);
    const char* at = small;
    for (int64_t k = 0; k <= 2 * pair && at != NULL; ++k)
    {
      open = strchr(at, '"');
      at = open == NULL ? NULL : open + 1;
    }
    const char* close = open == NULL ? NULL : strchr(open + 1, '"');
    if (close == NULL)
    {
      continue;
    }
    char text[sizeof small + 64];
    const char* value = values[ep_rng_int(&rng, 0, (int64_t)COUNT(values) - 1)];
    const int size =
        snprintf(text, sizeof text, "%.*s%s%s", (int)(open + 1 - small), small, value, close);
    loaded += try_damaged(text, (size_t)size);
  }
  printf("  %d of %lld changed robots load\n", loaded, (long long)trials);
  ck_assert_int_gt(loaded, 0);
  ck_assert_int_lt(loaded, trials);
  folder_remove();
}
