/// @file excavator.h
/// The named machines that speed and tightness are measured on, and how tight boxes on them are.
/// Needs core alone, so that benchmarks can use it.
///
/// - excavator7: tracks (planar), house (swing), boom, stick, bucket; 7 values, a 20-tonne machine;
/// - chain3, chain5, chain7: revolute joints about z and y in turn, 1 to 3 m apart, ranges of pi.
#ifndef EP_TEST_EXCAVATOR_H
#define EP_TEST_EXCAVATOR_H

#include <stdint.h>

#include "edgeproof/edgeproof.h"

#define EP_RIG_VALUES_MAX 7
#define EP_RIG_LINKS_MAX  7

/// A machine, the box of its last link, and the range of each of its values.
typedef struct ep_rig
{
  const char* name;
  ep_machine* machine; ///< NULL if it could not be made
  int32_t link_count;
  int32_t value_count;
  double lower[EP_RIG_VALUES_MAX];
  double upper[EP_RIG_VALUES_MAX];
  ep_box boxes[EP_RIG_LINKS_MAX]; ///< one a link, in the link's frame
} ep_rig;

/// The caller destroys.
ep_rig ep_excavator_machine(void);

/// chain3, chain5 or chain7. Other depths give no machine. The caller destroys.
ep_rig ep_chain_machine(int32_t depth);

void ep_rig_destroy(ep_rig* rig);

/// Evenly in [0,1); splitmix64. `state` is any number.
double ep_rig_random(uint64_t* state);

/// A random edge on which each value moves by exactly plus or minus `percent` of its range, up to
/// rounding, both ends within it. From 0 to 50 percent, so that angles that wrap take that way.
void ep_rig_edge(const ep_rig* rig, double percent, uint64_t* state, double* q0, double* q1);

double ep_box_volume(const ep_box* box);

/// The box around the corners of the last link's box at `poses` moments, both ends included: what
/// sampling sees, never larger than the true box.
ep_box ep_rig_sampled_box(const ep_rig* rig, ep_edge* edge, int32_t poses);

/// The box around `pieces` swept boxes of the last link, each over an equal part of [0,1].
ep_box ep_rig_swept_hull(const ep_rig* rig, ep_edge* edge, int32_t pieces);

/// Mean volumes of proved boxes of the last link over the whole edge, as multiples of the sampled
/// one's.
typedef struct ep_rig_tightness
{
  double rigid;       ///< EP_TAYLOR_RIGID
  double rigid_worst; ///< the largest
  double taylor;      ///< the paper's frames, order 3
  double interval;    ///< the paper's frames, order 0
  double chord;       ///< hull of one swept box, or of as many as asked for
  double least;       ///< the smallest ratio of all: below 1 a box is wrong
} ep_rig_tightness;

/// Over `edges` random edges, sampled at `poses` moments. All zeros if anything fails.
ep_rig_tightness ep_rig_measure(const ep_rig* rig, double percent, int32_t edges, int32_t poses,
                                int32_t pieces, uint64_t seed);

#endif
