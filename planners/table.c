/// @file table.c
#include "table.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static void add_cell(table* t, const char* text)
{
  if (t->row_count == t->room)
  {
    t->room = 2 * t->room + 16 * t->column_count;
    char** cells = realloc(t->cells, (size_t)t->room * sizeof *cells);
    if (cells == NULL)
    {
      fputs("edgeproof: no memory for a table\n", stderr);
      exit(2);
    }
    t->cells = cells;
  }
  const size_t size = strlen(text) + 1;
  char* copy = malloc(size);
  if (copy == NULL)
  {
    fputs("edgeproof: no memory for a table\n", stderr);
    exit(2);
  }
  for (size_t i = 0; i < size; ++i)
  {
    const unsigned char c = (unsigned char)text[i];
    copy[i] = (c > 0 && c < ' ') || c == 0x7f ? '?' : text[i]; // a name may have anything in it
  }
  t->cells[t->row_count++] = copy;
}

table table_begin(const char* headings)
{
  table t = {.column_count = 1};
  for (const char* at = headings; *at != 0; ++at)
  {
    t.column_count += *at == '|';
  }
  const char* at = headings;
  for (int32_t i = 0; i < t.column_count; ++i)
  {
    t.right[i] = *at == '>';
    at += t.right[i];
    const size_t size = strcspn(at, "|");
    char text[64];
    snprintf(text, sizeof text, "%.*s", (int)size, at);
    add_cell(&t, text);
    at += size + 1;
  }
  return t;
}

void table_add(table* t, const char* format, ...)
{
  char text[256];
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  add_cell(t, text);
}

/// Characters, not bytes: names may be UTF-8.
static int32_t width_of(const char* text)
{
  int32_t width = 0;
  for (; *text != 0; ++text)
  {
    width += ((unsigned char)*text & 0xc0) != 0x80;
  }
  return width;
}

static void print_row(const table* t, int32_t first, const int32_t* widths, FILE* out)
{
  int32_t count = t->column_count;
  while (count > 0 && t->cells[first + count - 1][0] == 0)
  {
    --count; // no blanks at the end of a line
  }
  for (int32_t i = 0; i < count; ++i)
  {
    const char* cell = t->cells[first + i];
    const int pad = (int)(widths[i] - width_of(cell));
    const bool is_last = i + 1 == count;
    if (t->right[i])
    {
      fprintf(out, "  %*s%s", pad, "", cell);
    }
    else
    {
      fprintf(out, "  %s%*s", cell, is_last ? 0 : pad, "");
    }
  }
  fputc('\n', out);
}

void table_drop(table* t)
{
  for (int32_t i = 0; i < t->row_count; ++i)
  {
    free(t->cells[i]);
  }
  free(t->cells);
  *t = (table){.column_count = 0};
}

void table_end(table* t, FILE* out)
{
  int32_t widths[TABLE_COLUMNS_MAX] = {0};
  for (int32_t i = 0; i < t->row_count; ++i)
  {
    const int32_t width = width_of(t->cells[i]);
    int32_t* most = &widths[i % t->column_count];
    *most = width > *most ? width : *most;
  }
  const bool is_empty = t->row_count <= t->column_count;
  for (int32_t i = 0; !is_empty && i + t->column_count <= t->row_count; i += t->column_count)
  {
    print_row(t, i, widths, out);
  }
  table_drop(t);
}

void table_end_markdown(table* t, FILE* out)
{
  for (int32_t i = 0; i < t->row_count; ++i)
  {
    const bool is_last = (i + 1) % t->column_count == 0;
    fprintf(out, "| %s%s", t->cells[i], is_last ? " |\n" : " ");
    for (int32_t k = 0; k < t->column_count && i + 1 == t->column_count; ++k)
    {
      fprintf(out, "|%s%s", t->right[k] ? "---:" : "---", k + 1 == t->column_count ? "|\n" : "");
    }
  }
  fputc('\n', out);
  table_drop(t);
}
