/// @file mesh_stl.c
/// STL, binary and ASCII. Normals and attributes are passed over, whatever they are.
///
/// A file whose size is what its count of triangles demands is binary, also if it begins with
/// "solid" as many do. An ASCII file of that size would have more than 7 GB, as its count would be
/// made of four letters.
#include "mesh_read.h"

#include "io_number.h"
#include "mesh_text.h"

#include <string.h>

#define HEADER_SIZE   84 ///< 80 bytes of anything, then the number of triangles
#define TRIANGLE_SIZE 50 ///< normal, three corners, two bytes of anything

/// @name Binary
/// @{

/// Four bytes with the lowest first.
static uint32_t load_uint32(const char* bytes)
{
  uint8_t b[4];
  memcpy(b, bytes, 4);
  return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static double load_float(const char* bytes)
{
  const uint32_t bits = load_uint32(bytes);
  float value;
  memcpy(&value, &bits, sizeof value);
  return (double)value;
}

/// The size that the count in the header demands; 0 if there is no header.
static uint64_t demanded_size(const ep_text* text)
{
  return text->size < HEADER_SIZE
             ? 0
             : HEADER_SIZE + TRIANGLE_SIZE * (uint64_t)load_uint32(text->bytes + 80);
}

/// Three new vertices, and the triangle that has them.
static ep_status add_triangle(ep_mesh_builder* b, const double corner[3][3])
{
  ep_status status = EP_OK;
  for (int i = 0; i < 3 && status == EP_OK; ++i)
  {
    status = ep_mesh_builder_corner(b, b->vertex_count);
    if (status == EP_OK)
    {
      status = ep_mesh_builder_vertex(b, corner[i][0], corner[i][1], corner[i][2]);
    }
  }
  return status == EP_OK ? ep_mesh_builder_end_polygon(b) : status;
}

static ep_status read_binary(const ep_text* text, ep_mesh_builder* b)
{
  const int64_t count = load_uint32(text->bytes + 80);
  const char* at = text->bytes + HEADER_SIZE;
  b->unit = "triangle";
  ep_status status = ep_mesh_builder_reserve(b, 3 * count, count, 3 * count);
  for (b->number = 0; b->number < count && status == EP_OK; at += TRIANGLE_SIZE)
  {
    double corner[3][3];
    for (int i = 0; i < 9; ++i)
    {
      corner[i / 3][i % 3] = load_float(at + 12 + 4 * i);
    }
    status = add_triangle(b, (const double(*)[3])corner);
    b->number += status == EP_OK;
  }
  return status;
}

/// @}
/// @name ASCII
/// @{

typedef struct stl_reader
{
  ep_scanner scan;
  ep_mesh_builder* b;
} stl_reader;

static ep_status next_word(stl_reader* r, ep_word* word)
{
  const bool found = ep_scan_any_word(&r->scan, word);
  r->b->number = r->scan.line;
  return found ? EP_OK
               : ep_mesh_builder_fail(r->b, EP_ERROR_INPUT, "the file ends before endsolid");
}

static ep_status expect(stl_reader* r, const char* lower)
{
  ep_word word;
  const ep_status status = next_word(r, &word);
  if (status != EP_OK || ep_word_is(word, lower))
  {
    return status;
  }
  return ep_mesh_builder_fail(r->b, EP_ERROR_INPUT, "'%s' where '%s' belongs",
                              ep_word_quote(word).text, lower);
}

static ep_status expect_all(stl_reader* r, const char* const* lower, int count)
{
  ep_status status = EP_OK;
  for (int i = 0; i < count && status == EP_OK; ++i)
  {
    status = expect(r, lower[i]);
  }
  return status;
}

static ep_status read_number(stl_reader* r, double* number)
{
  ep_word word;
  const ep_status status = next_word(r, &word);
  if (status != EP_OK || ep_number_read(word.begin, word.end, number))
  {
    return status;
  }
  return ep_mesh_builder_fail(r->b, EP_ERROR_INPUT, "'%s' is not a finite number",
                              ep_word_quote(word).text);
}

static ep_status skip_normal(stl_reader* r)
{
  ep_status status = expect(r, "normal");
  for (int i = 0; i < 3 && status == EP_OK; ++i)
  {
    ep_word word;
    status = next_word(r, &word);
  }
  return status;
}

/// What follows the word "facet".
static ep_status read_facet(stl_reader* r)
{
  static const char* const before[] = {"outer", "loop"};
  static const char* const after[] = {"endloop", "endfacet"};
  double corner[3][3];
  ep_status status = skip_normal(r);
  status = status == EP_OK ? expect_all(r, before, 2) : status;
  for (int i = 0; i < 9 && status == EP_OK; ++i)
  {
    status = i % 3 == 0 ? expect(r, "vertex") : EP_OK;
    status = status == EP_OK ? read_number(r, &corner[i / 3][i % 3]) : status;
  }
  status = status == EP_OK ? add_triangle(r->b, (const double(*)[3])corner) : status;
  return status == EP_OK ? expect_all(r, after, 2) : status;
}

/// What follows the word "solid".
static ep_status read_solid(stl_reader* r)
{
  ep_scan_rest(&r->scan); // its name
  for (;;)
  {
    ep_word word;
    ep_status status = next_word(r, &word);
    if (status == EP_OK && ep_word_is(word, "endsolid"))
    {
      ep_scan_rest(&r->scan);
      return EP_OK;
    }
    if (status == EP_OK && !ep_word_is(word, "facet"))
    {
      return ep_mesh_builder_fail(r->b, EP_ERROR_INPUT, "'%s' where 'facet' or 'endsolid' belongs",
                                  ep_word_quote(word).text);
    }
    status = status == EP_OK ? read_facet(r) : status;
    if (status != EP_OK)
    {
      return status;
    }
  }
}

static ep_status read_ascii(const ep_text* text, ep_mesh_builder* b)
{
  stl_reader r = {ep_scanner_start(text), b};
  ep_word word;
  ep_status status = ep_mesh_refuse_zero_bytes(text, b);
  b->unit = "line";
  while (status == EP_OK && ep_scan_any_word(&r.scan, &word))
  {
    b->number = r.scan.line;
    status = ep_word_is(word, "solid")
                 ? read_solid(&r)
                 : ep_mesh_builder_fail(b, EP_ERROR_INPUT, "'%s' where 'solid' belongs",
                                        ep_word_quote(word).text);
  }
  return status;
}

static bool begins_like_ascii(const ep_text* text)
{
  ep_scanner scan = ep_scanner_start(text);
  ep_word word;
  return ep_scan_any_word(&scan, &word) && ep_word_is(word, "solid") &&
         memchr(text->bytes, 0, text->size < HEADER_SIZE ? text->size : HEADER_SIZE) == NULL;
}

/// @}

ep_status ep_mesh_read_stl(const ep_text* text, ep_mesh_builder* b)
{
  if (demanded_size(text) == text->size)
  {
    return read_binary(text, b);
  }
  if (begins_like_ascii(text))
  {
    return read_ascii(text, b);
  }
  return text->size < HEADER_SIZE
             ? ep_mesh_builder_fail(b, EP_ERROR_INPUT,
                                    "%zu bytes that do not begin with 'solid': neither ASCII nor "
                                    "binary STL",
                                    text->size)
             : ep_mesh_builder_fail(b, EP_ERROR_INPUT,
                                    "binary STL of %u triangles has %llu bytes, but this has %zu",
                                    load_uint32(text->bytes + 80),
                                    (unsigned long long)demanded_size(text), text->size);
}
