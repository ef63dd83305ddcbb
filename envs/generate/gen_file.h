/// @file gen_file.h
/// Files that generators write: meshes, URDF, SRDF, and any text. All go below one folder; files
/// are written under another name first and renamed when complete. What fails ends the program.
#ifndef GEN_FILE_H
#define GEN_FILE_H

#include "gen_mesh.h"

#include <stdio.h>

/// A text file folder/name, with the folders on the way made; print to gen_text::file and close.
typedef struct gen_text
{
  FILE* file;
  char path[1024];
  char unfinished[1032];
} gen_text;

gen_text gen_text_open(const char* folder, const char* name);
void gen_text_close(gen_text* text);

/// folder/name, an OBJ or a PLY by its ending.
void gen_write_mesh(const char* folder, const char* name, const gen_mesh* mesh);

/// @name Machines
/// A URDF folder/NAME.urdf and an SRDF folder/NAME.srdf, with meshes in folder/meshes. Begin, add
/// links and joints in any order, end.
/// @{
typedef struct gen_robot
{
  const char* folder;
  const char* name;
  gen_text urdf;
  gen_text srdf;
} gen_robot;

typedef struct gen_joint
{
  const char* name;
  const char* type; ///< as in URDF: fixed, revolute, continuous, prismatic, planar, floating
  const char* parent;
  const char* child;
  gen_vec xyz;
  gen_vec rpy;
  gen_vec axis; ///< zero: not written
  double lower; ///< limits are written for revolute and prismatic joints
  double upper;
  const char* mimic; ///< a joint's name, or NULL
  double multiplier;
  double offset;
} gen_joint;

gen_robot gen_robot_begin(const char* folder, const char* name);
/// mesh may be NULL: a link without geometry. Otherwise it is written as
/// folder/meshes/NAME_LINK.obj, for collision and to look at; colour is r g b in [0,1].
void gen_robot_link(gen_robot* robot, const char* link, const gen_mesh* mesh, gen_vec colour);
void gen_robot_joint(gen_robot* robot, const gen_joint* joint);
void gen_robot_disable(gen_robot* robot, const char* a, const char* b, const char* reason);
void gen_robot_end(gen_robot* robot);
/// @}

#endif
