/// @file csv.c
#include "csv.h"

#include <string.h>

void csv_field(FILE* out, const char* text)
{
  if (text[strcspn(text, ",\"\r\n")] == 0)
  {
    fputs(text, out);
    return;
  }
  fputc('"', out);
  for (; *text != 0; ++text)
  {
    fputs(*text == '"' ? "\"\"" : (const char[2]){*text, 0}, out);
  }
  fputc('"', out);
}
