/// @file fcl_geometry.hpp
/// What the FCL shim's sources share: the geometry behind a handle, and checked input. Sources that
/// include this take seconds and hundreds of megabytes to compile, so they are few.
#ifndef EP_SHIM_FCL_GEOMETRY_HPP
#define EP_SHIM_FCL_GEOMETRY_HPP

#include "edgeproof/shim/fcl.h"
#include "edgeproof/shim/no_simd.hpp"

#include "fence.hpp"

#include <fcl/geometry/collision_geometry.h>

#include <memory>
#include <vector>

struct ep_fcl_geometry
{
  std::shared_ptr<fcl::CollisionGeometryd> shape;
  /// Of a mesh that lost some: the number of each triangle that was kept. Else empty.
  std::vector<std::int32_t> kept;
  std::int32_t left_out = 0;
};

namespace ep_shim
{

/// Throws a refusal that says what is missing.
void fcl_require(bool there, const char* call, const char* what);

/// Whether a number can be a coordinate.
bool fcl_is_good(double value) noexcept;

/// A place as FCL has it; throws a refusal that names the number or the matrix.
fcl::Transform3d fcl_pose(const ep_fcl_transform* at);

/// A body of a query: geometry and pose, checked.
struct fcl_body
{
  const fcl::CollisionGeometryd* shape;
  const ep_fcl_geometry* geometry;
  fcl::Transform3d pose;

  fcl_body(const ep_fcl_placed* placed, const char* call);
  fcl_body(const ep_fcl_geometry* handle, const ep_fcl_transform* at, const char* call);

  /// The caller's number of one of its triangles.
  std::int32_t triangle(std::intptr_t id) const noexcept;
  /// "a mesh with OBBRSS" and the like.
  const char* kind() const noexcept;
};

/// Whether FCL has a function for the pair that comes to an end: to collide, for a distance, for
/// conservative advancement.
bool fcl_can_collide(const fcl_body& a, const fcl_body& b);
bool fcl_can_measure(const fcl_body& a, const fcl_body& b);
bool fcl_can_advance(const fcl_body& a, const fcl_body& b);

/// Throws a refusal of a pair that FCL cannot do.
[[noreturn]] void fcl_refuse_pair(const char* what, const fcl_body& a, const fcl_body& b);

/// One distance into what C sees; a cap of infinity is none.
void fcl_measure(const fcl_body& a, const fcl_body& b, double cap, bool with_depth,
                 ep_fcl_nearest& nearest);
/// Whether they collide.
bool fcl_touch(const fcl_body& a, const fcl_body& b);

} // namespace ep_shim

#endif
