/// @file command_acm.c
/// edgeproof acm: proposes the pairs of links that may be left out.
#include "program.h"

#include "file_names.h"
#include "output.h"
#include "random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct acm_arguments
{
  const char* out;
  const char* srdf;
  int64_t samples;
  int64_t seed;
  bool quiet;
  int geometry;
  argument_list packages;
} acm_arguments;

static const command_text text = {
    .name = "acm",
    .usage = "MACHINE.urdf [OPTION...]",
    .about =
        "Proposes <disable_collisions> for a machine and writes them as SRDF.\n\n"
        "Proposed are pairs of links that intersect in every one of many random configurations:\n"
        "meshes that run into each other at a joint, covers that overlap. Such a pair can never "
        "be\n"
        "free, so checking it is of no use. Read the list before you use it: what always collides\n"
        "may also be a mistake in the model.\n\n"
        "Never proposed are pairs that merely did not meet in the samples. That they cannot meet "
        "is\n"
        "not proved by samples, and leaving them out would cut a hole into every proof. Adjacent\n"
        "links (parent and child) are not checked anyway, and are not listed.\n\n"
        "Exit status: 0; 2 on an error.\n",
    .examples = "  edgeproof acm arm.urdf --out arm.srdf\n",
    .operand = "MACHINE.urdf"};

/// Where proposals go.
typedef struct proposal
{
  const ep_world* world;
  const ep_robot* robot;
  int32_t* pairs; ///< two bodies each
  int32_t count;
  int32_t room;
  bool no_memory;
} proposal;

static void take_pair(int32_t a, int32_t b, void* user)
{
  proposal* p = user;
  if (p->count == p->room)
  {
    const int32_t room = 2 * p->room + 64;
    int32_t* pairs = realloc(p->pairs, 2 * (size_t)room * sizeof *pairs);
    if (pairs == NULL)
    {
      p->no_memory = true;
      return;
    }
    p->pairs = pairs;
    p->room = room;
  }
  p->pairs[2 * p->count] = a;
  p->pairs[2 * p->count + 1] = b;
  ++p->count;
}

/// A text in an attribute of XML.
static void print_attribute(FILE* out, const char* name, const char* value)
{
  fprintf(out, " %s=\"", name);
  for (const char* c = value; *c != 0; ++c)
  {
    const char* escape = *c == '&'   ? "&amp;"
                         : *c == '<' ? "&lt;"
                         : *c == '>' ? "&gt;"
                         : *c == '"' ? "&quot;"
                                     : NULL;
    fputs(escape != NULL ? escape : (const char[2]){*c, 0}, out);
  }
  fputc('"', out);
}

static void print_pair(FILE* out, const char* a, const char* b, const char* reason)
{
  fputs("  <disable_collisions", out);
  print_attribute(out, "link1", a);
  print_attribute(out, "link2", b);
  print_attribute(out, "reason", reason);
  fputs("/>\n", out);
}

static const char* link_name(const ep_robot* robot, int32_t link)
{
  ep_link_info info = {.name = ""};
  (void)ep_machine_link(ep_robot_machine(robot), link, &info);
  return info.name;
}

static void print_srdf(FILE* out, const proposal* p, const acm_arguments* a)
{
  fputs("<?xml version=\"1.0\"?>\n<robot", out);
  print_attribute(out, "name", ep_machine_name(ep_robot_machine(p->robot)));
  fprintf(out,
          ">\n  <!-- edgeproof acm: %lld configurations, seed %lld. Pairs that intersected in "
          "every one. -->\n",
          (long long)a->samples, (long long)a->seed);
  for (int32_t i = 0; i < ep_robot_disabled_count(p->robot); ++i)
  {
    const ep_robot_pair* pair = ep_robot_disabled(p->robot, i);
    print_pair(out, link_name(p->robot, pair->link[0]), link_name(p->robot, pair->link[1]),
               pair->reason);
  }
  for (int32_t i = 0; i < p->count; ++i)
  {
    const int32_t* pair = &p->pairs[2 * i];
    ep_body_info ends[2];
    (void)ep_world_get_body(p->world, pair[0], &ends[0]);
    (void)ep_world_get_body(p->world, pair[1], &ends[1]);
    print_pair(out, link_name(p->robot, ends[0].link), link_name(p->robot, ends[1].link), "Always");
  }
  fputs("</robot>\n", out);
}

static ep_status write_srdf(const proposal* p, const acm_arguments* a, ep_error* error)
{
  output out;
  const ep_status status = output_open(&out, a->out, error);
  if (status != EP_OK)
  {
    return status;
  }
  print_srdf(out.file, p, a);
  return output_close(&out, error);
}

/// @name From the machine to the pairs
/// @{

static ep_status make_world(const ep_robot* robot, ep_world** world, ep_error* error)
{
  const ep_world_desc desc = ep_world_default();
  int32_t first = 0;
  ep_status status = ep_world_create(&desc, world, error);
  status = status != EP_OK
               ? status
               : ep_world_add_machine(*world, "m", ep_robot_machine(robot), NULL, &first, error);
  for (int32_t i = 0; status == EP_OK && i < ep_robot_shape_count(robot); ++i)
  {
    const ep_robot_shape* shape = ep_robot_get_shape(robot, i);
    status = ep_world_add_link_shape(*world, 0, shape->link, &shape->geometry, error);
  }
  for (int32_t i = 0; status == EP_OK && i < ep_robot_disabled_count(robot); ++i)
  {
    const ep_robot_pair* pair = ep_robot_disabled(robot, i);
    status = ep_world_allow(*world, ep_world_body_name(*world, first + pair->link[0]),
                            ep_world_body_name(*world, first + pair->link[1]), error);
  }
  return status != EP_OK ? status : ep_world_freeze(*world, error);
}

static ep_status propose(const acm_arguments* a, proposal* p, ep_error* error)
{
  const ep_machine* machine = ep_robot_machine(p->robot);
  const size_t size = (size_t)ep_machine_config_size(machine);
  double* states = malloc(((size_t)a->samples * size + 1) * sizeof *states);
  if (states == NULL)
  {
    return program_error(error, EP_ERROR_MEMORY, "no memory for %lld configurations",
                         (long long)a->samples);
  }
  random_source source = random_begin(a->seed);
  for (int64_t i = 0; i < a->samples; ++i)
  {
    random_config(&source, machine, states + (size_t)i * size);
  }
  ep_checker* checker;
  int32_t count = 0;
  ep_status status = ep_checker_create(p->world, &checker, error);
  if (status == EP_OK)
  {
    status = ep_checker_propose_allowed(checker, states, (int32_t)a->samples, take_pair, p, &count,
                                        error);
    ep_checker_destroy(checker);
  }
  free(states);
  return status == EP_OK && p->no_memory ? program_error(error, EP_ERROR_MEMORY, "no memory")
                                         : status;
}

static ep_status run(const char* path, const acm_arguments* a, ep_error* error)
{
  ep_robot_options options = ep_robot_options_default();
  options.srdf = a->srdf;
  options.geometry = (ep_robot_geometry)a->geometry;
  options.packages = a->packages.items;
  options.package_count = a->packages.count;
  ep_robot* robot;
  ep_status status = ep_robot_load(path, &options, NULL, &robot, error);
  if (status != EP_OK)
  {
    return status;
  }
  ep_world* world = NULL;
  status = make_world(robot, &world, error);
  proposal p = {.world = world, .robot = robot};
  status = status != EP_OK ? status : propose(a, &p, error);
  status = status != EP_OK ? status : write_srdf(&p, a, error);
  if (status == EP_OK && !a->quiet)
  {
    fprintf(stderr, "%s: %d pair%s proposed from %lld configurations, %d kept from the SRDF%s%s\n",
            path, (int)p.count, p.count == 1 ? "" : "s", (long long)a->samples,
            (int)ep_robot_disabled_count(robot), strcmp(a->out, "-") == 0 ? "" : "; in ",
            strcmp(a->out, "-") == 0 ? "" : a->out);
  }
  free(p.pairs);
  ep_world_destroy(world);
  ep_robot_destroy(robot);
  return status;
}

/// @}

int command_acm(int argc, char** argv)
{
  static const char* const geometries[] = {"collision", "visual", NULL};
  acm_arguments a = {.out = "-", .samples = 1000, .seed = 1};
  const argument own[] = {
      {"--samples", ARGUMENT_NUMBER, &a.samples, "N", "random configurations; default 1000", NULL,
       100},
      {"--seed", ARGUMENT_NUMBER, &a.seed, "K", "of the random numbers; default 1", NULL, 1},
      {"--srdf", ARGUMENT_TEXT, &a.srdf, "FILE",
       "an SRDF there is already: its pairs are kept, and not tried", NULL, 0},
      {"--out", ARGUMENT_TEXT, &a.out, "FILE", "default: the standard output", NULL, 0},
      {"--geometry", ARGUMENT_CHOICE, &a.geometry, "collision|visual", "default collision",
       geometries, 0},
      {"--package", ARGUMENT_LIST, &a.packages, "FOLDER", "where package:// looks first", NULL, 0},
      {"--quiet", ARGUMENT_FLAG, &a.quiet, NULL, "no remarks", NULL, 0},
  };
  arguments all = {.command = &text};
  arguments_add(&all, own, (int32_t)(sizeof own / sizeof own[0]));
  const char* path;
  const int status = arguments_read(&all, argc, argv, &path, 1, 1);
  if (status != ARGUMENTS_GO_ON)
  {
    return status;
  }
  ep_error error;
  if (a.samples > 1000000)
  {
    fputs("edgeproof acm: --samples: more than 1000000 are of no use; see edgeproof acm --help\n",
          stderr);
    return PROGRAM_ERROR;
  }
  if (!file_names_apart("acm", &path, 1, &a.out, 1))
  {
    return PROGRAM_ERROR;
  }
  if (output_probe(a.out, &error) != EP_OK || run(path, &a, &error) != EP_OK)
  {
    return program_fail("acm", &error);
  }
  return PROGRAM_GOOD;
}
