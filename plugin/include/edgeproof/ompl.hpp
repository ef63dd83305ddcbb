/// @file ompl.hpp
/// Edgeproof in a program that uses OMPL: a MotionValidator that proves whole motions, and the
/// StateValidityChecker that goes with it.
///
/// Three lines plug them in, before si->setup():
///
///   auto proofs = edgeproof::Validation::fromScene(si->getStateSpace(), "site.yaml", "lift");
///   si->setStateValidityChecker(std::make_shared<edgeproof::StateValidityChecker>(si, proofs));
///   si->setMotionValidator(std::make_shared<edgeproof::MotionValidator>(si, proofs));
///
/// **What is proved** is the curve of edgeproof/edge.h between the two configurations. When a
/// Validation is made, StateSpace::interpolate() is compared with it, and a space that draws
/// another curve is refused. What OMPL's own rounding makes of the curve is measured there
/// (Validation::deviation(), usually some 1e-15 of the machine's size) and is not part of the
/// proof: who wants it inside demands that much more clearance.
///
/// **Whatever is not proved free is not free**: undecided, out of budget, cancelled, an error
/// inside. Then lastError() has the text of the first one.
///
/// **Threads.** Everything here may be asked by any number of threads at once (up to
/// EP_VALIDATOR_THREADS_MAX), without a lock, and without allocating once each thread has had its
/// turn. Making and destroying is for one thread.
///
/// Errors of making something are thrown as edgeproof::Error; they name the component and the
/// value.
#ifndef EDGEPROOF_OMPL_HPP
#define EDGEPROOF_OMPL_HPP

#include "edgeproof/plugin/validator.h"

#include <ompl/base/MotionValidator.h>
#include <ompl/base/PlannerTerminationCondition.h>
#include <ompl/base/SpaceInformation.h>
#include <ompl/base/StateValidityChecker.h>
#include <ompl/util/Exception.h>

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

extern "C"
{
  struct ep_scene; // of edgeproof/envs/scene.h
}

namespace edgeproof
{

/// Why something could not be made.
class Error : public ompl::Exception
{
public:
  using ompl::Exception::Exception;
};

/// Where one value of a configuration comes from: scale * (a value of the state) + offset, or a
/// constant.
///
/// A joint that slides or turns between limits takes any scale and offset. An angle that wraps
/// takes a scale of 1 or -1 and no offset, components of quaternions neither: rounding could turn
/// them the other way round.
struct Source
{
  /// The value at this place of StateSpace::copyToReals().
  static Source at(unsigned int index, double scale = 1.0, double offset = 0.0);
  /// The value of this name in StateSpace::getValueLocationsByName(): a dimension of a real vector
  /// space, or a subspace that has a single value; one that has several is refused.
  static Source named(const std::string& name, double scale = 1.0, double offset = 0.0);
  /// The same in every state.
  static Source constant(double value);

  enum class Kind
  {
    Index,
    Name,
    Constant
  };
  Kind kind = Kind::Constant;
  unsigned int index = 0;
  std::string name;
  double scale = 1.0;
  double offset = 0.0; ///< the constant, where it is one
};

/// One source for each value of a configuration, in its order. Empty: value i is at(i), which is
/// right for spaces with a component for each joint, in order, and for real vectors.
using Mapping = std::vector<Source>;

/// How the state space is examined when a Validation is made, and how the checker works.
struct Options
{
  ep_validator_options validator = ep_validator_default();
  /// Pairs of random states on which the curves are compared, each both ways.
  int pairs = 64;
  /// A curve of OMPL's may be off by this much: radians in an angle or a rotation.
  double radians = 1e-7;
  /// The same in metres: a sliding joint, and any point of the machine's boxes.
  double metres = 1e-6;
  /// Refuse a space whose random states leave the limits of the machine's joints by more than 1e-3:
  /// most often two values of the mapping were confused.
  bool limits = true;
};

/// A frozen world, and how the states of a space are configurations of it. Both validators of a
/// SpaceInformation share one, and with it what is counted.
class Validation
{
public:
  /// The machines are those of the world, in the order in which they were added; world and machines
  /// must outlive the Validation. The space is set up if it was not, and kept.
  Validation(ompl::base::StateSpacePtr space, const ep_world* world,
             const std::vector<const ep_machine*>& machines, const Mapping& mapping = {},
             const Options& options = {});
  ~Validation();
  Validation(const Validation&) = delete;
  Validation& operator=(const Validation&) = delete;

  /// The world of a query of a scene file, with what the query attaches; the first query where the
  /// name is "". Keeps the scene. `options.validator.make` must be empty.
  static std::shared_ptr<Validation> fromScene(const ompl::base::StateSpacePtr& space,
                                               const std::string& path,
                                               const std::string& query = "",
                                               const Mapping& mapping = {},
                                               const Options& options = {});

  const ompl::base::StateSpacePtr& space() const;
  ep_validator* validator() const; ///< for questions in C; belongs to the Validation
  std::size_t configurationSize() const;

  /// The configuration of a state. False, with nothing written that may be used, for a state that
  /// cannot be one: an angle that wraps outside of [-pi, pi], or a quaternion whose length is not 1
  /// within 1e-9: from there OMPL's own interpolation is another curve.
  bool configuration(const ompl::base::State* state, double* q) const;

  /// @name Questions about states of the space. `result` may be NULL.
  /// @{
  ep_verdict state(const ompl::base::State* state, ep_result* result = nullptr) const;
  ep_verdict motion(const ompl::base::State* s1, const ompl::base::State* s2,
                    ep_result* result = nullptr) const;
  /// ep_validator_prefix(), on the states that StateSpace::interpolate() makes. `last`, which may
  /// be NULL and may be s1 or s2, receives the state at prefix->t_last unless the motion is free.
  ep_verdict prefix(const ompl::base::State* s1, const ompl::base::State* s2, ep_prefix* prefix,
                    ompl::base::State* last) const;
  /// ep_validator_clearance(): metres, proved.
  double clearance(const ompl::base::State* state) const;
  /// @}

  /// From now on a check ends, undecided, once the condition holds; may be called while others ask.
  /// A condition stays until the next call, also after it has come true: clear it before more is
  /// asked, such as simplifying the path.
  void setTermination(const ompl::base::PlannerTerminationCondition& condition) const;
  void clearTermination() const;

  /// The largest distance, in metres, between where the machine was on OMPL's curve and on ours.
  double deviation() const;

  ep_validator_statistics statistics() const;
  void clearStatistics() const;
  /// Adds the statistics as properties of a run of OMPL's Benchmark, with keys such as
  /// "edges checked INTEGER". Call it in the benchmark's post-run event, and clearStatistics() in
  /// its pre-run event.
  void writeRun(std::map<std::string, std::string>& run) const;

  /// The text of the first error of any question since clearStatistics(), "" if there was none.
  std::string lastError() const;

private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

using ValidationPtr = std::shared_ptr<const Validation>;

/// A scene file: the state space of its machines, start and goal of a query, and the Validation.
class Scene
{
public:
  /// The first query where the name is "".
  explicit Scene(const std::string& path, const std::string& query = "");
  ~Scene();
  Scene(const Scene&) = delete;
  Scene& operator=(const Scene&) = delete;

  /// A space with one component for each joint, in the order of the configuration, named like the
  /// values in the scene ("crane/slew"): real vectors of one dimension, SO2 for what wraps, SE2,
  /// SO3 and SE3. Bounds are those of the scene; a joint that has none is an error that names it.
  ompl::base::StateSpacePtr makeSpace() const;
  /// Writes an end of the query into a state of such a space.
  void copyStart(const ompl::base::StateSpacePtr& space, ompl::base::State* state) const;
  void copyGoal(const ompl::base::StateSpacePtr& space, ompl::base::State* state) const;

  /// Of this or any other space. The Validation keeps what it needs of the scene.
  std::shared_ptr<Validation> validate(const ompl::base::StateSpacePtr& space,
                                       const Mapping& mapping = {},
                                       const Options& options = {}) const;

  /// @name For questions in C; they belong to the Scene.
  /// @{
  const ep_scene* scene() const;
  const ep_world* world() const; ///< of the query
  int32_t query() const;         ///< EP_SCENE_NONE where the file has none
  /// @}

private:
  struct Inside;
  std::shared_ptr<Inside> inside_;
};

/// Proves motions. Both forms of checkMotion() keep OMPL's contract.
///
/// The second one leaves `lastValid` alone when the motion is free. Otherwise lastValid.second, in
/// [0, 1), is a moment up to which the motion is proved free, with more than the tolerance to spare
/// where there is such a moment, and lastValid.first, unless NULL, the state that
/// StateSpace::interpolate() has there; where nothing is proved, 0 and a copy of s1.
class MotionValidator : public ompl::base::MotionValidator
{
public:
  /// The space of `si` must be the Validation's.
  MotionValidator(const ompl::base::SpaceInformationPtr& si, ValidationPtr validation);

  bool checkMotion(const ompl::base::State* s1, const ompl::base::State* s2) const override;
  bool checkMotion(const ompl::base::State* s1, const ompl::base::State* s2,
                   std::pair<ompl::base::State*, double>& lastValid) const override;

  const Validation& validation() const;
  /// Validation::setTermination().
  void setTermination(const ompl::base::PlannerTerminationCondition& condition) const;
  void clearTermination() const;

private:
  bool counted(bool valid) const;

  ValidationPtr validation_;
};

/// A state is valid if it satisfies the bounds of the space and is proved free.
class StateValidityChecker : public ompl::base::StateValidityChecker
{
public:
  StateValidityChecker(const ompl::base::SpaceInformationPtr& si, ValidationPtr validation);

  using ompl::base::StateValidityChecker::clearance;
  using ompl::base::StateValidityChecker::isValid;

  bool isValid(const ompl::base::State* state) const override;
  /// A lower bound: metres to the nearest thing, at most the validator's distance_limit.
  double clearance(const ompl::base::State* state) const override;

  const Validation& validation() const;

private:
  ValidationPtr validation_;
};

} // namespace edgeproof

#endif
