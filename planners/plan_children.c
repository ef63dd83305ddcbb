/// @file plan_children.c
#define _DEFAULT_SOURCE // fork, kill, pipe, poll, strsignal
#include "plan_children.h"

#include "interrupt.h"
#include "plan_message.h"
#include "program.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/// Milliseconds between two looks at the clock and at Ctrl-C.
#define PAUSE 100

#define BLOCK_SIZE 65536

/// Seconds that proving, simplifying and a busy machine may take beyond the time limits.
#define DEFAULT_PATIENCE 120.0

/// Seconds that they may take after Ctrl-C; some planners do not ask whether they shall end.
#define INTERRUPT_PATIENCE 15.0

void plan_children_add_arguments(arguments* all, int64_t* threads, double* patience)
{
  *threads = 1;
  *patience = DEFAULT_PATIENCE;
  const argument rows[] = {
      {"--threads", ARGUMENT_NUMBER, threads, "N",
       "runs side by side, at most 64; default 1. Paths stay the same; runs\n"
       "that share a processor take longer, and may reach their time limit",
       NULL, 1},
      {"--patience", ARGUMENT_POSITIVE, patience, "S",
       "a run that takes so many seconds more than its time limits is ended;\ndefault 120", NULL,
       0},
  };
  arguments_add(all, rows, (int32_t)(sizeof rows / sizeof rows[0]));
}

bool plan_children_is_full(const plan_children* c)
{
  return c->count >= c->most || c->count == PLAN_CHILDREN_MAX;
}

/// @name In the child
/// @{

typedef struct sender
{
  FILE* to;
  int32_t size;
} sender;

static void send_leg(int32_t number, const plan_leg* leg, void* user)
{
  const sender* s = user;
  plan_message_send_leg(number, leg, s->size, s->to);
}

/// What planners print on their own account belongs to the log, and never to the standard output;
/// the last words of one that crashes too, unless a bar is drawn on the standard error.
static void redirect(FILE* log, bool quiet)
{
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  const int target = log != NULL ? fileno(log) : nowhere;
  (void)dup2(target, STDOUT_FILENO);
  if (log != NULL && quiet)
  {
    (void)dup2(target, STDERR_FILENO);
  }
}

/// A log that is not whole is no log.
static void look_at_log(FILE* log, plan_message_end* end)
{
  if (log == NULL || end->status != EP_OK || (fflush(log) == 0 && ferror(log) == 0))
  {
    return;
  }
  // The reason of an earlier failure is lost. Another byte most likely fails for the same.
  clearerr(log);
  errno = EIO;
  (void)(fputc('\n', log) != EOF && fflush(log) == 0);
  end->status = program_error(&end->error, EP_ERROR_INPUT, "OMPL's log: cannot be written: %s",
                              strerror(errno));
}

/// Does not return, and frees nothing: a planner that would crash when it is destroyed does not.
static void work(plan_worlds* worlds, const plan_request* request, const int32_t* queries,
                 int32_t query_count, FILE* log, FILE* to)
{
  redirect(log, request->quiet);
  sender s = {.to = to, .size = ep_scene_config_size(worlds->scene)};
  plan_request own = *request;
  own.leg_done = send_leg;
  own.user = &s;
  plan p;
  plan_message_end end;
  memset(&end, 0, sizeof end);
  end.status = plan_run(worlds, &own, queries, query_count, log, &p, &end.error);
  look_at_log(log, &end);
  end.is_there = true;
  end.interrupted = interrupt_asked();
  plan_message_send_end(&end, to);
  _exit(0);
}

/// @}
/// @name Begin
/// @{

/// Worlds are made once, in this process, for all runs.
static ep_status make_worlds(plan_worlds* worlds, const int32_t* queries, int32_t count,
                             ep_error* error)
{
  ep_status status = EP_OK;
  for (int32_t i = 0; status == EP_OK && i < count; ++i)
  {
    const ep_world* world;
    status = plan_worlds_get(worlds, queries[i], &world, error);
  }
  return status;
}

static ep_status refuse(plan_child* child, ep_error* error)
{
  plan_clear(&child->plan);
  return program_error(error, EP_ERROR_MEMORY, "no process for a run: %s", strerror(errno));
}

ep_status plan_children_start(plan_children* c, plan_worlds* worlds, const plan_request* request,
                              const int32_t* queries, int32_t query_count, FILE* log,
                              int64_t number, ep_error* error)
{
  plan_child child = {.number = number, .begin = program_now()};
  child.seconds_max = query_count * request->seconds + c->patience;
  ep_status status = make_worlds(worlds, queries, query_count, error);
  status = status != EP_OK
               ? status
               : plan_run_prepare(worlds->scene, request, queries, query_count, &child.plan, error);
  int ends[2];
  if (status != EP_OK)
  {
    return status;
  }
  if (pipe(ends) != 0)
  {
    return refuse(&child, error);
  }
  fflush(NULL); // so that the child has nothing of ours to print
  const pid_t parent = getpid();
  const pid_t process = fork();
  if (process == 0)
  {
    interrupt_watch_child();
    FILE* to = getppid() == parent ? fdopen(ends[1], "w") : NULL;
    if (to == NULL)
    {
      _exit(1);
    }
    work(worlds, request, queries, query_count, log, to);
  }
  close(ends[1]);
  if (process < 0)
  {
    close(ends[0]);
    return refuse(&child, error);
  }
  child.process = process;
  child.from = ends[0];
  c->all[c->count++] = child;
  return EP_OK;
}

/// @}
/// @name End
/// @{

/// The first query that is not done with gets the blame.
static void blame(plan* p, plan_status status, const char* remark)
{
  for (int32_t i = 0; i < p->leg_count; ++i)
  {
    plan_leg* leg = &p->legs[i];
    if (leg->status == PLAN_NOT_TRIED)
    {
      leg->status = status;
      snprintf(leg->remark, sizeof leg->remark, "%s", remark);
      return;
    }
  }
}

static void tell_end(plan_child* child, int status)
{
  char remark[100];
  if (child->ended && child->told)
  {
    snprintf(remark, sizeof remark, "ended, for it went on after the interruption");
    blame(&child->plan, PLAN_INTERRUPTED, remark);
    return;
  }
  if (child->ended)
  {
    snprintf(remark, sizeof remark, "ended, for there was no answer after %.0f s",
             program_now() - child->begin);
  }
  else if (WIFSIGNALED(status))
  {
    snprintf(remark, sizeof remark, "the planner crashed: signal %d, %s", WTERMSIG(status),
             strsignal(WTERMSIG(status)));
  }
  else
  {
    snprintf(remark, sizeof remark, "the planner ended its process, with status %d",
             WEXITSTATUS(status));
  }
  blame(&child->plan, child->ended ? PLAN_HUNG : PLAN_CRASHED, remark);
}

static int reap(const plan_child* child)
{
  int status = 0;
  while (waitpid((pid_t)child->process, &status, 0) < 0 && errno == EINTR)
  {
  }
  return status;
}

/// What a child that closed its pipe has told.
static ep_status finish(plan_child* child, plan_outcome* outcome, ep_error* error)
{
  plan_message_end end;
  const int32_t size = ep_scene_config_size(child->plan.scene);
  plan_message_read(child->bytes, child->count, size, &child->plan, &end);
  const int status = reap(child);
  close(child->from);
  free(child->bytes);
  // A child that somebody else told to end is a run that ended so, for this job goes on.
  *outcome =
      (plan_outcome){.number = child->number, .interrupted = end.interrupted && interrupt_asked()};
  if (end.status == EP_ERROR_MEMORY)
  {
    blame(&child->plan, PLAN_FAILED, "no memory");
  }
  else if (end.status != EP_OK)
  {
    plan_clear(&child->plan);
    *error = end.error;
    return end.status;
  }
  else if (!end.is_there)
  {
    outcome->interrupted = child->told;
    tell_end(child, status);
  }
  outcome->plan = child->plan;
  return EP_OK;
}

void plan_children_end(plan_children* c)
{
  for (int32_t i = 0; i < c->count; ++i)
  {
    plan_child* child = &c->all[i];
    kill((pid_t)child->process, SIGKILL);
    reap(child);
    close(child->from);
    free(child->bytes);
    plan_clear(&child->plan);
  }
  c->count = 0;
}

/// @}
/// @name Wait
/// @{

/// Reads what is there. False at the end of the pipe, and where there is no memory for more.
static bool listen_to(plan_child* child)
{
  if (child->room - child->count < BLOCK_SIZE)
  {
    const size_t room = 2 * child->room + BLOCK_SIZE;
    char* bytes = realloc(child->bytes, room);
    if (bytes == NULL)
    {
      kill((pid_t)child->process, SIGKILL);
      return false;
    }
    child->bytes = bytes;
    child->room = room;
  }
  const ssize_t got = read(child->from, child->bytes + child->count, BLOCK_SIZE);
  child->count += got > 0 ? (size_t)got : 0;
  return got > 0 || (got < 0 && errno == EINTR);
}

/// Passes Ctrl-C on, and ends what takes too long.
static void watch(plan_children* c)
{
  const double now = program_now();
  for (int32_t i = 0; i < c->count; ++i)
  {
    plan_child* child = &c->all[i];
    if (interrupt_asked() && !child->told)
    {
      child->told = true;
      child->seconds_max =
          fmin(child->seconds_max, now - child->begin + fmin(c->patience, INTERRUPT_PATIENCE));
      kill((pid_t)child->process, SIGTERM);
    }
    if (now - child->begin > child->seconds_max && !child->ended)
    {
      child->ended = true;
      kill((pid_t)child->process, SIGKILL);
    }
  }
  if (c->bar != NULL)
  {
    progress_show(c->bar, c->done, NULL);
  }
}

/// The place of a child that closed its pipe, or -1.
static int32_t poll_all(plan_children* c)
{
  struct pollfd ends[PLAN_CHILDREN_MAX];
  for (int32_t i = 0; i < c->count; ++i)
  {
    ends[i] = (struct pollfd){.fd = c->all[i].from, .events = POLLIN};
  }
  if (poll(ends, (nfds_t)c->count, PAUSE) <= 0)
  {
    return -1;
  }
  for (int32_t i = 0; i < c->count; ++i)
  {
    if (ends[i].revents != 0 && !listen_to(&c->all[i]))
    {
      return i;
    }
  }
  return -1;
}

ep_status plan_children_wait(plan_children* c, plan_outcome* outcome, ep_error* error)
{
  int32_t at = -1;
  while (at < 0)
  {
    watch(c);
    at = poll_all(c);
  }
  plan_child child = c->all[at];
  c->all[at] = c->all[--c->count];
  ++c->done;
  return finish(&child, outcome, error);
}

/// @}
