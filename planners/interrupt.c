/// @file interrupt.c
#define _POSIX_C_SOURCE 200809L // sigaction
#include "interrupt.h"

#include "program.h"

#include <signal.h>
#include <stddef.h>
#include <string.h>
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

void interrupt_watch(void)
{
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = note;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  (void)sigaction(SIGINT, &action, NULL);
  (void)sigaction(SIGTERM, &action, NULL);
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
