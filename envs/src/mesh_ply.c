/// @file mesh_ply.c
/// PLY, ASCII and binary of both byte orders. Elements and properties that are no geometry are
/// passed over. An ASCII row is a line; behind the last row nothing may follow.
#include "mesh_ply.h"
#include "mesh_read.h"

#include "io_number.h"

#include <stdlib.h>
#include <string.h>

typedef struct row_reader
{
  const ep_ply_header* header;
  ep_scanner scan; ///< of ASCII rows
  const char* at;  ///< of binary rows
  const char* end;
  ep_mesh_builder* b;
  int64_t strip[3]; ///< the last two corners of a strip, and how many there were
} row_reader;

/// @name Values
/// @{

/// A value of any type: all of them are whole in a double.
static double value_of(ep_ply_type type, uint64_t bits)
{
  float single;
  double value;
  const uint32_t low = (uint32_t)bits;
  switch (type)
  {
  case EP_PLY_INT8:
    return (double)(int8_t)(uint8_t)bits;
  case EP_PLY_INT16:
    return (double)(int16_t)(uint16_t)bits;
  case EP_PLY_INT32:
    return (double)(int32_t)low;
  case EP_PLY_FLOAT:
    memcpy(&single, &low, sizeof single);
    return (double)single;
  case EP_PLY_DOUBLE:
    memcpy(&value, &bits, sizeof value);
    return value;
  default:
    return (double)bits;
  }
}

static ep_status read_bytes(row_reader* r, ep_ply_type type, double* value)
{
  const int size = ep_ply_type_size(type);
  if (r->end - r->at < size)
  {
    return ep_mesh_builder_fail(r->b, EP_ERROR_INPUT, "the file ends within it");
  }
  uint64_t bits = 0;
  if (r->header->format == EP_PLY_LITTLE)
  {
    for (int i = size - 1; i >= 0; --i)
    {
      bits = bits << 8 | (uint8_t)r->at[i];
    }
  }
  else
  {
    for (int i = 0; i < size; ++i)
    {
      bits = bits << 8 | (uint8_t)r->at[i];
    }
  }
  r->at += size;
  *value = value_of(type, bits);
  return EP_OK;
}

/// The next word of the row.
static ep_status read_word(row_reader* r, ep_word* word)
{
  return ep_scan_word(&r->scan, word)
             ? EP_OK
             : ep_mesh_builder_fail(r->b, EP_ERROR_INPUT, "the row ends too early");
}

static bool is_in_range(ep_ply_type type, int64_t value)
{
  const int bits = 8 * ep_ply_type_size(type);
  const bool is_signed = type == EP_PLY_INT8 || type == EP_PLY_INT16 || type == EP_PLY_INT32;
  const int64_t high = ((int64_t)1 << (is_signed ? bits - 1 : bits)) - 1;
  return value <= high && value >= (is_signed ? -high - 1 : 0);
}

static ep_status read_text(row_reader* r, ep_ply_type type, double* value)
{
  ep_word word;
  const ep_status status = read_word(r, &word);
  if (status != EP_OK)
  {
    return status;
  }
  int64_t whole;
  if (!ep_ply_type_is_integer(type))
  {
    return ep_number_read(word.begin, word.end, value)
               ? EP_OK
               : ep_mesh_builder_fail(r->b, EP_ERROR_INPUT, "'%s' is not a finite number",
                                      ep_word_quote(word).text);
  }
  if (!ep_integer_read(word.begin, word.end, &whole) || !is_in_range(type, whole))
  {
    return ep_mesh_builder_fail(r->b, EP_ERROR_INPUT, "'%s' is not an integer of its type",
                                ep_word_quote(word).text);
  }
  *value = (double)whole;
  return EP_OK;
}

static ep_status read_value(row_reader* r, ep_ply_type type, double* value)
{
  return r->header->format == EP_PLY_ASCII ? read_text(r, type, value) : read_bytes(r, type, value);
}

/// Passes over values that are no geometry; in a text they may be any words, such as "nan".
static ep_status skip_values(row_reader* r, ep_ply_type type, int64_t count)
{
  ep_word word;
  ep_status status = EP_OK;
  if (r->header->format != EP_PLY_ASCII)
  {
    const int64_t size = count * ep_ply_type_size(type);
    if (size > r->end - r->at)
    {
      return ep_mesh_builder_fail(r->b, EP_ERROR_INPUT, "the file ends within it");
    }
    r->at += size;
    return EP_OK;
  }
  for (int64_t i = 0; i < count && status == EP_OK; ++i)
  {
    status = read_word(r, &word);
  }
  return status;
}

/// The length of a list, which what is left of the file can hold.
static ep_status read_count(row_reader* r, const ep_ply_property* property, int64_t* count)
{
  double value;
  const ep_status status = read_value(r, property->count_type, &value);
  if (status != EP_OK)
  {
    return status;
  }
  const bool is_ascii = r->header->format == EP_PLY_ASCII;
  const int64_t left = r->end - (is_ascii ? r->scan.at : r->at);
  *count = (int64_t)value;
  return *count >= 0 && *count <= left / (is_ascii ? 1 : ep_ply_type_size(property->type))
             ? EP_OK
             : ep_mesh_builder_fail(r->b, EP_ERROR_INPUT, "a list of %lld does not fit in the file",
                                    (long long)*count);
}

/// @}
/// @name Rows
/// @{

/// One more corner of a strip; -1 begins a new one. Triangles with a repeated index join parts of a
/// strip and are not there to be seen.
static ep_status read_strip_corner(row_reader* r, int64_t index)
{
  int64_t* s = r->strip;
  if (index == -1)
  {
    s[2] = 0;
    return EP_OK;
  }
  const bool is_odd = s[2] % 2 != 0;
  const int64_t corner[3] = {is_odd ? s[1] : s[0], is_odd ? s[0] : s[1], index};
  const bool is_triangle = s[2] >= 2 && s[0] != s[1] && s[1] != index && s[0] != index;
  r->b->counts.file_polygons += s[2] == 2;
  s[0] = s[1];
  s[1] = index;
  ++s[2];
  return is_triangle ? ep_mesh_builder_strip_triangle(r->b, corner) : EP_OK;
}

static ep_status read_indices(row_reader* r, const ep_ply_property* property, bool is_strip)
{
  int64_t count;
  ep_status status = read_count(r, property, &count);
  r->strip[2] = 0;
  for (int64_t i = 0; i < count && status == EP_OK; ++i)
  {
    double value;
    status = read_value(r, property->type, &value);
    if (status == EP_OK)
    {
      status = is_strip ? read_strip_corner(r, (int64_t)value)
                        : ep_mesh_builder_corner(r->b, (int64_t)value);
    }
  }
  return status == EP_OK && !is_strip ? ep_mesh_builder_end_polygon(r->b) : status;
}

static ep_status skip_property(row_reader* r, const ep_ply_property* property)
{
  int64_t count = 1;
  const ep_status status =
      property->count_type == EP_PLY_NO_TYPE ? EP_OK : read_count(r, property, &count);
  return status == EP_OK ? skip_values(r, property->type, count) : status;
}

static ep_status read_row(row_reader* r, const ep_ply_element* element)
{
  double xyz[3] = {0.0, 0.0, 0.0};
  ep_status status = EP_OK;
  for (int i = 0; i < element->property_count && status == EP_OK; ++i)
  {
    const ep_ply_property* property = &r->header->properties[element->first_property + i];
    status = property->use == EP_PLY_INDICES
                 ? read_indices(r, property, element->kind == EP_PLY_STRIPS)
             : property->use == EP_PLY_NOTHING ? skip_property(r, property)
                                               : read_value(r, property->type, &xyz[property->use]);
  }
  if (status != EP_OK || element->kind != EP_PLY_VERTEX)
  {
    return status;
  }
  return ep_mesh_builder_vertex(r->b, xyz[0], xyz[1], xyz[2]);
}

/// To the begin of the next row in a text.
static ep_status find_row(row_reader* r)
{
  for (ep_scan_blanks(&r->scan); ep_is_line_end(*r->scan.at); ep_scan_blanks(&r->scan))
  {
    if (!ep_scan_line_end(&r->scan))
    {
      break;
    }
  }
  r->b->number = r->scan.line;
  return *r->scan.at != 0
             ? EP_OK
             : ep_mesh_builder_fail(r->b, EP_ERROR_INPUT, "the file ends before its last row");
}

static ep_status end_row(row_reader* r)
{
  ep_word word;
  if (ep_scan_word(&r->scan, &word))
  {
    return ep_mesh_builder_fail(r->b, EP_ERROR_INPUT, "'%s' is one word too many",
                                ep_word_quote(word).text);
  }
  return ep_scan_line_end(&r->scan)
             ? EP_OK
             : ep_mesh_builder_fail(r->b, EP_ERROR_INPUT,
                                    "the last line has no end: the file may be cut");
}

static ep_status read_element(row_reader* r, const ep_ply_element* element)
{
  const bool is_ascii = r->header->format == EP_PLY_ASCII;
  ep_status status = EP_OK;
  r->b->unit = is_ascii ? "line" : element->name;
  for (int64_t i = 0; i < element->count && status == EP_OK; ++i)
  {
    r->b->number = i;
    status = is_ascii ? find_row(r) : EP_OK;
    status = status == EP_OK ? read_row(r, element) : status;
    status = status == EP_OK && is_ascii ? end_row(r) : status;
  }
  r->b->counts.lines += element->kind == EP_PLY_EDGE ? element->count : 0;
  return status;
}

static ep_status refuse_rest(row_reader* r)
{
  ep_word word;
  if (r->header->format == EP_PLY_ASCII && ep_scan_any_word(&r->scan, &word))
  {
    r->b->number = r->scan.line;
    return ep_mesh_builder_fail(r->b, EP_ERROR_INPUT, "'%s' behind the last row",
                                ep_word_quote(word).text);
  }
  if (r->header->format != EP_PLY_ASCII && r->at != r->end)
  {
    r->b->unit = NULL;
    return ep_mesh_builder_fail(r->b, EP_ERROR_INPUT, "%lld bytes behind the last row",
                                (long long)(r->end - r->at));
  }
  return EP_OK;
}

/// @}

/// Room for what the header announces, which has been held against the size of the file.
static ep_status reserve(row_reader* r)
{
  int64_t vertices = 0;
  int64_t faces = 0;
  for (int i = 0; i < r->header->element_count; ++i)
  {
    const ep_ply_element* element = &r->header->elements[i];
    vertices = element->kind == EP_PLY_VERTEX ? element->count : vertices;
    faces = element->kind == EP_PLY_FACE ? element->count : faces;
  }
  const int64_t left = r->end - r->scan.at; // no corner takes less than a byte
  return ep_mesh_builder_reserve(r->b, vertices, faces, 3 * faces < left ? 3 * faces : left);
}

static ep_status read_rows(row_reader* r)
{
  ep_status status = reserve(r);
  for (int i = 0; i < r->header->element_count && status == EP_OK; ++i)
  {
    status = read_element(r, &r->header->elements[i]);
  }
  return status == EP_OK ? refuse_rest(r) : status;
}

ep_status ep_mesh_read_ply(const ep_text* text, ep_mesh_builder* b)
{
  ep_ply_header* header = malloc(sizeof *header);
  if (header == NULL)
  {
    return ep_mesh_builder_fail(b, EP_ERROR_MEMORY, "no memory for its header");
  }
  row_reader r = {.header = header, .end = text->bytes + text->size, .b = b};
  ep_status status = ep_ply_header_read(text, &r.scan, header, b);
  r.at = r.scan.at;
  if (status == EP_OK && header->format == EP_PLY_ASCII)
  {
    status = ep_mesh_refuse_zero_bytes(text, b);
  }
  status = status == EP_OK ? read_rows(&r) : status;
  free(header);
  return status;
}
