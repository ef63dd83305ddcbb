/// @file mesh_ply_header.c
#include "mesh_ply.h"

#include "io_number.h"

#include <string.h>

typedef struct header_reader
{
  ep_scanner scan;
  const char* end;      ///< of the file
  const char* line_end; ///< what the first line ends with
  ep_ply_header* header;
  ep_mesh_builder* b;
  bool has_format;
} header_reader;

int ep_ply_type_size(ep_ply_type type)
{
  static const int sizes[] = {1, 1, 2, 2, 4, 4, 4, 8, 0};
  return sizes[type];
}

bool ep_ply_type_is_integer(ep_ply_type type)
{
  return type < EP_PLY_FLOAT;
}

static bool word_equals(ep_word word, const char* text)
{
  const size_t size = (size_t)(word.end - word.begin);
  return strlen(text) == size && memcmp(word.begin, text, size) == 0;
}

/// @name Lines
/// @{

static ep_status fail(header_reader* r, const char* what, ep_word word)
{
  return ep_mesh_builder_fail(r->b, EP_ERROR_INPUT, "'%s' %s", ep_word_quote(word).text, what);
}

/// The next word of the line, which must have one.
static ep_status need_word(header_reader* r, ep_word* word, const char* what)
{
  return ep_scan_word(&r->scan, word)
             ? EP_OK
             : ep_mesh_builder_fail(r->b, EP_ERROR_INPUT, "the line ends before %s", what);
}

static ep_status end_line(header_reader* r)
{
  ep_word word;
  if (ep_scan_word(&r->scan, &word))
  {
    return fail(r, "is one word too many", word);
  }
  if (*r->scan.at == 0)
  {
    return ep_mesh_builder_fail(r->b, EP_ERROR_INPUT,
                                r->scan.at == r->end ? "the file ends within its header"
                                                     : "a zero byte within the header");
  }
  (void)ep_scan_line_end(&r->scan);
  r->b->number = r->scan.line;
  return EP_OK;
}

/// @}
/// @name Types
/// @{

static ep_ply_type type_named(ep_word word)
{
  static const char* const names[] = {"char",  "uchar",  "short",   "ushort", "int",   "uint",
                                      "float", "double", "int8",    "uint8",  "int16", "uint16",
                                      "int32", "uint32", "float32", "float64"};
  for (int i = 0; i < 16; ++i)
  {
    if (word_equals(word, names[i]))
    {
      return (ep_ply_type)(i % 8);
    }
  }
  return EP_PLY_NO_TYPE;
}

static ep_status need_type(header_reader* r, ep_ply_type* type)
{
  ep_word word;
  const ep_status status = need_word(r, &word, "a type");
  if (status != EP_OK)
  {
    return status;
  }
  *type = type_named(word);
  return *type == EP_PLY_NO_TYPE ? fail(r, "is not a type", word) : EP_OK;
}

/// @}
/// @name Statements
/// @{

static ep_status read_format(header_reader* r)
{
  static const char* const names[] = {"ascii", "binary_little_endian", "binary_big_endian"};
  ep_word word;
  ep_status status = need_word(r, &word, "a format");
  if (status != EP_OK)
  {
    return status;
  }
  int format = 0;
  while (format < 3 && !word_equals(word, names[format]))
  {
    ++format;
  }
  if (format == 3 || r->has_format)
  {
    return fail(r, format == 3 ? "is not a format" : "is a second format", word);
  }
  r->header->format = (ep_ply_format)format;
  r->has_format = true;
  status = need_word(r, &word, "a version");
  return status != EP_OK || word_equals(word, "1.0") ? status : fail(r, "is not version 1.0", word);
}

static ep_status fill_element(header_reader* r, ep_word name, ep_ply_element* element)
{
  static const char* const names[] = {"vertex", "face", "tristrips", "edge", "other"};
  int kind = 0;
  while (kind < EP_PLY_OTHER && !word_equals(name, names[kind]))
  {
    ++kind;
  }
  *element = (ep_ply_element){
      .kind = (ep_ply_kind)kind, .name = names[kind], .first_property = r->header->property_count};
  ep_word word;
  const ep_status status = need_word(r, &word, "a count");
  if (status != EP_OK)
  {
    return status;
  }
  const bool is_count =
      ep_integer_read(word.begin, word.end, &element->count) && element->count >= 0;
  return is_count ? EP_OK : fail(r, "is not a count", word);
}

static ep_status read_element(header_reader* r)
{
  ep_ply_header* h = r->header;
  ep_word name;
  const ep_status status = need_word(r, &name, "a name");
  if (status != EP_OK)
  {
    return status;
  }
  if (h->element_count == EP_PLY_ELEMENT_MAX)
  {
    return ep_mesh_builder_fail(r->b, EP_ERROR_UNSUPPORTED, "more than %d elements",
                                EP_PLY_ELEMENT_MAX);
  }
  ep_ply_element* element = &h->elements[h->element_count++];
  const ep_status filled = fill_element(r, name, element);
  for (int i = 0; filled == EP_OK && i + 1 < h->element_count; ++i)
  {
    if (element->kind != EP_PLY_OTHER && h->elements[i].kind == element->kind)
    {
      return fail(r, "is a second element of this name", name);
    }
  }
  return filled;
}

static ep_ply_use use_of(ep_ply_kind kind, ep_word name, bool is_list)
{
  if (kind == EP_PLY_VERTEX && !is_list && name.end - name.begin == 1)
  {
    const char c = *name.begin;
    return c == 'x' ? EP_PLY_X : c == 'y' ? EP_PLY_Y : c == 'z' ? EP_PLY_Z : EP_PLY_NOTHING;
  }
  const bool has_indices = (kind == EP_PLY_FACE || kind == EP_PLY_STRIPS) && is_list;
  return has_indices && (word_equals(name, "vertex_indices") || word_equals(name, "vertex_index"))
             ? EP_PLY_INDICES
             : EP_PLY_NOTHING;
}

/// The types, up to the name.
static ep_status read_types(header_reader* r, ep_ply_property* property)
{
  ep_scanner ahead = r->scan;
  ep_word word;
  property->count_type = EP_PLY_NO_TYPE;
  if (ep_scan_word(&ahead, &word) && word_equals(word, "list"))
  {
    r->scan = ahead;
    const ep_status status = need_type(r, &property->count_type);
    if (status != EP_OK)
    {
      return status;
    }
    if (!ep_ply_type_is_integer(property->count_type))
    {
      return ep_mesh_builder_fail(r->b, EP_ERROR_INPUT, "the count of a list is not an integer");
    }
  }
  return need_type(r, &property->type);
}

static ep_status read_property(header_reader* r)
{
  ep_ply_header* h = r->header;
  if (h->element_count == 0 || h->property_count == EP_PLY_PROPERTY_MAX)
  {
    return h->element_count == 0
               ? ep_mesh_builder_fail(r->b, EP_ERROR_INPUT, "a property before any element")
               : ep_mesh_builder_fail(r->b, EP_ERROR_UNSUPPORTED, "more than %d properties",
                                      EP_PLY_PROPERTY_MAX);
  }
  ep_ply_property* property = &h->properties[h->property_count++];
  ep_ply_element* element = &h->elements[h->element_count - 1];
  ++element->property_count;
  ep_word name;
  ep_status status = read_types(r, property);
  status = status == EP_OK ? need_word(r, &name, "a name") : status;
  if (status != EP_OK)
  {
    return status;
  }
  property->use = use_of(element->kind, name, property->count_type != EP_PLY_NO_TYPE);
  const unsigned bit = 1U << property->use;
  if (property->use != EP_PLY_NOTHING && (element->uses & bit) != 0)
  {
    return fail(r, "is a second property of this name", name);
  }
  element->uses |= bit;
  return property->use == EP_PLY_INDICES && !ep_ply_type_is_integer(property->type)
             ? fail(r, "are not integers", name)
             : EP_OK;
}

/// One line; *done behind the last.
static ep_status read_statement(header_reader* r, bool* done)
{
  ep_word key;
  ep_status status = need_word(r, &key, "its first word");
  *done = status == EP_OK && word_equals(key, "end_header");
  if (status != EP_OK || *done)
  {
    return status;
  }
  if (word_equals(key, "comment") || word_equals(key, "obj_info"))
  {
    ep_scan_rest(&r->scan);
  }
  else
  {
    status = word_equals(key, "format")     ? read_format(r)
             : word_equals(key, "element")  ? read_element(r)
             : word_equals(key, "property") ? read_property(r)
                                            : fail(r, "is not a word of a PLY header", key);
  }
  return status == EP_OK ? end_line(r) : status;
}

/// @}
/// @name Checks
/// @{

/// The fewest bytes that a row of the element takes.
static int64_t smallest_row(const ep_ply_header* h, const ep_ply_element* element)
{
  int64_t size = 0;
  for (int i = 0; i < element->property_count; ++i)
  {
    const ep_ply_property* property = &h->properties[element->first_property + i];
    const bool is_list = property->count_type != EP_PLY_NO_TYPE;
    size += h->format == EP_PLY_ASCII ? 2 // a digit and what separates it
            : is_list                 ? ep_ply_type_size(property->count_type)
                                      : ep_ply_type_size(property->type);
  }
  return size;
}

static ep_status check_uses(header_reader* r, const ep_ply_element* element)
{
  const unsigned xyz = 1U << EP_PLY_X | 1U << EP_PLY_Y | 1U << EP_PLY_Z;
  if (element->kind == EP_PLY_VERTEX && (element->uses & xyz) != xyz)
  {
    return ep_mesh_builder_fail(r->b, EP_ERROR_INPUT, "element vertex has no x, y and z");
  }
  const bool has_indices = (element->uses & 1U << EP_PLY_INDICES) != 0;
  if ((element->kind == EP_PLY_FACE || element->kind == EP_PLY_STRIPS) && !has_indices)
  {
    return ep_mesh_builder_fail(r->b, EP_ERROR_INPUT, "element %s has no list vertex_indices",
                                element->name);
  }
  return element->property_count > 0
             ? EP_OK
             : ep_mesh_builder_fail(r->b, EP_ERROR_INPUT, "element %s has no properties",
                                    element->name);
}

static ep_status check_header(header_reader* r)
{
  // The last row of an ASCII file is allowed to lack its end here; it is missed later.
  int64_t left = r->end - r->scan.at + (r->header->format == EP_PLY_ASCII);
  r->b->unit = NULL;
  if (!r->has_format)
  {
    return ep_mesh_builder_fail(r->b, EP_ERROR_INPUT, "the header has no format");
  }
  bool has_vertices = false;
  for (int i = 0; i < r->header->element_count; ++i)
  {
    const ep_ply_element* element = &r->header->elements[i];
    has_vertices = has_vertices || element->kind == EP_PLY_VERTEX;
    const ep_status status = check_uses(r, element);
    if (status != EP_OK)
    {
      return status;
    }
    const int64_t row = smallest_row(r->header, element);
    if (element->count > left / row)
    {
      return ep_mesh_builder_fail(r->b, EP_ERROR_INPUT,
                                  "%lld rows of element %s do not fit in the file",
                                  (long long)element->count, element->name);
    }
    left -= element->count * row;
  }
  return has_vertices ? EP_OK : ep_mesh_builder_fail(r->b, EP_ERROR_INPUT, "has no element vertex");
}

/// @}

/// The line end behind end_header is that of the first line: with another one, the first byte of
/// binary data could be taken for a part of it.
static ep_status end_header(header_reader* r)
{
  const size_t size = strlen(r->line_end);
  ep_scan_blanks(&r->scan);
  if (strncmp(r->scan.at, r->line_end, size) != 0)
  {
    return ep_mesh_builder_fail(r->b, EP_ERROR_INPUT,
                                "end_header does not end as the first line does");
  }
  r->scan.at += size;
  ++r->scan.line;
  return EP_OK;
}

ep_status ep_ply_header_read(const ep_text* text, ep_scanner* scan, ep_ply_header* header,
                             ep_mesh_builder* b)
{
  header_reader r = {.scan = {text->bytes, 1}, .header = header, .b = b};
  header->element_count = header->property_count = 0;
  r.end = text->bytes + text->size;
  ep_word word;
  if (!ep_scan_word(&r.scan, &word) || !word_equals(word, "ply"))
  {
    return ep_mesh_builder_fail(b, EP_ERROR_INPUT, "does not begin with 'ply'");
  }
  b->unit = "line";
  b->number = 1;
  r.line_end = strncmp(r.scan.at, "\r\n", 2) == 0 ? "\r\n" : *r.scan.at == '\r' ? "\r" : "\n";
  ep_status status = end_line(&r);
  for (bool done = false; status == EP_OK && !done;)
  {
    status = read_statement(&r, &done);
  }
  status = status == EP_OK ? end_header(&r) : status;
  status = status == EP_OK ? check_header(&r) : status;
  *scan = r.scan;
  return status;
}
