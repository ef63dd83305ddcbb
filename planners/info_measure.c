/// @file info_measure.c
/// Numbers that both forms of `edgeproof info` show.
#include "info.h"

#include <stdio.h>

// getrusage() counts what the program that started this one had used.
double info_most_memory(void)
{
  FILE* status = fopen("/proc/self/status", "r");
  char line[256];
  long kilobytes = 0;
  while (status != NULL && fgets(line, sizeof line, status) != NULL)
  {
    if (sscanf(line, "VmHWM: %ld", &kilobytes) == 1)
    {
      break;
    }
  }
  if (status != NULL)
  {
    fclose(status);
  }
  return 1e-3 * (double)kilobytes;
}

int32_t info_moving_pairs(const ep_world* world)
{
  int32_t moving = 0;
  for (int32_t i = 0; i < ep_world_body_count(world); ++i)
  {
    ep_body_info body;
    if (ep_world_get_body(world, i, &body) == EP_OK)
    {
      moving += body.kind == EP_BODY_ROPE || (body.kind == EP_BODY_LINK && body.triangles > 0);
    }
  }
  return moving * (moving - 1) / 2;
}
