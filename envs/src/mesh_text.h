/// @file mesh_text.h
/// Lines and words of a text file in memory.
///
/// Lines end with LF, CR LF or CR; words are whatever stands between blanks. The text ends with a
/// zero byte and has no other, so that no step needs to look where the end is.
#ifndef EP_MESH_TEXT_H
#define EP_MESH_TEXT_H

#include "io_file.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct ep_scanner
{
  const char* at;
  int64_t line; ///< of the byte at `at`, from 1
} ep_scanner;

/// The bytes [begin, end).
typedef struct ep_word
{
  const char* begin;
  const char* end;
} ep_word;

/// A word as messages show it: what cannot be printed is a question mark, what is too long is cut.
typedef struct ep_quote
{
  char text[48];
} ep_quote;

ep_quote ep_word_quote(ep_word word);

/// Whether the word is this text; letters of the word may be of any case, `lower` has small ones.
bool ep_word_is(ep_word word, const char* lower);

/// From the first byte, after a byte order mark if there is one.
ep_scanner ep_scanner_start(const ep_text* text);

static inline bool ep_is_blank(char c)
{
  return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

/// Also the zero byte behind the text.
static inline bool ep_is_line_end(char c)
{
  return c == '\n' || c == '\r' || c == 0;
}

static inline void ep_scan_blanks(ep_scanner* s)
{
  while (ep_is_blank(*s->at))
  {
    ++s->at;
  }
}

/// The next word of this line; false if there is none.
static inline bool ep_scan_word(ep_scanner* s, ep_word* word)
{
  ep_scan_blanks(s);
  word->begin = s->at;
  while (!ep_is_blank(*s->at) && !ep_is_line_end(*s->at))
  {
    ++s->at;
  }
  word->end = s->at;
  return word->end > word->begin;
}

/// To the end of this line.
static inline void ep_scan_rest(ep_scanner* s)
{
  while (!ep_is_line_end(*s->at))
  {
    ++s->at;
  }
}

/// From the end of a line to the begin of the next; false if there is none, and the last line has
/// no end.
static inline bool ep_scan_line_end(ep_scanner* s)
{
  if (*s->at == 0)
  {
    return false;
  }
  s->at += s->at[0] == '\r' && s->at[1] == '\n' ? 2 : 1;
  ++s->line;
  return true;
}

/// The next word of this line or of a later one; false at the end of the text.
bool ep_scan_any_word(ep_scanner* s, ep_word* word);

#endif
