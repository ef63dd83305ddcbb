/// @file scene_read_queries.c
/// Queries: where a motion starts and ends, and what is carried on the way.
#include "scene_internal.h"

#include <string.h>

#define END_OF "end-of "

/// @name Start and goal
/// @{

/// `start: end-of NAME`; the query must stand before this one.
static ep_status read_end_of(ep_scene_loader* l, const ep_yaml_subject* s, const ep_yaml_node* node,
                             ep_scene_query* query, double* q)
{
  const ep_scene* scene = l->scene;
  if (strncmp(node->text, END_OF, strlen(END_OF)) != 0)
  {
    return ep_yaml_fail(s, node, "'%.60s' is neither a mapping of values nor 'end-of QUERY'",
                        node->text);
  }
  const char* name = node->text + strlen(END_OF);
  query->after = ep_scene_find_query(scene, name);
  if (query->after == EP_SCENE_NONE)
  {
    return ep_yaml_fail(s, node, "there is no query '%.60s' before this one", name);
  }
  memcpy(q, scene->queries[query->after].query.goal, (size_t)scene->value_count * sizeof *q);
  return EP_OK;
}

static ep_status read_ends(ep_scene_loader* l, const ep_yaml_subject* s, ep_scene_query* query)
{
  const size_t count = (size_t)l->scene->value_count;
  const ep_yaml_node* start = NULL;
  const ep_yaml_node* goal = NULL;
  double* q = ep_pool_take(&l->scene->pool, 2 * count, sizeof(double));
  if (q == NULL)
  {
    return ep_yaml_no_memory(s);
  }
  query->start = q;
  query->goal = q + count;
  query->after = EP_SCENE_NONE;
  ep_status status = ep_yaml_need(s, s->node, "start", &start);
  status = status != EP_OK ? status : ep_yaml_need(s, s->node, "goal", &goal);
  if (status != EP_OK)
  {
    return status;
  }
  status = start->kind == EP_YAML_SCALAR ? read_end_of(l, s, start, query, q)
                                         : ep_scene_read_config(l, s, start, q);
  return status != EP_OK ? status : ep_scene_read_config(l, s, goal, q + count);
}

/// @}
/// @name Attachments
/// @{

static ep_status find_movable(const ep_scene* scene, const ep_yaml_subject* s,
                              const ep_yaml_node* item, int32_t* object)
{
  const ep_yaml_node* node = NULL;
  const char* name = NULL;
  ep_status status = ep_yaml_need(s, item, "object", &node);
  status = status != EP_OK ? status : ep_yaml_text(s, node, &name);
  if (status != EP_OK)
  {
    return status;
  }
  *object = ep_scene_find_object(scene, name);
  if (*object == EP_SCENE_NONE)
  {
    return ep_yaml_fail(s, node, "there is no obstacle '%.60s'", name);
  }
  return scene->objects[*object].object.movable
             ? EP_OK
             : ep_yaml_fail(s, node, "obstacle '%s' is not movable", name);
}

static ep_status find_carrier(const ep_scene* scene, const ep_yaml_subject* s,
                              const ep_yaml_node* item, ep_scene_attachment* a)
{
  const ep_yaml_node* node = NULL;
  const char* name = NULL;
  ep_status status = ep_yaml_need(s, item, "link", &node);
  status = status != EP_OK ? status : ep_yaml_text(s, node, &name);
  if (status == EP_OK && !ep_scene_find_link(scene, EP_SCENE_NONE, name, &a->robot, &a->link))
  {
    return ep_yaml_fail(s, node, "there is no link '%.60s'", name);
  }
  return status;
}

static ep_status read_touch(ep_scene_loader* l, const ep_yaml_subject* s, const ep_yaml_node* item,
                            ep_scene_attachment* a)
{
  const ep_yaml_node* list = ep_yaml_get(item, "touch");
  ep_status status = ep_yaml_check_list(s, list);
  if (status != EP_OK || list == NULL)
  {
    return status;
  }
  const char** touch = ep_pool_take(&l->scene->pool, (size_t)list->count, sizeof *touch);
  if (touch == NULL)
  {
    return ep_yaml_no_memory(s);
  }
  for (const ep_yaml_node* node = list->first; node != NULL && status == EP_OK; node = node->next)
  {
    status = ep_scene_read_pattern(l, s, node, &touch[node->index]);
  }
  a->touch = touch;
  a->touch_count = list->count;
  return status;
}

/// In the link's frame: as the file says, or as the object stands when the query starts.
static ep_status place_attachment(const ep_scene* scene, const ep_yaml_subject* s,
                                  const ep_yaml_node* item, const ep_scene_query* query,
                                  ep_scene_attachment* a)
{
  if (ep_yaml_get(item, "xyz") != NULL || ep_yaml_get(item, "rpy") != NULL)
  {
    return ep_scene_read_pose(s, item, &a->pose);
  }
  ep_error inner;
  ep_pose link;
  const ep_status status =
      ep_scene_link_pose(scene, a->robot, a->link, query->start, &link, &inner);
  if (status != EP_OK)
  {
    return ep_yaml_pass_on(s, item, &inner);
  }
  const ep_pose stands = ep_scene_object_pose(scene, a->object, scene->query_count);
  a->pose = ep_scene_pose_seen_from(&link, &stands);
  return EP_OK;
}

/// Where the object is left, at the goal.
static ep_status release(const ep_scene* scene, const ep_yaml_subject* s, const ep_yaml_node* item,
                         const ep_scene_query* query, const ep_scene_attachment* a,
                         ep_pose* released)
{
  ep_error inner;
  ep_pose link;
  const ep_status status = ep_scene_link_pose(scene, a->robot, a->link, query->goal, &link, &inner);
  if (status != EP_OK)
  {
    return ep_yaml_pass_on(s, item, &inner);
  }
  *released = ep_scene_pose_times(&link, &a->pose);
  return EP_OK;
}

static ep_status read_attachment(ep_scene_loader* l, const ep_yaml_subject* s,
                                 const ep_yaml_node* item, const ep_scene_query* query,
                                 ep_scene_attachment* a)
{
  static const char* const known[] = {"object", "link", "xyz", "rpy", "touch", NULL};
  ep_status status = ep_yaml_check_keys(s, item, known);
  status = status != EP_OK ? status : find_movable(l->scene, s, item, &a->object);
  for (int32_t i = 0; i < query->attachment_count && status == EP_OK; ++i)
  {
    if (query->attachments[i].object == a->object)
    {
      status = ep_yaml_fail(s, ep_yaml_get(item, "object"), "'%s' is attached already",
                            l->scene->objects[a->object].object.name);
    }
  }
  status = status != EP_OK ? status : find_carrier(l->scene, s, item, a);
  status = status != EP_OK ? status : read_touch(l, s, item, a);
  return status != EP_OK ? status : place_attachment(l->scene, s, item, query, a);
}

static ep_status read_attachments(ep_scene_loader* l, const ep_yaml_subject* s,
                                  ep_scene_query_entry* entry)
{
  ep_scene_query* query = &entry->query;
  const ep_yaml_node* list = ep_yaml_get(s->node, "attach");
  ep_status status = ep_yaml_check_list(s, list);
  if (status != EP_OK || list == NULL)
  {
    return status;
  }
  const size_t count = (size_t)list->count;
  ep_scene_attachment* attachments = ep_pool_take(&l->scene->pool, count, sizeof *attachments);
  ep_pose* released = ep_pool_take(&l->scene->pool, count, sizeof *released);
  if (attachments == NULL || released == NULL)
  {
    return ep_yaml_no_memory(s);
  }
  query->attachments = attachments;
  entry->released = released;
  for (const ep_yaml_node* item = list->first; item != NULL && status == EP_OK; item = item->next)
  {
    ep_scene_attachment* a = &attachments[item->index];
    status = read_attachment(l, s, item, query, a);
    status =
        status != EP_OK ? status : release(l->scene, s, item, query, a, &released[item->index]);
    ++query->attachment_count;
  }
  return status;
}

/// @}

static ep_status read_name(ep_scene_loader* l, const ep_yaml_subject* s, ep_scene_query* query)
{
  const ep_yaml_node* node = NULL;
  const char* name = NULL;
  ep_status status = ep_yaml_need(s, s->node, "name", &node);
  status = status != EP_OK ? status : ep_yaml_text(s, node, &name);
  if (status != EP_OK)
  {
    return status;
  }
  const int32_t other = ep_scene_find_query(l->scene, name);
  if (other != EP_SCENE_NONE)
  {
    return ep_yaml_fail(s, node, "the query in line %d has this name",
                        (int)l->scene->queries[other].query.line);
  }
  query->name = ep_pool_string(&l->scene->pool, name);
  return query->name == NULL ? ep_yaml_no_memory(s) : EP_OK;
}

static ep_status read_query(ep_scene_loader* l, const ep_yaml_node* node,
                            ep_scene_query_entry* entry)
{
  static const char* const known[] = {"name", "start", "goal", "attach", NULL};
  const ep_yaml_subject s = ep_scene_subject(l, node, "query");
  entry->query.line = node->line;
  ep_status status = ep_yaml_check_keys(&s, node, known);
  status = status != EP_OK ? status : read_name(l, &s, &entry->query);
  status = status != EP_OK ? status : read_ends(l, &s, &entry->query);
  return status != EP_OK ? status : read_attachments(l, &s, entry);
}

ep_status ep_scene_read_queries(ep_scene_loader* l, const ep_yaml_node* node)
{
  ep_scene* scene = l->scene;
  const ep_yaml_subject s = {scene->path, NULL, NULL, l->error};
  int32_t count;
  ep_status status = ep_scene_check_list(l, node, EP_SCENE_QUERIES_MAX, &count);
  if (status != EP_OK || count == 0)
  {
    return status;
  }
  scene->queries = ep_pool_take(&scene->pool, (size_t)count, sizeof(ep_scene_query_entry));
  if (scene->queries == NULL)
  {
    return ep_yaml_no_memory(&s);
  }
  for (const ep_yaml_node* item = node->first; item != NULL && status == EP_OK; item = item->next)
  {
    status = read_query(l, item, &scene->queries[scene->query_count]);
    scene->query_count += status == EP_OK;
  }
  return status;
}
