/// @file mesh_json.h
/// The tokens of a JSON text, one after the other. Only as strict as is needed to find the values
/// that matter in a text that somebody else will parse in earnest.
#ifndef EP_MESH_JSON_H
#define EP_MESH_JSON_H

#include <stdbool.h>
#include <stdint.h>

typedef enum ep_json_kind
{
  EP_JSON_END,
  EP_JSON_OPEN,  ///< { or [
  EP_JSON_CLOSE, ///< } or ]
  EP_JSON_KEY,
  EP_JSON_STRING,
  EP_JSON_WORD ///< a number, true, false, null, or something that is none of JSON
} ep_json_kind;

typedef struct ep_json
{
  const char* at;
  const char* end;
  int64_t depth; ///< of what the token is in; an opening bracket is in what it opens

  char text[1024]; ///< of a key, string or word, with escapes resolved; what is not ASCII is ?
  bool is_cut;     ///< there is more of it than fits
} ep_json;

ep_json_kind ep_json_next(ep_json* json);

/// The value of so many hexadecimal digits, or -1.
int ep_hex_value(const char* at, const char* end, int digits);

#endif
