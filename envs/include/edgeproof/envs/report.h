/// @file report.h
/// What loading files had to say: warnings and remarks, in the order in which they came up.
///
/// An error ends a load and is in its ep_error. A *warning* is something the user should know and
/// may not want (a URDF without collision geometry, a mesh that had duplicates): `--strict` turns
/// the first one into an error. A *remark* is neither.
#ifndef EDGEPROOF_ENVS_REPORT_H
#define EDGEPROOF_ENVS_REPORT_H

#include "edgeproof/base.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C"
{
#endif

  typedef struct ep_report ep_report;

  /// NULL if there is no memory. The caller destroys.
  EP_API ep_report* ep_report_create(void);
  /// Takes NULL.
  EP_API void ep_report_destroy(ep_report* report);

  /// Adds a line, as printf does. `report` may be NULL: nothing happens. Should memory run out, the
  /// line is lost but still counted, so that strict loads fail all the same.
  EP_API void ep_report_warn(ep_report* report, const char* format, ...)
      __attribute__((format(printf, 2, 3)));
  EP_API void ep_report_remark(ep_report* report, const char* format, ...)
      __attribute__((format(printf, 2, 3)));

  EP_API int32_t ep_report_line_count(const ep_report* report);
  EP_API int32_t ep_report_warning_count(const ep_report* report);
  /// The text of a line, without a line end; *is_warning may be NULL. NULL if there is no such
  /// line.
  EP_API const char* ep_report_line(const ep_report* report, int32_t line, bool* is_warning);

  /// EP_OK, or EP_ERROR_INPUT with the first warning and the number of the others.
  EP_API ep_status ep_report_refuse_warnings(const ep_report* report, ep_error* error);

#ifdef __cplusplus
}
#endif

#endif
