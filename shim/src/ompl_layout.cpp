/// @file ompl_layout.cpp
#include "ompl_layout.hpp"

#include "fence.hpp"

#include <ompl/base/spaces/RealVectorStateSpace.h>
#include <ompl/base/spaces/SO2StateSpace.h>
#include <ompl/base/spaces/SO3StateSpace.h>

#include <algorithm>
#include <cmath>

namespace ob = ompl::base;

namespace
{

constexpr double pi = 3.14159265358979323846;
/// What OMPL allows a quaternion's length to be off.
constexpr double unit_slack = 1e-9;

using reals = ob::RealVectorStateSpace::StateType;
using angle = ob::SO2StateSpace::StateType;
using quaternion = ob::SO3StateSpace::StateType;

template <class State> State* component(State* state, const std::vector<unsigned>& chain)
{
  for (const unsigned index : chain)
  {
    state = state->template as<ob::CompoundState>()->components[index];
  }
  return state;
}

} // namespace

namespace ep_shim
{

state_layout::state_layout(const ob::StateSpace& space)
{
  std::vector<unsigned> chain;
  add(space, chain);
}

void state_layout::add(const ob::StateSpace& space, std::vector<unsigned>& chain)
{
  if (space.isCompound())
  {
    const auto& compound = *space.as<ob::CompoundStateSpace>();
    for (unsigned i = 0; i < compound.getSubspaceCount(); ++i)
    {
      chain.push_back(i);
      add(*compound.getSubspace(i), chain);
      chain.pop_back();
    }
    return;
  }
  part added{part_kind::reals, ranges_.size(), 1, chain, space.getName()};
  if (space.getType() == ob::STATE_SPACE_SO2)
  {
    added.kind = part_kind::angle;
    ranges_.push_back(2.0 * pi);
  }
  else if (space.getType() == ob::STATE_SPACE_SO3)
  {
    added.kind = part_kind::quaternion;
    added.count = 4;
    ranges_.insert(ranges_.end(), 4, 2.0);
  }
  else
  {
    const auto& vector = *space.as<ob::RealVectorStateSpace>();
    added.count = vector.getDimension();
    for (unsigned i = 0; i < vector.getDimension(); ++i)
    {
      ranges_.push_back(vector.getBounds().high[i] - vector.getBounds().low[i]);
    }
  }
  parts_.push_back(std::move(added));
}

void state_layout::read(const ob::State* state, double* values) const
{
  for (const part& each : parts_)
  {
    const ob::State* from = component(state, each.chain);
    double* to = values + each.offset;
    switch (each.kind)
    {
    case part_kind::reals:
      std::copy_n(from->as<reals>()->values, each.count, to);
      break;
    case part_kind::angle:
      to[0] = from->as<angle>()->value;
      break;
    case part_kind::quaternion:
      to[0] = from->as<quaternion>()->x;
      to[1] = from->as<quaternion>()->y;
      to[2] = from->as<quaternion>()->z;
      to[3] = from->as<quaternion>()->w;
      break;
    }
  }
}

void state_layout::write(const double* values, ob::State* state) const
{
  for (const part& each : parts_)
  {
    const double* from = values + each.offset;
    ob::State* to = component(state, each.chain);
    switch (each.kind)
    {
    case part_kind::reals:
      std::copy_n(from, each.count, to->as<reals>()->values);
      break;
    case part_kind::angle:
      to->as<angle>()->value = from[0];
      break;
    case part_kind::quaternion:
      to->as<quaternion>()->x = from[0];
      to->as<quaternion>()->y = from[1];
      to->as<quaternion>()->z = from[2];
      to->as<quaternion>()->w = from[3];
      break;
    }
  }
}

const state_layout::part& state_layout::part_of(std::size_t value) const
{
  return *std::find_if(parts_.begin(), parts_.end(),
                       [value](const part& each) { return value < each.offset + each.count; });
}

double state_layout::value(const ob::State* state, std::size_t index) const
{
  const part& owner = part_of(index);
  const ob::State* from = component(state, owner.chain);
  if (owner.kind == part_kind::reals)
  {
    return from->as<reals>()->values[index - owner.offset];
  }
  if (owner.kind == part_kind::angle)
  {
    return from->as<angle>()->value;
  }
  const auto* q = from->as<quaternion>();
  const double all[4] = {q->x, q->y, q->z, q->w};
  return all[index - owner.offset];
}

std::size_t state_layout::first_problem(const double* values) const
{
  for (const part& each : parts_)
  {
    const double* v = values + each.offset;
    for (std::size_t i = 0; i < each.count; ++i)
    {
      if (!std::isfinite(v[i]))
      {
        return each.offset + i;
      }
    }
    if (each.kind == part_kind::angle && !(v[0] >= -pi && v[0] < pi))
    {
      return each.offset;
    }
    if (each.kind == part_kind::quaternion)
    {
      const double length = std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2] + v[3] * v[3]);
      if (!(std::fabs(length - 1.0) < unit_slack))
      {
        return each.offset;
      }
    }
  }
  return ranges_.size();
}

std::string state_layout::problem_of(const double* values) const
{
  const std::size_t bad = first_problem(values);
  if (bad == ranges_.size())
  {
    return "";
  }
  const part& owner = part_of(bad);
  const std::string element = "value " + std::to_string(bad) + " (part " + shown(owner.name) + ") ";
  if (!std::isfinite(values[bad]))
  {
    return element + "is " + number_text(values[bad]);
  }
  if (owner.kind == part_kind::angle)
  {
    return element + "is " + number_text(values[bad]) + ", not an angle in [-pi, pi)";
  }
  return element + "begins a quaternion that is not of length 1 within 1e-9";
}

void state_layout::require_usable(const double* values, const char* what) const
{
  if (!is_usable(values))
  {
    throw refusal(std::string(what) + ": " + problem_of(values));
  }
}

void state_layout::require_finite(const double* values, const char* what) const
{
  for (std::size_t i = 0; i < size(); ++i)
  {
    if (!std::isfinite(values[i]))
    {
      throw refusal(std::string(what) + ": value " + std::to_string(i) + " is " +
                    number_text(values[i]));
    }
  }
}

} // namespace ep_shim
