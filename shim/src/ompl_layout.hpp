/// @file ompl_layout.hpp
/// Where the values of a state stand in OMPL's structure of it.
#ifndef EP_SHIM_OMPL_LAYOUT_HPP
#define EP_SHIM_OMPL_LAYOUT_HPP

#include "edgeproof/shim/no_simd.hpp"

#include <ompl/base/StateSpace.h>

#include <string>
#include <vector>

namespace ep_shim
{

/// Reads and writes states as flat arrays. Does not change once made.
class state_layout
{
public:
  /// The space must outlive the layout.
  explicit state_layout(const ompl::base::StateSpace& space);

  std::size_t size() const
  {
    return ranges_.size();
  }
  /// How far a value can go.
  double range(std::size_t value) const
  {
    return ranges_[value];
  }

  void read(const ompl::base::State* state, double* values) const;
  void write(const double* values, ompl::base::State* state) const;
  double value(const ompl::base::State* state, std::size_t index) const;

  /// "" if OMPL can work with the values, otherwise what is wrong with the first that it cannot.
  std::string problem_of(const double* values) const;
  bool is_usable(const double* values) const
  {
    return first_problem(values) == ranges_.size();
  }
  /// Throws a refusal that begins with `what`.
  void require_usable(const double* values, const char* what) const;
  /// As above, and all values finite is enough.
  void require_finite(const double* values, const char* what) const;

private:
  enum class part_kind
  {
    reals,
    angle,
    quaternion
  };
  struct part
  {
    part_kind kind;
    std::size_t offset;
    std::size_t count;
    std::vector<unsigned> chain; ///< of components, from the whole state to this part
    std::string name;
  };

  void add(const ompl::base::StateSpace& space, std::vector<unsigned>& chain);
  std::size_t first_problem(const double* values) const;
  const part& part_of(std::size_t value) const;

  std::vector<part> parts_;
  std::vector<double> ranges_;
};

} // namespace ep_shim

#endif
