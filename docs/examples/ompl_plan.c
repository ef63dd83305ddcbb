/// @file ompl_plan.c
/// OMPL from C: a point in the unit square, a wall with a gap. Prints the path's corners.
#include "edgeproof/shim/ompl_path.h"
#include "edgeproof/shim/ompl_planner.h"

#include <stdio.h>
#include <stdlib.h>

static int is_free(const double* q, void* user)
{
  (void)user;
  const int in_wall = q[0] > 0.4 && q[0] < 0.6;
  const int in_gap = q[1] > 0.7 && q[1] < 0.9;
  return !in_wall || in_gap;
}

static void require(ep_shim_result result, const ep_shim_error* error)
{
  if (result != EP_SHIM_OK)
  {
    fprintf(stderr, "%s\n", error->message);
    exit(EXIT_FAILURE);
  }
}

int main(void)
{
  ep_shim_error error;

  // The space: two reals in [0, 1].
  const double lower[2] = {0.0, 0.0};
  const double upper[2] = {1.0, 1.0};
  ep_ompl_space_config config = ep_ompl_space_default(EP_OMPL_REAL_VECTOR);
  config.bound_count = 2;
  config.lower = lower;
  config.upper = upper;
  ep_ompl_space* space;
  require(ep_ompl_space_create(&config, &space, &error), &error);

  // Which states are valid. For motions OMPL looks at states in small steps: nothing is proved.
  ep_ompl_validator validator = ep_ompl_validator_default();
  validator.state_valid = is_free;
  ep_ompl_information* information;
  require(ep_ompl_information_create(space, &validator, &information, &error), &error);

  // From where to where.
  const double start[2] = {0.1, 0.2};
  const double goal[2] = {0.9, 0.2};
  ep_ompl_problem* problem;
  require(ep_ompl_problem_create(information, &problem, &error), &error);
  require(ep_ompl_problem_add_start(problem, start, &error), &error);
  require(ep_ompl_problem_set_goal(problem, goal, 1, &error), &error);

  // A planner, by name.
  ep_ompl_planner* planner;
  require(ep_ompl_planner_create(information, "RRTConnect", &planner, &error), &error);
  require(ep_ompl_planner_set_parameter(planner, "range", "0.1", &error), &error);
  require(ep_ompl_planner_set_problem(planner, problem, &error), &error);
  ep_ompl_limits limits = ep_ompl_limits_default();
  limits.seconds = 10.0;
  ep_ompl_outcome outcome;
  require(ep_ompl_planner_solve(planner, &limits, &outcome, &error), &error);

  if (outcome.status == EP_OMPL_EXACT)
  {
    ep_ompl_path* path;
    require(ep_ompl_path_of_problem(problem, &path, &error), &error);
    require(ep_ompl_path_simplify(path, 0.1, &error), &error);
    const int count = ep_ompl_path_count(path);
    double* states = malloc((size_t)count * sizeof(double[2]));
    if (states != NULL)
    {
      ep_ompl_path_states(path, states);
      for (int i = 0; i < count; ++i)
      {
        printf("%.3f %.3f\n", states[2 * i], states[2 * i + 1]);
      }
    }
    free(states);
    ep_ompl_path_destroy(path);
  }
  else
  {
    printf("no path: %s\n", ep_ompl_status_text(outcome.status));
  }

  ep_ompl_planner_destroy(planner);
  ep_ompl_problem_destroy(problem);
  ep_ompl_information_destroy(information);
  ep_ompl_space_destroy(space);
  return outcome.status == EP_OMPL_EXACT ? EXIT_SUCCESS : EXIT_FAILURE;
}
