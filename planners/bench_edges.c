/// @file bench_edges.c
#include "bench_edges.h"

#include <stdlib.h>
#include <string.h>

bool bench_edges_grow(ep_edges* edges, int32_t more)
{
  const size_t count = (size_t)edges->count + (size_t)more + 1;
  const size_t values = count * (size_t)edges->config_size * sizeof(double);
  double* q0 = realloc(edges->q0, values);
  edges->q0 = q0 != NULL ? q0 : edges->q0;
  double* q1 = realloc(edges->q1, values);
  edges->q1 = q1 != NULL ? q1 : edges->q1;
  ep_edge_label* labels = realloc(edges->labels, count * sizeof *labels);
  edges->labels = labels != NULL ? labels : edges->labels;
  int32_t* lines = realloc(edges->lines, count * sizeof *lines);
  edges->lines = lines != NULL ? lines : edges->lines;
  return q0 != NULL && q1 != NULL && labels != NULL && lines != NULL;
}

void bench_edges_add(ep_edges* edges, const double* q0, const double* q1)
{
  const size_t size = (size_t)edges->config_size;
  memcpy(edges->q0 + (size_t)edges->count * size, q0, size * sizeof(double));
  memcpy(edges->q1 + (size_t)edges->count * size, q1, size * sizeof(double));
  edges->labels[edges->count] = EP_LABEL_NONE;
  edges->lines[edges->count] = edges->count + 1;
  ++edges->count;
}
