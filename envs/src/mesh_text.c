/// @file mesh_text.c
#include "mesh_text.h"

#include <string.h>

ep_quote ep_word_quote(ep_word word)
{
  ep_quote quote;
  const size_t room = sizeof quote.text - 1;
  const size_t size = (size_t)(word.end - word.begin);
  const size_t shown = size < room ? size : room;
  for (size_t i = 0; i < shown; ++i)
  {
    const char c = word.begin[i];
    quote.text[i] = c >= ' ' && c <= '~' ? c : '?';
  }
  if (size > room)
  {
    memcpy(quote.text + room - 3, "...", 3);
  }
  quote.text[shown] = 0;
  return quote;
}

bool ep_word_is(ep_word word, const char* lower)
{
  const size_t size = strlen(lower);
  if ((size_t)(word.end - word.begin) != size)
  {
    return false;
  }
  for (size_t i = 0; i < size; ++i)
  {
    const char c = word.begin[i];
    if ((c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c) != lower[i])
    {
      return false;
    }
  }
  return true;
}

ep_scanner ep_scanner_start(const ep_text* text)
{
  const bool has_mark = strncmp(text->bytes, "\xef\xbb\xbf", 3) == 0;
  return (ep_scanner){text->bytes + (has_mark ? 3 : 0), 1};
}

bool ep_scan_any_word(ep_scanner* s, ep_word* word)
{
  while (!ep_scan_word(s, word))
  {
    if (!ep_scan_line_end(s))
    {
      return false;
    }
  }
  return true;
}
