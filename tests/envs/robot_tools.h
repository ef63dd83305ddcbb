/// @file robot_tools.h
/// What the tests of robots share: folders with files made for one test, loading, the shared data.
///
/// A source that includes this defines _XOPEN_SOURCE 700 first, for mkdtemp and nftw.
#ifndef EP_TEST_ROBOT_TOOLS_H
#define EP_TEST_ROBOT_TOOLS_H

#include "folder_tools.h"

#include "edgeproof/envs/robot.h"

#include <math.h>

#ifndef EP_SOURCE_ROOT
#define EP_SOURCE_ROOT "."
#endif

/// @name Loading
/// @{

/// A tetrahedron with corners at 0 and at the ends of the axes.
static const char tetrahedron[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
                                  "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

/// Loads, or fails the test with the message.
static inline ep_robot* load_robot(const char* path, const ep_robot_options* options,
                                   ep_report* report)
{
  ep_robot* robot = NULL;
  ep_error error;
  ck_assert_msg(ep_robot_load(path, options, report, &robot, &error) == EP_OK, "%s", error.message);
  ck_assert_ptr_nonnull(robot);
  ck_assert_str_eq(error.message, "");
  return robot;
}

static inline ep_robot* load_text(const char* text, ep_report* report)
{
  return load_robot(write_text("robot.urdf", text), NULL, report);
}

/// Must be refused as bad input; the message begins with the path and has these words.
static inline void expect_refused(const char* path, const ep_robot_options* options,
                                  const char* words)
{
  ep_robot* robot = (ep_robot*)&test_folder; // must be overwritten
  ep_error error;
  const ep_status status = ep_robot_load(path, options, NULL, &robot, &error);
  ck_assert_msg(status == EP_ERROR_INPUT, "expected '%s', but status %d: %s", words, (int)status,
                error.message);
  ck_assert_ptr_null(robot);
  ck_assert_msg(strstr(error.message, words) != NULL, "'%s' is not in '%s'", words, error.message);
  const char* begin =
      options != NULL && options->srdf != NULL && strstr(error.message, options->srdf) != NULL
          ? options->srdf
          : path;
  ck_assert_msg(strncmp(error.message, begin, strlen(begin)) == 0, "'%s' does not begin with '%s'",
                error.message, begin);
}

/// The number of warnings with these words.
static inline int count_warnings(const ep_report* report, const char* words)
{
  int count = 0;
  for (int32_t i = 0; i < ep_report_line_count(report); ++i)
  {
    bool is_warning = false;
    const char* line = ep_report_line(report, i, &is_warning);
    count += is_warning && strstr(line, words) != NULL;
  }
  return count;
}

static inline int32_t link_named(const ep_robot* robot, const char* name)
{
  const int32_t link = ep_machine_find_link(ep_robot_machine(robot), name);
  ck_assert_msg(link != EP_NO_LINK, "no link '%s'", name);
  return link;
}

static inline ep_link_info info_of(const ep_robot* robot, const char* link)
{
  ep_link_info info;
  ck_assert_int_eq(ep_machine_link(ep_robot_machine(robot), link_named(robot, link), &info), EP_OK);
  return info;
}

/// @}
/// @name Shared data
/// @{

static inline const char* shared_folder(void)
{
  const char* set = getenv("EP_SHARED_DATA");
  return set != NULL ? set : EP_SOURCE_ROOT "/../shared/data";
}

/// The path of a file of the shared data, or NULL, said on the output, if it is not there.
static inline const char* shared_file(const char* name)
{
  static char paths[4][1024];
  static int next;
  char* path = paths[next++ % 4];
  snprintf(path, sizeof paths[0], "%s/%s", shared_folder(), name);
  if (access(path, R_OK) != 0)
  {
    printf("  skipped: no shared data (%s)\n", path);
    return NULL;
  }
  return path;
}

/// @}

#endif
