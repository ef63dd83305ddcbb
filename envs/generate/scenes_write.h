/// @file scenes_write.h
/// Scenes on the construction site: the YAML file, and for each query a file of labelled edges.
///
/// A scene is described once: queries, routes and wrong turns are made of the same configurations,
/// so that files cannot contradict each other.
#ifndef SCENES_WRITE_H
#define SCENES_WRITE_H

#include "gen_file.h"

#include <stddef.h>

#define SCENES_VALUES_MAX 8
#define SCENES_ROUTE_MAX  12
#define SCENES_WRONG_MAX  4

/// A value for each of scenes_scene::values.
typedef struct scenes_config
{
  double value[SCENES_VALUES_MAX];
} scenes_config;

typedef struct scenes_turn
{
  scenes_config from;
  scenes_config to;
} scenes_turn;

typedef struct scenes_query
{
  const char* name;
  const char* after;                     ///< the query whose end it starts from, or NULL
  const char* attach;                    ///< the items of `attach`, as YAML in flow style, or NULL
  const char* what;                      ///< one line about it
  scenes_config route[SCENES_ROUTE_MAX]; ///< a free way from start to goal, both included
  int route_count;
  scenes_turn wrong[SCENES_WRONG_MAX]; ///< motions that collide
  int wrong_count;
} scenes_query;

typedef struct scenes_scene
{
  const char* name;
  const char* what;                      ///< one line about it
  const char* robots;                    ///< the items of `robots`, as YAML
  const char* obstacles;                 ///< those beside the site, as YAML, or ""
  const char* rules;                     ///< `allowed` and `clearances`, as YAML, or ""
  const char* values[SCENES_VALUES_MAX]; ///< names, those that queries give
  int value_count;
  const scenes_query* queries;
  int query_count;
} scenes_scene;

/// Writes folder/scenes/NAME.yaml, with all of the site, and folder/scenes/NAME-QUERY.edges.
void scenes_write(const char* folder, const scenes_scene* scene);

/// @name The scenes
/// @{
void scenes_excavator(const char* folder);
void scenes_tower_crane(const char* folder);
void scenes_two_cranes(const char* folder);
void scenes_mobile_crane(const char* folder);
/// @}

#endif
