/// @file advance_catch_boxes.c
/// One box against eight, in double precision.
#include "advance_catch.h"

/// Eight numbers for each coordinate.
typedef double lanes[3][EP_BVH_WIDTH];

static inline double square_positive(double x)
{
  return x > 0.0 ? x * x : 0.0;
}

/// Along the directions of the node: the one box becomes an upright one there.
static void add_upright(const double center[3], const double half[3], const ep_frame* pose,
                        const ep_bvh_node* node, double square[EP_BVH_WIDTH])
{
  for (int k = 0; k < 3; ++k)
  {
    const double* r = pose->rotation[k];
    const double at = pose->position[k] + ep_vec_dot(r, center);
    const double reach = fabs(r[0]) * half[0] + fabs(r[1]) * half[1] + fabs(r[2]) * half[2];
    for (int i = 0; i < EP_BVH_WIDTH; ++i)
    {
      const double above = (double)node->lo[k][i] - (at + reach);
      const double below = (at - reach) - (double)node->hi[k][i];
      square[i] += square_positive(above > below ? above : below);
    }
  }
}

static void middles(const ep_bvh_node* node, const double position[3], lanes center, lanes half)
{
  for (int k = 0; k < 3; ++k)
  {
    for (int i = 0; i < EP_BVH_WIDTH; ++i)
    {
      const double lo = (double)node->lo[k][i];
      const double hi = (double)node->hi[k][i];
      center[k][i] = 0.5 * (lo + hi) - position[k];
      half[k][i] = 0.5 * (hi - lo);
    }
  }
}

/// Along the directions of the one box: the eight become upright ones there.
static void add_turned(const double center[3], const double half[3], const ep_frame* pose,
                       const ep_bvh_node* node, double square[EP_BVH_WIDTH])
{
  lanes at;
  lanes reach;
  middles(node, pose->position, at, reach);
  for (int k = 0; k < 3; ++k)
  {
    const double r[3] = {pose->rotation[0][k], pose->rotation[1][k], pose->rotation[2][k]};
    const double s[3] = {fabs(r[0]), fabs(r[1]), fabs(r[2])};
    for (int i = 0; i < EP_BVH_WIDTH; ++i)
    {
      const double away = r[0] * at[0][i] + r[1] * at[1][i] + r[2] * at[2][i] - center[k];
      const double wide = s[0] * reach[0][i] + s[1] * reach[1][i] + s[2] * reach[2][i] + half[k];
      square[i] += square_positive(fabs(away) - wide);
    }
  }
}

/// Claim     no point of the box is closer than distance[i] - error to a point of box i, error =
///           2^-38 of the largest coordinate.
/// Why       two upright boxes are sqrt(sum gap_k^2) apart; making one of them upright only
///           enlarges it. Both ways hold, the larger counts.
/// Rounding  a dozen operations on numbers below the track's size: 2^-48 of it (proofs.md K3).
void ep_catch_box_distances(const double center[3], const double half[3], const ep_frame* pose,
                            const ep_bvh_node* node, double distance[EP_BVH_WIDTH])
{
  double upright[EP_BVH_WIDTH] = {0.0};
  double turned[EP_BVH_WIDTH] = {0.0};
  add_upright(center, half, pose, node, upright);
  add_turned(center, half, pose, node, turned);
  for (int i = 0; i < EP_BVH_WIDTH; ++i)
  {
    const double square = upright[i] > turned[i] ? upright[i] : turned[i];
    distance[i] = node->child[i] == EP_BVH_NONE ? EP_INFINITY : sqrt(square);
  }
}
