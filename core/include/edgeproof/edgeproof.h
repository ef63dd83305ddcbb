/// @file edgeproof.h
/// Everything in core: include this one.
#ifndef EDGEPROOF_EDGEPROOF_H
#define EDGEPROOF_EDGEPROOF_H

#include "edgeproof/base.h"
#include "edgeproof/machine.h"
#include "edgeproof/edge.h"
#include "edgeproof/bound.h"

#endif
