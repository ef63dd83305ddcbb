/// @file effort.h
/// How a check is to work, and how much it worked. Nothing here changes a verdict, except that a
/// budget or a cancellation leaves none, that a margin asks for more, and that the two methods may
/// differ where a distance is between clearance and clearance + tolerance.
#ifndef EDGEPROOF_EFFORT_H
#define EDGEPROOF_EFFORT_H

#include "edgeproof/base.h"

#ifdef __cplusplus
extern "C"
{
#endif

  typedef enum ep_mode
  {
    EP_MODE_BOOLEAN = 0,    ///< any witness ends the work
    EP_MODE_TIME_OF_CONTACT ///< the first contact
  } ep_mode;

  typedef enum ep_method
  {
    EP_METHOD_SPACETIME = 0, ///< boxes that move in space and time: fast
    EP_METHOD_CATCH          ///< the paper, step by step: Taylor boxes, a tree over the links,
                             ///< conservative advancement, temporal culling; for comparison
  } ep_method;

/// @name Parts of EP_METHOD_CATCH that can be switched off, to see what each is worth
/// @{
#define EP_CATCH_NO_TAYLOR    1u ///< pairs are not culled by Taylor boxes
#define EP_CATCH_NO_LINK_TREE 2u ///< all pairs of Taylor boxes are compared, without a tree
#define EP_CATCH_NO_SORTING   4u ///< pairs are not sorted by their lower bound on the contact time
#define EP_CATCH_NO_TEMPORAL  8u ///< pairs that cannot touch before the best contact are not dropped
#define EP_CATCH_NO_HULLS     16u ///< no lower bound on the contact time from convex hulls
#define EP_CATCH_NO_COHERENCE 32u ///< distance queries do not start at the last witness
#define EP_CATCH_NO_DIRECTION                                                                      \
  64u ///< speeds are bounded by magnitude, not along the direction
      /// @}

  /// What is tried first. Never changes a verdict.
  typedef enum ep_order
  {
    EP_ORDER_AUTOMATIC = 0, ///< learns from the last answers which of the two pays
    EP_ORDER_CERTIFY_FIRST, ///< where most edges are free
    EP_ORDER_SAMPLES_FIRST  ///< where most edges collide
  } ep_order;

  typedef struct ep_check_options
  {
    uint32_t struct_size; ///< set by ep_check_default()
    ep_method method;
    ep_mode mode;
    ep_order order;
    uint32_t catch_switches; ///< EP_CATCH_..., added up; default 0
    int64_t item_budget;     ///< EP_UNDECIDED after so many; default 20 million
    double margin; ///< metres on top of every demanded clearance: is there so much to spare? Not
                   ///< negative, default 0. A contact's clearance is told without it, and what is
                   ///< found beyond that is EP_CONTACT_BAND.
    int (*cancel)(void* user); ///< asked now and then; not 0: EP_UNDECIDED; may be NULL
    void* cancel_user;
  } ep_check_options;

  EP_API ep_check_options ep_check_default(void);

  typedef struct ep_statistics
  {
    int64_t items;          ///< steps of work: node pairs, leaf pairs, questions of inside
    int64_t box_tests;      ///< moving boxes against eight boxes
    int64_t triangle_tests; ///< triangles against eight triangles
    int64_t distances;      ///< exact distances of triangle pairs
    int64_t time_splits;
    int64_t poses;   ///< moments at which all machines were placed
    int64_t samples; ///< static checks

    /// @name Of EP_METHOD_CATCH (CATCH Table 2 and Sec. 7.1)
    /// @{
    int64_t pairs;                ///< of a link and another, or of a link and a group of obstacles
    int64_t pairs_after_spatial;  ///< left by Taylor boxes
    int64_t pairs_after_temporal; ///< on which conservative advancement was run
    int64_t advancement_steps;    ///< of all pairs
    int64_t distance_nodes;       ///< node pairs visited by distance queries
                                  /// @}
  } ep_statistics;

#ifdef __cplusplus
}
#endif

#endif
