/// @file edges.c
/// Edges and paths from text, line by line.
#include "edgeproof/envs/edges.h"

#include "io_file.h"
#include "io_number.h"
#include "scene_internal.h"

#include <stdlib.h>
#include <string.h>

#define BYTES_MAX ((int64_t)1 << 30)

/// A word of a line.
typedef struct word
{
  const char* begin;
  const char* end;
} word;

/// A file that is being read.
typedef struct reader
{
  const char* path;
  const ep_scene* scene;
  ep_edges* edges;
  ep_error* error;
  const char* at; ///< what is left of the line
  const char* line_end;
  int32_t line;
  int32_t* value_of; ///< of a column: the value that it gives, or EP_SCENE_NONE for the time
  int32_t columns;
  bool has_header;
  bool has_time;     ///< a column of times: then the file is a path
  double* row;       ///< the numbers of a line, at most twice the columns
  double* q;         ///< two configurations, with defaults where there is no column
  int32_t capacity;  ///< of the edges' arrays
  int32_t last_line; ///< of the last line with numbers; 0 before the first
} reader;

/// Refuses the line. A macro, so that the compiler checks the format.
#define REFUSE(r, format, ...)                                                                     \
  ep_envs_fail((r)->error, EP_ERROR_INPUT, "%s:%d: " format, (r)->path, (int)(r)->line, __VA_ARGS__)

static ep_status no_memory(const reader* r)
{
  return ep_envs_fail(r->error, EP_ERROR_MEMORY, "%s: no memory", r->path);
}

/// @name Words
/// @{

/// How much of a word goes into a message.
static int shown(const word* w)
{
  return w->end - w->begin < 60 ? (int)(w->end - w->begin) : 60;
}

static bool is_text(const word* w, const char* text)
{
  const size_t length = strlen(text);
  return (size_t)(w->end - w->begin) == length && memcmp(w->begin, text, length) == 0;
}

static void skip_blanks(reader* r)
{
  while (r->at < r->line_end && (*r->at == ' ' || *r->at == '\t' || *r->at == '\r'))
  {
    ++r->at;
  }
}

/// A word between quotation marks, as spreadsheets write names.
static ep_status quoted_word(reader* r, word* w)
{
  w->begin = r->at + 1;
  w->end = memchr(w->begin, '"', (size_t)(r->line_end - w->begin));
  if (w->end == NULL)
  {
    return REFUSE(r, "%s", "a quotation mark without its other one");
  }
  r->at = w->end + 1;
  return w->end > w->begin ? EP_OK : REFUSE(r, "%s", "nothing between quotation marks");
}

/// The next word of the line; an empty one at its end. One comma may stand between two words.
static ep_status next_word(reader* r, bool is_first, word* w)
{
  skip_blanks(r);
  if (r->at < r->line_end && *r->at == ',')
  {
    ++r->at;
    skip_blanks(r);
    if (is_first || r->at == r->line_end || *r->at == ',')
    {
      return REFUSE(r, "%s", "a comma without a value on both sides");
    }
  }
  if (r->at < r->line_end && *r->at == '"')
  {
    return quoted_word(r, w);
  }
  w->begin = r->at;
  while (r->at < r->line_end && memchr(" \t\r,", *r->at, 4) == NULL)
  {
    ++r->at;
  }
  w->end = r->at;
  return EP_OK;
}

/// @}
/// @name The first line
/// @{

static bool is_named(const reader* r, int32_t value)
{
  for (int32_t i = 0; i < r->columns; ++i)
  {
    if (r->value_of[i] == value)
    {
      return true;
    }
  }
  return false;
}

/// The times of a trajectory, as recorders put them beside the joints.
static bool is_time(const word* w)
{
  return is_text(w, "time") || is_text(w, "t") || is_text(w, "time_from_start");
}

static ep_status no_such_value(const reader* r, const word* w)
{
  return memchr(w->begin, ';', (size_t)(w->end - w->begin)) != NULL
             ? REFUSE(r, "%s", "columns are separated by commas or blanks, not by ';'")
             : REFUSE(r, "the scene has no value '%.*s'", shown(w), w->begin);
}

static ep_status add_column(reader* r, const word* w)
{
  const size_t length = (size_t)(w->end - w->begin);
  char* name = calloc(length + 1, 1);
  if (name == NULL)
  {
    return no_memory(r);
  }
  memcpy(name, w->begin, length);
  const int32_t value = ep_scene_find_value(r->scene, name);
  free(name);
  if (value == EP_SCENE_NONE && !is_time(w))
  {
    return no_such_value(r, w);
  }
  if (is_named(r, value))
  {
    return REFUSE(r, "'%.*s' is named twice", shown(w), w->begin);
  }
  r->has_time = r->has_time || value == EP_SCENE_NONE;
  r->value_of[r->columns++] = value; // none is there twice, so there is room
  return EP_OK;
}

/// What is not named has a default; a rotation is named whole or not at all.
static ep_status check_unnamed(const reader* r)
{
  for (int32_t i = 0; i < r->scene->value_count; ++i)
  {
    const ep_scene_value* value = &r->scene->values[i];
    const bool is_rotation = value->quaternion != EP_SCENE_NONE;
    if (is_rotation && is_named(r, i) != is_named(r, i - value->quaternion))
    {
      return REFUSE(r, "rotation of '%.*s': all four of qx qy qz qw must be named, or none",
                    (int)strlen(value->name) - 3, value->name);
    }
    if (!value->has_default && !is_named(r, i))
    {
      return REFUSE(r, "value '%s' is not named and has no default", value->name);
    }
    r->q[i] = value->number;
    r->q[r->scene->value_count + i] = value->number;
  }
  return EP_OK;
}

/// `# joints: slew trolley`, or the names alone, as in a CSV of another program.
static ep_status read_header(reader* r)
{
  word w;
  const char* begin = r->at;
  const bool is_remark = *r->at == '#';
  r->at += is_remark;
  ep_status status = next_word(r, true, &w);
  double number;
  const bool is_number = status == EP_OK && ep_number_read(w.begin, w.end, &number);
  if (status == EP_OK && (is_remark ? !is_text(&w, "joints:") : is_number))
  {
    return REFUSE(r, "%s", "the first line must name the values, as in '# joints: slew hoist'");
  }
  if (!is_remark)
  {
    r->at = begin;
  }
  for (bool is_first = true; status == EP_OK; is_first = false)
  {
    status = next_word(r, is_first, &w);
    if (status == EP_OK && w.begin == w.end)
    {
      break;
    }
    status = status != EP_OK ? status : add_column(r, &w);
  }
  r->has_header = true;
  if (status == EP_OK && r->columns == (r->has_time ? 1 : 0))
  {
    return REFUSE(r, "%s", "no values are named");
  }
  return status != EP_OK ? status : check_unnamed(r);
}

/// @}
/// @name Other lines
/// @{

/// The numbers of a line, and a label behind them.
static ep_status read_row(reader* r, int32_t* count, ep_edge_label* label)
{
  *count = 0;
  *label = EP_LABEL_NONE;
  for (;;)
  {
    word w;
    double number;
    const ep_status status = next_word(r, *count == 0, &w);
    if (status != EP_OK || w.begin == w.end)
    {
      return status;
    }
    if (*label != EP_LABEL_NONE)
    {
      return REFUSE(r, "'%.*s' follows the label", shown(&w), w.begin);
    }
    if (is_text(&w, "free") || is_text(&w, "colliding"))
    {
      *label = *w.begin == 'f' ? EP_LABEL_FREE : EP_LABEL_COLLIDING;
      continue;
    }
    if (!ep_number_read(w.begin, w.end, &number))
    {
      return REFUSE(r, "'%.*s' is neither a number nor free or colliding", shown(&w), w.begin);
    }
    if (*count == 2 * r->columns)
    {
      return REFUSE(r, "more than the %d values of an edge", 2 * (int)r->columns);
    }
    r->row[(*count)++] = number;
  }
}

/// Edges or a path: the first line decides, the others must agree.
static ep_status check_count(const reader* r, int32_t count, ep_edge_label label)
{
  const bool first = r->last_line == 0;
  const int32_t wanted = r->edges->is_path ? r->columns : 2 * r->columns;
  if (first && r->has_time && count != r->columns)
  {
    return REFUSE(r, "%d values: a configuration of a path has %d, with its time", (int)count,
                  (int)r->columns);
  }
  if (first && count != r->columns && count != 2 * r->columns)
  {
    return REFUSE(r, "%d values: an edge has %d, a configuration of a path %d", (int)count,
                  2 * (int)r->columns, (int)r->columns);
  }
  if (!first && count != wanted)
  {
    return REFUSE(r, "%d values, the lines before have %d", (int)count, (int)wanted);
  }
  return count == r->columns && label != EP_LABEL_NONE
             ? REFUSE(r, "%s", "a configuration of a path has no label")
             : EP_OK;
}

/// Puts numbers into a configuration and lets the machines look at it.
static ep_status set_config(const reader* r, const double* numbers, double* q)
{
  for (int32_t i = 0; i < r->columns; ++i)
  {
    if (r->value_of[i] != EP_SCENE_NONE)
    {
      q[r->value_of[i]] = numbers[i];
    }
  }
  for (int32_t i = 0; i < r->scene->robot_count; ++i)
  {
    const ep_scene_robot_entry* robot = &r->scene->robots[i];
    ep_error inner;
    const ep_status status =
        ep_machine_check_config(ep_robot_machine(robot->robot), q + robot->value_start, &inner);
    if (status != EP_OK)
    {
      return REFUSE(r, "%s", inner.message);
    }
  }
  return EP_OK;
}

/// False if there is no memory; then nothing has changed.
static bool grow(void** block, size_t count, size_t size)
{
  void* grown = realloc(*block, count * size);
  *block = grown != NULL ? grown : *block;
  return grown != NULL;
}

static ep_status add_edge(reader* r, int32_t line, ep_edge_label label)
{
  ep_edges* e = r->edges;
  const size_t size = (size_t)e->config_size;
  if (e->count == r->capacity)
  {
    const int32_t capacity = 2 * r->capacity + 16;
    const size_t wanted = (size_t)capacity;
    void* blocks[4] = {e->q0, e->q1, e->labels, e->lines};
    const bool good = grow(&blocks[0], wanted * size, sizeof(double)) &&
                      grow(&blocks[1], wanted * size, sizeof(double)) &&
                      grow(&blocks[2], wanted, sizeof *e->labels) &&
                      grow(&blocks[3], wanted, sizeof *e->lines);
    e->q0 = blocks[0];
    e->q1 = blocks[1];
    e->labels = blocks[2];
    e->lines = blocks[3];
    if (!good)
    {
      return no_memory(r);
    }
    r->capacity = capacity;
  }
  const size_t at = (size_t)e->count++;
  memcpy(e->q0 + at * size, r->q, size * sizeof(double));
  memcpy(e->q1 + at * size, r->q + size, size * sizeof(double));
  e->labels[at] = label;
  e->lines[at] = line;
  e->has_labels = e->has_labels || label != EP_LABEL_NONE;
  return EP_OK;
}

/// The second configuration becomes the first one of the next edge.
static ep_status add_to_path(reader* r)
{
  const size_t size = (size_t)r->edges->config_size;
  ep_status status = set_config(r, r->row, r->q + size);
  if (status == EP_OK && r->last_line != 0)
  {
    status = add_edge(r, r->last_line, EP_LABEL_NONE);
  }
  memcpy(r->q, r->q + size, size * sizeof(double));
  return status;
}

static ep_status read_line(reader* r)
{
  skip_blanks(r);
  if (r->at == r->line_end)
  {
    return EP_OK;
  }
  if (!r->has_header)
  {
    return read_header(r);
  }
  if (*r->at == '#')
  {
    return EP_OK;
  }
  int32_t count;
  ep_edge_label label;
  ep_status status = read_row(r, &count, &label);
  status = status != EP_OK ? status : check_count(r, count, label);
  if (status != EP_OK)
  {
    return status;
  }
  r->edges->is_path = count == r->columns;
  if (r->edges->is_path)
  {
    status = add_to_path(r);
  }
  else
  {
    status = set_config(r, r->row, r->q);
    status =
        status != EP_OK ? status : set_config(r, r->row + r->columns, r->q + r->edges->config_size);
    status = status != EP_OK ? status : add_edge(r, r->line, label);
  }
  r->last_line = r->line;
  return status;
}

/// @}

static ep_status read_text(reader* r, const ep_text* text)
{
  const char* end = text->bytes + text->size;
  const bool has_mark = strncmp(text->bytes, "\xef\xbb\xbf", 3) == 0; // of spreadsheets
  ep_status status = EP_OK;
  for (const char* begin = text->bytes + (has_mark ? 3 : 0); begin < end && status == EP_OK;)
  {
    const char* line_end = memchr(begin, '\n', (size_t)(end - begin));
    line_end = line_end == NULL ? end : line_end;
    r->at = begin;
    r->line_end = line_end;
    ++r->line;
    status = read_line(r);
    begin = line_end == end ? end : line_end + 1;
  }
  if (status == EP_OK && r->edges->count == 0)
  {
    return ep_envs_fail(r->error, EP_ERROR_INPUT, "%s: %s", r->path,
                        r->last_line != 0 ? "a path needs two configurations at least"
                                          : "there are no edges");
  }
  return status;
}

ep_status ep_edges_load(const char* path, const ep_scene* scene, ep_edges* edges, ep_error* error)
{
  if (path == NULL || scene == NULL || edges == NULL)
  {
    return ep_envs_fail(error, EP_ERROR_MISUSE, "ep_edges_load: a null pointer was passed");
  }
  *edges = (ep_edges){.config_size = scene->value_count};
  ep_text text;
  ep_status status = ep_file_read(path, BYTES_MAX, &text, error);
  if (status == EP_OK)
  {
    const size_t size = (size_t)scene->value_count + 1;
    reader r = {.path = path, .scene = scene, .edges = edges, .error = error};
    r.value_of = malloc(size * sizeof *r.value_of);
    r.row = malloc(2 * size * sizeof(double));
    r.q = malloc(2 * size * sizeof(double));
    const bool good = r.value_of != NULL && r.row != NULL && r.q != NULL;
    status = good ? read_text(&r, &text) : no_memory(&r);
    free(r.value_of);
    free(r.row);
    free(r.q);
    free(text.bytes);
  }
  if (status != EP_OK)
  {
    ep_edges_clear(edges);
    return status;
  }
  return ep_envs_ok(error);
}

void ep_edges_clear(ep_edges* edges)
{
  if (edges != NULL)
  {
    free(edges->q0);
    free(edges->q1);
    free(edges->labels);
    free(edges->lines);
    *edges = (ep_edges){.count = 0};
  }
}
