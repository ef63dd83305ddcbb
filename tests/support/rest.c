/// @file rest.c
#include "rest.h"

#include <stdlib.h>

static ep_link_info info_of(const ep_machine* machine, int32_t link)
{
  ep_link_info info;
  if (ep_machine_link(machine, link, &info) != EP_OK)
  {
    abort();
  }
  return info;
}

static bool moves(const ep_link_info* info)
{
  return info->joint != EP_JOINT_FIXED &&
         (info->mimic_of == EP_NO_LINK || info->mimic_multiplier != 0.0);
}

int32_t rest_merged(const ep_machine* machine, int32_t link)
{
  ep_link_info info = info_of(machine, link);
  while (info.parent != EP_NO_LINK && !moves(&info))
  {
    link = info.parent;
    info = info_of(machine, link);
  }
  return link;
}

bool rest_is_grounded(const ep_machine* machine, int32_t link)
{
  const ep_link_info info = info_of(machine, rest_merged(machine, link));
  return info.parent == EP_NO_LINK && !moves(&info);
}

static bool group_has_shape(const ep_machine* machine, const bool* has_shape, int32_t group)
{
  bool has = false;
  for (int32_t i = 0; i < ep_machine_link_count(machine); ++i)
  {
    has = has || (has_shape[i] && rest_merged(machine, i) == group);
  }
  return has;
}

bool rest_carries(const ep_machine* machine, const bool* has_shape, int32_t link, int32_t carrier)
{
  int32_t group = rest_merged(machine, link);
  do
  {
    const int32_t parent = info_of(machine, group).parent;
    group = parent == EP_NO_LINK ? EP_NO_LINK : rest_merged(machine, parent);
  } while (group != EP_NO_LINK && !group_has_shape(machine, has_shape, group));
  return group == rest_merged(machine, carrier);
}

bool rest_are_adjacent(const ep_machine* machine, const bool* has_shape, int32_t a, int32_t b)
{
  return rest_carries(machine, has_shape, a, b) || rest_carries(machine, has_shape, b, a);
}
