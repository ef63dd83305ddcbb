/// @file mesh_write.c
#include "mesh_write.h"

#include "io_file.h"
#include "io_number.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// What is to be written.
typedef struct output
{
  const double* vertices;
  const int32_t* triangles;
  size_t vertex_count;
  size_t triangle_count;
} output;

typedef bool (*writer)(FILE* file, const output* mesh);

/// @name PLY
/// @{

/// Numbers of any size with the lowest byte first, whatever the machine does.
static void put_bytes(char* to, uint64_t bits, int size)
{
  for (int i = 0; i < size; ++i)
  {
    to[i] = (char)(uint8_t)(bits >> 8 * i);
  }
}

static bool write_vertex(FILE* file, const double xyz[3])
{
  char row[24];
  for (int k = 0; k < 3; ++k)
  {
    uint64_t bits;
    memcpy(&bits, &xyz[k], sizeof bits);
    put_bytes(row + 8 * k, bits, 8);
  }
  return fwrite(row, sizeof row, 1, file) == 1;
}

static bool write_face(FILE* file, const int32_t corners[3])
{
  char row[13] = {3};
  for (int k = 0; k < 3; ++k)
  {
    put_bytes(row + 1 + 4 * k, (uint32_t)corners[k], 4);
  }
  return fwrite(row, sizeof row, 1, file) == 1;
}

static bool write_ply(FILE* file, const output* mesh)
{
  bool good = fprintf(file,
                      "ply\nformat binary_little_endian 1.0\n"
                      "element vertex %zu\nproperty double x\nproperty double y\n"
                      "property double z\nelement face %zu\n"
                      "property list uchar int vertex_indices\nend_header\n",
                      mesh->vertex_count, mesh->triangle_count) > 0;
  for (size_t i = 0; i < mesh->vertex_count && good; ++i)
  {
    good = write_vertex(file, mesh->vertices + 3 * i);
  }
  for (size_t i = 0; i < mesh->triangle_count && good; ++i)
  {
    good = write_face(file, mesh->triangles + 3 * i);
  }
  return good;
}

/// @}
/// @name OBJ
/// @{

/// The digits, with a decimal point in every locale; how many bytes there are.
static int put_number(char to[32], double x)
{
  static const int digits[] = {9, 15, 17};
  int size = 0;
  for (int i = 0; i < 3; ++i)
  {
    double back;
    size = snprintf(to, 32, "%.*g", digits[i], x);
    char* comma = memchr(to, ',', (size_t)size);
    if (comma != NULL)
    {
      *comma = '.';
    }
    if (ep_number_read(to, to + size, &back) && back == x)
    {
      break;
    }
  }
  return size;
}

static bool write_line(FILE* file, const double xyz[3])
{
  char line[128] = "v";
  int size = 1;
  for (int k = 0; k < 3; ++k)
  {
    line[size++] = ' ';
    size += put_number(line + size, xyz[k]);
  }
  line[size++] = '\n';
  return fwrite(line, (size_t)size, 1, file) == 1;
}

static bool write_obj(FILE* file, const output* mesh)
{
  bool good = true;
  for (size_t i = 0; i < mesh->vertex_count && good; ++i)
  {
    good = write_line(file, mesh->vertices + 3 * i);
  }
  for (size_t i = 0; i < mesh->triangle_count && good; ++i)
  {
    const int32_t* t = mesh->triangles + 3 * i;
    good = fprintf(file, "f %lld %lld %lld\n", (long long)t[0] + 1, (long long)t[1] + 1,
                   (long long)t[2] + 1) > 0;
  }
  return good;
}

/// @}

/// Writes and closes; 0, or errno.
static int write_file(const char* path, writer write, const output* mesh)
{
  FILE* file = fopen(path, "wb");
  if (file == NULL)
  {
    return errno;
  }
  errno = 0;
  const int failure = write(file, mesh) && fflush(file) == 0 ? 0 : errno != 0 ? errno : EIO;
  const int close_failure = fclose(file) == 0 ? 0 : errno;
  return failure != 0 ? failure : close_failure;
}

static ep_status write_whole(const char* path, writer write, const output* mesh, ep_error* error)
{
  const size_t size = strlen(path) + sizeof ".tmp";
  char* other = malloc(size);
  if (other == NULL)
  {
    return ep_envs_fail(error, EP_ERROR_MEMORY, "%s: no memory to write it", path);
  }
  snprintf(other, size, "%s.tmp", path);
  int failure = write_file(other, write, mesh);
  if (failure == 0 && rename(other, path) != 0)
  {
    failure = errno;
  }
  if (failure != 0)
  {
    remove(other);
  }
  free(other);
  return failure == 0 ? ep_envs_ok(error)
                      : ep_envs_fail(error, EP_ERROR_INPUT, "%s: cannot be written: %s", path,
                                     strerror(failure));
}

ep_status ep_mesh_write_ply(const char* path, const double* vertices, int32_t vertex_count,
                            const int32_t* triangles, int32_t triangle_count, ep_error* error)
{
  const output mesh = {vertices, triangles, (size_t)vertex_count, (size_t)triangle_count};
  return write_whole(path, write_ply, &mesh, error);
}

ep_status ep_mesh_write_obj(const char* path, const double* vertices, int32_t vertex_count,
                            const int32_t* triangles, int32_t triangle_count, ep_error* error)
{
  const output mesh = {vertices, triangles, (size_t)vertex_count, (size_t)triangle_count};
  return write_whole(path, write_obj, &mesh, error);
}
