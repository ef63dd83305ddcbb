/// @file mesh_json.c
#include "mesh_json.h"

#include <stddef.h>
#include <string.h>

static int hex_digit(char c)
{
  return c >= '0' && c <= '9'   ? c - '0'
         : c >= 'a' && c <= 'f' ? c - 'a' + 10
         : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                : -1;
}

int ep_hex_value(const char* at, const char* end, int digits)
{
  int value = 0;
  for (int i = 0; i < digits; ++i)
  {
    const int digit = at + i < end ? hex_digit(at[i]) : -1;
    if (digit < 0)
    {
      return -1;
    }
    value = value * 16 + digit;
  }
  return value;
}

static bool is_space(char c)
{
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static void skip_spaces(ep_json* json)
{
  while (json->at < json->end && is_space(*json->at))
  {
    ++json->at;
  }
}

static void put(ep_json* json, size_t* size, char c)
{
  const bool fits = *size < sizeof json->text - 1;
  json->is_cut = json->is_cut || !fits;
  json->text[*size] = fits ? c : 0;
  *size += fits;
}

static char take_character(ep_json* json)
{
  const char c = *json->at++;
  if (c != '\\' || json->at == json->end)
  {
    return c >= ' ' && c <= '~' ? c : '?';
  }
  const char escape = *json->at++;
  if (escape != 'u')
  {
    return escape == '"' || escape == '\\' || escape == '/' ? escape : '?';
  }
  const int code = ep_hex_value(json->at, json->end, 4);
  json->at += code < 0 ? 0 : 4;
  return code >= ' ' && code <= '~' ? (char)code : '?';
}

/// From behind the first quotation mark to behind the last, and behind a colon that follows.
static ep_json_kind take_string(ep_json* json)
{
  size_t size = 0;
  json->is_cut = false;
  while (json->at < json->end && *json->at != '"')
  {
    put(json, &size, take_character(json));
  }
  json->text[size] = 0;
  json->at += json->at < json->end;
  skip_spaces(json);
  const bool is_key = json->at < json->end && *json->at == ':';
  json->at += is_key;
  return is_key ? EP_JSON_KEY : EP_JSON_STRING;
}

static ep_json_kind take_word(ep_json* json)
{
  size_t size = 0;
  json->is_cut = false;
  while (json->at < json->end && !is_space(*json->at) && strchr(",:{}[]\"", *json->at) == NULL)
  {
    put(json, &size, *json->at++);
  }
  json->text[size] = 0;
  return EP_JSON_WORD;
}

ep_json_kind ep_json_next(ep_json* json)
{
  while (json->at < json->end && (is_space(*json->at) || *json->at == ',' || *json->at == ':'))
  {
    ++json->at;
  }
  if (json->at == json->end)
  {
    return EP_JSON_END;
  }
  switch (*json->at)
  {
  case '{':
  case '[':
    ++json->at;
    ++json->depth;
    return EP_JSON_OPEN;
  case '}':
  case ']':
    ++json->at;
    --json->depth;
    return EP_JSON_CLOSE;
  case '"':
    ++json->at;
    return take_string(json);
  default:
    return take_word(json);
  }
}
