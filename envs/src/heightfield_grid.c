/// @file heightfield_grid.c
/// ESRI ASCII grids: lines of a keyword and a number, then the heights, from north to south.
#define _POSIX_C_SOURCE 200809L // strncasecmp
#include "heightfield.h"

#include "io_file.h"
#include "io_number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/// What the format says where a file names no value for missing heights.
#define NODATA_DEFAULT (-9999.0)

typedef enum keyword
{
  NCOLS,
  NROWS,
  XLLCORNER,
  XLLCENTER,
  YLLCORNER,
  YLLCENTER,
  CELLSIZE,
  NODATA_VALUE,
  KEYWORD_COUNT
} keyword;

static const char* const keyword_names[KEYWORD_COUNT] = {"ncols",     "nrows",       "xllcorner",
                                                         "xllcenter", "yllcorner",   "yllcenter",
                                                         "cellsize",  "nodata_value"};

/// A file that is being read, word by word.
typedef struct reader
{
  const char* path;
  ep_error* error;
  const char* at;
  const char* end;
  int32_t line;
  const char* word; ///< the last one; its length is 0 at the end of the file
  int length;
  int32_t word_line;
  bool given[KEYWORD_COUNT];
  double number[KEYWORD_COUNT];
  int64_t whole[2]; ///< of NCOLS and NROWS, in place of number
} reader;

/// Refuses the last word. A macro, so that the compiler checks the format.
#define REFUSE(r, format, ...)                                                                     \
  ep_envs_fail((r)->error, EP_ERROR_INPUT, "%s:%d: " format, (r)->path, (int)(r)->word_line,       \
               __VA_ARGS__)

static bool is_blank(char c)
{
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static void next_word(reader* r)
{
  while (r->at < r->end && is_blank(*r->at))
  {
    r->line += *r->at++ == '\n';
  }
  r->word = r->at;
  r->word_line = r->line;
  while (r->at < r->end && !is_blank(*r->at))
  {
    ++r->at;
  }
  r->length = (int)(r->at - r->word);
}

/// How much of a word goes into a message.
static int shown(const reader* r)
{
  return r->length < 40 ? r->length : 40;
}

static bool word_is_number(const reader* r)
{
  double number;
  return ep_number_read(r->word, r->word + r->length, &number);
}

/// The number behind a keyword; counts must be whole.
static ep_status read_entry(reader* r, keyword k)
{
  if (r->given[k])
  {
    return REFUSE(r, "%s was there before", keyword_names[k]);
  }
  next_word(r);
  const char* end = r->word + r->length;
  const bool count = k == NCOLS || k == NROWS;
  if (count ? !ep_integer_read(r->word, end, &r->whole[k])
            : !ep_number_read(r->word, end, &r->number[k]))
  {
    return REFUSE(r, "%s: '%.*s' is not a %snumber", keyword_names[k], shown(r), r->word,
                  count ? "whole " : "");
  }
  r->given[k] = true;
  next_word(r);
  return EP_OK;
}

/// Keywords, until a number comes.
static ep_status read_header(reader* r)
{
  next_word(r);
  while (r->length > 0 && !word_is_number(r))
  {
    int k = 0;
    while (k < KEYWORD_COUNT && (strlen(keyword_names[k]) != (size_t)r->length ||
                                 strncasecmp(r->word, keyword_names[k], (size_t)r->length) != 0))
    {
      ++k;
    }
    if (k == KEYWORD_COUNT)
    {
      return REFUSE(r, "'%.*s' is neither a number nor a keyword of an ESRI ASCII grid", shown(r),
                    r->word);
    }
    const ep_status status = read_entry(r, (keyword)k);
    if (status != EP_OK)
    {
      return status;
    }
  }
  return EP_OK;
}

static ep_status check_header(const reader* r)
{
  const keyword needed[3] = {NCOLS, NROWS, CELLSIZE};
  for (int i = 0; i < 3; ++i)
  {
    if (!r->given[needed[i]])
    {
      return REFUSE(r, "%s is missing before the heights", keyword_names[needed[i]]);
    }
  }
  const keyword corner[2] = {XLLCORNER, YLLCORNER};
  for (int i = 0; i < 2; ++i)
  {
    // The keyword for the centre follows the one for the corner.
    const keyword c = corner[i];
    if (r->given[c] == r->given[c + 1])
    {
      return REFUSE(r, "one of %s and %s is needed, there are %s", keyword_names[c],
                    keyword_names[c + 1], r->given[c] ? "both" : "none");
    }
  }
  if (!(r->number[CELLSIZE] > 0.0))
  {
    return REFUSE(r, "cellsize %g must be more than 0", r->number[CELLSIZE]);
  }
  return EP_OK;
}

/// A sample stands in the middle of what the format calls a cell.
static void place(const reader* r, ep_heightfield* field)
{
  field->spacing = r->number[CELLSIZE];
  field->origin[0] =
      r->given[XLLCENTER] ? r->number[XLLCENTER] : r->number[XLLCORNER] + 0.5 * field->spacing;
  field->origin[1] =
      r->given[YLLCENTER] ? r->number[YLLCENTER] : r->number[YLLCORNER] + 0.5 * field->spacing;
}

static ep_status read_heights(reader* r, ep_heightfield* field)
{
  const double nodata = r->given[NODATA_VALUE] ? r->number[NODATA_VALUE] : NODATA_DEFAULT;
  const int64_t total = (int64_t)field->columns * field->rows;
  int64_t count = 0;
  for (; r->length > 0; ++count)
  {
    double height;
    if (count == total)
    {
      return REFUSE(r, "'%.*s' follows the last of %d times %d heights", shown(r), r->word,
                    (int)field->columns, (int)field->rows);
    }
    if (!ep_number_read(r->word, r->word + r->length, &height))
    {
      return REFUSE(r, "height %lld: '%.*s' is not a number", (long long)count + 1, shown(r),
                    r->word);
    }
    const bool hole = height == nodata;
    field->holes += hole;
    const int64_t row = field->rows - 1 - count / field->columns;
    field->heights[row * field->columns + count % field->columns] = hole ? (double)NAN : height;
    next_word(r);
  }
  return count == total ? EP_OK
                        : REFUSE(r, "the file ends after %lld heights, %d times %d are needed",
                                 (long long)count, (int)field->columns, (int)field->rows);
}

static ep_status read_grid(reader* r, size_t size, ep_heightfield* field)
{
  ep_status status = read_header(r);
  status = status != EP_OK ? status : check_header(r);
  if (status != EP_OK)
  {
    return status;
  }
  // A height takes a digit and a blank at least, but for the last one.
  const int64_t most = ((int64_t)size + 1) / 2;
  status = ep_heightfield_reserve(r->path, r->whole[NCOLS], r->whole[NROWS], most, field, r->error);
  if (status != EP_OK)
  {
    return status;
  }
  place(r, field);
  return read_heights(r, field);
}

ep_status ep_heightfield_load_grid(const char* path, const ep_heightfield_options* options,
                                   ep_heightfield* field, ep_error* error)
{
  if (options->cell != 0.0 || options->has_z)
  {
    return ep_envs_fail(error, EP_ERROR_INPUT,
                        "%s: cell and z are for PNG images, an ESRI ASCII grid has its own", path);
  }
  ep_text text;
  ep_status status = ep_file_read(path, options->file_bytes, &text, error);
  if (status != EP_OK)
  {
    return status;
  }
  reader r = {.path = path,
              .error = error,
              .at = text.bytes,
              .end = text.bytes + text.size,
              .line = 1,
              .word_line = 1};
  status = read_grid(&r, text.size, field);
  free(text.bytes);
  return status;
}
