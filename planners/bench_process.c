/// @file bench_process.c
#define _POSIX_C_SOURCE 200809L // posix_spawn, pipes
#include "bench_process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

static ep_status refuse(const char* program, const char* what, const char* said, ep_error* error)
{
  *error = (ep_error){.status = EP_ERROR_INPUT};
  snprintf(error->message, sizeof error->message, "%.60s: %.60s%s%.300s", program, what,
           said[0] == 0 ? "" : ": ", said);
  return error->status;
}

static void close_pair(int ends[2])
{
  for (int i = 0; i < 2; ++i)
  {
    if (ends[i] >= 0)
    {
      close(ends[i]);
      ends[i] = -1;
    }
  }
}

static char** environment_with(const char* extra)
{
  size_t count = 0;
  while (environ[count] != NULL)
  {
    ++count;
  }
  char** all = calloc(count + 2, sizeof *all);
  if (all != NULL)
  {
    memcpy(all, environ, count * sizeof *all);
    // posix_spawn takes char*, and does not write to it.
    memcpy(&all[count], &extra, sizeof extra);
  }
  return all;
}

static int start(char* const* argv, const char* extra, const int in[2], const int out[2],
                 pid_t* child)
{
  posix_spawn_file_actions_t actions;
  char** environment = environment_with(extra);
  int failed = environment == NULL ? ENOMEM : posix_spawn_file_actions_init(&actions);
  if (failed != 0)
  {
    free(environment);
    return failed;
  }
  posix_spawn_file_actions_adddup2(&actions, in[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, out[1], STDERR_FILENO);
  for (int i = 0; i < 2; ++i)
  {
    posix_spawn_file_actions_addclose(&actions, in[i]);
    posix_spawn_file_actions_addclose(&actions, out[i]);
  }
  failed = posix_spawnp(child, argv[0], &actions, NULL, argv, environment);
  posix_spawn_file_actions_destroy(&actions);
  free(environment);
  return failed;
}

/// Writes and reads at once, so that neither side waits for the other for ever. A program that
/// ends before it has read everything is noticed by its status.
static void talk(int to, int from, const char* input, char* output, size_t size)
{
  size_t left = input == NULL ? 0 : strlen(input);
  size_t used = 0;
  bool open = true;
  while (open)
  {
    struct pollfd ends[2] = {{.fd = from, .events = POLLIN},
                             {.fd = left > 0 ? to : -1, .events = POLLOUT}};
    if (poll(ends, 2, -1) < 0 && errno != EINTR)
    {
      break;
    }
    if (ends[1].revents != 0)
    {
      const ssize_t written = write(to, input, left);
      const bool later = written < 0 && (errno == EAGAIN || errno == EINTR);
      input += written > 0 ? written : 0;
      left = written > 0 ? left - (size_t)written : later ? left : 0;
    }
    if (left == 0 && to >= 0)
    {
      close(to);
      to = -1;
    }
    if (ends[0].revents != 0)
    {
      char block[4096];
      const ssize_t got = read(from, block, sizeof block);
      open = got > 0 || (got < 0 && errno == EINTR);
      const size_t room = size > used + 1 ? size - used - 1 : 0;
      const size_t taken = got > 0 ? ((size_t)got < room ? (size_t)got : room) : 0;
      memcpy(output + used, block, taken);
      used += taken;
    }
  }
  if (to >= 0)
  {
    close(to);
  }
  output[used] = 0;
}

ep_status bench_process_run(char* const* argv, const char* extra, const char* input, char* output,
                            size_t size, ep_error* error)
{
  char said[512] = "";
  char* text = output == NULL || size == 0 ? said : output;
  const size_t room = output == NULL || size == 0 ? sizeof said : size;
  int in[2] = {-1, -1}, out[2] = {-1, -1};
  pid_t child = 0;
  if (pipe(in) != 0 || pipe(out) != 0)
  {
    close_pair(in);
    return refuse(argv[0], "no pipe", strerror(errno), error);
  }
  fcntl(in[1], F_SETFD, FD_CLOEXEC);
  fcntl(in[1], F_SETFL, O_NONBLOCK); // a full pipe must not keep us from reading
  fcntl(out[0], F_SETFD, FD_CLOEXEC);
  const int failed = start(argv, extra, in, out, &child);
  if (failed != 0)
  {
    close_pair(in);
    close_pair(out);
    return refuse(argv[0], "cannot be started", strerror(failed), error);
  }
  close(in[0]);
  close(out[1]);
  struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
  sigaction(SIGPIPE, &ignore, &before);
  talk(in[1], out[0], input, text, room);
  sigaction(SIGPIPE, &before, NULL);
  close(out[0]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR)
  {
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? EP_OK
                                                       : refuse(argv[0], "failed", text, error);
}
