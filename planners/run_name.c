/// @file run_name.c
#include "run_name.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/// FNV-1a, with a zero byte behind each text.
static uint64_t hash_text(uint64_t hash, const char* text)
{
  for (const char* c = text;; ++c)
  {
    hash = (hash ^ (unsigned char)*c) * UINT64_C(0x100000001b3);
    if (*c == 0)
    {
      return hash;
    }
  }
}

static uint64_t hash_names(uint64_t hash, const job_names* names)
{
  for (int32_t i = 0; i < names->count; ++i)
  {
    hash = hash_text(hash, names->items[i]);
  }
  return hash_text(hash, "");
}

uint64_t run_name_hash(const char* text)
{
  return hash_text(UINT64_C(0xcbf29ce484222325), text);
}

static void append(char* name, const char* text)
{
  size_t size = strlen(name);
  for (const char* c = text; *c != 0 && size + 32 < RUN_NAME_SIZE; ++c)
  {
    name[size++] = isalnum((unsigned char)*c) || strchr("._-", *c) != NULL ? *c : '_';
  }
  name[size] = 0;
}

void run_name(char name[RUN_NAME_SIZE], const job_entry* entry, const scene_arguments* scene,
              uint64_t scene_hash, const char* planner, const char* validator, int64_t seed)
{
  char numbers[160];
  snprintf(numbers, sizeof numbers, "%lld %.17g %.17g %d %d.%d.%d", (long long)seed, entry->time,
           scene->clearance, scene->interpolate, EP_VERSION_MAJOR, EP_VERSION_MINOR,
           EP_VERSION_PATCH);
  uint64_t hash = hash_text(scene_hash, numbers);
  hash = hash_text(hash, planner == NULL ? "" : planner);
  hash = hash_text(hash, validator);
  hash = hash_names(hash, &entry->queries);
  hash = hash_names(hash, &entry->parameters);
  const char* slash = strrchr(entry->scene, '/');
  const char* stem = slash == NULL ? entry->scene : slash + 1;
  char short_stem[100];
  snprintf(short_stem, sizeof short_stem, "%.*s", (int)strcspn(stem, "."), stem);
  name[0] = 0;
  append(name, short_stem);
  for (int32_t i = 0; i < entry->queries.count; ++i)
  {
    append(name, "-");
    append(name, entry->queries.items[i]);
  }
  append(name, "-");
  append(name, planner == NULL ? "planner" : planner);
  append(name, "-");
  append(name, validator);
  const size_t size = strlen(name);
  snprintf(name + size, RUN_NAME_SIZE - size, "-%lld-%08x", (long long)seed,
           (unsigned)(hash ^ (hash >> 32)));
}
