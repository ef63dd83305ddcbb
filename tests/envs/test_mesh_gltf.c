/// @file test_mesh_gltf.c
/// glTF and GLB files through the helper process.
#include "assimp_tools.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// What differs between the files; NULL and 0: as usual.
typedef struct gltf
{
  int mode;
  const uint32_t* indices;
  int index_count;
  double bad;       ///< added to a coordinate
  const char* node; ///< more of the node
  const char* uri;  ///< of the buffer
  const char* top;  ///< more of the outermost object
  const char* type; ///< of positions
  bool is_text;     ///< not GLB
} gltf;

/// The text of bytes in base 64.
static void put_base64(mesh_bytes* to, const mesh_bytes* from)
{
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  ck_assert_uint_eq(from->size % 3, 0);
  for (size_t i = 0; i < from->size; i += 3)
  {
    const unsigned bits = (unsigned)(uint8_t)from->bytes[i] << 16 |
                          (unsigned)(uint8_t)from->bytes[i + 1] << 8 |
                          (unsigned)(uint8_t)from->bytes[i + 2];
    const char text[4] = {digits[bits >> 18], digits[bits >> 12 & 63], digits[bits >> 6 & 63],
                          digits[bits & 63]};
    mesh_bytes_add(to, text, 4);
  }
}

static mesh_bytes gltf_buffer(const gltf* g)
{
  static const float positions[18] = {0, 0, 0, 2, 0, 0, 2, 2, 0, 0, 2, 0, 0, 0, 2, 2, 0, 2};
  float changed[18];
  mesh_bytes buffer = {0};
  memcpy(changed, positions, sizeof changed);
  changed[5] += (float)g->bad;
  mesh_bytes_add(&buffer, changed, sizeof changed);
  mesh_bytes_add(&buffer, g->indices, (size_t)g->index_count * 4);
  while (buffer.size % 12 != 0)
  {
    mesh_bytes_add(&buffer, "\0", 1);
  }
  return buffer;
}

static mesh_bytes gltf_json(const gltf* g, const mesh_bytes* buffer)
{
  mesh_bytes j = {0};
  mesh_bytes_print(&j,
                   "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],"
                   "\"nodes\":[{\"mesh\":0%s}],\"meshes\":[{\"primitives\":[{\"attributes\":{"
                   "\"POSITION\":0},\"indices\":1,\"mode\":%d}]}],%s",
                   g->node == NULL ? "" : g->node, g->mode, g->top == NULL ? "" : g->top);
  mesh_bytes_print(&j,
                   "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":6,\"type\":"
                   "\"%s\"},{\"bufferView\":1,\"componentType\":5125,\"count\":%d,\"type\":"
                   "\"SCALAR\"}],",
                   g->type == NULL ? "VEC3" : g->type, g->index_count);
  mesh_bytes_print(&j,
                   "\"bufferViews\":[{\"buffer\":0,\"byteLength\":72},{\"buffer\":0,"
                   "\"byteOffset\":72,\"byteLength\":%d}],\"buffers\":[{\"byteLength\":%zu",
                   4 * g->index_count, buffer->size);
  if (g->uri != NULL)
  {
    mesh_bytes_print(&j, ",\"uri\":\"%s\"", g->uri);
  }
  else if (g->is_text)
  {
    mesh_bytes_print(&j, ",\"uri\":\"data:application/octet-stream;base64,");
    put_base64(&j, buffer);
    mesh_bytes_print(&j, "\"");
  }
  mesh_bytes_print(&j, "}]}");
  return j;
}

static void put_chunk(mesh_bytes* to, const char* kind, const mesh_bytes* chunk)
{
  const uint32_t size = (uint32_t)chunk->size;
  mesh_bytes_add(to, &size, 4); // on a machine with the lowest byte first
  mesh_bytes_add(to, kind, 4);
  mesh_bytes_add(to, chunk->bytes, chunk->size);
}

static mesh_bytes make_gltf(gltf g)
{
  mesh_bytes buffer = gltf_buffer(&g);
  mesh_bytes json = gltf_json(&g, &buffer);
  mesh_bytes file = {0};
  if (g.is_text)
  {
    free(buffer.bytes);
    return json;
  }
  while (json.size % 4 != 0)
  {
    mesh_bytes_add(&json, " ", 1);
  }
  const uint32_t head[2] = {2, (uint32_t)(12 + 8 + json.size + 8 + buffer.size)};
  mesh_bytes_add(&file, "glTF", 4);
  mesh_bytes_add(&file, head, sizeof head);
  put_chunk(&file, "JSON", &json);
  put_chunk(&file, "BIN", &buffer);
  free(json.bytes);
  free(buffer.bytes);
  return file;
}

static const uint32_t two[6] = {0, 1, 2, 0, 2, 3};
#define TWO .mode = 4, .indices = two, .index_count = 6

EP_TEST(works_gltf_modes)
{
  static const uint32_t row[5] = {0, 1, 2, 3, 4};
  static const double square[2][9] = {{0, 0, 0, 2, 0, 0, 2, 2, 0}, {0, 0, 0, 2, 2, 0, 0, 2, 0}};
  static const double strip[3][9] = {
      {0, 0, 0, 2, 0, 0, 2, 2, 0}, {2, 2, 0, 2, 0, 0, 0, 2, 0}, {2, 2, 0, 0, 2, 0, 0, 0, 2}};
  static const double fan[3][9] = {
      {0, 0, 0, 2, 0, 0, 2, 2, 0}, {0, 0, 0, 2, 2, 0, 0, 2, 0}, {0, 0, 0, 0, 2, 0, 0, 0, 2}};
  for (int text = 0; text < 2; ++text)
  {
    const char* name = text ? "a.gltf" : "a.glb";
    assimp_assert_loads_as(name, make_gltf((gltf){TWO, .is_text = text}), square, 2);
    assimp_assert_loads_as(
        name, make_gltf((gltf){.mode = 5, .indices = row, .index_count = 5, .is_text = text}),
        strip, 3);
    assimp_assert_loads_as(
        name, make_gltf((gltf){.mode = 6, .indices = row, .index_count = 5, .is_text = text}), fan,
        3);
  }
}

EP_TEST(works_gltf_nodes)
{
  static const double moved[2][9] = {{1, 2, 3, -3, 2, 3, -3, 2, 9}, {1, 2, 3, -3, 2, 9, 1, 2, 9}};
  // Half a turn about (0, 1, 1) takes x to -x and swaps y and z; before it a scale.
  assimp_assert_loads_as(
      "a.glb", make_gltf((gltf){TWO, .node = ",\"matrix\":[-2,0,0,0,0,0,3,0,0,5,0,0,1,2,3,1]"}),
      moved, 2);
}

/// In a file of their own, in the folder or below it.
EP_TEST(works_gltf_buffer_beside)
{
  mesh_folder folder = mesh_folder_make();
  const gltf g = {TWO, .is_text = true, .uri = "b%20.x/../..a.bin"};
  const gltf good = {TWO, .is_text = true, .uri = "..a.bin"};
  mesh_bytes buffer = gltf_buffer(&good);
  mesh_bytes f = make_gltf(good);
  ep_mesh mesh;
  ep_error error;
  mesh_folder_write(&folder, "..a.bin", buffer.bytes, buffer.size);
  ck_assert_int_eq(assimp_load(&folder, "a.gltf", &f, &mesh, &error), EP_OK);
  ck_assert_int_eq(mesh.triangle_count, 2);
  ep_mesh_clear(&mesh);
  ck_assert_int_eq(unlink(mesh_folder_file(&folder, "..a.bin")), 0);
  mesh_folder_remove(&folder);
  free(f.bytes);
  free(buffer.bytes);
  assimp_assert_refused("a.gltf", make_gltf(g),
                        "uri 'b .x/../..a.bin' of a buffer is not a file of its folder");
}

EP_TEST(robust_gltf_buffers_outside)
{
  static const char* const names[][2] = {{"../x.bin", "../x.bin"},
                                         {"/etc/hostname", "/etc/hostname"},
                                         {"a/../../x.bin", "a/../../x.bin"},
                                         {"%2e%2E/x.bin", "../x.bin"},
                                         {"\\u002e./x.bin", "../x.bin"},
                                         {"..\\\\x.bin", "..\\x.bin"},
                                         {"http://x/y.bin", "http://x/y.bin"},
                                         {"file:x.bin", "file:x.bin"},
                                         {"a/..", "a/.."},
                                         {"", ""}};
  for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
  {
    char message[128];
    snprintf(message, sizeof message, "uri '%s' of a buffer is not a file of its folder",
             names[i][1]);
    assimp_assert_refused("a.gltf", make_gltf((gltf){TWO, .is_text = true, .uri = names[i][0]}),
                          message);
    assimp_assert_refused("a.glb", make_gltf((gltf){TWO, .uri = names[i][0]}), message);
  }
}

EP_TEST(robust_gltf_bad_files)
{
  static const uint32_t beyond[6] = {0, 1, 2, 0, 1, 6};
  static const uint32_t far[3] = {0, 1, UINT32_MAX};
  static const struct
  {
    gltf g;
    const char* message;
  } files[] = {
      {{.mode = 4, .indices = beyond, .index_count = 6},
       "assimp: Some faces had out-of-range indices. Those faces were dropped."},
      {{.mode = 5, .indices = beyond, .index_count = 6},
       "assimp: Some faces had out-of-range indices. Those faces were dropped."},
      {{.mode = 4, .indices = far, .index_count = 3}, "assimp: Mesh \"meshes[0]\" has no faces"},
      {{.mode = 4, .indices = two, .index_count = 5},
       "assimp: The number of vertices was not compatible with the TRIANGLES mode. Some vertices "
       "were dropped."},
      {{.mode = 1, .indices = two, .index_count = 6}, "has no triangles"},
      {{.mode = 0, .indices = two, .index_count = 6}, "has no triangles"},
      {{.mode = 7, .indices = two, .index_count = 6}, "has no triangles"},
      {{TWO, .bad = NAN}, "vertex 1: x = nan is not finite"},
      {{TWO, .bad = 2e6}, "vertex 1: z = 2000000 is beyond 1048576 m"},
      {{TWO, .type = "VEC2"}, "accessor 0: positions that are not three floats each"},
      {{TWO, .type = "VEC4"}, "accessor 0: positions that are not three floats each"},
      {{TWO, .node = ",\"children\":[0]"},
       "assimp: GLTF: Object at index 0 in array \"nodes\" has recursive reference to itself"},
      {{TWO, .node = ",\"children\":[7]"},
       "assimp: GLTF: Array index 7 is out of bounds (1) for \"nodes\""},
      {{TWO, .top = "\"extensionsRequired\":[\"KHR_draco_mesh_compression\"],"},
       "extensionsRequired 'KHR_draco_mesh_compression' is not supported"},
      {{TWO, .top = "\"extensionsRequired\":[\"KHR_materials_unlit\",\"KHR_mesh_quantization\"],"},
       "extensionsRequired 'KHR_mesh_quantization' is not supported"},
      {{TWO, .top = "\"extensionsUsed\":[\"EXT_mesh_gpu_instancing\"],"},
       "extensionsUsed 'EXT_mesh_gpu_instancing' is not supported"},
      {{TWO, .uri = "none.bin", .is_text = true},
       "assimp: GLTF: could not open referenced file \"none.bin\""},
  };
  for (size_t i = 0; i < sizeof files / sizeof *files; ++i)
  {
    assimp_assert_refused(files[i].g.is_text ? "a.gltf" : "a.glb", make_gltf(files[i].g),
                          files[i].message);
  }
}

static mesh_bytes text_of(const char* text)
{
  mesh_bytes f = {0};
  mesh_bytes_add(&f, text, strlen(text));
  return f;
}

EP_TEST(robust_gltf_bad_containers)
{
  assimp_assert_refused("a.gltf", text_of("{}"), "its JSON has no version of glTF");
  assimp_assert_refused("a.gltf", text_of("[[[[[{\"asset\""), "its JSON has no version of glTF");
  assimp_assert_refused("a.gltf", text_of("{\"asset\":{\"version\":\"1.0\"}}"),
                        "version '1.0' of glTF is not 2.x");
  assimp_assert_refused("a.gltf", text_of("{\"asset\":{\"version\":\"2.0\"}} \xff"),
                        "byte 28 of its JSON is not UTF-8");
  assimp_assert_refused("a.glb", text_of("glTG12345678"), "does not begin with 'glTF'");
  assimp_assert_refused("a.glb", text_of("glTF"), "does not begin with 'glTF'");
  mesh_bytes f = make_gltf((gltf){TWO});
  const uint32_t size = (uint32_t)f.size;
  char message[128];
  snprintf(message, sizeof message, "says that it has %u bytes, but has %u", size, size + 1);
  mesh_bytes_add(&f, "", 1);
  assimp_assert_refused("a.glb", f, message);
  f = make_gltf((gltf){TWO});
  f.bytes[4] = 1;
  assimp_assert_refused("a.glb", f, "is GLB version 1, not 2");
  f = make_gltf((gltf){TWO});
  uint32_t json_size;
  memcpy(&json_size, f.bytes + 12, sizeof json_size);
  f.bytes[12] = (char)(f.bytes[12] + 1);
  snprintf(message, sizeof message, "the chunk at byte %u is cut", 12 + 8 + json_size + 1);
  assimp_assert_refused("a.glb", f, message);
  f = make_gltf((gltf){TWO});
  f.bytes[16] = 'K';
  assimp_assert_refused("a.glb", f, "its first chunk is not JSON");
}

static bool never(const char* bytes, size_t size)
{
  (void)bytes;
  (void)size;
  return false;
}

/// Every beginning of a GLB, for which no helper is needed, and some of a glTF.
EP_TEST(robust_gltf_cut)
{
  mesh_bytes f = make_gltf((gltf){TWO});
  mesh_try_prefixes("a.glb", f.bytes, f.size, NULL, never);
  free(f.bytes);
  f = make_gltf((gltf){TWO, .is_text = true});
  assimp_try_some_prefixes("a.gltf", &f, never);
  free(f.bytes);
}

EP_TEST(robust_gltf_damaged)
{
  mesh_bytes f = make_gltf((gltf){TWO});
  assimp_try_damage("a.glb", &f);
  free(f.bytes);
  f = make_gltf((gltf){TWO, .is_text = true});
  assimp_try_damage("a.gltf", &f);
  free(f.bytes);
}

/// A node that has the same child twice, and that one too, and so on: 2^30 meshes.
EP_TEST(robust_a_file_that_unfolds)
{
  mesh_folder folder = mesh_folder_make();
  mesh_bytes nodes = {0};
  mesh_bytes_print(&nodes, ",\"children\":[1,1]}");
  for (int i = 1; i < 30; ++i)
  {
    mesh_bytes_print(&nodes, ",{\"children\":[%d,%d]}", i + 1, i + 1);
  }
  mesh_bytes_print(&nodes, ",{\"mesh\":0");
  mesh_bytes f = make_gltf((gltf){TWO, .node = nodes.bytes});
  ep_mesh_options options = assimp_options(assimp_helper, 1);
  ep_mesh mesh;
  ep_error error;
  const double start = assimp_seconds_now();
  ck_assert_int_ne(mesh_load_bytes(&folder, "a.glb", f.bytes, f.size, &options, &mesh, &error),
                   EP_OK);
  ck_assert_double_lt(assimp_seconds_now() - start, 10.0);
  free(nodes.bytes);
  free(f.bytes);
  mesh_folder_remove(&folder);
}
