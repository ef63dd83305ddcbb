/// @file rest.h
/// What world.h says of links that never move relative to each other, and of adjacent ones, once
/// more for judges: from ep_machine_link() alone.
#ifndef EP_TEST_REST_H
#define EP_TEST_REST_H

#include <stdbool.h>
#include <stdint.h>

#include "edgeproof/machine.h"

/// The topmost of the links that never move relative to this one.
int32_t rest_merged(const ep_machine* machine, int32_t link);

/// Whether a link never moves.
bool rest_is_grounded(const ep_machine* machine, int32_t link);

/// Whether the nearest links with a shape that carry this one, and do not rest with it, are those
/// that `carrier` belongs to.
bool rest_carries(const ep_machine* machine, const bool* has_shape, int32_t link, int32_t carrier);

/// Whether two links are parent and child that way, or the other way round.
bool rest_are_adjacent(const ep_machine* machine, const bool* has_shape, int32_t a, int32_t b);

#endif
