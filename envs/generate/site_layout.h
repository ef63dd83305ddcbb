/// @file site_layout.h
/// Where things stand on the construction site. Metres; x east, y north, z up; the yard where
/// machines drive is flat, at z = 0.
#ifndef SITE_LAYOUT_H
#define SITE_LAYOUT_H

/// @name Ground
/// @{
#define SITE_X       60.0 ///< the ground reaches from -SITE_X to SITE_X
#define SITE_Y       50.0
#define SITE_CELL    0.8  ///< of the ground's grid; rims of pit and ramp are on its lines
#define SITE_FENCE_X 57.0 ///< the fence stands on the rectangle of these half lengths
#define SITE_FENCE_Y 47.0

#define SITE_PIT_X0    16.0 ///< the pit's upper rim
#define SITE_PIT_X1    49.6
#define SITE_PIT_Y0    10.0
#define SITE_PIT_Y1    39.6
#define SITE_PIT_DEPTH 4.5
#define SITE_RAMP_X0   19.2 ///< the ramp's lane
#define SITE_RAMP_X1   25.6
#define SITE_RAMP_Y0   -4.4 ///< where it leaves the yard
#define SITE_RAMP_Y1   22.0 ///< where it reaches the floor
/// @}

/// @name The concrete frame
/// @{
#define SITE_FRAME_X      -40.0 ///< its south-west corner column
#define SITE_FRAME_Y      10.0
#define SITE_FRAME_BAY_X  4.0
#define SITE_FRAME_BAY_Y  5.0
#define SITE_FRAME_BAYS_X 6
#define SITE_FRAME_BAYS_Y 3
#define SITE_FRAME_STOREY 3.4 ///< from the top of a slab to the top of the next one
#define SITE_FRAME_FLOORS 4   ///< slabs above the ground, the last one half poured
#define SITE_FRAME_EDGE   0.4 ///< slabs reach so far beyond the columns' axes
#define SITE_FRAME_SLAB   0.25
/// @}

/// @name Other landmarks
/// @{
#define SITE_PIPE_X      -5.0 ///< the standing pipe into which a load is lowered
#define SITE_PIPE_Y      -13.0
#define SITE_PIPE_HEIGHT 3.0
#define SITE_PIPE_INNER  1.0 ///< radius
#define SITE_PIPE_OUTER  1.2

#define SITE_LINE_Y      -39.0 ///< the power line runs along x
#define SITE_LINE_X0     -57.0 ///< of its first pole
#define SITE_LINE_SPAN   38.0
#define SITE_LINE_POLES  4
#define SITE_LINE_HEIGHT 11.0 ///< where the outer wires are held
#define SITE_LINE_SAG    1.0
#define SITE_LINE_ARM    1.4   ///< of the outer wires from the middle one
#define SITE_LINE_RISE   0.6   ///< of the middle wire over the outer ones
#define SITE_LINE_WIRE   0.012 ///< radius
/// @}

#endif
