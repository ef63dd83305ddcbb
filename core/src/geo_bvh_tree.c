/// @file geo_bvh_tree.c
#include "geo_bvh_tree.h"

/// Size of what is looked for (see ep_bvh_cost), as a part of the tree's extent.
#define QUERY_PART 0x1p-10f
/// Metres: at least that, so that every node costs something, even where all is one point.
#define QUERY_MIN 1e-9f

static float margin_of(ep_quad lo, ep_quad hi)
{
  const ep_quad span = hi - lo;
  return fmaxf(span[0], fmaxf(span[1], span[2])) * QUERY_PART + QUERY_MIN;
}

/// @name Growing
/// @{

typedef struct task
{
  ep_bvh_range range;
  int32_t twig;
  int32_t level;
} task;

static ep_bvh_twig twig_of(const ep_bvh_range* range)
{
  return (ep_bvh_twig){
      .lo = range->lo, .hi = range->hi, .first = range->first, .count = range->count};
}

/// Claim  level + halvings <= EP_BVH_LEVELS_MAX for every twig (proofs.md B4).
/// Why    halving adds one to the level and takes one from the halvings. Any other split is made
///        only where the sum is smaller, and adds at most one to it.
int32_t ep_bvh_grow(ep_bvh_twig* twigs, ep_bvh_ref* refs, int32_t count)
{
  task tasks[EP_BVH_LEVELS_MAX + 1];
  int32_t task_count = 0;
  int32_t twig_count = 0;
  task t = {ep_bvh_range_of(refs, 0, count), 0, 0};
  const float margin = margin_of(t.range.lo, t.range.hi);
  twigs[twig_count++] = twig_of(&t.range);
  for (;;)
  {
    if (t.range.count > EP_BVH_LEAF_MAX)
    {
      const int32_t deepest = t.level + ep_bvh_halvings(t.range.count);
      EP_ASSERT(deepest <= EP_BVH_LEVELS_MAX);
      ep_bvh_range sides[2];
      ep_bvh_split(refs, &t.range, margin, deepest == EP_BVH_LEVELS_MAX, sides);
      const int32_t left = twig_count;
      twigs[t.twig].left = left;
      twigs[left] = twig_of(&sides[0]);
      twigs[left + 1] = twig_of(&sides[1]);
      twig_count += 2;
      tasks[task_count++] = (task){sides[1], left + 1, t.level + 1};
      t = (task){sides[0], left, t.level + 1};
    }
    else if (task_count > 0)
    {
      t = tasks[--task_count];
    }
    else
    {
      return twig_count;
    }
  }
}

/// @}
/// @name Weighing
/// @{

/// The cheapest way to share `slots` children between two twigs: how many the left one takes.
static int best_share(const ep_bvh_twig* left, const ep_bvh_twig* right, int slots, float* cost)
{
  int best = 1;
  *cost = FLT_MAX;
  for (int k = 1; k < slots; ++k)
  {
    const float sum = left->cost[k - 1] + right->cost[slots - k - 1];
    if (sum < *cost)
    {
      best = k;
      *cost = sum;
    }
  }
  return best;
}

/// Source  Ylitie, Karras, Laine, "Efficient incoherent ray traversal on GPUs through compressed
///         wide BVHs", 2017; our leaves are those of the binary tree. proofs.md B5.
void ep_bvh_weigh(ep_bvh_twig* twigs, int32_t count)
{
  const float margin = margin_of(twigs[0].lo, twigs[0].hi);
  for (int32_t i = count - 1; i >= 0; --i)
  {
    ep_bvh_twig* twig = &twigs[i];
    if (twig->left == 0)
    {
      continue; // leaves are the same in every tree: they cost nothing
    }
    const ep_bvh_twig* left = &twigs[twig->left];
    float below = 0.0f;
    best_share(left, left + 1, EP_BVH_WIDTH, &below);
    twig->cost[0] = ep_bvh_cost(twig->lo, twig->hi, margin) + below;
    for (int slots = 2; slots <= EP_BVH_WIDTH; ++slots)
    {
      best_share(left, left + 1, slots, &below);
      twig->cost[slots - 1] = below < twig->cost[slots - 2] ? below : twig->cost[slots - 2];
    }
  }
}

/// @}
/// @name Cutting
/// @{

/// The twigs that become the children of one node of eight.
typedef struct children
{
  int32_t twig[EP_BVH_WIDTH];
  int count;
} children;

static void choose(const ep_bvh_twig* twigs, int32_t twig, int slots, children* chosen);

/// A twig's two children in its place. At most seven deep, as each takes a slot from the other.
static void choose_below(const ep_bvh_twig* twigs, int32_t twig, int slots, children* chosen)
{
  const int32_t left = twigs[twig].left;
  float cost = 0.0f;
  const int share = best_share(&twigs[left], &twigs[left + 1], slots, &cost);
  choose(twigs, left, share, chosen);
  choose(twigs, left + 1, slots - share, chosen);
}

static void choose(const ep_bvh_twig* twigs, int32_t twig, int slots, children* chosen)
{
  const float* cost = twigs[twig].cost;
  while (slots > 1 && cost[slots - 1] == cost[slots - 2])
  {
    --slots;
  }
  if (slots > 1)
  {
    choose_below(twigs, twig, slots, chosen);
  }
  else
  {
    chosen->twig[chosen->count++] = twig;
  }
}

/// Only a root that is a leaf is its own child.
static children children_of(const ep_bvh_twig* twigs, int32_t twig)
{
  children chosen = {.count = 0};
  if (twigs[twig].left == 0)
  {
    choose(twigs, twig, 1, &chosen);
  }
  else
  {
    choose_below(twigs, twig, EP_BVH_WIDTH, &chosen);
  }
  return chosen;
}

static void set_child(ep_bvh_node* node, int lane, const ep_bvh_twig* twig, int32_t child)
{
  for (int k = 0; k < 3; ++k)
  {
    node->lo[k][lane] = twig == NULL ? FLT_MAX : twig->lo[k];
    node->hi[k][lane] = twig == NULL ? -FLT_MAX : twig->hi[k];
  }
  node->child[lane] = child;
}

static void set_node(ep_bvh_node* node, const ep_bvh_twig* twigs, const children* chosen,
                     const int32_t index[EP_BVH_WIDTH])
{
  for (int lane = 0; lane < chosen->count; ++lane)
  {
    set_child(node, lane, &twigs[chosen->twig[lane]], index[lane]);
  }
  for (int lane = chosen->count; lane < EP_BVH_WIDTH; ++lane)
  {
    set_child(node, lane, NULL, EP_BVH_NONE);
  }
}

typedef struct job
{
  int32_t twig;
  int32_t node;
} job;

/// Children that are nodes stand together; what is below the first of them follows.
ep_bvh_counts ep_bvh_cut(const ep_bvh_twig* twigs, ep_bvh_node* nodes, int32_t* leaf_twigs)
{
  job jobs[(EP_BVH_WIDTH - 1) * EP_BVH_LEVELS_MAX + 1] = {{0, 0}};
  int32_t job_count = 1;
  ep_bvh_counts made = {1, 0};
  while (job_count > 0)
  {
    const job now = jobs[--job_count];
    const children chosen = children_of(twigs, now.twig);
    EP_ASSERT(chosen.count >= 1 && chosen.count <= EP_BVH_WIDTH);
    int32_t index[EP_BVH_WIDTH];
    for (int lane = 0; lane < chosen.count; ++lane)
    {
      const bool is_leaf = twigs[chosen.twig[lane]].left == 0;
      index[lane] = is_leaf ? ~made.leaves++ : made.nodes++;
      if (is_leaf)
      {
        leaf_twigs[~index[lane]] = chosen.twig[lane];
      }
    }
    for (int lane = chosen.count - 1; lane >= 0; --lane)
    {
      if (index[lane] >= 0)
      {
        jobs[job_count++] = (job){chosen.twig[lane], index[lane]};
      }
    }
    if (nodes != NULL)
    {
      set_node(&nodes[now.node], twigs, &chosen, index);
    }
  }
  return made;
}

/// @}
