/// @file model_machine.c
/// Building a machine from its description, and asking it about itself.
#include "model_machine.h"
#include "base_arena.h"
#include "base_status.h"
#include "num_rotation.h"

#include <string.h>

ep_link_desc ep_link_default(void)
{
  ep_link_desc link = {
      .struct_size = sizeof(ep_link_desc),
      .parent = EP_NO_LINK,
      .origin = ep_pose_identity(),
      .joint = EP_JOINT_FIXED,
      .axis = {1.0, 0.0, 0.0},
      .mimic_of = EP_NO_LINK,
      .mimic_multiplier = 1.0,
  };
  for (int k = 0; k < 3; ++k)
  {
    link.lower[k] = -EP_INFINITY;
    link.upper[k] = EP_INFINITY;
  }
  return link;
}

ep_machine_desc ep_machine_default(void)
{
  return (ep_machine_desc){.struct_size = sizeof(ep_machine_desc), .name = "machine"};
}

/// The pieces of a machine's one block; run once to measure and once to hand out.
static void lay_out(ep_arena* arena, const ep_machine_desc* desc, ep_machine** machine, char** text)
{
  const size_t count = (size_t)desc->link_count;
  ep_machine* m = ep_arena_take(arena, 1, sizeof(ep_machine));
  ep_joint* joints = ep_arena_take(arena, count, sizeof(ep_joint));
  int32_t* order = ep_arena_take(arena, count, sizeof(int32_t));
  const char** names = ep_arena_take(arena, count, sizeof(char*));
  size_t bytes = strlen(desc->name) + 1;
  for (size_t i = 0; i < count; ++i)
  {
    bytes += strlen(desc->links[i].name) + 1;
  }
  *text = ep_arena_take(arena, bytes, 1);
  *machine = m;
  if (m != NULL)
  {
    m->joints = joints;
    m->order = order;
    m->names = names;
  }
}

static const char* copy_text(char** text, const char* source)
{
  const size_t bytes = strlen(source) + 1;
  char* copy = *text;
  memcpy(copy, source, bytes);
  *text += bytes;
  return copy;
}

static int32_t depth_of(const ep_machine_desc* desc, int32_t link)
{
  int32_t depth = 0;
  for (; link != EP_NO_LINK; link = desc->links[link].parent)
  {
    ++depth;
  }
  return depth;
}

/// Parents before children: by depth, and within a depth as given.
static void sort_links(ep_machine* machine)
{
  int32_t placed = 0;
  for (int32_t depth = 1; placed < machine->link_count; ++depth)
  {
    for (int32_t i = 0; i < machine->link_count; ++i)
    {
      if (machine->joints[i].depth == depth)
      {
        machine->order[placed++] = i;
      }
    }
  }
}

static void set_origin(ep_joint* joint, const ep_pose* origin)
{
  const double* r = origin->rotation;
  double unit[4];
  ep_quaternion_normalize(unit, r);
  ep_quaternion_matrix(joint->origin_rotation, unit);
  joint->origin_turns = r[0] != 0.0 || r[1] != 0.0 || r[2] != 0.0;
  ep_vec_copy(joint->origin_position, origin->position);
}

static void set_axis(ep_joint* joint, const double axis[3])
{
  ep_vec_unit(joint->axis, axis);
  joint->axis_error = EP_AXIS_ERROR;
  joint->turn = EP_TURN_AXIS;
  joint->turn_sign = 1.0;
  for (int k = 0; k < 3; ++k)
  {
    if (axis[(k + 1) % 3] == 0.0 && axis[(k + 2) % 3] == 0.0)
    {
      joint->axis_error = 0.0;
      joint->turn = EP_TURN_COORDINATE;
      joint->coordinate = k;
      joint->turn_sign = axis[k] < 0.0 ? -1.0 : 1.0;
    }
  }
}

/// The images of x and y under the shortest rotation that takes z to the unit vector a: for
/// v = z x a and c = a.z it is 1 + [v] + [v]^2 / (1 + c).
static void plane_directions(const double a[3], double u[3], double v[3])
{
  if (a[2] < 0.0 && a[0] == 0.0 && a[1] == 0.0)
  {
    ep_vec_copy(u, (const double[3]){1.0, 0.0, 0.0});
    ep_vec_copy(v, (const double[3]){0.0, -1.0, 0.0});
    return;
  }
  // 1/(1+c) = (1-c)/(a_x^2 + a_y^2) loses nothing where c is near -1.
  const double across = a[0] * a[0] + a[1] * a[1];
  const double k = a[2] > 0.0 ? 1.0 / (1.0 + a[2]) : (1.0 - a[2]) / across;
  ep_vec_copy(u, (const double[3]){1.0 - k * a[0] * a[0], -k * a[0] * a[1], -a[0]});
  ep_vec_copy(v, (const double[3]){-k * a[0] * a[1], 1.0 - k * a[1] * a[1], -a[1]});
}

static void set_slides(ep_joint* joint)
{
  double local[3][3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
  switch (joint->type)
  {
  case EP_JOINT_PRISMATIC:
    joint->slide_count = 1;
    ep_vec_copy(local[0], joint->axis);
    break;
  case EP_JOINT_PLANAR:
    joint->slide_count = 2;
    plane_directions(joint->axis, local[0], local[1]);
    break;
  case EP_JOINT_FLOATING:
    joint->slide_count = 3;
    break;
  default:
    joint->slide_count = 0;
  }
  const ep_joint* fixed = joint;
  for (int k = 0; k < joint->slide_count; ++k)
  {
    ep_mat_apply(joint->slide[k], fixed->origin_rotation, local[k]);
  }
}

/// Follows the chain of followed joints and composes value = multiplier * q + offset. Each of n
/// steps rounds three times; 2^-51 a step, relative to the magnitudes, covers them.
static void set_source(ep_joint* joint, const ep_machine_desc* desc, int32_t link)
{
  joint->multiplier = 1.0;
  joint->value_error = 0.0;
  while (desc->links[link].mimic_of != EP_NO_LINK)
  {
    const ep_link_desc* at = &desc->links[link];
    joint->offset += joint->multiplier * at->mimic_offset;
    joint->value_spread += fabs(joint->multiplier * at->mimic_offset);
    joint->multiplier *= at->mimic_multiplier;
    joint->value_error += 0x1p-50;
    link = at->mimic_of;
  }
  joint->source = link;
}

static void set_joint(ep_machine* machine, const ep_machine_desc* desc, int32_t link)
{
  const ep_link_desc* given = &desc->links[link];
  ep_joint* joint = &machine->joints[link];
  joint->type = given->joint;
  joint->parent = given->parent;
  joint->depth = depth_of(desc, link);
  joint->ball = -1;
  joint->turn = EP_TURN_NONE;
  joint->axis[0] = 1.0;
  set_origin(joint, &given->origin);
  if (ep_joint_has_axis(joint->type))
  {
    set_axis(joint, given->axis);
  }
  if (joint->type == EP_JOINT_PRISMATIC)
  {
    joint->turn = EP_TURN_NONE;
  }
  if (ep_joint_has_ball(joint->type))
  {
    joint->turn = EP_TURN_BALL;
    joint->ball = machine->ball_count++;
  }
  set_slides(joint);
  set_source(joint, desc, link);
  memcpy(joint->lower, given->lower, sizeof joint->lower);
  memcpy(joint->upper, given->upper, sizeof joint->upper);
  joint->linear = given->linear;
  joint->config_start = machine->config_size;
  joint->config_size = given->mimic_of == EP_NO_LINK ? ep_joint_type_config_size(given->joint) : 0;
  machine->config_size += joint->config_size;
}

/// What the computed turn axis of a link may be off by, as an angle: one origin or axis error for
/// each joint since the axis, at most EP_DEPTH_MAX.
#define TURN_AXIS_ERROR (EP_DEPTH_MAX * 2.0 * EP_ORIGIN_ERROR)

void ep_machine_split(const ep_machine* machine, int32_t link, const double v[3], double* perp_up,
                      double* par_up)
{
  const double length = ep_up_sum(ep_vec_length(v));
  *perp_up = length;
  *par_up = 0.0;
  if (link == EP_NO_LINK || !machine->joints[link].has_turn_axis)
  {
    return;
  }
  double cross[3];
  const double* axis = machine->joints[link].turn_axis;
  ep_vec_cross(cross, axis, v);
  const double error = length * (TURN_AXIS_ERROR + 0x1p-48);
  *perp_up = ep_up_sum(ep_vec_length(cross) + error);
  *par_up = ep_up_sum(fabs(ep_vec_dot(axis, v)) + error);
}

/// The turn axis of a link and whether its joint's axis is parallel to its parent's (proofs.md C2).
static void set_turn_axis(ep_machine* machine, int32_t link)
{
  ep_joint* joint = &machine->joints[link];
  const ep_joint* fixed = joint;
  const ep_joint* parent = joint->parent == EP_NO_LINK ? NULL : &machine->joints[joint->parent];
  double inherited[3] = {0.0, 0.0, 0.0};
  const bool inherits = parent != NULL && parent->has_turn_axis;
  if (inherits)
  {
    ep_mat_apply_transposed(inherited, fixed->origin_rotation, parent->turn_axis);
  }
  if (joint->turn == EP_TURN_NONE)
  {
    joint->has_turn_axis = inherits;
    ep_vec_copy(joint->turn_axis, inherited);
    return;
  }
  joint->has_turn_axis = joint->turn != EP_TURN_BALL;
  if (!joint->has_turn_axis)
  {
    return;
  }
  ep_vec_copy(joint->turn_axis, joint->axis);
  double cross[3];
  ep_vec_cross(cross, inherited, joint->axis);
  // For unit vectors sin = |cross|, and an angle below 1e-6 is below 1.0001 times its sine.
  const double tilt = ep_up_sum(1.0001 * ep_vec_length(cross) + 2.0 * TURN_AXIS_ERROR);
  if (inherits && tilt <= EP_PARALLEL_TILT_MAX)
  {
    joint->parallel = ep_vec_dot(inherited, joint->axis) > 0.0 ? 1 : -1;
    joint->parallel_tilt = tilt;
  }
}

ep_status ep_machine_create(const ep_machine_desc* desc, ep_machine** machine, ep_error* error)
{
  if (machine == NULL || desc == NULL)
  {
    return ep_fail(error, EP_ERROR_MISUSE, "ep_machine_create: a null pointer was passed");
  }
  *machine = NULL;
  if (ep_fp_environment_check() != EP_OK)
  {
    return ep_fail(error, EP_ERROR_FP_ENVIRONMENT,
                   "flush-to-zero or a rounding mode other than to-nearest is active");
  }
  const ep_status status = ep_machine_check_desc(desc, error);
  if (status != EP_OK)
  {
    return status;
  }
  ep_arena arena = {NULL, 0};
  ep_machine* m;
  char* text;
  lay_out(&arena, desc, &m, &text);
  arena.base = ep_block_allocate(&desc->allocator, arena.used);
  if (arena.base == NULL)
  {
    return ep_fail(error, EP_ERROR_MEMORY, "machine '%s': no memory for %zu bytes", desc->name,
                   arena.used);
  }
  arena.used = 0;
  lay_out(&arena, desc, &m, &text);
  m->allocator = desc->allocator;
  m->link_count = desc->link_count;
  m->name = copy_text(&text, desc->name);
  for (int32_t i = 0; i < m->link_count; ++i)
  {
    m->names[i] = copy_text(&text, desc->links[i].name);
    set_joint(m, desc, i);
  }
  sort_links(m);
  for (int32_t i = 0; i < m->link_count; ++i)
  {
    ep_joint* joint = &m->joints[m->order[i]];
    set_turn_axis(m, m->order[i]);
    ep_machine_split(m, joint->parent, joint->origin_position, &joint->offset_perp,
                     &joint->offset_par);
    joint->offset_length = ep_up_sum(ep_vec_length(joint->origin_position));
  }
  *machine = m;
  return ep_succeed(error);
}

void ep_machine_destroy(ep_machine* machine)
{
  if (machine != NULL)
  {
    const ep_allocator allocator = machine->allocator;
    ep_block_release(&allocator, machine);
  }
}

const char* ep_machine_name(const ep_machine* machine)
{
  return machine->name;
}

int32_t ep_machine_link_count(const ep_machine* machine)
{
  return machine->link_count;
}

int32_t ep_machine_config_size(const ep_machine* machine)
{
  return machine->config_size;
}

int32_t ep_machine_find_link(const ep_machine* machine, const char* name)
{
  for (int32_t i = 0; i < machine->link_count; ++i)
  {
    if (strcmp(machine->names[i], name) == 0)
    {
      return i;
    }
  }
  return EP_NO_LINK;
}

ep_status ep_machine_link(const ep_machine* machine, int32_t link, ep_link_info* info)
{
  if (machine == NULL || info == NULL || link < 0 || link >= machine->link_count)
  {
    return EP_ERROR_MISUSE;
  }
  const ep_joint* joint = &machine->joints[link];
  *info = (ep_link_info){
      .name = machine->names[link],
      .parent = joint->parent,
      .depth = joint->depth,
      .joint = joint->type,
      .config_start = joint->config_start,
      .config_size = joint->config_size,
      .linear = joint->linear,
      .mimic_of = joint->source == link ? EP_NO_LINK : joint->source,
      .mimic_multiplier = joint->multiplier,
      .mimic_offset = joint->offset,
      .parallel = joint->parallel,
      .parallel_tilt = joint->parallel_tilt,
  };
  ep_vec_copy(info->axis, joint->axis);
  ep_vec_copy(info->lower, joint->lower);
  ep_vec_copy(info->upper, joint->upper);
  if (joint->has_turn_axis)
  {
    ep_vec_copy(info->turn_axis, joint->turn_axis);
  }
  return EP_OK;
}
