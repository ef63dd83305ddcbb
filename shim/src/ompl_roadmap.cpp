/// @file ompl_roadmap.cpp
#include "ompl_roadmap.hpp"

#include "ompl_names.hpp"
#include "ompl_parameters.hpp"

#include <ompl/base/PlannerData.h>
#include <ompl/base/objectives/PathLengthOptimizationObjective.h>

#include <cmath>
#include <limits>

namespace ob = ompl::base;
using ep_shim::fenced;
using ep_shim::own_state;
using ep_shim::refusal;

namespace
{

/// Edges are taken in the order of their first vertex; of a pair that stands both ways the first.
void take_edges(const ob::PlannerData& data, ep_ompl_roadmap& roadmap)
{
  std::vector<unsigned> targets;
  for (unsigned from = 0; from < data.numVertices(); ++from)
  {
    data.getEdges(from, targets);
    for (const unsigned to : targets)
    {
      const bool both_ways = data.edgeExists(to, from);
      ob::Cost cost;
      if ((both_ways && to < from) || !data.getEdgeWeight(from, to, &cost))
      {
        continue;
      }
      roadmap.edges.push_back({static_cast<std::int32_t>(from), static_cast<std::int32_t>(to),
                               cost.value(), both_ways && from != to, 0});
    }
  }
}

std::unique_ptr<ep_ompl_roadmap> roadmap_of(const ep_ompl_planner& planner)
{
  if (planner.is_broken)
  {
    throw refusal(planner.name + " broke off in its last solve");
  }
  ob::PlannerData data(planner.of.information);
  planner.planner->getPlannerData(data);
  const ob::ProblemDefinitionPtr& problem = planner.planner->getProblemDefinition();
  if (problem)
  {
    data.computeEdgeWeights(*problem->getOptimizationObjective()); // PRM's own are all 1
  }
  else
  {
    data.computeEdgeWeights();
  }
  auto roadmap = std::make_unique<ep_ompl_roadmap>();
  roadmap->size = planner.of.layout->size();
  roadmap->signature = planner.of.signature;
  roadmap->is_certified = ep_shim::planner_kind_of(planner.name.c_str()).knows_edges;
  roadmap->vertices.resize(data.numVertices() * roadmap->size);
  for (unsigned i = 0; i < data.numVertices(); ++i)
  {
    planner.of.layout->read(data.getVertex(i).getState(),
                            roadmap->vertices.data() + i * roadmap->size);
    const int flags = (data.isStartVertex(i) ? EP_OMPL_VERTEX_START : 0) |
                      (data.isGoalVertex(i) ? EP_OMPL_VERTEX_GOAL : 0);
    roadmap->flags.push_back(static_cast<std::uint8_t>(flags));
  }
  take_edges(data, *roadmap);
  return roadmap;
}

void require_edge(const ep_ompl_roadmap_edge& edge, std::size_t i, std::size_t vertex_count)
{
  const auto is_vertex = [&](std::int32_t v)
  { return v >= 0 && static_cast<std::size_t>(v) < vertex_count; };
  if (!is_vertex(edge.from) || !is_vertex(edge.to))
  {
    throw refusal("edge " + std::to_string(i) + " joins " + std::to_string(edge.from) + " and " +
                  std::to_string(edge.to) + ", but there are " + std::to_string(vertex_count) +
                  " vertices");
  }
  if (!std::isfinite(edge.cost) || (edge.both_ways != 0 && edge.both_ways != 1) ||
      edge.reserved != 0)
  {
    throw refusal("edge " + std::to_string(i) + ": its cost, both_ways or reserved is no such");
  }
}

void require_usable(const ep_ompl_roadmap& roadmap, const ep_shim::state_layout& layout)
{
  for (std::size_t i = 0; i < roadmap.flags.size(); ++i)
  {
    const double* values = roadmap.vertices.data() + i * roadmap.size;
    if (!layout.is_usable(values))
    {
      layout.require_usable(values, ("vertex " + std::to_string(i)).c_str());
    }
  }
  for (std::size_t i = 0; i < roadmap.edges.size(); ++i)
  {
    require_edge(roadmap.edges[i], i, roadmap.flags.size());
  }
}

void require_of_space(const ep_ompl_roadmap& roadmap, const ep_ompl_information& of)
{
  if (roadmap.signature != of.signature || roadmap.size != of.layout->size())
  {
    throw refusal("the roadmap is of another space");
  }
}

/// Keeps the vertices and edges that the validator says are valid.
ep_ompl_roadmap recertified(const ep_ompl_information& of, const ep_ompl_roadmap& loaded,
                            ep_ompl_roadmap_report& report)
{
  ep_shim::require_validators(of);
  ep_ompl_roadmap kept;
  kept.size = loaded.size;
  kept.signature = loaded.signature;
  kept.is_certified = true;
  const own_state a(of);
  const own_state b(of);
  std::vector<std::int32_t> new_index(loaded.flags.size(), -1);
  for (std::size_t i = 0; i < loaded.flags.size(); ++i)
  {
    const auto values = loaded.vertices.begin() + static_cast<std::ptrdiff_t>(i * loaded.size);
    of.layout->write(&*values, a.get());
    if (!of.information->satisfiesBounds(a.get()) || !of.information->isValid(a.get()))
    {
      report.vertices_dropped++;
      continue;
    }
    new_index[i] = static_cast<std::int32_t>(kept.flags.size());
    kept.flags.push_back(loaded.flags[i]);
    kept.vertices.insert(kept.vertices.end(), values,
                         values + static_cast<std::ptrdiff_t>(loaded.size));
  }
  const auto values_of = [&](std::int32_t v)
  { return loaded.vertices.data() + static_cast<std::size_t>(v) * loaded.size; };
  for (ep_ompl_roadmap_edge edge : loaded.edges)
  {
    of.layout->write(values_of(edge.from), a.get());
    of.layout->write(values_of(edge.to), b.get());
    edge.from = new_index[static_cast<std::size_t>(edge.from)];
    edge.to = new_index[static_cast<std::size_t>(edge.to)];
    if (edge.from < 0 || edge.to < 0 || !of.information->checkMotion(a.get(), b.get()))
    {
      report.edges_dropped++;
      continue;
    }
    kept.edges.push_back(edge);
  }
  report.certified_again = 1;
  return kept;
}

std::unique_ptr<ep_ompl_roadmap> load(const ep_ompl_information& of, const std::string& file,
                                      std::uint64_t hash, bool recertify,
                                      ep_ompl_roadmap_report& report)
{
  std::uint64_t hash_there = 0;
  ep_ompl_roadmap roadmap = ep_shim::read_roadmap(file, &hash_there);
  if (roadmap.signature != of.signature || roadmap.size != of.layout->size())
  {
    throw refusal(ep_shim::shown(file) + ": a roadmap of another space: kinds, names, bounds or "
                                         "weights differ");
  }
  try
  {
    require_usable(roadmap, *of.layout);
  }
  catch (const refusal& problem)
  {
    throw refusal(ep_shim::shown(file) + ": " + problem.what());
  }
  if (hash_there != hash)
  {
    if (!recertify)
    {
      throw refusal(ep_shim::shown(file) + ": its hash " + std::to_string(hash_there) + " is not " +
                    std::to_string(hash) + ": another scene or other clearances");
    }
    roadmap = recertified(of, roadmap, report);
  }
  return std::make_unique<ep_ompl_roadmap>(std::move(roadmap));
}

/// A roadmap as OMPL takes it; planners copy the states.
class planner_data
{
public:
  planner_data(const ep_ompl_information& of, const ep_ompl_roadmap& roadmap)
      : of_(of), data_(of.information)
  {
    states_.reserve(roadmap.flags.size());
    for (std::size_t i = 0; i < roadmap.flags.size(); ++i)
    {
      states_.push_back(
          std::make_unique<own_state>(of_, roadmap.vertices.data() + i * roadmap.size));
      data_.addVertex(ob::PlannerDataVertex(states_.back()->get()));
    }
    for (const ep_ompl_roadmap_edge& edge : roadmap.edges)
    {
      data_.addEdge(static_cast<unsigned>(edge.from), static_cast<unsigned>(edge.to),
                    ob::PlannerDataEdge(), ob::Cost(edge.cost));
    }
  }
  const ob::PlannerData& data() const
  {
    return data_;
  }

private:
  const ep_ompl_information& of_;
  std::vector<std::unique_ptr<own_state>> states_;
  ob::PlannerData data_;
};

} // namespace

ep_shim_result ep_ompl_roadmap_of_planner(const ep_ompl_planner* planner, ep_ompl_roadmap** roadmap,
                                          ep_shim_error* error)
{
  return fenced(error,
                [&]
                {
                  ep_shim::require({{roadmap, "roadmap"}});
                  *roadmap = nullptr;
                  ep_shim::require({{planner, "planner"}});
                  *roadmap = roadmap_of(*planner).release();
                });
}

ep_shim_result ep_ompl_roadmap_create(const ep_ompl_space* space, const double* vertices,
                                      std::int32_t vertex_count, const ep_ompl_roadmap_edge* edges,
                                      std::int32_t edge_count, ep_ompl_roadmap** roadmap,
                                      ep_shim_error* error)
{
  return fenced(error,
                [&]
                {
                  ep_shim::require({{roadmap, "roadmap"}});
                  *roadmap = nullptr;
                  ep_shim::require({{space, "space"}});
                  if (vertex_count > 0)
                  {
                    ep_shim::require({{vertices, "vertices"}});
                  }
                  if (edge_count > 0)
                  {
                    ep_shim::require({{edges, "edges"}});
                  }
                  if (vertex_count < 0 || edge_count < 0)
                  {
                    throw refusal("a roadmap of " + std::to_string(vertex_count) +
                                  " vertices and " + std::to_string(edge_count) + " edges");
                  }
                  const auto count = static_cast<std::size_t>(vertex_count);
                  auto made = std::make_unique<ep_ompl_roadmap>();
                  made->size = space->layout->size();
                  made->signature = space->signature;
                  made->vertices.assign(vertices, vertices + count * made->size);
                  made->flags.assign(count, 0);
                  made->edges.assign(edges, edges + edge_count);
                  require_usable(*made, *space->layout);
                  *roadmap = made.release();
                });
}

void ep_ompl_roadmap_destroy(ep_ompl_roadmap* roadmap)
{
  delete roadmap;
}

std::int32_t ep_ompl_roadmap_vertex_count(const ep_ompl_roadmap* roadmap)
{
  return roadmap != nullptr ? static_cast<std::int32_t>(roadmap->flags.size()) : 0;
}

std::int32_t ep_ompl_roadmap_edge_count(const ep_ompl_roadmap* roadmap)
{
  return roadmap != nullptr ? static_cast<std::int32_t>(roadmap->edges.size()) : 0;
}

const double* ep_ompl_roadmap_vertices(const ep_ompl_roadmap* roadmap)
{
  return roadmap != nullptr ? roadmap->vertices.data() : nullptr;
}

const std::uint8_t* ep_ompl_roadmap_flags(const ep_ompl_roadmap* roadmap)
{
  return roadmap != nullptr ? roadmap->flags.data() : nullptr;
}

const ep_ompl_roadmap_edge* ep_ompl_roadmap_edges(const ep_ompl_roadmap* roadmap)
{
  return roadmap != nullptr ? roadmap->edges.data() : nullptr;
}

int ep_ompl_roadmap_is_certified(const ep_ompl_roadmap* roadmap)
{
  return roadmap != nullptr && roadmap->is_certified ? 1 : 0;
}

ep_shim_result ep_ompl_roadmap_save(const ep_ompl_roadmap* roadmap, const char* file,
                                    std::uint64_t hash, ep_shim_error* error)
{
  return fenced(error,
                [&]
                {
                  ep_shim::require({{roadmap, "roadmap"}, {file, "file"}});
                  ep_shim::write_roadmap(*roadmap, file, hash);
                });
}

ep_shim_result ep_ompl_roadmap_certify(const ep_ompl_information* information,
                                       const ep_ompl_roadmap* roadmap, ep_ompl_roadmap** certified,
                                       ep_ompl_roadmap_report* report, ep_shim_error* error)
{
  ep_ompl_roadmap_report found{};
  const ep_shim_result result = fenced(
      error,
      [&]
      {
        ep_shim::require({{certified, "certified"}});
        *certified = nullptr;
        ep_shim::require({{information, "information"}, {roadmap, "roadmap"}});
        require_of_space(*roadmap, *information);
        *certified =
            std::make_unique<ep_ompl_roadmap>(recertified(*information, *roadmap, found)).release();
      });
  if (report != nullptr)
  {
    *report = result == EP_SHIM_OK ? found : ep_ompl_roadmap_report{};
  }
  return result;
}

ep_shim_result ep_ompl_roadmap_load(const ep_ompl_information* information, const char* file,
                                    std::uint64_t hash, int recertify, ep_ompl_roadmap** roadmap,
                                    ep_ompl_roadmap_report* report, ep_shim_error* error)
{
  ep_ompl_roadmap_report found{};
  const ep_shim_result result =
      fenced(error,
             [&]
             {
               ep_shim::require({{roadmap, "roadmap"}});
               *roadmap = nullptr;
               ep_shim::require({{information, "information"}, {file, "file"}});
               *roadmap = load(*information, file, hash, recertify == 1, found).release();
             });
  if (report != nullptr)
  {
    *report = result == EP_SHIM_OK ? found : ep_ompl_roadmap_report{};
  }
  return result;
}

ep_shim_result ep_ompl_planner_create_from_roadmap(const ep_ompl_information* information,
                                                   const char* name, const ep_ompl_roadmap* roadmap,
                                                   ep_ompl_planner** planner, ep_shim_error* error)
{
  return fenced(error,
                [&]
                {
                  ep_shim::require({{planner, "planner"}});
                  *planner = nullptr;
                  ep_shim::require({{information, "information"}, {roadmap, "roadmap"}});
                  const ep_shim::planner_kind& kind = ep_shim::planner_kind_of(name);
                  if (kind.make_from == nullptr)
                  {
                    throw refusal(std::string(kind.name) +
                                  " cannot begin with a roadmap; these can: PRM PRMstar LazyPRM "
                                  "LazyPRMstar");
                  }
                  require_of_space(*roadmap, *information);
                  if (!kind.asks_about_roadmap && !roadmap->is_certified)
                  {
                    throw refusal("the roadmap is not certified, and " + std::string(kind.name) +
                                  " would take its edges as valid: certify it, or choose LazyPRM");
                  }
                  auto made = std::make_unique<ep_ompl_planner>();
                  made->of = *information;
                  made->name = kind.name;
                  if (!information->information->isSetup())
                  {
                    information->information->setup();
                  }
                  const planner_data data(*information, *roadmap);
                  ep_shim::adopt(*made, kind.make_from(data.data()));
                  *planner = made.release();
                });
}

int ep_ompl_planner_asks_about_roadmap(const char* name)
{
  int asks = 0;
  fenced(static_cast<ep_shim_error*>(nullptr),
         [&] { asks = ep_shim::planner_kind_of(name).asks_about_roadmap ? 1 : 0; });
  return asks;
}
