/// @file test_adapter_psbl.cpp
/// pSBL with our validator, in a process of its own: OMPL's pSBL has data races and lock faults of
/// its own, which psbl_tsan.supp names by function.
#include "adapter_problem.hpp"
#include "adapter_psbl.hpp"

#include "ep_test.h"

EP_TEST(works_psbl_of_threads_finds_certified_paths)
{
  seed_ompl();
  Problem problem(thin_fences());
  solve("pSBL", problem, make_psbl(problem.si), 20.0);
}
