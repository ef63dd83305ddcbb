/// @file verdict_contact.h
/// From what the traversal found to what the caller reads.
#ifndef EP_VERDICT_CONTACT_H
#define EP_VERDICT_CONTACT_H

#include "advance_work.h"
#include "edgeproof/verdict.h"

/// The contact of a hit, in the world.
void ep_contact_from_hit(const ep_work* work, const ep_hit* hit, ep_contact* contact);

#endif
