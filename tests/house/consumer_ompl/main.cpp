// An existing OMPL program, with the three lines of the README in it: a cart drives round the end
// of a sheet of 1 mm.
#include <edgeproof/ompl.hpp>

#include <ompl/base/ScopedState.h>
#include <ompl/base/spaces/RealVectorStateSpace.h>
#include <ompl/geometric/SimpleSetup.h>
#include <ompl/geometric/planners/rrt/RRTConnect.h>

#include <iostream>

namespace ob = ompl::base;
namespace og = ompl::geometric;

int main(int argc, char** argv)
{
  if (argc != 2)
  {
    std::cerr << "usage: consumer_ompl SCENE\n";
    return 2;
  }
  const std::string scene = argv[1];
  auto space = std::make_shared<ob::RealVectorStateSpace>(2);
  space->setBounds(-3.0, 3.0);
  og::SimpleSetup setup(space);
  auto si = setup.getSpaceInformation();

  auto proofs = edgeproof::Validation::fromScene(si->getStateSpace(), scene, "across");
  si->setStateValidityChecker(std::make_shared<edgeproof::StateValidityChecker>(si, proofs));
  si->setMotionValidator(std::make_shared<edgeproof::MotionValidator>(si, proofs));

  ob::ScopedState<> start(space);
  ob::ScopedState<> goal(space);
  start[0] = -2.0;
  goal[0] = 2.0;
  start[1] = goal[1] = -2.0;
  setup.setStartAndGoalStates(start, goal);
  setup.setPlanner(std::make_shared<og::RRTConnect>(si));
  if (si->checkMotion(start.get(), goal.get()) ||
      setup.solve(20.0) != ob::PlannerStatus::EXACT_SOLUTION)
  {
    std::cerr << "no way round the sheet: " << proofs->lastError() << '\n';
    return 1;
  }
  std::cout << setup.getSolutionPath().getStateCount() << " states, "
            << proofs->statistics().motions << " edges checked\n";
  return 0;
}
