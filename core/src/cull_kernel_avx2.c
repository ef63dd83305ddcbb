/// @file cull_kernel_avx2.c
/// The wide kernels for processors with AVX2; this file alone is compiled with -mavx2.
#define EP_KERNEL_NAME(x) x##_avx2
#include "cull_kernel_body.h"
#include "cull_kernel_place.h"
#include "cull_kernel_planes.h"
#include "cull_kernel_sets.h"

const ep_kernels ep_kernels_avx2 = {
    "avx2",    place_boxes_avx2, place_axes_avx2, place_triangles_avx2, boxes_avx2,
    axes_avx2, largest_avx2,     near_avx2,       triangles_avx2,       planes_avx2};
