/// @file machine_mobile_crane.h
/// The mobile crane's measures, and the links it is made of, each in its own frame.
#ifndef MACHINE_MOBILE_CRANE_H
#define MACHINE_MOBILE_CRANE_H

#include "machine_parts.h"

#define MOBILE_SLEW_HEIGHT 1.55
#define MOBILE_BOOM_X      (-1.70) ///< the boom's pin, in the upper structure's frame
#define MOBILE_BOOM_Z      1.75
#define MOBILE_HEAD_X      11.8 ///< the pin of the head's sheaves, in the frame of the last section
#define MOBILE_SHEAVE      0.32 ///< from that pin to the rope

/// The luffing cylinders stand between two points at the same distance from the boom's pin. The
/// triangle of the three has two equal sides, so the cylinders tilt by exactly half of what the
/// boom does.
#define MOBILE_LUFF_ARM  2.64
#define MOBILE_LUFF_DOWN 0.65 ///< how far below the horizontal the lower point is seen from the pin
#define MOBILE_LUFF_UP   0.15 ///< how far above the boom's x axis the upper one is
#define MOBILE_LUFF_SIDE 0.49 ///< of the cylinders, from the middle

void mobile_carrier(parts_link* link);
void mobile_upper(parts_link* link);
/// The first section, which luffs; the second and the third, which slide out of it.
void mobile_boom(parts_link* link);
void mobile_tele1(parts_link* link);
void mobile_tele2(parts_link* link);
void mobile_head(parts_link* link);
void mobile_luff_barrel(parts_link* link);
void mobile_luff_rod(parts_link* link);

#endif
