/// @file csv.h
/// Fields of CSV, as RFC 4180 has them.
#ifndef CSV_H
#define CSV_H

#include <stdio.h>

/// A field; quoted if it holds a comma, a quote or a line end.
void csv_field(FILE* out, const char* text);

#endif
