/// @file mesh_assimp.c
#define _POSIX_C_SOURCE 200809L // readlink, strsignal
#include "mesh_assimp.h"

#include "mesh_answer.h"
#include "mesh_process.h"

#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define HELPER_NAME     "edgeproof-mesh-helper"
#define HELPER_VARIABLE "EDGEPROOF_MESH_HELPER"

#ifndef EP_MESH_HELPER_DEFAULT
#define EP_MESH_HELPER_DEFAULT ""
#endif

/// @name The helper
/// @{

/// The helper in the folder of the running program; false if that is not known.
static bool beside_program(char path[PATH_MAX])
{
  const ssize_t size = readlink("/proc/self/exe", path, PATH_MAX - 1);
  if (size <= 0)
  {
    return false;
  }
  path[size] = 0;
  char* slash = strrchr(path, '/');
  if (slash == NULL || slash + 1 + sizeof HELPER_NAME > path + PATH_MAX)
  {
    return false;
  }
  memcpy(slash + 1, HELPER_NAME, sizeof HELPER_NAME);
  return true;
}

static ep_status use_helper(ep_mesh_builder* b, const char* found, char path[PATH_MAX])
{
  const size_t size = strlen(found) + 1;
  if (size > PATH_MAX || !ep_file_exists(found))
  {
    return ep_mesh_builder_fail(b, EP_ERROR_UNSUPPORTED, "the mesh helper '%s' is not there",
                                found);
  }
  memmove(path, found, size);
  return EP_OK;
}

/// What was asked for must be there; otherwise the first that is.
static ep_status find_helper(ep_mesh_builder* b, const char* asked_for, char path[PATH_MAX])
{
  const char* variable = getenv(HELPER_VARIABLE);
  if (asked_for != NULL)
  {
    return use_helper(b, asked_for, path);
  }
  if (variable != NULL && *variable != 0)
  {
    return use_helper(b, variable, path);
  }
  if (beside_program(path) && ep_file_exists(path))
  {
    return EP_OK;
  }
  if (ep_file_exists(EP_MESH_HELPER_DEFAULT))
  {
    return use_helper(b, EP_MESH_HELPER_DEFAULT, path);
  }
  return ep_mesh_builder_fail(b, EP_ERROR_UNSUPPORTED,
                              "this format needs the program " HELPER_NAME ", which is not beside "
                              "this program: name it in the environment as " HELPER_VARIABLE
                              ", or give an OBJ, STL or PLY");
}

/// Says why there is no answer, if there is none.
static ep_status check_end(ep_mesh_builder* b, const ep_process* p, const ep_mesh_options* options)
{
  const char* said = p->complaint[0] == 0 ? "it does not say why" : p->complaint;
  if (p->start_error != 0)
  {
    return ep_mesh_builder_fail(b, EP_ERROR_UNSUPPORTED, "the mesh helper cannot be started: %s",
                                strerror(p->start_error));
  }
  if (p->was_late || p->signal == SIGXCPU)
  {
    return ep_mesh_builder_fail(b, EP_ERROR_INPUT,
                                "takes longer to read than the %d s allowed: it may be damaged",
                                options->helper_seconds);
  }
  if (p->wrote_too_much || p->no_memory)
  {
    return ep_mesh_builder_fail(b, p->no_memory ? EP_ERROR_MEMORY : EP_ERROR_INPUT,
                                "the mesh in it is larger than %lld bytes",
                                p->no_memory ? (long long)p->output.size
                                             : (long long)options->helper_bytes);
  }
  if (p->signal != 0)
  {
    return ep_mesh_builder_fail(b, EP_ERROR_INPUT, "reading it crashed (signal %d, %s): %s",
                                p->signal, strsignal(p->signal), said);
  }
  return p->status == 0 ? EP_OK
         : p->status == 1
             ? ep_mesh_builder_fail(b, EP_ERROR_INPUT, "%s", said)
             : ep_mesh_builder_fail(b, EP_ERROR_INPUT, "the mesh helper ended with status %d: %s",
                                    p->status, said);
}

/// @}
/// @name Its answer
/// @{

/// The size that the counts demand; 0 if they are beyond all measure.
static uint64_t demanded_size(const ep_mesh_answer* a)
{
  const uint64_t most = EP_MESH_COUNT_MAX;
  return a->vertices > most || a->polygons > most || a->corners > 8 * most
             ? 0
             : sizeof *a + 24 * a->vertices + 4 * a->polygons + 4 * a->corners + sizeof(uint64_t);
}

static ep_status refuse_answer(ep_mesh_builder* b, const char* what)
{
  b->unit = NULL;
  return ep_mesh_builder_fail(b, EP_ERROR_INPUT, "the mesh helper's answer %s", what);
}

static ep_status check_answer(ep_mesh_builder* b, const ep_text* text, ep_mesh_answer* answer)
{
  if (text->size < sizeof *answer)
  {
    return refuse_answer(b, "is cut");
  }
  memcpy(answer, text->bytes, sizeof *answer);
  if (memcmp(answer->magic, EP_MESH_ANSWER_MAGIC, sizeof answer->magic) != 0)
  {
    return refuse_answer(b, "is none");
  }
  if (demanded_size(answer) != text->size)
  {
    return refuse_answer(b, "is cut");
  }
  const size_t size = text->size - sizeof(uint64_t);
  uint64_t sum;
  memcpy(&sum, text->bytes + size, sizeof sum);
  return sum == ep_mesh_checksum(EP_MESH_CHECKSUM_START, text->bytes, size)
             ? EP_OK
             : refuse_answer(b, "is damaged");
}

static ep_status take_vertices(ep_mesh_builder* b, const char* at, uint64_t count)
{
  ep_status status = EP_OK;
  b->unit = "vertex";
  for (b->number = 0; b->number < (int64_t)count && status == EP_OK; at += 24)
  {
    double xyz[3];
    memcpy(xyz, at, sizeof xyz);
    status = ep_mesh_builder_vertex(b, xyz[0], xyz[1], xyz[2]);
    b->number += status == EP_OK;
  }
  return status;
}

static uint32_t load_uint32(const char* at)
{
  uint32_t value;
  memcpy(&value, at, sizeof value);
  return value;
}

static ep_status take_polygons(ep_mesh_builder* b, const char* sizes, const ep_mesh_answer* answer)
{
  const char* corner = sizes + 4 * answer->polygons;
  const char* end = corner + 4 * answer->corners;
  ep_status status = EP_OK;
  b->unit = "polygon";
  for (b->number = 0; b->number < (int64_t)answer->polygons && status == EP_OK; sizes += 4)
  {
    const uint32_t size = load_uint32(sizes);
    if (size > (uint64_t)(end - corner) / 4)
    {
      return refuse_answer(b, "contradicts itself");
    }
    for (uint32_t i = 0; i < size && status == EP_OK; ++i, corner += 4)
    {
      status = ep_mesh_builder_corner(b, load_uint32(corner));
    }
    status = status == EP_OK ? ep_mesh_builder_end_polygon(b) : status;
    b->number += status == EP_OK;
  }
  return status != EP_OK || corner == end ? status : refuse_answer(b, "contradicts itself");
}

static ep_status take_answer(ep_mesh_builder* b, const ep_text* text)
{
  ep_mesh_answer answer;
  ep_status status = check_answer(b, text, &answer);
  if (status != EP_OK)
  {
    return status;
  }
  status = ep_mesh_builder_reserve(b, (int64_t)answer.vertices, (int64_t)answer.polygons,
                                   (int64_t)answer.corners);
  const char* at = text->bytes + sizeof answer;
  status = status == EP_OK ? take_vertices(b, at, answer.vertices) : status;
  status = status == EP_OK ? take_polygons(b, at + 24 * answer.vertices, &answer) : status;
  b->counts.lines += (int64_t)answer.lines;
  b->counts.points += (int64_t)answer.points;
  return status;
}

/// @}

static ep_status ask_helper(const char* helper, const char* ending, const ep_mesh_options* options,
                            ep_mesh_builder* b)
{
  char seconds[16];
  char bytes[24];
  snprintf(seconds, sizeof seconds, "%d", options->helper_seconds);
  snprintf(bytes, sizeof bytes, "%lld", (long long)options->helper_bytes);
  // Programs are given strings that they may change, so ours are copied.
  char* arguments[6] = {ep_string_copy(helper),
                        ep_string_copy(b->path),
                        ep_string_copy(ending),
                        seconds,
                        bytes,
                        NULL};
  ep_status status = EP_ERROR_MEMORY;
  if (arguments[0] == NULL || arguments[1] == NULL || arguments[2] == NULL)
  {
    (void)ep_mesh_builder_fail(b, status, "no memory to start the mesh helper");
  }
  else
  {
    ep_process process = ep_process_run(arguments, options->helper_seconds, options->helper_bytes);
    status = check_end(b, &process, options);
    status = status == EP_OK ? take_answer(b, &process.output) : status;
    free(process.output.bytes);
  }
  for (int i = 0; i < 3; ++i)
  {
    free(arguments[i]);
  }
  return status;
}

ep_status ep_mesh_read_with_helper(const ep_text* text, const char* ending,
                                   const ep_mesh_options* options, ep_mesh_builder* b)
{
  char helper[PATH_MAX];
  const bool is_glb = strcmp(ending, "glb") == 0;
  ep_status status =
      strcmp(ending, "dae") == 0 ? ep_mesh_check_dae(text, b) : ep_mesh_check_gltf(text, is_glb, b);
  status = status == EP_OK ? find_helper(b, options->helper, helper) : status;
  return status == EP_OK ? ask_helper(helper, ending, options, b) : status;
}
