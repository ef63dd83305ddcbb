/// @file run_files.c
#include "run_files.h"

#include "output.h"
#include "plan_csv.h"
#include "program.h"

#include <stdlib.h>
#include <string.h>

char* run_files_name(const char* folder, const char* name, const char* ending, ep_error* error)
{
  const size_t size = strlen(folder) + strlen(name) + strlen(ending) + 2;
  char* path = malloc(size);
  if (path == NULL)
  {
    program_error(error, EP_ERROR_MEMORY, "no memory");
    return NULL;
  }
  snprintf(path, size, "%s/%s%s", folder, name, ending);
  return path;
}

static ep_status write_csv(const plan* p, const char* path, ep_error* error)
{
  output out;
  const ep_status status = output_open(&out, path, error);
  if (status != EP_OK)
  {
    return status;
  }
  plan_csv_head(out.file);
  plan_csv_rows(p, out.file);
  return output_close(&out, error);
}

ep_status run_files_write(const plan* p, const char* folder, const char* name, ep_error* error)
{
  char* plan_path = run_files_name(folder, name, ".json", error);
  char* csv_path = run_files_name(folder, name, ".csv", error);
  ep_status status =
      plan_path == NULL || csv_path == NULL ? EP_ERROR_MEMORY : plan_write(p, plan_path, error);
  status = status != EP_OK ? status : write_csv(p, csv_path, error);
  free(plan_path);
  free(csv_path);
  return status;
}
