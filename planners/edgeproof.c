/// @file edgeproof.c
/// The program: which command, and help.
#include "program.h"

#include "edgeproof/base.h"

#include <stdio.h>
#include <string.h>

typedef struct command
{
  const char* name;
  int (*run)(int argc, char** argv);
  const char* what;
} command;

static const command commands[] = {
    {"info", command_info, "what is in a scene, and what is wrong with it"},
    {"check", command_check, "proves edges of a scene free, or shows where they collide"},
    {"bench", command_bench, "measures: PART instead of SCENE, see bench --help"},
};

#define COMMAND_COUNT ((int)(sizeof commands / sizeof commands[0]))

static void usage(FILE* out)
{
  fputs("usage: edgeproof COMMAND SCENE [OPTION...]\n\n", out);
  for (int i = 0; i < COMMAND_COUNT; ++i)
  {
    fprintf(out, "  %-6s %s\n", commands[i].name, commands[i].what);
  }
  fputs("\nedgeproof COMMAND --help lists the options of a command; edgeproof --version.\n", out);
}

int main(int argc, char** argv)
{
  if (argc < 2)
  {
    usage(stderr);
    return PROGRAM_ERROR;
  }
  if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
  {
    usage(stdout);
    return PROGRAM_GOOD;
  }
  if (strcmp(argv[1], "--version") == 0)
  {
    printf("edgeproof %d.%d.%d\n", EP_VERSION_MAJOR, EP_VERSION_MINOR, EP_VERSION_PATCH);
    return PROGRAM_GOOD;
  }
  for (int i = 0; i < COMMAND_COUNT; ++i)
  {
    if (strcmp(argv[1], commands[i].name) == 0)
    {
      return commands[i].run(argc - 2, argv + 2);
    }
  }
  fprintf(stderr, "edgeproof: there is no command '%s'\n", argv[1]);
  usage(stderr);
  return PROGRAM_ERROR;
}
