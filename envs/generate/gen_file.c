/// @file gen_file.c
#define _POSIX_C_SOURCE 200809L // mkdir
#include "gen_file.h"

#include "mesh_write.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

/// Makes all folders on the way to a file.
static void make_folders(char* path)
{
  for (char* at = strchr(path + 1, '/'); at != NULL; at = strchr(at + 1, '/'))
  {
    *at = 0;
    if (mkdir(path, 0777) != 0 && errno != EEXIST)
    {
      gen_give_up("%s: %s", path, strerror(errno));
    }
    *at = '/';
  }
}

gen_text gen_text_open(const char* folder, const char* name)
{
  gen_text text;
  const int size = snprintf(text.path, sizeof text.path, "%s/%s", folder, name);
  if (size < 0 || (size_t)size >= sizeof text.path)
  {
    gen_give_up("%s/%s: the name is too long", folder, name);
  }
  make_folders(text.path);
  snprintf(text.unfinished, sizeof text.unfinished, "%s.tmp", text.path);
  text.file = fopen(text.unfinished, "w");
  if (text.file == NULL)
  {
    gen_give_up("%s: %s", text.unfinished, strerror(errno));
  }
  return text;
}

void gen_text_close(gen_text* text)
{
  const bool bad = ferror(text->file) != 0;
  if (fclose(text->file) != 0 || bad || rename(text->unfinished, text->path) != 0)
  {
    gen_give_up("%s: cannot be written: %s", text->path, strerror(errno));
  }
  text->file = NULL;
}

void gen_write_mesh(const char* folder, const char* name, const gen_mesh* mesh)
{
  char path[1024];
  const int size = snprintf(path, sizeof path, "%s/%s", folder, name);
  if (size < 5 || (size_t)size >= sizeof path)
  {
    gen_give_up("%s/%s: not a name for a mesh", folder, name);
  }
  make_folders(path);
  const bool is_ply = strcmp(path + size - 4, ".ply") == 0;
  ep_error error;
  const ep_status status = (is_ply ? ep_mesh_write_ply : ep_mesh_write_obj)(
      path, mesh->vertices, mesh->vertex_count, mesh->triangles, mesh->triangle_count, &error);
  if (status != EP_OK)
  {
    gen_give_up("%s", error.message);
  }
}

gen_robot gen_robot_begin(const char* folder, const char* name)
{
  gen_robot robot = {.folder = folder, .name = name};
  char file[256];
  snprintf(file, sizeof file, "%s.urdf", name);
  robot.urdf = gen_text_open(folder, file);
  snprintf(file, sizeof file, "%s.srdf", name);
  robot.srdf = gen_text_open(folder, file);
  fprintf(robot.urdf.file, "<?xml version=\"1.0\"?>\n<robot name=\"%s\">\n", name);
  fprintf(robot.srdf.file, "<?xml version=\"1.0\"?>\n<robot name=\"%s\">\n", name);
  return robot;
}

void gen_robot_link(gen_robot* robot, const char* link, const gen_mesh* mesh, gen_vec colour)
{
  FILE* f = robot->urdf.file;
  if (mesh == NULL)
  {
    fprintf(f, "  <link name=\"%s\"/>\n", link);
    return;
  }
  char file[256];
  snprintf(file, sizeof file, "meshes/%s_%s.obj", robot->name, link);
  gen_write_mesh(robot->folder, file, mesh);
  fprintf(f, "  <link name=\"%s\">\n", link);
  fprintf(f, "    <visual><geometry><mesh filename=\"%s\"/></geometry>\n", file);
  fprintf(f, "      <material name=\"%s\"><color rgba=\"%.9g %.9g %.9g 1\"/></material></visual>\n",
          link, colour.x, colour.y, colour.z);
  fprintf(f, "    <collision><geometry><mesh filename=\"%s\"/></geometry></collision>\n", file);
  fprintf(f, "  </link>\n");
}

void gen_robot_joint(gen_robot* robot, const gen_joint* joint)
{
  FILE* f = robot->urdf.file;
  const gen_vec p = joint->xyz, r = joint->rpy, a = joint->axis;
  fprintf(f, "  <joint name=\"%s\" type=\"%s\">\n", joint->name, joint->type);
  fprintf(f, "    <parent link=\"%s\"/><child link=\"%s\"/>\n", joint->parent, joint->child);
  fprintf(f, "    <origin xyz=\"%.12g %.12g %.12g\" rpy=\"%.12g %.12g %.12g\"/>\n", p.x, p.y, p.z,
          r.x, r.y, r.z);
  if (gen_length(a) > 0.0)
  {
    fprintf(f, "    <axis xyz=\"%.12g %.12g %.12g\"/>\n", a.x, a.y, a.z);
  }
  if (strcmp(joint->type, "revolute") == 0 || strcmp(joint->type, "prismatic") == 0)
  {
    fprintf(f, "    <limit lower=\"%.12g\" upper=\"%.12g\" effort=\"1\" velocity=\"1\"/>\n",
            joint->lower, joint->upper);
  }
  if (joint->mimic != NULL)
  {
    fprintf(f, "    <mimic joint=\"%s\" multiplier=\"%.12g\" offset=\"%.12g\"/>\n", joint->mimic,
            joint->multiplier, joint->offset);
  }
  fprintf(f, "  </joint>\n");
}

void gen_robot_disable(gen_robot* robot, const char* a, const char* b, const char* reason)
{
  fprintf(robot->srdf.file, "  <disable_collisions link1=\"%s\" link2=\"%s\" reason=\"%s\"/>\n", a,
          b, reason);
}

void gen_robot_end(gen_robot* robot)
{
  fputs("</robot>\n", robot->urdf.file);
  fputs("</robot>\n", robot->srdf.file);
  gen_text_close(&robot->urdf);
  gen_text_close(&robot->srdf);
}
