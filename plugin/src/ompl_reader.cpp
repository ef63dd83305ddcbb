/// @file ompl_reader.cpp
#include "ompl_reader.hpp"

#include "edgeproof/edge.h"

#include <ompl/base/StateSpaceTypes.h>
#include <ompl/base/spaces/RealVectorStateSpace.h>
#include <ompl/base/spaces/WrapperStateSpace.h>

#include <cmath>
#include <cstring>

namespace ob = ompl::base;

edgeproof::Source edgeproof::Source::at(unsigned int index, double scale, double offset)
{
  return {Kind::Index, index, "", scale, offset};
}

edgeproof::Source edgeproof::Source::named(const std::string& name, double scale, double offset)
{
  return {Kind::Name, 0, name, scale, offset};
}

edgeproof::Source edgeproof::Source::constant(double value)
{
  return {Kind::Constant, 0, "", 1.0, value};
}

namespace edgeproof
{
namespace
{

/// OMPL counts a quaternion as one if its length is 1 within this (SO3StateSpace).
constexpr double quaternion_error = 1e-9;
constexpr double pi = 3.14159265358979323846;

/// Whether an angle that could wrap was declared to run straight (ep_link_desc::linear): then the
/// middle between 3 and -3 is 0, and not half a turn away.
bool runs_straight(const ep_machine* machine, std::size_t value)
{
  ep_error error;
  ep_edge* edge = nullptr;
  if (ep_edge_create(machine, &edge, &error) != EP_OK)
  {
    throw Error("edgeproof: " + std::string(error.message));
  }
  const std::unique_ptr<ep_edge, void (*)(ep_edge*)> owner(edge, ep_edge_destroy);
  std::vector<double> q0(static_cast<std::size_t>(ep_machine_config_size(machine)));
  ep_edge_config(edge, 0.0, q0.data());
  std::vector<double> q1 = q0;
  q0[value] = 3.0;
  q1[value] = -3.0;
  if (ep_edge_set(edge, q0.data(), q1.data(), &error) != EP_OK)
  {
    throw Error("edgeproof: " + std::string(error.message));
  }
  ep_edge_config(edge, 0.5, q0.data());
  return std::fabs(q0[value]) < 1.0;
}

ValueKind kind_of(const ep_machine* machine, const ep_link_info& info, int32_t component)
{
  const auto value = static_cast<std::size_t>(info.config_start + component);
  switch (info.joint)
  {
  case EP_JOINT_REVOLUTE:
    return ValueKind::Angle;
  case EP_JOINT_CONTINUOUS:
    return runs_straight(machine, value) ? ValueKind::Angle : ValueKind::Wrapping;
  case EP_JOINT_PLANAR:
    if (component < 2)
    {
      return ValueKind::Length;
    }
    return runs_straight(machine, value) ? ValueKind::Angle : ValueKind::Wrapping;
  case EP_JOINT_BALL:
    return ValueKind::Quaternion;
  case EP_JOINT_FLOATING:
    return component < 3 ? ValueKind::Length : ValueKind::Quaternion;
  default:
    return ValueKind::Length;
  }
}

/// OMPL gives the name of a space with several values the place of the first of them.
bool has_several_values(const ob::StateSpace& space)
{
  ob::State* state = space.allocState();
  const bool several = space.getValueAddressAtIndex(state, 1) != nullptr;
  space.freeState(state);
  return several;
}

bool is_unit(const double* q)
{
  const double square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
  return std::fabs(square - 1.0) <= 2.0 * quaternion_error;
}

} // namespace

Reader::Reader(const ob::StateSpace& space, std::vector<const ep_machine*> machines,
               const Mapping& mapping)
    : space_(space), bare_(&space), machines_(std::move(machines))
{
  // OMPL's calls by location are not virtual: of a wrapped space they want the state inside.
  while (const auto* wrapper = dynamic_cast<const ob::WrapperStateSpace*>(bare_))
  {
    bare_ = wrapper->getSpace().get();
    ++wrappings_;
  }
  for (std::size_t m = 0; m < machines_.size(); ++m)
  {
    describeMachine(m);
  }
  const std::size_t given = mapping.empty() ? bare_->getValueLocations().size() : mapping.size();
  if (given != values_.size())
  {
    throw Error("edgeproof: a configuration has " + std::to_string(values_.size()) + " values, " +
                (mapping.empty() ? "state space '" + space.getName() + "'" : "the mapping") +
                " has " + std::to_string(given) + ": say with a Mapping which is which");
  }
  for (std::size_t i = 0; i < values_.size(); ++i)
  {
    place(i, mapping.empty() ? Source::at(static_cast<unsigned int>(i)) : mapping[i]);
  }
}

void Reader::describeMachine(std::size_t machine)
{
  const ep_machine* m = machines_[machine];
  if (m == nullptr)
  {
    throw Error("edgeproof: machine " + std::to_string(machine) + " is null");
  }
  const std::size_t first = values_.size();
  values_.resize(first + static_cast<std::size_t>(ep_machine_config_size(m)));
  for (int32_t link = 0; link < ep_machine_link_count(m); ++link)
  {
    ep_link_info info;
    ep_machine_link(m, link, &info);
    for (int32_t k = 0; k < info.config_size; ++k)
    {
      Value& value = values_[first + static_cast<std::size_t>(info.config_start + k)];
      value.kind = kind_of(m, info, k);
      value.machine = machine;
      value.link = link;
      const bool floating = info.joint == EP_JOINT_FLOATING;
      value.component = value.kind == ValueKind::Quaternion && floating ? k - 3 : k;
    }
  }
}

void Reader::place(std::size_t value, const Source& source)
{
  Value& v = values_[value];
  v.constant = source.kind == Source::Kind::Constant;
  v.scale = source.scale;
  v.offset = source.offset;
  if (v.constant)
  {
    return;
  }
  const auto& all = bare_->getValueLocations();
  const auto& names = bare_->getValueLocationsByName();
  if (source.kind == Source::Kind::Index)
  {
    if (source.index >= all.size())
    {
      throw Error("edgeproof: value " + std::to_string(value) + " is mapped to index " +
                  std::to_string(source.index) + ", but states of space '" + space_.getName() +
                  "' have " + std::to_string(all.size()) + " values");
    }
    v.location = all[source.index];
  }
  else
  {
    const auto found = names.find(source.name);
    if (found == names.end())
    {
      throw Error("edgeproof: value " + std::to_string(value) + " is mapped to '" + source.name +
                  "', but no value of state space '" + space_.getName() + "' has this name");
    }
    const ob::StateSpace& part = *found->second.stateLocation.space;
    if (part.getName() == source.name && has_several_values(part))
    {
      throw Error("edgeproof: value " + std::to_string(value) + " is mapped to '" + source.name +
                  "', a space of several values: name one of them, or say which by Source::at()");
    }
    v.location = found->second;
  }
  checkSource(value);
}

void Reader::checkSource(std::size_t value) const
{
  const Value& v = values_[value];
  // Any order of the components draws slerps, of other rotations: the curve does not tell.
  const bool rotation = v.location.stateLocation.space->getType() == ob::STATE_SPACE_SO3;
  if (v.kind == ValueKind::Quaternion && rotation &&
      v.location.index != static_cast<std::size_t>(v.component))
  {
    throw Error("edgeproof: " + where(value) + ": quaternions are mapped in the order x y z w");
  }
  // Products and sums round: where a rounding decides which way round a motion goes, there are
  // none.
  const bool exact = v.offset == 0.0 && (v.scale == 1.0 || v.scale == -1.0);
  const bool straight = v.kind == ValueKind::Length || v.kind == ValueKind::Angle;
  const bool usable = std::isfinite(v.scale) && std::isfinite(v.offset) && v.scale != 0.0;
  const bool same = v.offset == 0.0 && v.scale == 1.0;
  if (!usable || (v.kind == ValueKind::Wrapping && !exact) ||
      (v.kind == ValueKind::Quaternion && !same))
  {
    throw Error("edgeproof: " + where(value) + " cannot have the scale " + std::to_string(v.scale) +
                " and the offset " + std::to_string(v.offset) +
                (usable && !straight ? ": it wraps" : ""));
  }
}

const double* Reader::address(const ob::State* state,
                              const ob::StateSpace::ValueLocation& location) const
{
  for (int i = 0; i < wrappings_; ++i)
  {
    state = state->as<ob::WrapperStateSpace::StateType>()->getState();
  }
  return bare_->getValueAddressAtLocation(state, location);
}

void Reader::readUnchecked(const ob::State* state, double* q) const
{
  for (const Value& v : values_)
  {
    *q++ = v.constant ? v.offset : v.scale * *address(state, v.location) + v.offset;
  }
}

bool Reader::read(const ob::State* state, double* q) const
{
  readUnchecked(state, q);
  for (const Value& v : values_)
  {
    const bool wraps = v.kind == ValueKind::Wrapping;
    const bool rotates = v.kind == ValueKind::Quaternion && v.component == 0;
    if ((wraps && !(std::fabs(*q) <= pi)) || (rotates && !is_unit(q)))
    {
      return false;
    }
    ++q;
  }
  return true;
}

void Reader::write(ob::State* state, std::size_t value, double number) const
{
  const Value& v = values_[value];
  *const_cast<double*>(address(state, v.location)) = (number - v.offset) / v.scale;
}

void Reader::checkPlaces(const ob::State* state) const
{
  std::vector<double> reals;
  space_.copyToReals(reals, state);
  const auto& all = bare_->getValueLocations();
  bool same = reals.size() == all.size();
  for (std::size_t i = 0; same && i < all.size(); ++i)
  {
    const double read = *address(state, all[i]);
    same = std::memcmp(&read, &reals[i], sizeof read) == 0;
  }
  if (!same)
  {
    throw Error("edgeproof: the values of state space '" + space_.getName() +
                "' are not where its locations say: StateSpace::copyToReals() finds others");
  }
}

/// The names on the way to a value: "base/SO2Space3", "arm/elbow".
std::string Reader::pathTo(const ob::StateSpace::ValueLocation& location) const
{
  const ob::StateSpace* at = bare_;
  std::string path;
  for (const std::size_t part : location.stateLocation.chain)
  {
    at = at->as<ob::CompoundStateSpace>()->getSubspace(static_cast<unsigned int>(part)).get();
    path += (path.empty() ? "" : "/") + at->getName();
  }
  const auto* reals = dynamic_cast<const ob::RealVectorStateSpace*>(at);
  const std::string dimension =
      reals == nullptr ? "" : reals->getDimensionName(static_cast<unsigned int>(location.index));
  path = path.empty() ? at->getName() : path;
  return dimension.empty() ? path : path + "/" + dimension;
}

std::string Reader::where(std::size_t value) const
{
  const Value& v = values_[value];
  ep_link_info info;
  ep_machine_link(machines_[v.machine], v.link, &info);
  const std::string component = v.constant || v.location.stateLocation.space == nullptr
                                    ? "constant"
                                    : "component '" + pathTo(v.location) + "'";
  return "value " + std::to_string(value) + " (link '" + info.name + "' of machine '" +
         ep_machine_name(machines_[v.machine]) + "'), " + component + " of state space '" +
         space_.getName() + "'";
}

} // namespace edgeproof
