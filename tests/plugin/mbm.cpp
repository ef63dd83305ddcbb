/// @file mbm.cpp
/// MotionBenchMaker problems with RRTConnect: our validator, and FCL with OMPL's discrete one (at 1
/// % of the space, and every 5 mm). Every path is judged edge by edge, by our checker and by FCL at
/// samples no more than a millimetre apart.
///
/// usage: mbm SECONDS SEED SCENE... ; SECONDS of processor time for each. Prints a line for each
/// run and a table. Fails if a path of our validator is not free to either judge.
#include "edgeproof/envs/scene.h"
#include "edgeproof/ompl.hpp"
#include "edgeproof/plugin/fcl_world.h"

#include <ompl/base/DiscreteMotionValidator.h>
#include <ompl/base/ScopedState.h>
#include <ompl/base/spaces/RealVectorStateSpace.h>
#include <ompl/geometric/SimpleSetup.h>
#include <ompl/geometric/planners/rrt/RRTConnect.h>
#include <ompl/util/RandomNumbers.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <numeric>

namespace ob = ompl::base;
namespace og = ompl::geometric;

namespace
{

void must(ep_status status, const ep_error& error)
{
  if (status != EP_OK)
  {
    throw edgeproof::Error(error.message);
  }
}

const double* values_of(const ob::State* state)
{
  return state->as<ob::RealVectorStateSpace::StateType>()->values;
}

/// The scene in FCL, and a checker of it for the one thread that plans.
struct FclScene
{
  explicit FclScene(const edgeproof::Scene& scene)
  {
    ep_error error;
    ep_fcl_world* made_world = nullptr;
    must(ep_fcl_world_create(scene.scene(), scene.query(), scene.world(), &made_world, &error),
         error);
    world.reset(made_world);
    ep_fcl_checker* made_checker = nullptr;
    must(ep_fcl_checker_create(made_world, &made_checker, &error), error);
    checker.reset(made_checker);
  }

  bool sampled(const double* q0, const double* q1, double metres) const
  {
    ep_error error;
    int32_t steps = 1;
    ep_fcl_edge_result result;
    must(ep_fcl_edge_steps_of_motion(checker.get(), q0, q1, metres, &steps, &error), error);
    must(ep_fcl_check_edge_sampled(checker.get(), q0, q1, std::max(steps, 1), &result, &error),
         error);
    return result.decided && !result.collides;
  }

  std::unique_ptr<ep_fcl_world, void (*)(ep_fcl_world*)> world{nullptr, ep_fcl_world_destroy};
  std::unique_ptr<ep_fcl_checker, void (*)(ep_fcl_checker*)> checker{nullptr,
                                                                     ep_fcl_checker_destroy};
};

class FclStates : public ob::StateValidityChecker
{
public:
  FclStates(const ob::SpaceInformationPtr& si, const FclScene& scene)
      : ob::StateValidityChecker(si), scene_(scene)
  {
  }
  bool isValid(const ob::State* state) const override
  {
    ep_error error;
    bool collides = true;
    must(ep_fcl_check_state(scene_.checker.get(), values_of(state), &collides, &error), error);
    return si_->satisfiesBounds(state) && !collides;
  }

private:
  const FclScene& scene_;
};

/// Samples so that no point moves farther than 5 mm between two.
class FclMotions : public ob::MotionValidator
{
public:
  FclMotions(const ob::SpaceInformationPtr& si, const FclScene& scene)
      : ob::MotionValidator(si), scene_(scene)
  {
  }
  bool checkMotion(const ob::State* s1, const ob::State* s2) const override
  {
    const bool valid = scene_.sampled(values_of(s1), values_of(s2), 5e-3);
    ++(valid ? valid_ : invalid_);
    return valid;
  }
  bool checkMotion(const ob::State*, const ob::State*,
                   std::pair<ob::State*, double>&) const override
  {
    throw edgeproof::Error("RRTConnect asks the first form only");
  }

private:
  const FclScene& scene_;
};

enum Method
{
  ours = 0,
  discrete,
  millimetres,
  method_count
};
constexpr std::array<const char*, method_count> names = {"Edgeproof", "FCL, 1 %", "FCL, 5 mm"};

struct Tally
{
  std::vector<double> seconds; ///< of what was solved
  int64_t runs = 0;
  int64_t edges = 0;
  int64_t path_edges = 0;
  int64_t not_certified = 0; ///< paths with an edge that our checker does not call free
  int64_t in_band = 0;       ///< of those, nearer than the tolerance but not touching
  int64_t confirmed = 0;     ///< paths on which FCL finds a contact at dense samples
};

/// Processor time of this thread, so that what else runs on the machine does not count.
double thread_seconds()
{
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// What the two judges say of a path.
void judge(const edgeproof::Validation& proofs, const FclScene& fcl, const og::PathGeometric& path,
           Tally& tally)
{
  bool free = true;
  bool touches = false;
  bool sampled_free = true;
  for (unsigned int i = 1; i < path.getStateCount(); ++i)
  {
    const ob::State* a = path.getState(i - 1);
    const ob::State* b = path.getState(i);
    ep_result result;
    const ep_verdict verdict = proofs.motion(a, b, &result);
    free = free && verdict == EP_FREE;
    touches = touches || (verdict == EP_COLLIDING && result.contact.kind != EP_CONTACT_BAND);
    sampled_free = sampled_free && fcl.sampled(values_of(a), values_of(b), 1e-3);
    ++tally.path_edges;
  }
  tally.not_certified += !free;
  tally.in_band += !free && !touches;
  tally.confirmed += !sampled_free;
}

ob::StateSpacePtr space_of(const ep_scene* scene)
{
  const int32_t size = ep_scene_config_size(scene);
  auto space = std::make_shared<ob::RealVectorStateSpace>(static_cast<unsigned int>(size));
  ob::RealVectorBounds bounds(static_cast<unsigned int>(size));
  for (int32_t i = 0; i < size; ++i)
  {
    const auto at = static_cast<std::size_t>(i);
    ep_scene_value_bounds(scene, i, &bounds.low[at], &bounds.high[at]);
  }
  space->setBounds(bounds);
  return space;
}

void plug_in(Method method, const ob::SpaceInformationPtr& si,
             const edgeproof::ValidationPtr& proofs, const FclScene& fcl)
{
  if (method == ours)
  {
    si->setStateValidityChecker(std::make_shared<edgeproof::StateValidityChecker>(si, proofs));
    si->setMotionValidator(std::make_shared<edgeproof::MotionValidator>(si, proofs));
    return;
  }
  si->setStateValidityChecker(std::make_shared<FclStates>(si, fcl));
  if (method == millimetres)
  {
    si->setMotionValidator(std::make_shared<FclMotions>(si, fcl));
  }
}

/// One problem by one method.
void run(Method method, const edgeproof::Scene& scene, const FclScene& fcl, uint_fast32_t seed,
         double seconds, Tally& tally)
{
  ompl::msg::setLogLevel(ompl::msg::LOG_NONE);
  ompl::RNG::setSeed(seed);
  const ob::StateSpacePtr space = space_of(scene.scene());
  const auto proofs = scene.validate(space);
  og::SimpleSetup setup(space);
  const auto si = setup.getSpaceInformation();
  plug_in(method, si, proofs, fcl);
  ob::ScopedState<> start(space);
  ob::ScopedState<> goal(space);
  scene.copyStart(space, start.get());
  scene.copyGoal(space, goal.get());
  setup.setStartAndGoalStates(start, goal);
  setup.setPlanner(std::make_shared<og::RRTConnect>(si));
  setup.setup();
  const double begin = thread_seconds();
  const ob::PlannerTerminationCondition late([&] { return thread_seconds() - begin > seconds; });
  const bool solved = setup.solve(late) == ob::PlannerStatus::EXACT_SOLUTION;
  const double took = thread_seconds() - begin;
  ++tally.runs;
  const unsigned int edges = si->getMotionValidator()->getCheckedMotionCount();
  tally.edges += edges;
  if (solved)
  {
    tally.seconds.push_back(took);
    judge(*proofs, fcl, setup.getSolutionPath(), tally);
  }
  std::printf("%-40s %-10s %s in %8.4f s, %6u edges checked, %zu states\n",
              ep_scene_name(scene.scene()), names[method], solved ? "solved" : "not solved", took,
              edges, solved ? setup.getSolutionPath().getStateCount() : 0);
}

void print(Method method, Tally& tally)
{
  std::vector<double>& s = tally.seconds;
  std::sort(s.begin(), s.end());
  const double sum = std::accumulate(s.begin(), s.end(), 0.0);
  std::printf("%-10s solved %lld of %lld, mean %.4f s, median %.4f s; %lld edges checked; of the "
              "paths (%lld edges) %lld are not proved free, %lld of them only within the "
              "tolerance; FCL finds a contact on %lld\n",
              names[method], (long long)s.size(), (long long)tally.runs,
              s.empty() ? 0.0 : sum / (double)s.size(), s.empty() ? 0.0 : s[s.size() / 2],
              (long long)tally.edges, (long long)tally.path_edges, (long long)tally.not_certified,
              (long long)tally.in_band, (long long)tally.confirmed);
}

} // namespace

int main(int argc, char** argv)
{
  if (argc < 4)
  {
    std::fprintf(stderr, "usage: mbm SECONDS SEED SCENE...\n");
    return 2;
  }
  std::array<Tally, method_count> tallies;
  const double seconds = std::atof(argv[1]);
  const auto seed = static_cast<uint_fast32_t>(std::atoll(argv[2]));
  try
  {
    for (int i = 3; i < argc; ++i)
    {
      const edgeproof::Scene scene(argv[i], "plan");
      const FclScene fcl(scene);
      for (int m = 0; m < method_count; ++m)
      {
        run(static_cast<Method>(m), scene, fcl, seed + static_cast<uint_fast32_t>(i), seconds,
            tallies[static_cast<std::size_t>(m)]);
      }
      std::fflush(stdout);
    }
  }
  catch (const std::exception& error)
  {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
  for (int m = 0; m < method_count; ++m)
  {
    print(static_cast<Method>(m), tallies[static_cast<std::size_t>(m)]);
  }
  const Tally& mine = tallies[ours];
  return mine.seconds.empty() || mine.not_certified > 0 || mine.confirmed > 0 ? 1 : 0;
}
