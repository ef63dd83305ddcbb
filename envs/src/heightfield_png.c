/// @file heightfield_png.c
/// PNG images of 16-bit grey, through libpng's low-level calls: nothing is converted on the way.
#include "heightfield.h"

#include "io_file.h"

#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Deflate never packs more than this into one byte.
#define DEFLATE_MAX 1040

/// An image that is being read. libpng leaves by longjmp: what must survive that is here.
typedef struct image
{
  const char* path;
  const ep_heightfield_options* options;
  ep_heightfield* field;
  ep_error* error;
  ep_text text;
  size_t at;
  png_structp png;
  png_infop info;
  png_byte* bytes; ///< of all rows
  png_bytep* rows;
  ep_status status; ///< EP_OK unless a message was written before libpng was left
  char problem[160];
} image;

static void on_error(png_structp png, png_const_charp message)
{
  image* im = png_get_error_ptr(png);
  snprintf(im->problem, sizeof im->problem, "%s", message);
  png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp message)
{
  (void)png;
  (void)message;
}

static void on_read(png_structp png, png_bytep to, size_t size)
{
  image* im = png_get_io_ptr(png);
  if (size > im->text.size - im->at)
  {
    png_error(png, "the file ends too early");
  }
  memcpy(to, im->text.bytes + im->at, size);
  im->at += size;
}

/// What the image must be, asked before any memory is taken for it.
static ep_status check_kind(image* im)
{
  const int depth = png_get_bit_depth(im->png, im->info);
  const int color = png_get_color_type(im->png, im->info);
  if (depth == 16 && color == PNG_COLOR_TYPE_GRAY)
  {
    return EP_OK;
  }
  const char* kind = color == PNG_COLOR_TYPE_GRAY         ? "grey"
                     : color == PNG_COLOR_TYPE_GRAY_ALPHA ? "grey with transparency"
                     : color == PNG_COLOR_TYPE_PALETTE    ? "a palette"
                     : color == PNG_COLOR_TYPE_RGB        ? "colour"
                                                          : "colour with transparency";
  return ep_envs_fail(im->error, EP_ERROR_INPUT,
                      "%s: the image has %d bits of %s, heights are 16 bits of grey", im->path,
                      depth, kind);
}

static ep_status take_memory(image* im)
{
  const int64_t columns = png_get_image_width(im->png, im->info);
  const int64_t rows = png_get_image_height(im->png, im->info);
  const int64_t most = (int64_t)im->text.size * DEFLATE_MAX / 2;
  const ep_status status =
      ep_heightfield_reserve(im->path, columns, rows, most, im->field, im->error);
  if (status != EP_OK)
  {
    return status;
  }
  im->bytes = calloc((size_t)(columns * rows), 2);
  im->rows = malloc((size_t)rows * sizeof *im->rows);
  if (im->bytes == NULL || im->rows == NULL)
  {
    return ep_envs_fail(im->error, EP_ERROR_MEMORY, "%s: no memory for the image", im->path);
  }
  for (int64_t i = 0; i < rows; ++i)
  {
    im->rows[i] = im->bytes + 2 * columns * i;
  }
  return EP_OK;
}

/// Everything that libpng does; it may leave by longjmp from within.
static void read_image(image* im)
{
  png_set_user_limits(im->png, 0x7fffffffU, 0x7fffffffU); // our own limits have better messages
  png_set_read_fn(im->png, im, on_read);
  png_read_info(im->png, im->info);
  im->status = check_kind(im);
  im->status = im->status != EP_OK ? im->status : take_memory(im);
  if (im->status == EP_OK)
  {
    png_read_image(im->png, im->rows);
    png_read_end(im->png, NULL);
  }
}

static ep_status run_libpng(image* im)
{
  im->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, im, on_error, on_warning);
  im->info = im->png == NULL ? NULL : png_create_info_struct(im->png);
  if (im->info == NULL)
  {
    return ep_envs_fail(im->error, EP_ERROR_MEMORY, "%s: no memory for libpng", im->path);
  }
  if (setjmp(png_jmpbuf(im->png)) != 0)
  {
    return ep_envs_fail(im->error, EP_ERROR_INPUT, "%s: %s", im->path, im->problem);
  }
  read_image(im);
  return im->status;
}

/// Rows turned round, two bytes to a number.
static void set_heights(const image* im)
{
  ep_heightfield* field = im->field;
  const double* z = im->options->z;
  const int64_t columns = field->columns;
  const int64_t last = field->rows - 1;
  for (int64_t row = 0; row <= last; ++row)
  {
    const png_byte* from = im->bytes + 2 * columns * (last - row);
    double* to = field->heights + columns * row;
    for (int64_t i = 0; i < columns; ++i)
    {
      const double grey = 256.0 * from[2 * i] + from[2 * i + 1];
      to[i] = z[0] + grey / 65535.0 * (z[1] - z[0]);
    }
  }
  field->spacing = im->options->cell;
}

ep_status ep_heightfield_load_png(const char* path, const ep_heightfield_options* options,
                                  ep_heightfield* field, ep_error* error)
{
  if (options->cell == 0.0 || !options->has_z)
  {
    return ep_envs_fail(error, EP_ERROR_INPUT,
                        "%s: a PNG image needs cell, metres between samples, and z, the heights of "
                        "black and white",
                        path);
  }
  image im = {.path = path, .options = options, .field = field, .error = error};
  ep_status status = ep_file_read(path, options->file_bytes, &im.text, error);
  if (status != EP_OK)
  {
    return status;
  }
  status = run_libpng(&im);
  if (status == EP_OK)
  {
    set_heights(&im);
  }
  png_destroy_read_struct(&im.png, &im.info, NULL);
  free(im.bytes);
  free(im.rows);
  free(im.text.bytes);
  return status;
}
