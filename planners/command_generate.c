/// @file command_generate.c
/// edgeproof generate: writes our machines, sites and scenes.
#include "program.h"

#include "interrupt.h"
#include "products.h"

#include <stdio.h>
#include <string.h>

#define NAMES_MAX 16

/// The list of names in the help is that of the products.
static void describe(char* about, size_t size)
{
  int used = snprintf(about, size,
                      "Writes machines, sites and scenes that come with edgeproof, the same every "
                      "time, below a\nfolder:\n\n");
  for (int32_t i = 0; i < product_count() && used > 0 && (size_t)used < size; ++i)
  {
    used += snprintf(about + used, size - (size_t)used, "  %-13s %s\n", products[i].name,
                     products[i].what);
  }
  if (used > 0 && (size_t)used < size)
  {
    snprintf(about + used, size - (size_t)used,
             "  %-13s all of them\n\nScenes need the machines, loads and the site beside them: "
             "write all, or site-scenes with them.\n\nExit status: 0; 2 on an error, 130 after "
             "Ctrl-C.\n",
             "all");
  }
}

static int complain(const char* name)
{
  const char* nearest =
      arguments_nearest(name, &products[0].name, product_count(), sizeof products[0]);
  fprintf(stderr, "edgeproof generate: there is no '%s'%s%s%s; see edgeproof generate --help\n",
          name, nearest == NULL ? "" : "; did you mean ", nearest == NULL ? "" : nearest,
          nearest == NULL ? "" : "?");
  return PROGRAM_ERROR;
}

/// Ctrl-C is minded between two products, each of which takes less than a second: no file is cut.
static void generate(const product* one, const char* folder, bool quiet)
{
  for (int32_t i = 0; i < product_count() && !interrupt_asked(); ++i)
  {
    const product* p = &products[i];
    if (one != NULL && one != p)
    {
      continue;
    }
    p->generate(folder);
    if (!quiet)
    {
      printf("%s/: %s, %s\n", folder, p->name, p->what);
      fflush(stdout);
    }
  }
}

int command_generate(int argc, char** argv)
{
  static char about[2048];
  describe(about, sizeof about);
  const command_text text = {.name = "generate",
                             .usage = "NAME... [OPTION...]",
                             .about = about,
                             .examples = "  edgeproof generate all --out site\n",
                             .operand = "NAME"};
  const char* folder = ".";
  bool quiet = false;
  const argument own[] = {
      {"--out", ARGUMENT_TEXT, &folder, "FOLDER",
       "where to; made if it is not there; default: here", NULL, 0},
      {"--quiet", ARGUMENT_FLAG, &quiet, NULL, "no list of what was written", NULL, 0}};
  arguments all = {.command = &text};
  arguments_add(&all, own, 2);
  const char* names[NAMES_MAX];
  const int status = arguments_read(&all, argc, argv, names, 1, NAMES_MAX);
  if (status != ARGUMENTS_GO_ON)
  {
    return status;
  }
  for (int i = 0; i < NAMES_MAX && names[i] != NULL; ++i)
  {
    if (strcmp(names[i], "all") != 0 && product_find(names[i]) == NULL)
    {
      return complain(names[i]);
    }
  }
  interrupt_watch();
  for (int i = 0; i < NAMES_MAX && names[i] != NULL; ++i)
  {
    generate(product_find(names[i]), folder, quiet);
  }
  if (interrupt_asked())
  {
    fputs("edgeproof generate: interrupted\n", stderr);
    return PROGRAM_INTERRUPTED;
  }
  return PROGRAM_GOOD;
}
