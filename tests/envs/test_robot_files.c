/// @file test_robot_files.c
/// Which files a URDF means by the names of its meshes, and what an SRDF beside it says.
#define _XOPEN_SOURCE 700 // mkdtemp, nftw, setenv, chdir
#include "robot_tools.h"

// --- Meshes ---

/// A file with `count` triangles, so that one can tell which was read.
static void write_mesh(const char* name, int count)
{
  char text[1024] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 1 1 1\n";
  static const char* const faces[] = {"f 1 2 3\n", "f 1 2 4\n", "f 1 3 4\n",
                                      "f 2 3 4\n", "f 1 2 5\n", "f 1 3 5\n"};
  for (int i = 0; i < count; ++i)
  {
    strcat(text, faces[i]);
  }
  write_text(name, text);
}

static const char* write_user(const char* urdf, const char* mesh)
{
  char text[1024];
  snprintf(text, sizeof text,
           "<robot name='r'><link name='l'><collision><geometry><mesh filename='%s'/></geometry>"
           "</collision></link></robot>",
           mesh);
  return write_text(urdf, text);
}

/// The URDF at this place, with this name of a mesh, finds the mesh with `count` triangles.
static void expect_found(const char* urdf, const char* mesh, const ep_robot_options* options,
                         int count)
{
  ep_robot* robot = load_robot(write_user(urdf, mesh), options, NULL);
  ck_assert_int_eq(ep_robot_get_shape(robot, 0)->mesh->triangle_count, count);
  ep_robot_destroy(robot);
}

EP_TEST(works_mesh_paths)
{
  folder_make();
  unsetenv("ROS_PACKAGE_PATH");
  write_mesh("a/m.obj", 1);
  write_mesh("m.obj", 2);
  write_mesh("a/with blank.obj", 3);
  write_mesh("a/with%20blank.obj", 4);
  expect_found("a/r.urdf", "m.obj", NULL, 1);
  expect_found("a/r.urdf", "./m.obj", NULL, 1);
  expect_found("a/r.urdf", "../m.obj", NULL, 2);
  expect_found("r.urdf", "a/m.obj", NULL, 1);
  expect_found("a/r.urdf", "with blank.obj", NULL, 3);
  expect_found("a/r.urdf", "with%20blank.obj", NULL, 4);
  char url[1100];
  snprintf(url, sizeof url, "%s", in_folder("a/m.obj"));
  expect_found("r.urdf", url, NULL, 1);
  snprintf(url, sizeof url, "file://%s", in_folder("a/with%20blank.obj"));
  expect_found("r.urdf", url, NULL, 3);
  folder_remove();
}

EP_TEST(works_packages_are_found_upward)
{
  folder_make();
  unsetenv("ROS_PACKAGE_PATH");
  write_mesh("ws/crane/meshes/m.obj", 1);
  write_mesh("ws/meshes/m.obj", 2);
  write_text("ws/odd/package.xml", "<?xml version='1.0'?>\n<package><name> real </name></package>");
  write_mesh("ws/odd/meshes/m.obj", 3);
  write_mesh("ws/crane/urdf/deep/crane/meshes/m.obj", 4);
  expect_found("ws/r.urdf", "package://crane/meshes/m.obj", NULL, 1);       // beside the URDF
  expect_found("ws/crane/r.urdf", "package://crane/meshes/m.obj", NULL, 1); // inside the package
  expect_found("ws/crane/urdf/r.urdf", "package://crane/meshes/m.obj", NULL, 1);
  expect_found("ws/crane/urdf/deep/r.urdf", "package://crane/meshes/m.obj", NULL, 4); // nearest
  expect_found("ws/r.urdf", "package://meshes/m.obj", NULL, 2); // no package, just a folder
  expect_found("ws/odd/r.urdf", "package://real/meshes/m.obj", NULL, 3); // name in package.xml
  expect_found("ws/odd/urdf/r.urdf", "package://real/meshes/m.obj", NULL, 3);
  expect_found("ws/odd/r.urdf", "package://odd/meshes/m.obj", NULL, 3); // name of the folder
  expect_found("ws/odd/r.urdf", "package://o%64d/meshes/m%2eobj", NULL, 3);
  folder_remove();
}

/// A URDF that is named without a folder, from inside it.
EP_TEST(works_packages_are_found_from_the_working_folder)
{
  folder_make();
  unsetenv("ROS_PACKAGE_PATH");
  write_mesh("ws/crane/meshes/m.obj", 1);
  write_user("ws/crane/r.urdf", "package://crane/meshes/m.obj");
  char before[1024];
  ck_assert_ptr_nonnull(getcwd(before, sizeof before));
  ck_assert_int_eq(chdir(in_folder("ws/crane")), 0);
  ep_robot* robot = load_robot("r.urdf", NULL, NULL);
  ck_assert_int_eq(ep_robot_get_shape(robot, 0)->mesh->triangle_count, 1);
  ep_robot_destroy(robot);
  ck_assert_int_eq(chdir(before), 0);
  folder_remove();
}

EP_TEST(works_packages_are_found_in_given_folders_first)
{
  folder_make();
  write_mesh("given/crane/m.obj", 1);
  write_mesh("env/crane/m.obj", 2);
  write_mesh("ws/crane/m.obj", 3);
  write_mesh("env2/only_here/m.obj", 4);
  write_mesh("second/only_there/m.obj", 5);
  char given[2][1024];
  snprintf(given[0], sizeof given[0], "%s", in_folder("given"));
  snprintf(given[1], sizeof given[1], "%s", in_folder("second/only_there/")); // is the package
  const char* packages[] = {given[0], given[1]};
  ep_robot_options options = ep_robot_options_default();
  options.packages = packages;
  options.package_count = 2;
  char path[3000];
  snprintf(path, sizeof path, ":/nowhere:%s::%s", in_folder("env"), in_folder("env2"));
  setenv("ROS_PACKAGE_PATH", path, 1);
  expect_found("ws/r.urdf", "package://crane/m.obj", &options, 1);
  expect_found("ws/r.urdf", "package://only_there/m.obj", &options, 5);
  expect_found("ws/r.urdf", "package://only_here/m.obj", &options, 4);
  expect_found("ws/r.urdf", "package://crane/m.obj", NULL, 2);
  unsetenv("ROS_PACKAGE_PATH");
  expect_found("ws/r.urdf", "package://crane/m.obj", NULL, 3);
  folder_remove();
}

EP_TEST(robust_names_of_meshes_that_mean_nothing)
{
  folder_make();
  unsetenv("ROS_PACKAGE_PATH");
  write_mesh("secret.obj", 1);
  write_mesh("ws/crane/m.obj", 1);
  static const struct
  {
    const char* mesh;
    const char* words;
  } cases[] = {
      {"m.obj", "ws/r.urdf: link 'l': mesh 'm.obj': there is no file "},
      {"crane", "there is no file"}, // a folder
      {"package://crane/../../secret.obj", "'..' leads out of the package"},
      {"package://crane/..", "'..' leads out of the package"},
      {"package://../secret.obj", "'..' leads out of the package"},
      {"package://crane/%2e%2e/%2e./secret.obj", "'..' leads out of the package"},
      {"package://crane/..%2Fsecret.obj", "'%2F' is not an escape that a file name can have"},
      {"package://crane/m.obj%00", "'%00' is not an escape"},
      {"package://crane/100%", "'%' is not an escape"},
      {"package://crane/m%4.obj", "'%4.' is not an escape"},
      {"package:///m.obj", "names no package"},
      {"package://crane", "names no file in a package"},
      {"package://crane/", "names no file in a package"},
      {"package://crane/x.obj", "no such file in "},
      {"package://digger/m.obj", "no such file in "},
      {"file://ws/crane/m.obj", "file:// needs three slashes"},
      {"file:///no/such/file.obj", "there is no file /no/such/file.obj"},
      {"http://example.org/m.obj", "only package:// and file:// are known"},
      {"model://crane/m.obj", "only package:// and file:// are known"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i)
  {
    expect_refused(write_user("ws/r.urdf", cases[i].mesh), NULL, cases[i].words);
  }
  char place[1024];
  ck_assert_ptr_nonnull(realpath(in_folder("ws"), place));
  expect_refused(write_user("ws/r.urdf", "package://digger/m.obj"), NULL, place); // says where
  folder_remove();
}

/// However many places there were, the message stays in its room and counts the rest.
EP_TEST(robust_long_lists_of_places_are_cut)
{
  folder_make();
  unsetenv("ROS_PACKAGE_PATH");
  char folders[40][64];
  const char* packages[40];
  for (int i = 0; i < 40; ++i)
  {
    snprintf(folders[i], sizeof folders[i], "/nowhere/a/rather/long/name/of/a/folder/%d", i);
    packages[i] = folders[i];
  }
  ep_robot_options options = ep_robot_options_default();
  options.packages = packages;
  options.package_count = 40;
  expect_refused(write_user("r.urdf", "package://p/m.obj"), &options, " more");
  folder_remove();
}

// --- SRDF ---

static const char four[] =
    "<robot name='four'><link name='a'/><link name='b'/><link name='c'/><link name='d'/>"
    "<joint name='1' type='fixed'><parent link='a'/><child link='b'/></joint>"
    "<joint name='2' type='fixed'><parent link='b'/><child link='c'/></joint>"
    "<joint name='3' type='fixed'><parent link='c'/><child link='d'/></joint></robot>";

/// The pairs that an SRDF disables, as "ab cd ".
static void expect_pairs(const char* rules, const char* expected, int warnings)
{
  char srdf[2048];
  snprintf(srdf, sizeof srdf, "<robot name='four'>%s</robot>", rules);
  ep_robot_options options = ep_robot_options_default();
  options.srdf = write_text("r.srdf", srdf);
  ep_report* report = ep_report_create();
  ep_robot* robot = load_robot(write_text("r.urdf", four), &options, report);
  char found[100] = "";
  for (int32_t i = 0; i < ep_robot_disabled_count(robot); ++i)
  {
    const ep_robot_pair* pair = ep_robot_disabled(robot, i);
    const char text[] = {(char)('a' + pair->link[0]), (char)('a' + pair->link[1]), ' ', 0};
    strcat(found, text);
  }
  ck_assert_str_eq(found, expected);
  ck_assert_int_eq(count_warnings(report, "r.srdf: "), warnings);
  ck_assert_ptr_null(ep_robot_disabled(robot, -1));
  ck_assert_ptr_null(ep_robot_disabled(robot, ep_robot_disabled_count(robot)));
  ep_robot_destroy(robot);
  ep_report_destroy(report);
}

#define OFF(a, b)  "<disable_collisions link1='" a "' link2='" b "' reason='Never'/>"
#define ON(a, b)   "<enable_collisions link1='" a "' link2='" b "'/>"
#define OFF_ALL(a) "<disable_default_collisions link='" a "'/>"

EP_TEST(works_srdf_pairs)
{
  folder_make();
  expect_pairs("", "", 0);
  expect_pairs(OFF("c", "a") OFF("a", "b") OFF("b", "a"), "ab ac ", 0);
  expect_pairs(OFF_ALL("b"), "ab bc bd ", 0);
  expect_pairs(ON("d", "b") OFF_ALL("b"), "ab bc ", 0);
  expect_pairs(OFF("b", "d") ON("d", "b") OFF_ALL("b"), "ab bc bd ", 0); // as MoveIt does
  expect_pairs(ON("a", "b"), "", 0);
  expect_pairs(OFF_ALL("a") OFF_ALL("b") ON("a", "b"), "ac ad bc bd ", 0);
  folder_remove();
}

/// To pass over an element leaves more to be checked, never less.
EP_TEST(sound_srdf_of_unknown_links_disables_nothing)
{
  folder_make();
  expect_pairs(OFF("a", "x") OFF("x", "y") OFF_ALL("z"), "", 3);
  expect_pairs(OFF("a", "a"), "", 1);
  expect_pairs(OFF("a", "b") OFF("a", "B"), "ab ", 1);
  char many[2000] = "";
  for (int i = 0; i < 50; ++i)
  {
    strcat(many, OFF_ALL("x"));
  }
  expect_pairs(many, "", 21); // twenty, and how many more
  folder_remove();
}

EP_TEST(works_srdf_reasons)
{
  folder_make();
  ep_robot_options options = ep_robot_options_default();
  options.srdf = write_text(
      "r.srdf", "<robot name='other'>" OFF("a", "b") "<disable_collisions link1='c' link2='d'/>"
                                                     "</robot>");
  ep_report* report = ep_report_create();
  ep_robot* robot = load_robot(write_text("r.urdf", four), &options, report);
  ck_assert_int_eq(ep_robot_disabled_count(robot), 2);
  ck_assert_str_eq(ep_robot_disabled(robot, 0)->reason, "Never");
  ck_assert_str_eq(ep_robot_disabled(robot, 1)->reason, "");
  ck_assert_int_eq(count_warnings(report, "r.srdf: is for robot 'other', not 'four'"), 1);
  ep_robot_destroy(robot);
  ep_report_destroy(report);
  folder_remove();
}

EP_TEST(robust_srdf_files)
{
  folder_make();
  write_text("r.urdf", four);
  ep_robot_options options = ep_robot_options_default();
  options.srdf = in_folder("missing.srdf");
  expect_refused(in_folder("r.urdf"), &options, "missing.srdf: cannot be opened");
  options.srdf = write_text("r.srdf", "<robot name='four'>" OFF("a", "b"));
  expect_refused(in_folder("r.urdf"), &options,
                 "r.srdf: XML: the text ends inside <robot> (line 1)");
  options.srdf = write_text("r.srdf", "<robot name='four'><disable_collisions link1='a'/></robot>");
  expect_refused(in_folder("r.urdf"), &options, "r.srdf: disable_collisions: has no link2");
  options.srdf = write_text("r.srdf", "<robot name='\xff'/>");
  expect_refused(in_folder("r.urdf"), &options, "r.srdf: byte 13 is not UTF-8");
  options.srdf = write_text("r.srdf", "");
  expect_refused(in_folder("r.urdf"), &options, "r.srdf: XML: there is no element");
  const char* text = "<robot name='four'>" OFF("a", "b") OFF_ALL("c") "</robot>";
  for (size_t size = 0; size < strlen(text); ++size)
  {
    options.srdf = write_bytes("r.srdf", text, size);
    expect_refused(in_folder("r.urdf"), &options, "r.srdf: XML: ");
  }
  folder_remove();
}
