/// @file edge_json.c
/// Results of edges as JSON.
#include "edge_results.h"

#include "contact_json.h"

static void write_edge(json* j, const edge_run* run, int32_t edge, int32_t number)
{
  const edge_outcome* o = &run->outcomes[edge];
  json_open(j, NULL, '{');
  json_integer(j, "edge", number);
  if (run->query != EP_SCENE_NONE)
  {
    json_text(j, "query", ep_scene_get_query(run->scene, run->query)->name);
  }
  if (run->edges.lines[edge] > 0)
  {
    json_integer(j, "line", run->edges.lines[edge]);
  }
  json_text(j, "verdict", ep_verdict_text(o->verdict));
  if (o->outside)
  {
    json_bool(j, "outside_limits", true);
  }
  if (o->verdict == EP_FREE || (run->options.mode == EP_MODE_TIME_OF_CONTACT && !o->outside))
  {
    json_number(j, "t_free", o->t_free);
  }
  if (o->verdict == EP_COLLIDING)
  {
    json_number(j, "t_contact", o->contact.t);
    contact_json(j, "contact", run->world, &o->contact);
  }
  json_number(j, "microseconds", o->microseconds);
  json_close(j, '}');
}

static void write_labels(json* j, const edge_labels* labels)
{
  json_open(j, "labels", '{');
  json_integer(j, "agree", labels->agree);
  json_integer(j, "missed_collisions", labels->missed);
  json_integer(j, "false_alarms", labels->alarms);
  json_integer(j, "undecided", labels->undecided);
  json_integer(j, "without_label", labels->unlabelled);
  json_close(j, '}');
}

void edge_results_json(const edge_results* results, FILE* out)
{
  json j = json_begin(out);
  const edge_run* first = &results->runs[0];
  json_open(&j, NULL, '{');
  json_text(&j, "scene", ep_scene_name(first->scene));
  json_number(&j, "clearance", ep_scene_clearance(first->scene));
  json_number(&j, "tolerance", ep_scene_tolerance(first->scene));
  json_text(&j, "method", first->options.method == EP_METHOD_CATCH ? "catch" : "spacetime");
  json_integer(&j, "threads", first->thread_count);
  json_number(&j, "seconds", results->seconds);
  json_integer(&j, "free", edge_results_count(results, EP_FREE));
  json_integer(&j, "colliding", edge_results_count(results, EP_COLLIDING));
  json_integer(&j, "undecided", edge_results_count(results, EP_UNDECIDED));
  const edge_labels labels = edge_results_labels(results);
  if (labels.any)
  {
    write_labels(&j, &labels);
  }
  json_open(&j, "edges", '[');
  int32_t number = 0;
  for (int32_t i = 0; i < results->count; ++i)
  {
    for (int32_t k = 0; k < results->runs[i].edges.count; ++k)
    {
      write_edge(&j, &results->runs[i], k, number++);
    }
  }
  json_close(&j, ']');
  json_close(&j, '}');
  json_end(&j);
}
