/// @file fcl_manager.cpp
/// Many objects in a dynamic tree of boxes.
#include "edgeproof/shim/fcl_manager.h"

#include "fcl_geometry.hpp"

#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>

#include <cmath>

namespace
{

using namespace ep_shim;

/// FCL's own constructors write to the geometry, which other threads may be reading.
struct member : fcl::CollisionObjectd
{
  fcl_body body;
  std::int32_t number;

  member(const fcl_body& from, std::int32_t given)
      : fcl::CollisionObjectd(nullptr), body(from), number(given)
  {
    cgeom = from.geometry->shape;
    cgeom_const = cgeom;
    place(from.pose);
  }

  void place(const fcl::Transform3d& pose)
  {
    body.pose = pose;
    setTransform(pose);
    computeAABB();
  }
};

const member& member_of(const fcl::CollisionObjectd* object)
{
  return *static_cast<const member*>(object);
}

constexpr std::int32_t nobody = EP_FCL_NO_OBJECT;

} // namespace

struct ep_fcl_manager
{
  fcl::DynamicAABBTreeCollisionManagerd tree;
  std::vector<std::unique_ptr<member>> members; ///< by number; NULL where it was removed

  member& at(std::int32_t number)
  {
    if (number < 0 || static_cast<std::size_t>(number) >= members.size() ||
        members[static_cast<std::size_t>(number)] == nullptr)
    {
      throw refusal("manager: there is no object " + std::to_string(number));
    }
    return *members[static_cast<std::size_t>(number)];
  }
};

namespace
{

/// What a walk over the tree takes along. FCL is C++ and lets exceptions through.
struct walk
{
  ep_fcl_visit visit = nullptr;
  void* user = nullptr;
  bool hit = false;
  ep_fcl_pair pair = {{nobody, nobody}};
  ep_fcl_nearest nearest = {};
  double cap = HUGE_VAL;
};

/// The asked one comes second.
ep_fcl_pair in_order(const member& a, const member& b)
{
  return a.number == nobody ? ep_fcl_pair{{b.number, nobody}} : ep_fcl_pair{{a.number, b.number}};
}

bool on_visit(fcl::CollisionObjectd* a, fcl::CollisionObjectd* b, void* data)
{
  walk& w = *static_cast<walk*>(data);
  const ep_fcl_pair pair = in_order(member_of(a), member_of(b));
  return w.visit(pair.object[0], pair.object[1], w.user);
}

bool on_collide(fcl::CollisionObjectd* a, fcl::CollisionObjectd* b, void* data)
{
  walk& w = *static_cast<walk*>(data);
  const fcl_body& x = member_of(a).body;
  const fcl_body& y = member_of(b).body;
  if (!fcl_can_collide(x, y))
  {
    fcl_refuse_pair("collide", x, y);
  }
  w.hit = fcl_touch(x, y);
  w.pair = w.hit ? in_order(member_of(a), member_of(b)) : w.pair;
  return w.hit;
}

bool on_distance(fcl::CollisionObjectd* a, fcl::CollisionObjectd* b, void* data, double& most)
{
  walk& w = *static_cast<walk*>(data);
  const bool turned = member_of(a).number == nobody;
  const member& x = member_of(turned ? b : a);
  const member& y = member_of(turned ? a : b);
  if (!fcl_can_measure(x.body, y.body))
  {
    fcl_refuse_pair("measure the distance of", x.body, y.body);
  }
  ep_fcl_nearest found;
  fcl_measure(x.body, y.body, w.cap, false, found);
  if (found.found)
  {
    w.nearest = found;
    w.pair = in_order(x, y);
    w.cap = found.distance;
  }
  most = w.cap;
  return w.cap <= 0.0;
}

/// Asks the whole tree against itself or against one body.
template <class Ask>
void ask(ep_fcl_manager* manager, const ep_fcl_placed* placed, const char* call, const Ask& work)
{
  fcl_require(manager != nullptr, call, "manager");
  if (placed == nullptr)
  {
    work(static_cast<member*>(nullptr));
    return;
  }
  member asked(fcl_body(placed, call), nobody);
  work(&asked);
}

void collide_all(ep_fcl_manager* manager, member* asked, walk& w,
                 fcl::CollisionCallBack<double> call)
{
  if (asked == nullptr)
  {
    manager->tree.collide(&w, call);
  }
  else
  {
    manager->tree.collide(asked, &w, call);
  }
}

} // namespace

ep_shim_result ep_fcl_manager_create(ep_fcl_manager** manager, ep_shim_error* error)
{
  return fenced(error,
                [&]
                {
                  fcl_require(manager != nullptr, "ep_fcl_manager_create", "manager");
                  *manager = nullptr;
                  *manager = new ep_fcl_manager();
                });
}

void ep_fcl_manager_destroy(ep_fcl_manager* manager)
{
  delete manager;
}

ep_shim_result ep_fcl_manager_add(ep_fcl_manager* manager, const ep_fcl_placed* placed,
                                  int32_t* object, ep_shim_error* error)
{
  return fenced(error,
                [&]
                {
                  fcl_require(manager != nullptr && object != nullptr, "ep_fcl_manager_add",
                              "manager or object");
                  const fcl_body body(placed, "ep_fcl_manager_add");
                  const auto number = static_cast<std::int32_t>(manager->members.size());
                  manager->members.push_back(std::make_unique<member>(body, number));
                  manager->tree.registerObject(manager->members.back().get());
                  *object = number;
                });
}

ep_shim_result ep_fcl_manager_move(ep_fcl_manager* manager, int32_t object,
                                   const ep_fcl_transform* at, ep_shim_error* error)
{
  return fenced(error,
                [&]
                {
                  fcl_require(manager != nullptr, "ep_fcl_manager_move", "manager");
                  manager->at(object).place(fcl_pose(at));
                });
}

ep_shim_result ep_fcl_manager_remove(ep_fcl_manager* manager, int32_t object, ep_shim_error* error)
{
  return fenced(error,
                [&]
                {
                  fcl_require(manager != nullptr, "ep_fcl_manager_remove", "manager");
                  manager->tree.unregisterObject(&manager->at(object));
                  manager->members[static_cast<std::size_t>(object)].reset();
                });
}

ep_shim_result ep_fcl_manager_update(ep_fcl_manager* manager, ep_shim_error* error)
{
  return fenced(error,
                [&]
                {
                  fcl_require(manager != nullptr, "ep_fcl_manager_update", "manager");
                  manager->tree.update();
                });
}

ep_shim_result ep_fcl_manager_visit(ep_fcl_manager* manager, const ep_fcl_placed* placed,
                                    ep_fcl_visit visit, void* user, ep_shim_error* error)
{
  return fenced(error,
                [&]
                {
                  fcl_require(visit != nullptr, "ep_fcl_manager_visit", "visit");
                  walk w;
                  w.visit = visit;
                  w.user = user;
                  ask(manager, placed, "ep_fcl_manager_visit",
                      [&](member* asked) { collide_all(manager, asked, w, on_visit); });
                });
}

ep_shim_result ep_fcl_manager_collide(ep_fcl_manager* manager, const ep_fcl_placed* placed,
                                      bool* collides, ep_fcl_pair* pair, ep_shim_error* error)
{
  return fenced(error,
                [&]
                {
                  fcl_require(collides != nullptr, "ep_fcl_manager_collide", "collides");
                  walk w;
                  ask(manager, placed, "ep_fcl_manager_collide",
                      [&](member* asked) { collide_all(manager, asked, w, on_collide); });
                  *collides = w.hit;
                  if (pair != nullptr)
                  {
                    *pair = w.pair;
                  }
                });
}

ep_shim_result ep_fcl_manager_distance(ep_fcl_manager* manager, const ep_fcl_placed* placed,
                                       double cap, ep_fcl_nearest* nearest, ep_fcl_pair* pair,
                                       ep_shim_error* error)
{
  return fenced(error,
                [&]
                {
                  fcl_require(nearest != nullptr, "ep_fcl_manager_distance", "nearest");
                  if (!(cap > 0.0))
                  {
                    throw refusal("ep_fcl_manager_distance: the cap " + std::to_string(cap) +
                                  " is not above 0");
                  }
                  walk w;
                  w.cap = cap;
                  w.nearest.distance = cap;
                  w.nearest.triangle[0] = w.nearest.triangle[1] = EP_FCL_NO_TRIANGLE;
                  ask(manager, placed, "ep_fcl_manager_distance",
                      [&](member* asked)
                      {
                        if (asked == nullptr)
                        {
                          manager->tree.distance(&w, on_distance);
                        }
                        else
                        {
                          manager->tree.distance(asked, &w, on_distance);
                        }
                      });
                  *nearest = w.nearest;
                  if (pair != nullptr)
                  {
                    *pair = w.pair;
                  }
                });
}
