/// @file plan_read.h
/// Plans read back from plan.json, to be certified again. JSON is YAML: envs' reader reads it, and
/// messages have file, line and column.
#ifndef PLAN_READ_H
#define PLAN_READ_H

#include "edgeproof/envs/edges.h"

typedef struct plan_source plan_source;

/// Reads the file. On failure *source is NULL. The caller closes it.
ep_status plan_source_open(const char* path, plan_source** source, ep_error* error);
void plan_source_close(plan_source* source);

/// The scene that it names, seen from the folder of the plan.
const char* plan_source_scene(const plan_source* source);
/// What it was planned with; below 0 where it does not say.
double plan_source_clearance(const plan_source* source);
bool plan_source_is_linear(const plan_source* source);

/// How many paths it has, one a query.
int32_t plan_source_count(const plan_source* source);
/// The path of one, as edges of the scene, and its query. A path of one configuration is an edge
/// that rests there; a query without a path gives no edges.
ep_status plan_source_edges(const plan_source* source, int32_t number, const ep_scene* scene,
                            int32_t* query, ep_edges* edges, ep_error* error);

#endif
