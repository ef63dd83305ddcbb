/// @file mesh_exact.c
#include "mesh_exact.h"

#include <math.h>

/// Components of an exact sum, each below the last bit of the next: the largest is the last.
typedef struct expansion
{
  double part[12];
  int count;
} expansion;

/// Adds a number. The error of each addition is itself a double and is kept (Knuth's two-sum).
static void add(expansion* e, double x)
{
  double sum = x;
  for (int i = 0; i < e->count; ++i)
  {
    const double part = e->part[i];
    const double total = sum + part;
    const double back = total - sum;
    e->part[i] = (sum - (total - back)) + (part - back);
    sum = total;
  }
  e->part[e->count++] = sum;
}

static void add_product(expansion* e, double x, double y)
{
  const double product = x * y;
  add(e, fma(x, y, -product));
  add(e, product);
}

static int sign_of(const expansion* e)
{
  for (int i = e->count - 1; i >= 0; --i)
  {
    if (e->part[i] != 0.0)
    {
      return e->part[i] > 0.0 ? 1 : -1;
    }
  }
  return 0;
}

static int exact_orientation(const double a[2], const double b[2], const double c[2])
{
  expansion e = {.count = 0};
  add_product(&e, a[0], b[1]);
  add_product(&e, -a[1], b[0]);
  add_product(&e, b[0], c[1]);
  add_product(&e, -b[1], c[0]);
  add_product(&e, c[0], a[1]);
  add_product(&e, -c[1], a[0]);
  return sign_of(&e);
}

int ep_orientation(const double a[2], const double b[2], const double c[2])
{
  const double left = (a[0] - c[0]) * (b[1] - c[1]);
  const double right = (a[1] - c[1]) * (b[0] - c[0]);
  const double area = left - right;
  // Each product carries three roundings of 2^-53, their difference one more.
  const double error_hi = 0x1p-51 * (fabs(left) + fabs(right));
  if (area > error_hi)
  {
    return 1;
  }
  if (area < -error_hi)
  {
    return -1;
  }
  return left == 0.0 && right == 0.0 ? 0 : exact_orientation(a, b, c);
}

bool ep_points_are_collinear(const double a[3], const double b[3], const double c[3])
{
  for (int drop = 0; drop < 3; ++drop)
  {
    const int u = drop == 2 ? 0 : 2;
    const int v = drop == 1 ? 0 : 1;
    const double p[2] = {a[u], a[v]};
    const double q[2] = {b[u], b[v]};
    const double r[2] = {c[u], c[v]};
    if (ep_orientation(p, q, r) != 0)
    {
      return false;
    }
  }
  return true;
}
