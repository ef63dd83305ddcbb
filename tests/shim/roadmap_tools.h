/// @file roadmap_tools.h
/// What the tests of roadmaps share: a folder with one file in it, and a small roadmap.
#ifndef EP_TEST_ROADMAP_TOOLS_H
#define EP_TEST_ROADMAP_TOOLS_H

#include "ompl_tools.h"

#include "edgeproof/shim/ompl_roadmap.h"

#include <unistd.h>

static char folder[64];
static char file[96];

static inline void make_folder(void)
{
  strcpy(folder, "/tmp/ep_roadmap_XXXXXX");
  ck_assert_ptr_nonnull(mkdtemp(folder));
  snprintf(file, sizeof file, "%s/map", folder);
}

/// Nothing but the file may be there, no leftovers.
static inline void remove_folder(void)
{
  unlink(file);
  ck_assert_int_eq(rmdir(folder), 0);
}

static inline void expect_same(const ep_ompl_roadmap* a, const ep_ompl_roadmap* b, int32_t size)
{
  const int32_t vertices = ep_ompl_roadmap_vertex_count(a);
  const int32_t edges = ep_ompl_roadmap_edge_count(a);
  ck_assert_int_eq(ep_ompl_roadmap_vertex_count(b), vertices);
  ck_assert_int_eq(ep_ompl_roadmap_edge_count(b), edges);
  ck_assert_int_eq(memcmp(ep_ompl_roadmap_vertices(a), ep_ompl_roadmap_vertices(b),
                          (size_t)vertices * (size_t)size * sizeof(double)),
                   0);
  ck_assert_int_eq(memcmp(ep_ompl_roadmap_flags(a), ep_ompl_roadmap_flags(b), (size_t)vertices), 0);
  ck_assert_int_eq(memcmp(ep_ompl_roadmap_edges(a), ep_ompl_roadmap_edges(b),
                          (size_t)edges * sizeof(ep_ompl_roadmap_edge)),
                   0);
}

static inline size_t read_bytes(unsigned char* bytes, size_t size)
{
  FILE* stream = fopen(file, "rb");
  ck_assert_ptr_nonnull(stream);
  const size_t count = fread(bytes, 1, size, stream);
  fclose(stream);
  return count;
}

static inline void write_bytes(const unsigned char* bytes, size_t size)
{
  FILE* stream = fopen(file, "wb");
  ck_assert_ptr_nonnull(stream);
  ck_assert_uint_eq(fwrite(bytes, 1, size, stream), size);
  fclose(stream);
}

/// A line of three states; the middle motion of it goes through the wall below the gap.
static inline ep_ompl_roadmap* make_line(const ep_ompl_space* space)
{
  static const double vertices[] = {0.1, 0.2, 0.4, 0.2, 0.6, 0.2, 0.5, 0.1, 0.4, 0.78, 0.6, 0.78};
  static const ep_ompl_roadmap_edge edges[] = {{0, 1, 0.3, 1, 0},
                                               {1, 2, 0.2, 1, 0},
                                               {2, 3, 0.3, 0, 0},
                                               {1, 4, 0.6, 1, 0},
                                               {4, 5, 0.2, 1, 0}};
  ep_ompl_roadmap* roadmap = NULL;
  expect_ok(ep_ompl_roadmap_create(space, vertices, 6, edges, 5, &roadmap, &error));
  return roadmap;
}

static inline void expect_load_refused(const trial* of, uint64_t hash, const char* words)
{
  ep_ompl_roadmap* loaded = (ep_ompl_roadmap*)&error;
  ep_ompl_roadmap_report report = {9, 9, 9};
  expect_refused(ep_ompl_roadmap_load(of->information, file, hash, 0, &loaded, &report, &error),
                 words);
  ck_assert_ptr_null(loaded);
  ck_assert_ptr_nonnull(strstr(error.message, file));
  ck_assert(report.certified_again == 0 && report.vertices_dropped == 0);
}

#endif
