/// @file command_run.c
/// edgeproof run: many planning runs, from a file.
#include "program.h"

#include "folder.h"
#include "interrupt.h"
#include "job_run.h"
#include "plan_children.h"

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
        "another run. Changes in meshes or URDF are not seen: take another folder then. A planner\n"
        "that crashes ends its own run only, which is then in the results as `crashed`; so does "
        "one\n"
        "that does not come back, as `hung`.\n\n"
        "Exit status: 0 if all runs are done, whatever came out of them; 2 on an error, 130 after\n"
        "Ctrl-C.\n",
    .examples = "  edgeproof run jobs.yaml --threads 2\n",
    .operand = "JOBS.yaml"};

static int finish(ep_status status, const job_file* file, const job_counts* counts, bool quiet,
                  const ep_error* error)
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
  if (!quiet)
  {
    printf("%d run%s, %d of them done before", (int)counts->total, counts->total == 1 ? "" : "s",
           (int)counts->found);
    if (counts->crashed > 0)
    {
      printf(", %d crashed or hung", (int)counts->crashed);
    }
    printf("; results: %s/results.csv\n", job_file_out(file));
  }
  return PROGRAM_GOOD;
}

static int run(const char* path, const job_options* a)
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
    result = finish(status, file, &counts, a->scene.quiet, &error);
    folder_release(&hold);
  }
  job_file_close(file);
  return result;
}

int command_run(int argc, char** argv)
{
  job_options a = {.threads = 1};
  arguments all = {.command = &text};
  plan_children_add_arguments(&all, &a.threads, &a.patience);
  scene_arguments_add(&all, &a.scene);
  const char* path;
  const int status = arguments_read(&all, argc, argv, &path, 1, 1);
  if (status != ARGUMENTS_GO_ON)
  {
    return status;
  }
  interrupt_watch();
  return run(path, &a);
}
