/// @file ompl_curve.cpp
#include "ompl_curve.hpp"

#include "edgeproof/edge.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <sstream>

namespace ob = ompl::base;

namespace edgeproof
{
namespace
{

constexpr double pi = 3.14159265358979323846;
/// OMPL's spaces stand still for rotations below about 9e-5 rad, and so may the proof (edge.h).
constexpr double standstill = 1e-4;
/// Radians or metres that random states may be outside of a joint's limits.
constexpr double limit_slack = 1e-3;
constexpr std::array<double, 7> moments = {0.0, 1e-3, 0.25, 0.5, 0.7, 0.999, 1.0};

using EdgePtr = std::unique_ptr<ep_edge, void (*)(ep_edge*)>;

/// A state that is freed.
class OwnState
{
public:
  explicit OwnState(const ob::StateSpace& space) : space_(space), state_(space.allocState())
  {
  }
  ~OwnState()
  {
    space_.freeState(state_);
  }
  OwnState(const OwnState&) = delete;
  OwnState& operator=(const OwnState&) = delete;
  ob::State* get() const
  {
    return state_;
  }

private:
  const ob::StateSpace& space_;
  ob::State* state_;
};

/// The angle of the rotation between two quaternions of any length.
double rotation_between(const double* a, const double* b)
{
  double dot = 0.0;
  double aa = 0.0;
  double bb = 0.0;
  for (int k = 0; k < 4; ++k)
  {
    dot += a[k] * b[k];
    aa += a[k] * a[k];
    bb += b[k] * b[k];
  }
  const double sign = dot < 0.0 ? -1.0 : 1.0;
  double chord = 0.0;
  for (int k = 0; k < 4; ++k)
  {
    const double d = a[k] / std::sqrt(aa) - sign * b[k] / std::sqrt(bb);
    chord += d * d;
  }
  return 4.0 * std::asin(std::min(1.0, 0.5 * std::sqrt(chord)));
}

/// Where a space went farthest from our curve, in units of what is allowed.
struct Worst
{
  double excess = 0.0;
  double deviation = 0.0; ///< of the value
  double metres = 0.0;    ///< of the machine, at the same moment
  std::size_t value = 0;
  double t = 0.0;
};

class Comparison
{
public:
  Comparison(const ob::StateSpace& space, const Reader& reader, const ep_world* world,
             const Options& options);

  double run();

private:
  void compareBothWays();
  void compare(const ob::State* from, const ob::State* to);
  void ours(double t);
  void weigh(double t);
  double deviationOf(std::size_t value) const;
  double displacement();
  double displacementOf(std::size_t machine, const double* a, const double* b);
  void makeHard(int kind);
  void makeRotation(std::size_t value, double angle);
  void checkLimits(const ob::State* state) const;
  void refuse() const;

  const ob::StateSpace& space_;
  const Reader& reader_;
  const ep_world* world_;
  const Options& options_;
  ob::StateSamplerPtr sampler_;
  OwnState s1_;
  OwnState s2_;
  OwnState middle_;
  std::vector<EdgePtr> edges_;
  std::vector<std::vector<ep_body_info>> bodies_; ///< those of each machine's links
  std::array<std::vector<ep_frame>, 2> frames_;
  std::vector<double> q1_, q2_, theirs_, ours_;
  Worst worst_;
  double metres_ = 0.0;
};

Comparison::Comparison(const ob::StateSpace& space, const Reader& reader, const ep_world* world,
                       const Options& options)
    : space_(space), reader_(reader), world_(world), options_(options),
      sampler_(space.allocStateSampler()), s1_(space), s2_(space), middle_(space),
      bodies_(reader.machines().size()), q1_(reader.size()), q2_(reader.size()),
      theirs_(reader.size()), ours_(reader.size())
{
  for (const ep_machine* machine : reader.machines())
  {
    ep_error error;
    ep_edge* edge = nullptr;
    if (ep_edge_create(machine, &edge, &error) != EP_OK)
    {
      throw Error("edgeproof: " + std::string(error.message));
    }
    edges_.emplace_back(edge, ep_edge_destroy);
  }
  for (int32_t body = 0; body < ep_world_body_count(world); ++body)
  {
    ep_body_info info;
    if (ep_world_get_body(world, body, &info) == EP_OK && info.kind == EP_BODY_LINK &&
        static_cast<std::size_t>(info.machine) < bodies_.size())
    {
      bodies_[static_cast<std::size_t>(info.machine)].push_back(info);
    }
  }
}

/// Our configuration at t. Below OMPL's standstill either curve will do: the one nearer to theirs.
void Comparison::ours(double t)
{
  std::size_t first = 0;
  for (const EdgePtr& edge : edges_)
  {
    ep_error error;
    if (ep_edge_set(edge.get(), q1_.data() + first, q2_.data() + first, &error) != EP_OK)
    {
      throw Error("edgeproof: a random state of space '" + space_.getName() +
                  "' is no configuration: " + error.message);
    }
    ep_edge_config(edge.get(), t, ours_.data() + first);
    first += static_cast<std::size_t>(ep_machine_config_size(ep_edge_machine(edge.get())));
  }
  for (std::size_t i = 0; i < reader_.size(); ++i)
  {
    const Value& v = reader_.values()[i];
    if (v.kind == ValueKind::Quaternion && v.component == 0 &&
        rotation_between(&q1_[i], &q2_[i]) < standstill &&
        rotation_between(&q1_[i], &theirs_[i]) < rotation_between(&ours_[i], &theirs_[i]))
    {
      std::copy_n(&q1_[i], 4, &ours_[i]);
    }
  }
}

double Comparison::deviationOf(std::size_t i) const
{
  switch (reader_.values()[i].kind)
  {
  case ValueKind::Wrapping:
    return std::fabs(std::remainder(theirs_[i] - ours_[i], 2.0 * pi));
  case ValueKind::Quaternion:
    return reader_.values()[i].component == 0 ? rotation_between(&theirs_[i], &ours_[i]) : 0.0;
  default:
    return std::fabs(theirs_[i] - ours_[i]);
  }
}

/// Claim     no point of the boxes of a machine's links is farther apart than this.
/// Why       the distance between two places of a point is convex in the point: a corner is worst.
double Comparison::displacementOf(std::size_t machine, const double* a, const double* b)
{
  const ep_machine* m = reader_.machines()[machine];
  for (std::size_t k = 0; k < 2; ++k)
  {
    frames_[k].resize(static_cast<std::size_t>(ep_machine_link_count(m)));
    ep_machine_forward(m, k == 0 ? a : b, frames_[k].data(), nullptr);
  }
  double most = 0.0;
  for (const ep_body_info& body : bodies_[machine])
  {
    const ep_frame& f = frames_[0][static_cast<std::size_t>(body.link)];
    const ep_frame& g = frames_[1][static_cast<std::size_t>(body.link)];
    for (unsigned int corner = 0; body.triangles > 0 && corner < 8; ++corner)
    {
      double square = 0.0;
      for (int row = 0; row < 3; ++row)
      {
        double d = f.position[row] - g.position[row];
        for (int k = 0; k < 3; ++k)
        {
          const double p = (corner >> k & 1U) != 0 ? body.box.hi[k] : body.box.lo[k];
          d += (f.rotation[row][k] - g.rotation[row][k]) * p;
        }
        square += d * d;
      }
      most = std::max(most, square);
    }
  }
  return std::sqrt(most);
}

double Comparison::displacement()
{
  double most = 0.0;
  std::size_t first = 0;
  for (std::size_t m = 0; m < reader_.machines().size(); ++m)
  {
    most = std::max(most, displacementOf(m, theirs_.data() + first, ours_.data() + first));
    first += static_cast<std::size_t>(ep_machine_config_size(reader_.machines()[m]));
  }
  return most;
}

/// How often what is allowed fits into a deviation. A NaN is the worst of all.
double excess_of(double deviation, double allowed)
{
  return std::isnan(deviation) ? std::numeric_limits<double>::infinity() : deviation / allowed;
}

void Comparison::weigh(double t)
{
  const double metres = displacement();
  metres_ = std::max(metres_, metres);
  Worst here;
  for (std::size_t i = 0; i < reader_.size(); ++i)
  {
    const double deviation = deviationOf(i);
    const double allowed =
        reader_.values()[i].kind == ValueKind::Length ? options_.metres : options_.radians;
    const double excess = excess_of(deviation, allowed);
    if (excess > here.excess)
    {
      here = {excess, deviation, metres, i, t};
    }
  }
  here.excess = std::max(here.excess, excess_of(metres, options_.metres));
  if (here.excess > worst_.excess)
  {
    worst_ = here;
  }
}

void Comparison::compare(const ob::State* from, const ob::State* to)
{
  reader_.readUnchecked(from, q1_.data());
  reader_.readUnchecked(to, q2_.data());
  for (const double t : moments)
  {
    space_.interpolate(from, to, t, middle_.get());
    reader_.readUnchecked(middle_.get(), theirs_.data());
    ours(t);
    weigh(t);
  }
}

void Comparison::compareBothWays()
{
  compare(s1_.get(), s2_.get());
  compare(s2_.get(), s1_.get());
}

/// The rotation of the second state becomes that of the first one, turned by an angle.
void Comparison::makeRotation(std::size_t value, double angle)
{
  const double* a = &q1_[value];
  const double* b = &q2_[value];
  const double length = std::sqrt(b[0] * b[0] + b[1] * b[1] + b[2] * b[2]);
  const double s = length > 0.0 ? std::sin(0.5 * angle) / length : 0.0;
  const double u[4] = {b[0] * s, b[1] * s, b[2] * s, length > 0.0 ? std::cos(0.5 * angle) : 1.0};
  const double product[4] = {a[3] * u[0] + a[0] * u[3] + a[1] * u[2] - a[2] * u[1],
                             a[3] * u[1] - a[0] * u[2] + a[1] * u[3] + a[2] * u[0],
                             a[3] * u[2] + a[0] * u[1] - a[1] * u[0] + a[2] * u[3],
                             a[3] * u[3] - a[0] * u[0] - a[1] * u[1] - a[2] * u[2]};
  for (std::size_t k = 0; k < 4; ++k)
  {
    reader_.write(s2_.get(), value + k, product[k]);
  }
}

/// Random states made hard: kind 0 across the seam, 1 half a turn apart (and to either side of it),
/// 2 nearly together.
void Comparison::makeHard(int kind)
{
  sampler_->sampleUniform(s1_.get());
  sampler_->sampleUniform(s2_.get());
  reader_.readUnchecked(s1_.get(), q1_.data());
  reader_.readUnchecked(s2_.get(), q2_.data());
  static constexpr std::array<double, 4> near_half_turn = {0.0, 1e-15, 1e-9, 1e-4};
  static constexpr std::array<double, 4> tiny = {1e-3, 1e-4, 5e-5, 1e-7};
  for (std::size_t i = 0; i < reader_.size(); ++i)
  {
    const Value& v = reader_.values()[i];
    const std::size_t pick = i % 4;
    if (v.constant)
    {
      continue;
    }
    if (v.kind == ValueKind::Wrapping)
    {
      const double small = 0.1 * std::fabs(q1_[i]);
      const double other = 0.1 * std::fabs(q2_[i]);
      const double side = q1_[i] < 0.0 ? -1.0 : 1.0;
      const double begin = kind == 0 ? side * (pi - small) : kind == 1 ? side * small : q1_[i];
      const double end = kind == 0   ? -side * (pi - other)
                         : kind == 1 ? begin - side * (pi - near_half_turn[pick])
                                     : q1_[i] * (1.0 - tiny[pick]);
      reader_.write(s1_.get(), i, begin);
      reader_.write(s2_.get(), i, end);
    }
    if (v.kind == ValueKind::Quaternion && v.component == 0)
    {
      makeRotation(i, kind == 2 ? tiny[pick] : pi - (kind == 0 ? 1e-2 : near_half_turn[pick]));
    }
  }
}

void Comparison::checkLimits(const ob::State* state) const
{
  std::vector<double> q(reader_.size());
  reader_.readUnchecked(state, q.data());
  for (std::size_t i = 0; i < q.size(); ++i)
  {
    const Value& v = reader_.values()[i];
    ep_link_info info;
    ep_machine_link(reader_.machines()[v.machine], v.link, &info);
    if (v.kind == ValueKind::Wrapping || v.kind == ValueKind::Quaternion)
    {
      continue;
    }
    const double lower = info.lower[v.component];
    const double upper = info.upper[v.component];
    if (q[i] < lower - limit_slack || q[i] > upper + limit_slack)
    {
      std::ostringstream text;
      text << "edgeproof: " << reader_.where(i) << ": a random state has " << q[i]
           << ", which the joint's limits [" << lower << ", " << upper
           << "] exclude. Is this value mapped to another joint? (Options::limits)";
      throw Error(text.str());
    }
  }
}

void Comparison::refuse() const
{
  std::ostringstream text;
  text << "edgeproof: " << reader_.where(worst_.value)
       << " does not follow the curve that is proved: at t = " << worst_.t
       << " of a random motion it is off by " << worst_.deviation
       << (reader_.values()[worst_.value].kind == ValueKind::Length ? " m" : " rad")
       << ", the machine by " << worst_.metres << " m; allowed are " << options_.radians
       << " rad and " << options_.metres << " m";
  throw Error(text.str());
}

double Comparison::run()
{
  for (int i = 0; i < options_.pairs; ++i)
  {
    sampler_->sampleUniform(s1_.get());
    sampler_->sampleUniform(s2_.get());
    reader_.checkPlaces(s1_.get());
    compareBothWays();
    if (worst_.excess <= 1.0 && options_.limits)
    {
      checkLimits(s1_.get());
    }
  }
  // A space that is not ours may not bear to have its states written to: it is refused before.
  for (int i = 0; worst_.excess <= 1.0 && i < 3 * options_.pairs; ++i)
  {
    makeHard(i % 3);
    compareBothWays();
  }
  if (!(worst_.excess <= 1.0))
  {
    refuse();
  }
  return metres_;
}

} // namespace

double compareCurves(const ob::StateSpace& space, const Reader& reader, const ep_world* world,
                     const Options& options)
{
  if (!(options.pairs > 0 && options.radians > 0.0 && options.metres > 0.0))
  {
    throw Error("edgeproof: pairs, radians and metres of Options must be above 0");
  }
  Comparison comparison(space, reader, world, options);
  return comparison.run();
}

} // namespace edgeproof
