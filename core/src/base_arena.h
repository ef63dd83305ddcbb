/// @file base_arena.h
/// One block of memory for one object and everything it owns.
///
/// Used in two passes over the same code: first with base == NULL to measure, then with a block of
/// that size to hand out the pieces. So an object is one allocation and one release, and a failure
/// leaves nothing behind.
#ifndef EP_BASE_ARENA_H
#define EP_BASE_ARENA_H

#include "base_fp.h"
#include "edgeproof/base.h"

typedef struct ep_arena
{
  unsigned char* base; ///< NULL while measuring
  size_t used;
} ep_arena;

/// The next piece, zeroed, aligned to 64 bytes; NULL while measuring. `count * size` must not
/// overflow: every caller's counts are limited before.
void* ep_arena_take(ep_arena* arena, size_t count, size_t size);

/// A block for an arena that measured `bytes`, aligned to 64 bytes, zeroed; NULL if there is none.
void* ep_block_allocate(const ep_allocator* allocator, size_t bytes);

/// Takes NULL.
void ep_block_release(const ep_allocator* allocator, void* block);

#endif
