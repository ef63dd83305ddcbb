/// @file mesh_process.c
#define _GNU_SOURCE // pipe2, environ
#include "mesh_process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define NONE (-1)

typedef struct runner
{
  ep_process* process;
  pid_t id;
  int output; ///< where we read from
  int complaint;
  size_t capacity; ///< of output.bytes
  size_t complaint_size;
  int64_t output_limit;
  int64_t deadline; ///< milliseconds of the monotonic clock
} runner;

static int64_t now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void close_end(int* end)
{
  if (*end != NONE)
  {
    close(*end);
    *end = NONE;
  }
}

/// @name Starting
/// @{

/// A pipe whose ends are none of the three standard files, even if the host has closed those.
static bool make_pipe(int ends[2])
{
  if (pipe2(ends, O_CLOEXEC) != 0)
  {
    ends[0] = ends[1] = NONE;
    return false;
  }
  for (int i = 0; i < 2; ++i)
  {
    if (ends[i] <= STDERR_FILENO)
    {
      const int higher = fcntl(ends[i], F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
      close(ends[i]);
      ends[i] = higher; // -1 is NONE
    }
  }
  return ends[0] != NONE && ends[1] != NONE;
}

/// A process group of its own, so that it can be ended with all it started; signals as a new
/// program expects them.
static int set_attributes(posix_spawnattr_t* attributes)
{
  sigset_t none;
  sigset_t usual;
  sigemptyset(&none);
  sigemptyset(&usual);
  sigaddset(&usual, SIGPIPE);
  sigaddset(&usual, SIGXCPU);
  sigaddset(&usual, SIGCHLD);
  const short flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
  int failure = posix_spawnattr_setflags(attributes, flags);
  failure = failure != 0 ? failure : posix_spawnattr_setpgroup(attributes, 0);
  failure = failure != 0 ? failure : posix_spawnattr_setsigmask(attributes, &none);
  return failure != 0 ? failure : posix_spawnattr_setsigdefault(attributes, &usual);
}

static int spawn(char* const arguments[], int output, int complaint, pid_t* id)
{
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  int failure = posix_spawn_file_actions_init(&files);
  if (failure != 0)
  {
    return failure;
  }
  failure = posix_spawnattr_init(&attributes);
  if (failure != 0)
  {
    posix_spawn_file_actions_destroy(&files);
    return failure;
  }
  failure = posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  failure = failure != 0 ? failure : posix_spawn_file_actions_adddup2(&files, output, 1);
  failure = failure != 0 ? failure : posix_spawn_file_actions_adddup2(&files, complaint, 2);
  failure = failure != 0 ? failure : set_attributes(&attributes);
  failure = failure != 0 ? failure
                         : posix_spawn(id, arguments[0], &files, &attributes, arguments, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  return failure;
}

static bool start(runner* r, char* const arguments[])
{
  int output[2] = {NONE, NONE};
  int complaint[2] = {NONE, NONE};
  const bool has_pipes = make_pipe(output) && make_pipe(complaint);
  r->process->start_error = has_pipes ? spawn(arguments, output[1], complaint[1], &r->id) : errno;
  close_end(&output[1]);
  close_end(&complaint[1]);
  r->output = output[0];
  r->complaint = complaint[0];
  return r->process->start_error == 0;
}

/// @}
/// @name Listening
/// @{

/// Makes room for more output; false if that is too much. There is room for one byte more than
/// allowed, to see that it is too much.
static bool make_room(runner* r)
{
  ep_text* text = &r->process->output;
  if (text->size < r->capacity)
  {
    return true;
  }
  r->process->wrote_too_much = (int64_t)text->size > r->output_limit;
  const size_t most = (size_t)r->output_limit + 1;
  const size_t wanted = r->capacity * 2 + 65536;
  const size_t capacity = wanted < most ? wanted : most;
  char* bytes = r->process->wrote_too_much ? NULL : realloc(text->bytes, capacity);
  if (bytes == NULL)
  {
    r->process->no_memory = !r->process->wrote_too_much;
    return false;
  }
  text->bytes = bytes;
  r->capacity = capacity;
  return true;
}

/// What a read said about whether there is more to come.
static void after_read(int* end, ssize_t got)
{
  if (got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN))
  {
    close_end(end);
  }
}

static bool take_output(runner* r)
{
  ep_text* text = &r->process->output;
  if (!make_room(r))
  {
    return false;
  }
  const ssize_t got = read(r->output, text->bytes + text->size, r->capacity - text->size);
  text->size += got > 0 ? (size_t)got : 0;
  after_read(&r->output, got);
  return true;
}

/// What does not fit is read all the same: a program that is not listened to would stand still.
static void take_complaint(runner* r)
{
  char bytes[512];
  const ssize_t got = read(r->complaint, bytes, sizeof bytes);
  char* to = r->process->complaint;
  for (ssize_t i = 0; i < got && r->complaint_size < sizeof r->process->complaint - 1; ++i)
  {
    to[r->complaint_size++] = bytes[i] >= ' ' && bytes[i] <= '~' ? bytes[i] : ' ';
  }
  after_read(&r->complaint, got);
}

/// Listens until both ends are closed; false if it has to be killed.
static bool listen_to(runner* r)
{
  while (r->output != NONE || r->complaint != NONE)
  {
    const int64_t left = r->deadline - now();
    struct pollfd files[2] = {{r->output, POLLIN, 0}, {r->complaint, POLLIN, 0}};
    r->process->was_late = left <= 0;
    if (left <= 0)
    {
      return false;
    }
    const int ready = poll(files, 2, left < 1000 ? (int)left : 1000);
    if (ready > 0 && files[0].revents != 0 && !take_output(r))
    {
      return false;
    }
    if (ready > 0 && files[1].revents != 0)
    {
      take_complaint(r);
    }
  }
  return true;
}

/// @}
/// @name Ending
/// @{

/// Whether it has ended; it stays to be waited for, so that its number is not given away yet.
static bool has_ended(const runner* r)
{
  siginfo_t info;
  info.si_pid = 0;
  const int answer = waitid(P_PID, (id_t)r->id, &info, WEXITED | WNOHANG | WNOWAIT);
  return answer != 0 ? errno != EINTR : info.si_pid == r->id;
}

/// Waits for the end of a program that has closed its output, while there is time.
static void wait_for_end(runner* r)
{
  for (long pause = 20000; !r->process->was_late && !has_ended(r);
       pause = pause < 5000000 ? 2 * pause : pause)
  {
    nanosleep(&(struct timespec){0, pause}, NULL);
    r->process->was_late = now() >= r->deadline;
  }
}

static void collect(runner* r)
{
  int status = 0;
  pid_t who;
  do
  {
    who = waitpid(r->id, &status, 0);
  } while (who < 0 && errno == EINTR);
  if (who == r->id)
  {
    r->process->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    r->process->status = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
  }
}

/// @}

static void trim(char* text, size_t size)
{
  while (size > 0 && text[size - 1] == ' ')
  {
    --size;
  }
  text[size] = 0;
}

ep_process ep_process_run(char* const arguments[], int32_t seconds, int64_t output_limit)
{
  ep_process process;
  memset(&process, 0, sizeof process);
  runner r = {.process = &process, .output_limit = output_limit};
  r.deadline = now() + (int64_t)seconds * 1000;
  if (start(&r, arguments))
  {
    if (listen_to(&r))
    {
      wait_for_end(&r);
    }
    kill(-r.id, SIGKILL); // in any case, nothing of it shall stay
    collect(&r);
  }
  close_end(&r.output);
  close_end(&r.complaint);
  trim(process.complaint, r.complaint_size);
  return process;
}
