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
    {"num_samples", 1, 1e8},
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

std::string ep_shim::parameter_text(const char* name, const char* value)
{
  const std::string text = value != nullptr ? value : "";
  if (text == "true" || text == "false")
  {
    return text == "true" ? "1" : "0";
  }
  double number = NAN;
  const char* const end = text.data() + text.size();
  const std::from_chars_result read = std::from_chars(text.data(), end, number);
  // lexical_cast takes -1 for an unsigned number and wraps it.
  if (read.ec != std::errc() || read.ptr != end || !std::isfinite(number) || text[0] == '-')
  {
    throw refusal("parameter " + shown(name) + ": " + shown(text) +
                  " is not a number of at least 0, true or false");
  }
  for (const limit& each : limits)
  {
    if (std::strcmp(each.name, name) == 0 && !(number >= each.least && number <= each.most))
    {
      throw refusal("parameter " + shown(name) + ": " + shown(text) + " is not in [" +
                    number_text(each.least) + ", " + number_text(each.most) + "]");
    }
  }
  return text;
}
