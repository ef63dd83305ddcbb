/// @file plan_message.c
#include "plan_message.h"

#include "io_file.h"

#include <stdlib.h>
#include <string.h>

/// What stands before a leg; after it come rows, edges, and the edges' names, each with its zero.
typedef struct leg_head
{
  char kind; ///< 'L'
  bool has_edges;
  int32_t number;
  plan_leg leg; ///< without what it points to
} leg_head;

typedef struct end_head
{
  char kind; ///< 'E'
  plan_message_end end;
} end_head;

static size_t edge_count(const plan_leg* leg)
{
  return leg->row_count > 1 ? (size_t)leg->row_count - 1 : 0;
}

void plan_message_send_leg(int32_t number, const plan_leg* leg, int32_t size, FILE* out)
{
  leg_head head;
  memset(&head, 0, sizeof head);
  head.kind = 'L';
  head.has_edges = leg->edges != NULL;
  head.number = number;
  head.leg = *leg;
  fwrite(&head, sizeof head, 1, out);
  if (leg->row_count > 0)
  {
    fwrite(leg->rows, (size_t)size * sizeof *leg->rows, (size_t)leg->row_count, out);
  }
  for (size_t i = 0; head.has_edges && i < edge_count(leg); ++i)
  {
    fwrite(&leg->edges[i], sizeof *leg->edges, 1, out);
    for (int k = 0; k < 2; ++k)
    {
      const char* name = leg->edges[i].pair[k] == NULL ? "" : leg->edges[i].pair[k];
      fwrite(name, strlen(name) + 1, 1, out);
    }
  }
  fflush(out);
}

void plan_message_send_end(const plan_message_end* end, FILE* out)
{
  end_head head;
  memset(&head, 0, sizeof head);
  head.kind = 'E';
  head.end = *end;
  fwrite(&head, sizeof head, 1, out);
  fflush(out);
}

/// @name The other side
/// @{

typedef struct reader
{
  const char* at;
  size_t left;
} reader;

/// Whether so many bytes are there; then takes them.
static bool take(reader* r, void* to, size_t count)
{
  if (count > r->left)
  {
    return false;
  }
  memcpy(to, r->at, count);
  r->at += count;
  r->left -= count;
  return true;
}

/// The next text, or NULL where it is cut off or there is no memory. The caller frees.
static char* take_text(reader* r)
{
  if (memchr(r->at, 0, r->left) == NULL)
  {
    return NULL;
  }
  char* text = ep_string_copy(r->at);
  const size_t size = strlen(r->at) + 1;
  r->at += size;
  r->left -= size;
  return text;
}

static bool take_edges(reader* r, plan_leg* leg)
{
  const size_t count = edge_count(leg);
  if (count > r->left / sizeof *leg->edges ||
      (leg->edges = calloc(count + 1, sizeof *leg->edges)) == NULL)
  {
    return false;
  }
  bool good = true;
  for (size_t i = 0; good && i < count; ++i)
  {
    plan_edge* edge = &leg->edges[i];
    good = take(r, edge, sizeof *edge);
    edge->pair[0] = good ? take_text(r) : NULL;
    edge->pair[1] = good ? take_text(r) : NULL;
    good = edge->pair[0] != NULL && edge->pair[1] != NULL;
  }
  return good;
}

static bool take_rows(reader* r, plan_leg* leg, int32_t size)
{
  const size_t bytes = (size_t)leg->row_count * (size_t)size * sizeof *leg->rows;
  if (leg->row_count == 0)
  {
    return true;
  }
  leg->rows = bytes <= r->left ? malloc(bytes + 1) : NULL;
  return leg->rows != NULL && take(r, leg->rows, bytes);
}

/// Takes a leg whole, or false.
static bool take_leg(reader* r, int32_t size, plan* result)
{
  leg_head head;
  if (!take(r, &head, sizeof head) || head.number < 0 || head.number >= result->leg_count ||
      head.leg.row_count < 0)
  {
    return false;
  }
  plan_leg* leg = &head.leg;
  leg->rows = NULL;
  leg->edges = NULL;
  const bool good = take_rows(r, leg, size) && (!head.has_edges || take_edges(r, leg));
  if (good)
  {
    result->legs[head.number] = *leg;
  }
  else
  {
    plan_leg_clear(leg);
  }
  return good;
}

void plan_message_read(const char* bytes, size_t count, int32_t size, plan* result,
                       plan_message_end* end)
{
  reader r = {.at = bytes, .left = count};
  end_head head;
  memset(end, 0, sizeof *end);
  while (r.left > 0 && *r.at == 'L' && take_leg(&r, size, result))
  {
  }
  if (r.left > 0 && *r.at == 'E' && take(&r, &head, sizeof head))
  {
    *end = head.end;
  }
}

/// @}
