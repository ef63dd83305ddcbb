/// @file plan_message.h
/// What a planning run tells the process that waits for it, through a pipe: each query when it is
/// done with, and the end. A run that crashes in between has told what it had. Both sides are the
/// same program, forked; so numbers stand as they are in memory.
#ifndef PLAN_MESSAGE_H
#define PLAN_MESSAGE_H

#include "plan.h"

#include <stdio.h>

/// How a run ended.
typedef struct plan_message_end
{
  bool is_there;    ///< the run came to its end
  bool interrupted; ///< by Ctrl-C: what is there may not be all
  ep_status status;
  ep_error error; ///< of the status
} plan_message_end;

/// Tells of one query, the `number`-th of the run. `size` values make a configuration.
void plan_message_send_leg(int32_t number, const plan_leg* leg, int32_t size, FILE* out);
void plan_message_send_end(const plan_message_end* end, FILE* out);

/// Reads all that was told. The legs that it tells of replace those of `result`, which has not been
/// tried yet; what is cut off at the end is left out. *end is zeroed where there is none.
void plan_message_read(const char* bytes, size_t count, int32_t size, plan* result,
                       plan_message_end* end);

#endif
