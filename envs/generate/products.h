/// @file products.h
/// All that the generators can write, by name: what edgeproof-generate and `edgeproof generate`
/// offer.
#ifndef PRODUCTS_H
#define PRODUCTS_H

#include <stdint.h>

typedef struct product
{
  const char* name;
  void (*generate)(const char* folder); ///< what fails ends the program with status 2
  const char* what;                     ///< a few words
} product;

extern const product products[];
int32_t product_count(void);
/// NULL if there is none of this name.
const product* product_find(const char* name);

#endif
