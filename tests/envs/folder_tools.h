/// @file folder_tools.h
/// A folder of its own for a test, with the files it writes.
///
/// A source that includes this defines _XOPEN_SOURCE 700 first, for mkdtemp and nftw.
#ifndef EP_TEST_FOLDER_TOOLS_H
#define EP_TEST_FOLDER_TOOLS_H

#include "ep_test.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/// The folder of the test that runs.
static char test_folder[256];

static inline const char* folder_make(void)
{
  const char* where = getenv("TMPDIR");
  snprintf(test_folder, sizeof test_folder, "%s/ep_test_XXXXXX", where != NULL ? where : "/tmp");
  ck_assert_ptr_nonnull(mkdtemp(test_folder));
  return test_folder;
}

static inline int remove_entry(const char* path, const struct stat* info, int kind,
                               struct FTW* place)
{
  (void)info;
  (void)kind;
  (void)place;
  return remove(path);
}

static inline void folder_remove(void)
{
  ck_assert_int_eq(nftw(test_folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS), 0);
}

/// The path of a name in the folder; overwritten by the eighth call after this one.
static inline const char* in_folder(const char* name)
{
  static char paths[8][1024];
  static int next;
  char* path = paths[next++ % 8];
  snprintf(path, sizeof paths[0], "%s/%s", test_folder, name);
  return path;
}

/// Writes a file, and the folders above it.
static inline const char* write_bytes(const char* name, const void* bytes, size_t size)
{
  const char* path = in_folder(name);
  for (char* slash = strchr(path + strlen(test_folder) + 1, '/'); slash != NULL;
       slash = strchr(slash + 1, '/'))
  {
    *slash = 0;
    ck_assert(mkdir(path, 0777) == 0 || errno == EEXIST);
    *slash = '/';
  }
  remove(path); // some file systems write out a file that is cut and written again: that is slow
  FILE* file = fopen(path, "wb");
  ck_assert_ptr_nonnull(file);
  ck_assert_uint_eq(fwrite(bytes, 1, size, file), size);
  ck_assert_int_eq(fclose(file), 0);
  return path;
}

static inline const char* write_text(const char* name, const char* text)
{
  return write_bytes(name, text, strlen(text));
}

#endif
