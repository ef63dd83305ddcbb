/// @file machine_excavator.h
/// The excavator's measures, and the links it is made of. Each function adds one link's solids in
/// the link's own frame: x forward or from pin to pin, y to the left.
#ifndef MACHINE_EXCAVATOR_H
#define MACHINE_EXCAVATOR_H

#include "machine_parts.h"

#define EXCAVATOR_SWING_HEIGHT  1.0  ///< of the upper structure's frame
#define EXCAVATOR_BOOM_FOOT_X   0.15 ///< of the boom's pin, in the upper structure's frame
#define EXCAVATOR_BOOM_FOOT_Z   0.90
#define EXCAVATOR_BOOM_LENGTH   5.70 ///< from pin to pin
#define EXCAVATOR_STICK_LENGTH  2.92
#define EXCAVATOR_BUCKET_LENGTH 1.45 ///< from the pin to the tip of the teeth

/// The pose in which cylinders, which are fixed parts of links, end where they belong.
#define EXCAVATOR_WORK_BOOM   0.55
#define EXCAVATOR_WORK_STICK  (-1.75)
#define EXCAVATOR_WORK_BUCKET (-0.90)

/// Where the stick's cylinder ends, in the stick's frame.
#define EXCAVATOR_TAIL_X (-0.74)
#define EXCAVATOR_TAIL_Z 0.24
/// Where the bucket's rocker ends, in the bucket's frame.
#define EXCAVATOR_ROCKER_X 0.02
#define EXCAVATOR_ROCKER_Z 0.42

void excavator_tracks(parts_link* link);
void excavator_upper(parts_link* link);
void excavator_boom(parts_link* link);
void excavator_stick(parts_link* link);
void excavator_bucket(parts_link* link);

#endif
