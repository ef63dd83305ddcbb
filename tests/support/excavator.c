/// @file excavator.c
#include "excavator.h"

#define PI 3.14159265358979323846

static ep_link_desc make_link(const char* name, int32_t parent, ep_joint_type joint, int axis,
                              double x, double y, double z)
{
  ep_link_desc link = ep_link_default();
  link.name = name;
  link.parent = parent;
  link.joint = joint;
  for (int k = 0; k < 3; ++k)
  {
    link.axis[k] = k == axis ? 1.0 : 0.0;
  }
  link.origin.position[0] = x;
  link.origin.position[1] = y;
  link.origin.position[2] = z;
  return link;
}

static void set_range(ep_rig* rig, int32_t value, double lower, double upper)
{
  rig->lower[value] = lower;
  rig->upper[value] = upper;
}

static void build(ep_rig* rig, const ep_link_desc* links)
{
  ep_machine_desc desc = ep_machine_default();
  desc.name = rig->name;
  desc.links = links;
  desc.link_count = rig->link_count;
  if (ep_machine_create(&desc, &rig->machine, NULL) != EP_OK)
  {
    rig->machine = NULL;
  }
}

ep_rig ep_excavator_machine(void)
{
  const ep_link_desc links[5] = {
      make_link("tracks", EP_NO_LINK, EP_JOINT_PLANAR, 2, 0.0, 0.0, 0.0),
      make_link("house", 0, EP_JOINT_CONTINUOUS, 2, 0.0, 0.0, 1.1),
      make_link("boom", 1, EP_JOINT_REVOLUTE, 1, 0.4, 0.0, 0.9),
      make_link("stick", 2, EP_JOINT_REVOLUTE, 1, 5.7, 0.0, 0.0),
      make_link("bucket", 3, EP_JOINT_REVOLUTE, 1, 2.9, 0.0, 0.0),
  };
  ep_rig rig = {.name = "excavator7", .link_count = 5, .value_count = 7};
  set_range(&rig, 0, -10.0, 10.0);
  set_range(&rig, 1, -10.0, 10.0);
  set_range(&rig, 2, -PI, PI);
  set_range(&rig, 3, -PI, PI);
  set_range(&rig, 4, -1.1, 0.4);
  set_range(&rig, 5, 0.4, 2.4);
  set_range(&rig, 6, -0.6, 1.9);
  rig.boxes[0] = (ep_box){{-2.1, -1.4, 0.0}, {2.1, 1.4, 1.0}};
  rig.boxes[1] = (ep_box){{-2.8, -1.35, 0.0}, {1.6, 1.35, 1.9}};
  rig.boxes[2] = (ep_box){{-0.3, -0.35, -0.4}, {5.9, 0.35, 1.0}};
  rig.boxes[3] = (ep_box){{-0.7, -0.25, -0.4}, {3.0, 0.25, 0.6}};
  rig.boxes[4] = (ep_box){{-0.2, -0.6, -0.5}, {1.3, 0.6, 0.5}};
  build(&rig, links);
  return rig;
}

ep_rig ep_chain_machine(int32_t depth)
{
  static const char* const link_names[7] = {"a", "b", "c", "d", "e", "f", "g"};
  static const double offsets[7][3] = {{0.0, 0.0, 0.5}, {1.0, 0.0, 1.0},  {2.5, 0.2, 0.0},
                                       {2.0, 0.0, 0.5}, {1.5, -0.2, 0.0}, {1.2, 0.0, 0.3},
                                       {1.0, 0.1, 0.0}};
  ep_rig rig = {.name = depth == 3   ? "chain3"
                        : depth == 5 ? "chain5"
                                     : "chain7",
                .link_count = depth,
                .value_count = depth};
  if (depth != 3 && depth != 5 && depth != 7)
  {
    return (ep_rig){.name = "none"};
  }
  ep_link_desc links[7];
  for (int32_t i = 0; i < depth; ++i)
  {
    links[i] = make_link(link_names[i], i - 1, EP_JOINT_REVOLUTE, i % 2 == 0 ? 2 : 1, offsets[i][0],
                         offsets[i][1], offsets[i][2]);
    set_range(&rig, i, -0.5 * PI, 0.5 * PI);
    rig.boxes[i] = (ep_box){{-0.2, -0.3, -0.3}, {1.0, 0.3, 0.3}};
  }
  build(&rig, links);
  return rig;
}

void ep_rig_destroy(ep_rig* rig)
{
  ep_machine_destroy(rig->machine);
  rig->machine = NULL;
}

static uint64_t next(uint64_t* state)
{
  uint64_t z = (*state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

double ep_rig_random(uint64_t* state)
{
  return (double)(next(state) >> 11) * 0x1p-53;
}

void ep_rig_edge(const ep_rig* rig, double percent, uint64_t* state, double* q0, double* q1)
{
  for (int32_t i = 0; i < rig->value_count; ++i)
  {
    const double range = rig->upper[i] - rig->lower[i];
    const double move = 0.01 * percent * range;
    const double low = rig->lower[i] + (range - move) * ep_rig_random(state);
    const int up = (int)(next(state) >> 63);
    q0[i] = up != 0 ? low : low + move;
    q1[i] = up != 0 ? low + move : low;
  }
}

double ep_box_volume(const ep_box* box)
{
  return (box->hi[0] - box->lo[0]) * (box->hi[1] - box->lo[1]) * (box->hi[2] - box->lo[2]);
}

static ep_box nothing(void)
{
  return (ep_box){{1e300, 1e300, 1e300}, {-1e300, -1e300, -1e300}};
}

static void include(ep_box* box, const ep_box* more)
{
  for (int k = 0; k < 3; ++k)
  {
    box->lo[k] = more->lo[k] < box->lo[k] ? more->lo[k] : box->lo[k];
    box->hi[k] = more->hi[k] > box->hi[k] ? more->hi[k] : box->hi[k];
  }
}

/// The box of the eight corners of `box` in the world: each coordinate's least and greatest sum.
static ep_box world_box(const ep_frame* frame, const ep_box* box)
{
  ep_box world;
  for (int r = 0; r < 3; ++r)
  {
    double lo = frame->position[r];
    double hi = lo;
    for (int k = 0; k < 3; ++k)
    {
      const double a = frame->rotation[r][k] * box->lo[k];
      const double b = frame->rotation[r][k] * box->hi[k];
      lo += a < b ? a : b;
      hi += a < b ? b : a;
    }
    world.lo[r] = lo;
    world.hi[r] = hi;
  }
  return world;
}

ep_box ep_rig_sampled_box(const ep_rig* rig, ep_edge* edge, int32_t poses)
{
  const int32_t last = rig->link_count - 1;
  ep_frame frames[EP_RIG_LINKS_MAX];
  ep_box seen = nothing();
  for (int32_t i = 0; i < poses; ++i)
  {
    if (ep_edge_frames(edge, (double)i / (poses - 1), frames) == EP_OK)
    {
      const ep_box here = world_box(&frames[last], &rig->boxes[last]);
      include(&seen, &here);
    }
  }
  return seen;
}

ep_box ep_rig_swept_hull(const ep_rig* rig, ep_edge* edge, int32_t pieces)
{
  const int32_t last = rig->link_count - 1;
  ep_box hull = nothing();
  for (int32_t i = 0; i < pieces; ++i)
  {
    ep_swept_box swept;
    if (ep_edge_swept_box(edge, last, &rig->boxes[last], (double)i / pieces,
                          (double)(i + 1) / pieces, &swept) != EP_OK)
    {
      return nothing();
    }
    const ep_box here = ep_swept_box_hull(&swept);
    include(&hull, &here);
  }
  return hull;
}

static double taylor_volume(const ep_rig* rig, ep_edge* edge, int32_t order)
{
  const int32_t last = rig->link_count - 1;
  const ep_oriented_box corners = ep_oriented_box_from(&rig->boxes[last]);
  ep_box box;
  if (ep_edge_taylor(edge, 0.0, 1.0, order) != EP_OK ||
      ep_edge_link_box(edge, last, &corners, &box) != EP_OK)
  {
    return 0.0;
  }
  return ep_box_volume(&box);
}

ep_rig_tightness ep_rig_measure(const ep_rig* rig, double percent, int32_t edges, int32_t poses,
                                int32_t pieces, uint64_t seed)
{
  ep_rig_tightness sum = {.least = 1e300};
  ep_edge* edge = NULL;
  if (rig->machine == NULL || ep_edge_create(rig->machine, &edge, NULL) != EP_OK)
  {
    return (ep_rig_tightness){0};
  }
  for (int32_t i = 0; i < edges; ++i)
  {
    double q0[EP_RIG_VALUES_MAX];
    double q1[EP_RIG_VALUES_MAX];
    ep_rig_edge(rig, percent, &seed, q0, q1);
    if (ep_edge_set(edge, q0, q1, NULL) != EP_OK)
    {
      ep_edge_destroy(edge);
      return (ep_rig_tightness){0};
    }
    const ep_box seen = ep_rig_sampled_box(rig, edge, poses);
    const ep_box hull = ep_rig_swept_hull(rig, edge, pieces);
    const double truth = ep_box_volume(&seen);
    const double ratios[4] = {taylor_volume(rig, edge, EP_TAYLOR_RIGID) / truth,
                              taylor_volume(rig, edge, 3) / truth,
                              taylor_volume(rig, edge, 0) / truth, ep_box_volume(&hull) / truth};
    sum.rigid += ratios[0] / edges;
    sum.taylor += ratios[1] / edges;
    sum.interval += ratios[2] / edges;
    sum.chord += ratios[3] / edges;
    sum.rigid_worst = ratios[0] > sum.rigid_worst ? ratios[0] : sum.rigid_worst;
    for (int k = 0; k < 4; ++k)
    {
      sum.least = ratios[k] < sum.least ? ratios[k] : sum.least;
    }
  }
  ep_edge_destroy(edge);
  return sum;
}
