/// @file fcl_motion.cpp
/// FCL's continuousCollide. Not evidence of anything.
#include "edgeproof/shim/fcl_motion.h"

#include "fcl_geometry.hpp"

#include <fcl/math/motion/interp_motion.h>
#include <fcl/narrowphase/continuous_collision.h>

namespace
{

using namespace ep_shim;

/// Where the body begins, and how it goes on. Of FCL's constructors only this one sets both the
/// point that the motion turns about and the velocities.
struct moving_body
{
  fcl_body body;
  fcl::Transform3d end;
  fcl::InterpMotion<double> motion;

  moving_body(const ep_fcl_moving* moving, const char* call)
      : body(moving == nullptr ? nullptr : moving->geometry,
             moving == nullptr ? nullptr : moving->begin, call),
        end(fcl_pose(moving->end)), motion(body.pose.linear(), body.pose.translation(),
                                           end.linear(), end.translation(), fcl::Vector3d::Zero())
  {
  }
};

void check_options(const ep_fcl_motion_options& options)
{
  if (options.iterations < 2 || !(options.time_tolerance > 0.0) ||
      !(options.time_tolerance <= 1.0) ||
      (options.method != EP_FCL_ADVANCEMENT && options.method != EP_FCL_NAIVE))
  {
    throw refusal("ep_fcl_continuous_uncertified: method " +
                  std::to_string(static_cast<int>(options.method)) + ", " +
                  std::to_string(options.iterations) + " iterations, time tolerance " +
                  std::to_string(options.time_tolerance));
  }
}

} // namespace

ep_fcl_motion_options ep_fcl_motion_options_default(void)
{
  return ep_fcl_motion_options{EP_FCL_ADVANCEMENT, 10, 1e-4};
}

ep_shim_result ep_fcl_continuous_uncertified(const ep_fcl_moving* a, const ep_fcl_moving* b,
                                             const ep_fcl_motion_options* options, bool* collides,
                                             double* time, ep_shim_error* error)
{
  return fenced(
      error,
      [&]
      {
        const char* call = "ep_fcl_continuous_uncertified";
        fcl_require(collides != nullptr && time != nullptr, call, "collides or time");
        fcl_require(a != nullptr && b != nullptr, call, "a or b");
        const ep_fcl_motion_options chosen =
            options == nullptr ? ep_fcl_motion_options_default() : *options;
        check_options(chosen);
        const moving_body given[2] = {{a, call}, {b, call}};
        // With a shape first and a mesh second FCL calls itself until the stack is full.
        const int first = given[0].body.shape->getObjectType() != fcl::OT_BVH &&
                                  given[1].body.shape->getObjectType() == fcl::OT_BVH
                              ? 1
                              : 0;
        const moving_body& x = given[first];
        const moving_body& y = given[1 - first];
        const bool naive = chosen.method == EP_FCL_NAIVE;
        if (!(naive ? fcl_can_collide(x.body, y.body) : fcl_can_advance(x.body, y.body)))
        {
          fcl_refuse_pair("move", x.body, y.body);
        }
        const fcl::ContinuousCollisionRequestd request(
            static_cast<std::size_t>(chosen.iterations), chosen.time_tolerance, fcl::CCDM_LINEAR,
            fcl::GST_LIBCCD, naive ? fcl::CCDC_NAIVE : fcl::CCDC_CONSERVATIVE_ADVANCEMENT);
        fcl::ContinuousCollisionResultd result;
        fcl::continuousCollide(x.body.shape, &x.motion, y.body.shape, &y.motion, request, result);
        *collides = result.is_collide;
        *time = result.is_collide ? result.time_of_contact : 1.0;
      });
}
