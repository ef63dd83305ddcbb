/// @file table_ask.c
/// Questions to a scene, and what was asked.
#include "plugin_error.h"
#include "table_functions.h"

#include <stdlib.h>
#include <string.h>

/// Motions whose results are kept at once, before they are told.
#define BATCH_PART 4096

/// @name Answers
/// @{

static const char* name_of(const ep_session* s, int32_t body)
{
  const char* name = ep_world_body_name(s->world, body);
  return name == NULL ? "" : name;
}

/// What a result says; t_free and t_last only where the whole motion is free.
static void fill(const ep_session* s, const ep_result* result, ep_plugin_answer* answer)
{
  if (answer == NULL)
  {
    return;
  }
  const double whole = result->verdict == EP_FREE ? 1.0 : 0.0;
  *answer = (ep_plugin_answer){.verdict = (ep_plugin_verdict)result->verdict,
                               .t_free = whole,
                               .t_last = whole,
                               .name = {"", ""},
                               .body = {EP_NO_BODY, EP_NO_BODY}};
  if (result->verdict == EP_COLLIDING)
  {
    const ep_contact* c = &result->contact;
    answer->contact = (int32_t)c->kind;
    answer->t_contact = c->t;
    for (int i = 0; i < 2; ++i)
    {
      answer->body[i] = c->body[i];
      answer->name[i] = name_of(s, c->body[i]);
      answer->triangle[i] = c->triangle[i];
    }
    memcpy(answer->point, c->point, sizeof answer->point);
    memcpy(answer->normal, c->normal, sizeof answer->normal);
    answer->distance = c->distance;
    answer->clearance = c->clearance;
  }
}

/// The answer of a call that could not even ask.
static ep_plugin_verdict no_answer(ep_plugin_answer* answer)
{
  if (answer != NULL)
  {
    *answer = (ep_plugin_answer){
        .verdict = EP_PLUGIN_UNDECIDED, .name = {"", ""}, .body = {EP_NO_BODY, EP_NO_BODY}};
  }
  return EP_PLUGIN_UNDECIDED;
}

/// @}
/// @name Questions
/// @{

ep_plugin_status ep_table_interpolate(ep_plugin_scene scene, const double* q0, const double* q1,
                                      double t, double* q)
{
  ep_session* s = ep_session_find(scene, "interpolate");
  if (s == NULL)
  {
    return EP_PLUGIN_MISUSE;
  }
  ep_error error;
  const ep_status status = ep_validator_interpolate(s->validator, q0, q1, t, q, &error);
  return ep_session_note(s, status, &error);
}

ep_plugin_verdict ep_table_state(ep_plugin_scene scene, const double* q, ep_plugin_answer* answer)
{
  ep_session* s = ep_session_find(scene, "check_state");
  if (s == NULL)
  {
    return no_answer(answer);
  }
  ep_result result;
  ep_error error;
  (void)ep_validator_state(s->validator, q, &result, &error);
  (void)ep_session_note(s, error.status, &error);
  fill(s, &result, answer);
  return (ep_plugin_verdict)result.verdict;
}

ep_plugin_verdict ep_table_edge(ep_plugin_scene scene, const double* q0, const double* q1,
                                ep_plugin_answer* answer)
{
  ep_session* s = ep_session_find(scene, "check_edge");
  if (s == NULL)
  {
    return no_answer(answer);
  }
  ep_result result;
  ep_error error;
  (void)ep_validator_motion(s->validator, q0, q1, &result, &error);
  (void)ep_session_note(s, error.status, &error);
  fill(s, &result, answer);
  return (ep_plugin_verdict)result.verdict;
}

ep_plugin_verdict ep_table_edge_first(ep_plugin_scene scene, const double* q0, const double* q1,
                                      ep_plugin_answer* answer, double* q_last)
{
  ep_session* s = ep_session_find(scene, "check_edge_first");
  if (s == NULL)
  {
    return no_answer(answer);
  }
  ep_prefix prefix;
  ep_error error;
  (void)ep_validator_prefix(s->validator, q0, q1, NULL, NULL, &prefix, q_last, &error);
  (void)ep_session_note(s, error.status, &error);
  fill(s, &prefix.result, answer);
  if (answer != NULL)
  {
    answer->t_free = prefix.t_free;
    answer->t_last = prefix.t_last;
  }
  return (ep_plugin_verdict)prefix.result.verdict;
}

/// Motions first to first + count - 1 of a batch, whose results fit into `results`.
typedef struct part
{
  const double* q0;
  const double* q1;
  int32_t first;
  int32_t count;
  int32_t threads;
  ep_result* results;
} part;

static ep_status ask_part(ep_session* s, const part* p, ep_plugin_verdict* verdicts,
                          ep_plugin_answer* answers, ep_error* error)
{
  const size_t at = (size_t)p->first * (size_t)ep_scene_config_size(s->scene);
  const ep_status status = ep_validator_motions(s->validator, p->q0 + at, p->q1 + at, p->count,
                                                p->threads, p->results, error);
  for (int32_t i = 0; i < p->count; ++i)
  {
    if (verdicts != NULL)
    {
      verdicts[p->first + i] = (ep_plugin_verdict)p->results[i].verdict;
    }
    fill(s, &p->results[i], answers == NULL ? NULL : &answers[p->first + i]);
  }
  return status;
}

ep_plugin_status ep_table_edges(ep_plugin_scene scene, const double* q0, const double* q1,
                                int32_t count, int32_t threads, ep_plugin_verdict* verdicts,
                                ep_plugin_answer* answers)
{
  for (int32_t i = 0; i < count; ++i)
  {
    if (verdicts != NULL)
    {
      verdicts[i] = EP_PLUGIN_UNDECIDED;
    }
    (void)no_answer(answers == NULL ? NULL : &answers[i]);
  }
  ep_session* s = ep_session_find(scene, "check_edges");
  if (s == NULL)
  {
    return EP_PLUGIN_MISUSE;
  }
  if (q0 == NULL || q1 == NULL || count < 0 || threads < 0)
  {
    return ep_session_refuse(s, "check_edges: a null pointer, %d motions or %d threads", (int)count,
                             (int)threads);
  }
  const int32_t most = count < BATCH_PART ? count : BATCH_PART;
  part p = {q0, q1, 0, 0, threads, malloc(((size_t)most + 1) * sizeof(ep_result))};
  ep_error error = {.status = EP_OK};
  if (p.results == NULL)
  {
    error = (ep_error){.status = EP_ERROR_MEMORY, .message = "check_edges: out of memory"};
  }
  while (error.status == EP_OK && p.first < count)
  {
    p.count = count - p.first < most ? count - p.first : most;
    if (ask_part(s, &p, verdicts, answers, &error) != EP_OK && p.first > 0)
    {
      const ep_error inner = error;
      (void)ep_plugin_fail(&error, inner.status, "counted from edge %d: %.480s", (int)p.first,
                           inner.message);
    }
    p.first += p.count;
  }
  free(p.results);
  return ep_session_note(s, error.status, &error);
}

ep_plugin_status ep_table_edge_clearance(ep_plugin_scene scene, const double* q0, const double* q1,
                                         double* clearance)
{
  ep_session* s = ep_session_find(scene, "clearance");
  if (s == NULL)
  {
    return EP_PLUGIN_MISUSE;
  }
  if (clearance == NULL)
  {
    return ep_session_refuse(s, "clearance: a null pointer was passed");
  }
  ep_error error;
  *clearance = ep_validator_motion_clearance(s->validator, q0, q1, &error);
  return ep_session_note(s, error.status, &error);
}

ep_plugin_status ep_table_state_clearance(ep_plugin_scene scene, const double* q, double* clearance)
{
  return ep_table_edge_clearance(scene, q, q, clearance);
}

/// @}

ep_plugin_status ep_table_set_cancel(ep_plugin_scene scene, int (*cancel)(void* user), void* user)
{
  ep_session* s = ep_session_find(scene, "set_cancel");
  if (s == NULL)
  {
    return EP_PLUGIN_MISUSE;
  }
  ep_validator_set_cancel(s->validator, cancel, user);
  return ep_session_note(NULL, EP_OK, NULL);
}

ep_plugin_status ep_table_statistics(ep_plugin_scene scene, ep_plugin_statistics* statistics)
{
  ep_session* s = ep_session_find(scene, "get_statistics");
  if (s == NULL)
  {
    return EP_PLUGIN_MISUSE;
  }
  if (statistics == NULL)
  {
    return ep_session_refuse(s, "get_statistics: a null pointer was passed");
  }
  ep_validator_statistics found;
  ep_validator_get_statistics(s->validator, &found);
  *statistics = (ep_plugin_statistics){.states = found.states,
                                       .states_free = found.states_free,
                                       .states_undecided = found.states_undecided,
                                       .motions = found.motions,
                                       .motions_free = found.motions_free,
                                       .motions_colliding = found.motions_colliding,
                                       .motions_undecided = found.motions_undecided,
                                       .clearances = found.clearances,
                                       .errors = found.errors,
                                       .state_seconds = found.state_seconds,
                                       .motion_seconds = found.motion_seconds,
                                       .items = found.work.items,
                                       .box_tests = found.work.box_tests,
                                       .triangle_tests = found.work.triangle_tests,
                                       .distances = found.work.distances};
  return ep_session_note(NULL, EP_OK, NULL);
}

ep_plugin_status ep_table_clear_statistics(ep_plugin_scene scene)
{
  ep_session* s = ep_session_find(scene, "clear_statistics");
  if (s == NULL)
  {
    return EP_PLUGIN_MISUSE;
  }
  ep_validator_clear_statistics(s->validator);
  return ep_session_note(NULL, EP_OK, NULL);
}
