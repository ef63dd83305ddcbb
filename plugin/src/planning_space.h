/// @file planning_space.h
/// The OMPL space of a scene: which values are in it, and how far they reach.
#ifndef EP_PLANNING_SPACE_H
#define EP_PLANNING_SPACE_H

#include "edgeproof/plugin/planning.h"
#include "joints.h"

/// Where a value of a state comes from.
typedef struct ep_planning_value
{
  int32_t config; ///< its index in the configuration
  bool wraps;     ///< an SO2
  bool bends;     ///< an angle on a RealVector, of a joint whose own curve takes the short way
  double lower;   ///< of a RealVector
  double upper;
} ep_planning_value;

typedef struct ep_planning_space_part
{
  ep_planning_part part; ///< its name is ours
  char* name;
  int32_t value_start; ///< in a state
  int32_t robot;
  int32_t link;
} ep_planning_space_part;

/// Read-only once it is made.
typedef struct ep_planning_layout
{
  ep_ompl_space* space;
  ep_planning_space_part* parts;
  int32_t part_count;
  ep_planning_value* values; ///< of a state
  int32_t size;
  double* constants; ///< a configuration: those of its values that are not in the space
  int32_t config_size;
  bool bends; ///< any value does
} ep_planning_layout;

/// The world must be the scene's. On failure nothing is left to clear.
ep_status ep_planning_layout_make(const ep_scene* scene, const ep_world* world, double resolution,
                                  ep_planning_layout* layout, ep_error* error);
void ep_planning_layout_clear(ep_planning_layout* layout);

void ep_planning_layout_state(const ep_planning_layout* layout, const double* q, double* state);
void ep_planning_layout_config(const ep_planning_layout* layout, const double* state, double* q);

/// Whether our curve between two states could be another than OMPL's: then it is to be asked about
/// in two halves.
bool ep_planning_layout_splits(const ep_planning_layout* layout, const double* from,
                               const double* to);

/// How far, in metres, a unit of each joint's turning moves anything it carries, about: the largest
/// distance from the joint's axis that was found in some configurations. One number a joint; 1 for
/// lengths.
ep_status ep_planning_reach(const ep_scene* scene, const ep_world* world,
                            const ep_scene_joints* joints, double* reach, ep_error* error);

/// A failure of the shim as one of ours.
ep_status ep_planning_shim_status(ep_shim_result result, const ep_shim_error* from,
                                  ep_error* error);

#endif
