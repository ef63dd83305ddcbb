/// @file brute.c
/// Worlds of the judge. The pieces of a body are there only to say "too far" for many triangles at
/// once.
#include "brute.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double smaller(double a, double b)
{
  return a < b ? a : b;
}

static double larger(double a, double b)
{
  return a > b ? a : b;
}

static ep_box nothing(void)
{
  return (ep_box){{1e300, 1e300, 1e300}, {-1e300, -1e300, -1e300}};
}

static void include(ep_box* box, const ep_box* more)
{
  for (int k = 0; k < 3; ++k)
  {
    box->lo[k] = smaller(box->lo[k], more->lo[k]);
    box->hi[k] = larger(box->hi[k], more->hi[k]);
  }
}

static ep_box triangle_box(const brute_triangle* t)
{
  ep_box box;
  for (int k = 0; k < 3; ++k)
  {
    box.lo[k] = smaller(t->v[0][k], smaller(t->v[1][k], t->v[2][k])) - t->radius;
    box.hi[k] = larger(t->v[0][k], larger(t->v[1][k], t->v[2][k])) + t->radius;
  }
  return box;
}

double brute_box_gap2(const ep_box* a, const ep_box* b)
{
  double sum = 0.0;
  for (int k = 0; k < 3; ++k)
  {
    const double d = larger(0.0, larger(a->lo[k] - b->hi[k], b->lo[k] - a->hi[k]));
    sum += d * d;
  }
  return sum;
}

static void* grown(void* block, int32_t count, size_t size)
{
  void* more = realloc(block, (size_t)count * size);
  if (more == NULL)
  {
    abort(); // a test without memory has nothing to say
  }
  return more;
}

void brute_begin(brute_world* world)
{
  memset(world, 0, sizeof *world);
}

void brute_end(brute_world* world)
{
  for (int32_t i = 0; i < world->body_count; ++i)
  {
    free(world->bodies[i].own);
    free(world->bodies[i].world);
    free(world->bodies[i].pieces);
  }
  brute_begin(world);
}

void brute_add_machine(brute_world* world, const ep_machine* machine)
{
  if (world->machine_count == BRUTE_MACHINES_MAX)
  {
    abort();
  }
  world->machines[world->machine_count++] = machine;
}

int32_t brute_add_body(brute_world* world, int32_t machine, int32_t link)
{
  if (world->body_count == BRUTE_BODIES_MAX)
  {
    abort();
  }
  brute_body* body = &world->bodies[world->body_count];
  *body = (brute_body){.machine = machine, .link = link, .own_box = nothing(), .box = nothing()};
  return world->body_count++;
}

void brute_add_piece(brute_world* world, int32_t index, const brute_triangle* triangles,
                     int32_t count, bool closed)
{
  brute_body* body = &world->bodies[index];
  const int32_t total = body->count + count;
  body->own = grown(body->own, total, sizeof *body->own);
  body->world = grown(body->world, total, sizeof *body->world);
  body->pieces = grown(body->pieces, body->piece_count + 1, sizeof *body->pieces);
  brute_piece* piece = &body->pieces[body->piece_count++];
  *piece = (brute_piece){.first = body->count, .count = count, .closed = closed};
  memcpy(body->own + body->count, triangles, (size_t)count * sizeof *triangles);
  memcpy(body->world + body->count, triangles, (size_t)count * sizeof *triangles);
  body->count = total;
  piece->own = nothing();
  for (int32_t i = 0; i < count; ++i)
  {
    const ep_box box = triangle_box(&triangles[i]);
    include(&piece->own, &box);
  }
  piece->world = piece->own; // stays so on an obstacle
  piece->posed = true;
  include(&body->own_box, &piece->own);
  include(&body->box, &piece->world);
}

void brute_check_pair(brute_world* world, int32_t a, int32_t b, bool checked, double clearance)
{
  world->checked[a][b] = world->checked[b][a] = checked;
  world->clearance[a][b] = world->clearance[b][a] = clearance;
}

// The box around a box that was moved.
static ep_box moved_box(const ep_frame* f, const ep_box* box)
{
  ep_box out;
  for (int r = 0; r < 3; ++r)
  {
    double lo = f->position[r];
    double hi = lo;
    for (int k = 0; k < 3; ++k)
    {
      const double a = f->rotation[r][k] * box->lo[k];
      const double b = f->rotation[r][k] * box->hi[k];
      lo += smaller(a, b);
      hi += larger(a, b);
    }
    out.lo[r] = lo;
    out.hi[r] = hi;
  }
  return out;
}

static void pose_body(brute_body* body)
{
  body->box = nothing();
  for (int32_t i = 0; i < body->piece_count; ++i)
  {
    brute_piece* piece = &body->pieces[i];
    piece->world = moved_box(&body->frame, &piece->own);
    piece->posed = false;
    include(&body->box, &piece->world);
  }
}

void brute_pose(brute_world* world, const double* q)
{
  static ep_frame frames[BRUTE_MACHINES_MAX][EP_LINK_MAX];
  for (int32_t m = 0; m < world->machine_count; ++m)
  {
    if (ep_machine_forward(world->machines[m], q, frames[m], NULL) != EP_OK)
    {
      abort();
    }
    q += ep_machine_config_size(world->machines[m]);
  }
  for (int32_t i = 0; i < world->body_count; ++i)
  {
    brute_body* body = &world->bodies[i];
    if (body->machine != BRUTE_STATIC)
    {
      body->frame = frames[body->machine][body->link];
      pose_body(body);
    }
  }
}

// The triangles of a piece where they are now; moved when they are first asked for.
static const brute_triangle* posed(brute_body* body, brute_piece* piece)
{
  for (int32_t i = 0; !piece->posed && i < piece->count; ++i)
  {
    const brute_triangle* own = &body->own[piece->first + i];
    brute_triangle* now = &body->world[piece->first + i];
    for (int c = 0; c < 3; ++c)
    {
      for (int k = 0; k < 3; ++k)
      {
        const double* row = body->frame.rotation[k];
        now->v[c][k] = row[0] * own->v[c][0] + row[1] * own->v[c][1] + row[2] * own->v[c][2] +
                       body->frame.position[k];
      }
    }
  }
  piece->posed = true;
  return body->world + piece->first;
}

// The least distance of two pieces below `best`, or `best`.
static double piece_distance(brute_body* a, brute_piece* in_a, brute_body* b, brute_piece* in_b,
                             double best)
{
  const brute_triangle* ta = posed(a, in_a);
  const brute_triangle* tb = posed(b, in_b);
  for (int32_t i = 0; i < in_a->count; ++i)
  {
    const ep_box box = triangle_box(&ta[i]);
    if (brute_box_gap2(&box, &in_b->world) >= best * best)
    {
      continue;
    }
    for (int32_t j = 0; j < in_b->count; ++j)
    {
      const ep_box other = triangle_box(&tb[j]);
      if (brute_box_gap2(&box, &other) < best * best && brute_triangle_gap(&ta[i], &tb[j]) < best)
      {
        best = smaller(best, brute_triangle_distance(&ta[i], &tb[j]));
      }
    }
  }
  return best;
}

// Whether a corner of `inner` is inside a closed `outer`. Where the two do not cross, one corner of
// each triangle speaks for all of it.
static bool piece_inside(brute_body* in, brute_piece* inner, brute_body* out, brute_piece* outer)
{
  if (!outer->closed || brute_box_gap2(&inner->world, &outer->world) > 0.0)
  {
    return false;
  }
  const brute_triangle* points = posed(in, inner);
  const brute_triangle* surface = posed(out, outer);
  for (int32_t i = 0; i < inner->count; ++i)
  {
    const ep_box point = {{points[i].v[0][0], points[i].v[0][1], points[i].v[0][2]},
                          {points[i].v[0][0], points[i].v[0][1], points[i].v[0][2]}};
    if (brute_box_gap2(&point, &outer->world) <= 0.0 &&
        fabs(brute_winding(points[i].v[0], surface, outer->count)) > 0.5)
    {
      return true;
    }
  }
  return false;
}

// The least distance of two bodies below `best`, or `best`; `pieces` are those that have it.
static double body_distance(brute_body* a, brute_body* b, double best, bool solids, bool* inside,
                            int32_t pieces[2])
{
  *inside = false;
  for (int32_t i = 0; i < a->piece_count && best > 0.0; ++i)
  {
    brute_piece* in_a = &a->pieces[i];
    if (brute_box_gap2(&in_a->world, &b->box) >= best * best)
    {
      continue;
    }
    for (int32_t j = 0; j < b->piece_count && best > 0.0; ++j)
    {
      brute_piece* in_b = &b->pieces[j];
      if (brute_box_gap2(&in_a->world, &in_b->world) >= best * best)
      {
        continue;
      }
      const double d = piece_distance(a, in_a, b, in_b, best);
      *inside =
          d > 0.0 && solids && (piece_inside(a, in_a, b, in_b) || piece_inside(b, in_b, a, in_a));
      pieces[0] = d < best || *inside ? i : pieces[0];
      pieces[1] = d < best || *inside ? j : pieces[1];
      best = *inside ? 0.0 : d;
    }
  }
  return best;
}

// Where the nearest two were last time.
static void look_there_first(brute_world* world, brute_hit* found)
{
  const brute_near* near = &world->near;
  brute_body* a = &world->bodies[near->body[0]];
  brute_body* b = &world->bodies[near->body[1]];
  if (world->checked[near->body[0]][near->body[1]])
  {
    const double clearance = world->clearance[near->body[0]][near->body[1]];
    const double reach = found->margin + clearance;
    const double d = piece_distance(a, &a->pieces[near->piece[0]], b, &b->pieces[near->piece[1]],
                                    larger(0.0, reach));
    if (d < reach)
    {
      *found = (brute_hit){d - clearance, d, found->t, {near->body[0], near->body[1]}, false};
    }
  }
}

double brute_margin(brute_world* world, double cap, bool solids, brute_hit* hit)
{
  brute_hit found = {.margin = cap, .distance = (double)INFINITY, .body = {-1, -1}};
  look_there_first(world, &found);
  for (int32_t a = 0; a < world->body_count; ++a)
  {
    for (int32_t b = a + 1; b < world->body_count; ++b)
    {
      const double reach = found.margin + world->clearance[a][b];
      bool inside;
      int32_t pieces[2];
      if (!world->checked[a][b] || reach <= 0.0 ||
          brute_box_gap2(&world->bodies[a].box, &world->bodies[b].box) >= reach * reach)
      {
        continue;
      }
      const double d =
          body_distance(&world->bodies[a], &world->bodies[b], reach, solids, &inside, pieces);
      if (d < reach)
      {
        found = (brute_hit){d - world->clearance[a][b], d, 0.0, {a, b}, inside};
        world->near = (brute_near){{a, b}, {pieces[0], pieces[1]}};
      }
    }
  }
  if (hit != NULL)
  {
    found.t = hit->t;
    *hit = found;
  }
  return found.margin;
}

double brute_body_distance(brute_world* world, int32_t a, int32_t b)
{
  bool inside;
  int32_t pieces[2];
  return body_distance(&world->bodies[a], &world->bodies[b], 1e9, true, &inside, pieces);
}
