/// @file bench_lines.c
#include "bench_lines.h"

#include "bench.h"

#include <stdlib.h>

ep_status bench_lines_make(const ep_scene* scene, bench_lines* lines, ep_error* error)
{
  const int32_t robots = ep_scene_robot_count(scene);
  *lines = (bench_lines){.edges = calloc((size_t)robots + 1, sizeof(ep_edge*))};
  ep_status status =
      lines->edges != NULL ? EP_OK : bench_refuse(error, EP_ERROR_MEMORY, "no memory for motions");
  for (; lines->count < robots && status == EP_OK; ++lines->count)
  {
    const ep_machine* machine = ep_robot_machine(ep_scene_robot(scene, lines->count));
    status = ep_edge_create(machine, &lines->edges[lines->count], error);
  }
  if (status != EP_OK)
  {
    bench_lines_clear(lines);
  }
  return status;
}

void bench_lines_clear(bench_lines* lines)
{
  for (int32_t i = 0; i < lines->count; ++i)
  {
    ep_edge_destroy(lines->edges[i]);
  }
  free(lines->edges);
  *lines = (bench_lines){.count = 0};
}

ep_status bench_lines_set(const bench_lines* lines, const double* q0, const double* q1,
                          ep_error* error)
{
  ep_status status = EP_OK;
  for (int32_t i = 0; i < lines->count && status == EP_OK; ++i)
  {
    const int32_t size = ep_machine_config_size(ep_edge_machine(lines->edges[i]));
    status = ep_edge_set(lines->edges[i], q0, q1, error);
    q0 += size;
    q1 += size;
  }
  return status;
}

ep_status bench_lines_config(const bench_lines* lines, double t, double* q)
{
  ep_status status = EP_OK;
  for (int32_t i = 0; i < lines->count && status == EP_OK; ++i)
  {
    status = ep_edge_config(lines->edges[i], t, q);
    q += ep_machine_config_size(ep_edge_machine(lines->edges[i]));
  }
  return status;
}
