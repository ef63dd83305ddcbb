/// @file test_checker_queries.c
/// A vertex against a face, an edge against an edge, each corner moving along its own line: the
/// queries of Wang et al. 2021 ("A Large Scale Benchmark and an Inclusion-Based Algorithm for
/// Continuous Collision Detection"), whose answers were computed in exact rational numbers.
///
/// What keeps its shape is a link that floats without turning: its coordinates move linearly, as
/// the query's do. An edge whose ends move apart is a rope between two such links. A face whose
/// corners move apart is nothing a world can have: there the last step of the traversal is asked by
/// itself, as the traversal asks it, time being halved as often as needed.
///
/// The data are in EP_SHARED_DATA, or in ../shared/data next to the sources; without them nothing
/// is tested, and the test says so.
#include "advance_work.h"
#include "ep_test.h"
#include "edgeproof/checker.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef EP_SOURCE_ROOT
#define EP_SOURCE_ROOT "."
#endif

#define LINE_SIZE 512

typedef struct query
{
  bool is_edges; ///< two edges; otherwise a vertex (the first corner) and a face
  bool collides;
  double at[2][4][3]; ///< at the begin and the end, four corners
} query;

typedef struct tally
{
  int asked;
  int bent; ///< of those, faces whose corners move apart
  int hits;
  int missed;
  int false_alarms;
  int undecided;
} tally;

// --- Reading ---

/// A rational number that is a double: the denominators are powers of two, up to 2^200 and more.
static double read_number(char** text)
{
  const double above = strtod(*text, text);
  ck_assert(**text == ',');
  const double below = strtod(*text + 1, text);
  ck_assert(**text == ',');
  ++*text;
  return above / below;
}

/// False at the end of the file.
static bool read_query(FILE* file, query* q)
{
  char line[LINE_SIZE];
  for (int i = 0; i < 8; ++i)
  {
    if (fgets(line, sizeof line, file) == NULL)
    {
      ck_assert_int_eq(i, 0);
      return false;
    }
    char* at = line;
    for (int k = 0; k < 3; ++k)
    {
      q->at[i / 4][i % 4][k] = read_number(&at);
    }
    q->collides = strtol(at, NULL, 10) == 1;
  }
  return true;
}

static const char* folder(void)
{
  const char* set = getenv("EP_SHARED_DATA");
  return set != NULL ? set : EP_SOURCE_ROOT "/../shared/data";
}

static FILE* open_queries(const char* scene, const char* kind, int part)
{
  char path[1024];
  snprintf(path, sizeof path, "%s/ccd_queries/%s/%s/data_0_%d.csv", folder(), scene, kind, part);
  return fopen(path, "r");
}

// --- Asking ---

static ep_world* world;
static ep_checker* checker;
static ep_machine* machine;

static void must(ep_status status, const ep_error* error)
{
  ck_assert_msg(status == EP_OK, "%s", error->message);
}

/// Whether corners first to first + count - 1 move by the same vector.
static bool is_rigid(const query* q, int first, int count)
{
  bool rigid = true;
  for (int i = first; i < first + count; ++i)
  {
    for (int k = 0; k < 3; ++k)
    {
      rigid = rigid && q->at[1][i][k] - q->at[0][i][k] == q->at[1][first][k] - q->at[0][first][k];
    }
  }
  return rigid;
}

/// Corners first to first + count - 1 as a triangle, a segment or a point, on the link of the
/// first; or as a rope. False if the world has nothing like it.
static bool add_part(const query* q, int first, int count, ep_error* error)
{
  if (is_rigid(q, first, count))
  {
    const int32_t triangle[3] = {0, count > 1 ? 1 : 0, count - 1};
    ep_geometry_desc shape = ep_geometry_default();
    shape.vertices = q->at[0][first];
    shape.vertex_count = count;
    shape.triangles = triangle;
    shape.triangle_count = 1;
    must(ep_world_add_link_shape(world, 0, first, &shape, error), error);
    return true;
  }
  if (count != 2)
  {
    return false;
  }
  const int32_t ends[2] = {first, first + 1};
  const double points[2][3] = {
      {q->at[0][first][0], q->at[0][first][1], q->at[0][first][2]},
      {q->at[0][first + 1][0], q->at[0][first + 1][1], q->at[0][first + 1][2]}};
  const char* name = first == 0 ? "rope a" : "rope b";
  must(ep_world_add_rope(world, name, ends, points, 0.0, NULL, error), error);
  return true;
}

/// A machine of four links, one a corner, all of them floating.
static void make_machine(void)
{
  static const char* const names[4] = {"0", "1", "2", "3"};
  ep_link_desc links[4];
  ep_error error;
  for (int i = 0; i < 4; ++i)
  {
    links[i] = ep_link_default();
    links[i].name = names[i];
    links[i].joint = EP_JOINT_FLOATING;
  }
  ep_machine_desc desc = ep_machine_default();
  desc.links = links;
  desc.link_count = 4;
  must(ep_machine_create(&desc, &machine, &error), &error);
}

/// False if the query cannot be asked.
static bool make_world(const query* q, double tolerance)
{
  ep_error error;
  ep_world_desc desc = ep_world_default();
  desc.tolerance = tolerance;
  must(ep_world_create(&desc, &world, &error), &error);
  must(ep_world_add_machine(world, "m", machine, NULL, NULL, &error), &error);
  const int split = q->is_edges ? 2 : 1;
  const bool good = add_part(q, 0, split, &error) && add_part(q, split, 4 - split, &error);
  if (good)
  {
    must(ep_world_freeze(world, &error), &error);
    must(ep_checker_create(world, &checker, &error), &error);
  }
  return good;
}

static ep_result ask(const query* q, ep_mode mode)
{
  double q0[28], q1[28];
  ep_error error;
  for (int i = 0; i < 28; ++i)
  {
    q0[i] = q1[i] = i % 7 == 6 ? 1.0 : 0.0;
    if (i % 7 < 3)
    {
      q1[i] = q->at[1][i / 7][i % 7] - q->at[0][i / 7][i % 7];
    }
  }
  ep_check_options options = ep_check_default();
  options.mode = mode;
  ep_result result;
  must(ep_check_edge(checker, q0, q1, &options, &result, &error), &error);
  return result;
}

// --- Corners that move apart ---

#define SPANS_MAX 128

/// The corners of one side of the query at a time; a vertex is a triangle of one point.
static void corners_at(const query* q, int first, int count, double t, ep_corners out)
{
  for (int c = 0; c < 3; ++c)
  {
    const int i = first + (c < count ? c : count - 1);
    for (int k = 0; k < 3; ++k)
    {
      out[c][k] = (1.0 - t) * q->at[0][i][k] + t * q->at[1][i][k];
    }
  }
}

static double size_of(const query* q)
{
  double size = 0.0;
  for (int i = 0; i < 24; ++i)
  {
    size = fmax(size, fabs(q->at[i / 12][i / 3 % 4][i % 3]));
  }
  return size;
}

/// Free, or colliding within the tolerance. Rounding of the corners is below 2^-50 of the size.
static ep_verdict ask_bent(const query* q, double tolerance)
{
  double spans[SPANS_MAX][2] = {{0.0, 1.0}};
  int count = 1;
  const double error = 0x1p-44 * size_of(q);
  while (count > 0)
  {
    --count;
    const double times[3] = {spans[count][0], 0.5 * (spans[count][0] + spans[count][1]),
                             spans[count][1]};
    ep_pair_motion m = {.curve_up = 0.0, .need = 2.0 * error, .meeting = error};
    for (int i = 0; i < 3; ++i)
    {
      corners_at(q, 0, 1, times[i], m.a[i]);
      corners_at(q, 1, 3, times[i], m.b[i]);
    }
    const ep_pair_view view = ep_pair_look(&m);
    if (view.meets || (!view.free && view.wander <= 0.25 * tolerance))
    {
      ck_assert_msg(view.closest.upper <= tolerance, "the witness is %g apart", view.closest.upper);
      return EP_COLLIDING;
    }
    if (!view.free)
    {
      ck_assert_int_le(count + 2, SPANS_MAX);
      for (int i = 1; i >= 0; --i, ++count)
      {
        spans[count][0] = times[i];
        spans[count][1] = times[i + 1];
      }
    }
  }
  return EP_FREE;
}

static void count_answer(const query* q, ep_verdict verdict, tally* sum)
{
  ++sum->asked;
  sum->hits += q->collides;
  sum->missed += q->collides && verdict == EP_FREE;
  sum->false_alarms += !q->collides && verdict == EP_COLLIDING;
  sum->undecided += verdict == EP_UNDECIDED;
}

static void ask_query(const query* q, double tolerance, tally* sum)
{
  if (!make_world(q, tolerance))
  {
    ++sum->bent;
    count_answer(q, ask_bent(q, tolerance), sum);
  }
  else
  {
    const ep_result result = ask(q, EP_MODE_BOOLEAN);
    const ep_verdict verdict = result.verdict;
    ck_assert_int_eq(ask(q, EP_MODE_TIME_OF_CONTACT).verdict, verdict);
    ck_assert_msg(verdict != EP_COLLIDING || result.contact.distance <= tolerance,
                  "the witness is %g apart", result.contact.distance);
    count_answer(q, verdict, sum);
  }
  ep_checker_destroy(checker);
  ep_world_destroy(world);
  checker = NULL;
  world = NULL;
}

static tally ask_all(bool is_edges, double tolerance)
{
  static const char* const scenes[11] = {"erleben-cube-cliff-edges",
                                         "erleben-cube-internal-edges",
                                         "erleben-sliding-spike",
                                         "erleben-sliding-wedge",
                                         "erleben-spike-crack",
                                         "erleben-spike-hole",
                                         "erleben-spike-wedge",
                                         "erleben-spikes",
                                         "erleben-wedge-crack",
                                         "erleben-wedges",
                                         "unit-tests"};
  tally sum = {0};
  make_machine();
  for (int i = 0; i < 22; ++i)
  {
    query q = {.is_edges = is_edges};
    FILE* file = open_queries(scenes[i / 2], is_edges ? "edge-edge" : "vertex-face", i % 2);
    int number = 0;
    while (file != NULL && read_query(file, &q))
    {
      const int missed = sum.missed;
      ask_query(&q, tolerance, &sum);
      if (sum.missed > missed)
      {
        printf("  missed: %s, part %d, query %d\n", scenes[i / 2], i % 2, number);
      }
      ++number;
    }
    if (file != NULL)
    {
      fclose(file);
    }
  }
  ep_machine_destroy(machine);
  return sum;
}

/// No collision is missed. What is called colliding and is not lies within the tolerance; with a
/// small one there is little of it.
static void expect_none_missed(bool is_edges)
{
  const double tolerances[2] = {1e-3, 1e-6};
  for (int i = 0; i < 2; ++i)
  {
    const tally sum = ask_all(is_edges, tolerances[i]);
    printf("  %s, tolerance %g: %d asked (%d collide, %d bent), %d missed, %d false alarms\n",
           is_edges ? "edge-edge" : "vertex-face", tolerances[i], sum.asked, sum.hits, sum.bent,
           sum.missed, sum.false_alarms);
    fflush(stdout); // a failing test ends at once
    if (sum.asked == 0)
    {
      printf("  skipped: there is no %s/ccd_queries\n", folder());
      return;
    }
    ck_assert_int_eq(sum.missed, 0);
    ck_assert_int_eq(sum.undecided, 0);
    ck_assert_int_gt(sum.hits, 0);
  }
}

EP_TEST(sound_queries_of_vertices_and_faces)
{
  expect_none_missed(false);
}

EP_TEST(sound_queries_of_edges)
{
  expect_none_missed(true);
}
