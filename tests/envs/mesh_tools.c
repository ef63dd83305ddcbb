/// @file mesh_tools.c
#define _GNU_SOURCE // mkdtemp, vasprintf
#include "mesh_tools.h"

#include <dirent.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// @name Files
/// @{

mesh_folder mesh_folder_make(void)
{
  mesh_folder folder = {.path = "/tmp/ep_mesh_XXXXXX"};
  ck_assert_ptr_nonnull(mkdtemp(folder.path));
  return folder;
}

const char* mesh_folder_file(mesh_folder* folder, const char* name)
{
  const int size = snprintf(folder->file, sizeof folder->file, "%s/%s", folder->path, name);
  ck_assert(size > 0 && (size_t)size < sizeof folder->file);
  return folder->file;
}

const char* mesh_folder_write(mesh_folder* folder, const char* name, const void* bytes, size_t size)
{
  const char* path = mesh_folder_file(folder, name);
  unlink(path); // a new file is written later than one that replaces another: much faster
  FILE* file = fopen(path, "wb");
  ck_assert_ptr_nonnull(file);
  ck_assert_uint_eq(size == 0 ? 0 : fwrite(bytes, 1, size, file), size);
  ck_assert_int_eq(fclose(file), 0);
  return path;
}

void mesh_folder_remove(mesh_folder* folder)
{
  DIR* files = opendir(folder->path);
  ck_assert_ptr_nonnull(files);
  for (const struct dirent* entry = readdir(files); entry != NULL; entry = readdir(files))
  {
    if (entry->d_name[0] != '.')
    {
      const char* path = mesh_folder_file(folder, entry->d_name);
      ck_assert(unlink(path) == 0 || rmdir(path) == 0);
    }
  }
  closedir(files);
  ck_assert_int_eq(rmdir(folder->path), 0);
}

void mesh_bytes_add(mesh_bytes* to, const void* bytes, size_t size)
{
  if (to->size + size + 1 > to->capacity)
  {
    to->capacity = 2 * (to->size + size) + 256;
    to->bytes = realloc(to->bytes, to->capacity);
    ck_assert_ptr_nonnull(to->bytes);
  }
  if (size > 0)
  {
    memcpy(to->bytes + to->size, bytes, size);
  }
  to->size += size;
  to->bytes[to->size] = 0;
}

void mesh_bytes_print(mesh_bytes* to, const char* format, ...)
{
  va_list list;
  va_start(list, format);
  char* text = NULL;
  const int size = vasprintf(&text, format, list);
  va_end(list);
  ck_assert_int_ge(size, 0);
  mesh_bytes_add(to, text, (size_t)size);
  free(text);
}

/// @}
/// @name Loading
/// @{

ep_status mesh_load_bytes(mesh_folder* folder, const char* name, const void* bytes, size_t size,
                          const ep_mesh_options* options, ep_mesh* mesh, ep_error* error)
{
  const char* path = mesh_folder_write(folder, name, bytes, size);
  memset(mesh, 0x55, sizeof *mesh);
  memset(error, 0x55, sizeof *error);
  const ep_status status = ep_mesh_load(path, options, mesh, error);
  ck_assert_int_eq(status, error->status);
  if (status == EP_OK)
  {
    ck_assert_str_eq(error->message, "");
    mesh_assert_good(mesh);
    return status;
  }
  static const ep_mesh nothing;
  ck_assert_ptr_null(mesh->vertices);
  ck_assert_ptr_null(mesh->triangles);
  ck_assert_int_eq(mesh->vertex_count, nothing.vertex_count);
  ck_assert_int_eq(mesh->triangle_count, nothing.triangle_count);
  ck_assert_int_eq(mesh->counts.file_vertices, nothing.counts.file_vertices);
  ck_assert_msg(strncmp(error->message, path, strlen(path)) == 0 &&
                    strncmp(error->message + strlen(path), ": ", 2) == 0,
                "%s", error->message);
  return status;
}

ep_mesh mesh_load_text(mesh_folder* folder, const char* name, const char* text)
{
  ep_mesh mesh;
  ep_error error;
  const ep_status status = mesh_load_bytes(folder, name, text, strlen(text), NULL, &mesh, &error);
  ck_assert_msg(status == EP_OK, "%s", error.message);
  return mesh;
}

void mesh_assert_refused(const mesh_bad_file* files, size_t count)
{
  mesh_folder folder = mesh_folder_make();
  for (size_t i = 0; i < count; ++i)
  {
    ep_mesh mesh;
    ep_error error;
    const ep_status status = mesh_load_bytes(&folder, files[i].name, files[i].text,
                                             strlen(files[i].text), NULL, &mesh, &error);
    ck_assert_msg(status == EP_ERROR_INPUT || status == EP_ERROR_UNSUPPORTED,
                  "accepted, but must be refused because: %s", files[i].message);
    ck_assert_str_eq(error.message + strlen(folder.file) + 2, files[i].message);
  }
  mesh_folder_remove(&folder);
}

/// @}
/// @name Checking
/// @{

static const double* corner_of(const ep_mesh* mesh, int32_t triangle, int k)
{
  return mesh->vertices + 3 * (size_t)mesh->triangles[3 * (size_t)triangle + (size_t)k];
}

static int compare_vertices(const void* a, const void* b)
{
  const double* x = a;
  const double* y = b;
  for (int k = 0; k < 3; ++k)
  {
    if (x[k] != y[k])
    {
      return x[k] < y[k] ? -1 : 1;
    }
  }
  return 0;
}

static void assert_vertices_differ(const ep_mesh* mesh)
{
  const size_t size = (size_t)mesh->vertex_count * 3 * sizeof(double);
  double* sorted = malloc(size);
  ck_assert_ptr_nonnull(sorted);
  memcpy(sorted, mesh->vertices, size);
  qsort(sorted, (size_t)mesh->vertex_count, 3 * sizeof(double), compare_vertices);
  for (int32_t i = 1; i < mesh->vertex_count; ++i)
  {
    ck_assert(compare_vertices(sorted + 3 * (size_t)i - 3, sorted + 3 * (size_t)i) < 0);
  }
  free(sorted);
}

static void assert_box(const ep_mesh* mesh)
{
  for (int k = 0; k < 3; ++k)
  {
    double lo = INFINITY;
    double hi = -INFINITY;
    for (int32_t i = 0; i < mesh->vertex_count; ++i)
    {
      const double x = mesh->vertices[3 * (size_t)i + (size_t)k];
      ck_assert(isfinite(x) && fabs(x) <= EP_LENGTH_MAX);
      ck_assert(x != 0.0 || !signbit(x));
      lo = fmin(lo, x);
      hi = fmax(hi, x);
    }
    ck_assert(mesh->box.lo[k] == lo && mesh->box.hi[k] == hi);
  }
}

void mesh_assert_good(const ep_mesh* mesh)
{
  ck_assert_int_gt(mesh->vertex_count, 0);
  ck_assert_int_gt(mesh->triangle_count, 0);
  bool* used = calloc((size_t)mesh->vertex_count, sizeof(bool));
  ck_assert_ptr_nonnull(used);
  for (size_t i = 0; i < 3 * (size_t)mesh->triangle_count; ++i)
  {
    ck_assert(mesh->triangles[i] >= 0 && mesh->triangles[i] < mesh->vertex_count);
    used[mesh->triangles[i]] = true;
  }
  for (int32_t i = 0; i < mesh->vertex_count; ++i)
  {
    ck_assert(used[i]);
  }
  free(used);
  assert_box(mesh);
  assert_vertices_differ(mesh);
  const ep_mesh_counts* c = &mesh->counts;
  ck_assert_int_eq(c->file_vertices, mesh->vertex_count + c->welded_vertices + c->unused_vertices);
  ck_assert(c->file_polygons > 0 && c->welded_vertices >= 0 && c->unused_vertices >= 0);
  ck_assert(c->degenerate_triangles >= 0 && c->degenerate_triangles <= mesh->triangle_count);
  ck_assert(c->duplicate_triangles >= 0 && c->lines >= 0 && c->points >= 0);
}

static bool is_triangle(const ep_mesh* mesh, int32_t triangle, const double expected[9])
{
  for (int turn = 0; turn < 3; ++turn)
  {
    bool same = true;
    for (int k = 0; k < 3 && same; ++k)
    {
      same = compare_vertices(corner_of(mesh, triangle, k), expected + 3 * ((k + turn) % 3)) == 0;
    }
    if (same)
    {
      return true;
    }
  }
  return false;
}

void mesh_assert_triangles(const ep_mesh* mesh, const double (*expected)[9], int count)
{
  ck_assert_int_eq(mesh->triangle_count, count);
  for (int i = 0; i < count; ++i)
  {
    bool found = false;
    for (int32_t t = 0; t < mesh->triangle_count && !found; ++t)
    {
      found = is_triangle(mesh, t, expected[i]);
    }
    ck_assert_msg(found, "triangle %d is missing", i);
  }
}

double mesh_area(const ep_mesh* mesh)
{
  double area = 0.0;
  for (int32_t t = 0; t < mesh->triangle_count; ++t)
  {
    const double* a = corner_of(mesh, t, 0);
    const double* b = corner_of(mesh, t, 1);
    const double* c = corner_of(mesh, t, 2);
    const double u[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
    const double v[3] = {c[0] - a[0], c[1] - a[1], c[2] - a[2]};
    const double n[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2],
                         u[0] * v[1] - u[1] * v[0]};
    area += sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) / 2.0;
  }
  return area;
}

/// @}
/// @name Damage
/// @{

void mesh_try_prefixes(const char* name, const void* bytes, size_t size,
                       const ep_mesh_options* options,
                       bool (*may_load)(const char* bytes, size_t size))
{
  mesh_folder folder = mesh_folder_make();
  for (size_t cut = 0; cut < size; ++cut)
  {
    ep_mesh mesh;
    ep_error error;
    const ep_status status = mesh_load_bytes(&folder, name, bytes, cut, options, &mesh, &error);
    ck_assert_msg(status != EP_OK || may_load(bytes, cut), "the first %zu of %zu bytes are a mesh",
                  cut, size);
    ep_mesh_clear(&mesh);
  }
  mesh_folder_remove(&folder);
}

/// Changes a byte: a bit, or to anything, or to one that stands elsewhere in the file.
static void damage_byte(ep_rng* rng, char* bytes, size_t size)
{
  const size_t at = (size_t)ep_rng_int(rng, 0, (int64_t)size - 1);
  switch (ep_rng_int(rng, 0, 2))
  {
  case 0:
    bytes[at] = (char)(bytes[at] ^ (1 << ep_rng_int(rng, 0, 7)));
    return;
  case 1:
    bytes[at] = (char)ep_rng_int(rng, -128, 127);
    return;
  default:
    bytes[at] = bytes[ep_rng_int(rng, 0, (int64_t)size - 1)];
  }
}

/// Takes out or doubles a piece; the new size.
static size_t damage_size(ep_rng* rng, char* bytes, size_t size)
{
  const size_t begin = (size_t)ep_rng_int(rng, 0, (int64_t)size - 1);
  const size_t piece = (size_t)ep_rng_int(rng, 1, 8);
  const size_t length = begin + piece > size ? size - begin : piece;
  if (ep_rng_int(rng, 0, 1) == 0)
  {
    memmove(bytes + begin, bytes + begin + length, size - begin - length);
    return size - length;
  }
  memmove(bytes + begin + length, bytes + begin, size - begin);
  return size + length;
}

int64_t mesh_try_damage(const char* name, const void* bytes, size_t size,
                        const ep_mesh_options* options, int64_t trials)
{
  mesh_folder folder = mesh_folder_make();
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  char* copy = malloc(size + 16);
  ck_assert_ptr_nonnull(copy);
  int64_t good = 0;
  for (int64_t i = 0; i < trials; ++i)
  {
    memcpy(copy, bytes, size);
    for (int64_t k = ep_rng_int(&rng, 1, 3); k > 0; --k)
    {
      damage_byte(&rng, copy, size);
    }
    const bool resize = ep_rng_int(&rng, 0, 3) == 0;
    const size_t copy_size = resize ? damage_size(&rng, copy, size) : size;
    ep_mesh mesh;
    ep_error error;
    good += mesh_load_bytes(&folder, name, copy, copy_size, options, &mesh, &error) == EP_OK;
    ep_mesh_clear(&mesh);
  }
  free(copy);
  mesh_folder_remove(&folder);
  return good;
}

/// @}
