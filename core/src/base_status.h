/// @file base_status.h
/// One way to fail: set the caller's error and return the status.
#ifndef EP_BASE_STATUS_H
#define EP_BASE_STATUS_H

#include "base_fp.h"
#include "edgeproof/base.h"

/// Writes the message (cut to fit) where error is not NULL, and returns status.
__attribute__((format(printf, 3, 4))) ep_status ep_fail(ep_error* error, ep_status status,
                                                        const char* format, ...);

/// Clears the error where it is not NULL, and returns EP_OK.
ep_status ep_succeed(ep_error* error);

/// Writes into a buffer, cut to fit.
__attribute__((format(printf, 3, 4))) void ep_write(char* out, size_t size, const char* format,
                                                    ...);

#endif
