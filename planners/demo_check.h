/// @file demo_check.h
/// The demo's second part: a motion past a thin wire, sampled and checked.
#ifndef EP_DEMO_CHECK_H
#define EP_DEMO_CHECK_H

#include "edgeproof/edgeproof.h"

/// Prints what samples see and what the checker answers for the machine, with one box on a link,
/// past an upright wire of 4 mm at x, y.
void demo_check(const ep_machine* machine, int32_t link, const ep_box* box, double x, double y,
                const double* q0, const double* q1);

#endif
