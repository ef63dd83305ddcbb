/// @file cull_region.h
/// Where a body can be during a whole edge: a box in the world. Bodies whose boxes are far enough
/// from each other need no more work.
#ifndef EP_CULL_REGION_H
#define EP_CULL_REGION_H

#include "cull_track.h"

/// Fills ep_track::region of a home.
///
/// Claim     every point of the body is in it at every t, exactly, and by more than the error of
///           all that is computed of the body.
/// Needs     a home whose bounds are set.
/// Why       proofs.md F6.
/// Rounding  outwards.
void ep_region_set(ep_timeline* line, ep_track* home);

/// Claim     true: at every t every distance of the track exceeds its clearance, and nothing is
///           inside of anything.
/// Needs     ep_track::clearance, and the regions of the homes of both bodies.
/// Why       proofs.md F6.
/// Rounding  gaps down, the clearance up.
bool ep_region_is_apart(const ep_timeline* line, const ep_track* track);

#endif
