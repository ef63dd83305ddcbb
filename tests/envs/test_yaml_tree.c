/// @file test_yaml_tree.c
/// YAML as a tree: what it has, where it stands, and everything that is refused.
#define _XOPEN_SOURCE 700 // mkdtemp, nftw, ftruncate
#include "scene_tools.h"

#include "yaml_tree.h"

#include <time.h>

static ep_yaml* load(const char* text)
{
  ep_yaml* tree;
  ep_error error;
  ck_assert_msg(ep_yaml_load(write_text("a.yaml", text), &tree, &error) == EP_OK, "%s",
                error.message);
  return tree;
}

/// Refused with a message that has the words, right behind the path where they begin with a colon.
static void expect_bytes_refused(const void* bytes, size_t size, const char* words)
{
  ep_yaml* tree = (ep_yaml*)(void*)test_folder;
  ep_error error;
  const char* path = write_bytes("a.yaml", bytes, size);
  ck_assert_int_eq(ep_yaml_load(path, &tree, &error), EP_ERROR_INPUT);
  ck_assert_ptr_null(tree);
  const size_t length = strlen(path);
  ck_assert_msg(strncmp(error.message, path, length) == 0, "%s", error.message);
  const char* found = strstr(error.message + length, words);
  ck_assert_msg(found != NULL && (words[0] != ':' || found == error.message + length),
                "'%s' is not in '%s'", words, error.message);
}

static void expect_text_refused(const char* text, const char* words)
{
  expect_bytes_refused(text, strlen(text), words);
}

static ep_yaml_subject subject_of(const ep_yaml* tree, ep_error* error)
{
  return (ep_yaml_subject){"a.yaml", NULL, ep_yaml_root(tree), error};
}

static double seconds(void)
{
  return (double)clock() / CLOCKS_PER_SEC;
}

EP_TEST(works_a_tree_has_kinds_places_and_order)
{
  folder_begin();
  ep_yaml* tree = load("# first\na: 1\nlist:\n  - x\n  - {b: \"2\", c: [3, 4]}\nlast: |\n  two\n");
  const ep_yaml_node* root = ep_yaml_root(tree);
  ck_assert_int_eq(root->kind, EP_YAML_MAPPING);
  ck_assert_int_eq(root->count, 3);
  const ep_yaml_node* a = ep_yaml_get(root, "a");
  ck_assert_str_eq(a->text, "1");
  ck_assert(!a->quoted);
  ck_assert_int_eq(a->line, 2);
  ck_assert_int_eq(a->column, 4);
  ck_assert_int_eq(a->key_column, 1);
  const ep_yaml_node* list = ep_yaml_get(root, "list");
  ck_assert_int_eq(list->kind, EP_YAML_LIST);
  ck_assert_int_eq(list->count, 2);
  const ep_yaml_node* inner = list->first->next;
  ck_assert_int_eq(inner->index, 1);
  ck_assert_ptr_eq(inner->parent, list);
  ck_assert_ptr_null(inner->next);
  ck_assert_ptr_null(inner->key);
  const ep_yaml_node* b = ep_yaml_get(inner, "b");
  ck_assert(b->quoted);
  ck_assert_int_eq(b->line, 5);
  ck_assert_int_eq(b->key_column, 6);
  ck_assert_int_eq(ep_yaml_get(inner, "c")->column, 17);
  ck_assert_str_eq(ep_yaml_get(root, "last")->text, "two\n");
  ck_assert(ep_yaml_get(root, "last")->quoted);
  ck_assert_ptr_null(ep_yaml_get(root, "b"));
  ep_yaml_destroy(tree);
  folder_end();
}

EP_TEST(works_an_empty_value_a_mark_and_a_lone_scalar)
{
  folder_begin();
  ep_yaml* tree = load("\xef\xbb\xbf"
                       "a:\nb: \xc3\xa4\r\n");
  ck_assert_str_eq(ep_yaml_get(ep_yaml_root(tree), "a")->text, "");
  ck_assert_str_eq(ep_yaml_get(ep_yaml_root(tree), "b")->text, "\xc3\xa4");
  ep_yaml_destroy(tree);
  tree = load("alone");
  ck_assert_int_eq(ep_yaml_root(tree)->kind, EP_YAML_SCALAR);
  ep_yaml_destroy(tree);
  folder_end();
}

EP_TEST(works_numbers_are_decimal_and_nothing_else)
{
  static const struct
  {
    const char* text;
    double value;
  } good[] = {{"1", 1.0},   {"-0.5", -0.5}, {"+2", 2.0},       {".25", 0.25}, {"3.", 3.0},
              {"1e3", 1e3}, {"010", 10},    {"1.5E-2", 0.015}, {"-0", -0.0},  {"1e-400", 0.0}};
  static const char* const bad[] = {"1.5abc", "0,5",   "0x10", "1_000", ".nan", ".inf", "-.inf",
                                    "nan",    "1e999", "1:30", "\"1\"", "'1'",  "",     "~",
                                    "null",   "1 2",   "e5",   ".",     "--1",  "0o17", "1.5.2"};
  folder_begin();
  ep_error error;
  char text[64];
  for (size_t i = 0; i < sizeof good / sizeof good[0]; ++i)
  {
    snprintf(text, sizeof text, "a: %s\n", good[i].text);
    ep_yaml* tree = load(text);
    const ep_yaml_subject s = subject_of(tree, &error);
    double value = 77.0;
    ck_assert_int_eq(ep_yaml_number(&s, ep_yaml_get(ep_yaml_root(tree), "a"), &value), EP_OK);
    ck_assert(value == good[i].value);
    ep_yaml_destroy(tree);
  }
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i)
  {
    snprintf(text, sizeof text, "a: %s\n", bad[i]);
    ep_yaml* tree = load(text);
    const ep_yaml_subject s = subject_of(tree, &error);
    double value = 77.0;
    const ep_status status = ep_yaml_number(&s, ep_yaml_get(ep_yaml_root(tree), "a"), &value);
    ck_assert_msg(status == EP_ERROR_INPUT, "'%s' was read as %g", bad[i], value);
    ck_assert_msg(strstr(error.message, "a.yaml:1:") == error.message &&
                      strstr(error.message, ": a: needs a number, has ") != NULL,
                  "%s", error.message);
    ck_assert(value == 77.0);
    ep_yaml_destroy(tree);
  }
  folder_end();
}

EP_TEST(works_other_values_are_as_strict)
{
  folder_begin();
  ep_error error;
  ep_yaml* tree = load("t: true\nf: false\nyes: yes\nquoted: \"true\"\nwhole: 12\nhalf: 1.5\n"
                       "three: [1, 2, 3]\nempty: \"\"\nword: a b\n");
  const ep_yaml_node* root = ep_yaml_root(tree);
  const ep_yaml_subject s = {"a.yaml", "thing 'x'", root, &error};
  bool flag = false;
  ck_assert_int_eq(ep_yaml_bool(&s, ep_yaml_get(root, "t"), &flag), EP_OK);
  ck_assert(flag);
  ck_assert_int_eq(ep_yaml_bool(&s, ep_yaml_get(root, "f"), &flag), EP_OK);
  ck_assert(!flag);
  ck_assert_int_eq(ep_yaml_bool(&s, ep_yaml_get(root, "yes"), &flag), EP_ERROR_INPUT);
  ck_assert_str_eq(error.message, "a.yaml:3:6: thing 'x': yes: needs true or false, has 'yes'");
  ck_assert_int_eq(ep_yaml_bool(&s, ep_yaml_get(root, "quoted"), &flag), EP_ERROR_INPUT);
  int64_t whole = 0;
  ck_assert_int_eq(ep_yaml_integer(&s, ep_yaml_get(root, "whole"), &whole), EP_OK);
  ck_assert_int_eq(whole, 12);
  ck_assert_int_eq(ep_yaml_integer(&s, ep_yaml_get(root, "half"), &whole), EP_ERROR_INPUT);
  double v[4] = {0};
  ck_assert_int_eq(ep_yaml_numbers(&s, ep_yaml_get(root, "three"), 3, v), EP_OK);
  ck_assert(v[0] == 1.0 && v[1] == 2.0 && v[2] == 3.0);
  ck_assert_int_eq(ep_yaml_numbers(&s, ep_yaml_get(root, "three"), 4, v), EP_ERROR_INPUT);
  ck_assert_str_eq(error.message, "a.yaml:7:8: thing 'x': three: needs 4 numbers, has 3");
  const char* text = NULL;
  ck_assert_int_eq(ep_yaml_text(&s, ep_yaml_get(root, "empty"), &text), EP_ERROR_INPUT);
  ck_assert_int_eq(ep_yaml_text(&s, ep_yaml_get(root, "three"), &text), EP_ERROR_INPUT);
  ck_assert_int_eq(ep_yaml_text(&s, ep_yaml_get(root, "word"), &text), EP_OK);
  ck_assert_str_eq(text, "a b");
  ck_assert_int_eq(ep_yaml_number(&s, NULL, v), EP_OK);
  ck_assert(v[0] == 1.0);
  ep_yaml_destroy(tree);
  folder_end();
}

EP_TEST(works_unknown_keys_are_named_with_the_known_ones)
{
  static const char* const known[] = {"one", "two", NULL};
  folder_begin();
  ep_error error;
  ep_yaml* tree = load("one: 1\ndeep:\n  - {two: 2, tow: 3}\n");
  const ep_yaml_subject s = subject_of(tree, &error);
  const ep_yaml_node* item = ep_yaml_get(ep_yaml_root(tree), "deep")->first;
  ck_assert_int_eq(ep_yaml_check_keys(&s, item, known), EP_ERROR_INPUT);
  ck_assert_str_eq(error.message,
                   "a.yaml:3:14: deep: item 1: unknown key 'tow'; known are one, two");
  ep_yaml_destroy(tree);
  folder_end();
}

/// A message is never cut before its end for the sake of a long path.
EP_TEST(works_a_long_path_gives_way_to_the_message)
{
  folder_begin();
  ep_error error;
  char path[500];
  memset(path, 'p', sizeof path);
  memcpy(path + sizeof path - 8, "/a.yaml", 8);
  ep_yaml* tree = load("one: x\n");
  const ep_yaml_subject s = {path, "thing 'x'", ep_yaml_root(tree), &error};
  double value;
  ck_assert_int_eq(ep_yaml_number(&s, ep_yaml_root(tree)->first, &value), EP_ERROR_INPUT);
  ck_assert_str_eq(error.message, "a.yaml:1:6: thing 'x': one: needs a number, has 'x'");
  ep_yaml_destroy(tree);
  folder_end();
}

EP_TEST(robust_what_the_format_does_not_need_is_refused)
{
  folder_begin();
  expect_text_refused("a: 1\nb: 2\na: 3\n", ":3:1: key 'a' was there before, in line 1");
  expect_text_refused("{z: 1, y: 2, z: 1, y: 2}", ":1:14: key 'z' was there before");
  expect_text_refused("a: 1\n\"a\": 3\n", ":2:1: key 'a' was there before");
  expect_text_refused("a: &x 1\n", ":1:4: anchor '&x'");
  expect_text_refused("a: &x [1]\n", ":1:4: anchor '&x'");
  expect_text_refused("a: &x {}\n", ":1:4: anchor '&x'");
  expect_text_refused("a: *x\n", ":1:4: alias '*x'");
  expect_text_refused("a: !!str 1\n", ":1:4: tag 'tag:yaml.org,2002:str'");
  expect_text_refused("a: ! 1\n", "tag '!'");
  expect_text_refused("a: !thing [1]\n", "tag '!thing'");
  expect_text_refused("a: 1\n---\nb: 2\n", ":2:1: a second document");
  expect_text_refused("--- 1\n--- 2\n", ":2:1: a second document");
  expect_text_refused("[1, 2]: 3\n", ":1:1: a list or mapping cannot be a key");
  expect_text_refused("? {a: 1}\n: 3\n", ":1:3: a list or mapping cannot be a key");
  expect_text_refused("", "the file is empty");
  expect_text_refused("# nothing\n", "the file is empty");
  expect_text_refused("a: \"x\\0y\"\n", ":1:4: a text with a zero byte");
  folder_end();
}

EP_TEST(robust_what_is_no_yaml_is_refused_where_it_is)
{
  folder_begin();
  expect_text_refused("a: [1, 2\nb: 3\n", ":2:");
  expect_text_refused("a: 1\n\tb: 2\n", ":2:1: ");
  expect_text_refused("a: {b: 1\n", ":2:1: ");
  expect_text_refused("a: 'x\n", ":2:1: ");
  expect_text_refused("a: b: c\n", ":1:5: ");
  expect_text_refused("a: 1\n- 2\n", ":2:1: ");
  expect_text_refused("a: @x\n", ":1:4: ");
  expect_bytes_refused("a: 1\nb: \xff\n", 10, ":2:4: byte 0xff is not UTF-8");
  expect_bytes_refused("a: \xc3\xa4\xc3\n", 7, ":1:5: byte 0xc3 is not UTF-8");
  expect_bytes_refused("a: \xed\xa0\x80", 6, "is not UTF-8");
  expect_bytes_refused("a: 1\0b", 6, ":1:5: byte 0x00 is not UTF-8");
  expect_bytes_refused("a: 1\nb: \x01\n", 10, ":2:4: control characters are not allowed");
  expect_bytes_refused("\xff\xfe"
                       "a\0:\0 \0\x31\0",
                       10, "is not UTF-8");
  folder_end();
}

EP_TEST(robust_yaml_files_that_are_none)
{
  folder_begin();
  ep_yaml* tree = (ep_yaml*)(void*)test_folder;
  ep_error error;
  ck_assert_int_eq(ep_yaml_load(in_folder("missing.yaml"), &tree, &error), EP_ERROR_INPUT);
  ck_assert_ptr_null(tree);
  ck_assert(strstr(error.message, "missing.yaml: cannot be opened") != NULL);
  ck_assert_int_eq(ep_yaml_load(test_folder, &tree, &error), EP_ERROR_INPUT);
  ck_assert(strstr(error.message, "is not a regular file") != NULL);
  // A hole in a file takes no room on the disk.
  const char* path = write_text("large.yaml", "a: 1\n");
  ck_assert_int_eq(truncate(path, EP_YAML_BYTES_MAX + 1), 0);
  ck_assert_int_eq(ep_yaml_load(path, &tree, &error), EP_ERROR_INPUT);
  ck_assert(strstr(error.message, "more than the 67108864 allowed") != NULL);
  folder_end();
}

/// The same piece many times, between a head and a tail.
static char* repeated(const char* head, const char* piece, size_t count, const char* tail)
{
  const size_t size = strlen(piece);
  char* text = malloc(strlen(head) + size * count + strlen(tail) + 1);
  ck_assert_ptr_nonnull(text);
  char* at = text + sprintf(text, "%s", head);
  for (size_t i = 0; i < count; ++i, at += size)
  {
    memcpy(at, piece, size);
  }
  strcpy(at, tail);
  return text;
}

EP_TEST(robust_deep_nesting_is_refused_at_once)
{
  static const char* const pieces[] = {"[", "{a: ", "- ", "? ", "[{a: "};
  folder_begin();
  const double begin = seconds();
  for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; ++i)
  {
    char* text = repeated("", pieces[i], 200000, "");
    ep_yaml* tree = NULL;
    ep_error error;
    ck_assert_int_eq(ep_yaml_load(write_text("a.yaml", text), &tree, &error), EP_ERROR_INPUT);
    free(text);
  }
  char* brackets = repeated("", "[", 200000, "");
  expect_text_refused(brackets, ":1:33: lists and mappings are nested more than 32 deep");
  free(brackets);
  ck_assert_msg(seconds() - begin < 2.0, "took %g s", seconds() - begin);
  folder_end();
}

EP_TEST(works_nesting_up_to_the_limit)
{
  folder_begin();
  char open[80];
  char text[200];
  for (int depth = 31; depth <= 33; ++depth)
  {
    memset(open, '[', (size_t)depth);
    open[depth] = '\0';
    snprintf(text, sizeof text, "%s1", open);
    memset(open, ']', (size_t)depth);
    strcat(text, open);
    ep_yaml* tree = NULL;
    ep_error error;
    const ep_status status = ep_yaml_load(write_text("a.yaml", text), &tree, &error);
    ck_assert_int_eq(status, depth <= EP_YAML_DEPTH_MAX ? EP_OK : EP_ERROR_INPUT);
    ep_yaml_destroy(tree);
  }
  folder_end();
}

EP_TEST(robust_many_nodes_and_many_keys)
{
  folder_begin();
  const double begin = seconds();
  char* many = repeated("a: [", "1,", EP_YAML_NODES_MAX, "1]\n");
  expect_text_refused(many, "more than 1000000 values");
  free(many);
  // Quadratic work would take minutes here.
  const size_t keys = 200000;
  char* text = malloc(keys * 16 + 1);
  char* at = text;
  for (size_t i = 0; i < keys; ++i)
  {
    at += sprintf(at, "k%zu: 1\n", i);
  }
  strcpy(at, "k7: 1\n");
  expect_text_refused(text, ":200001:1: key 'k7' was there before, in line 8");
  *at = '\0';
  ep_yaml* tree = load(text);
  ck_assert_int_eq(ep_yaml_root(tree)->count, (int32_t)keys);
  ep_yaml_destroy(tree);
  free(text);
  ck_assert_msg(seconds() - begin < 20.0, "took %g s", seconds() - begin);
  folder_end();
}

EP_TEST(robust_a_billion_laughs)
{
  folder_begin();
  char text[4096] = "a0: &a0 [ha, ha, ha, ha, ha, ha, ha, ha, ha]\n";
  for (int i = 1; i < 10; ++i)
  {
    char line[256];
    snprintf(line, sizeof line, "a%d: &a%d [*a%d, *a%d, *a%d, *a%d, *a%d]\n", i, i, i - 1, i - 1,
             i - 1, i - 1, i - 1);
    strcat(text, line);
  }
  expect_text_refused(text, ":1:5: anchor '&a0'");
  folder_end();
}

EP_TEST(robust_every_beginning_and_changed_byte)
{
  static const char text[] = "a: {b: [1, 2.5, \"x\\n\"], c: 'd'}\n"
                             "e:\n  - f: g\n    h: |\n      i\n  - j\nk: # l\n  ? m\n  : n\n";
  folder_begin();
  int good = 0;
  for (size_t length = 0; length <= strlen(text); ++length)
  {
    ep_yaml* tree;
    ep_error error;
    const char* path = write_bytes("a.yaml", text, length);
    good += ep_yaml_load(path, &tree, &error) == EP_OK;
    ck_assert((tree == NULL) == (error.status != EP_OK));
    ep_yaml_destroy(tree);
  }
  ck_assert_int_gt(good, 5);
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  for (int64_t i = 0, n = ep_test_trials(3000); i < n; ++i)
  {
    char changed[sizeof text];
    memcpy(changed, text, sizeof text);
    for (int64_t k = ep_rng_int(&rng, 1, 3); k > 0; --k)
    {
      changed[ep_rng_int(&rng, 0, (int64_t)strlen(text) - 1)] = (char)ep_rng_int(&rng, 0, 255);
    }
    ep_yaml* tree;
    ep_error error;
    const ep_status status =
        ep_yaml_load(write_bytes("a.yaml", changed, strlen(text)), &tree, &error);
    ck_assert((tree == NULL) == (status != EP_OK));
    ep_yaml_destroy(tree);
  }
  folder_end();
}
