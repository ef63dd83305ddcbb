/// @file yaml_tree.c
/// From libyaml's events to a tree. Its own tree builder is not used: it takes minutes for deep
/// nesting, knows no limits, and lets duplicate keys pass.
#include "yaml_tree.h"

#include "io_file.h"
#include "io_pool.h"

#include <stdlib.h>
#include <string.h>
#include <yaml.h>

struct ep_yaml
{
  ep_pool pool;
  const ep_yaml_node* root;
};

typedef struct builder
{
  const char* path;
  const ep_text* text;
  size_t skipped; ///< bytes of a byte order mark
  ep_yaml* tree;
  ep_error* error;
  yaml_parser_t parser;
  ep_yaml_node* open[EP_YAML_DEPTH_MAX]; ///< lists and mappings around what comes next
  ep_yaml_node* last[EP_YAML_DEPTH_MAX]; ///< the last child of each
  int32_t depth;
  int32_t node_count;
  int32_t document_count;
  const char* key; ///< of a mapping, waiting for its value
  yaml_mark_t key_mark;
} builder;

/// Refuses at a mark. A macro, so that the compiler checks the format.
#define REFUSE(b, mark, format, ...)                                                               \
  ep_envs_fail((b)->error, EP_ERROR_INPUT, "%s:%d:%d: " format, (b)->path, (int)(mark)->line + 1,  \
               (int)(mark)->column + 1, __VA_ARGS__)

static ep_status no_memory(const builder* b)
{
  return ep_envs_fail(b->error, EP_ERROR_MEMORY, "%s: no memory", b->path);
}

/// Where a byte of the file stands.
static yaml_mark_t mark_of(const ep_text* text, size_t offset)
{
  yaml_mark_t mark = {.index = offset};
  for (size_t i = 0; i < offset && i < text->size; ++i)
  {
    const unsigned char c = (unsigned char)text->bytes[i];
    mark.line += c == '\n';
    mark.column = c == '\n' ? 0 : mark.column + ((c & 0xc0) != 0x80);
  }
  return mark;
}

/// What libyaml did not like.
static ep_status parser_failed(const builder* b)
{
  const yaml_parser_t* p = &b->parser;
  if (p->error == YAML_MEMORY_ERROR)
  {
    return no_memory(b);
  }
  const char* problem = p->problem == NULL ? "this is not YAML" : p->problem;
  if (p->error == YAML_READER_ERROR)
  {
    const yaml_mark_t mark = mark_of(b->text, b->skipped + p->problem_offset);
    return REFUSE(b, &mark, "%s", problem);
  }
  return p->context == NULL ? REFUSE(b, &p->problem_mark, "%s", problem)
                            : REFUSE(b, &p->problem_mark, "%s, %s", problem, p->context);
}

/// @name Nodes
/// @{

static bool inside_mapping(const builder* b)
{
  return b->depth > 0 && b->open[b->depth - 1]->kind == EP_YAML_MAPPING;
}

/// Hangs a new node where the events are.
static ep_status add_node(builder* b, const yaml_event_t* event, ep_yaml_kind kind,
                          ep_yaml_node** made)
{
  const yaml_mark_t* mark = &event->start_mark;
  if (++b->node_count > EP_YAML_NODES_MAX)
  {
    return REFUSE(b, mark, "more than %d values", EP_YAML_NODES_MAX);
  }
  ep_yaml_node* node = ep_pool_take(&b->tree->pool, 1, sizeof *node);
  if (node == NULL)
  {
    return no_memory(b);
  }
  *node = (ep_yaml_node){.kind = kind,
                         .text = "",
                         .line = (int32_t)mark->line + 1,
                         .column = (int32_t)mark->column + 1,
                         .key = b->key,
                         .key_line = (int32_t)b->key_mark.line + 1,
                         .key_column = (int32_t)b->key_mark.column + 1};
  b->key = NULL;
  *made = node;
  if (b->depth == 0)
  {
    b->tree->root = node;
    return EP_OK;
  }
  ep_yaml_node* parent = b->open[b->depth - 1];
  ep_yaml_node* before = b->last[b->depth - 1];
  *(before == NULL ? &parent->first : &before->next) = node;
  b->last[b->depth - 1] = node;
  node->parent = parent;
  node->index = parent->count++;
  return EP_OK;
}

/// The text of a scalar event, copied.
static ep_status copy_text(builder* b, const yaml_event_t* event, const char** text)
{
  const char* bytes = (const char*)event->data.scalar.value;
  const size_t length = event->data.scalar.length;
  if (memchr(bytes, 0, length) != NULL)
  {
    return REFUSE(b, &event->start_mark, "%s", "a text with a zero byte");
  }
  *text = ep_pool_text(&b->tree->pool, bytes, length);
  return *text == NULL ? no_memory(b) : EP_OK;
}

static ep_status add_scalar(builder* b, const yaml_event_t* event)
{
  if (inside_mapping(b) && b->key == NULL)
  {
    b->key_mark = event->start_mark;
    return copy_text(b, event, &b->key);
  }
  ep_yaml_node* node = NULL;
  const ep_status status = add_node(b, event, EP_YAML_SCALAR, &node);
  if (status != EP_OK)
  {
    return status;
  }
  node->quoted = event->data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
  return copy_text(b, event, &node->text);
}

static ep_status open_node(builder* b, const yaml_event_t* event, ep_yaml_kind kind)
{
  const yaml_mark_t* mark = &event->start_mark;
  if (inside_mapping(b) && b->key == NULL)
  {
    return REFUSE(b, mark, "%s", "a list or mapping cannot be a key");
  }
  if (b->depth == EP_YAML_DEPTH_MAX)
  {
    return REFUSE(b, mark, "lists and mappings are nested more than %d deep", EP_YAML_DEPTH_MAX);
  }
  ep_yaml_node* node = NULL;
  const ep_status status = add_node(b, event, kind, &node);
  if (status == EP_OK)
  {
    b->open[b->depth] = node;
    b->last[b->depth] = NULL;
    ++b->depth;
  }
  return status;
}

/// @}
/// @name Ends
/// @{

/// By key, equal ones as they stand in the file.
static int compare_keys(const void* a, const void* b)
{
  const ep_yaml_node* x = *(const ep_yaml_node* const*)a;
  const ep_yaml_node* y = *(const ep_yaml_node* const*)b;
  const int order = strcmp(x->key, y->key);
  return order != 0 ? order : (x->index > y->index) - (x->index < y->index);
}

/// The first key, as they stand in the file, that was there before.
static ep_status check_repeated(const builder* b, const ep_yaml_node* mapping)
{
  const ep_yaml_node** sorted = malloc(((size_t)mapping->count + 1) * sizeof *sorted);
  if (sorted == NULL)
  {
    return no_memory(b);
  }
  int32_t count = 0;
  for (const ep_yaml_node* child = mapping->first; child != NULL; child = child->next)
  {
    sorted[count++] = child;
  }
  qsort(sorted, (size_t)count, sizeof *sorted, compare_keys);
  const ep_yaml_node* bad = NULL;
  const ep_yaml_node* before = NULL;
  for (int32_t i = 1; i < count; ++i)
  {
    const bool repeated = strcmp(sorted[i]->key, sorted[i - 1]->key) == 0;
    if (repeated && (bad == NULL || sorted[i]->index < bad->index))
    {
      bad = sorted[i];
      before = sorted[i - 1];
    }
  }
  free(sorted);
  return bad == NULL ? EP_OK
                     : ep_envs_fail(b->error, EP_ERROR_INPUT,
                                    "%s:%d:%d: key '%.60s' was there before, in line %d", b->path,
                                    bad->key_line, bad->key_column, bad->key, before->key_line);
}

static ep_status close_node(builder* b)
{
  const ep_yaml_node* node = b->open[--b->depth];
  return node->kind == EP_YAML_MAPPING ? check_repeated(b, node) : EP_OK;
}

/// @}

/// Anchors and tags mean something to other readers, so they are not passed over.
static ep_status check_decoration(const builder* b, const yaml_event_t* event,
                                  const yaml_char_t* anchor, const yaml_char_t* tag)
{
  if (anchor != NULL)
  {
    return REFUSE(b, &event->start_mark, "anchor '&%.60s': anchors and aliases are not allowed",
                  (const char*)anchor);
  }
  return tag == NULL
             ? EP_OK
             : REFUSE(b, &event->start_mark, "tag '%.60s': tags are not allowed", (const char*)tag);
}

static ep_status take_event(builder* b, const yaml_event_t* event)
{
  ep_status status = EP_OK;
  switch (event->type)
  {
  case YAML_DOCUMENT_START_EVENT:
    return ++b->document_count == 1
               ? EP_OK
               : REFUSE(b, &event->start_mark, "%s", "a second document: only one is allowed");
  case YAML_ALIAS_EVENT:
    return REFUSE(b, &event->start_mark, "alias '*%.60s': anchors and aliases are not allowed",
                  (const char*)event->data.alias.anchor);
  case YAML_SCALAR_EVENT:
    status = check_decoration(b, event, event->data.scalar.anchor, event->data.scalar.tag);
    return status != EP_OK ? status : add_scalar(b, event);
  case YAML_SEQUENCE_START_EVENT:
    status = check_decoration(b, event, event->data.sequence_start.anchor,
                              event->data.sequence_start.tag);
    return status != EP_OK ? status : open_node(b, event, EP_YAML_LIST);
  case YAML_MAPPING_START_EVENT:
    status =
        check_decoration(b, event, event->data.mapping_start.anchor, event->data.mapping_start.tag);
    return status != EP_OK ? status : open_node(b, event, EP_YAML_MAPPING);
  case YAML_SEQUENCE_END_EVENT:
  case YAML_MAPPING_END_EVENT:
    return close_node(b);
  default:
    return EP_OK;
  }
}

static ep_status take_events(builder* b)
{
  for (bool ended = false; !ended;)
  {
    yaml_event_t event;
    if (yaml_parser_parse(&b->parser, &event) == 0)
    {
      return parser_failed(b);
    }
    const ep_status status = take_event(b, &event);
    ended = event.type == YAML_STREAM_END_EVENT;
    yaml_event_delete(&event);
    if (status != EP_OK)
    {
      return status;
    }
  }
  return b->tree->root != NULL
             ? EP_OK
             : ep_envs_fail(b->error, EP_ERROR_INPUT, "%s: the file is empty", b->path);
}

static ep_status build(const char* path, const ep_text* text, ep_yaml* tree, ep_error* error)
{
  builder b = {.path = path, .text = text, .tree = tree, .error = error};
  size_t bad;
  if (!ep_text_is_utf8(text->bytes, text->size, &bad))
  {
    const yaml_mark_t mark = mark_of(text, bad);
    return REFUSE(&b, &mark, "byte 0x%02x is not UTF-8 text", (unsigned char)text->bytes[bad]);
  }
  if (yaml_parser_initialize(&b.parser) == 0)
  {
    return no_memory(&b);
  }
  // Where the encoding is set, libyaml takes the mark for a character of the first line.
  b.skipped = text->size >= 3 && memcmp(text->bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
  yaml_parser_set_encoding(&b.parser, YAML_UTF8_ENCODING);
  yaml_parser_set_input_string(&b.parser, (const unsigned char*)text->bytes + b.skipped,
                               text->size - b.skipped);
  const ep_status status = take_events(&b);
  yaml_parser_delete(&b.parser);
  return status;
}

ep_status ep_yaml_load(const char* path, ep_yaml** tree, ep_error* error)
{
  *tree = NULL;
  ep_text text;
  ep_status status = ep_file_read(path, EP_YAML_BYTES_MAX, &text, error);
  if (status != EP_OK)
  {
    return status;
  }
  ep_yaml* made = calloc(1, sizeof *made);
  status = made != NULL ? build(path, &text, made, error)
                        : ep_envs_fail(error, EP_ERROR_MEMORY, "%s: no memory", path);
  free(text.bytes);
  if (status != EP_OK)
  {
    ep_yaml_destroy(made);
    return status;
  }
  *tree = made;
  return ep_envs_ok(error);
}

void ep_yaml_destroy(ep_yaml* tree)
{
  if (tree != NULL)
  {
    ep_pool_clear(&tree->pool);
    free(tree);
  }
}

const ep_yaml_node* ep_yaml_root(const ep_yaml* tree)
{
  return tree->root;
}
