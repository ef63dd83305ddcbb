/// @file planning_yard.h
/// Small scenes to plan in, written into a folder of the test's own.
#ifndef EP_TEST_PLANNING_YARD_H
#define EP_TEST_PLANNING_YARD_H

#include "folder_tools.h"

/// A ball on rails. A wall stands between start and goal, with a gap at y = 2.
static const char cart_urdf[] =
    "<robot name=\"cart\"><link name=\"rail\"/><link name=\"slide\"/><link name=\"ball\">"
    "<collision><geometry><sphere radius=\"0.1\"/></geometry></collision></link>"
    "<joint name=\"x\" type=\"prismatic\"><parent link=\"rail\"/><child link=\"slide\"/>"
    "<axis xyz=\"1 0 0\"/><limit lower=\"-3\" upper=\"3\" effort=\"1\" velocity=\"1\"/></joint>"
    "<joint name=\"y\" type=\"prismatic\"><parent link=\"slide\"/><child link=\"ball\"/>"
    "<axis xyz=\"0 1 0\"/><limit lower=\"-3\" upper=\"3\" effort=\"1\" velocity=\"1\"/></joint>"
    "</robot>\n";

#define CART_SCENE                                                                                 \
  "name: cart\n"                                                                                   \
  "robots:\n  - {name: cart, urdf: cart.urdf}\n"                                                   \
  "obstacles:\n"                                                                                   \
  "  - {name: fence, box: [0.004, 4.8, 1], xyz: [0, -0.8, 0]}\n"                                   \
  "  - {name: post, box: [0.2, 0.2, 1], xyz: [1, 2, 0]}\n"                                         \
  "queries:\n"                                                                                     \
  "  - {name: cross, start: {x: -2, y: -1}, goal: {x: 2, y: -1}}\n"                                \
  "  - {name: stuck, start: {x: 0, y: -1}, goal: {x: 2, y: -1}}\n"

/// An arm of 1.5 m that turns about z; a beam in its way.
static const char arm_urdf[] =
    "<robot name=\"arm\"><link name=\"base\"/><link name=\"beam\"><collision>"
    "<origin xyz=\"0.8 0 0\"/><geometry><box size=\"1.4 0.1 0.1\"/></geometry></collision></link>"
    "<joint name=\"turn\" type=\"continuous\"><parent link=\"base\"/><child link=\"beam\"/>"
    "<axis xyz=\"0 0 1\"/></joint></robot>\n";

#endif
