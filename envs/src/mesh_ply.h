/// @file mesh_ply.h
/// The header of a PLY file: which elements it has, and what their rows are made of.
#ifndef EP_MESH_PLY_H
#define EP_MESH_PLY_H

#include "mesh_builder.h"
#include "mesh_text.h"

#define EP_PLY_ELEMENT_MAX  64
#define EP_PLY_PROPERTY_MAX 1024 ///< of all elements together

typedef enum ep_ply_format
{
  EP_PLY_ASCII,
  EP_PLY_LITTLE,
  EP_PLY_BIG
} ep_ply_format;

typedef enum ep_ply_type
{
  EP_PLY_INT8,
  EP_PLY_UINT8,
  EP_PLY_INT16,
  EP_PLY_UINT16,
  EP_PLY_INT32,
  EP_PLY_UINT32,
  EP_PLY_FLOAT,
  EP_PLY_DOUBLE,
  EP_PLY_NO_TYPE
} ep_ply_type;

/// What a property is used for.
typedef enum ep_ply_use
{
  EP_PLY_X,
  EP_PLY_Y,
  EP_PLY_Z,
  EP_PLY_INDICES,
  EP_PLY_NOTHING
} ep_ply_use;

typedef struct ep_ply_property
{
  ep_ply_use use;
  ep_ply_type type;       ///< of the value, or of each in a list
  ep_ply_type count_type; ///< EP_PLY_NO_TYPE if it is no list
} ep_ply_property;

typedef enum ep_ply_kind
{
  EP_PLY_VERTEX,
  EP_PLY_FACE,
  EP_PLY_STRIPS,
  EP_PLY_EDGE,
  EP_PLY_OTHER
} ep_ply_kind;

typedef struct ep_ply_element
{
  ep_ply_kind kind;
  const char* name; ///< for messages
  int64_t count;
  int first_property;
  int property_count;
  unsigned uses; ///< which ep_ply_use there are, as bits
} ep_ply_element;

typedef struct ep_ply_header
{
  ep_ply_format format;
  ep_ply_element elements[EP_PLY_ELEMENT_MAX];
  int element_count;
  ep_ply_property properties[EP_PLY_PROPERTY_MAX];
  int property_count;
} ep_ply_header;

/// Bytes of a value; 0 for EP_PLY_NO_TYPE.
int ep_ply_type_size(ep_ply_type type);
bool ep_ply_type_is_integer(ep_ply_type type);

/// Reads the header, and checks that what it announces can fit in what follows. *scan is left at
/// the first byte of the data.
ep_status ep_ply_header_read(const ep_text* text, ep_scanner* scan, ep_ply_header* header,
                             ep_mesh_builder* b);

#endif
