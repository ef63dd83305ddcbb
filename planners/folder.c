/// @file folder.c
#define _POSIX_C_SOURCE 200809L // fcntl, open
#include "folder.h"

#include "program.h"

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
