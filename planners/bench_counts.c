/// @file bench_counts.c
#include "bench_counts.h"

#include "bench.h"
#include "output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

void bench_counts_clear(bench_counts* counts)
{
  free(counts->rows);
  *counts = (bench_counts){0};
}

static bench_count* find(const bench_counts* counts, const char* work, const char* function)
{
  for (int32_t i = 0; i < counts->count; ++i)
  {
    if (strcmp(counts->rows[i].work, work) == 0 &&
        strncmp(counts->rows[i].function, function, sizeof counts->rows[i].function - 1) == 0)
    {
      return &counts->rows[i];
    }
  }
  return NULL;
}

bench_count* bench_counts_row(bench_counts* counts, const char* work, const char* function)
{
  bench_count* found = find(counts, work, function);
  if (found != NULL)
  {
    return found;
  }
  if (counts->count == counts->room)
  {
    const int32_t room = 2 * counts->room + 64;
    bench_count* rows = realloc(counts->rows, (size_t)room * sizeof *rows);
    if (rows == NULL)
    {
      return NULL;
    }
    counts->rows = rows;
    counts->room = room;
  }
  bench_count* row = &counts->rows[counts->count++];
  *row = (bench_count){.instructions = 0};
  snprintf(row->work, sizeof row->work, "%s", work);
  snprintf(row->function, sizeof row->function, "%s", function);
  return row;
}

int64_t bench_counts_find(const bench_counts* counts, const char* work, const char* function)
{
  const bench_count* row = find(counts, work, function);
  return row == NULL ? 0 : row->instructions;
}

static ep_status add(bench_counts* counts, const char* work, const char* function, int64_t count,
                     ep_error* error)
{
  bench_count* row = bench_counts_row(counts, work, function);
  if (row == NULL)
  {
    return bench_refuse(error, EP_ERROR_MEMORY, "no memory for counts");
  }
  row->instructions += count;
  return EP_OK;
}

/// Lines of callgrind's format: "fn=NAME" says whose the costs below are, "POSITION COST" is one,
/// and the line after "calls=" is what a called function did, counted there.
ep_status bench_counts_read_callgrind(bench_counts* counts, const char* path, const char* work,
                                      ep_error* error)
{
  FILE* file = fopen(path, "r");
  if (file == NULL)
  {
    return bench_refuse(error, EP_ERROR_INPUT, "%.300s: cannot be read: %s", path, strerror(errno));
  }
  char line[4096], function[512] = "";
  bool called = false;
  int64_t seen = 0;
  ep_status status = EP_OK;
  while (status == EP_OK && fgets(line, sizeof line, file) != NULL)
  {
    line[strcspn(line, "\n")] = 0;
    if (strncmp(line, "fn=", 3) == 0)
    {
      snprintf(function, sizeof function, "%.500s", line + 3);
    }
    else if (strncmp(line, "calls=", 6) == 0)
    {
      called = true;
    }
    else if ((line[0] >= '0' && line[0] <= '9') || line[0] == '+' || line[0] == '-' ||
             line[0] == '*')
    {
      const char* cost = strchr(line, ' ');
      const int64_t count = cost == NULL || called ? 0 : strtoll(cost, NULL, 10);
      called = false;
      seen += count;
      status = count == 0 ? EP_OK : add(counts, work, function, count, error);
    }
  }
  fclose(file);
  if (status == EP_OK && seen == 0)
  {
    return bench_refuse(error, EP_ERROR_INPUT, "%.300s: no counts in it", path);
  }
  return status == EP_OK ? add(counts, work, "", seen, error) : status;
}

ep_status bench_counts_store(const bench_counts* counts, const char* path, ep_error* error)
{
  output file;
  const ep_status status = output_open(&file, path, error);
  if (status != EP_OK)
  {
    return status;
  }
  fprintf(file.file, "work,function,instructions\ncompiler,%s,0\n", counts->compiler);
  for (int32_t i = 0; i < counts->count; ++i)
  {
    const bench_count* row = &counts->rows[i];
    if (100 * row->instructions >= bench_counts_find(counts, row->work, ""))
    {
      fprintf(file.file, "%s,%s,%lld\n", row->work, row->function, (long long)row->instructions);
    }
  }
  return output_close(&file, error);
}

ep_status bench_counts_load(bench_counts* counts, const char* path, ep_error* error)
{
  FILE* file = fopen(path, "r");
  if (file == NULL)
  {
    return bench_refuse(error, EP_ERROR_INPUT, "%.300s: cannot be read: %s", path, strerror(errno));
  }
  char line[512];
  int number = 0;
  ep_status status = EP_OK;
  while (status == EP_OK && fgets(line, sizeof line, file) != NULL)
  {
    char* function = strchr(line, ',');
    char* count = strrchr(line, ',');
    if (function == NULL || count == function)
    {
      status = bench_refuse(error, EP_ERROR_INPUT, "%.300s:%d: three fields are expected", path,
                            number + 1);
      break;
    }
    *function++ = *count++ = 0;
    if (number > 0 && strcmp(line, "compiler") == 0)
    {
      snprintf(counts->compiler, sizeof counts->compiler, "%.90s", function);
    }
    else if (number > 0)
    {
      status = add(counts, line, function, strtoll(count, NULL, 10), error);
    }
    ++number;
  }
  fclose(file);
  return status;
}

const char* bench_counts_grown(const bench_counts* before, const bench_counts* now,
                               const char* work, int64_t* by)
{
  const char* name = "";
  *by = 0;
  for (int32_t i = 0; i < now->count; ++i)
  {
    const bench_count* row = &now->rows[i];
    if (row->function[0] == 0 || strcmp(row->work, work) != 0)
    {
      continue;
    }
    const int64_t more = row->instructions - bench_counts_find(before, work, row->function);
    if (more > *by)
    {
      *by = more;
      name = row->function;
    }
  }
  return name;
}
