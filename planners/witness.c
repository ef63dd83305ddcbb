/// @file witness.c
#include "witness.h"

#include "output.h"
#include "posed.h"
#include "program.h"

#include "edgeproof/edge.h"

#include <stdlib.h>

/// Of so many touching pairs of triangles the picture shows.
#define CONTACTS_MAX 4096

/// A picture that is being written.
typedef struct picture
{
  const edge_run* run;
  const edge_outcome* outcome;
  const double* q0;
  const double* q1;
  posed posed;
  FILE* out;
  int64_t vertices; ///< written so far
  ep_error* error;
} picture;

/// The configuration at time t, machine by machine.
static ep_status config_at(const ep_scene* scene, const double* q0, const double* q1, double t,
                           double* q, ep_error* error)
{
  ep_status status = EP_OK;
  for (int32_t i = 0; status == EP_OK && i < ep_scene_robot_count(scene); ++i)
  {
    const ep_machine* machine = ep_robot_machine(ep_scene_robot(scene, i));
    const int32_t size = ep_machine_config_size(machine);
    ep_edge* edge;
    status = ep_edge_create(machine, &edge, error);
    if (status == EP_OK)
    {
      status = ep_edge_set(edge, q0, q1, error);
      status = status != EP_OK ? status : ep_edge_config(edge, t, q);
      ep_edge_destroy(edge);
    }
    q0 += size;
    q1 += size;
    q += size;
  }
  return status;
}

static void write_object(picture* p, const char* prefix, const char* name,
                         const posed_facets* facets)
{
  fprintf(p->out, "o %s%s\n", prefix, name);
  for (int32_t i = 0; i < 3 * facets->count; ++i)
  {
    const double* v = facets->corners + 3 * (size_t)i;
    fprintf(p->out, "v %.9g %.9g %.9g\n", v[0], v[1], v[2]);
  }
  for (int32_t i = 0; i < facets->count; ++i)
  {
    const long long first = (long long)p->vertices + 3LL * i + 1;
    fprintf(p->out, "f %lld %lld %lld\n", first, first + 1, first + 2);
  }
  p->vertices += 3 * (int64_t)facets->count;
}

/// What moves, and the obstacle that is met.
static ep_status write_bodies(picture* p)
{
  ep_status status = EP_OK;
  const ep_world* world = p->run->world;
  for (int32_t i = 0; status == EP_OK && i < ep_world_body_count(world); ++i)
  {
    ep_body_info body;
    posed_facets facets = {.count = 0};
    (void)ep_world_get_body(world, i, &body);
    if (body.kind == EP_BODY_OBSTACLE && p->outcome->contact.body[1] != i &&
        p->outcome->contact.body[0] != i)
    {
      continue;
    }
    status = posed_add_body(&p->posed, i, &facets, p->error);
    if (status == EP_OK && facets.count > 0)
    {
      write_object(p, "", body.name, &facets);
    }
    posed_facets_clear(&facets);
  }
  return status;
}

/// The triangles of one body that touch something; each once, for they are marked when written.
static ep_status write_touching(picture* p, const ep_contact* contacts, int32_t count, int32_t body)
{
  posed_facets facets = {.count = 0};
  ep_body_info info = {.triangles = 0};
  ep_status status = ep_world_get_body(p->run->world, body, &info);
  bool* marks = calloc((size_t)info.triangles + 1, sizeof *marks);
  if (marks == NULL)
  {
    return program_error(p->error, EP_ERROR_MEMORY, "no memory");
  }
  for (int32_t i = 0; status == EP_OK && i < 2 * count; ++i)
  {
    const ep_contact* c = &contacts[i / 2];
    const int32_t triangle = c->triangle[i % 2];
    if (c->body[i % 2] == body && triangle >= 0 && triangle < info.triangles && !marks[triangle])
    {
      marks[triangle] = true;
      status = posed_add_triangle(&p->posed, body, triangle, &facets, p->error);
    }
  }
  free(marks);
  if (status == EP_OK && facets.count > 0)
  {
    write_object(p, "touching ", info.name, &facets);
  }
  posed_facets_clear(&facets);
  return status;
}

static ep_status write_contacts(picture* p)
{
  ep_contact* contacts = malloc((CONTACTS_MAX + 1) * sizeof *contacts);
  ep_checker* checker = NULL;
  ep_status status = contacts == NULL ? program_error(p->error, EP_ERROR_MEMORY, "no memory")
                                      : ep_scene_make_checker(p->run->scene, p->run->query,
                                                              p->run->world, &checker, p->error);
  int32_t count = 0;
  if (status == EP_OK)
  {
    status = ep_edge_contacts(checker, p->q0, p->q1, p->outcome->contact.t, contacts, CONTACTS_MAX,
                              &count, p->error);
  }
  count = count < CONTACTS_MAX ? count : CONTACTS_MAX;
  if (status == EP_OK)
  {
    contacts[count++] = p->outcome->contact;
  }
  for (int32_t i = 0; status == EP_OK && i < ep_world_body_count(p->run->world); ++i)
  {
    status = write_touching(p, contacts, count, i);
  }
  ep_checker_destroy(checker);
  free(contacts);
  return status;
}

static ep_status write_all(picture* p)
{
  const ep_contact* c = &p->outcome->contact;
  const ep_world* world = p->run->world;
  fprintf(p->out, "# edgeproof %d.%d.%d: %s, t = %.9g\n# %s and %s: %s\n", EP_VERSION_MAJOR,
          EP_VERSION_MINOR, EP_VERSION_PATCH, ep_scene_name(p->run->scene), c->t,
          ep_world_body_name(world, c->body[0]), ep_world_body_name(world, c->body[1]),
          program_contact_text(c->kind));
  fprintf(p->out, "# at %.9g %.9g %.9g and %.9g %.9g %.9g\n", c->point[0][0], c->point[0][1],
          c->point[0][2], c->point[1][0], c->point[1][1], c->point[1][2]);
  const ep_status status = write_bodies(p);
  return status != EP_OK ? status : write_contacts(p);
}

ep_status witness_write(const edge_run* run, int32_t edge, const char* path, ep_error* error)
{
  const size_t at = (size_t)edge * (size_t)run->edges.config_size;
  picture p = {.run = run,
               .outcome = &run->outcomes[edge],
               .q0 = run->edges.q0 + at,
               .q1 = run->edges.q1 + at,
               .error = error};
  double* q = malloc(((size_t)run->edges.config_size + 1) * sizeof *q);
  ep_status status = q == NULL ? program_error(error, EP_ERROR_MEMORY, "no memory")
                               : config_at(run->scene, p.q0, p.q1, p.outcome->contact.t, q, error);
  status =
      status != EP_OK ? status : posed_make(&p.posed, run->scene, run->query, run->world, q, error);
  free(q);
  if (status != EP_OK)
  {
    return status;
  }
  output out;
  status = output_open(&out, path, error);
  if (status == EP_OK)
  {
    p.out = out.file;
    status = write_all(&p);
    if (status == EP_OK)
    {
      status = output_close(&out, error);
    }
    else
    {
      output_abandon(&out);
    }
  }
  posed_clear(&p.posed);
  return status;
}
