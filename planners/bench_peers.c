/// @file bench_peers.c
/// edgeproof bench peers: what others need for the same edges, and what they miss.
#include "bench_peers.h"

#include "bench_bullet.h"
#include "bench_fcl.h"
#include "bench_labels.h"
#include "program.h"

#include "edgeproof/shim/bullet.h"

const char* const bench_peer_names[PEER_COUNT] = {"edgeproof",
                                                  "edgeproof, first contact",
                                                  "edgeproof, catch",
                                                  "OMPL's discrete order, 1 %",
                                                  "OMPL's discrete order, 5 mm",
                                                  "bisection, full distances",
                                                  "expert, capped distances",
                                                  "FCL continuousCollide",
                                                  "Bullet, hulls swept",
                                                  "edgeproof, alone",
                                                  "OMPL's discrete order, 1 %, alone",
                                                  "expert, capped distances, alone"};

const bench_place bench_places[BENCH_PLACES] = {
    {"excavator", "scenes/excavator.yaml", true, false},
    {"tower crane", "scenes/tower-crane.yaml", true, false},
    {"mobile crane", "scenes/mobile-crane.yaml", false, false},
    {"Puma among pipes", "puma/pipes.yaml", false, true},
};

/// The last place is small: there continuousCollide can be asked about more than a few edges.
#define SMALL_PLACE (BENCH_PLACES - 1)

/// FCL's continuousCollide takes seconds an edge on the site: no more edges of a set than these.
#define CONTINUOUS_EDGES 3

/// There it is asked about pieces of so many metres of motion; on the site about whole edges.
#define CONTINUOUS_PIECE 0.5

/// Samples of the labels are so dense, in metres of motion; twice as far apart for long edges.
#define LABEL_METRES 1e-3

/// Everything about one place.
typedef struct arena
{
  bench_scene scene;
  ep_fcl_world* fcl;
  bench_own own[3];
  bench_fcl peers[5];
  bench_bullet* bullet;
  bench_method methods[PEER_COUNT];
} arena;

void bench_peer_set(char* text, size_t size, const bench_place* place, const bench_kind* kind)
{
  snprintf(text, size, "%s, %s", place->name, kind->name);
}

/// Seconds of a set after which a method gets no more edges.
static double patience(const bench* b)
{
  return b->options->quick ? 0.1 : (double)b->options->seconds;
}

static ep_status open_own(const bench* b, arena* a, ep_error* error)
{
  static const struct
  {
    ep_method method;
    ep_mode mode;
  } ways[3] = {{EP_METHOD_SPACETIME, EP_MODE_BOOLEAN},
               {EP_METHOD_SPACETIME, EP_MODE_TIME_OF_CONTACT},
               {EP_METHOD_CATCH, EP_MODE_BOOLEAN}};
  ep_status status = EP_OK;
  for (int i = 0; i < 3 && status == EP_OK; ++i)
  {
    status = bench_scene_own(&a->scene, ways[i].method, ways[i].mode, 0, &a->own[i], error);
    a->methods[i] = bench_own_method(&a->own[i], bench_peer_names[i]);
  }
  a->methods[PEER_CATCH].seconds = patience(b);
  return status;
}

static ep_status open_peers(const bench* b, arena* a, bool is_small, ep_error* error)
{
  static const struct
  {
    bench_fcl_kind kind;
    double parameter;
  } ways[5] = {{BENCH_FCL_FRACTION, 0.01},
               {BENCH_FCL_METRES, 5e-3},
               {BENCH_FCL_BISECTION, 0.0},
               {BENCH_FCL_EXPERT, 0.0},
               {BENCH_FCL_CONTINUOUS, CONTINUOUS_PIECE}};
  ep_status status = EP_OK;
  for (int i = 0; i < 5 && status == EP_OK; ++i)
  {
    bench_method* m = &a->methods[PEER_FRACTION + i];
    status = bench_fcl_begin(&a->peers[i], a->fcl, ways[i].kind, ways[i].parameter, error);
    *m = bench_fcl_method(&a->peers[i], bench_peer_names[PEER_FRACTION + i]);
    m->seconds = patience(b);
  }
  a->methods[PEER_CONTINUOUS].edge_limit =
      is_small ? bench_pick(b, 0, 1) : bench_pick(b, CONTINUOUS_EDGES, -1);
  a->methods[PEER_CONTINUOUS].is_cold = true;
  a->peers[PEER_CONTINUOUS - PEER_FRACTION].parameter =
      is_small && !b->options->quick ? CONTINUOUS_PIECE : 0.0;
  status = status == EP_OK ? bench_bullet_create(&a->scene, a->fcl, &a->bullet, error) : status;
  a->methods[PEER_BULLET] = bench_bullet_method(a->bullet, bench_peer_names[PEER_BULLET]);
  a->methods[PEER_BULLET].seconds = patience(b);
  return status;
}

static ep_status open_arena(const bench* b, int which, arena* a, bench_build* build,
                            ep_error* error)
{
  *a = (arena){.scene = {.query = EP_SCENE_NONE}};
  ep_status status = bench_scene_load(b, bench_places[which].scene, NULL, &a->scene, error);
  if (status != EP_OK)
  {
    return status;
  }
  ep_world* again;
  const double start = program_thread_seconds();
  status = ep_scene_make_world(a->scene.scene, EP_SCENE_NONE, &again, error);
  build->ours = program_thread_seconds() - start;
  if (status == EP_OK)
  {
    ep_world_info info;
    (void)ep_world_get_info(again, &info);
    build->bytes_a_triangle =
        (double)info.bytes / (double)(info.obstacle_triangles + info.link_triangles);
    ep_world_destroy(again);
    status = ep_fcl_world_create(a->scene.scene, EP_SCENE_NONE, a->scene.world, &a->fcl, error);
  }
  if (status == EP_OK)
  {
    build->fcl = ep_fcl_world_get_info(a->fcl).build_time;
    status = open_own(b, a, error);
  }
  return status == EP_OK ? open_peers(b, a, which == SMALL_PLACE, error) : status;
}

static void close_arena(arena* a)
{
  for (int i = 0; i < 3; ++i)
  {
    bench_own_end(&a->own[i]);
  }
  for (int i = 0; i < 5; ++i)
  {
    bench_fcl_end(&a->peers[i]);
  }
  if (a->bullet != NULL)
  {
    bench_bullet_destroy(a->bullet);
  }
  ep_fcl_world_destroy(a->fcl);
  bench_scene_clear(&a->scene);
}

static ep_status draw(const bench* b, const arena* a, const bench_kind* kind, ep_edges* edges,
                      ep_error* error)
{
  ep_checker* checker;
  ep_status status =
      ep_scene_make_checker(a->scene.scene, EP_SCENE_NONE, a->scene.world, &checker, error);
  if (status == EP_OK)
  {
    const uint64_t seed = 31 + (uint64_t)(kind - bench_kinds); // no set repeats another's starts
    status = bench_draw_edges(a->scene.scene, checker, kind, (int32_t)b->options->edges, seed,
                              edges, error);
    ep_checker_destroy(checker);
  }
  return status;
}

/// Draws a set's edges and labels them. Nothing to clear on failure.
static ep_status make_set(const bench* b, const char* set, const bench_kind* kind, const arena* a,
                          ep_edges* edges, ep_error* error)
{
  const double metres = kind->part >= 1.0 ? 2.0 * LABEL_METRES : LABEL_METRES;
  ep_status status = draw(b, a, kind, edges, error);
  if (status == EP_OK)
  {
    status = bench_label_edges(b, set, &a->scene, a->fcl, metres, edges, error);
    if (status != EP_OK)
    {
      ep_edges_clear(edges);
    }
  }
  return status;
}

static ep_status measure_set(const bench* b, const char* set, const bench_kind* kind, arena* a,
                             bench_rows* rows, ep_error* error)
{
  ep_edges edges;
  ep_status status = make_set(b, set, kind, a, &edges, error);
  if (status != EP_OK)
  {
    return status;
  }
  bench_job job = {set, &edges, a->methods, PEER_MEASURED, (int32_t)b->options->sweeps};
  status = bench_measure(b, &job, rows, error);
  static const bench_peer alone[] = {PEER_BOOLEAN, PEER_FRACTION, PEER_EXPERT};
  for (int i = 0; i < PEER_COUNT - PEER_MEASURED && status == EP_OK; ++i)
  {
    bench_method method = a->methods[alone[i]];
    method.name = bench_peer_names[PEER_MEASURED + i];
    job.methods = &method;
    job.method_count = 1;
    status = bench_measure(b, &job, rows, error);
  }
  ep_edges_clear(&edges);
  return status;
}

static void print_head(const bench* b)
{
  fprintf(b->report,
          "## The columns\n\nThe construction site of docs/scenes.md (391,000 triangles) with "
          "excavator, "
          "tower crane and mobile crane, and a Puma among pipes (docs/benchmarks.md), nothing "
          "attached. %d random edges a set: *short* changes each value by up to 2 %% of its range, "
          "*medium* by 10 %%, *near* likewise from places within 0.15 m of something, *long* goes "
          "to anywhere; all start free. %d sweeps. Every column checks the same pairs with the "
          "same clearances, self-collision included, but for Bullet. Where a column took more than "
          "%d s for a set, it was measured on the first edges of it, and every ratio is to "
          "Edgeproof on the same edges. Rows: a file a set, peers_*.csv, with a line an edge; "
          "labels.csv.\n\n",
          (int)b->options->edges, (int)b->options->sweeps, (int)b->options->seconds);
  fprintf(
      b->report,
      "**Labels** are FCL's: samples so dense that no point moves farther than 1 mm between two (2 "
      "mm for long edges), where stretches that FCL's distance shows to be clear are passed over. "
      "An edge that collides between two samples only, or is closer than the tolerance of 1 mm, "
      "can be labelled free; what Edgeproof says of it then counts as a false alarm.\n\n"
      "- *OMPL's discrete order*: FCL at the end, then at the middles of ever smaller parts, as "
      "DiscreteMotionValidator does; as many steps as it takes at 1 %% of the space's extent (its "
      "default), or until nothing moves farther than 5 mm between two. The order and the number of "
      "steps are OMPL's, the loop is not its class.\n"
      "- *bisection*: certified if FCL's distances were: an interval is free if the distances at "
      "its ends exceed what the pair can move between them.\n"
      "- *expert*: the best certified checker we could build on FCL: three coarse samples, then "
      "distances capped at what is needed, on pieces of 0.2 m of motion.\n"
      "- *FCL continuousCollide*: conservative advancement. It takes seconds an edge on the site: "
      "whole edges there, %d of a set; pieces of %.1f m of motion on the small scene. What FCL "
      "draws between two poses is its own curve. No clearances.\n"
      "- *Bullet*: convexSweepTest (Bullet %s) of the hull of each link on pieces of %.1f m of "
      "motion against the obstacles' triangles; links against links and ropes are left out. "
      "A hull is more than its link, hence false alarms.\n"
      "- *alone*: three of the columns once more, each by itself over the whole set after the "
      "others, as in a planner that asks nobody else. Side by side, edge by edge, everybody finds "
      "the caches full of what the others needed; that costs most where least is done.\n\n"
      "Everybody is as a user gets it: FCL and Bullet are Debian's packages, Edgeproof is a "
      "Release "
      "build for any x86-64 that picks its kernels as it starts. An FCL built for the processor at "
      "hand takes 0.56 to 0.8 of Debian's time (measured before, not in this run); every ratio to "
      "a column on FCL would then be 0.56 to 0.8 of what stands here. Edgeproof also looks whether "
      "something is wholly inside of something else; FCL's meshes have no inside.\n\n",
      CONTINUOUS_EDGES, CONTINUOUS_PIECE, ep_bullet_version(), BENCH_BULLET_PIECE);
}

/// All sets of a place: measured, or, where there are no rows, only labelled.
static ep_status run_place(const bench* b, int which, bench_rows* rows, bench_build* build,
                           ep_error* error)
{
  arena a;
  ep_status status = open_arena(b, which, &a, build, error);
  for (int k = 0; k < BENCH_KINDS && status == EP_OK; ++k)
  {
    char set[64];
    bench_peer_set(set, sizeof set, &bench_places[which], &bench_kinds[k]);
    if (rows != NULL)
    {
      status = measure_set(b, set, &bench_kinds[k], &a, rows, error);
    }
    else
    {
      ep_edges edges = {0};
      status = make_set(b, set, &bench_kinds[k], &a, &edges, error);
      ep_edges_clear(&edges);
    }
    bench_next(b);
  }
  close_arena(&a);
  return status;
}

static ep_status run_places(const bench* b, bench_rows* rows, bench_build builds[BENCH_PLACES],
                            ep_error* error)
{
  ep_status status = EP_OK;
  bench_begin(b, bench_pick(b, BENCH_PLACES, 1) * BENCH_KINDS);
  for (int i = 0; i < BENCH_PLACES && status == EP_OK; ++i)
  {
    if (!b->options->quick || bench_places[i].quick)
    {
      status = run_place(b, i, rows, &builds[i], error);
    }
  }
  return status;
}

ep_status bench_labels(bench* b, ep_error* error)
{
  bench_build builds[BENCH_PLACES];
  return run_places(b, NULL, builds, error);
}

ep_status bench_peers(bench* b, ep_error* error)
{
  bench_rows rows = {0};
  bench_build builds[BENCH_PLACES] = {{0}};
  for (int i = 0; i < PEER_COUNT; ++i)
  {
    (void)bench_rows_name(&rows, bench_peer_names[i]); // columns in this order
  }
  print_head(b);
  ep_status status = run_places(b, &rows, builds, error);
  if (status == EP_OK)
  {
    bench_peers_print_headline(b, &rows);
    bench_peers_print_goals(b, &rows, builds);
    bench_peers_print(b, &rows);
    status = bench_peers_draw(b, &rows, error);
    status = status == EP_OK ? bench_peers_draw_headline(b, &rows, error) : status;
  }
  status = status == EP_OK ? bench_save_sets(b, &rows, "peers", error) : status;
  bench_rows_clear(&rows);
  return status;
}
