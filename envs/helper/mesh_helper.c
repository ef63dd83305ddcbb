/// @file mesh_helper.c
/// The program edgeproof-mesh-helper: reads a DAE or glTF with assimp and writes its polygons, as
/// mesh_answer.h says. It is not meant to be run by hand.
///
/// Assimp is asked for no post-processing, so that nothing is joined, dropped or cut behind our
/// back. What it logs as an error, or as geometry left out, is fatal: it goes on without the part
/// that it could not read.
#define _GNU_SOURCE // setrlimit, prctl
#include "mesh_answer.h"

#include <assimp/cimport.h>
#include <assimp/config.h>
#include <assimp/scene.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>
#ifdef __linux__
#include <signal.h>
#include <sys/prctl.h>
#endif

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HAS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HAS_SANITIZER 1
#endif
#endif
#ifndef HAS_SANITIZER
#define HAS_SANITIZER 0
#endif

#define COUNT_MAX (UINT64_C(1) << 29)

static _Noreturn void stop(const char* format, ...) __attribute__((format(printf, 1, 2)));

static _Noreturn void stop(const char* format, ...)
{
  va_list list;
  va_start(list, format);
  vfprintf(stderr, format, list);
  va_end(list);
  fflush(stderr);
  _exit(1); // assimp's own clean-up may crash on what it has half read
}

/// @name Limits
/// @{

static void set_limits(const char* seconds_text, const char* bytes_text)
{
  const rlim_t seconds = strtoull(seconds_text, NULL, 10);
  const rlim_t bytes = strtoull(bytes_text, NULL, 10);
  const struct rlimit no_core = {0, 0};
  const struct rlimit time = {seconds, seconds + 1};
  const struct rlimit space = {bytes, bytes};
  if (seconds == 0 || bytes == 0)
  {
    stop("the mesh helper needs limits above 0");
  }
  // Sanitizers reserve far more address space than they use.
  if (setrlimit(RLIMIT_CORE, &no_core) != 0 || setrlimit(RLIMIT_CPU, &time) != 0 ||
      (!HAS_SANITIZER && setrlimit(RLIMIT_AS, &space) != 0))
  {
    stop("the mesh helper cannot set its limits");
  }
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL); // nobody waits for the answer any more
#endif
}

/// @}
/// @name Reading
/// @{

/// The first thing logged that means that something is missing.
static char logged[200];

static bool has_one_of(const char* text, const char* const* words, size_t count)
{
  for (size_t i = 0; i < count; ++i)
  {
    if (strstr(text, words[i]) != NULL)
    {
      return true;
    }
  }
  return false;
}

/// Whether assimp went on without a part of the mesh. A warning counts unless it is known to be
/// about something else; names in it might have the words of those, so the losses come first.
static bool is_loss(const char* message)
{
  static const char* const losses[] = {"geometry for ID", "dropped", "instanced node"};
  static const char* const harmless[] = {"material", "UV",           "texture",   "light",
                                         "camera",   "Orthographic", "animation", "shading"};
  if (strncmp(message, "Warn", 4) != 0)
  {
    return strncmp(message, "Error", 5) == 0;
  }
  return has_one_of(message, losses, sizeof losses / sizeof *losses) ||
         !has_one_of(message, harmless, sizeof harmless / sizeof *harmless);
}

static void on_log(const char* message, char* user)
{
  (void)user;
  if (logged[0] == 0 && is_loss(message))
  {
    const char* colon = strchr(message, ':'); // behind the severity and the thread
    snprintf(logged, sizeof logged, "%s", colon == NULL ? message : colon + 1);
  }
}

/// The whole file, with a zero byte behind it.
static char* read_file(const char* path, size_t* size)
{
  FILE* file = fopen(path, "rbe");
  const bool is_open = file != NULL && fseek(file, 0, SEEK_END) == 0;
  const long end = is_open ? ftell(file) : -1;
  char* bytes = end < 0 ? NULL : malloc((size_t)end + 1);
  *size = (size_t)end;
  if (bytes == NULL || fseek(file, 0, SEEK_SET) != 0 || fread(bytes, 1, *size, file) != *size)
  {
    stop("the mesh helper cannot read it");
  }
  bytes[*size] = 0;
  fclose(file);
  return bytes;
}

/// Puts blanks in place of which material goes where. Where a geometry is used twice with different
/// ones, assimp 5.2 takes the wrong triangles for the second.
static void blank_materials(char* text)
{
  static const char end_tag[] = "</bind_material>";
  for (char* begin = strstr(text, "<bind_material>"); begin != NULL;
       begin = strstr(begin, "<bind_material>"))
  {
    const char* end = strstr(begin, end_tag);
    if (end == NULL)
    {
      return;
    }
    memset(begin, ' ', (size_t)(end - begin) + sizeof end_tag - 1);
  }
}

static const struct aiScene* import_dae(const char* path, const struct aiPropertyStore* properties)
{
  size_t size;
  char* text = read_file(path, &size);
  blank_materials(text);
  if (size > UINT_MAX)
  {
    stop("the mesh helper reads no DAE of %zu bytes", size);
  }
  const struct aiScene* scene =
      aiImportFileFromMemoryWithProperties(text, (unsigned)size, 0, "dae", properties);
  free(text);
  return scene;
}

static const struct aiScene* import_scene(const char* path, const char* format)
{
  struct aiLogStream log = {on_log, NULL};
  aiAttachLogStream(&log);
  struct aiPropertyStore* properties = aiCreatePropertyStore();
  aiSetImportPropertyInteger(properties, AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION, 1);
  // Otherwise a scene without meshes gets one that shows its nodes.
  aiSetImportPropertyInteger(properties, AI_CONFIG_IMPORT_NO_SKELETON_MESHES, 1);
  const struct aiScene* scene = strcmp(format, "dae") == 0
                                    ? import_dae(path, properties)
                                    : aiImportFileExWithProperties(path, 0, NULL, properties);
  if (scene == NULL)
  {
    const char* reason = aiGetErrorString();
    stop("assimp: %s", reason == NULL || *reason == 0 ? "it does not say why" : reason);
  }
  if (logged[0] != 0)
  {
    stop("assimp:%s", logged);
  }
  if (scene->mRootNode == NULL)
  {
    stop("assimp: the scene has no root");
  }
  return scene;
}

/// @}
/// @name Writing
/// @{

typedef struct writer
{
  char buffer[1 << 16];
  size_t used;
  uint64_t sum;
} writer;

static void flush_writer(writer* w)
{
  w->sum = ep_mesh_checksum(w->sum, w->buffer, w->used);
  for (size_t done = 0; done < w->used;)
  {
    const ssize_t put = write(STDOUT_FILENO, w->buffer + done, w->used - done);
    if (put < 0 && errno != EINTR)
    {
      stop("the mesh helper cannot write its answer");
    }
    done += put > 0 ? (size_t)put : 0;
  }
  w->used = 0;
}

/// Sizes are multiples of four.
static void put_bytes(writer* w, const void* bytes, size_t size)
{
  if (w->used + size > sizeof w->buffer)
  {
    flush_writer(w);
  }
  memcpy(w->buffer + w->used, bytes, size);
  w->used += size;
}

/// @}
/// @name The nodes
/// @{

/// Three rows of four: what the meshes of a node go through.
typedef struct placement
{
  double row[3][4];
} placement;

typedef struct stack_entry
{
  const struct aiNode* node;
  placement place; ///< of its parent
} stack_entry;

typedef struct tour
{
  const struct aiScene* scene;
  ep_mesh_answer counts; ///< of what has been visited
  writer* w;             ///< NULL while only counting
} tour;

static placement placed_in(const placement* parent, const struct aiMatrix4x4* m)
{
  const double local[4][4] = {{(double)m->a1, (double)m->a2, (double)m->a3, (double)m->a4},
                              {(double)m->b1, (double)m->b2, (double)m->b3, (double)m->b4},
                              {(double)m->c1, (double)m->c2, (double)m->c3, (double)m->c4},
                              {(double)m->d1, (double)m->d2, (double)m->d3, (double)m->d4}};
  if (local[3][0] != 0.0 || local[3][1] != 0.0 || local[3][2] != 0.0 || local[3][3] != 1.0)
  {
    stop("a node has a matrix whose last row is not 0 0 0 1");
  }
  placement p;
  for (int i = 0; i < 3; ++i)
  {
    for (int k = 0; k < 4; ++k)
    {
      p.row[i][k] = k == 3 ? parent->row[i][3] : 0.0;
      for (int j = 0; j < 3; ++j)
      {
        p.row[i][k] += parent->row[i][j] * local[j][k];
      }
    }
  }
  return p;
}

typedef void (*visitor)(tour* t, const struct aiMesh* mesh, const placement* place);

/// Calls the visitor for each mesh of a node.
static void visit_node(tour* t, const struct aiNode* node, const placement* place, visitor visit)
{
  for (unsigned i = 0; i < node->mNumMeshes; ++i)
  {
    if (node->mMeshes[i] >= t->scene->mNumMeshes)
    {
      stop("a node names mesh %u, there are %u", node->mMeshes[i], t->scene->mNumMeshes);
    }
    visit(t, t->scene->mMeshes[node->mMeshes[i]], place);
  }
}

/// Calls the visitor for each mesh of each node, parents before children. The stack is ours, for
/// nodes may be nested to any depth.
static void visit_all(tour* t, visitor visit)
{
  size_t capacity = 256;
  size_t height = 0;
  stack_entry* stack = malloc(capacity * sizeof *stack);
  const placement none = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
  if (stack != NULL)
  {
    stack[height++] = (stack_entry){t->scene->mRootNode, none};
  }
  while (stack != NULL && height > 0)
  {
    const stack_entry top = stack[--height];
    const placement place = placed_in(&top.place, &top.node->mTransformation);
    visit_node(t, top.node, &place, visit);
    const size_t needed = height + top.node->mNumChildren;
    if (needed > capacity)
    {
      capacity = 2 * needed;
      stack = realloc(stack, capacity * sizeof *stack);
    }
    for (unsigned i = top.node->mNumChildren; stack != NULL && i > 0; --i)
    {
      stack[height++] = (stack_entry){top.node->mChildren[i - 1], place};
    }
  }
  if (stack == NULL)
  {
    stop("no memory for its nodes");
  }
  free(stack);
}

/// @}
/// @name Meshes
/// @{

static void check_face(const struct aiMesh* mesh, unsigned index)
{
  const struct aiFace* face = &mesh->mFaces[index];
  for (unsigned k = 0; k < face->mNumIndices; ++k)
  {
    if (face->mIndices[k] >= mesh->mNumVertices)
    {
      stop("mesh '%.60s': face %u: vertex %u does not exist, there are %u", mesh->mName.data, index,
           face->mIndices[k], mesh->mNumVertices);
    }
  }
}

static void count_mesh(tour* t, const struct aiMesh* mesh, const placement* place)
{
  (void)place;
  ep_mesh_answer* c = &t->counts;
  c->vertices += mesh->mNumVertices;
  for (unsigned i = 0; i < mesh->mNumFaces; ++i)
  {
    const unsigned size = mesh->mFaces[i].mNumIndices;
    check_face(mesh, i);
    c->points += size == 1;
    c->lines += size == 2;
    c->polygons += size >= 3;
    c->corners += size >= 3 ? size : 0;
  }
  if (c->vertices > COUNT_MAX || c->corners > COUNT_MAX)
  {
    stop("more than %" PRIu64 " vertices or corners", COUNT_MAX);
  }
}

static void put_vertices(tour* t, const struct aiMesh* mesh, const placement* place)
{
  for (unsigned i = 0; i < mesh->mNumVertices; ++i)
  {
    const struct aiVector3D v = mesh->mVertices[i];
    double xyz[3];
    for (int k = 0; k < 3; ++k)
    {
      const double* row = place->row[k];
      xyz[k] = row[0] * (double)v.x + row[1] * (double)v.y + row[2] * (double)v.z + row[3];
    }
    put_bytes(t->w, xyz, sizeof xyz);
  }
}

static void put_sizes(tour* t, const struct aiMesh* mesh, const placement* place)
{
  (void)place;
  for (unsigned i = 0; i < mesh->mNumFaces; ++i)
  {
    const uint32_t size = mesh->mFaces[i].mNumIndices;
    if (size >= 3)
    {
      put_bytes(t->w, &size, sizeof size);
    }
  }
}

static void put_corners(tour* t, const struct aiMesh* mesh, const placement* place)
{
  (void)place;
  const uint32_t first = (uint32_t)t->counts.vertices;
  for (unsigned i = 0; i < mesh->mNumFaces; ++i)
  {
    const struct aiFace* face = &mesh->mFaces[i];
    for (unsigned k = 0; k < face->mNumIndices && face->mNumIndices >= 3; ++k)
    {
      const uint32_t corner = first + face->mIndices[k];
      put_bytes(t->w, &corner, sizeof corner);
    }
  }
  t->counts.vertices += mesh->mNumVertices;
}

/// @}

static void write_answer(const struct aiScene* scene)
{
  static writer w;
  w.sum = EP_MESH_CHECKSUM_START;
  tour t = {.scene = scene};
  memcpy(t.counts.magic, EP_MESH_ANSWER_MAGIC, sizeof t.counts.magic);
  visit_all(&t, count_mesh);
  t.w = &w;
  put_bytes(&w, &t.counts, sizeof t.counts);
  t.counts.vertices = 0;
  visit_all(&t, put_vertices);
  visit_all(&t, put_sizes);
  visit_all(&t, put_corners);
  flush_writer(&w);
  const uint64_t sum = w.sum;
  put_bytes(&w, &sum, sizeof sum);
  flush_writer(&w);
}

int main(int argc, char** argv)
{
  if (argc != 5)
  {
    stop("the mesh helper is run by edgeproof, not by hand");
  }
  set_limits(argv[3], argv[4]);
  write_answer(import_scene(argv[1], argv[2]));
  _exit(0);
}
