/// @file io_pool.h
/// Memory in many small pieces that is given back all at once.
#ifndef EP_IO_POOL_H
#define EP_IO_POOL_H

#include <stddef.h>

/// Zeroed: an empty pool.
typedef struct ep_pool
{
  struct ep_pool_block* blocks; ///< the newest first
} ep_pool;

/// Gives everything back. Takes an empty pool.
void ep_pool_clear(ep_pool* pool);

/// Zeroed memory for `count` elements, aligned for any type; NULL if there is none left. A count of
/// 0 gives a pointer that must not be followed.
void* ep_pool_take(ep_pool* pool, size_t count, size_t size);

/// A copy of `length` bytes with a zero byte behind them. NULL if there is no memory.
char* ep_pool_text(ep_pool* pool, const char* bytes, size_t length);

/// A copy of a string. NULL if there is no memory.
char* ep_pool_string(ep_pool* pool, const char* string);

/// The text that printf would write. NULL if there is no memory.
char* ep_pool_print(ep_pool* pool, const char* format, ...) __attribute__((format(printf, 2, 3)));

#endif
