/// @file edgeproof.c
/// The program: which command, and help.
#define _POSIX_C_SOURCE 200809L // fcntl, open
#include "output.h"
#include "program.h"

#include "edgeproof/base.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct command
{
  const char* name;
  int (*run)(int argc, char** argv);
  const char* what;
} command;

static const command commands[] = {
    {"info", command_info, "what is in a scene, and what is wrong with it"},
    {"check", command_check, "proves edges of a scene free, or shows where they collide"},
    {"plan", command_plan, "finds paths for the queries of a scene, and proves them"},
    {"compare", command_compare, "the same planning with proofs and with samples"},
    {"run", command_run, "carries out the planning runs that a file lists"},
    {"generate", command_generate, "writes the machines, sites and scenes that come with it"},
    {"acm", command_acm, "proposes the pairs of links of a machine that may be left out"},
    {"bench", command_bench, "measures: PART instead of SCENE, see bench --help"},
};

#define COMMAND_COUNT ((int)(sizeof commands / sizeof commands[0]))

static int usage(FILE* out)
{
  fputs("usage: edgeproof COMMAND [ARGUMENT...]\n\n"
        "Proofs that motions of machines stay free of collision.\n\n",
        out);
  for (int i = 0; i < COMMAND_COUNT; ++i)
  {
    fprintf(out, "  %-9s %s\n", commands[i].name, commands[i].what);
  }
  fputs("\nedgeproof COMMAND --help lists the options of a command, with an example; edgeproof "
        "--version.\n\nExit status: 0 all is well; 1 an answer that is not the hoped-for one; 2 an "
        "error; 130 Ctrl-C.\n",
        out);
  return out == stdout ? PROGRAM_GOOD : PROGRAM_ERROR;
}

static const command* find(const char* name)
{
  for (int i = 0; i < COMMAND_COUNT; ++i)
  {
    if (strcmp(name, commands[i].name) == 0)
    {
      return &commands[i];
    }
  }
  return NULL;
}

static int complain(const char* name)
{
  const char* nearest =
      arguments_nearest(name, &commands[0].name, COMMAND_COUNT, sizeof commands[0]);
  fprintf(stderr, "edgeproof: there is no command '%s'", name);
  fprintf(stderr, nearest != NULL ? "; did you mean %s?\n" : "; see edgeproof --help\n", nearest);
  return PROGRAM_ERROR;
}

static int run(int argc, char** argv)
{
  if (argc < 2)
  {
    return usage(stderr);
  }
  const bool is_help =
      strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0;
  if (is_help && (argc == 2 || strcmp(argv[2], "help") == 0))
  {
    return usage(stdout);
  }
  if (strcmp(argv[1], "--version") == 0)
  {
    printf("edgeproof %d.%d.%d\n", EP_VERSION_MAJOR, EP_VERSION_MINOR, EP_VERSION_PATCH);
    return PROGRAM_GOOD;
  }
  const char* name = is_help ? argv[2] : argv[1];
  const command* c = find(name);
  if (c == NULL)
  {
    return complain(name);
  }
  char help[] = "--help";
  char* only_help[] = {help, NULL};
  return is_help ? c->run(1, only_help) : c->run(argc - 2, argv + 2);
}

/// Standard files that the caller closed are opened on nothing, the wrong way round: writing to
/// them still fails, and no other file gets their numbers, into which somebody would print.
static void open_standard_files(void)
{
  for (int number = STDIN_FILENO; number <= STDERR_FILENO; ++number)
  {
    if (fcntl(number, F_GETFD) == -1 && errno == EBADF)
    {
      (void)open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
  }
}

int main(int argc, char** argv)
{
  open_standard_files();
  return output_finish(run(argc, argv));
}
