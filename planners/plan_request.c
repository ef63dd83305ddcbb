/// @file plan_request.c
#include "plan_request.h"

#include "program.h"

#include "edgeproof/shim/ompl_planner.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEFAULT_PLANNER "RRTConnect"
#define DEFAULT_SECONDS 10.0
#define STEP_MIN        1e-6 // metres: a billion steps are a kilometre
#define STEP_MAX        1e4
#define SEED_MAX        INT64_C(4294967295)

static ep_status check_step(plan_request* request, const char* text, ep_error* error)
{
  char* end;
  request->step = strtod(text, &end);
  if (end == text || *end != 0 || !(request->step >= STEP_MIN && request->step <= STEP_MAX))
  {
    return program_error(error, EP_ERROR_INPUT,
                         "validator '%s': the step is a number of metres above 0, from %g to %g",
                         request->validator, STEP_MIN, STEP_MAX);
  }
  return EP_OK;
}

/// From here on it has the name that results show.
static ep_status check_planner(plan_request* request, ep_error* error)
{
  const char* found = ep_ompl_planner_name_find(request->planner);
  if (found != NULL)
  {
    request->planner = found;
    return EP_OK;
  }
  const int32_t count = ep_ompl_planner_name_count();
  char known[EP_ERROR_MESSAGE_SIZE] = "";
  size_t size = 0;
  for (int32_t i = 0; i < count; ++i)
  {
    const int more = snprintf(known + size, sizeof known - size, " %s", ep_ompl_planner_name_at(i));
    size += more > 0 && size + (size_t)more < sizeof known ? (size_t)more : 0;
  }
  return program_error(error, EP_ERROR_INPUT, "unknown planner '%.40s'; known:%s", request->planner,
                       known);
}

bool plan_request_keeps_roadmap(const char* planner)
{
  static const char* const names[] = {"PRM", "PRMstar", "LazyPRM", "LazyPRMstar"};
  for (int i = 0; i < 4; ++i)
  {
    if (strcmp(planner, names[i]) == 0)
    {
      return true;
    }
  }
  return false;
}

static ep_status check_roadmap(const plan_request* request, ep_error* error)
{
  if (request->roadmap == NULL)
  {
    return EP_OK;
  }
  if (strcmp(request->roadmap, "-") == 0)
  {
    return program_error(error, EP_ERROR_INPUT, "%s",
                         "--roadmap -: a roadmap is kept in a file of its own");
  }
  return request->planner == NULL || plan_request_keeps_roadmap(request->planner)
             ? EP_OK
             : program_error(error, EP_ERROR_INPUT,
                             "--roadmap: planner %s keeps no roadmap; these do: PRM PRMstar "
                             "LazyPRM LazyPRMstar",
                             request->planner);
}

ep_status plan_request_check(plan_request* request, ep_error* error)
{
  static const char discrete[] = "discrete";
  const char* v = request->validator;
  const size_t size = sizeof discrete - 1;
  request->discrete = strncmp(v, discrete, size) == 0 && (v[size] == 0 || v[size] == ':');
  request->step = 0.0;
  if (!request->discrete && strcmp(v, "certified") != 0)
  {
    return program_error(error, EP_ERROR_INPUT,
                         "validator '%s': there are certified, discrete and discrete:STEP", v);
  }
  for (int32_t i = 0; i < request->parameter_count; ++i)
  {
    const char* equals = strchr(request->parameters[i], '=');
    if (equals == NULL || equals == request->parameters[i])
    {
      return program_error(error, EP_ERROR_INPUT, "parameter '%s': write name=value",
                           request->parameters[i]);
    }
  }
  if (request->seed < 1 || request->seed > SEED_MAX)
  {
    return program_error(error, EP_ERROR_INPUT, "seed %lld: seeds are from 1 to %lld",
                         (long long)request->seed, (long long)SEED_MAX);
  }
  if (request->runs > SEED_MAX - request->seed + 1)
  {
    return program_error(error, EP_ERROR_INPUT, "%lld runs from seed %lld on: seeds end at %lld",
                         (long long)request->runs, (long long)request->seed, (long long)SEED_MAX);
  }
  ep_status status = request->planner == NULL ? EP_OK : check_planner(request, error);
  status = status != EP_OK ? status : check_roadmap(request, error);
  return status == EP_OK && request->discrete && v[size] == ':'
             ? check_step(request, v + size + 1, error)
             : status;
}

void plan_arguments_add(arguments* all, plan_arguments* values)
{
  values->runs = 1;
  const argument rows[] = {
      {"--query", ARGUMENT_LIST, &values->queries, "NAME",
       "which queries, one after the other; may be given several times;\ndefault: all of the "
       "scene, in its order",
       NULL, 0},
      {"--planner", ARGUMENT_TEXT, &values->planner, "NAME",
       "a planner of OMPL; default: the scene's, or RRTConnect. There are\n"
       "RRT RRTConnect RRTstar InformedRRTstar LazyRRT TRRT pRRT PRM PRMstar\n"
       "LazyPRM LazyPRMstar SPARS SPARStwo EST BiEST ProjEST KPIECE1\n"
       "BKPIECE1 LBKPIECE1 PDST SBL pSBL STRIDE FMT BFMT BITstar ABITstar\n"
       "AITstar CForest",
       NULL, 0},
      {"--param", ARGUMENT_LIST, &values->parameters, "NAME=VALUE",
       "a parameter of the planner; may be given several times", NULL, 0},
      {"--time", ARGUMENT_POSITIVE, &values->time, "S",
       "seconds for each query; default: the scene's, or 10", NULL, 0},
      {"--runs", ARGUMENT_NUMBER, &values->runs, "N", "runs with seeds one after the other", NULL,
       1},
      {"--seed", ARGUMENT_NUMBER, &values->seed, "K",
       "of the first run; default: the scene's, or 1", NULL, 1},
  };
  arguments_add(all, rows, (int32_t)(sizeof rows / sizeof rows[0]));
}

plan_request plan_arguments_request(const plan_arguments* values, const ep_scene* scene,
                                    const char* validator, bool linear)
{
  const ep_scene_planner own = ep_scene_get_planner(scene);
  return (plan_request){.planner = values->planner != NULL ? values->planner
                                   : own.name[0] != 0      ? own.name
                                                           : DEFAULT_PLANNER,
                        .validator = validator,
                        .parameters = values->parameters.items,
                        .parameter_count = values->parameters.count,
                        .seconds = values->time > 0.0 ? values->time
                                   : own.time > 0.0   ? own.time
                                                      : DEFAULT_SECONDS,
                        .seed = values->seed > 0 ? values->seed
                                : own.seed > 0   ? own.seed
                                                 : 1,
                        .runs = values->runs,
                        .linear = linear};
}

bool plan_arguments_queries(const char* command, const plan_arguments* values,
                            const ep_scene* scene, int32_t** queries, int32_t* count)
{
  *count = values->queries.count > 0 ? values->queries.count : ep_scene_query_count(scene);
  *queries = malloc(((size_t)*count + 1) * sizeof **queries);
  bool good = *queries != NULL && *count > 0;
  if (*queries == NULL)
  {
    program_no_memory(command);
  }
  else if (*count == 0)
  {
    fprintf(stderr, "edgeproof %s: %s has no queries\n", command, ep_scene_path(scene));
  }
  for (int32_t i = 0; good && i < *count; ++i)
  {
    (*queries)[i] = i;
    good = values->queries.count == 0 ||
           program_find_query(command, scene, values->queries.items[i], &(*queries)[i]);
  }
  if (!good)
  {
    free(*queries);
    *queries = NULL;
  }
  return good;
}
