/// @file witness.h
/// A picture of a collision: an OBJ that any mesh viewer opens.
#ifndef WITNESS_H
#define WITNESS_H

#include "edge_run.h"

/// Writes everything that moves as it is at the time of contact of an edge, what it meets, and the
/// triangles that touch, each as an object ("o crane/jib", "o touching crane/jib") in the scene's
/// coordinates. The edge must be colliding.
ep_status witness_write(const edge_run* run, int32_t edge, const char* path, ep_error* error);

#endif
