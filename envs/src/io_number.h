/// @file io_number.h
/// Numbers in text, read strictly and the same in every locale.
#ifndef EP_IO_NUMBER_H
#define EP_IO_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

/// A decimal number that fills [begin, end) exactly: sign, digits, point, exponent. False for
/// anything else: blanks, hexadecimal, "inf", "nan", and numbers too large for a double. Correctly
/// rounded; too small becomes the nearest subnormal or zero.
bool ep_number_read(const char* begin, const char* end, double* value);

/// A whole decimal number that fills [begin, end) exactly. False if it is anything else or does not
/// fit.
bool ep_integer_read(const char* begin, const char* end, int64_t* value);

#endif
