/// @file mesh_answer.h
/// What the mesh helper writes to its standard output: this header, then
///   3 doubles for each vertex, in the scene's frame and unit,
///   a uint32_t for each polygon: how many corners it has,
///   a uint32_t for each corner: its vertex,
/// and the checksum of all that. Numbers as the machine has them: both ends are on the same one.
/// If it cannot read the file it writes nothing there, the reason to its standard error, and ends
/// with status 1.
///
/// Arguments: the file, its format ("dae", "gltf", "glb"), seconds of processor time, bytes of
/// address space.
#ifndef EP_MESH_ANSWER_H
#define EP_MESH_ANSWER_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define EP_MESH_ANSWER_MAGIC   "EPMESH1\n"
#define EP_MESH_CHECKSUM_START UINT64_C(0x9ae16a3b2f90404f)

typedef struct ep_mesh_answer
{
  char magic[8];
  uint64_t vertices;
  uint64_t polygons; ///< with three corners or more
  uint64_t corners;  ///< of those
  uint64_t lines;
  uint64_t points;
} ep_mesh_answer;

/// Goes on with the checksum of what came before; size is a multiple of four.
static inline uint64_t ep_mesh_checksum(uint64_t sum, const void* bytes, size_t size)
{
  const char* at = bytes;
  for (size_t i = 0; i < size; i += 4)
  {
    uint32_t word;
    memcpy(&word, at + i, 4);
    sum = (sum ^ word) * UINT64_C(0x9fb21c651e98df25);
    sum ^= sum >> 29;
  }
  return sum;
}

#endif
