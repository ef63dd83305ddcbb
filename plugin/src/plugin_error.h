/// @file plugin_error.h
/// One way to fail for the C sources of the plugin.
#ifndef EP_PLUGIN_ERROR_H
#define EP_PLUGIN_ERROR_H

#include "edgeproof/base.h"

/// Writes status and message, as printf does, and returns the status. error may be NULL.
ep_status ep_plugin_fail(ep_error* error, ep_status status, const char* format, ...)
    __attribute__((format(printf, 3, 4)));

/// EP_OK and an empty message. error may be NULL.
ep_status ep_plugin_ok(ep_error* error);

#endif
