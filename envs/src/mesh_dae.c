/// @file mesh_dae.c
/// What is asked of a DAE before assimp sees it: that its lists of indices have nothing but
/// indices (a letter there makes assimp take all memory, a minus sign another vertex), that its
/// unit is a length, and that it has none of the things that assimp leaves out without a word.
#include "mesh_assimp.h"

#include "io_number.h"
#include "mesh_read.h"
#include "mesh_text.h"

#include <math.h>
#include <string.h>

typedef struct dae_reader
{
  const char* at;
  int64_t line;
  bool in_geometry;
  ep_mesh_builder* b;
} dae_reader;

/// To behind the text `what`, or to the end.
static void skip_to(dae_reader* r, const char* what)
{
  const char* found = strstr(r->at, what);
  const char* to = found == NULL ? r->at + strlen(r->at) : found + strlen(what);
  for (; r->at < to; ++r->at)
  {
    r->line += *r->at == '\n';
  }
}

static bool name_is(ep_word name, const char* text)
{
  const size_t size = (size_t)(name.end - name.begin);
  return strlen(text) == size && memcmp(name.begin, text, size) == 0;
}

static ep_status fail(dae_reader* r, const char* what, ep_word word)
{
  r->b->unit = "line";
  r->b->number = r->line;
  return ep_mesh_builder_fail(r->b, EP_ERROR_INPUT, "'%s' %s", ep_word_quote(word).text, what);
}

/// The text of an element that may have digits and blanks only.
static ep_status check_indices(dae_reader* r)
{
  for (; *r->at != 0 && *r->at != '<'; ++r->at)
  {
    const char c = *r->at;
    r->line += c == '\n';
    if (!(c >= '0' && c <= '9') && !ep_is_blank(c) && !ep_is_line_end(c))
    {
      ep_scanner scan = {r->at, r->line};
      ep_word word;
      (void)ep_scan_word(&scan, &word);
      const char* tag = memchr(word.begin, '<', (size_t)(word.end - word.begin));
      word.end = tag == NULL ? word.end : tag;
      return fail(r, "in a list of indices", word);
    }
  }
  return EP_OK;
}

/// The value of an attribute of the tag [begin, end), without its quotation marks; false if there
/// is none.
static bool find_attribute(ep_word tag, const char* name, ep_word* value)
{
  const size_t size = strlen(name);
  for (const char* at = tag.begin + 1; at + size + 2 < tag.end; ++at)
  {
    const bool begins = ep_is_blank(at[-1]) || ep_is_line_end(at[-1]);
    if (!begins || memcmp(at, name, size) != 0)
    {
      continue;
    }
    const char* mark = at + size;
    while (mark < tag.end && (ep_is_blank(*mark) || *mark == '='))
    {
      ++mark;
    }
    const bool is_quoted = mark < tag.end && (*mark == '"' || *mark == '\'');
    const char* end = is_quoted ? memchr(mark + 1, *mark, (size_t)(tag.end - mark - 1)) : NULL;
    if (end != NULL)
    {
      *value = (ep_word){mark + 1, end};
      return true;
    }
  }
  return false;
}

static ep_status check_unit(dae_reader* r, ep_word tag)
{
  ep_word value;
  double metres = 1.0;
  if (!find_attribute(tag, "meter", &value))
  {
    return EP_OK;
  }
  return ep_number_read(value.begin, value.end, &metres) && metres > 0.0
             ? EP_OK
             : fail(r, "is not a length: the unit's metres", value);
}

/// From behind the < of a tag to behind its >, or for a list of indices to behind that.
static ep_status check_tag(dae_reader* r)
{
  ep_word name = {r->at, r->at + strcspn(r->at, " \t\r\n/>")};
  const ep_word tag = {r->at, r->at + strcspn(r->at, ">")};
  const bool is_empty = tag.end > tag.begin && tag.end[-1] == '/';
  skip_to(r, ">");
  r->in_geometry = r->in_geometry ? !name_is(tag, "/geometry") : name_is(name, "geometry");
  if (name_is(name, "unit"))
  {
    return check_unit(r, tag);
  }
  if (name_is(name, "skew") ||
      (r->in_geometry && (name_is(name, "convex_mesh") || name_is(name, "brep"))))
  {
    return fail(r, "is not supported", name);
  }
  const bool has_indices = name_is(name, "p") || name_is(name, "vcount") || name_is(name, "h");
  return has_indices && !is_empty ? check_indices(r) : EP_OK;
}

ep_status ep_mesh_check_dae(const ep_text* text, ep_mesh_builder* b)
{
  dae_reader r = {.at = text->bytes, .line = 1, .b = b};
  ep_status status = ep_mesh_refuse_zero_bytes(text, b);
  while (status == EP_OK && *r.at != 0)
  {
    skip_to(&r, "<");
    if (strncmp(r.at, "!--", 3) == 0)
    {
      skip_to(&r, "-->");
    }
    else if (strncmp(r.at, "![CDATA[", 8) == 0)
    {
      skip_to(&r, "]]>");
    }
    else if (*r.at != 0)
    {
      status = check_tag(&r);
    }
  }
  return status;
}
