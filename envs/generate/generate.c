/// @file generate.c
/// The program edgeproof-generate: writes our machines, sites and scenes.
#include "products.h"

#include <stdio.h>
#include <string.h>

static int usage(FILE* out)
{
  fputs("usage: edgeproof-generate FOLDER [NAME...]\n\nWrites below FOLDER, without a name all "
        "of:\n",
        out);
  for (int i = 0; i < product_count(); ++i)
  {
    fprintf(out, "  %-13s %s\n", products[i].name, products[i].what);
  }
  return out == stdout ? 0 : 2;
}

int main(int argc, char** argv)
{
  if (argc < 2 || strcmp(argv[1], "--help") == 0 || argv[1][0] == '-')
  {
    return usage(argc > 1 && strcmp(argv[1], "--help") == 0 ? stdout : stderr);
  }
  for (int i = 2; i < argc; ++i)
  {
    if (product_find(argv[i]) == NULL)
    {
      fprintf(stderr, "edgeproof-generate: there is no '%s'\n", argv[i]);
      return usage(stderr);
    }
  }
  for (int i = 0; i < (argc > 2 ? argc - 2 : product_count()); ++i)
  {
    const product* p = argc > 2 ? product_find(argv[i + 2]) : &products[i];
    p->generate(argv[1]);
    printf("%s: %s\n", p->name, p->what);
  }
  return 0;
}
