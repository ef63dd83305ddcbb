/// @file validator_properties.c
/// Statistics as the properties of a benchmark's run: OMPL's way to name and type them.
#include "edgeproof/plugin/validator.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/// A member of the statistics.
typedef struct property
{
  const char* name;
  size_t offset;
  bool is_real; ///< a double, else an int64_t
} property;

#define COUNT(name, member)                                                                        \
  {                                                                                                \
    name " INTEGER", offsetof(ep_validator_statistics, member), false                              \
  }
#define REAL(name, member)                                                                         \
  {                                                                                                \
    name " REAL", offsetof(ep_validator_statistics, member), true                                  \
  }

static const property properties[] = {
    COUNT("edges checked", motions),
    COUNT("edges free", motions_free),
    COUNT("edges colliding", motions_colliding),
    COUNT("edges undecided", motions_undecided),
    COUNT("states checked", states),
    COUNT("states free", states_free),
    COUNT("states undecided", states_undecided),
    COUNT("edge work items", work.items),
    COUNT("edge box tests", work.box_tests),
    COUNT("edge triangle tests", work.triangle_tests),
    COUNT("edge pairs", work.pairs),
    COUNT("edge pairs after spatial culling", work.pairs_after_spatial),
    COUNT("edge pairs after temporal culling", work.pairs_after_temporal),
    REAL("edge check time", motion_seconds),
    REAL("state check time", state_seconds),
};

const char* ep_validator_property(const ep_validator_statistics* statistics, int32_t i, char* value,
                                  size_t size)
{
  if (value != NULL && size > 0)
  {
    value[0] = '\0';
  }
  if (i < 0 || (size_t)i >= sizeof properties / sizeof properties[0])
  {
    return NULL;
  }
  const property* p = &properties[i];
  if (statistics == NULL || value == NULL)
  {
    return p->name;
  }
  const void* member = (const char*)statistics + p->offset;
  if (p->is_real)
  {
    snprintf(value, size, "%.9g", *(const double*)member);
    char* comma = strchr(value, ','); // of the caller's locale
    if (comma != NULL)
    {
      *comma = '.';
    }
  }
  else
  {
    snprintf(value, size, "%" PRId64, *(const int64_t*)member);
  }
  return p->name;
}
