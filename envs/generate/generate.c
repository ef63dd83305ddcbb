/// @file generate.c
/// The program edgeproof-generate: writes our machines, sites and scenes.
#include "generate.h"

#include <stdio.h>
#include <string.h>

typedef struct product
{
  const char* name;
  void (*generate)(const char* folder);
  const char* what;
} product;

static const product products[] = {
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

#define PRODUCT_COUNT ((int)(sizeof products / sizeof products[0]))

static int usage(FILE* out)
{
  fputs("usage: edgeproof-generate FOLDER [NAME...]\n\nWrites below FOLDER, without a name all "
        "of:\n",
        out);
  for (int i = 0; i < PRODUCT_COUNT; ++i)
  {
    fprintf(out, "  %-13s %s\n", products[i].name, products[i].what);
  }
  return out == stdout ? 0 : 2;
}

static const product* find(const char* name)
{
  for (int i = 0; i < PRODUCT_COUNT; ++i)
  {
    if (strcmp(products[i].name, name) == 0)
    {
      return &products[i];
    }
  }
  return NULL;
}

int main(int argc, char** argv)
{
  if (argc < 2 || strcmp(argv[1], "--help") == 0 || argv[1][0] == '-')
  {
    return usage(argc > 1 && strcmp(argv[1], "--help") == 0 ? stdout : stderr);
  }
  for (int i = 2; i < argc; ++i)
  {
    if (find(argv[i]) == NULL)
    {
      fprintf(stderr, "edgeproof-generate: there is no '%s'\n", argv[i]);
      return usage(stderr);
    }
  }
  for (int i = 0; i < (argc > 2 ? argc - 2 : PRODUCT_COUNT); ++i)
  {
    const product* p = argc > 2 ? find(argv[i + 2]) : &products[i];
    p->generate(argv[1]);
    printf("%s: %s\n", p->name, p->what);
  }
  return 0;
}
