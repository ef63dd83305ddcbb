/// @file cull_kernel_place.h
/// Where eight parts of a body are over a span, included once for each instruction set after
/// cull_kernel_body.h.

static inline void store8(float* p, f8 v)
{
  __builtin_memcpy(p, &v, sizeof v);
}

/// How far points within these radii deviate from their chords, rounded up.
static inline f8 curve8(const ep_span_motion* m, f8 perp, f8 par)
{
  const f8 second = m->curve[0] + m->curve[1] * (perp + m->shift) + m->curve[2] * par;
  return second * m->bend * (1.0f + 0x1p-20f);
}

/// What a pose makes of points.
static inline f8 placed8(const ep_pose_f* pose, int i, const f8 p[3])
{
  const float* r = pose->rotation[i];
  return pose->position[i] + (r[0] * p[0] + r[1] * p[1] + r[2] * p[2]);
}

/// What a pose makes of half-widths.
static inline f8 reach8(const float r[3], const f8 half[3])
{
  return fabsf(r[0]) * half[0] + fabsf(r[1]) * half[1] + fabsf(r[2]) * half[2];
}

static void EP_KERNEL_NAME(place_boxes)(const ep_span_motion* m, const ep_bvh_node* node,
                                        const ep_child_radii* radii, ep_box_sweeps* out)
{
  f8 center[3];
  f8 half[3];
  for (int k = 0; k < 3; ++k)
  {
    const f8 lo = load8(node->lo[k]);
    const f8 hi = load8(node->hi[k]);
    center[k] = 0.5f * (lo + hi);
    half[k] = 0.5f * (hi - lo);
    store8(out->half[k], half[k]);
  }
  const f8 curve = curve8(m, load8(radii->perp), load8(radii->par));
  const f8 inflation = curve + m->margin + m->clearance;
  f8 moved = all8(0.0f);
  for (int i = 0; i < 3; ++i)
  {
    f8 at[2];
    f8 reach[2];
    for (int end = 0; end < 2; ++end)
    {
      at[end] = placed8(&m->pose[end], i, center);
      reach[end] = reach8(m->pose[end].rotation[i], half);
      store8(out->center[end][i], at[end]);
      store8(out->lo[end][i], at[end] - (reach[end] + inflation));
      store8(out->hi[end][i], at[end] + (reach[end] + inflation));
    }
    moved = max8(abs8(at[1] - at[0]) + abs8(reach[1] - reach[0]), moved);
  }
  store8(out->inflation, inflation);
  store8(out->sweeps, EP_SWEEP_MOVED * moved + EP_SWEEP_CURVE * curve);
  store8(out->size, 2.0f * max8(max8(half[0], half[1]), half[2]));
}

static void EP_KERNEL_NAME(place_axes)(const ep_span_motion* m, const ep_box_sweeps* boxes,
                                       ep_axis_sweeps* out)
{
  const f8 inflation = load8(boxes->inflation) + m->margin;
  f8 half[3];
  for (int k = 0; k < 3; ++k)
  {
    half[k] = load8(boxes->half[k]);
  }
  for (int k = 0; k < 3; ++k)
  {
    float n[3];
    float turned[3] = {0.0f, 0.0f, 0.0f};
    for (int i = 0; i < 3; ++i)
    {
      n[i] = m->pose[0].rotation[i][k];
      out->axis[k][i] = n[i];
      for (int j = 0; j < 3; ++j)
      {
        turned[j] += n[i] * m->pose[1].rotation[i][j];
      }
    }
    const f8 reach = reach8(turned, half);
    f8 at[2];
    for (int end = 0; end < 2; ++end)
    {
      at[end] = load8(boxes->center[end][0]) * n[0] + load8(boxes->center[end][1]) * n[1] +
                load8(boxes->center[end][2]) * n[2];
    }
    store8(out->lo[k], min8(at[0] - half[k], at[1] - reach) - inflation);
    store8(out->hi[k], max8(at[0] + half[k], at[1] + reach) + inflation);
  }
}

static void EP_KERNEL_NAME(place_triangles)(const ep_span_motion* m, const ep_bvh_octet* own,
                                            ep_triangle_sweeps* out)
{
  f8 lo[3];
  f8 hi[3];
  f8 way = all8(0.0f);
  f8 farthest = all8(0.0f);
  for (int c = 0; c < 3; ++c)
  {
    const f8 v[3] = {load8(own->vertex[c][0]), load8(own->vertex[c][1]), load8(own->vertex[c][2])};
    farthest = max8(v[0] * v[0] + v[1] * v[1] + v[2] * v[2], farthest);
    for (int k = 0; k < 3; ++k)
    {
      const f8 a = placed8(&m->pose[0], k, v);
      const f8 b = placed8(&m->pose[1], k, v);
      store8(out->vertex[0][c][k], a);
      store8(out->vertex[1][c][k], b);
      lo[k] = c == 0 ? min8(a, b) : min8(min8(a, b), lo[k]);
      hi[k] = c == 0 ? max8(a, b) : max8(max8(a, b), hi[k]);
      way = max8(abs8(b - a), way);
    }
  }
  for (int k = 0; k < 3; ++k)
  {
    store8(out->lo[k], lo[k]);
    store8(out->hi[k], hi[k]);
  }
  const f8 perp = sqrt8(farthest) * (1.0f + 0x1p-18f) + m->radius_error;
  const f8 curve = curve8(m, perp, all8(0.0f));
  store8(out->curve, curve);
  store8(out->inflation, curve + load8(own->radius_up) + m->margin);
  store8(out->way, way);
}
