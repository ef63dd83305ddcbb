/// @file bench_load.cpp
/// How long a site takes from its files to a frozen world, against FCL's OBBRSS tree of the same
/// triangles, which are in memory already. Both in one run, in turns; medians.
///
///   bench_load FILE...
#include "edgeproof/envs/mesh.h"
#include "edgeproof/world.h"

#include <fcl/geometry/bvh/BVH_model.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace
{

constexpr int turns = 5;

double now()
{
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

[[noreturn]] void fail(const ep_error& error)
{
  std::fprintf(stderr, "bench_load: %s\n", error.message);
  std::exit(2);
}

struct Times
{
  std::vector<double> load, freeze, fcl;
};

std::vector<ep_mesh> load(int count, char** files)
{
  std::vector<ep_mesh> meshes(static_cast<size_t>(count));
  ep_error error;
  for (int i = 0; i < count; ++i)
  {
    if (ep_mesh_load(files[i], nullptr, &meshes[static_cast<size_t>(i)], &error) != EP_OK)
    {
      fail(error);
    }
  }
  return meshes;
}

ep_world* freeze(const std::vector<ep_mesh>& meshes, char** files)
{
  const ep_world_desc desc = ep_world_default();
  ep_world* world;
  ep_error error;
  if (ep_world_create(&desc, &world, &error) != EP_OK)
  {
    fail(error);
  }
  for (size_t i = 0; i < meshes.size(); ++i)
  {
    ep_geometry_desc shape = ep_geometry_default();
    shape.vertices = meshes[i].vertices;
    shape.vertex_count = meshes[i].vertex_count;
    shape.triangles = meshes[i].triangles;
    shape.triangle_count = meshes[i].triangle_count;
    if (ep_world_add_obstacle(world, files[i], &shape, 1, nullptr, &error) != EP_OK)
    {
      fail(error);
    }
  }
  if (ep_world_freeze(world, &error) != EP_OK)
  {
    fail(error);
  }
  return world;
}

double build_fcl(const std::vector<ep_mesh>& meshes)
{
  std::vector<fcl::Vector3d> points;
  std::vector<fcl::Triangle> triangles;
  for (const ep_mesh& mesh : meshes)
  {
    const size_t first = points.size();
    for (int32_t i = 0; i < mesh.vertex_count; ++i)
    {
      points.emplace_back(mesh.vertices[3 * i], mesh.vertices[3 * i + 1], mesh.vertices[3 * i + 2]);
    }
    for (int32_t i = 0; i < mesh.triangle_count; ++i)
    {
      const int32_t* t = mesh.triangles + 3 * i;
      triangles.emplace_back(first + static_cast<size_t>(t[0]), first + static_cast<size_t>(t[1]),
                             first + static_cast<size_t>(t[2]));
    }
  }
  const double start = now();
  fcl::BVHModel<fcl::OBBRSSd> model;
  model.beginModel(static_cast<int>(triangles.size()), static_cast<int>(points.size()));
  model.addSubModel(points, triangles);
  if (model.endModel() != fcl::BVH_OK)
  {
    std::fputs("bench_load: FCL refuses the model\n", stderr);
    std::exit(2);
  }
  return now() - start;
}

double median(std::vector<double> values)
{
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

} // namespace

int main(int argc, char** argv)
{
  if (argc < 2)
  {
    std::fputs("usage: bench_load FILE...\n", stderr);
    return 2;
  }
  Times times;
  ep_world_info info{};
  for (int i = 0; i < turns; ++i)
  {
    const double start = now();
    std::vector<ep_mesh> meshes = load(argc - 1, argv + 1);
    const double loaded = now();
    ep_world* world = freeze(meshes, argv + 1);
    times.load.push_back(loaded - start);
    times.freeze.push_back(now() - loaded);
    (void)ep_world_get_info(world, &info);
    ep_world_destroy(world);
    times.fcl.push_back(build_fcl(meshes));
    for (ep_mesh& mesh : meshes)
    {
      ep_mesh_clear(&mesh);
    }
  }
  const double ours = median(times.load) + median(times.freeze);
  std::printf("%lld triangles: read %.3f s, frozen %.3f s, together %.3f s, %.1f MB\n",
              static_cast<long long>(info.obstacle_triangles), median(times.load),
              median(times.freeze), ours, 1e-6 * static_cast<double>(info.bytes));
  std::printf("FCL's OBBRSS tree of them %.3f s: %.2f times as long\n", median(times.fcl),
              median(times.fcl) / ours);
  return 0;
}
