/// @file scenes_write.c
#include "generate.h"
#include "scenes_write.h"
#include "site_parts.h"

#include <math.h>

/// @name YAML
/// @{

static void write_config(FILE* f, const scenes_scene* scene, const scenes_config* config)
{
  fputc('{', f);
  for (int i = 0; i < scene->value_count; ++i)
  {
    fprintf(f, "%s%s: %.10g", i == 0 ? "" : ", ", scene->values[i], config->value[i]);
  }
  fputs("}\n", f);
}

static void write_obstacles(FILE* f, const scenes_scene* scene)
{
  int count = 0;
  const site_part* parts = site_parts(&count);
  fputs("obstacles:\n", f);
  for (int i = 0; i < count; ++i)
  {
    fprintf(f, "  - {name: %s, mesh: ../site/%s.ply", parts[i].name, parts[i].name);
    if (parts[i].clearance > 0.0)
    {
      fprintf(f, ", clearance: %.10g", parts[i].clearance);
    }
    fputs("}\n", f);
  }
  fputs(scene->obstacles, f);
}

static void write_query(FILE* f, const scenes_scene* scene, const scenes_query* query)
{
  fprintf(f, "  # %s\n  - name: %s\n    start: ", query->what, query->name);
  if (query->after != NULL)
  {
    fprintf(f, "end-of %s\n", query->after);
  }
  else
  {
    write_config(f, scene, &query->route[0]);
  }
  fputs("    goal: ", f);
  write_config(f, scene, &query->route[query->route_count - 1]);
  if (query->attach != NULL)
  {
    fprintf(f, "    attach:\n      - %s\n", query->attach);
  }
}

static void write_yaml(const char* folder, const scenes_scene* scene)
{
  char name[256];
  snprintf(name, sizeof name, "scenes/%s.yaml", scene->name);
  gen_text text = gen_text_open(folder, name);
  FILE* f = text.file;
  fprintf(f, "# %s\nname: %s\nrobots:\n%s", scene->what, scene->name, scene->robots);
  write_obstacles(f, scene);
  fputs(scene->rules, f);
  fputs("queries:\n", f);
  for (int i = 0; i < scene->query_count; ++i)
  {
    write_query(f, scene, &scene->queries[i]);
  }
  fputs("planner: {name: RRTConnect, time: 20, seed: 1}\n", f);
  gen_text_close(&text);
}

/// @}
/// @name Edges
/// @{

static void write_edge(FILE* f, int values, const scenes_config* from, const scenes_config* to,
                       const char* label)
{
  for (int i = 0; i < 2 * values; ++i)
  {
    const double value = i < values ? from->value[i] : to->value[i - values];
    if (!isfinite(value))
    {
      gen_give_up("an edge of a scene is out of the machine's reach");
    }
    fprintf(f, "%.10g ", value);
  }
  fprintf(f, "%s\n", label);
}

static void write_edges(const char* folder, const scenes_scene* scene, const scenes_query* query)
{
  char name[256];
  snprintf(name, sizeof name, "scenes/%s-%s.edges", scene->name, query->name);
  gen_text text = gen_text_open(folder, name);
  FILE* f = text.file;
  fputs("# joints:", f);
  for (int i = 0; i < scene->value_count; ++i)
  {
    fprintf(f, " %s", scene->values[i]);
  }
  fputs("\n# a way from start to goal\n", f);
  for (int i = 0; i + 1 < query->route_count; ++i)
  {
    write_edge(f, scene->value_count, &query->route[i], &query->route[i + 1], "free");
  }
  fputs("# wrong turns\n", f);
  for (int i = 0; i < query->wrong_count; ++i)
  {
    write_edge(f, scene->value_count, &query->wrong[i].from, &query->wrong[i].to, "colliding");
  }
  gen_text_close(&text);
}

/// @}

void scenes_write(const char* folder, const scenes_scene* scene)
{
  write_yaml(folder, scene);
  for (int i = 0; i < scene->query_count; ++i)
  {
    write_edges(folder, scene, &scene->queries[i]);
  }
}

void generate_site_scenes(const char* folder)
{
  scenes_excavator(folder);
  scenes_tower_crane(folder);
  scenes_two_cranes(folder);
  scenes_mobile_crane(folder);
}
