/// @file scene.h
/// Small worlds whose answers are known: a few calls to build one, and one call to demand an
/// answer. Every demand is made in both modes, by both methods, in all orders of work, forwards and
/// backwards: they must not differ. Anything that core refuses on the way fails the test with
/// core's message.
#ifndef EP_TEST_SCENE_H
#define EP_TEST_SCENE_H

#include <stdbool.h>
#include <stdint.h>

#include "edgeproof/checker.h"
#include "ep_test.h"

#define SCENE_MACHINES_MAX 2
#define SCENE_TOLERANCE    1e-3

typedef struct scene
{
  ep_world* world;
  ep_checker* checker; ///< NULL until scene_freeze()
  ep_machine* machines[SCENE_MACHINES_MAX];
  int32_t first_body[SCENE_MACHINES_MAX]; ///< of each machine
  int32_t machine_count;
  double clearance;
} scene;

/// @name Building
/// @{

/// An empty world with SCENE_TOLERANCE and this clearance.
scene scene_begin(double clearance);
void scene_end(scene* s);

/// Gives the machine's index. The machine belongs to the scene.
int32_t scene_machine(scene* s, const char* name, const ep_link_desc* links, int32_t count);
void scene_shape(scene* s, int32_t machine, int32_t link, ep_geometry_desc shape);
int32_t scene_obstacle(scene* s, const char* name, ep_geometry_desc shape);
int32_t scene_payload(scene* s, const char* name, ep_geometry_desc shape);

/// Freezes the world and makes a checker.
void scene_freeze(scene* s);

/// A link, its joint about or along an axis.
ep_link_desc scene_link(const char* name, int32_t parent, ep_joint_type joint, double x, double y,
                        double z);

ep_geometry_desc scene_box(double size_x, double size_y, double size_z, double x, double y,
                           double z);
ep_geometry_desc scene_ball(double radius, double x, double y, double z);
ep_geometry_desc scene_mesh(const double* vertices, int32_t vertex_count, const int32_t* triangles,
                            int32_t triangle_count);

/// The corners of a box about the origin, 24 numbers, and its twelve triangles. The last two make
/// up the side x = +half: leave them out, and the box is open there.
void scene_box_corners(double size_x, double size_y, double size_z, double vertices[24]);
extern const int32_t scene_box_triangles[36];

/// @}
/// @name Asking
/// @{

ep_result scene_check(scene* s, const double* q0, const double* q1, ep_mode mode, ep_order order);
ep_result scene_state(scene* s, const double* q);

/// @}
/// @name Demanding
/// @{

/// A contact that is known: who, when, and how fast the distance shrinks there (metres a unit of
/// t).
typedef struct scene_contact
{
  const char* a;
  const char* b;
  double t;
  double speed;
  double clearance; ///< that is demanded of the pair
} scene_contact;

/// The distance of the pair at t, from a formula; may be negative once they overlap.
typedef double (*scene_gap)(double t);

/// The first time at which the gap is down to the clearance. It must be above it at t = 0.
scene_contact scene_first(scene_gap gap, double clearance, const char* a, const char* b);

/// Colliding; the contact is the expected one, its time within what the tolerance allows.
void scene_expect_contact(scene* s, const double* q0, const double* q1,
                          const scene_contact* expected);

/// Free, in all modes and orders, and so are the two ends.
void scene_expect_free(scene* s, const double* q0, const double* q1);

/// Colliding, with this kind of contact (EP_CONTACT_NONE: any but containment); no time is
/// demanded.
void scene_expect_kind(scene* s, const double* q0, const double* q1, ep_contact_kind kind,
                       const char* a, const char* b);

/// Free at all states of a sampled motion: what a discrete checker with `steps` steps would say.
void scene_expect_samples_free(scene* s, const double* q0, const double* q1, int32_t size,
                               int32_t steps);

/// @}

#endif
