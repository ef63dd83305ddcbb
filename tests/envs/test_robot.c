/// @file test_robot.c
/// Robots from URDF and SRDF files: order, kinematics, shapes, names of files, pairs.
#define _XOPEN_SOURCE 700 // mkdtemp, nftw, setenv
#include "robot_tools.h"

#include "edgeproof/world.h"

#define PI 3.14159265358979323846

// --- Order and joints ---

#define JOINT(name, type, parent, child)                                                           \
  "<joint name='" name "' type='" type "'><parent link='" parent "'/><child link='" child "'/>"

/// Joints in an order that is neither that of the tree nor that of names.
static const char family[] =
    "<robot name='family'>"
    "<link name='leaf'/><link name='b'/><link name='trunk'/><link name='a'/><link "
    "name='twig'/>" JOINT("m", "continuous", "b", "leaf") "</joint>" JOINT(
        "z", "continuous", "trunk",
        "a") "</joint>" JOINT("k", "floating", "a",
                              "twig") "</joint>" JOINT("y", "planar", "trunk",
                                                       "b") "<axis xyz='0 0 1'/></joint>"
                                                            "</robot>";

EP_TEST(works_robot_order_is_that_of_the_tree)
{
  folder_make();
  ep_robot* robot = load_text(family, NULL);
  const ep_machine* machine = ep_robot_machine(robot);
  static const char* const links[] = {"trunk", "b", "leaf", "a", "twig"};
  static const char* const joints[] = {"", "y", "m", "z", "k"};
  static const int32_t starts[] = {0, 0, 3, 4, 5};
  ck_assert_str_eq(ep_machine_name(machine), "family");
  ck_assert_int_eq(ep_machine_link_count(machine), 5);
  ck_assert_int_eq(ep_machine_config_size(machine), 3 + 1 + 1 + 7);
  for (int32_t i = 0; i < 5; ++i)
  {
    ep_link_info info;
    ck_assert_int_eq(ep_machine_link(machine, i, &info), EP_OK);
    ck_assert_str_eq(info.name, links[i]);
    ck_assert(i == 0 || info.config_start == starts[i]);
    ck_assert_str_eq(ep_robot_joint_name(robot, i), joints[i]);
    ck_assert(i == 0 || ep_robot_find_joint(robot, joints[i]) == i);
  }
  ck_assert_ptr_null(ep_robot_joint_name(robot, -1));
  ck_assert_ptr_null(ep_robot_joint_name(robot, 5));
  ck_assert_int_eq(ep_robot_find_joint(robot, "trunk"), EP_NO_LINK);
  ck_assert_int_eq(ep_robot_find_joint(robot, ""), EP_NO_LINK);
  ep_robot_destroy(robot);
  folder_remove();
}

static const char crane[] =
    "<robot name='crane'><link name='base'/><link name='boom'/><link name='arm'/>"
    "<link name='hook'/><link name='cart'/><link name='bird'/>" JOINT(
        "1 swing", "revolute", "base",
        "boom") "<origin xyz='0 0 1'/><axis xyz='0 0 2.5'/>"
                "<limit lower='-12.566370614359172' upper='12.566370614359172' effort='1' "
                "velocity='1'/></joint>" JOINT(
                    "2 slide", "prismatic", "boom",
                    "arm") "<origin xyz='2 0 0' rpy='0 0 1.5707963267948966'/><axis xyz='0 3 0'/>"
                           "<limit lower='0' upper='0' effort='1' velocity='1'/></joint>" JOINT(
                               "3 tilt", "continuous", "arm",
                               "hook") "<axis xyz='0 -7 0'/><mimic joint='1 swing' multiplier='-2' "
                                       "offset='0.5'/></joint>" JOINT(
                                           "4 drive", "planar", "base",
                                           "cart") "<origin "
                                                   "rpy='1."
                                                   "5707963267948966 0 "
                                                   "0'/><axis xyz='0 0 "
                                                   "0.1'/></"
                                                   "joint>" JOINT(
                                                       "5 "
                                                       "fly",
                                                       "float"
                                                       "ing",
                                                       "base",
                                                       "bird") "<origin xyz='1 0 0'/></joint>"
                                                               "</robot>";

EP_TEST(works_robot_limits_and_mimics_arrive)
{
  folder_make();
  ep_robot* robot = load_text(crane, NULL);
  const ep_link_info boom = info_of(robot, "boom");
  ck_assert_int_eq(boom.joint, EP_JOINT_REVOLUTE);
  ck_assert(boom.lower[0] == -12.566370614359172 && boom.upper[0] == 12.566370614359172);
  ck_assert_double_eq_tol(boom.axis[2], 1.0, 1e-15);
  const ep_link_info arm = info_of(robot, "arm");
  ck_assert_int_eq(arm.joint, EP_JOINT_PRISMATIC);
  ck_assert(arm.lower[0] == 0.0 && arm.upper[0] == 0.0);
  const ep_link_info hook = info_of(robot, "hook");
  ck_assert_int_eq(hook.joint, EP_JOINT_CONTINUOUS);
  ck_assert_int_eq(hook.config_size, 0);
  ck_assert_int_eq(hook.mimic_of, link_named(robot, "boom"));
  ck_assert(hook.mimic_multiplier == -2.0 && hook.mimic_offset == 0.5);
  ck_assert(isinf(hook.lower[0]) && isinf(hook.upper[0]));
  ck_assert_int_eq(info_of(robot, "cart").joint, EP_JOINT_PLANAR);
  ck_assert_int_eq(info_of(robot, "bird").joint, EP_JOINT_FLOATING);
  ck_assert_int_eq(info_of(robot, "base").joint, EP_JOINT_FIXED);
  ep_robot_destroy(robot);
  folder_remove();
}

static void expect_frame(const ep_frame* frame, const double position[3],
                         const double rotation[3][3])
{
  for (int i = 0; i < 3; ++i)
  {
    ck_assert_double_eq_tol(frame->position[i], position[i], 1e-14);
    for (int k = 0; k < 3; ++k)
    {
      ck_assert_double_eq_tol(frame->rotation[i][k], rotation[i][k], 1e-14);
    }
  }
}

/// Frames worked out by hand, with quarter turns; the tilt is -2 * pi/2 + 0.5 about -y.
EP_TEST(works_robot_frames_are_those_of_the_urdf)
{
  folder_make();
  ep_robot_options options = ep_robot_options_default();
  const double base_at[3] = {10, 20, 30};
  const double base_turn[3] = {0, 0, PI / 2};
  options.base = ep_pose_from_rpy(base_at, base_turn);
  for (int moved = 0; moved < 2; ++moved)
  {
    ep_robot* robot = load_robot(write_text("r.urdf", crane), moved ? &options : NULL, NULL);
    const double half = sqrt(0.5);
    const double q[] = {PI / 2, 0.5, 1, 2, PI / 2, 1, 2, 3, half, 0, 0, half};
    ck_assert_int_eq(ep_machine_config_size(ep_robot_machine(robot)), 12);
    ep_frame frames[6];
    ep_error error;
    ck_assert_int_eq(ep_machine_forward(ep_robot_machine(robot), q, frames, &error), EP_OK);
    if (moved)
    {
      expect_frame(&frames[1], (double[3]){10, 20, 31},
                   (const double[3][3]){{-1, 0, 0}, {0, -1, 0}, {0, 0, 1}});
      expect_frame(&frames[5], (double[3]){8, 22, 33},
                   (const double[3][3]){{0, 0, 1}, {1, 0, 0}, {0, 1, 0}});
    }
    else
    {
      const double s = sin(PI - 0.5);
      const double c = cos(PI - 0.5);
      expect_frame(&frames[0], (double[3]){0, 0, 0},
                   (const double[3][3]){{1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
      expect_frame(&frames[1], (double[3]){0, 0, 1},
                   (const double[3][3]){{0, -1, 0}, {1, 0, 0}, {0, 0, 1}});
      expect_frame(&frames[2], (double[3]){0, 1.5, 1},
                   (const double[3][3]){{-1, 0, 0}, {0, -1, 0}, {0, 0, 1}});
      expect_frame(&frames[3], (double[3]){0, 1.5, 1},
                   (const double[3][3]){{-c, 0, -s}, {0, -1, 0}, {-s, 0, c}});
      expect_frame(&frames[4], (double[3]){1, 0, 2},
                   (const double[3][3]){{0, -1, 0}, {0, 0, -1}, {1, 0, 0}});
      expect_frame(&frames[5], (double[3]){2, 2, 3},
                   (const double[3][3]){{1, 0, 0}, {0, 0, -1}, {0, 1, 0}});
    }
    ep_robot_destroy(robot);
  }
  folder_remove();
}

/// The Panda's fingers come that way.
EP_TEST(works_robot_fixed_joint_follows_nothing)
{
  folder_make();
  ep_report* report = ep_report_create();
  ep_robot* robot = load_text(
      "<robot name='r'><link name='a'/><link name='b'/><link name='c'/>" JOINT(
          "j", "continuous", "a", "b") "</joint>" JOINT("k", "fixed", "a",
                                                        "c") "<mimic joint='j'/></joint></robot>",
      report);
  ck_assert_int_eq(info_of(robot, "c").mimic_of, EP_NO_LINK);
  ck_assert_int_eq(info_of(robot, "c").joint, EP_JOINT_FIXED);
  ck_assert_ptr_nonnull(strstr(ep_report_line(report, 0, NULL),
                               "robot.urdf: joint 'k': is fixed and does not follow 'j'"));
  ep_robot_destroy(robot);
  ep_report_destroy(report);
  folder_remove();
}

EP_TEST(works_robot_name_may_be_given)
{
  folder_make();
  ep_robot_options options = ep_robot_options_default();
  options.name = "left";
  ep_robot* robot = load_robot(write_text("r.urdf", family), &options, NULL);
  ck_assert_str_eq(ep_machine_name(ep_robot_machine(robot)), "left");
  ep_robot_destroy(robot);
  folder_remove();
}

// --- Shapes ---

#define MESH(file) "<geometry><mesh filename='" file "'/></geometry>"

static const char shapes[] =
    "<robot name='shapes'>"
    "<link name='base'><collision><geometry><box size='1 2 3'/></geometry></collision>"
    "<collision><origin xyz='0 0 5'/><geometry><sphere radius='0.5'/></geometry></collision>"
    "<visual><geometry><sphere radius='9'/></geometry></visual></link>"
    "<link name='none'/>"
    "<link name='mesh'><collision><origin xyz='1 0 0' rpy='0 0 1.5707963267948966'/>"
    "<geometry><mesh filename='m.obj' scale='-2 3 0.5'/></geometry></collision>"
    "<collision>" MESH("./sub/../m.obj") "</collision><collision>" MESH(
        "m.obj") "</collision>"
                 "<collision><geometry><cylinder radius='0.25' "
                 "length='4'/></geometry></collision></link>" JOINT(
                     "a", "fixed", "base", "none") "</joint>" JOINT("b", "fixed", "none",
                                                                    "mesh") "</joint>"
                                                                            "</robot>";

EP_TEST(works_robot_shapes_arrive_in_order)
{
  folder_make();
  write_text("m.obj", tetrahedron);
  write_text("sub/x", "");
  ep_report* report = ep_report_create();
  ep_robot* robot = load_text(shapes, report);
  ck_assert_int_eq(ep_report_line_count(report), 0);
  ck_assert_int_eq(ep_robot_shape_count(robot), 6);
  static const int32_t links[] = {0, 0, 2, 2, 2, 2};
  static const ep_shape_type types[] = {EP_SHAPE_BOX,  EP_SHAPE_SPHERE, EP_SHAPE_MESH,
                                        EP_SHAPE_MESH, EP_SHAPE_MESH,   EP_SHAPE_CYLINDER};
  for (int32_t i = 0; i < 6; ++i)
  {
    const ep_robot_shape* shape = ep_robot_get_shape(robot, i);
    ck_assert_int_eq(shape->link, links[i]);
    ck_assert_int_eq(shape->geometry.type, types[i]);
    ck_assert_int_eq(shape->file != NULL, types[i] == EP_SHAPE_MESH);
    ck_assert_int_eq(shape->mesh != NULL, types[i] == EP_SHAPE_MESH);
  }
  const ep_robot_shape* first = ep_robot_get_shape(robot, 2);
  ck_assert_str_eq(first->file, in_folder("m.obj"));
  ck_assert_int_eq(first->geometry.triangle_count, 4);
  ck_assert_ptr_eq(first->mesh, ep_robot_get_shape(robot, 4)->mesh); // the file was read once
  ck_assert(first->geometry.scale[0] == -2.0 && first->geometry.scale[2] == 0.5);
  const ep_robot_shape* cylinder = ep_robot_get_shape(robot, 5);
  ck_assert(cylinder->geometry.size[0] == 0.25 && cylinder->geometry.size[1] == 4.0);
  ck_assert_ptr_null(ep_robot_get_shape(robot, -1));
  ck_assert_ptr_null(ep_robot_get_shape(robot, 6));
  ep_robot_destroy(robot);
  ep_report_destroy(report);
  folder_remove();
}

/// Puts the whole robot into a world.
static ep_world* world_of(const ep_robot* robot)
{
  ep_error error;
  ep_world* world;
  const ep_world_desc desc = ep_world_default();
  ck_assert_int_eq(ep_world_create(&desc, &world, &error), EP_OK);
  int32_t machine;
  ck_assert_int_eq(
      ep_world_add_machine(world, "r", ep_robot_machine(robot), &machine, NULL, &error), EP_OK);
  for (int32_t i = 0; i < ep_robot_shape_count(robot); ++i)
  {
    const ep_robot_shape* shape = ep_robot_get_shape(robot, i);
    ck_assert_msg(ep_world_add_link_shape(world, machine, shape->link, &shape->geometry, &error) ==
                      EP_OK,
                  "%s", error.message);
  }
  ck_assert_msg(ep_world_freeze(world, &error) == EP_OK, "%s", error.message);
  return world;
}

static void expect_box(const ep_world* world, int32_t body, const double lo[3], const double hi[3])
{
  ep_body_info info;
  ck_assert_int_eq(ep_world_get_body(world, body, &info), EP_OK);
  for (int k = 0; k < 3; ++k)
  {
    ck_assert_double_eq_tol(info.box.lo[k], lo[k], 2e-3); // the tolerance of round shapes
    ck_assert_double_eq_tol(info.box.hi[k], hi[k], 2e-3);
  }
}

/// The mirrored, scaled, turned tetrahedron reaches from (1,0,0) to -3 in x, -2 in y, 0.5 in z.
EP_TEST(works_robot_shapes_stand_where_the_urdf_says)
{
  folder_make();
  write_text("m.obj", tetrahedron);
  write_text("sub/x", "");
  ep_robot* robot = load_text(shapes, NULL);
  ep_world* world = world_of(robot);
  expect_box(world, 0, (double[3]){-0.5, -1, -1.5}, (double[3]){0.5, 1, 5.5});
  expect_box(world, 2, (double[3]){-2, -2, -2}, (double[3]){1, 1, 2});
  ep_world_destroy(world);
  ep_robot_destroy(robot);
  folder_remove();
}

EP_TEST(works_robot_geometry_may_be_visual)
{
  folder_make();
  ep_robot_options options = ep_robot_options_default();
  options.geometry = EP_ROBOT_VISUAL;
  ep_report* report = ep_report_create();
  ep_robot* robot = load_robot(write_text("robot.urdf", shapes), &options, report);
  ck_assert_int_eq(ep_robot_shape_count(robot), 1);
  ck_assert(ep_robot_get_shape(robot, 0)->geometry.size[0] == 9.0);
  ck_assert_int_eq(count_warnings(report, "links that have collision geometry only are not "
                                          "checked: mesh"),
                   1);
  ck_assert_int_eq(ep_report_warning_count(report), 1);
  ep_robot_destroy(robot);
  ep_report_destroy(report);
  folder_remove();
}

#define BALL "<geometry><sphere radius='1'/></geometry>"

EP_TEST(robust_links_that_are_not_checked_are_named)
{
  folder_make();
  ep_report* report = ep_report_create();
  ep_robot* robot = load_text(
      "<robot name='r'><link name='a'><visual>" BALL "</visual></link>"
      "<link name='b'><collision>" BALL "</collision></link>"
      "<link name='c'><visual>" BALL
      "</visual></link><link name='d'/>" JOINT("1", "fixed", "a", "b") "</joint>" JOINT(
          "2", "fixed", "a", "c") "</joint>" JOINT("3", "fixed", "a", "d") "</joint></robot>",
      report);
  ck_assert_int_eq(ep_robot_shape_count(robot), 1);
  ck_assert_int_eq(ep_report_warning_count(report), 1);
  char expected[1024];
  snprintf(expected, sizeof expected,
           "%s: links that have visual geometry only are not checked: a, c",
           in_folder("robot.urdf"));
  ck_assert_str_eq(ep_report_line(report, 0, NULL), expected);
  ep_robot_destroy(robot);
  ep_report_destroy(report);
  folder_remove();
}

EP_TEST(robust_visual_instead_of_collision_is_told)
{
  folder_make();
  ep_report* report = ep_report_create();
  ep_robot* robot =
      load_text("<robot name='r'><link name='a'><visual>" BALL "</visual></link></robot>", report);
  ck_assert_int_eq(ep_robot_shape_count(robot), 1);
  ck_assert_int_eq(ep_report_warning_count(report), 1);
  ck_assert_int_eq(count_warnings(report, "robot.urdf: has no collision geometry"), 1);
  ep_robot_destroy(robot);
  robot = load_text("<robot name='r'><link name='a'/></robot>", report);
  ck_assert_int_eq(ep_robot_shape_count(robot), 0);
  ck_assert_int_eq(count_warnings(report, "no link has geometry that is checked"), 1);
  ep_robot_destroy(robot);
  ep_report_destroy(report);
  folder_remove();
}

EP_TEST(robust_what_a_mesh_lost_is_told)
{
  folder_make();
  write_text("m.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 1 2 3\nl 1 2\nf 1 2 2\n");
  ep_report* report = ep_report_create();
  ep_robot* robot =
      load_text("<robot name='r'><link name='a'><collision>" MESH(
                    "m.obj") "</collision><collision>" MESH("m.obj") "</collision></link></robot>",
                report);
  ck_assert_int_eq(count_warnings(report, "m.obj: 1 triangles were there twice"), 1);
  ck_assert_int_eq(count_warnings(report, "m.obj: 1 lines and 0 points are not checked"), 1);
  ck_assert_int_eq(ep_report_warning_count(report), 2);
  ck_assert_int_eq(ep_report_line_count(report), 3); // and a remark on the one without area
  ep_robot_destroy(robot);
  ep_report_destroy(report);
  folder_remove();
}
