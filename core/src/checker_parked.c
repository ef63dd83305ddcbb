/// @file checker_parked.c
/// Bodies that do not move on one edge after the other, against obstacles, are shown to be free
/// once.
#include "checker_checker.h"

#include <string.h>

/// Whether nothing moves in a track against obstacles. Between two links it would take the same
/// world frames to be seen as the same.
static bool is_parked(const ep_timeline* line, const ep_track* track)
{
  return track->fixed == EP_NO_BODY && !track->is_home && track->slot >= 0 &&
         !line->tracks[track->lead].moves;
}

static void set_poses(const ep_timeline* line, const ep_track* track, ep_frame pose[2])
{
  for (int32_t end = 0; end < 2; ++end) // moments 0 and 1 are the ends of the edge
  {
    ep_timeline_exact_pose(line, end, track, &pose[end]);
  }
}

bool ep_checker_knows_parked(const ep_checker* checker, int32_t index)
{
  const ep_timeline* line = &checker->work.line;
  const ep_track* track = &line->tracks[index];
  const ep_parked* parked = &checker->parked[index];
  if (!is_parked(line, track) || !parked->shown)
  {
    return false;
  }
  const ep_track* home = &line->tracks[track->lead];
  ep_frame pose[2];
  set_poses(line, track, pose);
  // Of a group, some demand less than the track does: of them only that much was shown.
  const bool demands = checker->work.asked < 0.0 || parked->of_all;
  return demands && track->clearance <= parked->clearance && home->slack <= parked->slack &&
         home->farthest + track->clearance <= parked->size &&
         memcmp(pose, parked->pose, sizeof pose) == 0;
}

void ep_checker_note_parked(ep_checker* checker)
{
  const ep_timeline* line = &checker->work.line;
  for (int32_t i = 0; i < checker->work.busy_count; ++i)
  {
    const int32_t index = checker->work.busy[i];
    const ep_track* track = &line->tracks[index];
    if (is_parked(line, track))
    {
      ep_parked* parked = &checker->parked[index];
      parked->shown = true;
      parked->clearance = track->clearance;
      parked->of_all = checker->work.asked >= 0.0;
      parked->slack = track->slack;
      parked->size = track->farthest + track->clearance;
      set_poses(line, track, parked->pose);
    }
  }
}
