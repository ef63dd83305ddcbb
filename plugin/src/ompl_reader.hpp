/// @file ompl_reader.hpp
/// Configurations of a world from states of an OMPL space.
#ifndef EDGEPROOF_OMPL_READER_HPP
#define EDGEPROOF_OMPL_READER_HPP

#include "edgeproof/shim/no_simd.hpp"

#include "edgeproof/ompl.hpp"

namespace edgeproof
{

/// What one value of a configuration is.
enum class ValueKind
{
  Length,    ///< runs straight, metres
  Angle,     ///< runs straight, radians
  Wrapping,  ///< an angle that takes the short way round
  Quaternion ///< one of four components that stand together, x first
};

struct Value
{
  ValueKind kind = ValueKind::Length;
  std::size_t machine = 0;
  int32_t link = 0;
  int32_t component = 0; ///< among the values of its joint; 0 to 3 in a quaternion
  bool constant = false;
  double scale = 1.0;
  double offset = 0.0;
  ompl::base::StateSpace::ValueLocation location; ///< where it is not constant
};

/// Read-only once made: any number of threads may read.
class Reader
{
public:
  /// Throws Error where the mapping does not fit the space or the machines.
  Reader(const ompl::base::StateSpace& space, std::vector<const ep_machine*> machines,
         const Mapping& mapping);

  std::size_t size() const
  {
    return values_.size();
  }
  const std::vector<Value>& values() const
  {
    return values_;
  }
  const std::vector<const ep_machine*>& machines() const
  {
    return machines_;
  }

  /// All values; false where a state cannot be a configuration (Validation::configuration()).
  bool read(const ompl::base::State* state, double* q) const;
  /// The same without looking at what was read.
  void readUnchecked(const ompl::base::State* state, double* q) const;
  /// Changes a state so that read() gives this value; not for constants.
  void write(ompl::base::State* state, std::size_t value, double number) const;

  /// Throws Error where the places of the values are not those of StateSpace::copyToReals().
  void checkPlaces(const ompl::base::State* state) const;

  /// "value 3 (link 'boom' of machine 'crane'), component 'arm/elbow' of state space 'Space0'".
  std::string where(std::size_t value) const;

private:
  void describeMachine(std::size_t machine);
  void place(std::size_t value, const Source& source);
  void checkSource(std::size_t value) const;
  std::string pathTo(const ompl::base::StateSpace::ValueLocation& location) const;
  const double* address(const ompl::base::State* state,
                        const ompl::base::StateSpace::ValueLocation& location) const;

  const ompl::base::StateSpace& space_; ///< as given, for names
  const ompl::base::StateSpace* bare_;  ///< the same, or what it wraps
  int wrappings_ = 0;
  std::vector<const ep_machine*> machines_;
  std::vector<Value> values_;
};

} // namespace edgeproof

#endif
