/// @file io_pool.c
#include "io_pool.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Small pieces share blocks of this many bytes; a larger piece has a block of its own.
#define BLOCK_SIZE ((size_t)1 << 16)

struct ep_pool_block
{
  struct ep_pool_block* next;
  size_t size;
  size_t used;
  max_align_t bytes[];
};

void ep_pool_clear(ep_pool* pool)
{
  while (pool->blocks != NULL)
  {
    struct ep_pool_block* block = pool->blocks;
    pool->blocks = block->next;
    free(block);
  }
}

static struct ep_pool_block* add_block(ep_pool* pool, size_t size)
{
  struct ep_pool_block* block = calloc(1, sizeof *block + size);
  if (block != NULL)
  {
    block->size = size;
    block->next = pool->blocks;
    pool->blocks = block;
  }
  return block;
}

void* ep_pool_take(ep_pool* pool, size_t count, size_t size)
{
  const size_t unit = sizeof(max_align_t);
  if (size != 0 && count > (SIZE_MAX / 4) / size)
  {
    return NULL;
  }
  const size_t wanted = (count * size + unit - 1) / unit * unit;
  struct ep_pool_block* block = pool->blocks;
  if (block == NULL || block->size - block->used < wanted)
  {
    block = add_block(pool, wanted > BLOCK_SIZE ? wanted : BLOCK_SIZE);
  }
  if (block == NULL)
  {
    return NULL;
  }
  char* at = (char*)block->bytes + block->used;
  block->used += wanted;
  return at;
}

char* ep_pool_text(ep_pool* pool, const char* bytes, size_t length)
{
  char* copy = ep_pool_take(pool, length + 1, 1);
  if (copy != NULL && length > 0)
  {
    memcpy(copy, bytes, length);
  }
  return copy;
}

char* ep_pool_string(ep_pool* pool, const char* string)
{
  return ep_pool_text(pool, string, strlen(string));
}

char* ep_pool_print(ep_pool* pool, const char* format, ...)
{
  va_list list;
  va_start(list, format);
  const int length = vsnprintf(NULL, 0, format, list);
  va_end(list);
  char* text = length < 0 ? NULL : ep_pool_take(pool, (size_t)length + 1, 1);
  if (text != NULL)
  {
    va_start(list, format);
    vsnprintf(text, (size_t)length + 1, format, list);
    va_end(list);
  }
  return text;
}
