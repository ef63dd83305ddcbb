/// @file interrupt.c
#define _DEFAULT_SOURCE // sigaction, prctl
#include "interrupt.h"

#include "program.h"

#include <assert.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

/// When, in milliseconds of a clock that is not at 0; 0 while nobody has. Written in whichever
/// thread the signal arrives, read by all: sig_atomic_t is for one thread only.
static atomic_llong asked;
static_assert(ATOMIC_LLONG_LOCK_FREE == 2, "a signal handler must not take a lock");

/// Milliseconds within which signals are one: timeout(1) tells the process and then its group.
#define SAME_SIGNAL 500

/// clock_gettime() may be called in a handler.
static long long milliseconds(void)
{
  struct timespec t;
  (void)clock_gettime(CLOCK_MONOTONIC, &t);
  return (long long)t.tv_sec * 1000 + t.tv_nsec / 1000000 + 1;
}

static void note(int number)
{
  (void)number;
  const long long now = milliseconds();
  long long first = 0;
  if (!atomic_compare_exchange_strong(&asked, &first, now) && now - first > SAME_SIGNAL)
  {
    _exit(PROGRAM_INTERRUPTED);
  }
}

static void note_only(int number)
{
  (void)number;
  atomic_store(&asked, milliseconds());
}

static void watch(void (*handler)(int))
{
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  (void)sigaction(SIGINT, &action, NULL);
  (void)sigaction(SIGTERM, &action, NULL);
  struct sigaction before;
  if (sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler != SIG_IGN) // nohup
  {
    (void)sigaction(SIGHUP, &action, NULL);
  }
}

void interrupt_watch(void)
{
  watch(note);
}

void interrupt_watch_child(void)
{
  watch(note_only);
  (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
}

bool interrupt_asked(void)
{
  return atomic_load(&asked) != 0;
}

int interrupt_cancel(void* user)
{
  (void)user;
  return atomic_load(&asked) != 0;
}
