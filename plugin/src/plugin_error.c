/// @file plugin_error.c
#include "plugin_error.h"

#include <stdarg.h>
#include <stdio.h>

ep_status ep_plugin_fail(ep_error* error, ep_status status, const char* format, ...)
{
  if (error == NULL)
  {
    return status;
  }
  va_list values;
  va_start(values, format);
  (void)vsnprintf(error->message, sizeof error->message, format, values);
  va_end(values);
  error->status = status;
  return status;
}

ep_status ep_plugin_ok(ep_error* error)
{
  return ep_plugin_fail(error, EP_OK, "%s", "");
}
