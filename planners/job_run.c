/// @file job_run.c
#include "job_run.h"

#include "interrupt.h"
#include "io_file.h"
#include "output.h"
#include "plan_children.h"
#include "plan_csv.h"
#include "run_files.h"
#include "run_name.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// A run that is going on.
typedef struct running
{
  bool is_used;
  int32_t line; ///< of its entry
  char name[RUN_NAME_SIZE];
  output log;
} running;

/// A job that is going on.
typedef struct job
{
  const job_file* file;
  const job_options* options;
  job_counts* counts;
  ep_error* error;
  const job_entry* entry;
  uint64_t* scene_hashes; ///< of each entry's scene file, as it was at the beginning
  uint64_t scene_hash;    ///< of the entry
  const char* scene_path; ///< of the scene that is loaded
  ep_scene* scene;
  plan_worlds worlds; ///< of that scene
  progress bar;
  plan_children children;
  running running[PLAN_CHILDREN_MAX];
  FILE* results; ///< where the last pass collects lines
} job;

/// One run of the job's entry; without a planner the scene's own.
typedef struct single
{
  const char* planner;
  const char* validator;
  int64_t seed;
  char name[RUN_NAME_SIZE];
} single;

/// What is done with each run, in one pass over all of them. `csv` is the file that says it is
/// done.
typedef ep_status (*visitor)(job* j, const single* s, const char* csv);

/// Puts the place of an entry before the message.
static ep_status blame_line(const job* j, int32_t line, ep_status status)
{
  char said[sizeof j->error->message];
  memcpy(said, j->error->message, sizeof said);
  return program_error(j->error, status, "%.100s:%d: %s", job_file_path(j->file), (int)line, said);
}

/// @name Runs that are over
/// @{

static void tell(job* j, const char* name, const plan* p)
{
  double seconds = 0.0;
  for (int32_t i = 0; i < p->leg_count; ++i)
  {
    seconds += p->legs[i].seconds_solve;
  }
  progress_end(&j->bar);
  printf("%d of %d: %s: ", (int)(j->counts->found + j->counts->done), (int)j->counts->total, name);
  if (plan_crash(p) != NULL)
  {
    printf("%s\n", plan_crash(p));
  }
  else
  {
    printf("%s, %.2f s\n",
           plan_is_certified(p) ? "solved, proved free"
           : plan_is_solved(p)  ? "solved, not proved free"
                                : "not solved",
           seconds);
  }
  fflush(stdout);
}

static ep_status keep(job* j, running* r, const plan* p)
{
  ep_status status = output_close(&r->log, j->error);
  status = status != EP_OK ? status : run_files_write(p, job_file_out(j->file), r->name, j->error);
  if (status == EP_OK)
  {
    ++j->counts->done;
    j->counts->crashed += plan_crash(p) != NULL;
    tell(j, r->name, p);
  }
  return status;
}

/// Waits for one of the runs that go on.
static ep_status take_one(job* j)
{
  plan_outcome outcome;
  ep_status status = plan_children_wait(&j->children, &outcome, j->error);
  running* r = &j->running[outcome.number];
  if (status != EP_OK)
  {
    status = blame_line(j, r->line, status);
  }
  else if (!outcome.interrupted)
  {
    status = keep(j, r, &outcome.plan);
  }
  output_abandon(&r->log);
  r->is_used = false;
  plan_clear(&outcome.plan);
  return status;
}

/// Waits for all that go on, and lets go of their scene.
static ep_status take_all(job* j)
{
  ep_status status = EP_OK;
  while (status == EP_OK && j->children.count > 0)
  {
    status = take_one(j);
  }
  plan_children_end(&j->children);
  for (int32_t i = 0; i < PLAN_CHILDREN_MAX; ++i)
  {
    if (j->running[i].is_used)
    {
      output_abandon(&j->running[i].log);
      j->running[i].is_used = false;
    }
  }
  plan_worlds_clear(&j->worlds);
  ep_scene_destroy(j->scene);
  j->scene = NULL;
  j->scene_path = NULL;
  return status;
}

/// @}
/// @name Runs that begin
/// @{

static ep_status hash_scene(const job* j, const char* path, uint64_t* hash)
{
  ep_text text;
  const ep_status status = ep_file_read(path, INT64_C(1) << 26, &text, j->error);
  if (status == EP_OK)
  {
    *hash = run_name_hash(text.bytes);
    free(text.bytes);
  }
  return status;
}

/// Loads the entry's scene, unless it is there: then the entries share it.
static ep_status need_scene(job* j)
{
  const char* path = j->entry->scene;
  uint64_t hash = 0;
  if (j->scene != NULL && strcmp(j->scene_path, path) == 0)
  {
    return EP_OK;
  }
  ep_status status = take_all(j);
  status = status != EP_OK ? status : hash_scene(j, path, &hash);
  if (status == EP_OK && hash != j->scene_hash)
  {
    return program_error(j->error, EP_ERROR_INPUT,
                         "%s: was changed while the job went on; the same command goes on with it "
                         "as it is now",
                         path);
  }
  if (status != EP_OK || interrupt_asked())
  {
    return status;
  }
  j->scene = program_load("run", path, &j->options->scene);
  if (j->scene == NULL)
  {
    return program_error(j->error, EP_ERROR_INPUT, "%s: cannot be loaded", path);
  }
  j->scene_path = path;
  return plan_worlds_make(&j->worlds, j->scene, j->error);
}

/// The queries that the entry names, or all of the scene. The caller frees.
static ep_status find_queries(const job* j, int32_t** queries, int32_t* count)
{
  const job_names* names = &j->entry->queries;
  *count = names->count > 0 ? names->count : ep_scene_query_count(j->scene);
  *queries = malloc(((size_t)*count + 1) * sizeof **queries);
  if (*queries == NULL)
  {
    return program_error(j->error, EP_ERROR_MEMORY, "no memory");
  }
  ep_status status =
      *count > 0 ? EP_OK
                 : program_error(j->error, EP_ERROR_INPUT, "%s has no queries", j->entry->scene);
  for (int32_t i = 0; status == EP_OK && i < *count; ++i)
  {
    (*queries)[i] = names->count > 0 ? ep_scene_find_query(j->scene, names->items[i]) : i;
    if ((*queries)[i] == EP_SCENE_NONE)
    {
      status = program_error(j->error, EP_ERROR_INPUT, "%s has no query '%s'", j->entry->scene,
                             names->items[i]);
    }
  }
  if (status != EP_OK)
  {
    free(*queries);
    *queries = NULL;
  }
  return status;
}

static plan_request request_of(const job* j, const single* s)
{
  const plan_arguments own = {.planner = s->planner, .time = j->entry->time, .seed = s->seed};
  plan_request request =
      plan_arguments_request(&own, j->scene, s->validator, j->options->scene.interpolate == 1);
  request.parameters = j->entry->parameters.items;
  request.parameter_count = j->entry->parameters.count;
  request.quiet = true;
  return request;
}

static int32_t free_place(const job* j)
{
  int32_t i = 0;
  while (j->running[i].is_used)
  {
    ++i;
  }
  return i;
}

static ep_status begin(job* j, const single* s)
{
  running* r = &j->running[free_place(j)];
  plan_request request = request_of(j, s);
  int32_t* queries = NULL;
  int32_t count = 0;
  ep_status status = plan_request_check(&request, j->error);
  status = status != EP_OK ? status : find_queries(j, &queries, &count);
  if (status != EP_OK)
  {
    return blame_line(j, j->entry->line, status);
  }
  char* path = run_files_name(job_file_out(j->file), s->name, ".log", j->error);
  status = path == NULL ? EP_ERROR_MEMORY : output_open(&r->log, path, j->error);
  free(path);
  if (status == EP_OK)
  {
    r->is_used = true;
    r->line = j->entry->line;
    memcpy(r->name, s->name, sizeof r->name);
    status = plan_children_start(&j->children, &j->worlds, &request, queries, count, r->log.file,
                                 r - j->running, j->error);
  }
  free(queries);
  return status;
}

/// @}
/// @name What is done in each pass
/// @{

/// Counts, and refuses what can be refused before anything begins.
static ep_status count_one(job* j, const single* s, const char* csv)
{
  plan_request request = {.planner = s->planner,
                          .validator = s->validator,
                          .parameters = j->entry->parameters.items,
                          .parameter_count = j->entry->parameters.count,
                          .seed = s->seed};
  const ep_status status = plan_request_check(&request, j->error);
  ++j->counts->total;
  const bool exists = ep_file_exists(csv);
  j->bar.total += !exists;
  j->bar.found += exists;
  return status == EP_OK ? EP_OK : blame_line(j, j->entry->line, status);
}

static bool is_running(const job* j, const char* name)
{
  bool any = false;
  for (int32_t i = 0; i < PLAN_CHILDREN_MAX; ++i)
  {
    any = any || (j->running[i].is_used && strcmp(j->running[i].name, name) == 0);
  }
  return any;
}

/// Begins what is not done and not going on, when there is room.
static ep_status do_one(job* j, const single* s, const char* csv)
{
  if (ep_file_exists(csv) || is_running(j, s->name))
  {
    ++j->counts->found;
    return EP_OK;
  }
  ep_status status = need_scene(j);
  while (status == EP_OK && plan_children_is_full(&j->children))
  {
    status = take_one(j);
  }
  return status != EP_OK || interrupt_asked() ? status : begin(j, s);
}

/// Copies the lines of a finished run, without its heading.
static ep_status collect_one(job* j, const single* s, const char* csv)
{
  (void)s;
  if (!ep_file_exists(csv))
  {
    return EP_OK;
  }
  ep_text text;
  const ep_status status = ep_file_read(csv, INT64_C(1) << 24, &text, j->error);
  if (status == EP_OK)
  {
    const char* line_end = memchr(text.bytes, '\n', text.size);
    fputs(line_end == NULL ? "" : line_end + 1, j->results);
    free(text.bytes);
  }
  return status;
}

/// @}
/// @name All runs
/// @{

static ep_status visit(job* j, single* s, visitor what)
{
  run_name(s->name, j->entry, &j->options->scene, j->scene_hash, s->planner, s->validator, s->seed);
  char* csv = run_files_name(job_file_out(j->file), s->name, ".csv", j->error);
  const ep_status status = csv == NULL ? EP_ERROR_MEMORY : what(j, s, csv);
  free(csv);
  return status;
}

static ep_status visit_seeds(job* j, const char* planner, const char* validator, visitor what)
{
  ep_status status = EP_OK;
  for (int32_t i = 0; status == EP_OK && i < j->entry->seed_count && !interrupt_asked(); ++i)
  {
    single s = {.planner = planner, .validator = validator, .seed = j->entry->seeds[i]};
    status = visit(j, &s, what);
  }
  return status;
}

static ep_status visit_entry(job* j, visitor what)
{
  static const char* certified = "certified";
  const char* none = NULL;
  const job_entry* e = j->entry;
  const job_names planners = e->planners.count > 0 ? e->planners : (job_names){&none, 1};
  const job_names validators = e->validators.count > 0 ? e->validators : (job_names){&certified, 1};
  ep_status status = EP_OK;
  for (int32_t i = 0; status == EP_OK && i < planners.count; ++i)
  {
    for (int32_t k = 0; status == EP_OK && k < validators.count; ++k)
    {
      status = visit_seeds(j, planners.items[i], validators.items[k], what);
    }
  }
  return status;
}

static ep_status visit_all(job* j, visitor what)
{
  ep_status status = EP_OK;
  for (int32_t i = 0; status == EP_OK && i < job_file_count(j->file) && !interrupt_asked(); ++i)
  {
    j->entry = job_file_entry(j->file, i);
    j->scene_hash = j->scene_hashes[i];
    status = visit_entry(j, what);
  }
  return status;
}

static ep_status hash_scenes(job* j)
{
  ep_status status = EP_OK;
  for (int32_t i = 0; status == EP_OK && i < job_file_count(j->file); ++i)
  {
    const job_entry* e = job_file_entry(j->file, i);
    status = hash_scene(j, e->scene, &j->scene_hashes[i]);
    status = status == EP_OK ? status : blame_line(j, e->line, status);
  }
  return status;
}

static ep_status do_all(job* j)
{
  ep_status status = visit_all(j, do_one);
  if (status != EP_OK)
  {
    plan_children_end(&j->children); // the message is of what went wrong first
  }
  const ep_status taken = take_all(j);
  progress_end(&j->bar);
  return status != EP_OK ? status : taken;
}

static ep_status write_results(job* j)
{
  char* path = run_files_name(job_file_out(j->file), "results", ".csv", j->error);
  output out;
  ep_status status = path == NULL ? EP_ERROR_MEMORY : output_open(&out, path, j->error);
  free(path);
  if (status != EP_OK)
  {
    return status;
  }
  j->results = out.file;
  plan_csv_head(out.file);
  status = visit_all(j, collect_one);
  if (status == EP_OK)
  {
    return output_close(&out, j->error);
  }
  output_abandon(&out);
  return status;
}

ep_status job_run_all(const job_file* file, const job_options* options, job_counts* counts,
                      ep_error* error)
{
  *counts = (job_counts){.total = 0};
  job* j = calloc(1, sizeof *j);
  uint64_t* hashes = calloc((size_t)job_file_count(file) + 1, sizeof *hashes);
  if (j == NULL || hashes == NULL)
  {
    free(j);
    free(hashes);
    return program_error(error, EP_ERROR_MEMORY, "no memory");
  }
  *j = (job){
      .file = file,
      .options = options,
      .counts = counts,
      .error = error,
      .scene_hashes = hashes,
      .bar = progress_begin("runs", 0, options->scene.quiet),
      .children = {.most = (int32_t)(options->threads < PLAN_CHILDREN_MAX ? options->threads
                                                                          : PLAN_CHILDREN_MAX),
                   .patience = options->patience,
                   .bar = &j->bar}};
  ep_status status = hash_scenes(j);
  status = status != EP_OK ? status : visit_all(j, count_one);
  status = status != EP_OK ? status : do_all(j);
  status = status != EP_OK || interrupt_asked() ? status : write_results(j);
  free(hashes);
  free(j);
  return status;
}

/// @}
