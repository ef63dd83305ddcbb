/// @file table.c
/// The one function that the shared object exports, and the opening and closing of scenes.
#include "edgeproof/plugin/table.h"

#include "table_functions.h"

#include <stdio.h>
#include <string.h>

#define TEXT_OF(number) #number
#define TEXT(number)    TEXT_OF(number)
#define VERSION_TEXT                                                                               \
  "edgeproof " TEXT(EP_VERSION_MAJOR) "." TEXT(EP_VERSION_MINOR) "." TEXT(EP_VERSION_PATCH)

_Static_assert((int)EP_PLUGIN_UNDECIDED == (int)EP_UNDECIDED &&
                   (int)EP_PLUGIN_FREE == (int)EP_FREE &&
                   (int)EP_PLUGIN_COLLIDING == (int)EP_COLLIDING,
               "verdicts are core's");
_Static_assert((int)EP_PLUGIN_MISUSE == (int)EP_ERROR_MISUSE &&
                   (int)EP_PLUGIN_INPUT == (int)EP_ERROR_INPUT &&
                   (int)EP_PLUGIN_MEMORY == (int)EP_ERROR_MEMORY &&
                   (int)EP_PLUGIN_FP_ENVIRONMENT == (int)EP_ERROR_FP_ENVIRONMENT &&
                   (int)EP_PLUGIN_UNSUPPORTED == (int)EP_ERROR_UNSUPPORTED,
               "statuses are core's");
_Static_assert((int)EP_PLUGIN_REVOLUTE == (int)EP_JOINT_REVOLUTE &&
                   (int)EP_PLUGIN_CONTINUOUS == (int)EP_JOINT_CONTINUOUS &&
                   (int)EP_PLUGIN_PRISMATIC == (int)EP_JOINT_PRISMATIC &&
                   (int)EP_PLUGIN_PLANAR == (int)EP_JOINT_PLANAR &&
                   (int)EP_PLUGIN_FLOATING == (int)EP_JOINT_FLOATING &&
                   (int)EP_PLUGIN_BALL == (int)EP_JOINT_BALL,
               "kinds of joints are core's");
_Static_assert((int)EP_PLUGIN_INTERSECT == (int)EP_CONTACT_INTERSECTION &&
                   (int)EP_PLUGIN_TOO_CLOSE == (int)EP_CONTACT_CLEARANCE &&
                   (int)EP_PLUGIN_BAND == (int)EP_CONTACT_BAND &&
                   (int)EP_PLUGIN_CONTAINMENT == (int)EP_CONTACT_CONTAINMENT,
               "kinds of contacts are core's");

static void default_options(ep_plugin_options* options)
{
  if (options != NULL)
  {
    *options = (ep_plugin_options){.struct_size = sizeof *options,
                                   .item_budget = ep_check_default().item_budget,
                                   .distance_limit = ep_validator_default().distance_limit};
  }
}

static ep_plugin_status open_scene(const char* path, const char* query,
                                   const ep_plugin_options* options, ep_plugin_scene* scene)
{
  ep_plugin_options usual;
  default_options(&usual);
  const ep_plugin_options* chosen = options == NULL ? &usual : options;
  if (scene != NULL)
  {
    *scene = 0;
  }
  if (path == NULL || scene == NULL)
  {
    return ep_session_refuse(NULL, "open: a null pointer was passed");
  }
  if (chosen->struct_size != sizeof usual || chosen->method < 0 || chosen->method > 1 ||
      chosen->package_count < 0 || (chosen->packages == NULL && chosen->package_count > 0))
  {
    return ep_session_refuse(NULL,
                             "open: struct_size %u, method %d or the list of %d packages cannot "
                             "be: start from default_options()",
                             (unsigned)chosen->struct_size, (int)chosen->method,
                             (int)chosen->package_count);
  }
  ep_error error = {.status = EP_OK};
  ep_session* session;
  ep_status status = ep_session_create(path, query, chosen, &session, &error);
  if (status == EP_OK)
  {
    *scene = ep_session_register(session, &error);
    if (*scene == 0)
    {
      status = error.status;
      ep_session_destroy(session);
    }
  }
  return ep_session_note(NULL, status, &error);
}

static ep_plugin_status close_scene(ep_plugin_scene scene)
{
  ep_session* session = ep_session_unregister(scene);
  if (session == NULL && scene != 0)
  {
    return ep_session_refuse(NULL, "close: no scene is open under the number %llu",
                             (unsigned long long)scene);
  }
  ep_session_destroy(session);
  return ep_session_note(NULL, EP_OK, NULL);
}

static ep_plugin_status last_error(ep_plugin_scene scene, char* message, size_t size)
{
  ep_session* session = scene == 0 ? NULL : ep_session_find(scene, "last_error");
  const ep_error error = ep_session_last_error(session);
  if (message != NULL && size > 0)
  {
    (void)snprintf(message, size, "%s", error.message);
  }
  return (ep_plugin_status)error.status;
}

__attribute__((visibility("default"))) const ep_plugin_table_v1* ep_plugin_table(uint32_t version)
{
  static const ep_plugin_table_v1 table = {.struct_size = sizeof table,
                                           .version = EP_PLUGIN_VERSION,
                                           .text = VERSION_TEXT,
                                           .default_options = default_options,
                                           .open = open_scene,
                                           .close = close_scene,
                                           .last_error = last_error,
                                           .describe = ep_table_describe,
                                           .get_joint = ep_table_joint,
                                           .get_value = ep_table_value,
                                           .find_value = ep_table_find_value,
                                           .get_query = ep_table_query,
                                           .body_name = ep_table_body_name,
                                           .report_line = ep_table_report_line,
                                           .within_bounds = ep_table_within_bounds,
                                           .interpolate = ep_table_interpolate,
                                           .check_state = ep_table_state,
                                           .check_edge = ep_table_edge,
                                           .check_edge_first = ep_table_edge_first,
                                           .check_edges = ep_table_edges,
                                           .state_clearance = ep_table_state_clearance,
                                           .edge_clearance = ep_table_edge_clearance,
                                           .set_cancel = ep_table_set_cancel,
                                           .get_statistics = ep_table_statistics,
                                           .clear_statistics = ep_table_clear_statistics};
  return version == EP_PLUGIN_VERSION ? &table : NULL;
}
