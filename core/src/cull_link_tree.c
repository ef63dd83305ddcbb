/// @file cull_link_tree.c
#include "cull_link_tree.h"
#include "cull_track.h"

bool ep_link_tree_begin(ep_link_tree* tree, int32_t count, const ep_allocator* allocator)
{
  void* block = tree->boxes;
  const bool good = ep_grow(allocator, &block, &tree->capacity, 2 * count, sizeof(ep_box));
  tree->boxes = block;
  tree->count = good ? count : 0;
  return good;
}

void ep_link_tree_build(ep_link_tree* tree)
{
  for (int32_t i = tree->count - 1; i >= 1; --i)
  {
    const ep_box* a = &tree->boxes[2 * i];
    const ep_box* b = &tree->boxes[2 * i + 1];
    for (int k = 0; k < 3; ++k)
    {
      tree->boxes[i].lo[k] = ep_min(a->lo[k], b->lo[k]);
      tree->boxes[i].hi[k] = ep_max(a->hi[k], b->hi[k]);
    }
  }
}

double ep_box_gap_down(const ep_box* a, const ep_box* b)
{
  double gap = -EP_INFINITY;
  for (int k = 0; k < 3; ++k)
  {
    gap = ep_max(gap, ep_max(ep_down(a->lo[k] - b->hi[k]), ep_down(b->lo[k] - a->hi[k])));
  }
  return gap;
}

static bool are_disjoint(const ep_box* a, const ep_box* b)
{
  for (int k = 0; k < 3; ++k)
  {
    if (a->lo[k] > b->hi[k] || b->lo[k] > a->hi[k])
    {
      return true;
    }
  }
  return false;
}

static double longest_edge(const ep_box* box)
{
  const double x = ep_max(box->hi[0] - box->lo[0], box->hi[1] - box->lo[1]);
  return ep_max(x, box->hi[2] - box->lo[2]);
}

/// @name Among the leaves
/// @{

typedef struct self_test
{
  const ep_link_tree* tree;
  void (*meet)(int32_t a, int32_t b, void* user);
  void* user;
} self_test;

/// Leaves below a against leaves below b. As deep as the tree.
static void test_two(const self_test* s, int32_t a, int32_t b)
{
  const int32_t count = s->tree->count;
  if (are_disjoint(&s->tree->boxes[a], &s->tree->boxes[b]))
  {
    return;
  }
  if (a >= count && b >= count)
  {
    s->meet(a - count, b - count, s->user);
    return;
  }
  const bool opens_a = b >= count || (a < count && a <= b);
  for (int32_t i = 0; i < 2; ++i)
  {
    test_two(s, opens_a ? 2 * a + i : a, opens_a ? b : 2 * b + i);
  }
}

void ep_link_tree_pairs(const ep_link_tree* tree, void (*meet)(int32_t a, int32_t b, void* user),
                        void* user)
{
  const self_test s = {tree, meet, user};
  for (int32_t i = 1; i < tree->count; ++i)
  {
    test_two(&s, 2 * i, 2 * i + 1);
  }
}

/// @}
/// @name Against the scene
/// @{

typedef struct scene_test
{
  const ep_link_tree* tree;
  const ep_bvh* scene;
  ep_link_tree_meet meet;
  void* user;
} scene_test;

/// A child's box in the world.
static ep_box child_box(const ep_bvh* scene, const ep_bvh_node* node, int child)
{
  ep_box box;
  for (int k = 0; k < 3; ++k)
  {
    box.lo[k] = ep_down((double)node->lo[k][child] + scene->origin[k]);
    box.hi[k] = ep_up((double)node->hi[k][child] + scene->origin[k]);
  }
  return box;
}

/// What is below node a of the tree against what is below a node of the scene. The larger one is
/// opened first. True: a is a leaf, and of it enough is known. As deep as both trees.
static bool test_node(const scene_test* s, int32_t a, int32_t node)
{
  const ep_bvh_node* n = &s->scene->nodes[node];
  const int32_t count = s->tree->count;
  for (int i = 0; i < EP_BVH_WIDTH; ++i)
  {
    const ep_box box = child_box(s->scene, n, i);
    if (n->child[i] == EP_BVH_NONE || are_disjoint(&s->tree->boxes[a], &box))
    {
      continue;
    }
    if (a < count && (n->child[i] < 0 || longest_edge(&s->tree->boxes[a]) >= longest_edge(&box)))
    {
      (void)test_node(s, 2 * a, node);
      (void)test_node(s, 2 * a + 1, node);
      return false;
    }
    if (n->child[i] >= 0 ? test_node(s, a, n->child[i])
                         : s->meet(a - count, &s->scene->leaves[~n->child[i]], s->user))
    {
      return true;
    }
  }
  return false;
}

void ep_link_tree_scene(const ep_link_tree* tree, const ep_bvh* scene, ep_link_tree_meet meet,
                        void* user)
{
  const scene_test s = {tree, scene, meet, user};
  if (tree->count > 0 && scene->node_count > 0)
  {
    (void)test_node(&s, 1, 0);
  }
}

void ep_link_leaf_scene(const ep_link_tree* tree, int32_t leaf, const ep_bvh* scene,
                        ep_link_tree_meet meet, void* user)
{
  const scene_test s = {tree, scene, meet, user};
  if (scene->node_count > 0)
  {
    (void)test_node(&s, tree->count + leaf, 0);
  }
}

/// @}
