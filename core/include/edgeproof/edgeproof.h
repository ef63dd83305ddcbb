/// @file edgeproof.h
/// Everything in core: include this one.
#ifndef EDGEPROOF_EDGEPROOF_H
#define EDGEPROOF_EDGEPROOF_H

#include "edgeproof/base.h"
#include "edgeproof/machine.h"
#include "edgeproof/edge.h"
#include "edgeproof/bound.h"
#include "edgeproof/geometry.h"
#include "edgeproof/world.h"
#include "edgeproof/effort.h"
#include "edgeproof/verdict.h"
#include "edgeproof/checker.h"

#endif
