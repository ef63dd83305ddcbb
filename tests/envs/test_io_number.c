/// @file test_io_number.c
/// Numbers in text, against the C library's strtod for their value and against a regular expression
/// for which texts are numbers at all.
#define _POSIX_C_SOURCE 200809L // regcomp
#include "ep_test.h"
#include "io_number.h"

#include <inttypes.h>
#include <math.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool read_number(const char* text, double* value)
{
  return ep_number_read(text, text + strlen(text), value);
}

/// Bit by bit, so that -0 is not 0.
static bool same_bits(double a, double b)
{
  return memcmp(&a, &b, sizeof a) == 0;
}

/// Asserts that the text is read as strtod reads it, or refused if it is no finite decimal number.
static void assert_as_strtod(const regex_t* decimal, const char* text)
{
  double value = 12345.0;
  const double expected = strtod(text, NULL);
  const bool is_number = regexec(decimal, text, 0, NULL, 0) == 0 && isfinite(expected);
  const bool accepted = read_number(text, &value);
  ck_assert_msg(accepted == is_number, "'%s' %s", text, accepted ? "accepted" : "refused");
  ck_assert_msg(!accepted || same_bits(value, expected), "'%s': %.17g, not %.17g", text, value,
                expected);
}

static regex_t decimal_expression(void)
{
  regex_t decimal;
  const char* form = "^[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]+)?$";
  ck_assert_int_eq(regcomp(&decimal, form, REG_EXTENDED | REG_NOSUB), 0);
  return decimal;
}

EP_TEST(works_numbers_are_read_as_strtod_does)
{
  static const char* const texts[] = {
      "0", "-0", "+0", "0.0", "-0.0e5", "1", "-1", "+1", "1.", ".5", "-.5", "1.5", "1e5", "1E5",
      "1e+5", "1e-5", "00012", "0.1", "0.2", "0.3", "1e22", "1e23", "1e-22", "1e-23",
      // halves between two doubles, and beside them
      "9007199254740992", "9007199254740993", "9007199254740994", "9007199254740995",
      "9007199254740993.0000000000000000000000000000000001", "18014398509481986",
      "1.00000000000000011102230246251565404", "1.00000000000000011102230246251565405",
      // the ends of the range
      "1.7976931348623157e308", "1.7976931348623158e308", "1.7976931348623159e308", "1e308",
      "1e309", "1e999", "2.2250738585072014e-308", "2.2250738585072011e-308", "5e-324", "4.9e-324",
      "2.4703282292062327e-324", "2.4703282292062328e-324", "1e-400", "1e-9999999", "1e9999999",
      "1e99999999999999999999999", "1e-99999999999999999999999", "0e99999999999999999999999",
      // many digits
      "123456789012345678901234567890", "0.000000000000000000000000000000000000000000001",
      "1000000000000000000000e-21", "9999999999999999999", "10000000000000000000",
      "3.14159265358979323846264338327950288419716939937510", "99999999999999999999e-20",
      // not numbers
      "", "+", "-", ".", "e", "e5", ".e5", "1e", "1e+", "1e-", "1e5.0", "1.5.5", "1-1", "--1",
      "+-1", "1,5", "0x10", "0x1p3", "inf", "-inf", "infinity", "nan", "NaN", "nan(1)", "1f", "1d5",
      " 1", "1 ", "1\n", "1_000", "\xc2\xbd", "1e5e5", "1e 5"};
  regex_t decimal = decimal_expression();
  for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i)
  {
    assert_as_strtod(&decimal, texts[i]);
  }
  regfree(&decimal);
}

EP_TEST(works_random_numbers_are_read_as_strtod_does)
{
  regex_t decimal = decimal_expression();
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  for (int64_t i = 0, n = ep_test_trials(200000); i < n; ++i)
  {
    char text[64];
    double x;
    const uint64_t bits = ep_rng_u64(&rng);
    memcpy(&x, &bits, sizeof x);
    const double coordinate = ep_rng_normal(&rng) * pow(10.0, (double)ep_rng_int(&rng, -6, 6));
    const bool is_any = ep_rng_int(&rng, 0, 1) == 0 && isfinite(x);
    const int digits = (int)ep_rng_int(&rng, 1, 22);
    const int size = is_any || ep_rng_int(&rng, 0, 1) == 0
                         ? snprintf(text, sizeof text, "%.*g", digits, is_any ? x : coordinate)
                         : snprintf(text, sizeof text, "%.*f", digits, coordinate);
    ck_assert(size > 0 && (size_t)size < sizeof text);
    assert_as_strtod(&decimal, text);
  }
  regfree(&decimal);
}

EP_TEST(robust_random_texts_are_numbers_or_refused)
{
  static const char letters[] = "00123456789..eE+-x n,";
  regex_t decimal = decimal_expression();
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  for (int64_t i = 0, n = ep_test_trials(200000); i < n; ++i)
  {
    char text[16];
    const int64_t size = ep_rng_int(&rng, 0, 12);
    for (int64_t k = 0; k < size; ++k)
    {
      text[k] = letters[ep_rng_int(&rng, 0, (int64_t)sizeof letters - 2)];
    }
    text[size] = 0;
    assert_as_strtod(&decimal, text);
  }
  regfree(&decimal);
}

/// 10^n and its like with zeros in place of an exponent, and an exponent that takes them back.
EP_TEST(robust_long_numbers)
{
  enum
  {
    ZEROS = 20000
  };
  static char text[ZEROS + 64];
  double value;
  text[0] = '1';
  memset(text + 1, '0', ZEROS);
  snprintf(text + 1 + ZEROS, 32, "e-%d", ZEROS);
  ck_assert(read_number(text, &value) && value == 1.0);
  text[1 + ZEROS] = 0;
  ck_assert(!read_number(text, &value));
  text[0] = '.';
  snprintf(text + 1 + ZEROS, 32, "125e%d", ZEROS);
  ck_assert(read_number(text, &value) && value == 0.125);
  // The same, with an exponent that is too large to be looked at digit by digit.
  snprintf(text + 1 + ZEROS, 32, "125e%d000000", ZEROS);
  ck_assert(!read_number(text, &value));
}

EP_TEST(robust_a_number_fills_its_range)
{
  const char* text = "12.5e1";
  double value;
  ck_assert(ep_number_read(text, text + 2, &value) && value == 12.0);
  ck_assert(ep_number_read(text, text + 4, &value) && value == 12.5);
  ck_assert(!ep_number_read(text, text + 5, &value));
  ck_assert(ep_number_read(text, text + 6, &value) && value == 125.0);
  ck_assert(!ep_number_read(text, text, &value));
}

EP_TEST(works_integers)
{
  static const char* const good[] = {
      "0", "7", "-7", "+7", "0012", "-0", "2147483648", "-2147483649", "922337203685477570"};
  static const char* const bad[] = {"",
                                    "+",
                                    "-",
                                    "1.0",
                                    "1e3",
                                    " 1",
                                    "1 ",
                                    "0x1",
                                    "--1",
                                    "+-1",
                                    "a",
                                    "99999999999999999999",
                                    "-99999999999999999999",
                                    "18446744073709551617"};
  int64_t value;
  for (size_t i = 0; i < sizeof good / sizeof *good; ++i)
  {
    ck_assert(ep_integer_read(good[i], good[i] + strlen(good[i]), &value));
    ck_assert_int_eq(value, strtoll(good[i], NULL, 10));
  }
  for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i)
  {
    ck_assert_msg(!ep_integer_read(bad[i], bad[i] + strlen(bad[i]), &value), "'%s'", bad[i]);
  }
}
