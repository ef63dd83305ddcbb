/// @file ompl_curve.hpp
/// Whether a state space draws the curve that edgeproof/edge.h defines.
#ifndef EDGEPROOF_OMPL_CURVE_HPP
#define EDGEPROOF_OMPL_CURVE_HPP

#include "ompl_reader.hpp"

namespace edgeproof
{

/// Compares StateSpace::interpolate() with our curve on pairs of random states, both ways, and on
/// pairs made to be hard: across the seam of what wraps, half a turn apart, rotations of almost
/// half a turn and of almost nothing. Gives the largest displacement of the machine found, in
/// metres. Throws Error where the space deviates by more than the options allow, or leaves the
/// joints' limits; the message names the value, its component, and the worst deviation.
double compareCurves(const ompl::base::StateSpace& space, const Reader& reader,
                     const ep_world* world, const Options& options);

} // namespace edgeproof

#endif
