/// @file output.c
#define _XOPEN_SOURCE 700 // open, fsync, getpid, realpath
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static ep_status cannot_write(const char* path, ep_error* error)
{
  error->status = EP_ERROR_INPUT;
  snprintf(error->message, sizeof error->message, "%.400s: cannot be written: %s",
           strcmp(path, "-") == 0 ? "standard output" : path, strerror(errno));
  return error->status;
}

static void forget(output* out)
{
  free(out->path);
  free(out->unfinished);
  *out = (output){.file = NULL};
}

/// Whether there is something of this name that must not be replaced: a device, a pipe.
static bool is_special(const char* path)
{
  struct stat about;
  return stat(path, &about) == 0 && !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode);
}

static bool is_folder(const char* path)
{
  struct stat about;
  return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

/// The names; a process has one of its own for what is unfinished. A symbolic link stays one: what
/// it points to is written.
static bool name(output* out, const char* path)
{
  char* target = strcmp(path, "-") == 0 ? NULL : realpath(path, NULL);
  const size_t size = strlen(target == NULL ? path : target) + 32;
  out->path = malloc(size);
  out->unfinished = malloc(size);
  const bool good = out->path != NULL && out->unfinished != NULL;
  if (good)
  {
    snprintf(out->path, size, "%s", target == NULL ? path : target);
    snprintf(out->unfinished, size, "%s.%ld.tmp", out->path, (long)getpid());
  }
  free(target);
  errno = good ? errno : ENOMEM;
  return good;
}

static void has_no_unfinished(output* out)
{
  free(out->unfinished);
  out->unfinished = NULL;
}

ep_status output_open(output* out, const char* path, ep_error* error)
{
  *out = (output){.file = NULL};
  if (!name(out, path))
  {
    forget(out);
    return cannot_write(path, error);
  }
  if (is_folder(out->path))
  {
    errno = EISDIR;
    const ep_status status = cannot_write(path, error);
    forget(out);
    return status;
  }
  if (strcmp(path, "-") == 0)
  {
    has_no_unfinished(out);
    out->file = stdout;
    return EP_OK;
  }
  const bool special = is_special(path);
  const int handle = special
                         ? open(path, O_WRONLY | O_CLOEXEC)
                         : open(out->unfinished, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  out->file = handle < 0 ? NULL : fdopen(handle, "w");
  if (out->file == NULL)
  {
    const ep_status status = cannot_write(path, error);
    if (handle >= 0)
    {
      close(handle);
    }
    if (handle >= 0 && !special)
    {
      remove(out->unfinished);
    }
    forget(out);
    return status;
  }
  if (special)
  {
    has_no_unfinished(out);
  }
  return EP_OK;
}

/// Makes the new name last, as far as the file system can. Not all can; then nothing is lost yet.
static void flush_folder(const char* path)
{
  const char* slash = strrchr(path, '/');
  char* folder = malloc(strlen(path) + 2);
  if (folder == NULL)
  {
    return;
  }
  snprintf(folder, strlen(path) + 2, "%.*s", slash == NULL ? 1 : (int)(slash - path) + 1,
           slash == NULL ? "." : path);
  const int handle = open(folder, O_RDONLY | O_CLOEXEC);
  if (handle >= 0)
  {
    (void)fsync(handle);
    close(handle);
  }
  free(folder);
}

/// Whether everything that was printed got through; otherwise errno says why not.
static bool flush_all(FILE* file)
{
  errno = 0;
  if (fflush(file) != 0)
  {
    return false;
  }
  if (ferror(file) == 0)
  {
    return true;
  }
  // The reason of an earlier failure is lost. Another byte most likely fails for the same.
  clearerr(file);
  if (fputc('\n', file) != EOF && fflush(file) == 0)
  {
    errno = EIO;
  }
  return false;
}

ep_status output_close(output* out, ep_error* error)
{
  bool good = flush_all(out->file);
  if (out->unfinished != NULL)
  {
    good = good && fsync(fileno(out->file)) == 0;
    int reason = errno;
    if (fclose(out->file) != 0 && good)
    {
      good = false;
      reason = errno;
    }
    if (good && rename(out->unfinished, out->path) != 0)
    {
      good = false;
      reason = errno;
    }
    if (good)
    {
      flush_folder(out->path);
    }
    else
    {
      remove(out->unfinished);
    }
    errno = reason;
  }
  else if (out->file != stdout)
  {
    good = fclose(out->file) == 0 && good;
  }
  const ep_status status = good ? EP_OK : cannot_write(out->path, error);
  forget(out);
  return status;
}

void output_abandon(output* out)
{
  if (out->file != NULL && out->file != stdout)
  {
    fclose(out->file);
  }
  if (out->unfinished != NULL)
  {
    remove(out->unfinished);
  }
  forget(out);
}

ep_status output_probe(const char* path, ep_error* error)
{
  if (path == NULL || strcmp(path, "-") == 0 || is_special(path))
  {
    return EP_OK; // opening a pipe would wait for its reader
  }
  output out;
  const ep_status status = output_open(&out, path, error);
  if (status == EP_OK)
  {
    output_abandon(&out);
  }
  return status;
}

int output_finish(int status)
{
  if (flush_all(stdout))
  {
    return status;
  }
  if (errno != EPIPE)
  {
    fprintf(stderr, "edgeproof: standard output: cannot be written: %s\n", strerror(errno));
  }
  return 2;
}
