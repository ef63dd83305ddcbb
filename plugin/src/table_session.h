/// @file table_session.h
/// What the loadable plugin has open: scenes behind numbers, and the texts of errors.
#ifndef EP_TABLE_SESSION_H
#define EP_TABLE_SESSION_H

#include "edgeproof/envs/scene.h"
#include "edgeproof/plugin/table.h"
#include "edgeproof/plugin/validator.h"
#include "joints.h"

#include <pthread.h>

/// A scene that is open.
typedef struct ep_session
{
  ep_scene* scene;
  int32_t query; ///< or EP_SCENE_NONE
  ep_world* world;
  ep_validator* validator;
  ep_scene_joints joints;
  int32_t* joint_of_value; ///< which joint each value belongs to
  pthread_mutex_t lock;    ///< of last_error
  ep_error last_error;
} ep_session;

/// More scenes than this are not open at once.
#define EP_SESSIONS_MAX 1024

/// Reads a scene and makes everything a session has. On failure *session is NULL.
ep_status ep_session_create(const char* path, const char* query, const ep_plugin_options* options,
                            ep_session** session, ep_error* error);
/// Takes NULL.
void ep_session_destroy(ep_session* session);

/// A number for a session; 0 with an error where there are too many.
ep_plugin_scene ep_session_register(ep_session* session, ep_error* error);
/// The session that had this number, which has none any more; NULL where it never was one's.
ep_session* ep_session_unregister(ep_plugin_scene scene);

/// The session of a number. Where there is none: NULL, and the error is noted for this thread.
ep_session* ep_session_find(ep_plugin_scene scene, const char* call);

/// How a call ended: noted for this thread, a failure also for the session, which may be NULL.
ep_plugin_status ep_session_note(ep_session* session, ep_status status, const ep_error* error);
/// The same, with a text of its own.
ep_plugin_status ep_session_refuse(ep_session* session, const char* format, ...)
    __attribute__((format(printf, 2, 3)));

/// What was noted: of a session, or with NULL of this thread. Copies.
ep_error ep_session_last_error(ep_session* session);

#endif
