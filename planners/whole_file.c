/// @file whole_file.c
#include "whole_file.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

ep_status whole_file_refuse(const char* path, int reason, ep_error* error)
{
  *error = (ep_error){.status = EP_ERROR_INPUT};
  snprintf(error->message, sizeof error->message, "%.300s: cannot be written: %s", path,
           strerror(reason));
  return error->status;
}

ep_status whole_file_begin(whole_file* file, const char* path, ep_error* error)
{
  const size_t size = strlen(path) + sizeof ".tmp";
  *file = (whole_file){.path = path, .unfinished = malloc(size)};
  if (file->unfinished == NULL)
  {
    return whole_file_refuse(path, ENOMEM, error);
  }
  snprintf(file->unfinished, size, "%s.tmp", path);
  file->out = fopen(file->unfinished, "w");
  if (file->out == NULL)
  {
    const int reason = errno;
    free(file->unfinished);
    file->unfinished = NULL;
    return whole_file_refuse(path, reason, error);
  }
  return EP_OK;
}

ep_status whole_file_end(whole_file* file, ep_error* error)
{
  bool good = ferror(file->out) == 0;
  good = fclose(file->out) == 0 && good;
  good = good && rename(file->unfinished, file->path) == 0;
  const int reason = errno;
  if (!good)
  {
    remove(file->unfinished);
  }
  free(file->unfinished);
  const char* path = file->path;
  *file = (whole_file){0};
  return good ? EP_OK : whole_file_refuse(path, reason, error);
}

void whole_file_drop(whole_file* file)
{
  if (file->out != NULL)
  {
    fclose(file->out);
    remove(file->unfinished);
    free(file->unfinished);
  }
  *file = (whole_file){0};
}

void csv_field(FILE* out, const char* text)
{
  if (text[strcspn(text, ",\"\r\n")] == 0)
  {
    fputs(text, out);
    return;
  }
  fputc('"', out);
  for (; *text != 0; ++text)
  {
    fputs(*text == '"' ? "\"\"" : (const char[2]){*text, 0}, out);
  }
  fputc('"', out);
}
