/// @file verdict_contact.c
#include "verdict_contact.h"

#include <string.h>

static void to_world(const ep_frame* base, const double v[3], double world[3])
{
  const ep_frame* b = base;
  ep_mat_apply(world, b->rotation, v);
  ep_vec_madd(world, world, 1.0, b->position);
}

/// Unit vector from the second point to the first, or zero where they coincide.
static void set_normal(ep_contact* contact)
{
  double d[3];
  ep_vec_madd(d, contact->point[0], -1.0, contact->point[1]);
  const double length = ep_vec_length(d);
  for (int k = 0; k < 3; ++k)
  {
    contact->normal[k] = length > 0.0 ? d[k] / length : 0.0;
  }
}

void ep_contact_from_hit(const ep_work* work, const ep_hit* hit, ep_contact* contact)
{
  const ep_track* track = &work->line.tracks[hit->track];
  ep_frame base;
  ep_timeline_base(&work->line, hit->moment, track, &base);
  memset(contact, 0, sizeof *contact);
  contact->t = hit->t;
  contact->body[0] = track->body;
  contact->body[1] = hit->body;
  contact->triangle[0] = hit->triangle;
  contact->triangle[1] = hit->resting_triangle;
  for (int i = 0; i < 2; ++i)
  {
    to_world(&base, hit->closest.point[i], contact->point[i]);
    contact->feature[i] = (ep_feature)hit->closest.part[i];
  }
  contact->clearance = hit->clearance;
  contact->distance = ep_max(0.0, hit->closest.upper - hit->radii);
  const double error = 0x1p-38 * track->size;
  if (hit->contained || contact->distance <= error)
  {
    contact->kind = hit->contained ? EP_CONTACT_CONTAINMENT : EP_CONTACT_INTERSECTION;
    contact->distance = 0.0;
  }
  else
  {
    contact->kind =
        contact->distance <= hit->clearance + error ? EP_CONTACT_CLEARANCE : EP_CONTACT_BAND;
    set_normal(contact);
  }
}
