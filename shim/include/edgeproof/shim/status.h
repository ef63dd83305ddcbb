/// @file status.h
/// How a call into a shim ends: what every shim's entries have in common.
///
/// No exception of the library behind gets out: each becomes a result and a message that names the
/// element and the value. A shim knows nothing of core, so its results are its own.
///
/// Pointers must not be NULL unless it is said where they are described. The shims of FCL and OMPL
/// bear it: a call that gives an ep_shim_result refuses and names the pointer, one that gives
/// something else gives 0 or NULL, and one that gives nothing does nothing. Handles that a call was
/// to make are NULL after its failure.
#ifndef EDGEPROOF_SHIM_STATUS_H
#define EDGEPROOF_SHIM_STATUS_H

/// Of an enumeration that a caller hands in: any int may come, and C++ must bear each of them.
#ifdef __cplusplus
#define EP_SHIM_ANY_INT : int
#else
#define EP_SHIM_ANY_INT
#endif

#ifdef __cplusplus
extern "C"
{
#endif

  /// How a call ended.
  typedef enum ep_shim_result
  {
    EP_SHIM_OK = 0,
    EP_SHIM_REFUSED, ///< the message says why
    EP_SHIM_MEMORY   ///< no memory
  } ep_shim_result;

#define EP_SHIM_MESSAGE_SIZE 1024

  /// Where a call puts the reason of its failure. Owned by the caller; may be passed as NULL. On
  /// success the callee writes EP_SHIM_OK and an empty message.
  typedef struct ep_shim_error
  {
    ep_shim_result result;
    char message[EP_SHIM_MESSAGE_SIZE]; ///< one line, cut to fit; ends with a zero byte
  } ep_shim_error;

#ifdef __cplusplus
}
#endif

#endif
