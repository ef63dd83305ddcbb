/// @file table_functions.h
/// The functions of the table, as table.h describes them, in the families of its sections.
#ifndef EP_TABLE_FUNCTIONS_H
#define EP_TABLE_FUNCTIONS_H

#include "table_session.h"

/// @name table_describe.c
/// @{
ep_plugin_status ep_table_describe(ep_plugin_scene scene, ep_plugin_scene_info* info);
ep_plugin_status ep_table_joint(ep_plugin_scene scene, int32_t joint, ep_plugin_joint* out);
ep_plugin_status ep_table_value(ep_plugin_scene scene, int32_t value, ep_plugin_value* out);
int32_t ep_table_find_value(ep_plugin_scene scene, const char* name);
ep_plugin_status ep_table_query(ep_plugin_scene scene, int32_t query, ep_plugin_query* out);
const char* ep_table_body_name(ep_plugin_scene scene, int32_t body);
const char* ep_table_report_line(ep_plugin_scene scene, int32_t line);
ep_plugin_status ep_table_within_bounds(ep_plugin_scene scene, const double* q);
/// @}

/// @name table_ask.c
/// @{
ep_plugin_status ep_table_interpolate(ep_plugin_scene scene, const double* q0, const double* q1,
                                      double t, double* q);
ep_plugin_verdict ep_table_state(ep_plugin_scene scene, const double* q, ep_plugin_answer* answer);
ep_plugin_verdict ep_table_edge(ep_plugin_scene scene, const double* q0, const double* q1,
                                ep_plugin_answer* answer);
ep_plugin_verdict ep_table_edge_first(ep_plugin_scene scene, const double* q0, const double* q1,
                                      ep_plugin_answer* answer, double* q_last);
ep_plugin_status ep_table_edges(ep_plugin_scene scene, const double* q0, const double* q1,
                                int32_t count, int32_t threads, ep_plugin_verdict* verdicts,
                                ep_plugin_answer* answers);
ep_plugin_status ep_table_state_clearance(ep_plugin_scene scene, const double* q,
                                          double* clearance);
ep_plugin_status ep_table_edge_clearance(ep_plugin_scene scene, const double* q0, const double* q1,
                                         double* clearance);
ep_plugin_status ep_table_set_cancel(ep_plugin_scene scene, int (*cancel)(void* user), void* user);
ep_plugin_status ep_table_statistics(ep_plugin_scene scene, ep_plugin_statistics* statistics);
ep_plugin_status ep_table_clear_statistics(ep_plugin_scene scene);
/// @}

#endif
