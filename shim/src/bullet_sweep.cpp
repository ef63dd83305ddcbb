/// @file bullet_sweep.cpp
/// Bullet's collision world behind bullet.h.
#include "edgeproof/shim/bullet.h"

#include "fence.hpp"

#include <btBulletCollisionCommon.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

using ep_shim::refusal;

namespace
{

/// A mesh with the arrays that Bullet only points to.
struct standing_mesh
{
  std::vector<btScalar> vertices;
  std::vector<int> triangles;
  std::unique_ptr<btTriangleIndexVertexArray> arrays;
  std::unique_ptr<btBvhTriangleMeshShape> shape;
  btCollisionObject object;
};

btTransform transform_of(const ep_bullet_pose& pose)
{
  const double* r = pose.rotation;
  const auto s = [](double x) { return static_cast<btScalar>(x); };
  return btTransform(
      btMatrix3x3(s(r[0]), s(r[1]), s(r[2]), s(r[3]), s(r[4]), s(r[5]), s(r[6]), s(r[7]), s(r[8])),
      btVector3(s(pose.position[0]), s(pose.position[1]), s(pose.position[2])));
}

void require_finite(const double* values, int32_t count)
{
  for (int32_t i = 0; i < count; ++i)
  {
    if (!std::isfinite(values[i]))
    {
      throw refusal("coordinate " + std::to_string(i) + " is not finite");
    }
  }
}

/// Any contact will do; those with meshes that are not wanted are not looked for.
class any_contact : public btCollisionWorld::ConvexResultCallback
{
public:
  explicit any_contact(const bool* wanted) : wanted_(wanted)
  {
  }

  bool needsCollision(btBroadphaseProxy* proxy) const override
  {
    const auto* object = static_cast<const btCollisionObject*>(proxy->m_clientObject);
    return m_closestHitFraction > 0 && wanted_[object->getUserIndex()];
  }

  btScalar addSingleResult(btCollisionWorld::LocalConvexResult& result, bool) override
  {
    found = true;
    m_closestHitFraction = 0; // nothing farther is asked for
    (void)result;
    return 0;
  }

  bool found = false;

private:
  const bool* wanted_;
};

} // namespace

struct ep_bullet_world
{
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher{&configuration};
  btDbvtBroadphase broadphase;
  btCollisionWorld world{&dispatcher, &broadphase, &configuration};
  std::vector<std::unique_ptr<standing_mesh>> meshes;
  std::vector<std::unique_ptr<btConvexHullShape>> hulls;

  ~ep_bullet_world()
  {
    for (const auto& mesh : meshes)
    {
      world.removeCollisionObject(&mesh->object);
    }
  }
};

ep_shim_result ep_bullet_create(ep_bullet_world** world, ep_shim_error* error)
{
  *world = nullptr;
  return ep_shim::fenced(error, [&] { *world = new ep_bullet_world; });
}

void ep_bullet_destroy(ep_bullet_world* world)
{
  delete world;
}

ep_shim_result ep_bullet_add_mesh(ep_bullet_world* world, const double* vertices,
                                  int32_t vertex_count, const int32_t* triangles,
                                  int32_t triangle_count, ep_shim_error* error)
{
  return ep_shim::fenced(
      error,
      [&]
      {
        if (vertex_count < 1 || triangle_count < 1)
        {
          throw refusal("a mesh without triangles");
        }
        require_finite(vertices, 3 * vertex_count);
        auto mesh = std::make_unique<standing_mesh>();
        for (int32_t i = 0; i < 3 * vertex_count; ++i)
        {
          mesh->vertices.push_back(static_cast<btScalar>(vertices[i]));
        }
        for (int32_t i = 0; i < 3 * triangle_count; ++i)
        {
          if (triangles[i] < 0 || triangles[i] >= vertex_count)
          {
            throw refusal("triangle " + std::to_string(i / 3) + " has no vertex " +
                          std::to_string(triangles[i]));
          }
          mesh->triangles.push_back(triangles[i]);
        }
        mesh->arrays = std::make_unique<btTriangleIndexVertexArray>(
            triangle_count, mesh->triangles.data(), static_cast<int>(3 * sizeof(int)), vertex_count,
            mesh->vertices.data(), static_cast<int>(3 * sizeof(btScalar)));
        mesh->shape = std::make_unique<btBvhTriangleMeshShape>(mesh->arrays.get(), true);
        mesh->shape->setMargin(0);
        mesh->object.setCollisionShape(mesh->shape.get());
        mesh->object.setUserIndex(static_cast<int>(world->meshes.size()));
        world->world.addCollisionObject(&mesh->object);
        world->meshes.push_back(std::move(mesh));
      });
}

ep_shim_result ep_bullet_add_hull(ep_bullet_world* world, const double* points, int32_t point_count,
                                  ep_shim_error* error)
{
  return ep_shim::fenced(error,
                         [&]
                         {
                           if (point_count < 1)
                           {
                             throw refusal("a hull without points");
                           }
                           require_finite(points, 3 * point_count);
                           auto hull = std::make_unique<btConvexHullShape>();
                           for (int32_t i = 0; i < point_count; ++i)
                           {
                             hull->addPoint(btVector3(static_cast<btScalar>(points[3 * i]),
                                                      static_cast<btScalar>(points[3 * i + 1]),
                                                      static_cast<btScalar>(points[3 * i + 2])),
                                            false);
                           }
                           // Points inside of the hull only cost time: Bullet's own quickhull drops
                           // them.
                           hull->optimizeConvexHull();
                           hull->recalcLocalAabb();
                           world->hulls.push_back(std::move(hull));
                         });
}

ep_shim_result ep_bullet_sweep(ep_bullet_world* world, int32_t hull, const ep_bullet_pose* from,
                               const ep_bullet_pose* to, double margin, const bool* wanted,
                               bool* hit, ep_shim_error* error)
{
  *hit = false;
  return ep_shim::fenced(error,
                         [&]
                         {
                           if (hull < 0 || static_cast<std::size_t>(hull) >= world->hulls.size())
                           {
                             throw refusal("there is no hull " + std::to_string(hull));
                           }
                           btConvexHullShape& shape = *world->hulls[static_cast<std::size_t>(hull)];
                           shape.setMargin(static_cast<btScalar>(margin));
                           any_contact contact(wanted);
                           world->world.convexSweepTest(&shape, transform_of(*from),
                                                        transform_of(*to), contact);
                           *hit = contact.found;
                         });
}

const char* ep_bullet_version(void)
{
  static const std::string text =
      std::to_string(BT_BULLET_VERSION / 100) + "." + std::to_string(BT_BULLET_VERSION % 100);
  return text.c_str();
}
