/// @file cull_link_tree.h
/// The dynamic tree of CATCH (Sec. 5.2): boxes around whole bodies over a whole edge, and a binary
/// tree over them that is made anew for each edge.
///
/// Bodies that hang on each other stand beside each other in a machine, so the tree joins
/// neighbours in that order, from the leaves up: node i has the children 2 i and 2 i + 1, the root
/// is 1, and the leaves are the last `count` nodes.
#ifndef EP_CULL_LINK_TREE_H
#define EP_CULL_LINK_TREE_H

#include "geo_bvh.h"

typedef struct ep_link_tree
{
  ep_box* boxes; ///< 2 count: inner nodes from 1, then the leaves
  int32_t capacity;
  int32_t count; ///< of leaves
} ep_link_tree;

/// Makes room for the boxes of so many bodies; false if there is no memory.
bool ep_link_tree_begin(ep_link_tree* tree, int32_t count, const ep_allocator* allocator);

/// The box of a leaf, 0 to count - 1. To be filled before the tree is built; infinite where nothing
/// is known, never NaN.
static inline ep_box* ep_link_tree_leaf(const ep_link_tree* tree, int32_t leaf)
{
  return &tree->boxes[tree->count + leaf];
}

/// Fills the inner nodes.
void ep_link_tree_build(ep_link_tree* tree);

/// Claim     `meet` is called once for every two leaves whose boxes are not disjoint.
/// Rounding  none: comparisons.
void ep_link_tree_pairs(const ep_link_tree* tree, void (*meet)(int32_t a, int32_t b, void* user),
                        void* user);

/// Told of a leaf of the tree and a leaf of the scene whose boxes are not disjoint. True: no more
/// needs to be told of this leaf of the tree.
typedef bool (*ep_link_tree_meet)(int32_t leaf, const ep_bvh_leaf* scene_leaf, void* user);

/// Both trees against each other; the scene's boxes are shifted to the world and widened by what
/// that may round (proofs.md K6).
void ep_link_tree_scene(const ep_link_tree* tree, const ep_bvh* scene, ep_link_tree_meet meet,
                        void* user);

/// The same for one leaf alone, without the tree.
void ep_link_leaf_scene(const ep_link_tree* tree, int32_t leaf, const ep_bvh* scene,
                        ep_link_tree_meet meet, void* user);

/// The largest distance of two boxes along one coordinate, rounded down; negative if they overlap.
double ep_box_gap_down(const ep_box* a, const ep_box* b);

#endif
