/// @file heightfield.c
#define _POSIX_C_SOURCE 200809L // strcasecmp
#include "heightfield.h"

#include "io_file.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static bool ends_with(const char* path, const char* ending)
{
  const size_t length = strlen(path);
  const size_t tail = strlen(ending);
  return length > tail && strcasecmp(path + length - tail, ending) == 0;
}

ep_status ep_heightfield_load(const char* path, const ep_heightfield_options* options,
                              ep_heightfield* field, ep_error* error)
{
  *field = (ep_heightfield){.heights = NULL};
  ep_status status;
  if (ends_with(path, ".asc"))
  {
    status = ep_heightfield_load_grid(path, options, field, error);
  }
  else if (ends_with(path, ".png"))
  {
    status = ep_heightfield_load_png(path, options, field, error);
  }
  else
  {
    status = ep_envs_fail(error, EP_ERROR_INPUT,
                          "%s: a heightfield is an ESRI ASCII grid (.asc) or a PNG (.png)", path);
  }
  if (status != EP_OK)
  {
    ep_heightfield_clear(field);
    return status;
  }
  return ep_envs_ok(error);
}

void ep_heightfield_clear(ep_heightfield* field)
{
  free(field->heights);
  *field = (ep_heightfield){.heights = NULL};
}

ep_status ep_heightfield_reserve(const char* path, int64_t columns, int64_t rows, int64_t most,
                                 ep_heightfield* field, ep_error* error)
{
  if (columns < 2 || rows < 2)
  {
    return ep_envs_fail(error, EP_ERROR_INPUT,
                        "%s: %lld columns and %lld rows: at least 2 of both are needed", path,
                        (long long)columns, (long long)rows);
  }
  if (columns > EP_HEIGHTFIELD_SAMPLES_MAX / rows)
  {
    return ep_envs_fail(error, EP_ERROR_INPUT,
                        "%s: %lld columns and %lld rows: more than %lld samples", path,
                        (long long)columns, (long long)rows, (long long)EP_HEIGHTFIELD_SAMPLES_MAX);
  }
  if (columns * rows > most)
  {
    return ep_envs_fail(error, EP_ERROR_INPUT,
                        "%s: %lld columns and %lld rows: the file is too short to hold them", path,
                        (long long)columns, (long long)rows);
  }
  field->heights = malloc((size_t)(columns * rows) * sizeof(double));
  if (field->heights == NULL)
  {
    return ep_envs_fail(error, EP_ERROR_MEMORY, "%s: no memory for %lld heights", path,
                        (long long)(columns * rows));
  }
  field->columns = (int32_t)columns;
  field->rows = (int32_t)rows;
  return EP_OK;
}
