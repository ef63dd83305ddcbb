/// @file ompl_benchmark.h
/// OMPL's Benchmark in C: planners, each for so many runs, and a .log file that OMPL's tools read.
///
/// Runs go one after the other. Nothing is written to stdout. (The .log file's first line lacks
/// OMPL's version, as Debian builds it.)
#ifndef EDGEPROOF_SHIM_OMPL_BENCHMARK_H
#define EDGEPROOF_SHIM_OMPL_BENCHMARK_H

#include "edgeproof/shim/ompl_planner.h"

#ifdef __cplusplus
extern "C"
{
#endif

  typedef struct ep_ompl_benchmark ep_ompl_benchmark;

  /// Where a run's properties are put. Only for the call that it is handed to.
  typedef struct ep_ompl_properties ep_ompl_properties;

  typedef struct ep_ompl_benchmark_config
  {
    uint32_t struct_size; ///< set by ep_ompl_benchmark_default()
    const char* name;     ///< of the experiment; default "edgeproof"
    double seconds;       ///< of each run, > 0; default 1
    double megabytes;     ///< of each run, > 0; default 4096
    int32_t runs;         ///< of each planner, 1 to 100000; default 10
    int simplify; ///< 1: paths are simplified after the run and measured once more; default 0
    void* user;
    /// Before and after each run, in the thread that runs it. May be NULL. `after` may put in
    /// properties of its own.
    void (*before)(const char* planner, void* user);
    void (*after)(const char* planner, ep_ompl_properties* properties, void* user);
  } ep_ompl_benchmark_config;

  /// As said above of each member.
  ep_ompl_benchmark_config ep_ompl_benchmark_default(void);

  /// Adds or replaces a property. The name ends with its type, as in "edges checked INTEGER": REAL,
  /// INTEGER, BOOLEAN or STRING.
  ep_shim_result ep_ompl_properties_set(ep_ompl_properties* properties, const char* name,
                                        const char* value, ep_shim_error* error);

  /// Start, goal and objective of the problem are taken over as they are now. The caller destroys.
  ep_shim_result ep_ompl_benchmark_create(const ep_ompl_problem* problem,
                                          const ep_ompl_benchmark_config* config,
                                          ep_ompl_benchmark** benchmark, ep_shim_error* error);
  /// Takes NULL.
  void ep_ompl_benchmark_destroy(ep_ompl_benchmark* benchmark);

  /// The planner must live until the benchmark has run, and is cleared by it.
  ep_shim_result ep_ompl_benchmark_add(ep_ompl_benchmark* benchmark, ep_ompl_planner* planner,
                                       ep_shim_error* error);
  /// Runs every planner so many times; may take runs * seconds of each. What a run before found is
  /// forgotten.
  ep_shim_result ep_ompl_benchmark_run(ep_ompl_benchmark* benchmark, ep_shim_error* error);
  /// Writes the .log file, whole or not at all; as it is into a device or a pipe. Refused before a
  /// run.
  ep_shim_result ep_ompl_benchmark_save(const ep_ompl_benchmark* benchmark, const char* file,
                                        ep_shim_error* error);

  /// @name Results, of planner i in the order they were added and run k, from 0
  /// @{
  typedef struct ep_ompl_run
  {
    ep_ompl_status status;
    int solved;     ///< 1 if exactly
    double seconds; ///< NaN if it is not known
    double length;  ///< of the path; NaN if there is none
  } ep_ompl_run;

  /// How one run went. Refused before the benchmark has run, and if there is no such planner or
  /// run.
  ep_shim_result ep_ompl_benchmark_result(const ep_ompl_benchmark* benchmark, int32_t planner,
                                          int32_t run, ep_ompl_run* result, ep_shim_error* error);
  /// Any property, OMPL's and ours, as text; NULL if there is none of this name. As long as the
  /// benchmark lives and does not run.
  const char* ep_ompl_benchmark_property(const ep_ompl_benchmark* benchmark, int32_t planner,
                                         int32_t run, const char* name);
  /// @}

#ifdef __cplusplus
}
#endif

#endif
