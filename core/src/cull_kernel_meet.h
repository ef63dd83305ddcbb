/// @file cull_kernel_meet.h
/// Some moving boxes against the eight of a node, included once for each instruction set after
/// cull_kernel_place.h.

/// The longest edge of each child, as if there were none where there is no child.
static inline f8 edges8(const ep_bvh_node* node)
{
  f8 edge = all8(0.0f);
  for (int k = 0; k < 3; ++k)
  {
    edge = max8(load8(node->hi[k]) - load8(node->lo[k]), edge);
  }
  return edge;
}

static inline float largest_of(const float edges[EP_BVH_WIDTH], uint32_t mask)
{
  float most = 0.0f;
  for (; mask != 0; mask &= mask - 1)
  {
    const float e = edges[__builtin_ctz(mask)];
    most = e > most ? e : most;
  }
  return most;
}

static float EP_KERNEL_NAME(largest)(const ep_bvh_node* node, uint32_t mask)
{
  float edges[EP_BVH_WIDTH];
  store8(edges, edges8(node));
  return largest_of(edges, mask);
}

static void EP_KERNEL_NAME(meet)(ep_moving_boxes* moving, const ep_bvh_node* node, uint32_t lanes,
                                 uint32_t mask, ep_meeting* out)
{
  hulls8 hulls;
  uint32_t met[EP_BVH_WIDTH];
  set_hulls8(&hulls, &moving->boxes);
  out->lanes = 0;
  for (uint32_t rest = lanes; rest != 0; rest &= rest - 1)
  {
    const int lane = __builtin_ctz(rest);
    met[lane] = mask & boxes8(&hulls, &moving->boxes, lane, node);
    out->lanes |= met[lane] != 0 ? 1U << lane : 0;
  }
  if (out->lanes == 0)
  {
    return;
  }
  if (moving->turns && !moving->has_axes)
  {
    EP_KERNEL_NAME(place_axes)(&moving->motion, &moving->boxes, &moving->axes);
    moving->has_axes = true;
  }
  float edges[EP_BVH_WIDTH];
  store8(edges, edges8(node));
  for (uint32_t rest = out->lanes; rest != 0; rest &= rest - 1)
  {
    const int lane = __builtin_ctz(rest);
    met[lane] &= moving->turns ? EP_KERNEL_NAME(axes)(&moving->axes, lane, node) : 0xffU;
    out->lanes &= met[lane] != 0 ? 0xffU : ~(1U << lane);
    out->mask[lane] = (uint8_t)met[lane];
    out->largest[lane] = largest_of(edges, met[lane]);
  }
}
