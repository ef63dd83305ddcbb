/// @file io_number.c
#define _GNU_SOURCE // strtod_l and newlocale
#include "io_number.h"

#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/// What a well-formed number looks like, and its value as digits times a power of ten.
typedef struct decimal
{
  bool negative;
  bool exact; ///< all digits are in `digits`
  uint64_t digits;
  int64_t exponent;
} decimal;

static bool is_digit(char c)
{
  return c >= '0' && c <= '9';
}

/// Digits from *at on; `places` counts those behind the point. Returns how many there were.
static int64_t take_digits(const char** at, const char* end, decimal* d, bool behind_point)
{
  int64_t count = 0;
  for (; *at < end && is_digit(**at); ++*at, ++count)
  {
    // 10^18 - 1 is the largest that another digit may follow without overflow.
    if (d->digits > UINT64_C(999999999999999999))
    {
      d->exact = false;
      continue;
    }
    d->digits = d->digits * 10 + (uint64_t)(**at - '0');
    d->exponent -= behind_point;
  }
  return count;
}

/// An exponent of a million or more is not read to its end: the short way will not do then.
static bool take_exponent(const char* at, const char* end, decimal* d)
{
  if (at == end)
  {
    return true;
  }
  if (*at != 'e' && *at != 'E')
  {
    return false;
  }
  ++at;
  const bool negative = at < end && *at == '-';
  at += at < end && (*at == '+' || *at == '-');
  if (at == end)
  {
    return false;
  }
  int64_t exponent = 0;
  for (; at < end && is_digit(*at); ++at)
  {
    exponent = exponent < 1000000 ? exponent * 10 + (*at - '0') : exponent;
  }
  d->exponent += negative ? -exponent : exponent;
  d->exact = d->exact && exponent < 1000000;
  return at == end;
}

static bool decimal_read(const char* at, const char* end, decimal* d)
{
  *d = (decimal){.exact = true};
  if (at < end && (*at == '+' || *at == '-'))
  {
    d->negative = *at++ == '-';
  }
  int64_t count = take_digits(&at, end, d, false);
  if (at < end && *at == '.')
  {
    ++at;
    count += take_digits(&at, end, d, true);
  }
  return count > 0 && take_exponent(at, end, d);
}

static locale_t plain_locale;

static void make_plain_locale(void)
{
  plain_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
}

/// The C library's conversion, for what the short way cannot round correctly.
static bool long_way(const char* begin, const char* end, double* value)
{
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, make_plain_locale);
  const size_t size = (size_t)(end - begin);
  char small[64];
  char* text = size < sizeof small ? small : malloc(size + 1);
  if (text == NULL || plain_locale == (locale_t)0)
  {
    return false;
  }
  memcpy(text, begin, size);
  text[size] = 0;
  *value = strtod_l(text, NULL, plain_locale);
  if (text != small)
  {
    free(text);
  }
  return isfinite(*value);
}

bool ep_number_read(const char* begin, const char* end, double* value)
{
  static const double power[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                 1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  decimal d;
  if (!decimal_read(begin, end, &d))
  {
    return false;
  }
  // Both factors are doubles without error, so one operation rounds once.
  if (d.exact && d.digits <= UINT64_C(1) << 53 && d.exponent >= -22 && d.exponent <= 22)
  {
    const double digits = (double)d.digits;
    const double size = d.exponent < 0 ? digits / power[-d.exponent] : digits * power[d.exponent];
    *value = d.negative ? -size : size;
    return true;
  }
  return long_way(begin, end, value);
}

bool ep_integer_read(const char* begin, const char* end, int64_t* value)
{
  const char* at = begin;
  bool negative = false;
  if (at < end && (*at == '+' || *at == '-'))
  {
    negative = *at++ == '-';
  }
  int64_t sum = 0;
  if (at == end)
  {
    return false;
  }
  for (; at < end; ++at)
  {
    if (!is_digit(*at) || sum > (INT64_MAX - 9) / 10)
    {
      return false;
    }
    sum = sum * 10 + (*at - '0');
  }
  *value = negative ? -sum : sum;
  return true;
}
