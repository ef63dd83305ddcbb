/// @file validator_yard.h
/// A ball on rails among posts: small, and free and colliding motions are about as many.
#ifndef EP_TEST_VALIDATOR_YARD_H
#define EP_TEST_VALIDATOR_YARD_H

#include "scene.h"

#include <math.h>
#include <stdio.h>

#define YARD_VALUES 2
#define YARD_RADIUS 0.1
#define YARD_WALL   1.5 ///< the near side of a wall across the way, beyond |y| = 1 too

/// The ball moves by x and y; a thin wall stands at x = YARD_WALL, posts elsewhere.
static inline scene yard_make(double clearance)
{
  scene s = scene_begin(clearance);
  ep_link_desc links[2] = {scene_link("rail", EP_NO_LINK, EP_JOINT_PRISMATIC, 1, 0, 0),
                           scene_link("ball", 0, EP_JOINT_PRISMATIC, 0, 1, 0)};
  const int32_t cart = scene_machine(&s, "cart", links, 2);
  scene_shape(&s, cart, 1, scene_ball(YARD_RADIUS, 0, 0, 0));
  scene_obstacle(&s, "wall", scene_box(0.001, 8, 8, YARD_WALL + 0.0005, 0, 0));
  for (int i = 0; i < 12; ++i)
  {
    char name[16];
    snprintf(name, sizeof name, "post%d", i);
    scene_obstacle(&s, name, scene_box(0.05, 0.05, 3, -3.0 + 0.37 * i, 2.0 * sin(2.4 * i), 0));
  }
  scene_freeze(&s);
  return s;
}

/// A configuration anywhere among the posts.
static inline void yard_random(ep_rng* rng, double q[YARD_VALUES])
{
  q[0] = ep_rng_uniform(rng, -3.5, 1.9);
  q[1] = ep_rng_uniform(rng, -2.5, 2.5);
}

#endif
