/// @file test_heightfield_png.c
/// Heights from 16-bit grey images.
///
/// The images are written here byte by byte, without compression and without libpng, so that the
/// reader is compared with the format and not with itself.
#define _XOPEN_SOURCE 700 // mkdtemp, nftw
#include "scene_tools.h"

#include "heightfield.h"

/// @name PNG images
/// @{

typedef struct png_writer
{
  uint8_t bytes[8192];
  size_t size;
} png_writer;

static void put(png_writer* w, const void* bytes, size_t size)
{
  ck_assert_uint_le(w->size + size, sizeof w->bytes);
  memcpy(w->bytes + w->size, bytes, size);
  w->size += size;
}

static void put_32(png_writer* w, uint32_t x)
{
  const uint8_t b[4] = {(uint8_t)(x >> 24), (uint8_t)(x >> 16), (uint8_t)(x >> 8), (uint8_t)x};
  put(w, b, 4);
}

/// CRC-32 as the PNG specification defines it, bit by bit.
static uint32_t crc_of(const uint8_t* bytes, size_t size)
{
  uint32_t crc = 0xffffffffU;
  for (size_t i = 0; i < size; ++i)
  {
    crc ^= bytes[i];
    for (int k = 0; k < 8; ++k)
    {
      crc = (crc & 1U) != 0 ? (crc >> 1) ^ 0xedb88320U : crc >> 1;
    }
  }
  return ~crc;
}

static uint32_t adler_of(const uint8_t* bytes, size_t size)
{
  uint32_t a = 1;
  uint32_t b = 0;
  for (size_t i = 0; i < size; ++i)
  {
    a = (a + bytes[i]) % 65521;
    b = (b + a) % 65521;
  }
  return b << 16 | a;
}

static void put_chunk(png_writer* w, const char* type, const uint8_t* data, size_t size)
{
  put_32(w, (uint32_t)size);
  const size_t begin = w->size;
  put(w, type, 4);
  put(w, data, size);
  put_32(w, crc_of(w->bytes + begin, 4 + size));
}

typedef struct png_kind
{
  uint32_t claimed_width; ///< 0: the real one
  uint8_t depth;
  uint8_t color;
} png_kind;

/// Rows of bytes, with a filter byte of 0 before each, in one stored block.
static void write_png(const char* name, const uint8_t* rows, uint32_t width, uint32_t height,
                      size_t row_bytes, png_kind kind)
{
  static png_writer w;
  w.size = 0;
  put(&w, "\x89PNG\r\n\x1a\n", 8);
  const uint32_t said = kind.claimed_width != 0 ? kind.claimed_width : width;
  const uint8_t head[13] = {(uint8_t)(said >> 24),
                            (uint8_t)(said >> 16),
                            (uint8_t)(said >> 8),
                            (uint8_t)said,
                            (uint8_t)(height >> 24),
                            (uint8_t)(height >> 16),
                            (uint8_t)(height >> 8),
                            (uint8_t)height,
                            kind.depth,
                            kind.color};
  put_chunk(&w, "IHDR", head, sizeof head);
  uint8_t raw[4096];
  size_t raw_size = 0;
  for (uint32_t i = 0; i < height; ++i)
  {
    raw[raw_size++] = 0;
    memcpy(raw + raw_size, rows + i * row_bytes, row_bytes);
    raw_size += row_bytes;
  }
  uint8_t data[4200] = {0x78, 0x01, 0x01, (uint8_t)raw_size, (uint8_t)(raw_size >> 8)};
  data[5] = (uint8_t)~data[3];
  data[6] = (uint8_t)~data[4];
  memcpy(data + 7, raw, raw_size);
  const uint32_t adler = adler_of(raw, raw_size);
  for (int k = 0; k < 4; ++k)
  {
    data[7 + raw_size + (size_t)k] = (uint8_t)(adler >> (24 - 8 * k));
  }
  if (kind.color == 3)
  {
    put_chunk(&w, "PLTE", (const uint8_t[3]){1, 2, 3}, 3);
  }
  put_chunk(&w, "IDAT", data, raw_size + 11);
  put_chunk(&w, "IEND", data, 0);
  write_bytes(name, w.bytes, w.size);
}

static void write_grey(const char* name, const uint16_t* values, uint32_t width, uint32_t height)
{
  uint8_t rows[2048];
  for (uint32_t i = 0; i < width * height; ++i)
  {
    rows[2 * i] = (uint8_t)(values[i] >> 8);
    rows[2 * i + 1] = (uint8_t)values[i];
  }
  write_png(name, rows, width, height, 2 * (size_t)width, (png_kind){0, 16, 0});
}

/// @}
static const ep_heightfield_options scaled = {
    .cell = 0.5, .z = {10.0, 12.0}, .has_z = true, .file_bytes = 1 << 20};

static void expect_field_refused(const char* name, const char* words)
{
  ep_heightfield field = {.columns = 7};
  ep_error error;
  const char* path = in_folder(name);
  ck_assert_int_eq(ep_heightfield_load(path, &scaled, &field, &error), EP_ERROR_INPUT);
  ck_assert_ptr_null(field.heights);
  ck_assert_int_eq(field.columns, 0);
  ck_assert_msg(strstr(error.message, words) != NULL, "'%s' is not in '%s'", words, error.message);
  ck_assert_msg(strncmp(error.message, path, strlen(path)) == 0, "%s", error.message);
}

EP_TEST(works_a_png_is_what_its_bytes_say)
{
  static const uint16_t values[6] = {0, 65535, 256, 1, 0x8000, 0x1234};
  folder_begin();
  write_grey("a.PNG", values, 3, 2);
  ep_heightfield f;
  ep_error error;
  ck_assert_msg(ep_heightfield_load(in_folder("a.PNG"), &scaled, &f, &error) == EP_OK, "%s",
                error.message);
  ck_assert_int_eq(f.columns, 3);
  ck_assert_int_eq(f.rows, 2);
  ck_assert(f.spacing == 0.5 && f.origin[0] == 0.0 && f.origin[1] == 0.0);
  ck_assert_int_eq(f.holes, 0);
  for (int i = 0; i < 6; ++i)
  {
    const double height = 10.0 + 2.0 * values[i] / 65535.0;
    ck_assert_double_eq_tol(f.heights[(i + 3) % 6], height, 1e-14);
  }
  ck_assert(f.heights[3] == 10.0 && f.heights[4] == 12.0);
  ep_heightfield_clear(&f);
  folder_end();
}

EP_TEST(robust_other_pngs_are_refused)
{
  static const uint8_t zeros[256] = {0};
  folder_begin();
  write_png("a.png", zeros, 4, 3, 4, (png_kind){0, 8, 0});
  expect_field_refused("a.png", "the image has 8 bits of grey, heights are 16 bits of grey");
  write_png("a.png", zeros, 4, 3, 24, (png_kind){0, 16, 2});
  expect_field_refused("a.png", "the image has 16 bits of colour, heights");
  write_png("a.png", zeros, 4, 3, 16, (png_kind){0, 16, 4});
  expect_field_refused("a.png", "the image has 16 bits of grey with transparency");
  write_png("a.png", zeros, 4, 3, 32, (png_kind){0, 16, 6});
  expect_field_refused("a.png", "the image has 16 bits of colour with transparency");
  write_png("a.png", zeros, 4, 3, 4, (png_kind){0, 8, 3});
  expect_field_refused("a.png", "the image has 8 bits of a palette");
  write_png("a.png", zeros, 4, 1, 8, (png_kind){0, 16, 0});
  expect_field_refused("a.png", "4 columns and 1 rows: at least 2 of both are needed");
  write_png("a.png", zeros, 4, 3, 8, (png_kind){20000000, 16, 0});
  expect_field_refused("a.png", "20000000 columns and 3 rows: the file is too short");
  write_png("a.png", zeros, 4, 3, 8, (png_kind){0x7ffffff0, 16, 0});
  expect_field_refused("a.png", "more than 67108864 samples");
  write_png("a.png", zeros, 4, 3, 8, (png_kind){5, 16, 0});
  expect_field_refused("a.png", "a.png: ");
  write_text("a.png", "this is no image");
  expect_field_refused("a.png", "Not a PNG file");
  write_text("a.png", "");
  expect_field_refused("a.png", "the file ends too early");
  folder_end();
}

EP_TEST(robust_a_png_cut_anywhere_or_changed)
{
  static const uint16_t values[6] = {0, 65535, 256, 1, 0x8000, 0x1234};
  folder_begin();
  write_grey("a.png", values, 3, 2);
  uint8_t bytes[1024];
  FILE* file = fopen(in_folder("a.png"), "rb");
  const size_t size = fread(bytes, 1, sizeof bytes, file);
  fclose(file);
  ep_heightfield f;
  ep_error error;
  for (size_t length = 0; length < size; ++length)
  {
    ck_assert_int_eq(ep_heightfield_load(write_bytes("b.png", bytes, length), &scaled, &f, &error),
                     EP_ERROR_INPUT);
    ck_assert_ptr_null(f.heights);
  }
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  for (int64_t i = 0, n = ep_test_trials(1000); i < n; ++i)
  {
    uint8_t changed[sizeof bytes];
    memcpy(changed, bytes, size);
    changed[ep_rng_int(&rng, 0, (int64_t)size - 1)] ^= (uint8_t)(1U << ep_rng_int(&rng, 0, 7));
    const char* path = write_bytes("b.png", changed, size);
    ck_assert_int_eq(ep_heightfield_load(path, &scaled, &f, &error) == EP_OK, f.heights != NULL);
    ep_heightfield_clear(&f);
  }
  folder_end();
}

/// 3 columns, 2 rows, the northern row first, as in both formats.
static const uint16_t same_values[6] = {6553, 13107, 32768, 65535, 0, 19660};

EP_TEST(works_a_png_equals_a_grid_of_the_same_values)
{
  folder_begin();
  write_grey("dem.png", same_values, 3, 2);
  char text[512] = "ncols 3\nnrows 2\nxllcenter 0\nyllcenter 0\ncellsize 0.5\n";
  for (int i = 0; i < 6; ++i)
  {
    char word[32];
    snprintf(word, sizeof word, "%.17g ", 10.0 + 2.0 * same_values[i] / 65535.0);
    strcat(text, word);
  }
  const ep_heightfield_options plain = {.file_bytes = 1 << 20};
  ep_heightfield png, asc;
  ck_assert_int_eq(ep_heightfield_load(in_folder("dem.png"), &scaled, &png, NULL), EP_OK);
  ck_assert_int_eq(ep_heightfield_load(write_text("dem.asc", text), &plain, &asc, NULL), EP_OK);
  ck_assert_int_eq(png.columns, asc.columns);
  ck_assert_int_eq(png.rows, asc.rows);
  ck_assert(png.spacing == asc.spacing);
  ck_assert_int_eq(memcmp(png.origin, asc.origin, sizeof png.origin), 0);
  for (int i = 0; i < 6; ++i)
  {
    ck_assert_double_eq_tol(png.heights[i], asc.heights[i], 1e-14);
  }
  ep_heightfield_clear(&png);
  ep_heightfield_clear(&asc);
  folder_end();
}

/// The needle's point just above each sample is free, just below it is not.
EP_TEST(works_an_image_is_ground_in_a_scene)
{
  folder_begin();
  write_grey("dem.png", same_values, 3, 2);
  ep_scene* scene =
      load_text("robots:\n  - {name: n, urdf: needle.urdf}\nobstacles:\n  - name: ground\n"
                "    heightfield: {file: dem.png, cell: 2, z: [-1, 0], depth: 2}\n"
                "    xyz: [10, 20, 0]\n");
  bench b = bench_open(scene, EP_SCENE_NONE);
  for (int i = 0; i < 6; ++i)
  {
    const double height = -1.0 + same_values[i] / 65535.0;
    double q[3] = {10.0 + 2.0 * (i % 3), 22.0 - 2.0 * (i / 3), height + 0.02};
    expect_free(&b, q, q);
    q[2] = height - 0.02;
    expect_hit(&b, q, q, "n/tip", "ground");
  }
  bench_close(&b);
  ep_scene_destroy(scene);
  folder_end();
}
