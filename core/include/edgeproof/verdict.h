/// @file verdict.h
/// What a check answers: the verdict, and for a collision its witness.
#ifndef EDGEPROOF_VERDICT_H
#define EDGEPROOF_VERDICT_H

#include "edgeproof/effort.h"

#ifdef __cplusplus
extern "C"
{
#endif

  typedef enum ep_verdict
  {
    EP_UNDECIDED = 0,
    EP_FREE,
    EP_COLLIDING
  } ep_verdict;

  /// "undecided", "free", "colliding". Never NULL.
  EP_API const char* ep_verdict_text(ep_verdict verdict);

  typedef enum ep_contact_kind
  {
    EP_CONTACT_NONE = 0,
    EP_CONTACT_INTERSECTION, ///< the two surfaces meet
    EP_CONTACT_CLEARANCE,    ///< closer than the demanded clearance
    EP_CONTACT_BAND,         ///< between clearance and clearance + tolerance: cannot be told apart
    EP_CONTACT_CONTAINMENT   ///< one is inside the other
  } ep_contact_kind;

  typedef enum ep_feature
  {
    EP_FEATURE_NONE = 0,
    EP_FEATURE_VERTEX,
    EP_FEATURE_EDGE,
    EP_FEATURE_FACE
  } ep_feature;

  typedef struct ep_contact
  {
    ep_contact_kind kind;
    double t;              ///< when
    int32_t body[2];       ///< who; the first one moves, the second one may be an obstacle
    int32_t triangle[2];   ///< of each body, in the order its shapes gave them
    ep_feature feature[2]; ///< where on each triangle
    double point[2][3];    ///< in the world, on the core of each shape (without its radius)
    double normal[3];      ///< unit, from the second to the first; zero where they intersect
    double distance;       ///< between the shapes at t, radii included; 0 where they intersect
    double clearance;      ///< that was demanded of the pair
  } ep_contact;

  typedef struct ep_result
  {
    ep_verdict verdict;
    ep_contact contact; ///< where the verdict is EP_COLLIDING
    double t_free;      ///< time-of-contact mode: everything before it is proved free
    ep_statistics statistics;
  } ep_result;

#ifdef __cplusplus
}
#endif

#endif
