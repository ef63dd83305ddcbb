/// @file bench_rows.c
#include "bench_rows.h"

#include "csv.h"
#include "output.h"

#include <stdlib.h>
#include <string.h>

static void* need(void* block)
{
  if (block == NULL)
  {
    fputs("edgeproof bench: no memory for results\n", stderr);
    exit(2);
  }
  return block;
}

int32_t bench_rows_name(bench_rows* rows, const char* name)
{
  for (int32_t i = 0; i < rows->name_count; ++i)
  {
    if (strcmp(rows->names[i], name) == 0)
    {
      return i;
    }
  }
  const size_t size = strlen(name) + 1;
  rows->names = need(realloc(rows->names, (size_t)(rows->name_count + 1) * sizeof(char*)));
  rows->names[rows->name_count] = need(malloc(size));
  memcpy(rows->names[rows->name_count], name, size);
  return rows->name_count++;
}

void bench_rows_add(bench_rows* rows, const bench_row* row)
{
  if (rows->count == rows->room)
  {
    rows->room = 2 * rows->room + 256;
    rows->rows = need(realloc(rows->rows, (size_t)rows->room * sizeof *rows->rows));
  }
  rows->rows[rows->count++] = *row;
}

void bench_rows_clear(bench_rows* rows)
{
  for (int32_t i = 0; i < rows->name_count; ++i)
  {
    free(rows->names[i]);
  }
  free(rows->names);
  free(rows->rows);
  *rows = (bench_rows){0};
}

static bool is_meant(const bench_row* row, const bench_filter* filter)
{
  return (filter->set == BENCH_ANY || row->set == filter->set) &&
         (filter->method == BENCH_ANY || row->method == filter->method) &&
         (filter->label == BENCH_ANY || (int32_t)row->label == filter->label) &&
         (filter->edges == BENCH_ANY || row->edge < filter->edges);
}

bool bench_rows_has_set(const bench_rows* rows, int32_t set)
{
  bool has = false;
  for (int64_t i = 0; i < rows->count && !has; ++i)
  {
    has = rows->rows[i].set == set;
  }
  return has;
}

bench_summary bench_rows_time(const bench_rows* rows, const bench_filter* filter)
{
  double* values = need(malloc(((size_t)rows->count + 1) * sizeof *values));
  int64_t count = 0;
  for (int64_t i = 0; i < rows->count; ++i)
  {
    if (is_meant(&rows->rows[i], filter))
    {
      values[count++] = rows->rows[i].microseconds;
    }
  }
  const bench_summary s = bench_summarize(values, count);
  free(values);
  return s;
}

static void add_work(ep_statistics* sum, const ep_statistics* work)
{
  sum->items += work->items;
  sum->pairs += work->pairs;
  sum->pairs_after_spatial += work->pairs_after_spatial;
  sum->pairs_after_temporal += work->pairs_after_temporal;
}

bench_tally bench_rows_tally(const bench_rows* rows, const bench_filter* filter)
{
  bench_tally t = {0};
  for (int64_t i = 0; i < rows->count; ++i)
  {
    const bench_row* row = &rows->rows[i];
    if (!is_meant(row, filter))
    {
      continue;
    }
    ++t.rows;
    if (row->sweep == 0)
    {
      ++t.edges;
      t.missed += row->verdict == EP_FREE && row->label == EP_LABEL_COLLIDING;
      t.false_hits += row->verdict == EP_COLLIDING && row->label == EP_LABEL_FREE;
      t.undecided += row->verdict == EP_UNDECIDED;
      add_work(&t.work, &row->work);
    }
  }
  return t;
}

static int compare_rows(const void* a, const void* b)
{
  const bench_row* x = a;
  const bench_row* y = b;
  const int32_t differences[4] = {x->set - y->set, x->edge - y->edge, x->method - y->method,
                                  x->sweep - y->sweep};
  int k = 0;
  while (k < 3 && differences[k] == 0)
  {
    ++k;
  }
  return differences[k];
}

static bool same_edge_and_method(const bench_row* a, const bench_row* b)
{
  return a->set == b->set && a->edge == b->edge && a->method == b->method;
}

static bool say_the_same(const bench_row* a, const bench_row* b)
{
  return same_edge_and_method(a, b) && a->verdict == b->verdict;
}

/// Four digits that count, for there are no more.
static void print_time(FILE* out, double microseconds)
{
  const int digits = microseconds < 9.9995   ? 3
                     : microseconds < 99.995 ? 2
                     : microseconds < 999.95 ? 1
                                             : 0;
  fprintf(out, "%.*f", digits, microseconds);
}

static const char* const label_texts[] = {"", "free", "colliding"};

static void print_row(const bench_rows* rows, const bench_row* r, FILE* out)
{
  csv_field(out, rows->names[r->set]);
  fprintf(out, ",%d,%s,", (int)r->edge, label_texts[r->label]);
  csv_field(out, rows->names[r->method]);
  fprintf(out, ",%s,%lld,%lld,%lld,%lld,", ep_verdict_text(r->verdict), (long long)r->work.items,
          (long long)r->work.pairs, (long long)r->work.pairs_after_spatial,
          (long long)r->work.pairs_after_temporal);
}

static void sort_rows(bench_rows* rows)
{
  if (rows->count > 0)
  {
    qsort(rows->rows, (size_t)rows->count, sizeof *rows->rows, compare_rows);
  }
}

ep_status bench_rows_csv(bench_rows* rows, const char* path, ep_error* error)
{
  output file;
  const ep_status status = output_open(&file, path, error);
  if (status != EP_OK)
  {
    return status;
  }
  sort_rows(rows);
  fputs("set,edge,label,method,verdict,items,pairs,pairs_after_spatial,pairs_after_temporal,"
        "microseconds",
        file.file);
  for (int64_t i = 0; i < rows->count; ++i)
  {
    const bench_row* r = &rows->rows[i];
    const bool goes_on = i > 0 && say_the_same(r - 1, r);
    fputc(goes_on ? ' ' : '\n', file.file);
    if (!goes_on)
    {
      print_row(rows, r, file.file);
    }
    print_time(file.file, r->microseconds);
  }
  fputc('\n', file.file);
  return output_close(&file, error);
}

/// What a method said of an edge: the row with number `i` and those that follow of the same kind.
/// Returns where others begin.
static int64_t print_answer(const bench_rows* rows, int64_t i, FILE* out)
{
  const bench_row* first = &rows->rows[i];
  fprintf(out, "%s %lld", ep_verdict_text(first->verdict), (long long)first->work.items);
  for (; i < rows->count && same_edge_and_method(first, &rows->rows[i]); ++i)
  {
    fputc(' ', out);
    print_time(out, rows->rows[i].microseconds);
  }
  return i;
}

/// A line: the row with number `i` and all others of the same edge. Returns where others begin.
static int64_t print_edge(const bench_rows* rows, int64_t i, const bool* wanted, FILE* out)
{
  const bench_row* first = &rows->rows[i];
  fprintf(out, "%d,%s", (int)first->edge, label_texts[first->label]);
  for (int32_t method = 0; method < rows->name_count; ++method)
  {
    const bool is_next = i < rows->count && rows->rows[i].set == first->set &&
                         rows->rows[i].edge == first->edge && rows->rows[i].method == method;
    fputs(wanted[method] ? "," : "", out);
    i = is_next ? print_answer(rows, i, out) : i;
  }
  fputc('\n', out);
  return i;
}

/// Which methods a set has.
static bool* methods_of(const bench_rows* rows, int32_t set)
{
  bool* has = need(calloc((size_t)rows->name_count + 1, sizeof *has));
  for (int64_t i = 0; i < rows->count; ++i)
  {
    has[rows->rows[i].method] = has[rows->rows[i].method] || rows->rows[i].set == set;
  }
  return has;
}

ep_status bench_rows_wide_csv(bench_rows* rows, int32_t set, const char* path, ep_error* error)
{
  output file;
  const ep_status status = output_open(&file, path, error);
  if (status != EP_OK)
  {
    return status;
  }
  sort_rows(rows);
  bool* has = methods_of(rows, set);
  fputs("edge,label", file.file);
  for (int32_t k = 0; k < rows->name_count; ++k)
  {
    fputs(has[k] ? "," : "", file.file);
    if (has[k])
    {
      csv_field(file.file, rows->names[k]);
    }
  }
  fputc('\n', file.file);
  for (int64_t i = 0; i < rows->count;)
  {
    i = rows->rows[i].set == set ? print_edge(rows, i, has, file.file) : i + 1;
  }
  free(has);
  return output_close(&file, error);
}
