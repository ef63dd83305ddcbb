/// @file ompl_process.h
/// What OMPL has once for the whole process: its random seed and its messages.
#ifndef EDGEPROOF_SHIM_OMPL_PROCESS_H
#define EDGEPROOF_SHIM_OMPL_PROCESS_H

#include "edgeproof/shim/status.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C"
{
#endif

  /// Random numbers of everything that is made from now on begin with the seed; 0 is refused, OMPL
  /// ignores it. What was made before goes on with its own. So for a run that can be repeated:
  /// seed, then make space, information, problem and planner, then solve with a limit other than
  /// time, on a planner of one thread. **The seed is of the process**: such runs go one after the
  /// other.
  ep_shim_result ep_ompl_seed(uint32_t seed, ep_shim_error* error);

  typedef enum ep_ompl_log_level EP_SHIM_ANY_INT
  {
    EP_OMPL_LOG_DEBUG = 0,
    EP_OMPL_LOG_INFO,
    EP_OMPL_LOG_WARN,
    EP_OMPL_LOG_ERROR,
    EP_OMPL_LOG_NONE
  } ep_ompl_log_level;

  /// Messages of this level and above go to the function: from any thread, one at a time; it must
  /// not call the shim. NULL: nowhere, as from the beginning. Nothing goes to stdout or stderr.
  void ep_ompl_log(ep_ompl_log_level level,
                   void (*message)(ep_ompl_log_level level, const char* text, void* user),
                   void* user);

  /// Of the headers, such as "1.5.2".
  const char* ep_ompl_version(void);

#ifdef __cplusplus
}
#endif

#endif
