/// @file interrupt.c
#define _DEFAULT_SOURCE // sigaction, prctl
#include "interrupt.h"

#include "program.h"

#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

static volatile sig_atomic_t asked = 0;

static void note(int number)
{
  (void)number;
  if (asked != 0)
  {
    _exit(PROGRAM_INTERRUPTED);
  }
  asked = 1;
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
  return asked != 0;
}

int interrupt_cancel(void* user)
{
  (void)user;
  return asked != 0;
}
