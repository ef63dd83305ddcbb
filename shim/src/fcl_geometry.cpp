/// @file fcl_geometry.cpp
/// Meshes and shapes.
#include "fcl_geometry.hpp"

#include <fcl/config.h>
#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/geometry/octree/octree.h>
#include <fcl/geometry/shape/box.h>
#include <fcl/geometry/shape/capsule.h>
#include <fcl/geometry/shape/cone.h>
#include <fcl/geometry/shape/convex.h>
#include <fcl/geometry/shape/cylinder.h>
#include <fcl/geometry/shape/halfspace.h>
#include <fcl/geometry/shape/sphere.h>

#include <cmath>

namespace ep_shim
{

void fcl_require(bool there, const char* call, const char* what)
{
  if (!there)
  {
    throw refusal(std::string(call) + ": " + what + " is NULL");
  }
}

bool fcl_is_good(double value) noexcept
{
  return std::fabs(value) <= EP_FCL_LENGTH_MAX;
}

} // namespace ep_shim

namespace
{

using namespace ep_shim;
using point_list = std::vector<fcl::Vector3d>;

void give(std::shared_ptr<fcl::CollisionGeometryd> shape, ep_fcl_geometry** geometry)
{
  shape->computeLocalAABB();
  auto made = std::make_unique<ep_fcl_geometry>();
  made->shape = std::move(shape);
  *geometry = made.release();
}

/// Every entry that makes something: where it goes must be there, and is NULL if it fails.
template <class Work>
ep_shim_result make(const char* call, ep_fcl_geometry** geometry, ep_shim_error* error,
                    const Work& work) noexcept
{
  return fenced(error,
                [&]
                {
                  fcl_require(geometry != nullptr, call, "geometry");
                  *geometry = nullptr;
                  work();
                });
}

double size_of(double value, const char* shape, const char* what)
{
  if (!(value > 0.0) || !fcl_is_good(value))
  {
    throw refusal(std::string(shape) + ": " + what + " " + std::to_string(value) +
                  " is not a length above 0");
  }
  return value;
}

point_list points_of(const double* values, std::int32_t count, const char* what)
{
  if (count < 1 || count > EP_FCL_COUNT_MAX)
  {
    throw refusal(std::string(what) + ": " + std::to_string(count) + " points");
  }
  point_list points;
  points.reserve(static_cast<std::size_t>(count));
  for (std::int32_t i = 0; i < count; ++i)
  {
    const double* p = values + 3 * static_cast<std::size_t>(i);
    if (!fcl_is_good(p[0]) || !fcl_is_good(p[1]) || !fcl_is_good(p[2]))
    {
      throw refusal(std::string(what) + ": vertex " + std::to_string(i) + ": " +
                    std::to_string(p[0]) + " " + std::to_string(p[1]) + " " + std::to_string(p[2]) +
                    " is not finite, or beyond the limit");
    }
    points.emplace_back(p[0], p[1], p[2]);
  }
  return points;
}

/// A shape about z.
template <class Shape>
ep_shim_result make_round(const char* name, double radius, double length,
                          ep_fcl_geometry** geometry, ep_shim_error* error) noexcept
{
  return make(name, geometry, error,
              [&]
              {
                give(std::make_shared<Shape>(size_of(radius, name, "radius"),
                                             size_of(length, name, "length")),
                     geometry);
              });
}

/// @name Meshes
/// @{

std::size_t index_of(std::int32_t index, std::int32_t count, const char* what, std::int32_t item)
{
  if (index < 0 || index >= count)
  {
    throw refusal(std::string(what) + " " + std::to_string(item) + ": there is no vertex " +
                  std::to_string(index));
  }
  return static_cast<std::size_t>(index);
}

/// Whether FCL can fit a box around the triangle: it takes this product for the box's third axis.
bool has_area(const fcl::Vector3d& a, const fcl::Vector3d& b, const fcl::Vector3d& c)
{
  const double squared = (a - b).cross(b - c).squaredNorm();
  return squared > 0.0 && std::isfinite(squared);
}

std::vector<fcl::Triangle> triangles_of(const ep_fcl_mesh& mesh, const point_list& points,
                                        std::vector<std::int32_t>& kept)
{
  if (mesh.triangle_count < 1 || mesh.triangle_count > EP_FCL_COUNT_MAX)
  {
    throw refusal("mesh: " + std::to_string(mesh.triangle_count) + " triangles");
  }
  std::vector<fcl::Triangle> triangles;
  triangles.reserve(static_cast<std::size_t>(mesh.triangle_count));
  for (std::int32_t i = 0; i < mesh.triangle_count; ++i)
  {
    const std::int32_t* corners = mesh.triangles + 3 * static_cast<std::size_t>(i);
    std::size_t v[3];
    for (int k = 0; k < 3; ++k)
    {
      v[k] = index_of(corners[k], mesh.vertex_count, "mesh: triangle", i);
    }
    if (has_area(points[v[0]], points[v[1]], points[v[2]]))
    {
      triangles.emplace_back(v[0], v[1], v[2]);
      kept.push_back(i);
    }
  }
  if (triangles.empty())
  {
    throw refusal("mesh: none of " + std::to_string(mesh.triangle_count) +
                  " triangles has an area");
  }
  return triangles;
}

/// FCL says what went wrong on stderr only; its return codes are all that can be read.
void check_code(int code, const char* step)
{
  if (code != fcl::BVH_OK)
  {
    throw refusal(std::string("mesh: FCL's ") + step + " failed with code " + std::to_string(code));
  }
}

template <class Box>
std::shared_ptr<fcl::CollisionGeometryd> build_tree(const point_list& points,
                                                    const std::vector<fcl::Triangle>& triangles)
{
  auto model = std::make_shared<fcl::BVHModel<Box>>();
  check_code(model->beginModel(static_cast<int>(triangles.size()), static_cast<int>(points.size())),
             "beginModel");
  check_code(model->addSubModel(points, triangles), "addSubModel");
  check_code(model->endModel(), "endModel");
  return model;
}

std::shared_ptr<fcl::CollisionGeometryd> build(ep_fcl_tree tree, const point_list& points,
                                               const std::vector<fcl::Triangle>& triangles)
{
  switch (tree)
  {
  case EP_FCL_OBBRSS:
    return build_tree<fcl::OBBRSSd>(points, triangles);
  case EP_FCL_RSS:
    return build_tree<fcl::RSSd>(points, triangles);
  case EP_FCL_OBB:
    return build_tree<fcl::OBBd>(points, triangles);
  }
  throw refusal("mesh: there is no kind of tree " + std::to_string(static_cast<int>(tree)));
}

/// @}
/// @name Convex solids
/// @{

/// The faces as FCL wants them; it trusts what it is given.
std::vector<int> faces_of(const std::int32_t* faces, std::int32_t face_count,
                          std::int32_t vertex_count)
{
  if (face_count < 4 || face_count > EP_FCL_COUNT_MAX)
  {
    throw refusal("convex: " + std::to_string(face_count) + " faces");
  }
  std::vector<int> list;
  const std::int32_t* at = faces;
  for (std::int32_t face = 0; face < face_count; ++face)
  {
    const std::int32_t corners = *at++;
    if (corners < 3 || corners > vertex_count)
    {
      throw refusal("convex: face " + std::to_string(face) + " has " + std::to_string(corners) +
                    " corners");
    }
    list.push_back(corners);
    for (std::int32_t k = 0; k < corners; ++k)
    {
      list.push_back(static_cast<int>(index_of(*at++, vertex_count, "convex: face", face)));
    }
  }
  return list;
}

/// Every corner must be on or below the plane of every face, up to rounding of the size of the
/// solid. A face without a plane is refused too.
void check_convex(const point_list& points, const std::vector<int>& faces)
{
  double size = 0.0;
  for (const fcl::Vector3d& point : points)
  {
    size = std::max(size, (point - points[0]).norm());
  }
  std::int32_t face = 0;
  for (std::size_t at = 0; at < faces.size(); at += static_cast<std::size_t>(faces[at]) + 1, ++face)
  {
    const auto corner = [&](std::size_t k) -> const fcl::Vector3d&
    { return points[static_cast<std::size_t>(faces[at + 1 + k])]; };
    const fcl::Vector3d normal = (corner(1) - corner(0)).cross(corner(2) - corner(0));
    const double length = normal.norm();
    for (std::size_t i = 0; i < points.size(); ++i)
    {
      const double above = normal.dot(points[i] - corner(0));
      if (!(length > 0.0) || !(above <= 1e-9 * size * length))
      {
        throw refusal("convex: vertex " + std::to_string(i) + " is outside of face " +
                      std::to_string(face) + ", or that face has no plane");
      }
    }
  }
}

/// @}

void check_resolution(const point_list& points, double resolution)
{
  for (std::size_t i = 0; i < points.size(); ++i)
  {
    // octomap has 2^15 cells on each side of the origin.
    if (!(points[i].cwiseAbs().maxCoeff() < resolution * 32767.0))
    {
      throw refusal("octree: point " + std::to_string(i) +
                    " is more than 32767 cells away from the origin");
    }
  }
}

} // namespace

using namespace ep_shim;

ep_shim_result ep_fcl_make_mesh(const ep_fcl_mesh* mesh, ep_fcl_tree tree,
                                ep_fcl_geometry** geometry, ep_shim_error* error)
{
  return make(
      "ep_fcl_make_mesh", geometry, error,
      [&]
      {
        fcl_require(mesh != nullptr && mesh->vertices != nullptr && mesh->triangles != nullptr,
                    "ep_fcl_make_mesh", "mesh, or its vertices or triangles,");
        const point_list points = points_of(mesh->vertices, mesh->vertex_count, "mesh");
        std::vector<std::int32_t> kept;
        const std::vector<fcl::Triangle> triangles = triangles_of(*mesh, points, kept);
        give(build(tree, points, triangles), geometry);
        (*geometry)->left_out = mesh->triangle_count - static_cast<std::int32_t>(kept.size());
        if ((*geometry)->left_out > 0)
        {
          (*geometry)->kept = std::move(kept);
        }
      });
}

int32_t ep_fcl_mesh_left_out(const ep_fcl_geometry* mesh)
{
  return mesh == nullptr ? 0 : mesh->left_out;
}

ep_shim_result ep_fcl_make_box(const double size[3], ep_fcl_geometry** geometry,
                               ep_shim_error* error)
{
  return make("ep_fcl_make_box", geometry, error,
              [&]
              {
                fcl_require(size != nullptr, "ep_fcl_make_box", "size");
                give(std::make_shared<fcl::Boxd>(size_of(size[0], "box", "x"),
                                                 size_of(size[1], "box", "y"),
                                                 size_of(size[2], "box", "z")),
                     geometry);
              });
}

ep_shim_result ep_fcl_make_sphere(double radius, ep_fcl_geometry** geometry, ep_shim_error* error)
{
  return make(
      "ep_fcl_make_sphere", geometry, error,
      [&] { give(std::make_shared<fcl::Sphered>(size_of(radius, "sphere", "radius")), geometry); });
}

ep_shim_result ep_fcl_make_capsule(double radius, double length, ep_fcl_geometry** geometry,
                                   ep_shim_error* error)
{
  return make_round<fcl::Capsuled>("capsule", radius, length, geometry, error);
}

ep_shim_result ep_fcl_make_cylinder(double radius, double length, ep_fcl_geometry** geometry,
                                    ep_shim_error* error)
{
  return make_round<fcl::Cylinderd>("cylinder", radius, length, geometry, error);
}

ep_shim_result ep_fcl_make_cone(double radius, double length, ep_fcl_geometry** geometry,
                                ep_shim_error* error)
{
  return make_round<fcl::Coned>("cone", radius, length, geometry, error);
}

ep_shim_result ep_fcl_make_halfspace(const double normal[3], double offset,
                                     ep_fcl_geometry** geometry, ep_shim_error* error)
{
  return make("ep_fcl_make_halfspace", geometry, error,
              [&]
              {
                fcl_require(normal != nullptr, "ep_fcl_make_halfspace", "normal");
                const fcl::Vector3d n(normal[0], normal[1], normal[2]);
                const double length = n.norm();
                if (!(length > 0.0) || !fcl_is_good(length) || !fcl_is_good(offset))
                {
                  throw refusal("halfspace: a normal of length " + std::to_string(length) +
                                ", offset " + std::to_string(offset));
                }
                give(std::make_shared<fcl::Halfspaced>(n / length, offset), geometry);
              });
}

ep_shim_result ep_fcl_make_convex(const double* vertices, int32_t vertex_count,
                                  const int32_t* faces, int32_t face_count,
                                  ep_fcl_geometry** geometry, ep_shim_error* error)
{
  return make("ep_fcl_make_convex", geometry, error,
              [&]
              {
                fcl_require(vertices != nullptr && faces != nullptr, "ep_fcl_make_convex",
                            "vertices or faces");
                auto points =
                    std::make_shared<point_list>(points_of(vertices, vertex_count, "convex"));
                auto list =
                    std::make_shared<std::vector<int>>(faces_of(faces, face_count, vertex_count));
                check_convex(*points, *list);
                give(std::make_shared<fcl::Convexd>(points, face_count, list, true), geometry);
              });
}

ep_shim_result ep_fcl_make_octree(const double* points, int32_t point_count, double resolution,
                                  ep_fcl_geometry** geometry, ep_shim_error* error)
{
  return make("ep_fcl_make_octree", geometry, error,
              [&]
              {
                fcl_require(points != nullptr, "ep_fcl_make_octree", "points");
                const point_list list = points_of(points, point_count, "octree");
                auto tree =
                    std::make_shared<octomap::OcTree>(size_of(resolution, "octree", "resolution"));
                check_resolution(list, resolution);
                for (const fcl::Vector3d& p : list)
                {
                  tree->updateNode(p.x(), p.y(), p.z(), true);
                }
                give(std::make_shared<fcl::OcTreed>(std::move(tree)), geometry);
              });
}

ep_shim_result ep_fcl_set_capsule_length(ep_fcl_geometry* capsule, double length,
                                         ep_shim_error* error)
{
  return fenced(error,
                [&]
                {
                  fcl_require(capsule != nullptr, "ep_fcl_set_capsule_length", "capsule");
                  if (capsule->shape->getNodeType() != fcl::GEOM_CAPSULE)
                  {
                    throw refusal("ep_fcl_set_capsule_length: the geometry is no capsule");
                  }
                  static_cast<fcl::Capsuled*>(capsule->shape.get())->lz =
                      size_of(length, "capsule", "length");
                  capsule->shape->computeLocalAABB();
                });
}

void ep_fcl_geometry_destroy(ep_fcl_geometry* geometry)
{
  delete geometry;
}

ep_shim_result ep_fcl_geometry_box(const ep_fcl_geometry* geometry, double lo[3], double hi[3],
                                   ep_shim_error* error)
{
  return fenced(error,
                [&]
                {
                  fcl_require(geometry != nullptr && lo != nullptr && hi != nullptr,
                              "ep_fcl_geometry_box", "geometry, lo or hi");
                  for (int k = 0; k < 3; ++k)
                  {
                    lo[k] = geometry->shape->aabb_local.min_[k];
                    hi[k] = geometry->shape->aabb_local.max_[k];
                  }
                });
}

const char* ep_fcl_version(void)
{
  return FCL_VERSION;
}
