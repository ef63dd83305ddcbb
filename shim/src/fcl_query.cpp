/// @file fcl_query.cpp
/// Two bodies: whether they collide, where, how far apart.
#include "fcl_geometry.hpp"

#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>

#include <cmath>

namespace ep_shim
{

namespace
{

bool is_number(const double* values, int count)
{
  bool good = true;
  for (int i = 0; i < count; ++i)
  {
    good = good && fcl_is_good(values[i]);
  }
  return good;
}

bool is_mesh(const fcl_body& body)
{
  return body.shape->getObjectType() == fcl::OT_BVH;
}

bool has(const fcl_body& a, const fcl_body& b, fcl::NODE_TYPE type)
{
  return a.shape->getNodeType() == type || b.shape->getNodeType() == type;
}

/// FCL may have answered for the pair the other way round.
bool is_turned(const fcl::CollisionGeometryd* first, const fcl_body& a, const fcl_body& b)
{
  return first != a.shape && first == b.shape;
}

void copy(const fcl::Vector3d& from, double to[3], double factor = 1.0)
{
  for (int k = 0; k < 3; ++k)
  {
    to[k] = factor * from[k];
  }
}

} // namespace

fcl::Transform3d fcl_pose(const ep_fcl_transform* at)
{
  fcl::Transform3d pose = fcl::Transform3d::Identity();
  if (at == nullptr)
  {
    return pose;
  }
  if (!is_number(&at->rotation[0][0], 9) || !is_number(at->position, 3))
  {
    throw refusal("transform: a number is not finite, or beyond the limit");
  }
  for (int i = 0; i < 3; ++i)
  {
    for (int k = 0; k < 3; ++k)
    {
      pose.linear()(i, k) = at->rotation[i][k];
    }
    pose.translation()[i] = at->position[i];
  }
  const fcl::Matrix3d& r = pose.linear();
  const double off = (r * r.transpose() - fcl::Matrix3d::Identity()).cwiseAbs().maxCoeff();
  if (!(off <= 1e-6) || !(r.col(0).cross(r.col(1)).dot(r.col(2)) > 0.0))
  {
    throw refusal("transform: the matrix is no rotation");
  }
  return pose;
}

fcl_body::fcl_body(const ep_fcl_geometry* handle, const ep_fcl_transform* at, const char* call)
    : shape(handle == nullptr ? nullptr : handle->shape.get()), geometry(handle), pose(fcl_pose(at))
{
  fcl_require(handle != nullptr, call, "a geometry");
}

fcl_body::fcl_body(const ep_fcl_placed* placed, const char* call)
    : fcl_body(placed == nullptr ? nullptr : placed->geometry,
               placed == nullptr ? nullptr : placed->at, call)
{
}

std::int32_t fcl_body::triangle(std::intptr_t id) const noexcept
{
  if (shape->getObjectType() != fcl::OT_BVH || id < 0)
  {
    return EP_FCL_NO_TRIANGLE;
  }
  return geometry->kept.empty() ? static_cast<std::int32_t>(id)
                                : geometry->kept[static_cast<std::size_t>(id)];
}

const char* fcl_body::kind() const noexcept
{
  switch (shape->getNodeType())
  {
  case fcl::BV_OBBRSS:
    return "a mesh with OBBRSS";
  case fcl::BV_RSS:
    return "a mesh with RSS";
  case fcl::BV_OBB:
    return "a mesh with OBB";
  case fcl::GEOM_HALFSPACE:
    return "a halfspace";
  case fcl::GEOM_OCTREE:
    return "an octree";
  default:
    return "a shape";
  }
}

// FCL has tables of functions, and says on stderr only that an entry is empty. To look into them
// takes a minute of compiling; this is what they hold for what can be made here.

bool fcl_can_collide(const fcl_body& a, const fcl_body& b)
{
  return !is_mesh(a) || !is_mesh(b) || a.shape->getNodeType() == b.shape->getNodeType();
}

/// The tables have halfspaces, but FCL's support function of one is empty: it would crash.
bool fcl_can_measure(const fcl_body& a, const fcl_body& b)
{
  return fcl_can_collide(a, b) && !has(a, b, fcl::GEOM_HALFSPACE) && !has(a, b, fcl::BV_OBB);
}

bool fcl_can_advance(const fcl_body& a, const fcl_body& b)
{
  return fcl_can_collide(a, b) && !has(a, b, fcl::GEOM_HALFSPACE) && !has(a, b, fcl::GEOM_OCTREE);
}

void fcl_refuse_pair(const char* what, const fcl_body& a, const fcl_body& b)
{
  throw refusal(std::string("FCL cannot ") + what + " " + a.kind() + " and " + b.kind());
}

bool fcl_touch(const fcl_body& a, const fcl_body& b)
{
  const fcl::CollisionRequestd request(1, false);
  fcl::CollisionResultd result;
  fcl::collide(a.shape, a.pose, b.shape, b.pose, request, result);
  return result.isCollision();
}

void fcl_measure(const fcl_body& a, const fcl_body& b, double cap, bool with_depth,
                 ep_fcl_nearest& nearest)
{
  const bool sphere_and_mesh = (is_mesh(a) || is_mesh(b)) && has(a, b, fcl::GEOM_SPHERE);
  if (sphere_and_mesh && fcl_touch(a, b))
  {
    // FCL would leave the distance as it was on the stack.
    nearest = ep_fcl_nearest{};
    nearest.found = true;
    nearest.triangle[0] = nearest.triangle[1] = EP_FCL_NO_TRIANGLE;
    return;
  }
  const fcl::DistanceRequestd request(true, with_depth);
  // What is in the result already prunes.
  fcl::DistanceResultd result(std::isfinite(cap) ? cap : std::numeric_limits<double>::max());
  fcl::distance(a.shape, a.pose, b.shape, b.pose, request, result);
  nearest = ep_fcl_nearest{};
  nearest.triangle[0] = nearest.triangle[1] = EP_FCL_NO_TRIANGLE;
  nearest.found = result.o1 != nullptr;
  nearest.distance = nearest.found ? result.min_distance : cap;
  if (!with_depth && nearest.distance < 0.0)
  {
    nearest.distance = 0.0;
  }
  if (nearest.found)
  {
    const int first = is_turned(result.o1, a, b) ? 1 : 0;
    const fcl_body* bodies[2] = {&a, &b};
    for (int k = 0; k < 2; ++k)
    {
      // Of these two kinds FCL gives the points in their own frames, of all others in the world.
      const int which = first == 0 ? k : 1 - k;
      const fcl::Vector3d& point = result.nearest_points[which];
      copy(sphere_and_mesh ? fcl::Vector3d(bodies[k]->pose * point) : point, nearest.point[k]);
    }
    nearest.triangle[0] = a.triangle(first == 0 ? result.b1 : result.b2);
    nearest.triangle[1] = b.triangle(first == 0 ? result.b2 : result.b1);
  }
}

} // namespace ep_shim

using namespace ep_shim;

ep_fcl_transform ep_fcl_transform_identity(void)
{
  return ep_fcl_transform{{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}, {0.0, 0.0, 0.0}};
}

ep_shim_result ep_fcl_transform_set(const double quaternion[4], const double position[3],
                                    ep_fcl_transform* transform, ep_shim_error* error)
{
  return fenced(error,
                [&]
                {
                  fcl_require(quaternion != nullptr && position != nullptr && transform != nullptr,
                              "ep_fcl_transform_set", "quaternion, position or transform");
                  fcl::Quaterniond q(quaternion[3], quaternion[0], quaternion[1], quaternion[2]);
                  const double length = q.norm();
                  if (!is_number(quaternion, 4) || !is_number(position, 3) || !(length > 1e-100))
                  {
                    throw refusal("transform: a number is not finite, or the quaternion's length " +
                                  std::to_string(length) + " gives no direction");
                  }
                  q.normalize();
                  const fcl::Matrix3d r = q.toRotationMatrix();
                  for (int i = 0; i < 3; ++i)
                  {
                    for (int k = 0; k < 3; ++k)
                    {
                      transform->rotation[i][k] = r(i, k);
                    }
                    transform->position[i] = position[i];
                  }
                });
}

ep_shim_result ep_fcl_collide(const ep_fcl_placed* a, const ep_fcl_placed* b, bool* collides,
                              ep_shim_error* error)
{
  return fenced(error,
                [&]
                {
                  fcl_require(collides != nullptr, "ep_fcl_collide", "collides");
                  const fcl_body x(a, "ep_fcl_collide");
                  const fcl_body y(b, "ep_fcl_collide");
                  if (!fcl_can_collide(x, y))
                  {
                    fcl_refuse_pair("collide", x, y);
                  }
                  *collides = fcl_touch(x, y);
                });
}

ep_shim_result ep_fcl_contacts(const ep_fcl_placed* a, const ep_fcl_placed* b,
                               ep_fcl_contact* contacts, int32_t capacity, int32_t* count,
                               ep_shim_error* error)
{
  return fenced(error,
                [&]
                {
                  fcl_require(contacts != nullptr && count != nullptr, "ep_fcl_contacts",
                              "contacts or count");
                  const fcl_body x(a, "ep_fcl_contacts");
                  const fcl_body y(b, "ep_fcl_contacts");
                  if (capacity < 1)
                  {
                    throw refusal("ep_fcl_contacts: room for " + std::to_string(capacity) +
                                  " contacts");
                  }
                  if (!fcl_can_collide(x, y))
                  {
                    fcl_refuse_pair("collide", x, y);
                  }
                  const fcl::CollisionRequestd request(static_cast<std::size_t>(capacity), true);
                  fcl::CollisionResultd result;
                  fcl::collide(x.shape, x.pose, y.shape, y.pose, request, result);
                  const std::size_t found =
                      std::min(result.numContacts(), static_cast<std::size_t>(capacity));
                  for (std::size_t i = 0; i < found; ++i)
                  {
                    const fcl::Contactd& from = result.getContact(i);
                    const bool turned = is_turned(from.o1, x, y);
                    copy(from.pos, contacts[i].point);
                    copy(from.normal, contacts[i].normal, turned ? -1.0 : 1.0);
                    contacts[i].depth = from.penetration_depth;
                    contacts[i].triangle[0] = x.triangle(turned ? from.b2 : from.b1);
                    contacts[i].triangle[1] = y.triangle(turned ? from.b1 : from.b2);
                  }
                  *count = static_cast<int32_t>(found);
                });
}

ep_shim_result ep_fcl_distance(const ep_fcl_placed* a, const ep_fcl_placed* b, double cap,
                               ep_fcl_nearest* nearest, ep_shim_error* error)
{
  return fenced(error,
                [&]
                {
                  fcl_require(nearest != nullptr, "ep_fcl_distance", "nearest");
                  const fcl_body x(a, "ep_fcl_distance");
                  const fcl_body y(b, "ep_fcl_distance");
                  if (!(cap > 0.0))
                  {
                    throw refusal("ep_fcl_distance: the cap " + std::to_string(cap) +
                                  " is not above 0");
                  }
                  if (!fcl_can_measure(x, y))
                  {
                    fcl_refuse_pair("measure the distance of", x, y);
                  }
                  fcl_measure(x, y, cap, false, *nearest);
                });
}

ep_shim_result ep_fcl_signed_distance(const ep_fcl_placed* a, const ep_fcl_placed* b,
                                      ep_fcl_nearest* nearest, ep_shim_error* error)
{
  return fenced(error,
                [&]
                {
                  fcl_require(nearest != nullptr, "ep_fcl_signed_distance", "nearest");
                  const fcl_body x(a, "ep_fcl_signed_distance");
                  const fcl_body y(b, "ep_fcl_signed_distance");
                  if (x.shape->getObjectType() != fcl::OT_GEOM ||
                      y.shape->getObjectType() != fcl::OT_GEOM || !fcl_can_measure(x, y))
                  {
                    fcl_refuse_pair("measure the depth of", x, y);
                  }
                  fcl_measure(x, y, HUGE_VAL, true, *nearest);
                });
}
