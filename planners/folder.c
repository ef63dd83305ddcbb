/// @file folder.c
#define _POSIX_C_SOURCE 200809L // fcntl, open
#include "folder.h"

#include "program.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/// Makes the folder of every slash in the path, which is changed on the way and back again.
static bool make_folders(char* path)
{
  for (char* at = strchr(path + 1, '/'); at != NULL; at = strchr(at + 1, '/'))
  {
    *at = 0;
    const bool good = mkdir(path, 0777) == 0 || errno == EEXIST;
    *at = '/';
    if (!good)
    {
      return false;
    }
  }
  return true;
}

/// Whether a name is that of an unfinished file: what output.h writes before it has its name.
static bool is_unfinished(const char* name)
{
  const char* end = strrchr(name, '.');
  const char* at = end;
  while (at != NULL && at > name && isdigit((unsigned char)at[-1]))
  {
    --at;
  }
  return end != NULL && strcmp(end, ".tmp") == 0 && at < end && at > name && at[-1] == '.';
}

/// Removes what a program left that was killed while it held the folder.
static void remove_unfinished(const char* path)
{
  DIR* folder = opendir(path);
  for (const struct dirent* entry = folder == NULL ? NULL : readdir(folder); entry != NULL;
       entry = readdir(folder))
  {
    if (is_unfinished(entry->d_name))
    {
      (void)unlinkat(dirfd(folder), entry->d_name, 0);
    }
  }
  if (folder != NULL)
  {
    closedir(folder);
  }
}

ep_status folder_take(folder_hold* hold, const char* path, ep_error* error)
{
  hold->handle = -1;
  const struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  const size_t size = strlen(path) + sizeof "/.lock";
  char* lock = malloc(size);
  if (lock == NULL)
  {
    return program_error(error, EP_ERROR_MEMORY, "no memory");
  }
  snprintf(lock, size, "%s/.lock", path);
  ep_status status = EP_OK;
  if (!make_folders(lock))
  {
    status = program_error(error, EP_ERROR_INPUT, "%s: cannot be made: %s", path, strerror(errno));
  }
  else if ((hold->handle = open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0666)) < 0)
  {
    status =
        program_error(error, EP_ERROR_INPUT, "%s: cannot be written: %s", lock, strerror(errno));
  }
  else if (fcntl(hold->handle, F_SETLK, &whole) != 0)
  {
    status = program_error(error, EP_ERROR_INPUT,
                           "%s: another edgeproof run works in this folder; wait for it, or give "
                           "the job file another `out`",
                           path);
    folder_release(hold);
  }
  else
  {
    remove_unfinished(path);
  }
  free(lock);
  return status;
}

void folder_release(folder_hold* hold)
{
  if (hold->handle >= 0)
  {
    close(hold->handle);
    hold->handle = -1;
  }
}
