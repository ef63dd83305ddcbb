/// @file base_arena.c
#include "base_arena.h"

#include <stdlib.h>
#include <string.h>

#define ALIGNMENT ((size_t)64)

static size_t round_up(size_t bytes)
{
  return (bytes + ALIGNMENT - 1) & ~(ALIGNMENT - 1);
}

void* ep_arena_take(ep_arena* arena, size_t count, size_t size)
{
  const size_t start = arena->used;
  arena->used += round_up(count * size);
  return arena->base == NULL ? NULL : arena->base + start;
}

/// The hook's own pointer is kept just below the aligned block that we hand out.
void* ep_block_allocate(const ep_allocator* allocator, size_t bytes)
{
  const size_t total = bytes + ALIGNMENT + sizeof(void*);
  void* raw =
      allocator->allocate == NULL ? malloc(total) : allocator->allocate(total, allocator->user);
  if (raw == NULL)
  {
    return NULL;
  }
  const uintptr_t first = (uintptr_t)raw + sizeof(void*);
  const size_t skip = sizeof(void*) + (ALIGNMENT - first % ALIGNMENT) % ALIGNMENT;
  unsigned char* block = (unsigned char*)raw + skip;
  memcpy(block - sizeof raw, &raw, sizeof raw);
  memset(block, 0, bytes);
  return block;
}

void ep_block_release(const ep_allocator* allocator, void* block)
{
  if (block == NULL)
  {
    return;
  }
  void* raw = NULL;
  memcpy(&raw, (unsigned char*)block - sizeof raw, sizeof raw);
  if (allocator->release == NULL)
  {
    free(raw);
  }
  else
  {
    allocator->release(raw, allocator->user);
  }
}
