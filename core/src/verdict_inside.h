/// @file verdict_inside.h
/// What the traversal cannot see: something that is wholly inside of a solid, for the whole edge.
#ifndef EP_VERDICT_INSIDE_H
#define EP_VERDICT_INSIDE_H

#include "advance_work.h"

/// Whether, where the caller's edge begins, a connected part of one body is inside of a solid of
/// another, of all pairs that are checked. True if so, with the contact in work->hit. Sets
/// work->is_unclear if that could not be told of some part, and work->stopped as the traversal
/// does.
///
/// Claim     false, neither unclear nor stopped, and all surfaces of checked pairs shown to keep
///           their distance over the whole edge: no two bodies overlap at any t.
/// Why       where surfaces are apart, a connected part is inside of a solid or outside of it as a
///           whole, so for its first corner, and stays so for all t. If two solids overlap, one's
///           surface is inside of the other. The traversal shows a distance of more than
///           ep_track::slack between computed places: on the way from the computed to the exact
///           place of a corner there is no surface, so it does not matter which of the two is
///           looked at. proofs.md I4 to I6.
bool ep_find_inside(ep_work* work);

/// The same for one track, active or not.
bool ep_find_inside_of(ep_work* work, int32_t track);

#endif
