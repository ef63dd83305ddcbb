/// @file table.h
/// Tables for people: columns as wide as their widest cell, numbers to the right.
#ifndef TABLE_H
#define TABLE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define TABLE_COLUMNS_MAX 16

typedef struct table
{
  int32_t column_count;
  char** cells; ///< row by row; the first row is the heading
  int32_t row_count;
  int32_t room;
  bool right[TABLE_COLUMNS_MAX];
} table;

/// Starts a table. `headings` are separated by |; one that starts with > is set to the right.
table table_begin(const char* headings);

/// Adds the next cell, as printf does. Rows fill from left to right.
void table_add(table* t, const char* format, ...) __attribute__((format(printf, 2, 3)));

/// Prints it with an indent of two, or nothing if it has a heading only, and frees it.
void table_end(table* t, FILE* out);

/// Frees it, unprinted.
void table_drop(table* t);

/// The same as Markdown.
void table_end_markdown(table* t, FILE* out);

#endif
