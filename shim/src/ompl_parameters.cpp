/// @file ompl_parameters.cpp
#include "ompl_parameters.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>

namespace
{

struct limit
{
  const char* name;
  double least;
  double most;
};

/// Values outside would be taken by OMPL 1.5.2 and then end the process, use up its memory, or
/// never end.
constexpr limit limits[] = {
    {"thread_count", 1, 256},
    {"num_threads", 1, 256},
    {"degree", 2, 256},
    {"min_degree", 2, 256},
    {"max_degree", 2, 256},
    {"max_pts_per_leaf", 1, 1e6},
    {"estimated_dimension", 1e-3, 1e3},
    {"num_samples", 10, 1e8},
    {"radius_multiplier", 0.9, 100}, // with less FMT and BFMT have a sample without neighbours
    {"failed_expansion_score_factor", 1e-6, 1},
    {"min_valid_path_fraction", 1e-6, 1},
    {"samples_per_batch", 1, 1e8},
    {"batch_size", 1, 1e8},
    {"max_nearest_neighbors", 1, 1e6},
    {"goal_bias", 0, 1},
    {"border_fraction", 1e-3, 1},
};

} // namespace

void ep_shim::require_parameter(const ep_ompl_planner& planner, const char* name)
{
  const auto& names = planner.parameters;
  if (name != nullptr && std::find(names.begin(), names.end(), name) != names.end())
  {
    return;
  }
  std::string known;
  for (const std::string& each : names)
  {
    known += " " + each;
  }
  throw refusal(planner.name + " has no parameter " + shown(name != nullptr ? name : "") +
                "; it has:" + (known.empty() ? " none" : known));
}

/// Whether it is declared as true or false; OMPL would read 1 or 0 into any other kind of number.
static bool is_truth(const ep_ompl_planner& planner, const char* name)
{
  const ompl::base::ParamSet& all = planner.planner->params();
  return dynamic_cast<const ompl::base::SpecificParam<bool>*>(all.getParams().at(name).get()) !=
         nullptr;
}

[[noreturn]] static void refuse_range(const char* name, double number, const std::string& range)
{
  throw ep_shim::refusal("parameter " + ep_shim::shown(name) + ": " + ep_shim::number_text(number) +
                         " is not " + range);
}

static void require_within_limits(const ep_ompl_planner& planner, const char* name, double number)
{
  for (const limit& each : limits)
  {
    if (std::strcmp(each.name, name) == 0 && !(number >= each.least && number <= each.most))
    {
      refuse_range(name, number,
                   "in [" + ep_shim::number_text(each.least) + ", " +
                       ep_shim::number_text(each.most) + "]");
    }
  }
  // It goes from one tree to the other by steps of this length without asking whether to stop.
  const double least = 1e-4 * planner.of.information->getMaximumExtent();
  if (planner.name == "RRTConnect" && std::strcmp(name, "range") == 0 && number > 0.0 &&
      number < least)
  {
    refuse_range(name, number,
                 "0 or at least " + ep_shim::number_text(least) +
                     ", a ten-thousandth of the space's extent");
  }
}

std::string ep_shim::parameter_text(const ep_ompl_planner& planner, const char* name,
                                    const char* value)
{
  const std::string text = value != nullptr ? value : "";
  if (is_truth(planner, name))
  {
    if (text != "true" && text != "false" && text != "1" && text != "0")
    {
      throw refusal("parameter " + shown(name) + ": " + shown(text) + " is not true or false");
    }
    return text == "true" || text == "1" ? "1" : "0";
  }
  double number = NAN;
  const char* const end = text.data() + text.size();
  const std::from_chars_result read = std::from_chars(text.data(), end, number);
  // lexical_cast takes -1 for an unsigned number and wraps it.
  if (read.ec != std::errc() || read.ptr != end || !std::isfinite(number) || text[0] == '-')
  {
    throw refusal("parameter " + shown(name) + ": " + shown(text) +
                  " is not a number of at least 0");
  }
  require_within_limits(planner, name, number);
  return text;
}

namespace
{

/// 0 where the planner has no such parameter.
double number_of(const ep_ompl_planner& planner, const char* name)
{
  std::string text;
  double number = 0.0;
  if (planner.planner->params().getParam(name, text))
  {
    std::from_chars(text.data(), text.data() + text.size(), number);
  }
  return number;
}

} // namespace

void ep_shim::require_parameters_together(const ep_ompl_planner& planner)
{
  if (planner.name == "RRTstar" && number_of(planner, "ordered_sampling") > 0.0 &&
      number_of(planner, "informed_sampling") == 0.0 &&
      number_of(planner, "sample_rejection") == 0.0)
  {
    throw refusal("RRTstar: ordered_sampling needs informed_sampling or sample_rejection");
  }
  const double dense = number_of(planner, "dense_delta_fraction");
  const double sparse = number_of(planner, "sparse_delta_fraction");
  if (dense > 0.0 && !(dense < sparse))
  {
    throw refusal(planner.name + ": dense_delta_fraction " + number_text(dense) +
                  " is not below sparse_delta_fraction " + number_text(sparse));
  }
}
