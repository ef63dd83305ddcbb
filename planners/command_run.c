/// @file command_run.c
/// edgeproof run: many planning runs, from a file.
#include "program.h"

#include "folder.h"
#include "interrupt.h"
#include "job_run.h"

#include <stdio.h>

static const command_text text = {
    .name = "run",
    .usage = "JOBS.yaml [OPTION...]",
    .about =
        "Carries out the planning runs that a file lists: scenes, queries, planners, validators,\n"
        "seeds, limits. Each run leaves a plan, a CSV and OMPL's log in the folder that the file\n"
        "names as `out`, and all CSV together are results.csv. Runs that are done are not "
        "repeated:\n"
        "after Ctrl-C, the same command goes on. A run whose scene file or settings have changed "
        "is\n"
        "another run. Changes in meshes or URDF are not seen: take another folder then.\n\n"
        "Exit status: 0 if all runs are done, whatever came out of them; 2 on an error, 130 after\n"
        "Ctrl-C.\n",
    .examples = "  edgeproof run jobs.yaml\n",
    .operand = "JOBS.yaml"};

static int finish(ep_status status, const job_file* file, const job_counts* counts,
                  const scene_arguments* a, const ep_error* error)
{
  if (status != EP_OK)
  {
    return program_fail("run", error);
  }
  if (interrupt_asked())
  {
    fprintf(stderr,
            "edgeproof run: interrupted: %d of %d runs are done; the same command goes on\n",
            (int)(counts->found + counts->done), (int)counts->total);
    return PROGRAM_INTERRUPTED;
  }
  if (!a->quiet)
  {
    printf("%d runs, %d of them done before; results: %s/results.csv\n", (int)counts->total,
           (int)counts->found, job_file_out(file));
  }
  return PROGRAM_GOOD;
}

static int run(const char* path, const scene_arguments* a)
{
  ep_error error;
  job_file* file;
  if (job_file_open(path, &file, &error) != EP_OK)
  {
    return program_fail("run", &error);
  }
  folder_hold hold;
  int result;
  if (folder_take(&hold, job_file_out(file), &error) != EP_OK)
  {
    result = program_fail("run", &error);
  }
  else
  {
    job_counts counts;
    const ep_status status = job_run_all(file, a, &counts, &error);
    result = finish(status, file, &counts, a, &error);
    folder_release(&hold);
  }
  job_file_close(file);
  return result;
}

int command_run(int argc, char** argv)
{
  scene_arguments a = {.strict = false};
  arguments all = {.command = &text};
  scene_arguments_add(&all, &a);
  const char* path;
  const int status = arguments_read(&all, argc, argv, &path, 1, 1);
  if (status != ARGUMENTS_GO_ON)
  {
    return status;
  }
  interrupt_watch();
  return run(path, &a);
}
