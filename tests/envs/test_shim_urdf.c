/// @file test_shim_urdf.c
/// URDF and SRDF text as the shim hands it on, and what it refuses before or after urdfdom.
#define _XOPEN_SOURCE 700 // mkdtemp, nftw, setenv
#include "robot_tools.h"
#include "shim_tools.h"

#include "edgeproof/shim/srdf.h"

#include <locale.h>
#include <pthread.h>

// --- Reading ---

static const char everything[] =
    "<?xml version=\"1.0\"?>\n"
    "<robot name=\"all\">\n"
    "  <link name=\"zero\">\n"
    "    <collision><geometry><box size=\"1 2 3\"/></geometry></collision>\n"
    "    <collision><origin xyz=\"4 5 6\" rpy=\"0 0 1.5707963267948966\"/>\n"
    "      <geometry><sphere radius=\".5\"/></geometry></collision>\n"
    "    <visual><geometry><cylinder radius=\"+2\" length=\"7e-1\"/></geometry></visual>\n"
    "  </link>\n"
    "  <link name=\"a\"><collision><geometry>\n"
    "    <mesh filename=\"package://p/&lt;m&gt;.stl\" scale=\"1 -2 0.001\"/>\n"
    "  </geometry></collision></link>\n"
    "  <link name=\"b\"/><link name=\"c\"/><link name=\"d\"/><link name=\"e\"/><link name=\"f\"/>\n"
    "  <joint name=\"rev\" type=\"revolute\"><parent link=\"zero\"/><child link=\"a\"/>\n"
    "    <origin xyz=\"1 2 3\" rpy=\"3.141592653589793 0 0\"/><axis xyz=\"0 0 -2\"/>\n"
    "    <limit lower=\"-12.566370614359172\" upper=\"12.566370614359172\" effort=\"0\""
    " velocity=\"0\"/></joint>\n"
    "  <joint name=\"con\" type=\"continuous\"><parent link=\"a\"/><child link=\"b\"/></joint>\n"
    "  <joint name=\"pri\" type=\"prismatic\"><parent link=\"a\"/><child link=\"c\"/>\n"
    "    <axis xyz=\"0 3 4\"/><limit upper=\"0.25\" effort=\"1\" velocity=\"1\"/>\n"
    "    <mimic joint=\"con\" offset=\"-1\"/></joint>\n"
    "  <joint name=\"pla\" type=\"planar\"><parent link=\"zero\"/><child link=\"d\"/>\n"
    "    <axis xyz=\"0 0 1\"/></joint>\n"
    "  <joint name=\"flo\" type=\"floating\"><parent link=\"d\"/><child link=\"e\"/></joint>\n"
    "  <joint name=\"fix\" type=\"fixed\"><parent link=\"e\"/><child link=\"f\"/>"
    "<mimic joint=\"rev\" multiplier=\"0.5\"/></joint>\n"
    "</robot>\n";

EP_TEST(works_urdf_links_and_geometries_arrive)
{
  ep_urdf* urdf = read_good(everything);
  ck_assert_str_eq(urdf->name, "all");
  ck_assert_int_eq(urdf->link_count, 7);
  ck_assert_int_eq(urdf->root, 0);
  ck_assert_int_eq(urdf->warning_count, 0);
  const ep_urdf_link* zero = &urdf->links[0];
  ck_assert_str_eq(zero->name, "zero");
  ck_assert_int_eq(zero->joint, -1);
  ck_assert_int_eq(zero->line, 3);
  ck_assert_int_eq(zero->collision_count, 2);
  ck_assert_int_eq(zero->visual_count, 1);
  const ep_urdf_geometry* box = &zero->collisions[0];
  ck_assert_int_eq(box->shape, EP_URDF_BOX);
  ck_assert(box->size[0] == 1.0 && box->size[1] == 2.0 && box->size[2] == 3.0);
  ck_assert(box->origin.rotation[3] == 1.0 && box->origin.position[0] == 0.0);
  ck_assert(box->scale[0] == 1.0 && box->file == NULL && box->line == 4);
  const ep_urdf_geometry* sphere = &zero->collisions[1];
  ck_assert_int_eq(sphere->shape, EP_URDF_SPHERE);
  ck_assert(sphere->size[0] == 0.5 && sphere->line == 5);
  ck_assert(sphere->origin.position[0] == 4.0 && sphere->origin.position[2] == 6.0);
  ck_assert_double_eq_tol(sphere->origin.rotation[2], sqrt(0.5), 4e-16);
  ck_assert_double_eq_tol(sphere->origin.rotation[3], sqrt(0.5), 4e-16);
  const ep_urdf_geometry* cylinder = &zero->visuals[0];
  ck_assert_int_eq(cylinder->shape, EP_URDF_CYLINDER);
  ck_assert(cylinder->size[0] == 2.0 && cylinder->size[1] == 0.7);
  const ep_urdf_geometry* mesh = &urdf->links[1].collisions[0];
  ck_assert_int_eq(mesh->shape, EP_URDF_MESH);
  ck_assert_str_eq(mesh->file, "package://p/<m>.stl");
  ck_assert(mesh->scale[0] == 1.0 && mesh->scale[1] == -2.0 && mesh->scale[2] == 0.001);
  ep_urdf_destroy(urdf);
}

EP_TEST(works_urdf_joints_arrive)
{
  ep_urdf* urdf = read_good(everything);
  ck_assert_int_eq(urdf->joint_count, 6);
  static const ep_urdf_joint_type types[] = {EP_URDF_REVOLUTE,  EP_URDF_CONTINUOUS,
                                             EP_URDF_PRISMATIC, EP_URDF_PLANAR,
                                             EP_URDF_FLOATING,  EP_URDF_FIXED};
  for (int i = 0; i < 6; ++i)
  {
    ck_assert_int_eq(urdf->joints[i].type, types[i]);
    ck_assert_int_eq(urdf->links[urdf->joints[i].child].joint, i);
  }
  const ep_urdf_joint* rev = &urdf->joints[0];
  ck_assert_str_eq(rev->name, "rev");
  ck_assert(rev->parent == 0 && rev->child == 1 && rev->line == 13);
  ck_assert(rev->axis[0] == 0.0 && rev->axis[1] == 0.0 && rev->axis[2] == -2.0);
  ck_assert(rev->lower == -12.566370614359172 && rev->upper == 12.566370614359172);
  ck_assert(rev->mimic == -1 && rev->origin.position[1] == 2.0);
  ck_assert_double_eq_tol(rev->origin.rotation[0], 1.0, 4e-16);
  const ep_urdf_joint* con = &urdf->joints[1];
  ck_assert(con->axis[0] == 1.0 && con->axis[1] == 0.0 && con->axis[2] == 0.0);
  const ep_urdf_joint* pri = &urdf->joints[2];
  ck_assert(pri->lower == 0.0 && pri->upper == 0.25);
  ck_assert(pri->mimic == 1 && pri->mimic_multiplier == 1.0 && pri->mimic_offset == -1.0);
  const ep_urdf_joint* fix = &urdf->joints[5];
  ck_assert(fix->mimic == 0 && fix->mimic_multiplier == 0.5 && fix->mimic_offset == 0.0);
  ep_urdf_destroy(urdf);
}

EP_TEST(works_urdf_line_ends_in_values_are_blanks)
{
  ep_urdf* urdf = read_good("<robot name='r'><link name='l'><collision><geometry>"
                            "<box size='1\n\t2\r\n3'/></geometry></collision></link></robot>");
  const double* size = urdf->links[0].collisions[0].size;
  ck_assert(size[0] == 1.0 && size[1] == 2.0 && size[2] == 3.0);
  ep_urdf_destroy(urdf);
}

/// urdfdom prints values as formats: this one would write to memory.
EP_TEST(robust_urdf_percent_signs_are_no_formats)
{
  static const bad_text cases[] = {
      {"<material name='%n%n%s'><color rgba='%s%n%s%n 0 0 0'/></material>", "%s%n%s%n"},
      {"<link name='m'><inertial><mass value='%n%n%s%s'/><inertia ixx='1' ixy='0' ixz='0' iyy='1' "
       "iyz='0' izz='1'/></inertial></link><joint name='j' type='fixed'><parent link='l'/>"
       "<child link='m'/></joint>",
       "%n%n%s%s"},
      {"<material name='&#37;n'><color rgba='0'/></material>", "must be written as itself"},
      {"<material name='&#x25;n'><color rgba='0'/></material>", "must be written as itself"},
      {"<material name='\x01n'/>", "a control character"},
  };
  expect_all_refused(cases, COUNT(cases), "<robot name='%s%n'>", "<link name='l'/></robot>");
  ep_urdf* urdf =
      read_good("<robot name='%s'><link name='%n'/><link name='%d'><collision><geometry>"
                "<mesh filename='a%20b.stl'/></geometry></collision></link>"
                "<joint name='%x' type='fixed'><parent link='%n'/><child link='%d'/>"
                "</joint></robot>");
  ck_assert_str_eq(urdf->links[0].name, "%n");
  ck_assert_str_eq(urdf->joints[0].name, "%x");
  ck_assert_str_eq(urdf->links[1].collisions[0].file, "a%20b.stl");
  ep_urdf_destroy(urdf);
}

EP_TEST(robust_urdf_typos_in_element_names_are_told)
{
  ep_urdf* urdf = read_good("<robot name='r'>\n<link name='l'><colision/></link>\n<loop_joint/>"
                            "<drake:joint/><gazebo><any><thing/></any></gazebo></robot>");
  ck_assert_int_eq(urdf->warning_count, 2);
  ck_assert_str_eq(urdf->warnings[0], "element <loop_joint> is not URDF and was not read (line 3)");
  ck_assert_str_eq(urdf->warnings[1],
                   "link 'l': element <colision> is not URDF and was not read (line 2)");
  ep_urdf_destroy(urdf);
}

// --- Refusing ---

/// urdfdom would take the first of two, or read a misspelt attribute as zero.
EP_TEST(robust_urdf_nothing_is_dropped_from_a_geometry)
{
  static const bad_text cases[] = {
      {"<geometry><box size='1 1 1'/><sphere radius='1'/></geometry>",
       "link 'l': collision: geometry: has a second shape (line 2)"},
      {"<geometry><box size='1 1 1'/><box size='1 1 1'/></geometry>", "has a second shape"},
      {"<geometry><sphere radius='1'/></geometry><geometry><sphere radius='2'/></geometry>",
       "link 'l': collision: has a second <geometry>"},
      {"<origin/><origin/><geometry><sphere radius='1'/></geometry>", "has a second <origin>"},
      {"", "link 'l': collision: has no <geometry>"},
      {"<geometry/>", "geometry: has no shape"},
      {"<geometry><capsule radius='1' length='1'/></geometry>",
       "geometry: shape 'capsule' is not box, sphere, cylinder or mesh"},
      {"<geometry><sphere/></geometry>", "geometry: sphere: has no radius"},
      {"<geometry><cylinder radius='1'/></geometry>", "cylinder: has no length"},
      {"<geometry><mesh/></geometry>", "mesh: has no filename"},
      {"<geometry><mesh filename=''/></geometry>", "mesh: filename is empty"},
      {"<geometry><mesh filename='a' scal='2 2 2'/></geometry>",
       "mesh: has an attribute 'scal', which URDF does not have"},
      {"<origin xzy='1 2 3'/><geometry><sphere radius='1'/></geometry>",
       "origin: has an attribute 'xzy'"},
      {"<geometry><box size='1 2'/></geometry>", "box: size '1 2' is not 3 numbers"},
      {"<geometry><box size='1 2 3 4'/></geometry>", "size '1 2 3 4' is not 3 numbers"},
      {"<geometry><box size='1,5 2 3'/></geometry>", "size '1,5 2 3' is not 3 numbers"},
      {"<geometry><box size='1 2 nan'/></geometry>", "is not 3 numbers"},
      {"<geometry><box size=''/></geometry>", "size '' is not 3 numbers"},
      {"<geometry><sphere radius='1.5abc'/></geometry>", "radius '1.5abc' is not a number"},
      {"<geometry><sphere radius='1e999'/></geometry>", "radius '1e999' is not a number"},
      {"<geometry><sphere radius='inf'/></geometry>", "radius 'inf' is not a number"},
      {"<geometry><sphere radius='0x10'/></geometry>", "radius '0x10' is not a number"},
      {"<geometry><sphere radius='+-1'/></geometry>", "radius '+-1' is not a number"},
      {"<geometry><sphere radius='1 '/></geometry>", "urdfdom: "},
  };
  expect_all_refused(cases, COUNT(cases), "<robot name='r'><link name='l'>\n<collision>",
                     "</collision></link></robot>");
}

EP_TEST(robust_urdf_joints_are_whole)
{
  static const bad_text cases[] = {
      {"<joint type='fixed'/>", "joint: has no name"},
      {"<joint name='' type='fixed'/>", "joint: has no name"},
      {"<joint name='j'/>", "joint 'j': has no type"},
      {"<joint name='j' type='ball'><parent link='a'/><child link='b'/></joint>",
       "joint 'j': type 'ball' is not one of URDF (line 2)"},
      {"<joint name='j' type='fixed'><child link='b'/></joint>", "joint 'j': has no <parent>"},
      {"<joint name='j' type='fixed'><parent link='a'/></joint>", "joint 'j': has no <child>"},
      {"<joint name='j' type='fixed'><parent link='a'/><child/></joint>", "child: has no link"},
      {"<joint name='j' type='fixed'><parent link='x'/><child link='b'/></joint>",
       "joint 'j': parent link 'x' does not exist"},
      {"<joint name='j' type='fixed'><parent link='a'/><child link='x'/></joint>",
       "joint 'j': child link 'x' does not exist"},
      {"<joint name='j' type='fixed'><parent link='a'/><child link='b'/><axis/></joint>",
       "joint 'j': axis: has no xyz"},
      {"<joint name='j' type='revolute'><parent link='a'/><child link='b'/></joint>",
       "joint 'j': a revolute joint needs a <limit>; one without limits is continuous"},
      {"<joint name='j' type='prismatic'><parent link='a'/><child link='b'/></joint>",
       "joint 'j': a prismatic joint needs a <limit>"},
      {"<joint name='j' type='revolute'><parent link='a'/><child link='b'/>"
       "<limit lower='0' upper='1' velocity='1'/></joint>",
       "joint 'j': limit: has no effort, which URDF demands: add effort=\"0\" if unknown"},
      {"<joint name='j' type='revolute'><parent link='a'/><child link='b'/>"
       "<limit lower='0' uper='1' effort='1' velocity='1'/></joint>",
       "limit: has an attribute 'uper'"},
      {"<joint name='j' type='fixed'><parent link='a'/><child link='b'/><mimic/></joint>",
       "joint 'j': mimic: has no joint"},
      {"<joint name='j' type='continuous'><parent link='a'/><child link='b'/>"
       "<mimic joint='k'/></joint>",
       "joint 'j': mimic: joint 'k' does not exist"},
      {"<joint name='j' type='fixed'><parent link='a'/><child link='b'/>"
       "<dynamics/></joint>",
       "urdfdom: "},
  };
  expect_all_refused(cases, COUNT(cases), "<robot name='r'><link name='a'/><link name='b'/>\n",
                     "</robot>");
}

#define JOINT(name, parent, child)                                                                 \
  "<joint name='" name "' type='fixed'><parent link='" parent "'/><child link='" child "'/></"     \
  "joint>"
#define LINKS3 "<link name='a'/><link name='b'/><link name='c'/>"

/// urdfdom leaks where a circle is apart from the root.
EP_TEST(robust_urdf_links_make_one_tree)
{
  static const bad_text cases[] = {
      {"", "robot 'r': has no links"},
      {LINKS3, "link 'b': no joint carries it, nor 'a': only one link can be the root"},
      {LINKS3 JOINT("j", "a", "b"), "link 'c': no joint carries it"},
      {LINKS3 JOINT("j", "a", "c") JOINT("k", "b", "c"),
       "joint 'k': child link 'c' is already carried by joint 'j'"},
      {LINKS3 JOINT("j", "b", "c") JOINT("k", "c", "b"), "its joints go in a circle"},
      {LINKS3 JOINT("i", "a", "b") JOINT("j", "b", "c") JOINT("k", "c", "a"),
       "its joints go in a circle"},
      {LINKS3 JOINT("i", "a", "b") JOINT("j", "b", "c") JOINT("k", "c", "b"),
       "joint 'k': child link 'b' is already carried by joint 'i'"},
      {LINKS3 JOINT("i", "a", "b") JOINT("j", "c", "c"), "its joints go in a circle"},
      {"<link name='a'/><link name='a'/>", "link 'a': a second one of this name"},
      {LINKS3 JOINT("j", "a", "b") JOINT("j", "a", "c"), "joint 'j': a second one of this name"},
      {"<link/>", "link: has no name"},
      {"<link name='a/b'/>", "link 'a/b': a name may not contain '/'"},
      {"<link name='a&#10;b'/>", "the name has a control character"},
  };
  expect_all_refused(cases, COUNT(cases), "<robot name='r'>", "</robot>");
}

/// A chain is the worst case: urdfdom frees it by recursion.
EP_TEST(robust_urdf_number_of_links_is_limited)
{
  for (int count = EP_URDF_LINK_MAX; count <= EP_URDF_LINK_MAX + 1; ++count)
  {
    char* text = malloc((size_t)count * 160 + 100);
    ck_assert_ptr_nonnull(text);
    char* at = text + sprintf(text, "<robot name='chain'><link name='z%d'/>", count);
    for (int i = count - 1; i > 0; --i)
    {
      at += sprintf(at,
                    "<link name='z%d'/><joint name='j%d' type='fixed'><parent link='z%d'/>"
                    "<child link='z%d'/></joint>\n",
                    i, i, i + 1, i);
    }
    strcpy(at, "</robot>");
    ep_urdf* urdf;
    const ep_shim_result result = ep_urdf_read(text, strlen(text), &urdf, message, sizeof message);
    ck_assert_msg(result == (count > EP_URDF_LINK_MAX ? EP_SHIM_REFUSED : EP_SHIM_OK), "%s",
                  message);
    ep_urdf_destroy(urdf);
    free(text);
  }
  ck_assert_ptr_nonnull(strstr(message, "more than 4096 links"));
}

EP_TEST(robust_messages_are_cut_to_size)
{
  char* name = repeated("", "long ", 1000, "");
  char* text = repeated("<robot name='r'><link name='", name, 1, "'><collision/></link></robot>");
  for (size_t size = 0; size < 600; ++size)
  {
    char* room = malloc(size + 1); // the sanitizer watches its end
    ck_assert_ptr_nonnull(room);
    room[size] = '#';
    ep_urdf* urdf;
    ck_assert_int_eq(ep_urdf_read(text, strlen(text), &urdf, room, size), EP_SHIM_REFUSED);
    ck_assert_int_eq(room[size], '#');
    ck_assert(size == 0 || strlen(room) < size);
    free(room);
  }
  ep_urdf* urdf;
  ck_assert_int_eq(ep_urdf_read(text, strlen(text), &urdf, NULL, 0), EP_SHIM_REFUSED);
  free(name);
  free(text);
}

// --- Surroundings ---

static void* read_often(void* user)
{
  const char* bad = "<robot name='r'><link name='l'><inertial/></link></robot>";
  intptr_t wrong = 0;
  for (int i = 0; i < 100; ++i)
  {
    char text[512];
    ep_urdf* urdf;
    wrong += ep_urdf_read(everything, strlen(everything), &urdf, text, sizeof text) != EP_SHIM_OK;
    ep_urdf_destroy(urdf);
    wrong += ep_urdf_read(bad, strlen(bad), &urdf, text, sizeof text) != EP_SHIM_REFUSED ||
             strncmp(text, "urdfdom: ", 9) != 0;
  }
  (void)user;
  return (void*)wrong;
}

/// urdfdom's log is one for the process: no thread may get the errors of another.
EP_TEST(same_urdf_answers_in_four_threads)
{
  pthread_t threads[4];
  for (int i = 0; i < 4; ++i)
  {
    ck_assert_int_eq(pthread_create(&threads[i], NULL, read_often, NULL), 0);
  }
  for (int i = 0; i < 4; ++i)
  {
    void* wrong;
    ck_assert_int_eq(pthread_join(threads[i], &wrong), 0);
    ck_assert_int_eq((intptr_t)wrong, 0);
  }
}

EP_TEST(same_numbers_where_the_decimal_sign_is_a_comma)
{
  char command[512];
  snprintf(command, sizeof command, "localedef -i de_DE -f UTF-8 %s/de_DE.UTF-8 >/dev/null 2>&1",
           folder_make());
  const bool made = system(command) == 0;
  setenv("LOCPATH", test_folder, 1);
  if (!made || setlocale(LC_ALL, "de_DE.UTF-8") == NULL)
  {
    printf("  skipped: no locale with a decimal comma\n");
  }
  else
  {
    char shown[16];
    snprintf(shown, sizeof shown, "%.1f", 0.5);
    ck_assert_str_eq(shown, "0,5");
    ep_urdf* urdf = read_good(everything);
    ck_assert(urdf->links[0].collisions[1].size[0] == 0.5);
    ck_assert(urdf->joints[0].upper == 12.566370614359172);
    ep_urdf_destroy(urdf);
    setlocale(LC_ALL, "C");
  }
  folder_remove();
}

// --- SRDF ---

EP_TEST(works_srdf_rules_arrive)
{
  const char* text = "<robot name='r'>\n<group name='g'><link name='x'/></group>\n"
                     "<disable_collisions link1='a' link2='b' reason='Never'/>\n"
                     "<disable_default_collisions link='c'/>\n"
                     "<enable_collisions link1='c' link2='a'/></robot>";
  ep_srdf* srdf = NULL;
  ck_assert_int_eq(ep_srdf_read(text, strlen(text), &srdf, message, sizeof message), EP_SHIM_OK);
  ck_assert_str_eq(srdf->name, "r");
  ck_assert_int_eq(srdf->rule_count, 3);
  static const ep_srdf_rule expected[] = {{EP_SRDF_DISABLE, {"a", "b"}, "Never", 3},
                                          {EP_SRDF_DISABLE_DEFAULT, {"c", ""}, "", 4},
                                          {EP_SRDF_ENABLE, {"c", "a"}, "", 5}};
  for (int i = 0; i < 3; ++i)
  {
    ck_assert_int_eq(srdf->rules[i].kind, expected[i].kind);
    ck_assert_str_eq(srdf->rules[i].link[0], expected[i].link[0]);
    ck_assert_str_eq(srdf->rules[i].link[1], expected[i].link[1]);
    ck_assert_str_eq(srdf->rules[i].reason, expected[i].reason);
    ck_assert_int_eq(srdf->rules[i].line, expected[i].line);
  }
  ep_srdf_destroy(srdf);
}

EP_TEST(robust_srdf_rules_are_whole)
{
  static const bad_text cases[] = {
      {"<robot name='r'><disable_collisions link1='a'/></robot>",
       "disable_collisions: has no link2 (line 1)"},
      {"<robot name='r'><disable_collisions link2='a' link1=''/></robot>",
       "disable_collisions: has no link1"},
      {"<robot name='r'><disable_default_collisions/></robot>",
       "disable_default_collisions: has no link"},
      {"<robot name='r'><enable_collisions/></robot>", "enable_collisions: has no link1"},
      {"<srdf/>", "the root element is 'srdf', not 'robot'"},
      {"<robot name='r'>", "XML: the text ends inside <robot>"},
  };
  for (size_t i = 0; i < COUNT(cases); ++i)
  {
    ep_srdf* srdf = (ep_srdf*)message;
    ck_assert_int_eq(
        ep_srdf_read(cases[i].text, strlen(cases[i].text), &srdf, message, sizeof message),
        EP_SHIM_REFUSED);
    ck_assert_ptr_null(srdf);
    ck_assert_msg(strstr(message, cases[i].words) != NULL, "'%s' is not in '%s'", cases[i].words,
                  message);
  }
}
