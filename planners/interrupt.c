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
#include <unistd.h>

/// Written in whichever thread the signal arrives, read by all: sig_atomic_t is for one thread
/// only.
static atomic_int asked;
static_assert(ATOMIC_INT_LOCK_FREE == 2, "a signal handler must not take a lock");

static void note(int number)
{
  (void)number;
  if (atomic_exchange(&asked, 1) != 0)
  {
    _exit(PROGRAM_INTERRUPTED);
  }
}

static void note_only(int number)
{
  (void)number;
  asked = 1;
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
