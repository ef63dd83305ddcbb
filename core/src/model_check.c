/// @file model_check.c
/// What is wrong with a machine's description, in the words its author used.
#include "model_machine.h"
#include "base_status.h"

#include <string.h>

/// A link that is being looked at, for messages.
typedef struct subject
{
  const ep_machine_desc* desc;
  const ep_link_desc* link;
  ep_error* error;
} subject;

/// Refuses with "machine 'm': link 'l': ...". A macro, so that the compiler checks the format.
#define REFUSE(s, format, ...)                                                                     \
  ep_fail((s)->error, EP_ERROR_INPUT, "machine '%s': link '%s': " format, (s)->desc->name,         \
          (s)->link->name, __VA_ARGS__)

static const ep_link_desc* link_at(const subject* s, int32_t index)
{
  return &s->desc->links[index];
}

static bool index_is_good(const subject* s, int32_t index)
{
  return index >= 0 && index < s->desc->link_count;
}

static ep_status check_name(const subject* s, int32_t index)
{
  if (s->link->name == NULL || s->link->name[0] == '\0')
  {
    return ep_fail(s->error, EP_ERROR_INPUT, "machine '%s': link %d has no name", s->desc->name,
                   (int)index);
  }
  for (int32_t other = 0; other < index; ++other)
  {
    if (strcmp(link_at(s, other)->name, s->link->name) == 0)
    {
      return REFUSE(s, "links %d and %d have the same name", (int)other, (int)index);
    }
  }
  return EP_OK;
}

/// The parent exists, and going up ends at a root within EP_DEPTH_MAX joints.
static ep_status check_parent(const subject* s)
{
  int32_t steps = 1;
  for (const ep_link_desc* at = s->link; at->parent != EP_NO_LINK; at = link_at(s, at->parent))
  {
    if (!index_is_good(s, at->parent))
    {
      const subject culprit = {s->desc, at, s->error};
      return REFUSE(&culprit, "parent %d does not exist, there are %d links", (int)at->parent,
                    (int)s->desc->link_count);
    }
    if (++steps > s->desc->link_count)
    {
      return REFUSE(s, "its parents form a cycle that comes back to '%s'",
                    link_at(s, at->parent)->name);
    }
  }
  if (steps > EP_DEPTH_MAX)
  {
    return REFUSE(s, "%d joints lie between it and the world, at most %d may", (int)steps,
                  EP_DEPTH_MAX);
  }
  return EP_OK;
}

static ep_status check_origin(const subject* s)
{
  const double* p = s->link->origin.position;
  const double* r = s->link->origin.rotation;
  for (int k = 0; k < 3; ++k)
  {
    if (!(fabs(p[k]) <= EP_LENGTH_MAX))
    {
      return REFUSE(s, "origin %g %g %g is not within %g m", p[0], p[1], p[2], EP_LENGTH_MAX);
    }
  }
  const double largest = ep_max(ep_max(fabs(r[0]), fabs(r[1])), ep_max(fabs(r[2]), fabs(r[3])));
  const bool finite =
      ep_is_finite(r[0]) && ep_is_finite(r[1]) && ep_is_finite(r[2]) && ep_is_finite(r[3]);
  if (!finite || !(largest > 0.0))
  {
    return REFUSE(s, "origin quaternion %g %g %g %g has no direction", r[0], r[1], r[2], r[3]);
  }
  return EP_OK;
}

static ep_status check_joint(const subject* s)
{
  const ep_link_desc* link = s->link;
  if ((int)link->joint < (int)EP_JOINT_FIXED || (int)link->joint > (int)EP_JOINT_BALL)
  {
    return REFUSE(s, "joint type %d does not exist", (int)link->joint);
  }
  const double* a = link->axis;
  if (ep_joint_has_axis(link->joint) &&
      (!ep_vec_is_finite(a) || (a[0] == 0.0 && a[1] == 0.0 && a[2] == 0.0)))
  {
    return REFUSE(s, "axis %g %g %g has no direction", a[0], a[1], a[2]);
  }
  for (int k = 0; k < 3; ++k)
  {
    if (!(link->lower[k] <= link->upper[k]) || link->lower[k] == EP_INFINITY ||
        link->upper[k] == -EP_INFINITY)
    {
      return REFUSE(s, "limits %g to %g hold no value", link->lower[k], link->upper[k]);
    }
  }
  return EP_OK;
}

/// The joint at the end of the chain of followed joints, and the product of the multipliers.
static ep_status check_mimic_chain(const subject* s)
{
  double multiplier = 1.0;
  bool exact = true; // a rounded product may look whole: 3 times 1/3
  int32_t steps = 0;
  const ep_link_desc* at = s->link;
  for (; at->mimic_of != EP_NO_LINK; at = link_at(s, at->mimic_of))
  {
    if (!index_is_good(s, at->mimic_of))
    {
      const subject culprit = {s->desc, at, s->error};
      return REFUSE(&culprit, "followed link %d does not exist, there are %d links",
                    (int)at->mimic_of, (int)s->desc->link_count);
    }
    if (++steps > s->desc->link_count)
    {
      return REFUSE(s, "the joints it follows form a cycle that comes back to '%s'",
                    link_at(s, at->mimic_of)->name);
    }
    const double product = multiplier * at->mimic_multiplier;
    exact = exact && fma(multiplier, at->mimic_multiplier, -product) == 0.0;
    multiplier = product;
  }
  if (!ep_joint_is_scalar(at->joint))
  {
    return REFUSE(s,
                  "it follows the %s joint of '%s': only revolute, continuous and prismatic "
                  "joints can be followed",
                  ep_joint_type_text(at->joint), at->name);
  }
  if (at->joint != EP_JOINT_CONTINUOUS)
  {
    return EP_OK;
  }
  if (s->link->joint == EP_JOINT_PRISMATIC)
  {
    return REFUSE(s,
                  "a prismatic joint that follows the continuous joint of '%s' would jump after "
                  "each turn",
                  at->name);
  }
  if (!exact || multiplier != rint(multiplier))
  {
    return REFUSE(s,
                  "it follows the continuous joint of '%s' with multiplier %g: only whole numbers "
                  "do not jump after a turn",
                  at->name, multiplier);
  }
  return EP_OK;
}

static ep_status check_mimic(const subject* s)
{
  const ep_link_desc* link = s->link;
  if (link->mimic_of == EP_NO_LINK)
  {
    return EP_OK;
  }
  if (!ep_joint_is_scalar(link->joint))
  {
    return REFUSE(s, "a %s joint cannot follow another", ep_joint_type_text(link->joint));
  }
  if (!(fabs(link->mimic_multiplier) <= EP_LENGTH_MAX) ||
      !(fabs(link->mimic_offset) <= EP_LENGTH_MAX))
  {
    return REFUSE(s, "mimic multiplier %g, offset %g are not within %g", link->mimic_multiplier,
                  link->mimic_offset, EP_LENGTH_MAX);
  }
  return check_mimic_chain(s);
}

static ep_status check_link(const subject* s, int32_t index)
{
  if (s->link->struct_size != sizeof(ep_link_desc))
  {
    return ep_fail(s->error, EP_ERROR_MISUSE,
                   "machine '%s': link %d: struct_size is %u, not %u: start from ep_link_default()",
                   s->desc->name, (int)index, (unsigned)s->link->struct_size,
                   (unsigned)sizeof(ep_link_desc));
  }
  ep_status status = check_name(s, index);
  status = status != EP_OK ? status : check_origin(s);
  return status != EP_OK ? status : check_joint(s);
}

static ep_status check_machine(const ep_machine_desc* desc, ep_error* error)
{
  if (desc->struct_size != sizeof(ep_machine_desc))
  {
    return ep_fail(error, EP_ERROR_MISUSE,
                   "struct_size is %u, not %u: start from ep_machine_default()",
                   (unsigned)desc->struct_size, (unsigned)sizeof(ep_machine_desc));
  }
  if (desc->name == NULL || desc->links == NULL)
  {
    return ep_fail(error, EP_ERROR_MISUSE, "a machine needs a name and links");
  }
  if ((desc->allocator.allocate == NULL) != (desc->allocator.release == NULL))
  {
    return ep_fail(error, EP_ERROR_MISUSE,
                   "machine '%s': give both memory hooks, allocate and release, or neither",
                   desc->name);
  }
  if (desc->link_count < 1 || desc->link_count > EP_LINK_MAX)
  {
    return ep_fail(error, EP_ERROR_INPUT, "machine '%s': %d links, there must be 1 to %d",
                   desc->name, (int)desc->link_count, EP_LINK_MAX);
  }
  return EP_OK;
}

ep_status ep_machine_check_desc(const ep_machine_desc* desc, ep_error* error)
{
  ep_status status = check_machine(desc, error);
  for (int32_t i = 0; status == EP_OK && i < desc->link_count; ++i)
  {
    status = check_link(&(subject){desc, &desc->links[i], error}, i);
  }
  for (int32_t i = 0; status == EP_OK && i < desc->link_count; ++i)
  {
    const subject s = {desc, &desc->links[i], error};
    status = check_parent(&s);
    status = status != EP_OK ? status : check_mimic(&s);
  }
  return status;
}
