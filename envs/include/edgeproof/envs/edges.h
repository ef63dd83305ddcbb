/// @file edges.h
/// Edges and paths from text files, for a scene.
///
/// The first line that is not empty names the values: `# joints: slew trolley hoist`, or the names
/// alone, as programs that write CSV have it: `slew,trolley,hoist`. Every other
/// line that does not start with # is one edge: the values of its start, those of its end, and
/// perhaps a label, `free` or `colliding`; separated by blanks, tabs or commas. In a *path* file a
/// line has the values of one configuration only, and consecutive lines are the ends of an edge.
/// Values that are not named keep their default; a file that leaves out a value without a default
/// is an error, and so is one without an edge. Numbers are taken as they are: limits are not looked
/// at (ep_scene_check_bounds() does), quaternions keep their length.
#ifndef EDGEPROOF_ENVS_EDGES_H
#define EDGEPROOF_ENVS_EDGES_H

#include "edgeproof/envs/scene.h"

#ifdef __cplusplus
extern "C"
{
#endif

  typedef enum ep_edge_label
  {
    EP_LABEL_NONE = 0,
    EP_LABEL_FREE,
    EP_LABEL_COLLIDING
  } ep_edge_label;

  typedef struct ep_edges
  {
    int32_t count;
    int32_t config_size;
    double* q0; ///< count configurations of the scene
    double* q1;
    ep_edge_label* labels;
    int32_t* lines; ///< of the file: where each edge stands (the first line of a path's edge)
    bool is_path;
    bool has_labels;
  } ep_edges;

  /// Reads a file. Whether it is a path is told by the number of values on a line. On failure
  /// *edges is zeroed.
  EP_API ep_status ep_edges_load(const char* path, const ep_scene* scene, ep_edges* edges,
                                 ep_error* error);
  /// Frees the arrays and zeroes the struct. Takes NULL.
  EP_API void ep_edges_clear(ep_edges* edges);

#ifdef __cplusplus
}
#endif

#endif
