/// @file job_run.c
#include "job_run.h"

#include "interrupt.h"
#include "io_file.h"
#include "output.h"
#include "plan_csv.h"
#include "plan_run.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAME_SIZE 240

/// A job that is going on.
typedef struct job
{
  const job_file* file;
  const scene_arguments* arguments;
  job_counts* counts;
  ep_error* error;
  const job_entry* entry;
  uint64_t scene_hash; ///< of the entry's scene file
  ep_scene* scene;     ///< of the entry, loaded when its first run needs it
  plan_worlds worlds;  ///< of that scene
  FILE* results;       ///< where the second pass collects lines; NULL in the first
} job;

/// One run of an entry.
typedef struct single
{
  const char* planner; ///< NULL: the scene's own
  const char* validator;
  int64_t seed;
  char name[NAME_SIZE];
} single;

/// @name Names
/// @{

/// FNV-1a, with a zero byte behind each text.
static uint64_t hash_text(uint64_t hash, const char* text)
{
  for (const char* c = text;; ++c)
  {
    hash = (hash ^ (unsigned char)*c) * UINT64_C(0x100000001b3);
    if (*c == 0)
    {
      return hash;
    }
  }
}

static uint64_t hash_names(uint64_t hash, const job_names* names)
{
  for (int32_t i = 0; i < names->count; ++i)
  {
    hash = hash_text(hash, names->items[i]);
  }
  return hash_text(hash, "");
}

static void append(char* name, const char* text)
{
  size_t size = strlen(name);
  for (const char* c = text; *c != 0 && size + 20 < NAME_SIZE; ++c)
  {
    name[size++] = isalnum((unsigned char)*c) || strchr("._-", *c) != NULL ? *c : '_';
  }
  name[size] = 0;
}

/// tower-crane-lift-RRTConnect-certified-1-0123abcd
static void name_run(const job* j, single* s)
{
  const job_entry* e = j->entry;
  char numbers[160];
  snprintf(numbers, sizeof numbers, "%lld %.17g %.17g %d %d.%d.%d", (long long)s->seed, e->time,
           j->arguments->clearance, j->arguments->interpolate, EP_VERSION_MAJOR, EP_VERSION_MINOR,
           EP_VERSION_PATCH);
  uint64_t hash = hash_text(j->scene_hash, numbers);
  hash = hash_text(hash, s->planner == NULL ? "" : s->planner);
  hash = hash_text(hash, s->validator);
  hash = hash_names(hash, &e->queries);
  hash = hash_names(hash, &e->parameters);
  const char* slash = strrchr(e->scene, '/');
  const char* stem = slash == NULL ? e->scene : slash + 1;
  char scene[100];
  snprintf(scene, sizeof scene, "%.*s", (int)strcspn(stem, "."), stem);
  s->name[0] = 0;
  append(s->name, scene);
  for (int32_t i = 0; i < e->queries.count; ++i)
  {
    append(s->name, "-");
    append(s->name, e->queries.items[i]);
  }
  append(s->name, "-");
  append(s->name, s->planner == NULL ? "planner" : s->planner);
  append(s->name, "-");
  append(s->name, s->validator);
  const size_t size = strlen(s->name);
  snprintf(s->name + size, NAME_SIZE - size, "-%lld-%08x", (long long)s->seed,
           (unsigned)(hash ^ (hash >> 32)));
}

/// The name of a file of results; the caller frees.
static char* file_name(const job* j, const char* name, const char* ending)
{
  const size_t size = strlen(job_file_out(j->file)) + strlen(name) + strlen(ending) + 2;
  char* path = malloc(size);
  if (path == NULL)
  {
    program_error(j->error, EP_ERROR_MEMORY, "no memory");
    return NULL;
  }
  snprintf(path, size, "%s/%s%s", job_file_out(j->file), name, ending);
  return path;
}

/// @}
/// @name One run
/// @{

static ep_status write_csv(const job* j, const plan* p, const char* name)
{
  char* path = file_name(j, name, ".csv");
  output out;
  ep_status status = path == NULL ? EP_ERROR_MEMORY : output_open(&out, path, j->error);
  if (status == EP_OK)
  {
    plan_csv_head(out.file);
    plan_csv_rows(p, out.file);
    status = output_close(&out, j->error);
  }
  free(path);
  return status;
}

static ep_status write_plan(const job* j, const plan* p, const char* name)
{
  char* path = file_name(j, name, ".json");
  const ep_status status = path == NULL ? EP_ERROR_MEMORY : plan_write(p, path, j->error);
  free(path);
  return status;
}

static ep_status plan_single(job* j, const single* s, plan* p)
{
  const plan_arguments own = {.planner = s->planner, .time = j->entry->time, .seed = s->seed};
  plan_request request =
      plan_arguments_request(&own, j->scene, s->validator, j->arguments->interpolate == 1);
  request.parameters = j->entry->parameters.items;
  request.parameter_count = j->entry->parameters.count;
  request.quiet = j->arguments->quiet;
  plan_arguments named = {.queries = {.count = 0}};
  for (int32_t i = 0; i < j->entry->queries.count && i < ARGUMENT_LIST_MAX; ++i)
  {
    named.queries.items[named.queries.count++] = j->entry->queries.items[i];
  }
  int32_t* queries;
  int32_t count;
  ep_status status = plan_request_check(&request, j->error);
  if (status == EP_OK && !plan_arguments_queries("run", &named, j->scene, &queries, &count))
  {
    return program_error(j->error, EP_ERROR_INPUT, "the queries are not there");
  }
  char* path = status == EP_OK ? file_name(j, s->name, ".log") : NULL;
  output log;
  status = status != EP_OK ? status
           : path == NULL  ? EP_ERROR_MEMORY
                           : output_open(&log, path, j->error);
  if (status == EP_OK)
  {
    status = plan_run(&j->worlds, &request, queries, count, log.file, p, j->error);
    if (status == EP_OK && !interrupt_asked())
    {
      status = output_close(&log, j->error);
    }
    else
    {
      output_abandon(&log);
    }
    free(queries);
  }
  free(path);
  return status;
}

static void tell(const job* j, const single* s, const plan* p)
{
  double seconds = 0.0;
  for (int32_t i = 0; i < p->leg_count; ++i)
  {
    seconds += p->legs[i].seconds_solve;
  }
  printf("%d of %d: %s: %s, %.2f s\n", (int)(j->counts->found + j->counts->done),
         (int)j->counts->total, s->name,
         plan_is_certified(p) ? "solved, proved free"
         : plan_is_solved(p)  ? "solved, not proved free"
                              : "not solved",
         seconds);
  fflush(stdout);
}

static ep_status do_single(job* j, const single* s)
{
  if (j->scene == NULL)
  {
    j->scene = program_load("run", j->entry->scene, j->arguments);
    if (j->scene == NULL)
    {
      return program_error(j->error, EP_ERROR_INPUT, "%s: cannot be loaded", j->entry->scene);
    }
    const ep_status made = plan_worlds_make(&j->worlds, j->scene, j->error);
    if (made != EP_OK)
    {
      return made;
    }
  }
  plan p = {.scene = NULL};
  ep_status status = plan_single(j, s, &p);
  if (status == EP_OK && !interrupt_asked())
  {
    status = write_plan(j, &p, s->name);
    status = status != EP_OK ? status : write_csv(j, &p, s->name);
    if (status == EP_OK)
    {
      ++j->counts->done;
      tell(j, s, &p);
    }
  }
  plan_clear(&p);
  return status;
}

/// @}
/// @name All runs
/// @{

/// Copies the lines of a finished run, without its heading.
static ep_status collect(const job* j, const char* path)
{
  ep_text text;
  const ep_status status = ep_file_read(path, INT64_C(1) << 24, &text, j->error);
  if (status == EP_OK)
  {
    const char* line_end = memchr(text.bytes, '\n', text.size);
    fputs(line_end == NULL ? "" : line_end + 1, j->results);
    free(text.bytes);
  }
  return status;
}

/// The first pass counts and does what is not done, the second collects what is.
static ep_status visit(job* j, single* s)
{
  name_run(j, s);
  char* path = file_name(j, s->name, ".csv");
  if (path == NULL)
  {
    return EP_ERROR_MEMORY;
  }
  const bool is_done = ep_file_exists(path);
  ep_status status = EP_OK;
  if (j->results != NULL)
  {
    status = is_done ? collect(j, path) : EP_OK;
  }
  else if (is_done)
  {
    ++j->counts->found;
  }
  else
  {
    status = do_single(j, s);
  }
  free(path);
  return status;
}

static ep_status visit_seeds(job* j, const char* planner, const char* validator)
{
  ep_status status = EP_OK;
  for (int32_t i = 0; status == EP_OK && i < j->entry->seed_count && !interrupt_asked(); ++i)
  {
    single s = {.planner = planner, .validator = validator, .seed = j->entry->seeds[i]};
    status = visit(j, &s);
  }
  return status;
}

static ep_status visit_entry(job* j)
{
  static const char* certified = "certified";
  const char* none = NULL;
  const job_entry* e = j->entry;
  const job_names planners = e->planners.count > 0 ? e->planners : (job_names){&none, 1};
  const job_names validators = e->validators.count > 0 ? e->validators : (job_names){&certified, 1};
  ep_text text;
  ep_status status = ep_file_read(e->scene, INT64_C(1) << 26, &text, j->error);
  if (status != EP_OK)
  {
    return status;
  }
  j->scene_hash = hash_text(UINT64_C(0xcbf29ce484222325), text.bytes);
  free(text.bytes);
  for (int32_t i = 0; status == EP_OK && i < planners.count; ++i)
  {
    for (int32_t k = 0; status == EP_OK && k < validators.count; ++k)
    {
      status = visit_seeds(j, planners.items[i], validators.items[k]);
    }
  }
  plan_worlds_clear(&j->worlds);
  ep_scene_destroy(j->scene);
  j->scene = NULL;
  return status;
}

static ep_status visit_all(job* j)
{
  ep_status status = EP_OK;
  for (int32_t i = 0; status == EP_OK && i < job_file_count(j->file) && !interrupt_asked(); ++i)
  {
    j->entry = job_file_entry(j->file, i);
    status = visit_entry(j);
  }
  return status;
}

static ep_status write_results(job* j)
{
  char* path = file_name(j, "results", ".csv");
  output out;
  ep_status status = path == NULL ? EP_ERROR_MEMORY : output_open(&out, path, j->error);
  free(path);
  if (status != EP_OK)
  {
    return status;
  }
  j->results = out.file;
  plan_csv_head(out.file);
  status = visit_all(j);
  if (status == EP_OK)
  {
    return output_close(&out, j->error);
  }
  output_abandon(&out);
  return status;
}

ep_status job_run_all(const job_file* file, const scene_arguments* scene, job_counts* counts,
                      ep_error* error)
{
  *counts = (job_counts){.total = 0};
  for (int32_t i = 0; i < job_file_count(file); ++i)
  {
    const job_entry* e = job_file_entry(file, i);
    counts->total += (e->planners.count > 0 ? e->planners.count : 1) *
                     (e->validators.count > 0 ? e->validators.count : 1) * e->seed_count;
  }
  job j = {.file = file, .arguments = scene, .counts = counts, .error = error};
  const ep_status status = visit_all(&j);
  return status != EP_OK || interrupt_asked() ? status : write_results(&j);
}

/// @}
