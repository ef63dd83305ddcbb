/// @file bench_page.h
/// Where a report is written: a page for each part, and one that has the summaries of all.
///
/// OUT/PART.md begins with its summary; OUT/README.md is made of the summaries of all pages that
/// are there. So a part can be measured again alone, and what an interrupted run has finished
/// stays.
#ifndef BENCH_PAGE_H
#define BENCH_PAGE_H

#include "bench.h"

/// A part's page while it is being written: in memory, so that nothing half-written is left behind.
typedef struct bench_page
{
  bench b; ///< for the part
  bench_pace pace;
  char* report;
  char* summary;
  size_t sizes[2];
} bench_page;

/// The page must stay where it is. Nothing to drop on failure.
ep_status bench_page_begin(bench_page* page, const bench_options* options, ep_error* error);

/// Writes OUT/name.md, whole or not at all. `seconds` is what measuring took.
ep_status bench_page_save(bench_page* page, const char* name, double seconds, ep_error* error);

/// Also after it was saved.
void bench_page_drop(bench_page* page);

/// Writes OUT/README.md from the pages of these names, in this order; says which are missing.
ep_status bench_page_join(const bench_options* options, const char* const* names, int32_t count,
                          ep_error* error);

#endif
