/// @file interrupt.h
/// Ctrl-C. The first one asks the program to end with what there is; another one, half a second
/// later or more, ends it.
#ifndef INTERRUPT_H
#define INTERRUPT_H

#include <stdbool.h>

/// From now on SIGINT, SIGTERM and (unless it is ignored, as under nohup) SIGHUP are noted. The one
/// piece of state that this program shares with a signal handler is here.
void interrupt_watch(void);

/// In a process that was forked to work for another one: signals are noted, however many come, and
/// it goes when its parent goes. The parent tells it of Ctrl-C; the terminal may do so too.
void interrupt_watch_child(void);

bool interrupt_asked(void);

/// The same as the callback that long work asks: not 0 ends it. user is not looked at.
int interrupt_cancel(void* user);

#endif
