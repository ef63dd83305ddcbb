/// @file scene_read_rules.c
/// Pairs that are not checked, and pairs that keep a distance of their own.
#include "scene_internal.h"

/// Two names or patterns.
static ep_status read_pair(ep_scene_loader* l, const ep_yaml_subject* s, const ep_yaml_node* node,
                           ep_scene_rule* rule)
{
  ep_status status = ep_yaml_check_list(s, node);
  if (status != EP_OK)
  {
    return status;
  }
  if (node->count != 2)
  {
    return ep_yaml_fail(s, node, "needs 2 names, has %d", (int)node->count);
  }
  status = ep_scene_read_pattern(l, s, node->first, &rule->a);
  return status != EP_OK ? status : ep_scene_read_pattern(l, s, node->first->next, &rule->b);
}

static ep_status read_allowed(ep_scene_loader* l, const ep_yaml_subject* s,
                              const ep_yaml_node* node, ep_scene_rule* rule)
{
  rule->clearance = -1.0;
  return read_pair(l, s, node, rule);
}

static ep_status read_clearance(ep_scene_loader* l, const ep_yaml_subject* s,
                                const ep_yaml_node* node, ep_scene_rule* rule)
{
  static const char* const known[] = {"pair", "clearance", NULL};
  const ep_yaml_node* pair = NULL;
  const ep_yaml_node* clearance = NULL;
  ep_status status = ep_yaml_check_keys(s, node, known);
  status = status != EP_OK ? status : ep_yaml_need(s, node, "pair", &pair);
  status = status != EP_OK ? status : ep_yaml_need(s, node, "clearance", &clearance);
  status = status != EP_OK ? status : ep_yaml_number(s, clearance, &rule->clearance);
  if (status == EP_OK && !(rule->clearance >= 0.0 && rule->clearance <= EP_LENGTH_MAX))
  {
    return ep_yaml_fail(s, clearance, "%s is not a distance", clearance->text);
  }
  return status != EP_OK ? status : read_pair(l, s, pair, rule);
}

/// Appends the rules of a list to those that are there.
static ep_status read_list(ep_scene_loader* l, const ep_yaml_node* node,
                           ep_status (*read)(ep_scene_loader*, const ep_yaml_subject*,
                                             const ep_yaml_node*, ep_scene_rule*))
{
  ep_scene* scene = l->scene;
  const ep_yaml_subject s = {scene->path, NULL, NULL, l->error};
  int32_t count;
  ep_status status = ep_scene_check_list(l, node, EP_SCENE_RULES_MAX, &count);
  if (status != EP_OK || count == 0)
  {
    return status;
  }
  const size_t total = (size_t)scene->rule_count + (size_t)count;
  ep_scene_rule* rules = ep_pool_take(&scene->pool, total, sizeof *rules);
  if (rules == NULL)
  {
    return ep_yaml_no_memory(&s);
  }
  for (int32_t i = 0; i < scene->rule_count; ++i)
  {
    rules[i] = scene->rules[i];
  }
  scene->rules = rules;
  for (const ep_yaml_node* item = node->first; item != NULL && status == EP_OK; item = item->next)
  {
    status = read(l, &s, item, &rules[scene->rule_count++]);
  }
  return status;
}

ep_status ep_scene_read_allowed(ep_scene_loader* l, const ep_yaml_node* node)
{
  return read_list(l, node, read_allowed);
}

ep_status ep_scene_read_clearances(ep_scene_loader* l, const ep_yaml_node* node)
{
  return read_list(l, node, read_clearance);
}
