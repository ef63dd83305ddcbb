/// @file cull_kernel_portable.c
/// The wide kernels for any processor, and the choice among all of them.
#define EP_KERNEL_NAME(x) x##_portable
#include "cull_kernel_body.h"
#include "cull_kernel_place.h"
#include "cull_kernel_planes.h"
#include "cull_kernel_sets.h"

const ep_kernels ep_kernels_portable = {
    "portable",         place_boxes_portable, place_axes_portable, place_triangles_portable,
    boxes_portable,     axes_portable,        largest_portable,    near_portable,
    triangles_portable, planes_portable};

const ep_kernels* ep_kernels_at(int32_t index)
{
  if (index == 0)
  {
    return &ep_kernels_portable;
  }
#ifdef EP_KERNELS_AVX2
  if (index == 1 && __builtin_cpu_supports("avx2"))
  {
    return &ep_kernels_avx2;
  }
#endif
  return NULL;
}

const ep_kernels* ep_kernels_best(void)
{
  int32_t index = 0;
  while (ep_kernels_at(index + 1) != NULL)
  {
    ++index;
  }
  return ep_kernels_at(index);
}
