/// @file geo_bvh_tree.h
/// The binary tree that ep_bvh_build() makes first, and the cheapest way to cut nodes of eight out
/// of it. As with splits: all this decides how fast a tree is, not what it holds.
#ifndef EP_GEO_BVH_TREE_H
#define EP_GEO_BVH_TREE_H

#include "geo_bvh.h"
#include "geo_bvh_split.h"

/// Levels below the root: of the binary tree, so of the one made of it too.
#define EP_BVH_LEVELS_MAX 60

/// A node of the binary tree, always before its children.
typedef struct ep_bvh_twig
{
  ep_quad lo;
  ep_quad hi;
  float cost[EP_BVH_WIDTH]; ///< cost[k - 1]: of all nodes below, if it takes at most k children of
                            ///< the node of eight that it becomes a part of
  int32_t first;            ///< refs
  int32_t count;
  int32_t left; ///< the right one is the next; 0: a leaf
} ep_bvh_twig;

/// Leaves, and twigs, that a tree over so many triangles has at most.
///
/// Why  no leaf has fewer than EP_BVH_SIDE_MIN triangles, unless it is the only one.
static inline size_t ep_bvh_leaves_max(size_t triangles)
{
  return triangles / EP_BVH_SIDE_MIN + 1;
}
static inline size_t ep_bvh_twigs_max(size_t triangles)
{
  return 2 * ep_bvh_leaves_max(triangles) - 1;
}

/// Splits refs down to leaves; returns the number of twigs. The first is the root.
int32_t ep_bvh_grow(ep_bvh_twig* twigs, ep_bvh_ref* refs, int32_t count);

/// Fills in what nodes of eight below each twig cost at least.
void ep_bvh_weigh(ep_bvh_twig* twigs, int32_t count);

typedef struct ep_bvh_counts
{
  int32_t nodes;
  int32_t leaves;
} ep_bvh_counts;

/// Makes the nodes of eight and says which twig each leaf is; only counts nodes if nodes is NULL.
ep_bvh_counts ep_bvh_cut(const ep_bvh_twig* twigs, ep_bvh_node* nodes, int32_t* leaf_twigs);

#endif
