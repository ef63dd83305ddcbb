/// @file depth.h
/// How deep two bodies are in each other.
#ifndef DEPTH_H
#define DEPTH_H

#include "posed.h"

/// A straight move of the first body after which it would no longer touch the second.
typedef struct depth_move
{
  double length; ///< metres; 0 if none was found
  double direction[3];
} depth_move;

/// The shortest move found among the axes of the world and the faces that touch: at least what is
/// needed, and not much more, along one of these directions. Radii of round shapes are those of
/// their facets. For a pair that demands a clearance, that is kept too.
ep_status depth_measure(const posed* p, const ep_contact* contact, depth_move* move,
                        ep_error* error);

#endif
