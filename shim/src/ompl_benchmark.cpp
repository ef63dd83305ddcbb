/// @file ompl_benchmark.cpp
#include "edgeproof/shim/ompl_benchmark.h"

#include "ompl_handles.hpp"
#include "whole_file.hpp"

#include <ompl/geometric/SimpleSetup.h>
#include <ompl/tools/benchmark/Benchmark.h>

#include <cmath>
#include <limits>
#include <sstream>

namespace ob = ompl::base;
using ep_shim::fenced;
using ep_shim::refusal;
using ompl::tools::Benchmark;

struct ep_ompl_properties
{
  Benchmark::RunProperties& run;
};

struct ep_ompl_benchmark
{
  ep_ompl_information of;
  ep_ompl_benchmark_config config;
  std::string name;
  std::unique_ptr<ompl::geometric::SimpleSetup> setup;
  std::unique_ptr<Benchmark> benchmark;
  std::vector<ob::PlannerPtr> planners;
  std::vector<std::string> names;
  bool has_run = false;
};

namespace
{

constexpr double not_known = std::numeric_limits<double>::quiet_NaN();

const char* name_of(const ep_ompl_benchmark& benchmark, const ob::PlannerPtr& planner)
{
  for (std::size_t i = 0; i < benchmark.planners.size(); ++i)
  {
    if (benchmark.planners[i] == planner)
    {
      return benchmark.names[i].c_str();
    }
  }
  return "";
}

void require_config(const ep_ompl_benchmark_config& config)
{
  if (!(config.seconds > 0.0) || !std::isfinite(config.seconds) || !(config.megabytes > 0.0) ||
      !std::isfinite(config.megabytes))
  {
    throw refusal("a run of " + ep_shim::number_text(config.seconds) + " seconds and " +
                  ep_shim::number_text(config.megabytes) + " megabytes");
  }
  if (config.runs < 1 || config.runs > 100000)
  {
    throw refusal(std::to_string(config.runs) + " runs: 1 to 100000 are possible");
  }
}

void put_events(ep_ompl_benchmark& made)
{
  ep_ompl_benchmark* const self = &made;
  if (made.config.before != nullptr)
  {
    made.benchmark->setPreRunEvent(
        [self](const ob::PlannerPtr& planner)
        { self->config.before(name_of(*self, planner), self->config.user); });
  }
  if (made.config.after != nullptr)
  {
    made.benchmark->setPostRunEvent(
        [self](const ob::PlannerPtr& planner, Benchmark::RunProperties& run)
        {
          ep_ompl_properties properties{run};
          self->config.after(name_of(*self, planner), &properties, self->config.user);
        });
  }
}

std::unique_ptr<ep_ompl_benchmark> make(const ep_ompl_problem& problem,
                                        const ep_ompl_benchmark_config& config)
{
  require_config(config);
  ep_shim::require_validators(problem.of);
  if (problem.definition->getStartStateCount() == 0 || !problem.definition->getGoal())
  {
    throw refusal("the problem has no start or no goal");
  }
  auto made = std::make_unique<ep_ompl_benchmark>();
  made->of = problem.of;
  made->config = config;
  made->name = config.name != nullptr ? config.name : "";
  made->setup = std::make_unique<ompl::geometric::SimpleSetup>(problem.of.information);
  for (unsigned i = 0; i < problem.definition->getStartStateCount(); ++i)
  {
    made->setup->addStartState(ob::ScopedState<>(problem.of.information->getStateSpace(),
                                                 problem.definition->getStartState(i)));
  }
  made->setup->setGoal(problem.definition->getGoal());
  made->setup->setOptimizationObjective(problem.definition->getOptimizationObjective());
  made->benchmark = std::make_unique<Benchmark>(*made->setup, made->name);
  put_events(*made);
  return made;
}

const Benchmark::RunProperties& run_of(const ep_ompl_benchmark& benchmark, std::int32_t planner,
                                       std::int32_t run)
{
  const auto& planners = benchmark.benchmark->getRecordedExperimentData().planners;
  if (!benchmark.has_run)
  {
    throw refusal("the benchmark has not run");
  }
  if (planner < 0 || static_cast<std::size_t>(planner) >= planners.size())
  {
    throw refusal("no planner " + std::to_string(planner) + ": there are " +
                  std::to_string(planners.size()));
  }
  const auto& runs = planners[static_cast<std::size_t>(planner)].runs;
  if (run < 0 || static_cast<std::size_t>(run) >= runs.size())
  {
    throw refusal("no run " + std::to_string(run) + ": there are " + std::to_string(runs.size()));
  }
  return runs[static_cast<std::size_t>(run)];
}

double number_of(const Benchmark::RunProperties& run, const char* name)
{
  const auto found = run.find(name);
  return found == run.end() ? not_known : std::stod(found->second);
}

ep_ompl_run result_of(const Benchmark::RunProperties& run)
{
  const double status = number_of(run, "status ENUM");
  ep_ompl_run result{};
  result.status =
      std::isnan(status) ? EP_OMPL_UNKNOWN : ep_shim::status_of(static_cast<int>(status));
  result.solved = result.status == EP_OMPL_EXACT;
  result.seconds = number_of(run, "time REAL");
  result.length = number_of(run, "solution length REAL");
  return result;
}

bool has_type(const std::string& name)
{
  for (const char* type : {" REAL", " INTEGER", " BOOLEAN", " STRING"})
  {
    const std::string end = type;
    if (name.size() > end.size() && name.compare(name.size() - end.size(), end.size(), end) == 0)
    {
      return true;
    }
  }
  return false;
}

} // namespace

ep_ompl_benchmark_config ep_ompl_benchmark_default(void)
{
  ep_ompl_benchmark_config config{};
  config.struct_size = sizeof config;
  config.name = "edgeproof";
  config.seconds = 1.0;
  config.megabytes = 4096.0;
  config.runs = 10;
  return config;
}

ep_shim_result ep_ompl_properties_set(ep_ompl_properties* properties, const char* name,
                                      const char* value, ep_shim_error* error)
{
  return fenced(error,
                [&]
                {
                  ep_shim::require({{properties, "properties"}, {name, "name"}, {value, "value"}});

                  const std::string line = std::string(name) + value;
                  if (!has_type(name))
                  {
                    throw refusal("property " + ep_shim::shown(name) +
                                  " does not end with REAL, INTEGER, BOOLEAN or STRING");
                  }
                  if (line.find_first_of(";\n\r") != std::string::npos)
                  {
                    throw refusal("property " + ep_shim::shown(name) +
                                  ": a semicolon or a line end would break the .log file");
                  }
                  properties->run[name] = value;
                });
}

ep_shim_result ep_ompl_benchmark_create(const ep_ompl_problem* problem,
                                        const ep_ompl_benchmark_config* config,
                                        ep_ompl_benchmark** benchmark, ep_shim_error* error)
{
  return fenced(
      error,
      [&]
      {
        ep_shim::require({{benchmark, "benchmark"}});
        *benchmark = nullptr;
        ep_shim::require({{problem, "problem"}});
        *benchmark =
            make(*problem, ep_shim::config_or(config, ep_ompl_benchmark_default())).release();
      });
}

void ep_ompl_benchmark_destroy(ep_ompl_benchmark* benchmark)
{
  delete benchmark;
}

ep_shim_result ep_ompl_benchmark_add(ep_ompl_benchmark* benchmark, ep_ompl_planner* planner,
                                     ep_shim_error* error)
{
  return fenced(error,
                [&]
                {
                  ep_shim::require({{benchmark, "benchmark"}, {planner, "planner"}});

                  if (planner->of.information != benchmark->of.information)
                  {
                    throw refusal("the planner " + planner->name +
                                  " is of another information than the problem");
                  }
                  benchmark->names.push_back(planner->name);
                  benchmark->planners.push_back(planner->planner);
                  benchmark->benchmark->addPlanner(planner->planner);
                });
}

ep_shim_result ep_ompl_benchmark_run(ep_ompl_benchmark* benchmark, ep_shim_error* error)
{
  return fenced(error,
                [&]
                {
                  ep_shim::require({{benchmark, "benchmark"}});

                  const ep_ompl_benchmark_config& config = benchmark->config;
                  if (benchmark->planners.empty())
                  {
                    throw refusal("the benchmark has no planner");
                  }
                  Benchmark::Request request;
                  request.maxTime = config.seconds;
                  request.maxMem = config.megabytes;
                  request.runCount = static_cast<unsigned>(config.runs);
                  request.displayProgress = false;
                  request.saveConsoleOutput = false;
                  request.simplify = config.simplify == 1;
                  benchmark->benchmark->benchmark(request);
                  benchmark->has_run = true;
                });
}

ep_shim_result ep_ompl_benchmark_save(const ep_ompl_benchmark* benchmark, const char* file,
                                      ep_shim_error* error)
{
  return fenced(error,
                [&]
                {
                  ep_shim::require({{benchmark, "benchmark"}, {file, "file"}});

                  if (!benchmark->has_run)
                  {
                    throw refusal("the benchmark has not run");
                  }
                  // Not by saveResultsToFile(), which writes elsewhere if it cannot write here.
                  std::ostringstream stream;
                  benchmark->benchmark->saveResultsToStream(stream);
                  ep_shim::write_whole_file(file, stream.str());
                });
}

ep_shim_result ep_ompl_benchmark_result(const ep_ompl_benchmark* benchmark, std::int32_t planner,
                                        std::int32_t run, ep_ompl_run* result, ep_shim_error* error)
{
  return fenced(error,
                [&]
                {
                  ep_shim::require({{result, "result"}});
                  *result = ep_ompl_run{EP_OMPL_UNKNOWN, 0, not_known, not_known};
                  ep_shim::require({{benchmark, "benchmark"}});
                  *result = result_of(run_of(*benchmark, planner, run));
                });
}

const char* ep_ompl_benchmark_property(const ep_ompl_benchmark* benchmark, std::int32_t planner,
                                       std::int32_t run, const char* name)
{
  const char* value = nullptr;
  fenced(static_cast<ep_shim_error*>(nullptr),
         [&]
         {
           ep_shim::require({{benchmark, "benchmark"}, {name, "name"}});
           const Benchmark::RunProperties& properties = run_of(*benchmark, planner, run);
           const auto found = properties.find(name);
           value = found == properties.end() ? nullptr : found->second.c_str();
         });
  return value;
}
