/// @file test_scene_bad.c
/// Scenes that must be refused, each with the message that tells its author what is wrong, and
/// where.
#define _XOPEN_SOURCE 700 // mkdtemp, nftw
#include "scene_tools.h"

#include <time.h>

typedef struct bad_scene
{
  const char* text;
  const char* words;
} bad_scene;

static void refuse_all(const bad_scene* scenes, size_t count)
{
  folder_begin();
  for (size_t i = 0; i < count; ++i)
  {
    expect_refused(scenes[i].text, scenes[i].words);
  }
  folder_end();
}

#define REFUSE_ALL(scenes) refuse_all(scenes, sizeof(scenes) / sizeof((scenes)[0]))

/// Two lines; what follows begins in line 3.
#define CRANE "robots:\n  - {name: crane, urdf: crane.urdf}\n"
#define FLYER "robots:\n  - {name: fly, urdf: flyer.urdf, default: {nose: 0, tail: 0}}\n"
#define START "start: {slew: 0, run: 4, hoist: 1}"
#define GOAL  "goal: {slew: 1, run: 4, hoist: 1}"

EP_TEST(robust_bad_tops_are_refused)
{
  static const bad_scene scenes[] = {
      {"", "scene.yaml: the file is empty"},
      {"[1, 2]\n", ":1:1: needs a mapping, has a list"},
      {"hello\n", ":1:1: needs a mapping, has 'hello'"},
      {"name: x\n", ":1:1: key 'robots' is missing"},
      {CRANE "obstacle: []\n", ":3:1: unknown key 'obstacle'; known are name, clearance, "},
      {CRANE CRANE, ":3:1: key 'robots' was there before, in line 1"},
      {CRANE "---\nname: x\n", ":3:1: a second document"},
      {CRANE "name: [x]\n", ":3:7: name: needs a text, has a list"},
      {CRANE "name:\n", ":3:6: name: needs a text, has nothing"},
      {CRANE "clearance: -1\n", ":3:12: clearance: -1 is not a distance"},
      {CRANE "clearance: .inf\n", ":3:12: clearance: needs a number, has '.inf'"},
      {CRANE "clearance: .nan\n", ":3:12: clearance: needs a number, has '.nan'"},
      {CRANE "tolerance: 0\n", ":3:12: tolerance: 0 is not between 0 and 1 m"},
      {CRANE "tolerance: 1e999\n", ":3:12: tolerance: needs a number, has '1e999'"},
      {CRANE "tolerance: 0,5\n", ":3:12: tolerance: needs a number, has '0,5'"},
      {CRANE "tolerance: 1.5abc\n", ":3:12: tolerance: needs a number, has '1.5abc'"},
      {CRANE "tolerance: \"0.1\"\n", ":3:12: tolerance: needs a number, has the text \"0.1\""},
      {CRANE "check_adjacent: 1\n", ":3:17: check_adjacent: needs true or false, has '1'"},
      {CRANE "planner: RRT\n", ":3:10: planner: needs a mapping, has 'RRT'"},
      {CRANE "planner: {name: RRT, tiem: 3}\n", ":3:22: planner: unknown key 'tiem'"},
      {CRANE "planner: {time: 0}\n", ":3:17: planner: time: 0 must be more than 0"},
      {CRANE "planner: {seed: 0}\n", ":3:17: planner: seed: 0 must be 1 or more"},
      {CRANE "planner: {seed: 1.5}\n", ":3:17: planner: seed: needs a whole number, has '1.5'"},
      {CRANE "\tname: x\n", ":3:1: "},
      {CRANE "name: \xff\n", ":3:7: byte 0xff is not UTF-8"},
      {CRANE "name: &a x\n", ":3:7: anchor '&a'"},
      {CRANE "name: *a\n", ":3:7: alias '*a'"},
      {CRANE "name: !!str x\n", ":3:7: tag "},
  };
  REFUSE_ALL(scenes);
}

EP_TEST(robust_bad_robots_are_refused)
{
  static const bad_scene scenes[] = {
      {"robots: {}\n", ":1:9: robots: needs a list, has a mapping"},
      {"robots: []\n", ":1:9: robots: at least one robot is needed"},
      {"robots:\n  - crane\n", ":2:5: robot 1: needs a mapping, has 'crane'"},
      {"robots:\n  - {urdf: crane.urdf}\n", ":2:5: robot 1: key 'name' is missing"},
      {"robots:\n  - {name: crane}\n", ":2:5: robot 'crane': key 'urdf' is missing"},
      {"robots:\n  - {name: a/b, urdf: crane.urdf}\n",
       ":2:12: robot 'a/b': name: 'a/b': a name may not have / * or ?"},
      {"robots:\n  - {name: \"a*\", urdf: crane.urdf}\n", "a name may not have / * or ?"},
      {"robots:\n  - {name: \"\", urdf: crane.urdf}\n", ":2:12: robot 1: name: needs a text"},
      {CRANE "  - {name: crane, urdf: crane.urdf}\n",
       ":3:12: robot 'crane': name: another robot has this name"},
      {"robots:\n  - {name: crane, urdf: none.urdf}\n", ":2:25: robot 'crane': urdf: "},
      {"robots:\n  - {name: crane, urdf: none.urdf}\n", "none.urdf: cannot be opened"},
      {"robots:\n  - {name: crane, urdf: .}\n", "is not a regular file"},
      {"robots:\n  - {name: crane, urdf: cube.obj}\n", ":2:25: robot 'crane': urdf: "},
      {"robots:\n  - {name: crane, urdf: crane.urdf, srdf: none.srdf}\n",
       "none.srdf: cannot be opened"},
      {"robots:\n  - {name: crane, urdf: crane.urdf, base: [0, 0]}\n",
       ":2:43: robot 'crane': base: needs a mapping, has a list"},
      {"robots:\n  - {name: crane, urdf: crane.urdf, base: {xyz: [0, 0]}}\n",
       ":2:49: robot 'crane': base: xyz: needs 3 numbers, has 2"},
      {"robots:\n  - {name: crane, urdf: crane.urdf, base: {rpy: [0, 0, 9000]}}\n",
       ":2:49: robot 'crane': base: rpy: 9000 is not within 8192 rad"},
      {"robots:\n  - {name: crane, urdf: crane.urdf, base: {xyz: [0, 0, 2e6]}}\n",
       "robot 'crane': urdf: "},
      {"robots:\n  - {name: crane, urdf: crane.urdf, base: {quat: 1}}\n",
       ":2:44: robot 'crane': base: unknown key 'quat'; known are xyz, rpy"},
      {"robots:\n  - {name: crane, urdf: crane.urdf, geometry: both}\n",
       ":2:47: robot 'crane': geometry: 'both' is neither collision nor visual"},
      {"robots:\n  - {name: crane, urdf: crane.urdf, colour: red}\n",
       ":2:37: robot 'crane': unknown key 'colour'"},
  };
  REFUSE_ALL(scenes);
}

#define WITH(more) "robots:\n  - {name: crane, urdf: crane.urdf,\n     " more "}\n"
#define FLY(more)  "robots:\n  - {name: fly, urdf: flyer.urdf,\n     " more "}\n"

EP_TEST(robust_bad_bounds_and_defaults_are_refused)
{
  static const bad_scene scenes[] = {
      {WITH("bounds: {slew: 1}"),
       ":3:21: robot 'crane': bounds: slew: needs a list of 2 numbers, has '1'"},
      {WITH("bounds: {slew: [1, 2, 3]}"), "bounds: slew: needs 2 numbers, has 3"},
      {WITH("bounds: {slew: [2, 1]}"),
       ":3:21: robot 'crane': bounds: slew: 2 to 1: the lower bound is above the upper one"},
      {WITH("bounds: {slew: [-4, 1]}"),
       "bounds: slew: -4 to 1 is wider than the joint's limits -3 to 3"},
      {WITH("bounds: {hoist: [1, 3.8000000000000007]}"),
       "hoist: 1 to 3.8000000000000007 is wider than the joint's limits 0.5 to 3.8"},
      {WITH("bounds: {slow: [0, 1]}"),
       ":3:15: robot 'crane': bounds: there is no joint 'slow'; values are: slew run hoist"},
      {WITH("bounds: [1]"), ":3:14: robot 'crane': bounds: needs a mapping, has a list"},
      {FLY("bounds: {base: [0, 1]}"),
       "joint 'base' is floating, its 7 values are written one by one, as in 'base.x'"},
      {FLY("bounds: {base.qx: [0, 1]}"), "bounds: base.qx: a rotation has no bounds"},
      {FLY("bounds: {flap: [0, 1]}"),
       ":3:15: robot 'fly': bounds: joint 'flap' follows another one and has no value of its own"},
      {FLY("bounds: {tag: [0, 1]}"), "joint 'tag' is fixed and has no value"},
      {WITH("default: {slew: 3.1}"),
       ":3:22: robot 'crane': default: slew: 3.1 is outside its limits -3 to 3"},
      {WITH("bounds: {slew: [0, 1]}, default: {slew: -0.1}"),
       "default: slew: -0.1 is outside its limits 0 to 1"},
      {WITH("default: {slew: x}"), "default: slew: needs a number, has 'x'"},
      {WITH("default: {slew: 1, crane/slew: 1}"),
       ":3:25: robot 'crane': default: 'crane/slew' was given before, as 'slew'"},
      {WITH("default: {other/slew: 1}"), "there is no joint 'other/slew'"},
      {FLY("default: {base.qx: 0, base.qw: 1}"),
       ":3:15: robot 'fly': default: rotation of 'fly/base': 2 of qx qy qz qw, all four are "
       "needed"},
      {FLY("default: {base.qx: 0, base.qy: 0, base.qz: 0, base.qw: 0}"),
       "default: base.qw: quaternion of 'fly/base' has length zero"},
  };
  REFUSE_ALL(scenes);
}

EP_TEST(robust_bad_ropes_in_scenes_are_refused)
{
  static const bad_scene scenes[] = {
      {WITH("ropes: {}"), ":3:13: robot 'crane': ropes: needs a list, has a mapping"},
      {WITH("ropes: [{name: r, from: {link: jib}, to: {link: hook}}]"),
       ":3:14: rope 'r': key 'radius' is missing"},
      {WITH("ropes: [{name: r, from: {link: jib}, radius: 1}]"), "rope 'r': key 'to' is missing"},
      {WITH("ropes: [{name: r, from: {link: jip}, to: {link: hook}, radius: 1}]"),
       ":3:37: rope 'r': from: link: there is no link 'jip'"},
      {WITH("ropes: [{name: r, from: {link: jib}, to: {link: hook, xyz: [1]}, radius: 1}]"),
       "rope 'r': to: xyz: needs 3 numbers, has 1"},
      {WITH("ropes: [{name: r, from: {link: jib}, to: {link: hook}, radius: -1}]"),
       "rope 'r': radius: -1 is not a length"},
      {WITH("ropes: [{name: hook, from: {link: jib}, to: {link: hook}, radius: 1}]"),
       ":3:21: rope 'hook': name: there is a link or rope of this name already"},
      {WITH("ropes: [{name: r, from: {link: jib, xyz: [0, 0, 2e6]}, to: {link: hook}, radius: 1}]"),
       "rope 'r': from: xyz: 2e+06 is not within 1.04858e+06 m"},
  };
  REFUSE_ALL(scenes);
}

#define OBSTACLE(more) CRANE "obstacles:\n  - {name: slab, " more "}\n"

EP_TEST(robust_bad_obstacles_are_refused)
{
  static const bad_scene scenes[] = {
      {CRANE "obstacles:\n", ":3:11: obstacles: needs a list, has nothing"},
      {CRANE "obstacles: [7]\n", ":3:13: obstacle 1: needs a mapping, has '7'"},
      {CRANE "obstacles: [{box: [1, 1, 1]}]\n", ":3:13: obstacle 1: key 'name' is missing"},
      {CRANE "obstacles: [{name: a?, box: [1, 1, 1]}]\n", "a name may not have / * or ?"},
      {CRANE "obstacles: [{name: crane, box: [1, 1, 1]}]\n",
       ":3:20: obstacle 'crane': name: a robot has this name"},
      {OBSTACLE("box: [1, 1, 1]") "  - {name: slab, sphere: {radius: 1}}\n",
       ":5:12: obstacle 'slab': name: the obstacle in line 4 has this name"},
      {OBSTACLE("xyz: [0, 0, 0]"), ":4:5: obstacle 'slab': it has no shape: one of mesh, box, "},
      {OBSTACLE("mesh: cube.obj, box: [1, 1, 1]"),
       ":4:34: obstacle 'slab': it has both 'mesh' and 'box', only one shape is allowed"},
      {OBSTACLE("bx: [1, 1, 1]"), ":4:18: obstacle 'slab': unknown key 'bx'; known are name, mesh"},
      {OBSTACLE("box: [1, 1]"), ":4:23: obstacle 'slab': box: needs 3 numbers, has 2"},
      {OBSTACLE("box: 1"), ":4:23: obstacle 'slab': box: needs a list of 3 numbers, has '1'"},
      {OBSTACLE("box: [1, 0, 1]"), ":4:27: obstacle 'slab': box: item 2: 0 must be more than 0"},
      {OBSTACLE("box: [1, 0x10, 1]"), "box: item 2: needs a number, has '0x10'"},
      {OBSTACLE("box: [1, 1_000, 1]"), "box: item 2: needs a number, has '1_000'"},
      {OBSTACLE("box: [1, nan, 1]"), "box: item 2: needs a number, has 'nan'"},
      {OBSTACLE("box: [1, 3e6, 1]"), ":4:5: obstacle 'slab': box: it reaches"},
      {OBSTACLE("sphere: 1"), ":4:26: obstacle 'slab': sphere: needs a mapping, has '1'"},
      {OBSTACLE("sphere: {radius: 1, length: 2}"),
       "sphere: unknown key 'length'; known are radius"},
      {OBSTACLE("sphere: {}"), ":4:26: obstacle 'slab': sphere: key 'radius' is missing"},
      {OBSTACLE("cylinder: {radius: 1}"), "cylinder: key 'length' is missing"},
      {OBSTACLE("cylinder: {radius: 1e5, length: 1}"), ":4:5: obstacle 'slab': cylinder: to stay"},
      {OBSTACLE("capsule: {radius: -1, length: 1}"),
       ":4:36: obstacle 'slab': capsule: radius: -1 must be more than 0"},
      {OBSTACLE("cone: {radius: 1, length: 0}"), "cone: length: 0 must be more than 0"},
      {OBSTACLE("mesh: none.obj"), ":4:24: obstacle 'slab': mesh: "},
      {OBSTACLE("mesh: none.obj"), "none.obj: cannot be opened"},
      {OBSTACLE("mesh: bad.obj"), "bad.obj"},
      {OBSTACLE("mesh: [a]"), ":4:24: obstacle 'slab': mesh: needs a text, has a list"},
      {OBSTACLE("mesh: cube.obj, xyz: [1048576, 0, 0]"), ":4:5: obstacle 'slab': vertex "},
      {OBSTACLE("box: [1, 1, 1], xyz: [1, 2]"), "obstacle 'slab': xyz: needs 3 numbers, has 2"},
      {OBSTACLE("box: [1, 1, 1], rpy: [1, 2, x]"), "rpy: item 3: needs a number, has 'x'"},
      {OBSTACLE("box: [1, 1, 1], scale: [1, 0, 1]"), "scale: none of 1 0 1 may be 0"},
      {OBSTACLE("box: [1, 1, 1], scale: 2"), "scale: needs a list of 3 numbers, has '2'"},
      {OBSTACLE("box: [1, 1, 1], matrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0]"),
       ":4:42: obstacle 'slab': matrix: needs 16 numbers, has 15"},
      {OBSTACLE("box: [1, 1, 1], matrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 2]"),
       "matrix: the last row is 0 0 0 2, not 0 0 0 1"},
      {OBSTACLE("box: [1, 1, 1], matrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]"),
       ":4:5: obstacle 'slab': the matrix has determinant 0"},
      {OBSTACLE("box: [1, 1, 1], xyz: [1, 1, 1], matrix: [1, 0, 0, 0]"),
       ":4:34: obstacle 'slab': 'xyz' and 'matrix' exclude each other"},
      {OBSTACLE("box: [1, 1, 1], clearance: -0.5"), "clearance: -0.5 is not a distance"},
      {OBSTACLE("box: [1, 1, 1], movable: yes"), "movable: needs true or false, has 'yes'"},
      {OBSTACLE("heightfield: dem.asc"), "heightfield: needs a mapping, has 'dem.asc'"},
      {OBSTACLE("heightfield: {file: none.asc}"), "heightfield: key 'depth' is missing"},
      {OBSTACLE("heightfield: {depth: 1}"), "heightfield: key 'file' is missing"},
      {OBSTACLE("heightfield: {file: none.asc, depth: 0}"), "depth: 0 must be more than 0"},
      {OBSTACLE("heightfield: {file: none.asc, depth: 1}"), "none.asc: cannot be opened"},
      {OBSTACLE("heightfield: {file: cube.obj, depth: 1}"),
       "is an ESRI ASCII grid (.asc) or a PNG"},
      {OBSTACLE("heightfield: {file: a.png, depth: 1}"), "a PNG image needs cell"},
      {OBSTACLE("heightfield: {file: a.asc, depth: 1, cell: 1}"), "cell and z are for PNG"},
      {OBSTACLE("heightfield: {file: a.png, depth: 1, cell: 1, z: [2, 1]}"),
       "z: the second height must be above the first one"},
      {OBSTACLE("heightfield: {file: a.asc, depth: 1}, movable: true"),
       "movable: a heightfield cannot be moved"},
  };
  folder_begin();
  write_text("bad.obj", "v 0 0 0\nf 1 2 3\n");
  for (size_t i = 0; i < sizeof scenes / sizeof scenes[0]; ++i)
  {
    expect_refused(scenes[i].text, scenes[i].words);
  }
  folder_end();
}

EP_TEST(robust_bad_rules_in_scenes_are_refused)
{
  static const bad_scene scenes[] = {
      {CRANE "allowed: [hook, jib]\n", ":3:11: allowed: item 1: needs a list, has 'hook'"},
      {CRANE "allowed: [[hook]]\n", ":3:11: allowed: item 1: needs 2 names, has 1"},
      {CRANE "allowed: [[hook, jib, mast]]\n", "needs 2 names, has 3"},
      {CRANE "allowed: [[hook, [jib]]]\n",
       ":3:18: allowed: item 1: item 2: needs a text, has a list"},
      {CRANE "clearances: [[hook, jib]]\n", ":3:14: clearances: item 1: needs a mapping"},
      {CRANE "clearances: [{pair: [hook, jib]}]\n", "item 1: key 'clearance' is missing"},
      {CRANE "clearances: [{clearance: 1}]\n", ":3:14: clearances: item 1: key 'pair' is missing"},
      {CRANE "clearances: [{pair: [hook, jib], clearance: -1}]\n", "-1 is not a distance"},
      {CRANE "clearances: [{pair: hook, clearance: 1}]\n", "pair: needs a list, has 'hook'"},
  };
  REFUSE_ALL(scenes);
}

EP_TEST(robust_a_pattern_of_many_stars_is_refused)
{
  folder_begin();
  char text[1024] = CRANE "allowed: [[hook, \"";
  memset(text + strlen(text), '*', 256);
  strcat(text, "\"]]\n");
  expect_refused(text, ":3:18: allowed: item 1: item 2: '****");
  expect_refused(text, "...' has more than 255 bytes");
  folder_end();
}

#define QUERY(more) CRANE "queries:\n  - {name: go, " more "}\n"

EP_TEST(robust_bad_queries_are_refused)
{
  static const bad_scene scenes[] = {
      {CRANE "queries: {}\n", ":3:10: queries: needs a list, has a mapping"},
      {CRANE "queries: [{start: {}, goal: {}}]\n", ":3:11: query 1: key 'name' is missing"},
      {QUERY(START), ":4:5: query 'go': key 'goal' is missing"},
      {QUERY(GOAL), ":4:5: query 'go': key 'start' is missing"},
      {QUERY(START ", " GOAL ", via: []"), "query 'go': unknown key 'via'; known are name, start"},
      {QUERY(START ", " GOAL) "  - {name: go, " START ", " GOAL "}\n",
       ":5:12: query 'go': name: the query in line 4 has this name"},
      {QUERY("start: {slew: 0, run: 4}, " GOAL),
       ":4:23: query 'go': start: 1 value is neither given nor in a default: crane/hoist"},
      {QUERY("start: {}, " GOAL),
       "start: 3 values are neither given nor in a default: crane/slew crane/run crane/hoist"},
      {QUERY("start: {slew: 0, run: 4, hoist: 1, jib: 1}, " GOAL),
       ":4:51: query 'go': start: there is no joint 'jib'; values are: slew run hoist"},
      {QUERY("start: {slew: 0, run: 4, hoist: 0.4}, " GOAL),
       ":4:48: query 'go': start: hoist: 0.4 is outside its limits 0.5 to 3.8"},
      {QUERY("start: {slew: 0, run: 4, hoist: .nan}, " GOAL),
       ":4:48: query 'go': start: hoist: needs a number, has '.nan'"},
      {QUERY("start: {slew: 0, run: 4, hoist: [1]}, " GOAL),
       "start: hoist: needs a number, has a list"},
      {QUERY("start: [0, 4, 1], " GOAL), "start: needs a mapping, has a list"},
      {QUERY("start: lift, " GOAL), ":4:23: query 'go': start: 'lift' is neither a mapping"},
      {QUERY("start: end-of go, " GOAL), "start: there is no query 'go' before this one"},
      {QUERY("start: end-of later, " GOAL) "  - {name: later, " START ", " GOAL "}\n",
       ":4:23: query 'go': start: there is no query 'later' before this one"},
      {QUERY("start: end-of nothing, " GOAL), "there is no query 'nothing' before this one"},
      {QUERY(START ", goal: end-of go"), "goal: needs a mapping, has 'end-of go'"},
      {FLYER "queries:\n  - name: go\n    start: {base.x: 0, base.y: 0, base.z: 0, base.qx: 1}\n"
             "    goal: {base.x: 0, base.y: 0, base.z: 0}\n",
       ":5:12: query 'go': start: rotation of 'fly/base': 1 of qx qy qz qw, all four are needed"},
      {FLYER
       "queries:\n  - name: go\n    start: {base.x: 0, base.y: 0, base.z: 0}\n"
       "    goal: {base.x: 0, base.y: 0, base.z: 0,\n      base.qx: 0, base.qy: 0, base.qz: 0, "
       "base.qw: 0}\n",
       ":7:52: query 'go': goal: base.qw: quaternion of 'fly/base' has length zero"},
      {FLYER "queries:\n  - name: go\n    start: {base.x: 0, base.y: 0, base.z: 0, tail: 0.75}\n"
             "    goal: {base.x: 0, base.y: 0, base.z: 0}\n",
       ":5:12: query 'go': start: machine 'fly': joint of 'end': value 1.5 is outside its limits"},
      {FLYER "queries:\n  - name: go\n    start: {base.x: 2e6, base.y: 0, base.z: 0}\n"
             "    goal: {base.x: 0, base.y: 0, base.z: 0}\n",
       ":5:12: query 'go': start: machine 'fly': joint of 'body'.x: value 2e+06 is not within"},
  };
  REFUSE_ALL(scenes);
}

#define CARRY(more)                                                                                \
  CRANE "obstacles:\n  - {name: slab, box: [1, 1, 1]}\n"                                           \
        "  - {name: load, box: [1, 1, 1], movable: true}\n"                                        \
        "queries:\n  - {name: go, " START ", " GOAL ",\n     attach: " more "}\n"

EP_TEST(robust_bad_attachments_in_scenes_are_refused)
{
  static const bad_scene scenes[] = {
      {CARRY("{}"), ":8:14: query 'go': attach: needs a list, has a mapping"},
      {CARRY("[load]"), ":8:15: query 'go': attach: item 1: needs a mapping, has 'load'"},
      {CARRY("[{link: hook}]"), "attach: item 1: key 'object' is missing"},
      {CARRY("[{object: load}]"), "attach: item 1: key 'link' is missing"},
      {CARRY("[{object: lode, link: hook}]"),
       ":8:24: query 'go': attach: item 1: object: there is no obstacle 'lode'"},
      {CARRY("[{object: slab, link: hook}]"), "object: obstacle 'slab' is not movable"},
      {CARRY("[{object: load, link: hok}]"), "link: there is no link 'hok'"},
      {CARRY("[{object: load, link: other/hook}]"), "link: there is no link 'other/hook'"},
      {CARRY("[{object: load, link: hook}, {object: load, link: jib}]"),
       ":8:52: query 'go': attach: item 2: object: 'load' is attached already"},
      {CARRY("[{object: load, link: hook, touch: slab}]"), "touch: needs a list, has 'slab'"},
      {CARRY("[{object: load, link: hook, xyz: [1]}]"), "xyz: needs 3 numbers, has 1"},
      {CARRY("[{object: load, link: hook, pose: 1}]"),
       "unknown key 'pose'; known are object, link"},
  };
  REFUSE_ALL(scenes);
}

EP_TEST(robust_two_robots_need_prefixes)
{
  static const char both[] = "robots:\n  - {name: a, urdf: crane.urdf}\n"
                             "  - {name: b, urdf: crane.urdf, base: {xyz: [50, 0, 0]}}\n";
  folder_begin();
  char text[1024];
  snprintf(text, sizeof text, "%squeries:\n  - {name: go, " START ", " GOAL "}\n", both);
  expect_refused(text,
                 ":5:24: query 'go': start: there is no joint 'slew'; values are: a/slew a/run");
  snprintf(text, sizeof text,
           "%sobstacles: [{name: load, box: [1, 1, 1], movable: true}]\n"
           "queries:\n  - name: go\n"
           "    start: {a/slew: 0, a/run: 1, a/hoist: 1, b/slew: 0, b/run: 1, b/hoist: 1}\n"
           "    goal: {a/slew: 0, a/run: 1, a/hoist: 1, b/slew: 0, b/run: 1, b/hoist: 1}\n"
           "    attach: [{object: load, link: hook}]\n",
           both);
  expect_refused(text, ":9:35: query 'go': attach: item 1: link: there is no link 'hook'");
  ep_scene_options strict = ep_scene_options_default();
  strict.strict = true;
  snprintf(text, sizeof text, "%sallowed: [[hook, a/jib]]\n", both);
  expect_refused_with(text, &strict, ":4:12: allowed: item 1: item 1: 'hook' matches no link");
  folder_end();
}

/// A pattern may not come in through the name of a link.
EP_TEST(robust_names_of_links_are_not_patterns)
{
  folder_begin();
  write_text("star.urdf", "<robot name='r'><link name='a*'/></robot>");
  expect_refused("robots: [{name: r, urdf: star.urdf}]\n",
                 ":1:26: robot 'r': urdf: link 'a*': a name may not have * or ?");
  folder_end();
}

EP_TEST(robust_ambiguous_values_are_refused)
{
  folder_begin();
  write_text("twice.urdf",
             "<robot name='r'><link name='a'/>"
             "<joint name='base' type='planar'><parent link='a'/><child link='b'/></joint>"
             "<link name='b'/>"
             "<joint name='base.x' type='continuous'><parent link='b'/><child link='c'/></joint>"
             "<link name='c'/></robot>");
  expect_refused("robots: [{name: r, urdf: twice.urdf}]\n", "two values are called 'r/base.x'");
  folder_end();
}

/// More of anything than a scene may have is refused before work grows with its square.
EP_TEST(robust_long_lists_and_deep_files_are_refused_at_once)
{
  folder_begin();
  const clock_t begin = clock();
  const size_t count = 200000;
  char* text = malloc(count * 32 + 256);
  ck_assert_ptr_nonnull(text);
  static const char* const lists[] = {"obstacles", "queries", "allowed", "clearances"};
  for (size_t k = 0; k < 4; ++k)
  {
    char* at = text + sprintf(text, CRANE "%s: [", lists[k]);
    for (size_t i = 0; i < count; ++i)
    {
      at += sprintf(at, "{name: a},");
    }
    strcpy(at, "]\n");
    expect_refused(text, ": 200000 entries, at most 16384 are allowed");
  }
  strcpy(text, CRANE "name: ");
  memset(text + strlen(text), '[', count);
  text[strlen(CRANE "name: ") + count] = '\0';
  expect_refused(text, ":3:38: lists and mappings are nested more than 32 deep");
  free(text);
  const double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
  ck_assert_msg(seconds < 15.0, "took %g s", seconds);
  folder_end();
}
