/// @file io_file.h
/// Whole files in memory, names of files, and messages about them.
#ifndef EP_IO_FILE_H
#define EP_IO_FILE_H

#include "edgeproof/base.h"

#include <stdbool.h>

/// The bytes of a file, followed by a zero byte that is not counted.
typedef struct ep_text
{
  char* bytes;
  size_t size;
} ep_text;

/// Reads a regular file of at most `limit` bytes. On failure *text is zeroed; the message begins
/// with the path. The caller frees text->bytes.
ep_status ep_file_read(const char* path, int64_t limit, ep_text* text, ep_error* error);

/// Whether a regular file is there.
bool ep_file_exists(const char* path);

/// `name` as seen from the file `from`: an absolute name as it is, any other beside `from`. NULL if
/// there is no memory; the caller frees.
char* ep_path_beside(const char* from, const char* name);

/// folder/name, or name where it is absolute. NULL if there is no memory; the caller frees.
char* ep_path_join(const char* folder, const char* name);

/// A copy. NULL if there is no memory; the caller frees.
char* ep_string_copy(const char* string);

/// Whether the bytes are valid UTF-8 without zero bytes; *bad is the offset of the first that are
/// not. May be NULL.
bool ep_text_is_utf8(const char* bytes, size_t size, size_t* bad);

/// Writes status and message, as printf does, and returns the status. error may be NULL.
ep_status ep_envs_fail(ep_error* error, ep_status status, const char* format, ...)
    __attribute__((format(printf, 3, 4)));

/// EP_OK and an empty message. error may be NULL.
ep_status ep_envs_ok(ep_error* error);

#endif
