/// @file test_cull_region.c
/// Regions of bodies, and what is concluded from their being apart. That they hold every point is
/// tested with the tracks.
#include "cull_region.h"
#include "checker_checker.h"
#include "scene.h"

#include <math.h>

/// A ball of 0.1 m at p, computed wrongly by as much as it may be.
static void check_inside(const ep_track* home, const double p[3])
{
  const double around = 0.1 + home->slack;
  for (int k = 0; k < 3; ++k)
  {
    ck_assert_msg(p[k] - around > home->region.lo[k] && p[k] + around < home->region.hi[k],
                  "body %d is at %g, not within %g .. %g", home->body, p[k], home->region.lo[k],
                  home->region.hi[k]);
  }
}

/// A ball hangs 5 m out on a link that turns, and all of it may be off by more than it is.
EP_TEST(sound_regions_hold_what_hangs_far_out)
{
  scene s = scene_begin(0.0);
  const ep_link_desc link = scene_link("post", EP_NO_LINK, EP_JOINT_REVOLUTE, 0, 0, 1);
  scene_machine(&s, "m", &link, 1);
  scene_shape(&s, 0, 0, scene_ball(0.1, 0, 0, 0));
  const int32_t load = scene_payload(&s, "load", scene_ball(0.1, 0, 0, 0));
  scene_obstacle(&s, "block", scene_box(1, 1, 1, 9, 9, 0));
  scene_freeze(&s);
  const ep_pose pose = {{5, 0, 0}, {0, 0, 0, 1}};
  ck_assert(ep_checker_attach(s.checker, load, s.first_body[0], &pose, NULL) == EP_OK);
  const double q[2] = {-0.3, 0.3};
  const ep_check_options options = ep_check_default();
  ep_timeline* line = &s.checker->work.line;
  s.checker->work.asked = -1.0;
  ck_assert(ep_checker_prepare(s.checker, &q[0], &q[1], &options, NULL) == EP_OK);
  ep_track* home = &line->tracks[line->world->rows[load]];
  for (int i = 0; i < 21; ++i)
  {
    const double angle = q[0] + i * (q[1] - q[0]) / 20.0;
    double p[3] = {5.0 * cos(angle), 5.0 * sin(angle), 0.0};
    ep_vec_madd(p, p, -1.0, line->world->center);
    check_inside(home, p);
    home->slack += 0.05;
    ep_region_set(line, home);
  }
  scene_end(&s);
}

/// A ball that floats about a box: how far it is from it is known.
EP_TEST(sound_apart_regions_are_apart)
{
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed() + 26);
  scene s = scene_begin(0.0);
  const ep_link_desc link = scene_link("probe", EP_NO_LINK, EP_JOINT_FLOATING, 0, 0, 1);
  scene_machine(&s, "m", &link, 1);
  scene_shape(&s, 0, 0, scene_ball(0.1, 0, 0, 0));
  scene_obstacle(&s, "block", scene_box(4, 3, 2, 7, -5, 1)); // its middle is the world's centre
  scene_freeze(&s);
  const ep_check_options options = ep_check_default();
  ep_work* work = &s.checker->work;
  for (int64_t i = 0, n = ep_test_trials(3000); i < n; ++i)
  {
    const double half[3] = {2.0, 1.5, 1.0}, middle[3] = {7.0, -5.0, 1.0};
    double q[7] = {[6] = 1.0};
    double square = 0.0;
    for (int k = 0; k < 3; ++k)
    {
      const double away = ep_rng_uniform(&rng, -1.0, 1.0) * (half[k] + 0.6);
      q[k] = middle[k] + away;
      square += pow(fmax(0.0, fabs(away) - half[k]), 2.0);
    }
    const double distance = sqrt(square) - 0.1;
    work->asked = fmax(0.0, distance + ep_rng_uniform(&rng, -0.1, 0.05));
    ck_assert(ep_checker_prepare(s.checker, q, q, &options, NULL) == EP_OK);
    const bool apart = work->busy_count == 0;
    ck_assert_msg(!apart || distance > work->asked, "%g apart, %g asked", distance, work->asked);
    ck_assert(apart == ep_region_is_apart(&work->line, &work->line.tracks[1]));
  }
  work->asked = -1.0;
  scene_end(&s);
}

/// An arm of 5 m that turns by 0.2 rad deviates from its chord by 25 mm at most; the ball is 86 mm
/// beyond where the arm is at both ends.
EP_TEST(tight_bodies_that_pass_far_away_need_no_track)
{
  scene s = scene_begin(0.0);
  const ep_link_desc link = scene_link("arm", EP_NO_LINK, EP_JOINT_REVOLUTE, 0, 0, 1);
  scene_machine(&s, "m", &link, 1);
  scene_shape(&s, 0, 0, scene_box(5, 0.1, 0.1, 2.5, 0, 0));
  scene_obstacle(&s, "ball", scene_ball(0.2, 5.291, 0, 0));
  scene_freeze(&s);
  const double q[2] = {-0.1, 0.1};
  const ep_check_options options = ep_check_default();
  ep_work* work = &s.checker->work;
  for (int i = 0; i < 2; ++i)
  {
    work->asked = i == 0 ? 0.07 : 0.1;
    ck_assert(ep_checker_prepare(s.checker, &q[0], &q[1], &options, NULL) == EP_OK);
    ck_assert_int_eq(work->busy_count, i);
  }
  work->asked = -1.0;
  scene_end(&s);
}
