/// @file bench_measure.c
#include "bench_measure.h"

#include "program.h"

#include <stdlib.h>

#define WARM_EDGES   8
#define WARM_SECONDS 0.1

static ep_status check_one(const bench_job* job, bench_method* m, int32_t edge, bench_row* row,
                           ep_error* error)
{
  const size_t at = (size_t)edge * (size_t)job->edges->config_size;
  bench_answer answer = {0};
  const double start = program_thread_seconds();
  const ep_status status =
      m->check(m->self, job->edges->q0 + at, job->edges->q1 + at, &answer, error);
  row->microseconds = 1e6 * (program_thread_seconds() - start);
  row->verdict = status == EP_OK ? answer.verdict : EP_UNDECIDED;
  row->work = answer.work;
  return status;
}

static ep_edge_label label_of(const bench_job* job, int32_t edge, const ep_edge_label* guesses)
{
  return job->edges->labels[edge] != EP_LABEL_NONE ? job->edges->labels[edge] : guesses[edge];
}

/// What the first method says stands in for a label that is missing.
static void guess(ep_edge_label* label, const bench_row* row)
{
  *label = row->verdict == EP_FREE        ? EP_LABEL_FREE
           : row->verdict == EP_COLLIDING ? EP_LABEL_COLLIDING
                                          : EP_LABEL_NONE;
}

/// Who comes when: a shuffle of its own for each edge and sweep, the same in every run, so that
/// nobody always finds what somebody else has just left in the caches.
static void shuffle(const bench_job* job, const bench_row* row, int32_t* order)
{
  uint64_t state = (uint64_t)row->edge * 1000003u + (uint64_t)row->sweep + 1u;
  for (int32_t i = 0; i < job->method_count; ++i)
  {
    state = state * 6364136223846793005u + 1442695040888963407u;
    const int32_t at = (int32_t)((state >> 33) % (uint64_t)(i + 1));
    order[i] = order[at];
    order[at] = i;
  }
}

static ep_status sweep_edge(const bench_job* job, bench_row row, double* spent,
                            ep_edge_label* guesses, bench_rows* rows, ep_error* error)
{
  const int64_t first_row = rows->count;
  int32_t order[BENCH_METHODS_MAX];
  shuffle(job, &row, order);
  for (int32_t k = 0; k < job->method_count; ++k)
  {
    const int32_t at = order[k];
    bench_method* m = &job->methods[at];
    const bool over = row.sweep == 0 ? (m->seconds > 0.0 && spent[at] > m->seconds) ||
                                           (m->edge_limit != 0 && row.edge >= m->edge_limit)
                                     : row.edge >= m->done;
    if (over)
    {
      continue;
    }
    row.method = bench_rows_name(rows, m->name);
    const ep_status status = check_one(job, m, row.edge, &row, error);
    if (status != EP_OK)
    {
      return status;
    }
    if (at == 0 && row.sweep == 0)
    {
      guess(&guesses[row.edge], &row);
    }
    spent[at] += 1e-6 * row.microseconds;
    m->done = row.sweep == 0 ? row.edge + 1 : m->done;
    bench_rows_add(rows, &row);
  }
  for (int64_t i = first_row; i < rows->count; ++i)
  {
    rows->rows[i].label = label_of(job, row.edge, guesses);
  }
  return EP_OK;
}

/// A checker grows while it meets its first edges, and so do caches: the first few are checked once
/// more than counts, by everybody, the slow ones less.
static ep_status warm_up(const bench_job* job, ep_error* error)
{
  ep_status status = EP_OK;
  for (int32_t k = 0; k < job->method_count; ++k)
  {
    const double start = program_thread_seconds();
    const int32_t most = job->methods[k].is_cold || job->methods[k].edge_limit < 0 ? 0 : WARM_EDGES;
    for (int32_t edge = 0; edge < job->edges->count && edge < most && status == EP_OK &&
                           program_thread_seconds() - start < WARM_SECONDS;
         ++edge)
    {
      bench_row row;
      status = check_one(job, &job->methods[k], edge, &row, error);
    }
  }
  return status;
}

ep_status bench_measure(const bench* b, const bench_job* job, bench_rows* rows, ep_error* error)
{
  const int32_t count = job->edges->count;
  double* spent = calloc((size_t)job->method_count + 1, sizeof *spent);
  ep_edge_label* guesses = calloc((size_t)count + 1, sizeof *guesses);
  ep_status status = spent != NULL && guesses != NULL
                         ? EP_OK
                         : bench_refuse(error, EP_ERROR_MEMORY, "%s: no memory", job->set);
  for (int32_t k = 0; k < job->method_count; ++k)
  {
    job->methods[k].done = 0;
  }
  status = status == EP_OK ? warm_up(job, error) : status;
  bench_row row = {.set = bench_rows_name(rows, job->set)};
  for (row.sweep = 0; status == EP_OK && row.sweep < job->sweeps; ++row.sweep)
  {
    for (row.edge = 0; status == EP_OK && row.edge < count; ++row.edge)
    {
      if (row.edge % 16 == 0)
      {
        bench_progress(b, job->set,
                       (row.sweep + (double)row.edge / (double)count) / (double)job->sweeps);
      }
      status = bench_go_on(error);
      status = status == EP_OK ? sweep_edge(job, row, spent, guesses, rows, error) : status;
    }
  }
  bench_progress(b, NULL, 0.0);
  free(spent);
  free(guesses);
  return status;
}
