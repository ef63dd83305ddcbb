/// @file table_session.c
#define _GNU_SOURCE // dladdr
#include "table_session.h"

#include "plugin_error.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define HELPER "edgeproof-mesh-helper"

/// @name Making one
/// @{

/// The helper beside the file that holds this code; false where there is none. What the environment
/// says comes first, and the loaders look there themselves.
static bool find_helper(char path[PATH_MAX])
{
  const char* variable = getenv("EDGEPROOF_MESH_HELPER");
  Dl_info own;
  if ((variable != NULL && *variable != 0) ||
      dladdr((const void*)(uintptr_t)&ep_session_create, &own) == 0 || own.dli_fname == NULL)
  {
    return false;
  }
  const char* slash = strrchr(own.dli_fname, '/');
  const int folder = slash == NULL ? 0 : (int)(slash + 1 - own.dli_fname);
  const int length = snprintf(path, PATH_MAX, "%.*s" HELPER, folder, own.dli_fname);
  return length > 0 && length < PATH_MAX && access(path, X_OK) == 0;
}

static ep_status load_scene(ep_session* made, const char* path, const char* query,
                            const ep_plugin_options* options, ep_error* error)
{
  char helper[PATH_MAX];
  ep_scene_options chosen = ep_scene_options_default();
  chosen.strict = options->strict != 0;
  chosen.linear = options->linear != 0;
  chosen.packages = options->packages;
  chosen.package_count = options->package_count;
  chosen.mesh.helper = options->mesh_helper;
  if (chosen.mesh.helper == NULL && find_helper(helper))
  {
    chosen.mesh.helper = helper;
  }
  const ep_status status = ep_scene_load(path, &chosen, &made->scene, error);
  if (status != EP_OK || query == NULL)
  {
    return status;
  }
  made->query = ep_scene_find_query(made->scene, query);
  return made->query != EP_SCENE_NONE
             ? EP_OK
             : ep_plugin_fail(error, EP_ERROR_INPUT, "%s: there is no query '%s'", path, query);
}

static ep_status make_checker(const ep_world* world, ep_checker** checker, void* user,
                              ep_error* error)
{
  const ep_session* session = user;
  return ep_scene_make_checker(session->scene, session->query, world, checker, error);
}

static ep_status make_validator(ep_session* made, const ep_plugin_options* options, ep_error* error)
{
  const ep_status status = ep_scene_make_world(made->scene, made->query, &made->world, error);
  if (status != EP_OK)
  {
    return status;
  }
  ep_validator_options chosen = ep_validator_default();
  chosen.check.method = options->method == 0 ? EP_METHOD_SPACETIME : EP_METHOD_CATCH;
  chosen.check.item_budget = options->item_budget;
  chosen.distance_limit = options->distance_limit;
  chosen.make = make_checker;
  chosen.make_user = made;
  return ep_validator_create(made->world, &chosen, &made->validator, error);
}

static ep_status list_joints(ep_session* made, ep_error* error)
{
  const ep_status status = ep_scene_joints_list(made->scene, &made->joints, error);
  if (status != EP_OK)
  {
    return status;
  }
  made->joint_of_value = calloc((size_t)ep_scene_config_size(made->scene) + 1, sizeof(int32_t));
  if (made->joint_of_value == NULL)
  {
    return ep_plugin_fail(error, EP_ERROR_MEMORY, "%s: no memory", ep_scene_path(made->scene));
  }
  for (int32_t i = 0; i < made->joints.count; ++i)
  {
    const ep_scene_joint* joint = &made->joints.list[i];
    for (int32_t k = 0; k < joint->value_count; ++k)
    {
      made->joint_of_value[joint->value_start + k] = i;
    }
  }
  return EP_OK;
}

ep_status ep_session_create(const char* path, const char* query, const ep_plugin_options* options,
                            ep_session** session, ep_error* error)
{
  *session = NULL;
  ep_session* made = calloc(1, sizeof *made);
  if (made == NULL)
  {
    return ep_plugin_fail(error, EP_ERROR_MEMORY, "%s: no memory", path);
  }
  pthread_mutex_init(&made->lock, NULL);
  made->query = EP_SCENE_NONE;
  ep_status status = load_scene(made, path, query, options, error);
  status = status != EP_OK ? status : make_validator(made, options, error);
  status = status != EP_OK ? status : list_joints(made, error);
  if (status != EP_OK)
  {
    ep_session_destroy(made);
    return status;
  }
  *session = made;
  return EP_OK;
}

void ep_session_destroy(ep_session* session)
{
  if (session == NULL)
  {
    return;
  }
  ep_validator_destroy(session->validator);
  ep_world_destroy(session->world);
  ep_scene_joints_clear(&session->joints);
  ep_scene_destroy(session->scene);
  free(session->joint_of_value);
  pthread_mutex_destroy(&session->lock);
  free(session);
}

/// @}
/// @name Numbers
/// A number is how many were given out before, times EP_SESSIONS_MAX, plus a place: so it is never
/// used twice, and finding its session is one look at the place, without a lock.
/// @{

static struct
{
  _Atomic(uint64_t) number; ///< of who sits here; 0: nobody
  ep_session* session;
} places[EP_SESSIONS_MAX];

static pthread_mutex_t places_lock = PTHREAD_MUTEX_INITIALIZER; ///< who comes and goes
static uint64_t given_out;

ep_plugin_scene ep_session_register(ep_session* session, ep_error* error)
{
  ep_plugin_scene number = 0;
  pthread_mutex_lock(&places_lock);
  for (uint64_t i = 0; i < EP_SESSIONS_MAX && number == 0; ++i)
  {
    if (atomic_load_explicit(&places[i].number, memory_order_relaxed) == 0)
    {
      number = ++given_out * EP_SESSIONS_MAX + i;
      places[i].session = session;
      atomic_store_explicit(&places[i].number, number, memory_order_release);
    }
  }
  pthread_mutex_unlock(&places_lock);
  if (number == 0)
  {
    (void)ep_plugin_fail(error, EP_ERROR_UNSUPPORTED, "more than %d scenes are open",
                         EP_SESSIONS_MAX);
  }
  return number;
}

static ep_session* look_up(ep_plugin_scene scene)
{
  const uint64_t place = scene % EP_SESSIONS_MAX;
  return scene != 0 && atomic_load_explicit(&places[place].number, memory_order_acquire) == scene
             ? places[place].session
             : NULL;
}

ep_session* ep_session_unregister(ep_plugin_scene scene)
{
  pthread_mutex_lock(&places_lock);
  ep_session* found = look_up(scene);
  if (found != NULL)
  {
    atomic_store_explicit(&places[scene % EP_SESSIONS_MAX].number, 0, memory_order_release);
  }
  pthread_mutex_unlock(&places_lock);
  return found;
}

/// @}
/// @name Errors
/// @{

/// Of the last call of this thread.
static _Thread_local ep_error thread_error;

ep_plugin_status ep_session_note(ep_session* session, ep_status status, const ep_error* error)
{
  thread_error.status = status;
  thread_error.message[0] = 0;
  if (status != EP_OK)
  {
    memcpy(thread_error.message, error->message, sizeof thread_error.message);
    if (session != NULL)
    {
      pthread_mutex_lock(&session->lock);
      session->last_error = thread_error;
      pthread_mutex_unlock(&session->lock);
    }
  }
  return (ep_plugin_status)status;
}

ep_plugin_status ep_session_refuse(ep_session* session, const char* format, ...)
{
  ep_error error = {.status = EP_ERROR_MISUSE};
  va_list values;
  va_start(values, format);
  (void)vsnprintf(error.message, sizeof error.message, format, values);
  va_end(values);
  return ep_session_note(session, EP_ERROR_MISUSE, &error);
}

ep_session* ep_session_find(ep_plugin_scene scene, const char* call)
{
  ep_session* found = look_up(scene);
  if (found == NULL)
  {
    (void)ep_session_refuse(NULL, "%s: no scene is open under the number %llu", call,
                            (unsigned long long)scene);
  }
  return found;
}

ep_error ep_session_last_error(ep_session* session)
{
  if (session == NULL)
  {
    return thread_error;
  }
  pthread_mutex_lock(&session->lock);
  const ep_error copy = session->last_error;
  pthread_mutex_unlock(&session->lock);
  return copy;
}

/// @}
