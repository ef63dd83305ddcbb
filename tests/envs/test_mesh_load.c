/// @file test_mesh_load.c
/// Calls of ep_mesh_load() that are wrong, files that are none, and all real meshes there are.
///
/// The real ones are in EP_SHARED_DATA, or in ../shared/data next to the sources; without them
/// nothing is tested, and the test says so.
#define _XOPEN_SOURCE 700 // nftw, mkfifo
#include "mesh_tools.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef EP_SOURCE_ROOT
#define EP_SOURCE_ROOT "."
#endif

/// @name Calls
/// @{

static const char triangle[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";

static void assert_fails(const char* path, const ep_mesh_options* options, ep_status expected,
                         const char* message)
{
  ep_mesh mesh;
  ep_error error;
  memset(&mesh, 0x55, sizeof mesh);
  ck_assert_int_eq(ep_mesh_load(path, options, &mesh, &error), expected);
  ck_assert_msg(strstr(error.message, message) != NULL, "'%s' is not in '%s'", message,
                error.message);
  ck_assert_ptr_null(mesh.vertices);
  ck_assert_ptr_null(mesh.triangles);
  ck_assert_int_eq(ep_mesh_load(path, options, &mesh, NULL), expected);
}

EP_TEST(robust_misuse_of_mesh_load_is_refused)
{
  ep_error error;
  ep_mesh mesh;
  ck_assert_int_eq(ep_mesh_load("a.obj", NULL, NULL, &error), EP_ERROR_MISUSE);
  ck_assert_str_eq(error.message, "ep_mesh_load: mesh is NULL");
  assert_fails(NULL, NULL, EP_ERROR_MISUSE, "ep_mesh_load: path is NULL");
  ep_mesh_options options = ep_mesh_options_default();
  options.struct_size = 3;
  assert_fails("a.obj", &options, EP_ERROR_MISUSE, "mesh options: struct_size is 3, not ");
  options = ep_mesh_options_default();
  options.helper_seconds = 0;
  assert_fails("a.obj", &options, EP_ERROR_MISUSE, "mesh options: 0 seconds");
  options = ep_mesh_options_default();
  options.file_bytes = -1;
  assert_fails("a.obj", &options, EP_ERROR_MISUSE, "-1 bytes for a file");
  ep_mesh_clear(NULL);
  memset(&mesh, 0, sizeof mesh);
  ep_mesh_clear(&mesh);
}

EP_TEST(robust_mesh_files_that_are_none)
{
  mesh_folder folder = mesh_folder_make();
  assert_fails(mesh_folder_file(&folder, "none.obj"), NULL, EP_ERROR_INPUT,
               "none.obj: cannot be opened: No such file");
  assert_fails(mesh_folder_file(&folder, "none.dae"), NULL, EP_ERROR_INPUT,
               "none.dae: cannot be opened: No such file");
  assert_fails(mesh_folder_write(&folder, "a.off", "OFF\n", 4), NULL, EP_ERROR_UNSUPPORTED,
               "a.off: the name ends with none of .obj .stl .ply .dae .gltf .glb");
  assert_fails(mesh_folder_write(&folder, "obj", triangle, sizeof triangle - 1), NULL,
               EP_ERROR_UNSUPPORTED, "/obj: the name ends with none of");
  assert_fails(mesh_folder_write(&folder, "a.objx", triangle, sizeof triangle - 1), NULL,
               EP_ERROR_UNSUPPORTED, "the name ends with none of");
  assert_fails("/tmp.obj/a", NULL, EP_ERROR_UNSUPPORTED, "the name ends with none of");
  ck_assert_int_eq(mkdir(mesh_folder_file(&folder, "d.stl"), 0700), 0);
  assert_fails(folder.file, NULL, EP_ERROR_INPUT, "d.stl: is not a regular file");
  ck_assert_int_eq(mkfifo(mesh_folder_file(&folder, "p.ply"), 0700), 0);
  assert_fails(folder.file, NULL, EP_ERROR_INPUT, "p.ply: is not a regular file");
  mesh_folder_remove(&folder);
}

EP_TEST(robust_files_that_are_too_large)
{
  mesh_folder folder = mesh_folder_make();
  ep_mesh_options options = ep_mesh_options_default();
  ep_mesh mesh;
  const char* path = mesh_folder_write(&folder, "a.obj", triangle, sizeof triangle - 1);
  options.file_bytes = (int64_t)sizeof triangle - 1;
  ck_assert_int_eq(ep_mesh_load(path, &options, &mesh, NULL), EP_OK);
  ep_mesh_clear(&mesh);
  --options.file_bytes;
  assert_fails(path, &options, EP_ERROR_INPUT, "a.obj: has 32 bytes, more than the 31 allowed");
  mesh_folder_remove(&folder);
}

/// @}
/// @name Real meshes
/// @{

typedef struct real_file
{
  char path[512];
} real_file;

static real_file* real_files;
static int real_file_count;

static bool ends_with(const char* path, const char* ending)
{
  const size_t size = strlen(path);
  return size > strlen(ending) && strcasecmp(path + size - strlen(ending), ending) == 0;
}

static int note_file(const char* path, const struct stat* info, int kind, struct FTW* place)
{
  (void)info;
  (void)place;
  if (kind == FTW_F &&
      (ends_with(path, ".obj") || ends_with(path, ".stl") || ends_with(path, ".ply") ||
       ends_with(path, ".dae") || ends_with(path, ".gltf") || ends_with(path, ".glb")))
  {
    real_files = realloc(real_files, ((size_t)real_file_count + 1) * sizeof *real_files);
    ck_assert_ptr_nonnull(real_files);
    snprintf(real_files[real_file_count++].path, sizeof real_files->path, "%s", path);
  }
  return 0;
}

/// False, with a word, if there are none.
static bool find_real_files(void)
{
  const char* folder = getenv("EP_SHARED_DATA");
  real_file_count = 0;
  if (nftw(folder != NULL ? folder : EP_SOURCE_ROOT "/../shared/data", note_file, 16, FTW_PHYS) !=
          0 ||
      real_file_count == 0)
  {
    printf("skipped: no shared data\n");
    return false;
  }
  return true;
}

static char* read_whole(const char* path, size_t* size)
{
  FILE* file = fopen(path, "rb");
  ck_assert_ptr_nonnull(file);
  ck_assert_int_eq(fseek(file, 0, SEEK_END), 0);
  *size = (size_t)ftell(file);
  rewind(file);
  char* bytes = malloc(*size + 1);
  ck_assert_ptr_nonnull(bytes);
  ck_assert_uint_eq(fread(bytes, 1, *size, file), *size);
  bytes[*size] = 0;
  fclose(file);
  return bytes;
}

/// The triangles of the f lines: words but two. For files in which no line is continued.
static int64_t count_obj_triangles(char* text)
{
  int64_t count = 0;
  char* line_state = NULL;
  for (char* line = strtok_r(text, "\n", &line_state); line != NULL;
       line = strtok_r(NULL, "\n", &line_state))
  {
    char* word_state = NULL;
    int words = 0;
    bool is_face = false;
    for (char* word = strtok_r(line, " \t\r", &word_state); word != NULL;
         word = strtok_r(NULL, " \t\r", &word_state))
    {
      is_face = is_face || (words == 0 && strcmp(word, "f") == 0);
      ++words;
    }
    count += is_face ? words - 3 : 0;
  }
  return count;
}

/// Of <triangles count="..."> and the numbers in <vcount>. For files in which each geometry is used
/// once.
static int64_t count_dae_triangles(const char* text)
{
  int64_t count = 0;
  for (const char* at = strstr(text, "<triangles"); at != NULL; at = strstr(at + 1, "<triangles"))
  {
    const char* number = strstr(at, "count=\"");
    ck_assert_ptr_nonnull(number);
    count += strtoll(number + 7, NULL, 10);
  }
  for (const char* at = strstr(text, "<vcount>"); at != NULL; at = strstr(at + 1, "<vcount>"))
  {
    char* end = NULL;
    const char* from = at + 8;
    for (long long size = strtoll(from, &end, 10); end != from; size = strtoll(from, &end, 10))
    {
      count += size - 2;
      from = end;
    }
  }
  return count;
}

static int count_of(const char* text, const char* word)
{
  int count = 0;
  for (const char* at = strstr(text, word); at != NULL; at = strstr(at + 1, word))
  {
    ++count;
  }
  return count;
}

/// How many triangles the file has by an independent count; -1 if that is not so easy.
static int64_t count_triangles(const char* path)
{
  size_t size;
  char* text = read_whole(path, &size);
  int64_t count = -1;
  if (ends_with(path, ".obj"))
  {
    count = count_obj_triangles(text);
  }
  else if (ends_with(path, ".stl"))
  {
    count = ((int64_t)size - 84) / 50; // all of them are binary
  }
  else if (ends_with(path, ".dae") &&
           count_of(text, "<instance_geometry") == count_of(text, "<geometry "))
  {
    count = count_dae_triangles(text);
  }
  free(text);
  return count;
}

/// These begin with a line of counts, which is no OBJ.
static bool is_no_obj(const char* path)
{
  return ends_with(path, "/fcl_test_data/env.obj") || ends_with(path, "/fcl_test_data/rob.obj");
}

static void check_real_file(const char* path, const ep_mesh_options* options, int* compared)
{
  ep_mesh mesh;
  ep_error error;
  const ep_status status = ep_mesh_load(path, options, &mesh, &error);
  if (is_no_obj(path))
  {
    ck_assert_int_eq(status, EP_ERROR_INPUT);
    ck_assert_ptr_nonnull(strstr(error.message, "is not a word that begins a line of an OBJ"));
    return;
  }
  ck_assert_msg(status == EP_OK, "%s", error.message);
  mesh_assert_good(&mesh);
  const int64_t expected = count_triangles(path);
  if (expected >= 0)
  {
    ck_assert_msg(mesh.triangle_count + mesh.counts.duplicate_triangles == expected,
                  "%s: %d triangles, %lld dropped, but the file has %lld", path,
                  mesh.triangle_count, (long long)mesh.counts.duplicate_triangles,
                  (long long)expected);
    ++*compared;
  }
  ep_mesh_clear(&mesh);
}

EP_TEST(works_all_real_meshes)
{
  ep_mesh_options options = ep_mesh_options_default();
#ifdef EP_TEST_MESH_HELPER
  options.helper = EP_TEST_MESH_HELPER;
#endif
  if (!find_real_files())
  {
    return;
  }
  int compared = 0;
  for (int i = 0; i < real_file_count; ++i)
  {
    check_real_file(real_files[i].path, &options, &compared);
  }
  printf("%d real meshes, %d of them counted independently\n", real_file_count, compared);
  ck_assert_int_gt(2 * compared, real_file_count);
  free(real_files);
  real_files = NULL;
}

/// @}
