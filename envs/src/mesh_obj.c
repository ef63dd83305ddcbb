/// @file mesh_obj.c
/// Wavefront OBJ: vertices and polygons. Names, materials, texture coordinates and normals are
/// passed over, lines and points counted; anything else is refused, for it might be geometry.
///
/// A backslash at the end of a line continues a statement that has numbers. In comments and names
/// it does not: there it may be part of a path, and the line after it would be lost.
#include "mesh_read.h"

#include "io_number.h"
#include "mesh_text.h"

#include <string.h>

typedef struct obj_reader
{
  ep_scanner scan;
  ep_mesh_builder* b;
  int64_t made[3];    ///< vertices, texture coordinates and normals so far
  int64_t highest[3]; ///< the largest index of each kind
  int64_t highest_line[3];
} obj_reader;

enum
{
  KIND_VERTEX,
  KIND_TEXTURE,
  KIND_NORMAL
};

static const char* const kind_names[] = {"vertex", "texture coordinate", "normal"};

static ep_status fail_at_line(obj_reader* r, const char* what, ep_word word)
{
  r->b->number = r->scan.line;
  return ep_mesh_builder_fail(r->b, EP_ERROR_INPUT, "'%s' %s", ep_word_quote(word).text, what);
}

/// Whether the line goes on behind a backslash here, and then to where it does.
static bool take_continuation(ep_scanner* s)
{
  if (s->at[0] != '\\' || (s->at[1] != '\n' && s->at[1] != '\r'))
  {
    return false;
  }
  ++s->at;
  return ep_scan_line_end(s);
}

/// The next word of a statement with numbers; false at its end or at a comment.
static bool next_word(ep_scanner* s, ep_word* word)
{
  do
  {
    ep_scan_blanks(s);
  } while (take_continuation(s));
  if (*s->at == '#')
  {
    ep_scan_rest(s);
    return false;
  }
  if (!ep_scan_word(s, word))
  {
    return false;
  }
  if (word->end[-1] == '\\' && *s->at != 0 && ep_is_line_end(*s->at))
  {
    s->at = --word->end;
  }
  return true;
}

/// @name Vertices
/// @{

/// x y z, and behind them nothing, a weight, or a colour.
static ep_status read_vertex(obj_reader* r)
{
  double number[6];
  int count = 0;
  ep_word word;
  const int64_t line = r->scan.line;
  while (next_word(&r->scan, &word))
  {
    if (count == 6)
    {
      return fail_at_line(r, "is one number too many for a vertex", word);
    }
    if (!ep_number_read(word.begin, word.end, &number[count++]))
    {
      return fail_at_line(r, "is not a finite number", word);
    }
  }
  r->b->number = line;
  if (count != 3 && count != 4 && count != 6)
  {
    return ep_mesh_builder_fail(r->b, EP_ERROR_INPUT, "a vertex with %d numbers", count);
  }
  ++r->made[KIND_VERTEX];
  return ep_mesh_builder_vertex(r->b, number[0], number[1], number[2]);
}

/// @}
/// @name Polygons
/// @{

/// The index from 0 that the text means: files count from 1, or backwards from the last so far.
static ep_status resolve(obj_reader* r, ep_word text, int kind, int64_t* index)
{
  int64_t value;
  r->b->number = r->scan.line;
  if (!ep_integer_read(text.begin, text.end, &value))
  {
    return fail_at_line(r, "is not an index", text);
  }
  *index = value > 0 ? value - 1 : r->made[kind] + value;
  if (value == 0 || *index < 0)
  {
    return ep_mesh_builder_fail(r->b, EP_ERROR_INPUT, "%s %lld does not exist, there are %lld",
                                kind_names[kind], (long long)value, (long long)r->made[kind]);
  }
  if (*index > r->highest[kind])
  {
    r->highest[kind] = *index;
    r->highest_line[kind] = r->scan.line;
  }
  return EP_OK;
}

/// v, v/vt, v//vn or v/vt/vn.
static ep_status read_corner(obj_reader* r, ep_word word)
{
  int64_t vertex = -1;
  const char* at = word.begin;
  for (int kind = KIND_VERTEX; kind <= KIND_NORMAL; ++kind)
  {
    const char* slash = memchr(at, '/', (size_t)(word.end - at));
    const ep_word part = {at, slash == NULL ? word.end : slash};
    const bool may_be_empty = kind == KIND_TEXTURE && slash != NULL;
    int64_t index = -1;
    const ep_status status =
        part.begin == part.end && may_be_empty ? EP_OK : resolve(r, part, kind, &index);
    if (status != EP_OK)
    {
      return status;
    }
    vertex = kind == KIND_VERTEX ? index : vertex;
    if (slash == NULL)
    {
      return ep_mesh_builder_corner(r->b, vertex);
    }
    at = slash + 1;
  }
  return fail_at_line(r, "has more than three indices", word);
}

/// The corners of f, l or p; their number.
static ep_status read_corners(obj_reader* r, int64_t* count)
{
  ep_word word;
  *count = 0;
  while (next_word(&r->scan, &word))
  {
    const ep_status status = read_corner(r, word);
    if (status != EP_OK)
    {
      return status;
    }
    ++*count;
  }
  return EP_OK;
}

static ep_status read_polygon(obj_reader* r, ep_word key)
{
  int64_t count;
  const ep_status status = read_corners(r, &count);
  if (status != EP_OK)
  {
    return status;
  }
  if (count < (*key.begin == 'l' ? 2 : 1))
  {
    return fail_at_line(r, "has too few corners", key);
  }
  switch (*key.begin)
  {
  case 'l':
    ep_mesh_builder_end_lines(r->b);
    return EP_OK;
  case 'p':
    ep_mesh_builder_end_points(r->b);
    return EP_OK;
  default:
    return ep_mesh_builder_end_polygon(r->b);
  }
}

/// @}
/// @name Statements
/// @{

static bool word_equals(ep_word word, const char* text)
{
  const size_t size = (size_t)(word.end - word.begin);
  return strlen(text) == size && memcmp(word.begin, text, size) == 0;
}

static bool word_is_among(ep_word word, const char* const* names, size_t count)
{
  for (size_t i = 0; i < count; ++i)
  {
    if (word_equals(word, names[i]))
    {
      return true;
    }
  }
  return false;
}

static ep_status read_other(obj_reader* r, ep_word key)
{
  static const char* const passed_over[] = {"o", "g", "s", "usemtl", "mtllib", "vp"};
  static const char* const curved[] = {"cstype", "deg",  "bmat", "step", "curv", "curv2", "surf",
                                       "parm",   "trim", "hole", "scrv", "sp",   "end",   "con"};
  ep_scan_rest(&r->scan);
  if (word_is_among(key, passed_over, sizeof passed_over / sizeof *passed_over))
  {
    return EP_OK;
  }
  if (word_is_among(key, curved, sizeof curved / sizeof *curved))
  {
    r->b->number = r->scan.line;
    return ep_mesh_builder_fail(r->b, EP_ERROR_UNSUPPORTED,
                                "'%s' is of curves and surfaces, which are not supported",
                                ep_word_quote(key).text);
  }
  return fail_at_line(r, "is not a word that begins a line of an OBJ", key);
}

static ep_status read_statement(obj_reader* r, ep_word key)
{
  if (word_equals(key, "v"))
  {
    return read_vertex(r);
  }
  if (word_equals(key, "f") || word_equals(key, "l") || word_equals(key, "p"))
  {
    return read_polygon(r, key);
  }
  if (word_equals(key, "vt") || word_equals(key, "vn"))
  {
    ep_scan_rest(&r->scan);
    ++r->made[key.begin[1] == 't' ? KIND_TEXTURE : KIND_NORMAL];
    return EP_OK;
  }
  return read_other(r, key);
}

/// One line, or several joined. *more is false behind the last.
static ep_status read_line(obj_reader* r, bool* more)
{
  ep_word key;
  const bool is_statement = next_word(&r->scan, &key);
  const ep_status status = is_statement ? read_statement(r, key) : EP_OK;
  *more = ep_scan_line_end(&r->scan);
  if (status == EP_OK && is_statement && !*more)
  {
    r->b->number = r->scan.line;
    return ep_mesh_builder_fail(r->b, EP_ERROR_INPUT,
                                "the last line has no end: the file may be cut");
  }
  return status;
}

/// Those of vertices are checked by the builder.
static ep_status check_highest(obj_reader* r)
{
  for (int kind = KIND_TEXTURE; kind <= KIND_NORMAL; ++kind)
  {
    if (r->highest[kind] >= r->made[kind])
    {
      r->b->number = r->highest_line[kind];
      return ep_mesh_builder_fail(r->b, EP_ERROR_INPUT, "%s %lld does not exist, there are %lld",
                                  kind_names[kind], (long long)r->highest[kind] + 1,
                                  (long long)r->made[kind]);
    }
  }
  return EP_OK;
}

/// @}

ep_status ep_mesh_read_obj(const ep_text* text, ep_mesh_builder* b)
{
  obj_reader r = {.scan = ep_scanner_start(text), .b = b, .highest = {-1, -1, -1}};
  ep_status status = ep_mesh_refuse_zero_bytes(text, b);
  b->unit = "line";
  b->index_base = 1;
  bool more = true;
  while (status == EP_OK && more)
  {
    status = read_line(&r, &more);
  }
  return status == EP_OK ? check_highest(&r) : status;
}
