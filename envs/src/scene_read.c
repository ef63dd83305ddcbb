/// @file scene_read.c
/// What the readers of robots, obstacles, rules and queries have in common.
#include "scene_internal.h"

#include "io_file.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

ep_yaml_subject ep_scene_subject(ep_scene_loader* l, const ep_yaml_node* node, const char* kind)
{
  ep_yaml_subject s = {l->scene->path, NULL, node, l->error};
  const ep_yaml_node* name = ep_yaml_get(node, "name");
  const bool usable = name != NULL && name->kind == EP_YAML_SCALAR && name->text[0] != '\0';
  s.name = usable ? ep_pool_print(&l->scene->pool, "%s '%.60s'", kind, name->text)
                  : ep_pool_print(&l->scene->pool, "%s %d", kind, (int)node->index + 1);
  s.name = s.name == NULL ? kind : s.name; // no memory: messages are shorter
  return s;
}

ep_status ep_scene_check_list(ep_scene_loader* l, const ep_yaml_node* node, int32_t most,
                              int32_t* count)
{
  const ep_yaml_subject s = {l->scene->path, NULL, NULL, l->error};
  *count = 0;
  const ep_status status = ep_yaml_check_list(&s, node);
  if (status != EP_OK || node == NULL)
  {
    return status;
  }
  if (node->count > most)
  {
    return ep_yaml_fail(&s, node, "%d entries, at most %d are allowed", (int)node->count,
                        (int)most);
  }
  *count = node->count;
  return EP_OK;
}

ep_status ep_scene_read_name(ep_scene_loader* l, const ep_yaml_subject* s, const char** name)
{
  const ep_yaml_node* node = NULL;
  const char* text = NULL;
  ep_status status = ep_yaml_need(s, s->node, "name", &node);
  status = status != EP_OK ? status : ep_yaml_text(s, node, &text);
  if (status != EP_OK)
  {
    return status;
  }
  if (strpbrk(text, "/*?") != NULL || strlen(text) > EP_SCENE_NAME_MAX)
  {
    return ep_yaml_fail(s, node, "'%.60s': a name may not have / * or ?, nor more than %d bytes",
                        text, EP_SCENE_NAME_MAX);
  }
  *name = ep_pool_string(&l->scene->pool, text);
  return *name == NULL ? ep_yaml_no_memory(s) : EP_OK;
}

ep_status ep_scene_read_path(ep_scene_loader* l, const ep_yaml_subject* s, const ep_yaml_node* node,
                             const char** path)
{
  const char* text = NULL;
  const ep_status status = ep_yaml_text(s, node, &text);
  if (status != EP_OK || node == NULL)
  {
    return status;
  }
  char* beside = ep_path_beside(l->scene->path, text);
  *path = beside == NULL ? NULL : ep_pool_string(&l->scene->pool, beside);
  free(beside);
  return *path == NULL ? ep_yaml_no_memory(s) : EP_OK;
}

ep_status ep_scene_read_pose(const ep_yaml_subject* s, const ep_yaml_node* node, ep_pose* pose)
{
  double xyz[3] = {0.0, 0.0, 0.0};
  double rpy[3] = {0.0, 0.0, 0.0};
  *pose = ep_pose_identity();
  if (node == NULL)
  {
    return EP_OK;
  }
  const ep_yaml_node* angles = ep_yaml_get(node, "rpy");
  ep_status status = ep_yaml_numbers(s, ep_yaml_get(node, "xyz"), 3, xyz);
  status = status != EP_OK ? status : ep_yaml_numbers(s, angles, 3, rpy);
  for (int k = 0; k < 3 && status == EP_OK; ++k)
  {
    if (!(fabs(rpy[k]) <= EP_ANGLE_MAX))
    {
      status = ep_yaml_fail(s, angles, "%g is not within %g rad", rpy[k], EP_ANGLE_MAX);
    }
  }
  *pose = status == EP_OK ? ep_pose_from_rpy(xyz, rpy) : *pose;
  return status;
}

void ep_scene_progress(const ep_scene_loader* l, const char* file)
{
  if (l->options->progress != NULL)
  {
    l->options->progress(file, l->options->progress_user);
  }
}

void ep_scene_report_mesh(ep_scene_loader* l, const ep_yaml_subject* s, const char* file,
                          const ep_mesh* mesh)
{
  const struct
  {
    int64_t count;
    bool is_warning;
    const char* text;
  } facts[] = {{mesh->counts.lines, true, "lines were skipped"},
               {mesh->counts.points, true, "points were skipped"},
               {mesh->counts.duplicate_triangles, true, "repeated triangles were dropped"},
               {mesh->counts.degenerate_triangles, false, "degenerate triangles were kept"}};
  for (size_t i = 0; i < sizeof facts / sizeof facts[0]; ++i)
  {
    void (*const tell)(ep_report*, const char*, ...) =
        facts[i].is_warning ? ep_report_warn : ep_report_remark;
    if (facts[i].count > 0)
    {
      tell(l->scene->report, "%s:%d:%d: %s: %s: %lld %s", s->path, (int)s->node->line,
           (int)s->node->column, s->name, file, (long long)facts[i].count, facts[i].text);
    }
  }
}

void ep_scene_warn(const ep_scene_loader* l, const ep_yaml_subject* s, const ep_yaml_node* node,
                   const char* format, ...)
{
  char text[EP_ERROR_MESSAGE_SIZE];
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  // The same words as an error has.
  ep_error message;
  const ep_yaml_subject said = {s->path, s->name, s->node, &message};
  (void)ep_yaml_fail(&said, node, "%s", text);
  ep_report_warn(l->scene->report, "%s", message.message);
}
