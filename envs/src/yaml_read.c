/// @file yaml_read.c
/// Values out of a tree, and what to say where they are not what they should be.
#include "yaml_tree.h"

#include "io_file.h"
#include "io_number.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define TRAIL_SIZE 160

/// @name Failing
/// @{

/// Adds "key: " or "item 2: " for every step from the element down to the node.
static size_t write_trail(const ep_yaml_subject* s, const ep_yaml_node* node, char* out)
{
  if (node == NULL || node == s->node || node->parent == NULL)
  {
    return 0;
  }
  const size_t at = write_trail(s, node->parent, out);
  const size_t left = TRAIL_SIZE - at;
  const int length = node->key != NULL ? snprintf(out + at, left, "%.60s: ", node->key)
                                       : snprintf(out + at, left, "item %d: ", node->index + 1);
  return length < 0 || (size_t)length >= left ? TRAIL_SIZE - 1 : at + (size_t)length;
}

static const char* base_name(const char* path)
{
  const char* slash = strrchr(path, '/');
  return slash == NULL ? path : slash + 1;
}

/// Writes the whole message; a path that leaves no room for the rest loses its folders.
static ep_status write_message(const ep_yaml_subject* s, ep_status status, const int32_t place[2],
                               const char* trail, const char* text)
{
  char message[2 * EP_ERROR_MESSAGE_SIZE];
  const char* path = s->path;
  for (int attempt = 0; attempt < 2; ++attempt)
  {
    const int length =
        snprintf(message, sizeof message, "%s:%d:%d: %s%s%s%s", path, (int)place[0], (int)place[1],
                 s->name == NULL ? "" : s->name, s->name == NULL ? "" : ": ", trail, text);
    if (length < EP_ERROR_MESSAGE_SIZE)
    {
      break;
    }
    path = base_name(s->path);
  }
  return ep_envs_fail(s->error, status, "%s", message);
}

ep_status ep_yaml_fail(const ep_yaml_subject* s, const ep_yaml_node* node, const char* format, ...)
{
  char text[EP_ERROR_MESSAGE_SIZE];
  char trail[TRAIL_SIZE] = "";
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  write_trail(s, node, trail);
  return write_message(s, EP_ERROR_INPUT, (int32_t[2]){node->line, node->column}, trail, text);
}

ep_status ep_yaml_fail_key(const ep_yaml_subject* s, const ep_yaml_node* node, const char* format,
                           ...)
{
  char text[EP_ERROR_MESSAGE_SIZE];
  char trail[TRAIL_SIZE] = "";
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  write_trail(s, node->parent, trail);
  return write_message(s, EP_ERROR_INPUT, (int32_t[2]){node->key_line, node->key_column}, trail,
                       text);
}

ep_status ep_yaml_pass_on(const ep_yaml_subject* s, const ep_yaml_node* node, const ep_error* inner)
{
  char trail[TRAIL_SIZE] = "";
  write_trail(s, node, trail);
  return write_message(s, inner->status, (int32_t[2]){node->line, node->column}, trail,
                       inner->message);
}

ep_status ep_yaml_no_memory(const ep_yaml_subject* s)
{
  return ep_envs_fail(s->error, EP_ERROR_MEMORY, "%s: no memory", s->path);
}

/// What a node is, where something else was wanted. `room` is for the text of a scalar.
static const char* what_it_is(const ep_yaml_node* node, char room[80])
{
  if (node->kind != EP_YAML_SCALAR)
  {
    return node->kind == EP_YAML_LIST ? "a list" : "a mapping";
  }
  if (node->text[0] == '\0' && !node->quoted)
  {
    return "nothing";
  }
  snprintf(room, 80, node->quoted ? "the text \"%.60s\"" : "'%.60s'", node->text);
  return room;
}

static ep_status wrong(const ep_yaml_subject* s, const ep_yaml_node* node, const char* wanted)
{
  char room[80];
  return ep_yaml_fail(s, node, "needs %s, has %s", wanted, what_it_is(node, room));
}

/// @}
/// @name Mappings and lists
/// @{

const ep_yaml_node* ep_yaml_get(const ep_yaml_node* mapping, const char* key)
{
  for (const ep_yaml_node* child = mapping->first; child != NULL; child = child->next)
  {
    if (child->key != NULL && strcmp(child->key, key) == 0)
    {
      return child;
    }
  }
  return NULL;
}

ep_status ep_yaml_need(const ep_yaml_subject* s, const ep_yaml_node* mapping, const char* key,
                       const ep_yaml_node** value)
{
  *value = ep_yaml_get(mapping, key);
  return *value != NULL ? EP_OK : ep_yaml_fail(s, mapping, "key '%s' is missing", key);
}

ep_status ep_yaml_check_mapping(const ep_yaml_subject* s, const ep_yaml_node* node)
{
  return node == NULL || node->kind == EP_YAML_MAPPING ? EP_OK : wrong(s, node, "a mapping");
}

ep_status ep_yaml_check_list(const ep_yaml_subject* s, const ep_yaml_node* node)
{
  return node == NULL || node->kind == EP_YAML_LIST ? EP_OK : wrong(s, node, "a list");
}

static ep_status unknown_key(const ep_yaml_subject* s, const ep_yaml_node* node,
                             const char* const* known)
{
  char list[256] = "";
  size_t at = 0;
  for (int i = 0; known[i] != NULL && at < sizeof list; ++i)
  {
    const int length = snprintf(list + at, sizeof list - at, "%s%s", i == 0 ? "" : ", ", known[i]);
    at += length < 0 ? 0 : (size_t)length;
  }
  return ep_yaml_fail_key(s, node, "unknown key '%.60s'; known are %s", node->key, list);
}

ep_status ep_yaml_check_keys(const ep_yaml_subject* s, const ep_yaml_node* node,
                             const char* const* known)
{
  const ep_status status = ep_yaml_check_mapping(s, node);
  if (status != EP_OK || node == NULL)
  {
    return status;
  }
  for (const ep_yaml_node* child = node->first; child != NULL; child = child->next)
  {
    int i = 0;
    while (known[i] != NULL && strcmp(known[i], child->key) != 0)
    {
      ++i;
    }
    if (known[i] == NULL)
    {
      return unknown_key(s, child, known);
    }
  }
  return EP_OK;
}

/// @}
/// @name Scalars
/// @{

/// Numbers and words are never quoted.
static bool is_plain(const ep_yaml_node* node)
{
  return node->kind == EP_YAML_SCALAR && !node->quoted;
}

ep_status ep_yaml_number(const ep_yaml_subject* s, const ep_yaml_node* node, double* value)
{
  if (node == NULL)
  {
    return EP_OK;
  }
  double number;
  if (!is_plain(node) || !ep_number_read(node->text, node->text + strlen(node->text), &number))
  {
    return wrong(s, node, "a number");
  }
  *value = number;
  return EP_OK;
}

ep_status ep_yaml_positive(const ep_yaml_subject* s, const ep_yaml_node* node, double* value)
{
  const ep_status status = ep_yaml_number(s, node, value);
  if (status != EP_OK || node == NULL || *value > 0.0)
  {
    return status;
  }
  return ep_yaml_fail(s, node, "%s must be more than 0", node->text);
}

ep_status ep_yaml_numbers(const ep_yaml_subject* s, const ep_yaml_node* node, int32_t count,
                          double* values)
{
  if (node == NULL)
  {
    return EP_OK;
  }
  if (node->kind != EP_YAML_LIST)
  {
    char wanted[40];
    snprintf(wanted, sizeof wanted, "a list of %d numbers", (int)count);
    return wrong(s, node, wanted);
  }
  if (node->count != count)
  {
    return ep_yaml_fail(s, node, "needs %d numbers, has %d", (int)count, (int)node->count);
  }
  ep_status status = EP_OK;
  for (const ep_yaml_node* item = node->first; item != NULL && status == EP_OK; item = item->next)
  {
    status = ep_yaml_number(s, item, &values[item->index]);
  }
  return status;
}

ep_status ep_yaml_integer(const ep_yaml_subject* s, const ep_yaml_node* node, int64_t* value)
{
  if (node == NULL)
  {
    return EP_OK;
  }
  int64_t number;
  if (!is_plain(node) || !ep_integer_read(node->text, node->text + strlen(node->text), &number))
  {
    return wrong(s, node, "a whole number");
  }
  *value = number;
  return EP_OK;
}

ep_status ep_yaml_bool(const ep_yaml_subject* s, const ep_yaml_node* node, bool* value)
{
  if (node == NULL)
  {
    return EP_OK;
  }
  const bool yes = is_plain(node) && strcmp(node->text, "true") == 0;
  const bool no = is_plain(node) && strcmp(node->text, "false") == 0;
  if (!yes && !no)
  {
    return wrong(s, node, "true or false");
  }
  *value = yes;
  return EP_OK;
}

ep_status ep_yaml_text(const ep_yaml_subject* s, const ep_yaml_node* node, const char** text)
{
  if (node == NULL)
  {
    return EP_OK;
  }
  if (node->kind != EP_YAML_SCALAR || node->text[0] == '\0')
  {
    return wrong(s, node, "a text");
  }
  *text = node->text;
  return EP_OK;
}

/// @}
