/// @file base_status.c
#include "base_status.h"

#include <stdarg.h>
#include <stdio.h>

ep_status ep_fail(ep_error* error, ep_status status, const char* format, ...)
{
  if (error != NULL)
  {
    error->status = status;
    va_list args;
    va_start(args, format);
    vsnprintf(error->message, sizeof error->message, format, args);
    va_end(args);
  }
  return status;
}

ep_status ep_succeed(ep_error* error)
{
  if (error != NULL)
  {
    error->status = EP_OK;
    error->message[0] = '\0';
  }
  return EP_OK;
}

const char* ep_status_text(ep_status status)
{
  switch (status)
  {
  case EP_OK:
    return "ok";
  case EP_ERROR_MISUSE:
    return "misuse";
  case EP_ERROR_INPUT:
    return "bad input";
  case EP_ERROR_MEMORY:
    return "out of memory";
  case EP_ERROR_FP_ENVIRONMENT:
    return "floating-point environment refused";
  case EP_ERROR_UNSUPPORTED:
    return "unsupported";
  }
  return "unknown status";
}

void ep_write(char* out, size_t size, const char* format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(out, size, format, arguments);
  va_end(arguments);
}
