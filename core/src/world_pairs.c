/// @file world_pairs.c
/// Which pairs are checked, and what is demanded of them.
#include "world_world.h"
#include "base_arena.h"
#include "base_status.h"

#include <string.h>

/// * stands for any characters, ? for one. Linear in the product of the lengths at worst.
static bool matches(const char* pattern, const char* name)
{
  const char* star = NULL;
  const char* resume = NULL;
  while (*name != '\0')
  {
    if (*pattern == '*')
    {
      star = pattern++;
      resume = name;
    }
    else if (*pattern == '?' || *pattern == *name)
    {
      ++pattern;
      ++name;
    }
    else if (star != NULL)
    {
      pattern = star + 1;
      name = ++resume;
    }
    else
    {
      return false;
    }
  }
  while (*pattern == '*')
  {
    ++pattern;
  }
  return *pattern == '\0';
}

/// @name What moves with what
/// @{

static bool joint_moves(const ep_joint* joint)
{
  const bool follows_nothing = ep_joint_is_scalar(joint->type) && joint->multiplier == 0.0;
  return joint->type != EP_JOINT_FIXED && !follows_nothing;
}

int32_t ep_link_group(const ep_machine* machine, int32_t link)
{
  while (machine->joints[link].parent != EP_NO_LINK && !joint_moves(&machine->joints[link]))
  {
    link = machine->joints[link].parent;
  }
  return link;
}

bool ep_body_is_grounded(const ep_world* world, const ep_body* body)
{
  const ep_machine* machine = world->machines[body->machine].machine;
  return !joint_moves(&machine->joints[ep_link_group(machine, body->link)]);
}

bool ep_bodies_rest(const ep_world* world, const ep_body* a, const ep_body* b)
{
  const int32_t group_a = ep_link_group(world->machines[a->machine].machine, a->link);
  const int32_t group_b = ep_link_group(world->machines[b->machine].machine, b->link);
  return (a->machine == b->machine && group_a == group_b) ||
         (ep_body_is_grounded(world, a) && ep_body_is_grounded(world, b));
}

static bool group_has_shape(const ep_world* world, int32_t machine, int32_t group)
{
  const ep_world_machine* m = &world->machines[machine];
  for (int32_t link = 0; link < ep_machine_link_count(m->machine); ++link)
  {
    if (world->bodies[m->first_body + link].soup.triangle_count > 0 &&
        ep_link_group(m->machine, link) == group)
    {
      return true;
    }
  }
  return false;
}

/// The group that carries this one, skipping groups without a shape; EP_NO_LINK for a root.
static int32_t carrier(const ep_world* world, int32_t machine, int32_t group)
{
  const ep_machine* m = world->machines[machine].machine;
  for (int32_t parent = m->joints[group].parent; parent != EP_NO_LINK;
       parent = m->joints[group].parent)
  {
    group = ep_link_group(m, parent);
    if (group_has_shape(world, machine, group))
    {
      return group;
    }
  }
  return EP_NO_LINK;
}

static bool are_adjacent(const ep_world* world, const ep_body* a, const ep_body* b)
{
  if (a->machine != b->machine)
  {
    return false;
  }
  const ep_machine* m = world->machines[a->machine].machine;
  const int32_t group_a = ep_link_group(m, a->link);
  const int32_t group_b = ep_link_group(m, b->link);
  return carrier(world, a->machine, group_a) == group_b ||
         carrier(world, b->machine, group_b) == group_a;
}

/// @}

/// Bodies that can be somewhere else at another time, or on another checker.
static bool can_move(const ep_body* body)
{
  return body->kind == EP_BODY_ROPE || body->kind == EP_BODY_PAYLOAD ||
         (body->kind == EP_BODY_LINK && body->soup.triangle_count > 0);
}

/// Ropes that end at the same link are adjacent.
static bool share_an_end(const ep_body* a, const ep_body* b)
{
  return a->end_body[0] == b->end_body[0] || a->end_body[0] == b->end_body[1] ||
         a->end_body[1] == b->end_body[0] || a->end_body[1] == b->end_body[1];
}

/// Whether the pair could be checked at all, before any rule.
static bool is_candidate(const ep_world* world, int32_t a, int32_t b)
{
  const ep_body* x = &world->bodies[a];
  const ep_body* y = &world->bodies[b];
  if (a == b || !can_move(x) || (y->kind != EP_BODY_OBSTACLE && !can_move(y)))
  {
    return false;
  }
  if (x->kind == EP_BODY_ROPE && y->kind == EP_BODY_ROPE)
  {
    return !(world->adjacent_allowed && share_an_end(x, y));
  }
  if (x->kind == EP_BODY_ROPE || y->kind == EP_BODY_ROPE)
  {
    const ep_body* rope = x->kind == EP_BODY_ROPE ? x : y;
    const int32_t other = x->kind == EP_BODY_ROPE ? b : a;
    return other != rope->end_body[0] && other != rope->end_body[1];
  }
  if (x->kind == EP_BODY_LINK && y->kind == EP_BODY_OBSTACLE)
  {
    return !ep_body_is_grounded(world, x);
  }
  if (x->kind == EP_BODY_LINK && y->kind == EP_BODY_LINK)
  {
    return !ep_bodies_rest(world, x, y) && !(world->adjacent_allowed && are_adjacent(world, x, y));
  }
  return true;
}

/// matched[2 * rule + side] of a body.
static void match_rules(const ep_world* world, const char* name, bool* matched)
{
  for (int32_t r = 0; r < world->rule_count; ++r)
  {
    const ep_rule* rule = &world->rules[r];
    matched[2 * r] = matches(rule->a, name);
    matched[2 * r + 1] = rule->b != NULL && matches(rule->b, name);
  }
}

/// What the rules demand of two bodies: a pair's own rule before everything else, the last one
/// before others.
static double demanded(const ep_world* world, int32_t a, int32_t b, const bool* of_a,
                       const bool* of_b)
{
  for (int32_t r = world->rule_count - 1; r >= 0; --r)
  {
    const bool there = of_a[2 * r] && of_b[2 * r + 1];
    const bool back = of_b[2 * r] && of_a[2 * r + 1];
    if (world->rules[r].b != NULL && (there || back))
    {
      return world->rules[r].clearance;
    }
  }
  return ep_max(world->clearance, ep_max(world->bodies[a].clearance, world->bodies[b].clearance));
}

static void set_body_clearances(ep_world* world, const bool* matched)
{
  for (int32_t i = 0; i < world->body_count; ++i)
  {
    double most = 0.0;
    for (int32_t r = 0; r < world->rule_count; ++r)
    {
      const bool applies = world->rules[r].b == NULL &&
                           matched[2 * ((size_t)i * (size_t)world->rule_count + (size_t)r)];
      most = applies ? ep_max(most, world->rules[r].clearance) : most;
    }
    world->bodies[i].clearance = most;
  }
}

static void fill_row(ep_world* world, int32_t a, const bool* matched)
{
  const size_t rules = 2 * (size_t)world->rule_count;
  const size_t row = (size_t)world->rows[a];
  for (int32_t b = 0; b < world->body_count; ++b)
  {
    double clearance = -1.0;
    if (is_candidate(world, a, b))
    {
      clearance = demanded(world, a, b, matched + (size_t)a * rules, matched + (size_t)b * rules);
    }
    world->clearances[row * (size_t)world->body_count + (size_t)b] = clearance;
  }
}

/// Whether a should be the one that rests, with b moving in its frame: ropes never; what the world
/// holds, or what carries the other, first; then the one with more triangles.
static bool rests_better(const ep_world* world, const ep_body* a, const ep_body* b)
{
  if (a->kind != EP_BODY_LINK || b->kind != EP_BODY_LINK)
  {
    return a->kind == EP_BODY_LINK || (a->kind == EP_BODY_PAYLOAD && b->kind == EP_BODY_ROPE);
  }
  const int32_t depth_a = world->machines[a->machine].machine->joints[a->link].depth;
  const int32_t depth_b = world->machines[b->machine].machine->joints[b->link].depth;
  if (a->machine == b->machine && depth_a != depth_b)
  {
    return depth_a < depth_b;
  }
  return a->soup.triangle_count >= b->soup.triangle_count;
}

static void fill_pairs(ep_world* world)
{
  world->pair_count = 0;
  for (int32_t a = 0; a < world->body_count; ++a)
  {
    for (int32_t b = a + 1; b < world->body_count; ++b)
    {
      if (world->rows[a] < 0 || world->rows[b] < 0 || ep_world_pair_clearance(world, a, b) < 0.0)
      {
        continue;
      }
      const bool a_rests = rests_better(world, &world->bodies[a], &world->bodies[b]);
      world->pairs[world->pair_count++] =
          (ep_body_pair){a_rests ? b : a, a_rests ? a : b, ep_world_pair_clearance(world, a, b)};
    }
  }
}

ep_status ep_world_list_pairs(ep_world* world, ep_error* error)
{
  const size_t bodies = (size_t)world->body_count;
  world->rows = ep_world_allocate(world, bodies, sizeof(int32_t));
  world->row_count = 0;
  for (size_t i = 0; world->rows != NULL && i < bodies; ++i)
  {
    world->rows[i] = can_move(&world->bodies[i]) ? world->row_count++ : -1;
  }
  const size_t rows = (size_t)world->row_count;
  const size_t rules = 2 * (size_t)world->rule_count;
  world->clearances = ep_world_allocate(world, rows * bodies, sizeof(double));
  world->pairs = ep_world_allocate(world, rows * rows, sizeof(ep_body_pair));
  bool* matched = ep_world_allocate(world, bodies * rules, sizeof(bool));
  const bool good =
      world->rows != NULL && world->clearances != NULL && world->pairs != NULL && matched != NULL;
  if (good)
  {
    for (size_t i = 0; i < bodies; ++i)
    {
      match_rules(world, world->bodies[i].name, matched + i * rules);
    }
    set_body_clearances(world, matched);
    for (int32_t i = 0; i < world->body_count; ++i)
    {
      if (world->rows[i] >= 0)
      {
        fill_row(world, i, matched);
      }
    }
    fill_pairs(world);
  }
  ep_block_release(&world->allocator, matched);
  return good ? EP_OK
              : ep_fail(error, EP_ERROR_MEMORY, "world of %d bodies: out of memory",
                        (int)world->body_count);
}
