/// @file test_benchmarks_motions.c
/// The motions of the papers' benchmarks: each is what its file says it is.
#define _XOPEN_SOURCE 700 // mkdtemp and nftw
#include "benchmark_tools.h"

/// At how many configurations an edge is looked at, ends included.
#define SAMPLES 101

/// @name Queries and paths
/// @{

static ep_verdict state_verdict(const stage* s, const double* q)
{
  ep_result result;
  ep_error error;
  must(ep_check_state(s->checker, q, NULL, &result, &error), &error);
  return result.verdict;
}

static ep_verdict edge_verdict(const stage* s, const double* q0, const double* q1, ep_method method)
{
  ep_check_options options = ep_check_default();
  options.method = method;
  ep_result result;
  ep_error error;
  must(ep_check_edge(s->checker, q0, q1, &options, &result, &error), &error);
  return result.verdict;
}

static void expect_free_ends(stage* s)
{
  ck_assert_int_gt(ep_scene_query_count(s->scene), 0);
  for (int32_t i = 0; i < ep_scene_query_count(s->scene); ++i)
  {
    const ep_scene_query* query = ep_scene_get_query(s->scene, i);
    const double* const ends[2] = {query->start, query->goal};
    for (int k = 0; k < 2; ++k)
    {
      ep_error error;
      must(ep_scene_check_bounds(s->scene, ends[k], &error), &error);
      ck_assert_msg(state_verdict(s, ends[k]) == EP_FREE, "%s: query %s: the %s is not free",
                    s->mark->scene, query->name, k == 0 ? "start" : "goal");
    }
  }
}

EP_TEST(works_queries_of_benchmarks_start_and_end_free)
{
  with_all(expect_free_ends);
}

/// Whether four values from here on are a quaternion.
static bool is_quaternion(const ep_scene* scene, int32_t value)
{
  const char* name = ep_scene_value_name(scene, value);
  return strcmp(name + strlen(name) - 3, ".qx") == 0;
}

/// The largest change of a value; of quaternions the angle, in radians.
static double change(const ep_scene* scene, const double* q0, const double* q1)
{
  double most = 0.0;
  for (int32_t i = 0; i < ep_scene_config_size(scene); ++i)
  {
    if (is_quaternion(scene, i))
    {
      double dot = 0.0;
      for (int k = 0; k < 4; ++k)
      {
        dot += q0[i + k] * q1[i + k];
      }
      most = fmax(most, 2.0 * acos(fmin(1.0, fabs(dot))));
      i += 3;
      continue;
    }
    most = fmax(most, fabs(q1[i] - q0[i]));
  }
  return most;
}

/// Goes through a path: within bounds, without jumps. Gives the number of edges that collide.
static int32_t follow(const stage* s, const char* file, int32_t* count)
{
  ep_edges edges = load_edges(s, file);
  ck_assert_msg(edges.is_path && edges.count >= 100, "%s: %d edges", file, (int)edges.count);
  int32_t hits = 0;
  for (int32_t i = 0; i < edges.count; ++i)
  {
    const double* q0 = edges.q0 + (size_t)i * (size_t)edges.config_size;
    const double* q1 = edges.q1 + (size_t)i * (size_t)edges.config_size;
    ep_error error;
    must(ep_scene_check_bounds(s->scene, q0, &error), &error);
    must(ep_scene_check_bounds(s->scene, q1, &error), &error);
    ck_assert_msg(change(s->scene, q0, q1) <= s->mark->step, "%s: edge %d: a jump of %g", file,
                  (int)i, change(s->scene, q0, q1));
    const ep_verdict verdict = edge_verdict(s, q0, q1, EP_METHOD_SPACETIME);
    ck_assert_msg(verdict != EP_UNDECIDED, "%s: edge %d: undecided", file, (int)i);
    hits += verdict == EP_COLLIDING;
  }
  *count = edges.count;
  ep_edges_clear(&edges);
  return hits;
}

static void expect_motions(stage* s)
{
  int32_t count;
  for (int i = 0; i < 2 && s->mark->free_paths[i] != NULL; ++i)
  {
    const int32_t hits = follow(s, s->mark->free_paths[i], &count);
    ck_assert_msg(hits == 0, "%s: %d edges collide", s->mark->free_paths[i], (int)hits);
  }
  for (int i = 0; i < 2 && s->mark->hit_paths[i] != NULL; ++i)
  {
    const int32_t hits = follow(s, s->mark->hit_paths[i], &count);
    ck_assert_msg(hits > 0 && hits < count, "%s: %d of %d edges collide", s->mark->hit_paths[i],
                  (int)hits, (int)count);
  }
}

EP_TEST(works_motions_of_benchmarks_are_smooth_and_as_named)
{
  with_all(expect_motions);
}

/// @}
/// @name Labels
/// @{

/// Between two unit quaternions, along the shorter arc. Written here once more, so that samples do
/// not depend on how core draws an edge.
static void slerp(const double* a, const double* b, double t, double* q)
{
  double dot = 0.0;
  for (int k = 0; k < 4; ++k)
  {
    dot += a[k] * b[k];
  }
  const double sign = dot < 0.0 ? -1.0 : 1.0;
  const double angle = acos(fmin(1.0, fabs(dot)));
  const bool straight = angle < 1e-4;
  const double from = straight ? 1.0 - t : sin((1.0 - t) * angle) / sin(angle);
  const double to = straight ? t : sin(t * angle) / sin(angle);
  for (int k = 0; k < 4; ++k)
  {
    q[k] = from * a[k] + sign * to * b[k];
  }
}

static void between(const ep_scene* scene, const double* q0, const double* q1, double t, double* q)
{
  for (int32_t i = 0; i < ep_scene_config_size(scene); ++i)
  {
    if (is_quaternion(scene, i))
    {
      slerp(q0 + i, q1 + i, t, q + i);
      i += 3;
      continue;
    }
    q[i] = q0[i] + t * (q1[i] - q0[i]);
  }
}

/// What the configurations along an edge are.
typedef struct samples
{
  int not_free;
  int meet; ///< of those, surfaces that intersect, or one body inside another
} samples;

static samples look_along(const stage* s, const double* q0, const double* q1)
{
  double q[256];
  ck_assert_int_le(ep_scene_config_size(s->scene), 256);
  samples found = {0, 0};
  for (int i = 0; i < SAMPLES; ++i)
  {
    ep_result result;
    ep_error error;
    between(s->scene, q0, q1, (double)i / (SAMPLES - 1), q);
    must(ep_check_state(s->checker, q, NULL, &result, &error), &error);
    const ep_contact_kind kind = result.contact.kind;
    found.not_free += result.verdict != EP_FREE;
    found.meet += result.verdict == EP_COLLIDING &&
                  (kind == EP_CONTACT_INTERSECTION || kind == EP_CONTACT_CONTAINMENT);
  }
  return found;
}

static void expect_labels(stage* s)
{
  ep_edges edges = load_edges(s, s->mark->edges);
  int labels[3] = {0};
  for (int32_t i = 0; i < edges.count; ++i)
  {
    const double* q0 = edges.q0 + (size_t)i * (size_t)edges.config_size;
    const double* q1 = edges.q1 + (size_t)i * (size_t)edges.config_size;
    const ep_edge_label label = edges.labels[i];
    ck_assert_msg(label != EP_LABEL_NONE, "%s: edge %d has no label", s->mark->edges, (int)i);
    const ep_verdict verdict = label == EP_LABEL_FREE ? EP_FREE : EP_COLLIDING;
    ck_assert_msg(edge_verdict(s, q0, q1, EP_METHOD_SPACETIME) == verdict,
                  "%s: edge %d: the label is wrong", s->mark->edges, (int)i);
    const samples found = look_along(s, q0, q1);
    ck_assert_msg(label == EP_LABEL_FREE ? found.not_free == 0 : found.meet > 0,
                  "%s: edge %d: of %d samples %d are not free, in %d something meets",
                  s->mark->edges, (int)i, SAMPLES, found.not_free, found.meet);
    ++labels[label];
  }
  ck_assert_int_ge(labels[EP_LABEL_FREE], 5);
  ck_assert_int_ge(labels[EP_LABEL_COLLIDING], 5);
  ep_edges_clear(&edges);
}

EP_TEST(sound_labels_of_benchmarks_are_what_samples_say)
{
  with_all(expect_labels);
}

/// Each of ARTICULATE's random motions starts free and turns no joint by more than it should.
EP_TEST(works_random_motions_of_the_puma_start_free)
{
  folder_make();
  generate_puma(test_folder);
  for (int i = BENCHMARKS - 2; i < BENCHMARKS; ++i)
  {
    stage s = open_stage(&benchmarks[i]);
    const int degrees[] = {1, 5, 15, 30, 60};
    for (int k = 0; k < 5; ++k)
    {
      char file[64];
      snprintf(file, sizeof file, "puma/%s_random_%02d.edges",
               i == BENCHMARKS - 2 ? "pipes" : "room", degrees[k]);
      ep_edges edges = load_edges(&s, file);
      ck_assert_int_eq(edges.count, 100);
      for (int32_t e = 0; e < edges.count; ++e)
      {
        const double* q0 = edges.q0 + (size_t)e * (size_t)edges.config_size;
        const double* q1 = edges.q1 + (size_t)e * (size_t)edges.config_size;
        ep_error error;
        must(ep_scene_check_bounds(s.scene, q1, &error), &error);
        ck_assert_int_eq(state_verdict(&s, q0), EP_FREE);
        // Files have seven digits.
        ck_assert(change(s.scene, q0, q1) <= degrees[k] * 3.14159265358979 / 180.0 + 1e-5);
      }
      ep_edges_clear(&edges);
    }
    close_stage(&s);
  }
  folder_remove();
}

/// @}
/// @name Mannequins
/// @{

/// The height of the lowest of heel and toes.
static double sole_height(const ep_robot* robot, const double* q, const char* foot)
{
  ep_frame frames[64];
  const ep_machine* machine = ep_robot_machine(robot);
  ck_assert_int_le(ep_machine_link_count(machine), 64);
  ck_assert_int_eq(ep_machine_forward(machine, q, frames, NULL), EP_OK);
  const ep_frame* f = &frames[ep_machine_find_link(machine, foot)];
  const double heel[3] = {-0.08, 0.0, -0.08}, toes[3] = {0.195, 0.0, -0.08};
  double height[2] = {f->position[2], f->position[2]};
  for (int k = 0; k < 3; ++k)
  {
    height[0] += f->rotation[2][k] * heel[k];
    height[1] += f->rotation[2][k] * toes[k];
  }
  return fmin(height[0], height[1]);
}

EP_TEST(works_the_mannequin_walks_on_its_feet)
{
  folder_make();
  generate_mannequins(test_folder);
  stage s = open_stage(&benchmarks[0]);
  const ep_robot* robot = ep_scene_robot(s.scene, 0);
  ep_edges edges = load_edges(&s, "mannequin/walk.path");
  int lifted[2] = {0, 0};
  for (int32_t i = 0; i < edges.count; ++i)
  {
    // A foot that stands is 1 cm above the board.
    const double* q = edges.q0 + (size_t)i * (size_t)edges.config_size;
    const double left = sole_height(robot, q, "left_foot");
    const double right = sole_height(robot, q, "right_foot");
    ck_assert_msg(fabs(fmin(left, right) - 0.01) < 1e-4, "row %d: no foot stands on the board",
                  (int)i);
    lifted[0] += left > 0.03;
    lifted[1] += right > 0.03;
  }
  ck_assert_int_gt(lifted[0], 20);
  ck_assert_int_gt(lifted[1], 20);
  ep_edges_clear(&edges);
  close_stage(&s);
  folder_remove();
}

/// @}
