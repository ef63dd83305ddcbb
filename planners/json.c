/// @file json.c
#include "json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

json json_begin(FILE* out)
{
  return (json){.out = out};
}

/// Inside of a string: quotes, backslashes and control characters are escaped. Bytes that are not
/// ASCII stay as they are; names are UTF-8 from the file on.
static void print_text(FILE* out, const char* text)
{
  fputc('"', out);
  for (const char* c = text; *c != 0; ++c)
  {
    if (*c == '"' || *c == '\\')
    {
      fputc('\\', out);
      fputc(*c, out);
    }
    else if ((unsigned char)*c < 0x20)
    {
      fprintf(out, "\\u%04x", (unsigned)(unsigned char)*c);
    }
    else
    {
      fputc(*c, out);
    }
  }
  fputc('"', out);
}

/// What stands before a value: a comma, a new line, the key.
static void lead(json* j, const char* key)
{
  if (j->has_sibling)
  {
    fputc(',', j->out);
  }
  if (j->depth > 0)
  {
    fprintf(j->out, "\n%*s", (int)(2 * j->depth), "");
  }
  if (key != NULL)
  {
    print_text(j->out, key);
    fputs(": ", j->out);
  }
  j->has_sibling = true;
}

void json_open(json* j, const char* key, char bracket)
{
  lead(j, key);
  fputc(bracket, j->out);
  ++j->depth;
  j->has_sibling = false;
}

void json_close(json* j, char bracket)
{
  --j->depth;
  if (j->has_sibling)
  {
    fprintf(j->out, "\n%*s", (int)(2 * j->depth), "");
  }
  fputc(bracket, j->out);
  j->has_sibling = true;
}

void json_text(json* j, const char* key, const char* text)
{
  lead(j, key);
  if (text == NULL)
  {
    fputs("null", j->out);
  }
  else
  {
    print_text(j->out, text);
  }
}

static void print_number(FILE* out, double number)
{
  char text[40];
  if (!isfinite(number))
  {
    fputs("null", out);
    return;
  }
  for (int digits = 15; digits <= 17; ++digits)
  {
    snprintf(text, sizeof text, "%.*g", digits, number);
    if (strtod(text, NULL) == number)
    {
      break;
    }
  }
  fputs(text, out);
}

void json_number(json* j, const char* key, double number)
{
  lead(j, key);
  print_number(j->out, number);
}

void json_integer(json* j, const char* key, int64_t number)
{
  lead(j, key);
  fprintf(j->out, "%lld", (long long)number);
}

void json_bool(json* j, const char* key, bool value)
{
  lead(j, key);
  fputs(value ? "true" : "false", j->out);
}

void json_numbers(json* j, const char* key, const double* numbers, int32_t count)
{
  lead(j, key);
  fputc('[', j->out);
  for (int32_t i = 0; i < count; ++i)
  {
    fputs(i > 0 ? ", " : "", j->out);
    print_number(j->out, numbers[i]);
  }
  fputc(']', j->out);
}

void json_end(json* j)
{
  fputc('\n', j->out);
}
