/// @file table_describe.c
/// What is in a scene.
#include "table_functions.h"

#include <stddef.h>

/// The session of a call that fills a structure or takes an index; NULL with the error noted where
/// the call cannot be answered.
static ep_session* ready(ep_plugin_scene scene, const char* call, const void* argument)
{
  ep_session* session = ep_session_find(scene, call);
  if (session != NULL && argument == NULL)
  {
    (void)ep_session_refuse(session, "%s: a null pointer was passed", call);
    return NULL;
  }
  return session;
}

/// Whether an index is one of `count`; if not, that is noted.
static bool has(ep_session* session, const char* call, int32_t index, int32_t count)
{
  if (index >= 0 && index < count)
  {
    return true;
  }
  (void)ep_session_refuse(session, "%s: %d is not one of the %d there are", call, (int)index,
                          (int)count);
  return false;
}

ep_plugin_status ep_table_describe(ep_plugin_scene scene, ep_plugin_scene_info* info)
{
  const ep_session* s = ready(scene, "describe", info);
  if (s == NULL)
  {
    return EP_PLUGIN_MISUSE;
  }
  ep_world_info world = {.bytes = 0};
  (void)ep_world_get_info(s->world, &world);
  *info =
      (ep_plugin_scene_info){.name = ep_scene_name(s->scene),
                             .path = ep_scene_path(s->scene),
                             .value_count = ep_scene_config_size(s->scene),
                             .joint_count = s->joints.count,
                             .body_count = ep_world_body_count(s->world),
                             .query_count = ep_scene_query_count(s->scene),
                             .query = s->query,
                             .tolerance = ep_scene_tolerance(s->scene),
                             .clearance = ep_scene_clearance(s->scene),
                             .obstacle_triangles = world.obstacle_triangles,
                             .link_triangles = world.link_triangles,
                             .bytes = world.bytes,
                             .warning_count = ep_report_warning_count(ep_scene_report(s->scene))};
  return ep_session_note(NULL, EP_OK, NULL);
}

ep_plugin_status ep_table_joint(ep_plugin_scene scene, int32_t joint, ep_plugin_joint* out)
{
  ep_session* s = ready(scene, "get_joint", out);
  if (s == NULL || !has(s, "get_joint", joint, s->joints.count))
  {
    return EP_PLUGIN_MISUSE;
  }
  const ep_scene_joint* it = &s->joints.list[joint];
  *out = (ep_plugin_joint){.name = it->name,
                           .kind = (int32_t)it->type,
                           .value_start = it->value_start,
                           .value_count = it->value_count,
                           .linear = it->linear ? 1 : 0};
  return ep_session_note(NULL, EP_OK, NULL);
}

ep_plugin_status ep_table_value(ep_plugin_scene scene, int32_t value, ep_plugin_value* out)
{
  ep_session* s = ready(scene, "get_value", out);
  if (s == NULL || !has(s, "get_value", value, ep_scene_config_size(s->scene)))
  {
    return EP_PLUGIN_MISUSE;
  }
  *out = (ep_plugin_value){.name = ep_scene_value_name(s->scene, value),
                           .joint = s->joint_of_value[value]};
  ep_scene_value_bounds(s->scene, value, &out->lower, &out->upper);
  double number = 0.0;
  out->has_default = ep_scene_value_default(s->scene, value, &number) ? 1 : 0;
  out->number = out->has_default != 0 ? number : 0.0;
  return ep_session_note(NULL, EP_OK, NULL);
}

int32_t ep_table_find_value(ep_plugin_scene scene, const char* name)
{
  const ep_session* s = ready(scene, "find_value", name);
  return s == NULL ? -1 : ep_scene_find_value(s->scene, name);
}

ep_plugin_status ep_table_query(ep_plugin_scene scene, int32_t query, ep_plugin_query* out)
{
  ep_session* s = ready(scene, "get_query", out);
  if (s == NULL || !has(s, "get_query", query, ep_scene_query_count(s->scene)))
  {
    return EP_PLUGIN_MISUSE;
  }
  const ep_scene_query* it = ep_scene_get_query(s->scene, query);
  *out = (ep_plugin_query){.name = it->name,
                           .start = it->start,
                           .goal = it->goal,
                           .attachment_count = it->attachment_count,
                           .after = it->after};
  return ep_session_note(NULL, EP_OK, NULL);
}

const char* ep_table_body_name(ep_plugin_scene scene, int32_t body)
{
  const ep_session* s = ep_session_find(scene, "body_name");
  return s == NULL ? NULL : ep_world_body_name(s->world, body);
}

const char* ep_table_report_line(ep_plugin_scene scene, int32_t line)
{
  const ep_session* s = ep_session_find(scene, "report_line");
  return s == NULL ? NULL : ep_report_line(ep_scene_report(s->scene), line, NULL);
}

ep_plugin_status ep_table_within_bounds(ep_plugin_scene scene, const double* q)
{
  ep_session* s = ready(scene, "within_bounds", q);
  if (s == NULL)
  {
    return EP_PLUGIN_MISUSE;
  }
  ep_error error;
  const ep_status status = ep_scene_check_bounds(s->scene, q, &error);
  return ep_session_note(s, status, &error);
}
