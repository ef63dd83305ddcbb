/// @file cull_kernel_sets.h
/// The tables of kernels there are. EP_KERNELS_AVX2 is defined where that file was built.
#ifndef EP_CULL_KERNEL_SETS_H
#define EP_CULL_KERNEL_SETS_H

#include "cull_kernel.h"

extern const ep_kernels ep_kernels_portable;
#ifdef EP_KERNELS_AVX2
extern const ep_kernels ep_kernels_avx2;
#endif

#endif
