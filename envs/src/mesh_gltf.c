/// @file mesh_gltf.c
/// What is asked of a glTF before assimp sees it.
///
/// Assimp opens every file that a buffer names, so a mesh from a stranger could have it read any
/// file of the machine. And it reads positions as it pleases where they are not three floats, and
/// goes on where a file requires an extension that it does not know.
#include "mesh_assimp.h"

#include "io_number.h"
#include "mesh_json.h"
#include "mesh_text.h"

#include <stdlib.h>
#include <string.h>

#define GLB_HEADER_SIZE 12
#define CHUNK_SIZE      8 ///< of the header of a chunk

/// The values of the outermost object that matter.
typedef enum section
{
  SECTION_ASSET,
  SECTION_BUFFERS,
  SECTION_REQUIRED,
  SECTION_USED,
  SECTION_ACCESSORS,
  SECTION_MESHES,
  SECTION_OTHER
} section;

/// Bits of what an accessor is.
enum
{
  IS_FLOAT = 1,
  IS_VECTOR = 2
};

/// Whole numbers, as many as there are.
typedef struct number_list
{
  int64_t* numbers;
  size_t count;
  size_t capacity;
} number_list;

typedef struct gltf_reader
{
  ep_json json;
  section where;
  char key[32]; ///< the last one, cut
  bool has_version;
  number_list accessors; ///< bits of each
  number_list positions; ///< the accessors that are used as positions
  ep_mesh_builder* b;
} gltf_reader;

static bool append(number_list* list, int64_t number)
{
  if (list->count == list->capacity)
  {
    const size_t capacity = 2 * list->capacity + 64;
    int64_t* numbers = realloc(list->numbers, capacity * sizeof *numbers);
    if (numbers == NULL)
    {
      return false;
    }
    list->numbers = numbers;
    list->capacity = capacity;
  }
  list->numbers[list->count++] = number;
  return true;
}

static ep_word word_of(const char* text)
{
  return (ep_word){text, text + strlen(text)};
}

static ep_status refuse(gltf_reader* r, ep_status status, const char* what)
{
  return ep_mesh_builder_fail(r->b, status, "%s '%s' %s", r->key,
                              ep_word_quote(word_of(r->json.text)).text, what);
}

/// @name Buffers
/// @{

/// Resolves what percent signs stand for, in place.
static void resolve_percents(char* text)
{
  const char* end = text + strlen(text);
  char* to = text;
  for (const char* from = text; from < end; ++from)
  {
    const int code = *from == '%' ? ep_hex_value(from + 1, end, 2) : -1;
    *to++ = code > 0 ? (char)code : *from;
    from += code > 0 ? 2 : 0;
  }
  *to = 0;
}

static bool is_separator(char c)
{
  return c == '/' || c == '\\' || c == 0;
}

/// Whether a name could mean a file outside the folder.
static bool is_outside(const char* name)
{
  if (is_separator(name[0]) || strchr(name, ':') != NULL)
  {
    return true;
  }
  for (const char* at = name; *at != 0; ++at)
  {
    const bool begins_part = at == name || is_separator(at[-1]);
    if (begins_part && at[0] == '.' && at[1] == '.' && is_separator(at[2]))
    {
      return true;
    }
  }
  return false;
}

static ep_status check_uri(gltf_reader* r)
{
  if (strncmp(r->json.text, "data:", 5) == 0)
  {
    return EP_OK;
  }
  resolve_percents(r->json.text);
  return r->json.is_cut || is_outside(r->json.text)
             ? refuse(r, EP_ERROR_INPUT, "of a buffer is not a file of its folder")
             : EP_OK;
}

/// @}
/// @name Extensions
/// @{

static bool begins_with(const char* text, const char* what)
{
  return strncmp(text, what, strlen(what)) == 0;
}

/// Those that change how a mesh looks and not what it is.
static ep_status check_required(gltf_reader* r)
{
  const char* name = r->json.text;
  return begins_with(name, "KHR_materials_") || begins_with(name, "KHR_texture_") ||
                 begins_with(name, "EXT_texture_") || begins_with(name, "KHR_lights_")
             ? EP_OK
             : refuse(r, EP_ERROR_UNSUPPORTED, "is not supported");
}

static ep_status check_used(gltf_reader* r)
{
  return strcmp(r->json.text, "EXT_mesh_gpu_instancing") != 0
             ? EP_OK
             : refuse(r, EP_ERROR_UNSUPPORTED, "is not supported");
}

/// @}
/// @name Accessors
/// @{

static ep_status no_memory(gltf_reader* r)
{
  return ep_mesh_builder_fail(r->b, EP_ERROR_MEMORY, "no memory for its accessors");
}

/// A value of the last accessor.
static void note_accessor(gltf_reader* r, ep_json_kind kind)
{
  const bool is_float = kind == EP_JSON_WORD && strcmp(r->key, "componentType") == 0 &&
                        strcmp(r->json.text, "5126") == 0;
  const bool is_vector =
      kind == EP_JSON_STRING && strcmp(r->key, "type") == 0 && strcmp(r->json.text, "VEC3") == 0;
  if (r->accessors.count > 0)
  {
    r->accessors.numbers[r->accessors.count - 1] |= (is_float ? IS_FLOAT : 0);
    r->accessors.numbers[r->accessors.count - 1] |= (is_vector ? IS_VECTOR : 0);
  }
}

static ep_status note_position(gltf_reader* r)
{
  int64_t accessor;
  if (!ep_integer_read(r->json.text, r->json.text + strlen(r->json.text), &accessor))
  {
    return refuse(r, EP_ERROR_INPUT, "is not the number of an accessor");
  }
  return append(&r->positions, accessor) ? EP_OK : no_memory(r);
}

static ep_status check_positions(gltf_reader* r)
{
  for (size_t i = 0; i < r->positions.count; ++i)
  {
    const int64_t accessor = r->positions.numbers[i];
    if (accessor < 0 || (uint64_t)accessor >= r->accessors.count)
    {
      return ep_mesh_builder_fail(r->b, EP_ERROR_INPUT,
                                  "accessor %lld does not exist, there are %zu",
                                  (long long)accessor, r->accessors.count);
    }
    if (r->accessors.numbers[accessor] != (IS_FLOAT | IS_VECTOR))
    {
      return ep_mesh_builder_fail(r->b, EP_ERROR_UNSUPPORTED,
                                  "accessor %lld: positions that are not three floats each",
                                  (long long)accessor);
    }
  }
  return EP_OK;
}

/// @}
/// @name The text
/// @{

static ep_status check_version(gltf_reader* r)
{
  r->has_version = true;
  return begins_with(r->json.text, "2.") ? EP_OK
                                         : refuse(r, EP_ERROR_UNSUPPORTED, "of glTF is not 2.x");
}

static ep_status check_value(gltf_reader* r, ep_json_kind kind)
{
  const bool is_string = kind == EP_JSON_STRING;
  switch (r->where)
  {
  case SECTION_ASSET:
    return is_string && strcmp(r->key, "version") == 0 ? check_version(r) : EP_OK;
  case SECTION_BUFFERS:
    return is_string && strcmp(r->key, "uri") == 0 ? check_uri(r) : EP_OK;
  case SECTION_REQUIRED:
    return is_string ? check_required(r) : EP_OK;
  case SECTION_USED:
    return is_string ? check_used(r) : EP_OK;
  case SECTION_ACCESSORS:
    if (r->json.depth == 3)
    {
      note_accessor(r, kind);
    }
    return EP_OK;
  case SECTION_MESHES:
    return kind == EP_JSON_WORD && strcmp(r->key, "POSITION") == 0 ? note_position(r) : EP_OK;
  default:
    return EP_OK;
  }
}

static void take_key(gltf_reader* r)
{
  static const char* const names[] = {"asset",          "buffers",   "extensionsRequired",
                                      "extensionsUsed", "accessors", "meshes"};
  const size_t size = strlen(r->json.text);
  const size_t kept = size < sizeof r->key ? size : sizeof r->key - 1;
  memcpy(r->key, r->json.text, kept);
  r->key[kept] = 0;
  if (r->json.depth == 1)
  {
    int i = 0;
    while (i < SECTION_OTHER && strcmp(r->key, names[i]) != 0)
    {
      ++i;
    }
    r->where = (section)i;
  }
}

/// One token; false behind the last.
static bool check_token(gltf_reader* r, ep_status* status)
{
  const ep_json_kind kind = ep_json_next(&r->json);
  switch (kind)
  {
  case EP_JSON_END:
    return false;
  case EP_JSON_KEY:
    take_key(r);
    break;
  case EP_JSON_OPEN:
    if (r->where == SECTION_ACCESSORS && r->json.depth == 3 && !append(&r->accessors, 0))
    {
      *status = no_memory(r);
    }
    break;
  case EP_JSON_CLOSE:
    break;
  default:
    *status = check_value(r, kind);
  }
  return *status == EP_OK;
}

/// Whether the text is well-formed is left to assimp.
static ep_status check_json(const char* begin, const char* end, ep_mesh_builder* b)
{
  size_t bad = 0;
  if (!ep_text_is_utf8(begin, (size_t)(end - begin), &bad))
  {
    return ep_mesh_builder_fail(b, EP_ERROR_INPUT, "byte %zu of its JSON is not UTF-8", bad);
  }
  gltf_reader r = {.json = {.at = begin, .end = end}, .where = SECTION_OTHER, .b = b};
  ep_status status = EP_OK;
  while (check_token(&r, &status))
  {
  }
  status = status == EP_OK ? check_positions(&r) : status;
  free(r.accessors.numbers);
  free(r.positions.numbers);
  return status != EP_OK || r.has_version
             ? status
             : ep_mesh_builder_fail(b, EP_ERROR_INPUT, "its JSON has no version of glTF");
}

/// @}
/// @name GLB
/// @{

static uint32_t load_uint32(const char* bytes)
{
  uint8_t b[4];
  memcpy(b, bytes, 4);
  return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static ep_status check_glb_header(const ep_text* text, ep_mesh_builder* b)
{
  if (text->size < GLB_HEADER_SIZE || memcmp(text->bytes, "glTF", 4) != 0)
  {
    return ep_mesh_builder_fail(b, EP_ERROR_INPUT, "does not begin with 'glTF'");
  }
  const uint32_t version = load_uint32(text->bytes + 4);
  const uint32_t size = load_uint32(text->bytes + 8);
  if (version != 2)
  {
    return ep_mesh_builder_fail(b, EP_ERROR_UNSUPPORTED, "is GLB version %u, not 2", version);
  }
  return size == text->size
             ? EP_OK
             : ep_mesh_builder_fail(b, EP_ERROR_INPUT, "says that it has %u bytes, but has %zu",
                                    size, text->size);
}

/// The chunks must fill the file; the first is the JSON.
static ep_status check_glb(const ep_text* text, ep_mesh_builder* b)
{
  ep_status status = check_glb_header(text, b);
  for (size_t at = GLB_HEADER_SIZE; at < text->size && status == EP_OK;)
  {
    const size_t left = text->size - at;
    const uint32_t size = left < CHUNK_SIZE ? UINT32_MAX : load_uint32(text->bytes + at);
    const char* begin = text->bytes + at + CHUNK_SIZE;
    if (left < CHUNK_SIZE || size > left - CHUNK_SIZE)
    {
      return ep_mesh_builder_fail(b, EP_ERROR_INPUT, "the chunk at byte %zu is cut", at);
    }
    if (at == GLB_HEADER_SIZE)
    {
      status = memcmp(begin - 4, "JSON", 4) == 0
                   ? check_json(begin, begin + size, b)
                   : ep_mesh_builder_fail(b, EP_ERROR_INPUT, "its first chunk is not JSON");
    }
    at += CHUNK_SIZE + (size_t)size;
  }
  return status;
}

/// @}

ep_status ep_mesh_check_gltf(const ep_text* text, bool is_glb, ep_mesh_builder* b)
{
  return is_glb ? check_glb(text, b) : check_json(text->bytes, text->bytes + text->size, b);
}
