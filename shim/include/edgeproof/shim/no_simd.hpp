/// @file no_simd.hpp
/// Included before anything of Eigen: OMPL and FCL as Debian builds them know nothing of AVX, with
/// which Eigen's types have another alignment, and memory that one side gives the other takes back
/// wrongly.
#ifndef EP_SHIM_NO_SIMD_HPP
#define EP_SHIM_NO_SIMD_HPP

#ifdef __AVX__
#error "compile this without -march=native, -mavx and the like: OMPL and FCL are built without"
#endif

#endif
