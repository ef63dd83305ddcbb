/// @file random_machine.h
/// Random machines, configurations and edges for tests: always valid, often nasty. Axes that are
/// nearly parallel, right angles rounded as in real URDF files, offsets from a micrometre to a
/// kilometre, axes and quaternions of any length, chains of mimic joints, parents that come after
/// their children, edges that wrap, rest, or turn by almost nothing.
#ifndef EP_TEST_RANDOM_MACHINE_H
#define EP_TEST_RANDOM_MACHINE_H

#include <stdbool.h>
#include <stdint.h>

#include "edgeproof/machine.h"
#include "ep_test.h"

#define EP_RANDOM_LINKS_MAX  40
#define EP_RANDOM_DEPTH_MAX  20
#define EP_RANDOM_CONFIG_MAX (7 * EP_RANDOM_LINKS_MAX)

/// A description, ready for ep_machine_desc. Names point into the struct: do not copy it.
typedef struct ep_random_machine
{
  ep_link_desc links[EP_RANDOM_LINKS_MAX];
  char names[EP_RANDOM_LINKS_MAX][16];
  int32_t count;
  int32_t config_size;
} ep_random_machine;

/// One bit for each joint type, to be combined.
#define EP_RANDOM_JOINT(type) (1u << (unsigned)(type))
#define EP_RANDOM_JOINTS_ALL  0x7fu

/// How axes are chosen; bits.
#define EP_RANDOM_AXIS_ALIGNED 1u ///< exactly plus or minus x, y or z
#define EP_RANDOM_AXIS_FREE    2u ///< any direction, length 1
#define EP_RANDOM_AXIS_LENGTH  4u ///< any direction, any length
#define EP_RANDOM_AXIS_PARALLEL                                                                    \
  8u ///< along the axis that turns the parent, up to 1e-12 to 1e-5 rad
#define EP_RANDOM_AXES_ALL 15u

/// How the rotations of origins are chosen; bits.
#define EP_RANDOM_ORIGIN_IDENTITY 1u
#define EP_RANDOM_ORIGIN_RIGHT    2u ///< right angles as files write them: 1.57079632675, 1.5708 ...
#define EP_RANDOM_ORIGIN_FREE     4u ///< any rotation, quaternion of any length
#define EP_RANDOM_ORIGINS_ALL     7u

typedef struct ep_random_options
{
  int32_t depth_min; ///< joints of the longest chain, 1 to EP_RANDOM_DEPTH_MAX
  int32_t depth_max;
  int32_t branches_max; ///< further links, hung anywhere or on the world; 0 makes a chain
  uint32_t joints;      ///< bits of EP_RANDOM_JOINT()
  uint32_t axes;        ///< bits of EP_RANDOM_AXIS_
  uint32_t origins;     ///< bits of EP_RANDOM_ORIGIN_
  bool mimic;           ///< some joints with one value follow others
  bool shuffle;         ///< links in any order; otherwise parents come first
  bool far;             ///< some offsets of up to 1000 m; otherwise up to 5 m
} ep_random_options;

/// Everything switched on: trees of depth 1 to 10.
ep_random_options ep_random_options_default(void);

/// Fills `machine`. Options out of range are pulled into it.
void ep_random_machine_make(ep_random_machine* machine, const ep_random_options* options,
                            ep_rng* rng);

/// A configuration: revolute joints within 2 pi, continuous ones mostly within pi but up to 40 rad,
/// lengths within 3 m, quaternions mostly of length 1.
void ep_random_config(const ep_random_machine* machine, ep_rng* rng, double* q);

/// A random configuration and another one, at most `scale` (0 to 1] times a step away: 2 pi for
/// revolute joints, pi for continuous ones and rotations, 3 m. Some edges rest, some joints of the
/// others do; angles may cross pi; quaternions may turn by 1e-6 to 2e-4 rad, by nearly a half turn,
/// change sign, or differ in length.
void ep_random_edge(const ep_random_machine* machine, ep_rng* rng, double scale, double* q0,
                    double* q1);

#endif
