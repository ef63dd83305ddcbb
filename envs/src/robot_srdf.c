/// @file robot_srdf.c
#include "robot_srdf.h"

#include "io_file.h"

#include <stdlib.h>
#include <string.h>

/// More warnings than this about links that do not exist are only counted.
#define WARNING_MAX 20

/// A link of the machine by name.
typedef struct named_link
{
  const char* name;
  int32_t link;
} named_link;

typedef struct work
{
  const char* path;
  const ep_srdf* srdf;
  ep_report* report;
  named_link* names; ///< sorted
  int32_t count;     ///< of links
  int32_t* rule_of;  ///< per pair of links: 1 + the rule that disables it, or 0
  int32_t passed_over;
} work;

static int compare_names(const void* a, const void* b)
{
  const named_link* x = a;
  const named_link* y = b;
  return strcmp(x->name, y->name);
}

static int32_t find_link(const work* w, const char* name)
{
  const named_link key = {name, 0};
  const named_link* found =
      bsearch(&key, w->names, (size_t)w->count, sizeof *w->names, compare_names);
  return found == NULL ? EP_NO_LINK : found->link;
}

static int32_t* cell(const work* w, int32_t a, int32_t b)
{
  const int32_t low = a < b ? a : b;
  const int32_t high = a < b ? b : a;
  return &w->rule_of[(size_t)low * (size_t)w->count + (size_t)high];
}

static const char* kind_text(ep_srdf_kind kind)
{
  return kind == EP_SRDF_DISABLE  ? "disable_collisions"
         : kind == EP_SRDF_ENABLE ? "enable_collisions"
                                  : "disable_default_collisions";
}

static void pass_over(work* w, const ep_srdf_rule* rule, const char* what, const char* name)
{
  if (++w->passed_over <= WARNING_MAX)
  {
    ep_report_warn(w->report, "%s: %s: %s '%s': passed over (line %d)", w->path,
                   kind_text(rule->kind), what, name, (int)rule->line);
  }
}

static void apply_default(work* w, int32_t link, int32_t rule)
{
  for (int32_t other = 0; other < w->count; ++other)
  {
    if (other != link && *cell(w, link, other) == 0)
    {
      *cell(w, link, other) = rule + 1;
    }
  }
}

static void apply(work* w, int32_t index)
{
  const ep_srdf_rule* rule = &w->srdf->rules[index];
  const bool is_pair = rule->kind != EP_SRDF_DISABLE_DEFAULT;
  const int32_t a = find_link(w, rule->link[0]);
  const int32_t b = is_pair ? find_link(w, rule->link[1]) : EP_NO_LINK;
  if (a == EP_NO_LINK || (is_pair && b == EP_NO_LINK))
  {
    pass_over(w, rule, "no such link", rule->link[a == EP_NO_LINK ? 0 : 1]);
  }
  else if (a == b)
  {
    pass_over(w, rule, "a link and itself", rule->link[0]);
  }
  else if (!is_pair)
  {
    apply_default(w, a, index);
  }
  else
  {
    *cell(w, a, b) = rule->kind == EP_SRDF_DISABLE ? index + 1 : 0;
  }
}

static void apply_all(work* w)
{
  static const ep_srdf_kind order[] = {EP_SRDF_DISABLE_DEFAULT, EP_SRDF_ENABLE, EP_SRDF_DISABLE};
  for (int k = 0; k < 3; ++k)
  {
    for (int32_t i = 0; i < w->srdf->rule_count; ++i)
    {
      if (w->srdf->rules[i].kind == order[k])
      {
        apply(w, i);
      }
    }
  }
  if (w->passed_over > WARNING_MAX)
  {
    ep_report_warn(w->report, "%s: %d more elements passed over", w->path,
                   (int)(w->passed_over - WARNING_MAX));
  }
}

static bool collect(const work* w, ep_robot_pairs* pairs)
{
  size_t count = 0;
  const size_t cells = (size_t)w->count * (size_t)w->count;
  for (size_t i = 0; i < cells; ++i)
  {
    count += w->rule_of[i] != 0;
  }
  pairs->pairs = malloc((count + 1) * sizeof *pairs->pairs); // never 0 bytes
  if (pairs->pairs == NULL)
  {
    return false;
  }
  for (size_t i = 0; i < cells; ++i)
  {
    if (w->rule_of[i] != 0)
    {
      const int32_t low = (int32_t)(i / (size_t)w->count);
      const int32_t high = (int32_t)(i % (size_t)w->count);
      pairs->pairs[pairs->count++] =
          (ep_robot_pair){{low, high}, w->srdf->rules[w->rule_of[i] - 1].reason};
    }
  }
  return true;
}

static bool make_pairs(work* w, const ep_robot_tree* tree, ep_robot_pairs* pairs)
{
  if (w->names == NULL || w->rule_of == NULL)
  {
    return false;
  }
  for (int32_t i = 0; i < w->count; ++i)
  {
    w->names[i] = (named_link){tree->links[i].name, i};
  }
  qsort(w->names, (size_t)w->count, sizeof *w->names, compare_names);
  apply_all(w);
  return collect(w, pairs);
}

ep_status ep_robot_pairs_make(const char* path, const ep_srdf* srdf, const ep_robot_tree* tree,
                              ep_report* report, ep_robot_pairs* pairs, ep_error* error)
{
  *pairs = (ep_robot_pairs){0};
  const size_t count = (size_t)tree->urdf->link_count;
  work w = {.path = path, .srdf = srdf, .report = report, .count = tree->urdf->link_count};
  w.names = malloc(count * sizeof *w.names);
  w.rule_of = calloc(count * count, sizeof *w.rule_of);
  if (srdf->name[0] != 0 && strcmp(srdf->name, tree->urdf->name) != 0)
  {
    ep_report_warn(report, "%s: is for robot '%s', not '%s'", path, srdf->name, tree->urdf->name);
  }
  const bool made = make_pairs(&w, tree, pairs);
  free(w.names);
  free(w.rule_of);
  return made ? ep_envs_ok(error)
              : ep_envs_fail(error, EP_ERROR_MEMORY, "%s: no memory for pairs of links", path);
}

void ep_robot_pairs_clear(ep_robot_pairs* pairs)
{
  free(pairs->pairs);
  *pairs = (ep_robot_pairs){0};
}
