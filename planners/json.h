/// @file json.h
/// Writes JSON, one value after the other. Numbers are as short as they can be and still read back
/// the same; what is not finite becomes null. (To read JSON, envs' yaml_tree.h will do: JSON is
/// YAML.)
#ifndef JSON_H
#define JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct json
{
  FILE* out;
  int32_t depth;
  bool has_sibling;
} json;

/// A writer; the caller keeps the file, and looks for errors there.
json json_begin(FILE* out);

/// Opens with { or [. key is NULL inside of [ and at the outermost.
void json_open(json* j, const char* key, char bracket);
void json_close(json* j, char bracket);

/// @name Values; key is NULL inside of [
/// @{
void json_text(json* j, const char* key, const char* text); ///< NULL becomes null
void json_number(json* j, const char* key, double number);
void json_integer(json* j, const char* key, int64_t number);
void json_bool(json* j, const char* key, bool value);
/// A list of numbers on one line.
void json_numbers(json* j, const char* key, const double* numbers, int32_t count);
/// @}

/// Ends the text with a line end, after the outermost bracket.
void json_end(json* j);

#endif
