/// @file products.c
#include "products.h"

#include "generate.h"

#include <stddef.h>
#include <string.h>

const product products[] = {
    {"excavator", generate_excavator, "a 20-tonne excavator"},
    {"tower-crane", generate_tower_crane, "a tower crane"},
    {"mobile-crane", generate_mobile_crane, "a mobile telescopic crane"},
    {"dump-truck", generate_dump_truck, "a dump truck"},
    {"loads", generate_loads, "weights to lift"},
    {"site", generate_site, "a construction site"},
    {"site-scenes", generate_site_scenes, "the machines at work there"},
    {"mannequins", generate_mannequins, "mannequins on a chessboard, and against each other"},
    {"trains", generate_trains, "trains, and one that falls on a mountain"},
    {"puma", generate_puma, "a Puma among pipes and in a machine room"},
};

int32_t product_count(void)
{
  return (int32_t)(sizeof products / sizeof products[0]);
}

const product* product_find(const char* name)
{
  for (int32_t i = 0; i < product_count(); ++i)
  {
    if (strcmp(products[i].name, name) == 0)
    {
      return &products[i];
    }
  }
  return NULL;
}
