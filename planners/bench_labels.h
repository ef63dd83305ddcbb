/// @file bench_labels.h
/// What is true of an edge, told by neither of those who are measured for speed: samples so dense
/// that nothing moves farther than a given length between two, judged by FCL.
///
/// Stretches that FCL's distance at one sample shows to be clear are passed over. The labels of a
/// set are kept in a file, for they take long: by a key that holds the scene, the edges and the
/// density.
#ifndef BENCH_LABELS_H
#define BENCH_LABELS_H

#include "bench_scene.h"

#include "edgeproof/plugin/fcl_world.h"

/// Labels all edges, from OUT/labels.csv where they are there, else by sampling every `metres` of
/// motion; new ones are added to the file.
ep_status bench_label_edges(const bench* b, const char* set, const bench_scene* scene,
                            const ep_fcl_world* fcl, double metres, ep_edges* edges,
                            ep_error* error);

#endif
