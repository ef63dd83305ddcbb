/* How far apart are a ball and a wall? FCL from plain C: no C++ in sight.
 *
 * Link with the CMake target edgeproof_shim_fcl. A test compiles and runs this file. */
#include <edgeproof/shim/fcl.h>

#include <math.h>
#include <stdio.h>

static int refuse(const ep_shim_error* error)
{
  fprintf(stderr, "%s\n", error->message);
  return 1;
}

int main(void)
{
  /* A wall of two triangles in the plane x = 0, 4 m wide and 3 m high. */
  const double corners[12] = {0, -2, 0, 0, 2, 0, 0, 2, 3, 0, -2, 3};
  const int32_t triangles[6] = {0, 1, 2, 0, 2, 3};
  const ep_fcl_mesh mesh = {corners, 4, triangles, 2};
  ep_fcl_geometry* wall = NULL;
  ep_fcl_geometry* ball = NULL;
  ep_shim_error error;
  if (ep_fcl_make_mesh(&mesh, EP_FCL_OBBRSS, &wall, &error) != EP_SHIM_OK ||
      ep_fcl_make_sphere(0.25, &ball, &error) != EP_SHIM_OK)
  {
    return refuse(&error);
  }

  /* The ball's centre is 1.5 m in front of the wall. */
  ep_fcl_transform at = ep_fcl_transform_identity();
  at.position[0] = 1.5;
  at.position[2] = 1.0;
  const ep_fcl_placed a = {wall, NULL};
  const ep_fcl_placed b = {ball, &at};
  ep_fcl_nearest nearest;
  if (ep_fcl_distance(&a, &b, INFINITY, &nearest, &error) != EP_SHIM_OK)
  {
    return refuse(&error);
  }
  printf("%.3f m, from triangle %d at %.3f %.3f %.3f\n", nearest.distance, (int)nearest.triangle[0],
         nearest.point[0][0], nearest.point[0][1], nearest.point[0][2]);

  ep_fcl_geometry_destroy(wall);
  ep_fcl_geometry_destroy(ball);
  return 0;
}
