/// @file shim_tools.h
/// What the tests of the URDF shim share: texts that must be read, and texts that must not.
#ifndef EP_TEST_SHIM_TOOLS_H
#define EP_TEST_SHIM_TOOLS_H

#include "ep_test.h"

#include "edgeproof/shim/urdf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Of the last text that was read.
static char message[512];

static inline ep_urdf* read_good(const char* text)
{
  ep_urdf* urdf = NULL;
  const ep_shim_result result = ep_urdf_read(text, strlen(text), &urdf, message, sizeof message);
  ck_assert_msg(result == EP_SHIM_OK, "%s", message);
  ck_assert_str_eq(message, "");
  return urdf;
}

static inline void expect_text_refused(const char* text, size_t size, const char* words)
{
  ep_urdf* urdf = (ep_urdf*)message; // must be overwritten
  const ep_shim_result result = ep_urdf_read(text, size, &urdf, message, sizeof message);
  ck_assert_msg(result == EP_SHIM_REFUSED, "expected '%s', but result %d '%s' for %.200s", words,
                (int)result, message, text);
  ck_assert_ptr_null(urdf);
  ck_assert_msg(strstr(message, words) != NULL, "'%s' is not in '%s'", words, message);
}

/// Repeats a piece; the caller frees.
static inline char* repeated(const char* before, const char* piece, size_t times, const char* after)
{
  const size_t size = strlen(piece);
  char* text = malloc(strlen(before) + times * size + strlen(after) + 1);
  ck_assert_ptr_nonnull(text);
  char* at = text + strlen(strcpy(text, before));
  for (size_t i = 0; i < times; ++i, at += size)
  {
    memcpy(at, piece, size);
  }
  strcpy(at, after);
  return text;
}

typedef struct bad_text
{
  const char* text;
  const char* words;
} bad_text;

static inline void expect_all_refused(const bad_text* cases, size_t count, const char* before,
                                      const char* after)
{
  for (size_t i = 0; i < count; ++i)
  {
    char text[4096];
    snprintf(text, sizeof text, "%s%s%s", before, cases[i].text, after);
    expect_text_refused(text, strlen(text), cases[i].words);
  }
}

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

#endif
