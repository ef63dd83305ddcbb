/// @file yaml_tree.h
/// YAML files as a read-only tree of mappings, lists and scalars, each with its line and column.
///
/// A small and strict part of YAML: one document in UTF-8; no anchors, aliases or tags; keys are
/// scalars and occur once; EP_YAML_DEPTH_MAX levels and EP_YAML_NODES_MAX nodes at most. What a
/// scalar means is decided by who reads it: `1.5` is a number where a number is wanted and a text
/// where a text is wanted. A quoted scalar is always a text.
///
/// Every message has the form "site.yaml:12:5: obstacle 'slab': box: needs 3 numbers, has 2".
#ifndef EP_YAML_TREE_H
#define EP_YAML_TREE_H

#include "edgeproof/base.h"

#include <stdbool.h>

#define EP_YAML_DEPTH_MAX 32
#define EP_YAML_NODES_MAX 1000000
#define EP_YAML_BYTES_MAX ((int64_t)64 << 20)

typedef enum ep_yaml_kind
{
  EP_YAML_SCALAR,
  EP_YAML_LIST,
  EP_YAML_MAPPING
} ep_yaml_kind;

/// Lines and columns count from 1.
typedef struct ep_yaml_node
{
  ep_yaml_kind kind;
  bool quoted;      ///< a scalar in quotes, or a block of text
  const char* text; ///< of a scalar; "" where nothing is written
  int32_t line;
  int32_t column;
  const char* key; ///< of a value in a mapping; NULL otherwise
  int32_t key_line;
  int32_t key_column;
  int32_t count; ///< of the children of a list or mapping
  int32_t index; ///< among its parent's children
  const struct ep_yaml_node* parent;
  const struct ep_yaml_node* first; ///< child
  const struct ep_yaml_node* next;  ///< child of the same parent
} ep_yaml_node;

typedef struct ep_yaml ep_yaml;

/// Reads a file. On failure *tree is NULL. The caller destroys.
ep_status ep_yaml_load(const char* path, ep_yaml** tree, ep_error* error);
/// Takes NULL.
void ep_yaml_destroy(ep_yaml* tree);
/// Never NULL.
const ep_yaml_node* ep_yaml_root(const ep_yaml* tree);

/// What is being read, for messages.
typedef struct ep_yaml_subject
{
  const char* path;         ///< of the file
  const char* name;         ///< of the element, such as "obstacle 'slab'"; NULL for the file itself
  const ep_yaml_node* node; ///< of the element: messages name the keys below it
  ep_error* error;
} ep_yaml_subject;

/// @name Failing
/// All of them return the status that they write.
/// @{

/// EP_ERROR_INPUT at the place of a node.
ep_status ep_yaml_fail(const ep_yaml_subject* s, const ep_yaml_node* node, const char* format, ...)
    __attribute__((format(printf, 3, 4)));
/// The same at the place of its key.
ep_status ep_yaml_fail_key(const ep_yaml_subject* s, const ep_yaml_node* node, const char* format,
                           ...) __attribute__((format(printf, 3, 4)));
/// What another call said, with the place of a node before it.
ep_status ep_yaml_pass_on(const ep_yaml_subject* s, const ep_yaml_node* node,
                          const ep_error* inner);
ep_status ep_yaml_no_memory(const ep_yaml_subject* s);

/// @}
/// @name Reading
/// Where a `node` that is read may be NULL, the key is not there: nothing is written and the answer
/// is EP_OK, so that what stood there before is the default.
/// @{

/// The value of a key in a mapping; NULL if there is none.
const ep_yaml_node* ep_yaml_get(const ep_yaml_node* mapping, const char* key);
/// The same where it must be there.
ep_status ep_yaml_need(const ep_yaml_subject* s, const ep_yaml_node* mapping, const char* key,
                       const ep_yaml_node** value);

/// A mapping whose keys are all among the known ones; the list ends with NULL.
ep_status ep_yaml_check_keys(const ep_yaml_subject* s, const ep_yaml_node* node,
                             const char* const* known);
ep_status ep_yaml_check_mapping(const ep_yaml_subject* s, const ep_yaml_node* node);
ep_status ep_yaml_check_list(const ep_yaml_subject* s, const ep_yaml_node* node);

ep_status ep_yaml_number(const ep_yaml_subject* s, const ep_yaml_node* node, double* value);
/// A number above 0.
ep_status ep_yaml_positive(const ep_yaml_subject* s, const ep_yaml_node* node, double* value);
/// A list of exactly `count` numbers.
ep_status ep_yaml_numbers(const ep_yaml_subject* s, const ep_yaml_node* node, int32_t count,
                          double* values);
ep_status ep_yaml_integer(const ep_yaml_subject* s, const ep_yaml_node* node, int64_t* value);
/// true or false.
ep_status ep_yaml_bool(const ep_yaml_subject* s, const ep_yaml_node* node, bool* value);
/// A text that is not empty. It belongs to the tree.
ep_status ep_yaml_text(const ep_yaml_subject* s, const ep_yaml_node* node, const char** text);

/// @}

#endif
