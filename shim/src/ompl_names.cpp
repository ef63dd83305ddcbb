/// @file ompl_names.cpp
#include "ompl_names.hpp"

#include "edgeproof/shim/ompl_planner.h"

#include "fence.hpp"

#include <ompl/geometric/planners/cforest/CForest.h>
#include <ompl/geometric/planners/est/BiEST.h>
#include <ompl/geometric/planners/est/EST.h>
#include <ompl/geometric/planners/est/ProjEST.h>
#include <ompl/geometric/planners/fmt/BFMT.h>
#include <ompl/geometric/planners/fmt/FMT.h>
#include <ompl/geometric/planners/informedtrees/ABITstar.h>
#include <ompl/geometric/planners/informedtrees/AITstar.h>
#include <ompl/geometric/planners/informedtrees/BITstar.h>
#include <ompl/geometric/planners/kpiece/BKPIECE1.h>
#include <ompl/geometric/planners/kpiece/KPIECE1.h>
#include <ompl/geometric/planners/kpiece/LBKPIECE1.h>
#include <ompl/geometric/planners/pdst/PDST.h>
#include <ompl/geometric/planners/prm/LazyPRM.h>
#include <ompl/geometric/planners/prm/LazyPRMstar.h>
#include <ompl/geometric/planners/prm/PRM.h>
#include <ompl/geometric/planners/prm/PRMstar.h>
#include <ompl/geometric/planners/prm/SPARS.h>
#include <ompl/geometric/planners/prm/SPARStwo.h>
#include <ompl/geometric/planners/rrt/InformedRRTstar.h>
#include <ompl/geometric/planners/rrt/LazyRRT.h>
#include <ompl/geometric/planners/rrt/RRT.h>
#include <ompl/geometric/planners/rrt/RRTConnect.h>
#include <ompl/geometric/planners/rrt/RRTstar.h>
#include <ompl/geometric/planners/rrt/TRRT.h>
#include <ompl/geometric/planners/rrt/pRRT.h>
#include <ompl/geometric/planners/sbl/SBL.h>
#include <ompl/geometric/planners/sbl/pSBL.h>
#include <ompl/geometric/planners/stride/STRIDE.h>

namespace ob = ompl::base;
namespace og = ompl::geometric;

namespace
{

/// OMPL's LazyPRM keeps its states when it is destroyed.
template <class Planner> class tidy : public Planner
{
public:
  using Planner::Planner;
  tidy(const tidy&) = delete;
  tidy& operator=(const tidy&) = delete;
  ~tidy() override
  {
    try
    {
      Planner::clear();
    }
    catch (...) // then they stay
    {
    }
  }
};

template <class Planner> ob::PlannerPtr make(const ob::SpaceInformationPtr& information)
{
  return std::make_shared<Planner>(information);
}

template <class Planner> ob::PlannerPtr make_from(const ob::PlannerData& roadmap)
{
  return std::make_shared<Planner>(roadmap);
}

constexpr ep_shim::planner_kind kinds[] = {
    {"RRT", nullptr, false, false, false, false, make<og::RRT>, nullptr},
    {"RRTConnect", nullptr, false, false, false, false, make<og::RRTConnect>, nullptr},
    {"RRTstar", nullptr, false, false, false, false, make<og::RRTstar>, nullptr},
    {"InformedRRTstar", nullptr, false, false, false, false, make<og::InformedRRTstar>, nullptr},
    {"LazyRRT", nullptr, false, false, false, false, make<og::LazyRRT>, nullptr},
    {"TRRT", nullptr, false, false, false, false, make<og::TRRT>, nullptr},
    {"pRRT", nullptr, false, false, false, false, make<og::pRRT>, nullptr},
    {"PRM", nullptr, true, true, false, false, make<og::PRM>, make_from<og::PRM>},
    {"PRMstar", nullptr, true, true, false, false, make<og::PRMstar>, make_from<og::PRMstar>},
    {"LazyPRM", nullptr, true, false, true, false, make<tidy<og::LazyPRM>>,
     make_from<tidy<og::LazyPRM>>},
    {"LazyPRMstar", nullptr, true, false, true, false, make<tidy<og::LazyPRMstar>>,
     make_from<tidy<og::LazyPRMstar>>},
    {"SPARS", nullptr, true, false, false, false, make<og::SPARS>, nullptr},
    {"SPARStwo", "SPARS2", true, false, false, false, make<og::SPARStwo>, nullptr},
    {"EST", nullptr, false, false, false, false, make<og::EST>, nullptr},
    {"BiEST", nullptr, false, false, false, false, make<og::BiEST>, nullptr},
    {"ProjEST", nullptr, false, false, false, false, make<og::ProjEST>, nullptr},
    {"KPIECE1", "KPIECE", false, false, false, false, make<og::KPIECE1>, nullptr},
    {"BKPIECE1", "BKPIECE", false, false, false, false, make<og::BKPIECE1>, nullptr},
    {"LBKPIECE1", "LBKPIECE", false, false, false, false, make<og::LBKPIECE1>, nullptr},
    {"PDST", nullptr, false, false, false, false, make<og::PDST>, nullptr},
    {"SBL", nullptr, false, false, false, false, make<og::SBL>, nullptr},
    {"pSBL", nullptr, false, false, false, false, make<og::pSBL>, nullptr},
    {"STRIDE", nullptr, false, false, false, false, make<og::STRIDE>, nullptr},
    {"FMT", nullptr, false, false, false, false, make<og::FMT>, nullptr},
    {"BFMT", nullptr, false, false, false, true, make<og::BFMT>, nullptr},
    {"BITstar", nullptr, false, false, false, false, make<og::BITstar>, nullptr},
    {"ABITstar", nullptr, false, false, false, false, make<og::ABITstar>, nullptr},
    {"AITstar", nullptr, false, false, false, false, make<og::AITstar>, nullptr},
    {"CForest", nullptr, false, false, false, false, make<og::CForest>, nullptr},
};

/// "RRT*" as "RRTstar".
std::string written_out(const char* name)
{
  std::string text(name);
  if (!text.empty() && text.back() == '*')
  {
    text.replace(text.size() - 1, 1, "star");
  }
  return text;
}

} // namespace

/// NULL if there is none.
static const ep_shim::planner_kind* find_kind(const char* name)
{
  const std::string wanted = written_out(name);
  for (const ep_shim::planner_kind& kind : kinds)
  {
    if (wanted == kind.name || (kind.other_name != nullptr && wanted == kind.other_name))
    {
      return &kind;
    }
  }
  return nullptr;
}

const ep_shim::planner_kind& ep_shim::planner_kind_of(const char* name)
{
  if (name == nullptr)
  {
    throw refusal("no planner is named: the name is NULL");
  }
  const planner_kind* found = find_kind(name);
  if (found != nullptr)
  {
    return *found;
  }
  std::string known;
  for (const planner_kind& kind : kinds)
  {
    known += std::string(known.empty() ? "" : " ") + kind.name;
  }
  throw refusal("unknown planner " + shown(name) + "; known: " + known);
}

std::int32_t ep_ompl_planner_name_count(void)
{
  return static_cast<std::int32_t>(sizeof kinds / sizeof kinds[0]);
}

const char* ep_ompl_planner_name_at(std::int32_t i)
{
  return i >= 0 && i < ep_ompl_planner_name_count() ? kinds[i].name : nullptr;
}

const char* ep_ompl_planner_name_find(const char* name)
{
  const char* found = nullptr;
  if (name != nullptr)
  {
    (void)ep_shim::fenced(nullptr,
                          [&]
                          {
                            const ep_shim::planner_kind* kind = find_kind(name);
                            found = kind == nullptr ? nullptr : kind->name;
                          });
  }
  return found;
}
