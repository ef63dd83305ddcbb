/// @file bench_paper.h
/// The sections of edgeproof bench paper: what CATCH (2007) and ARTICULATE (2004) print, beside
/// what we measure on models of the same size.
#ifndef BENCH_PAPER_H
#define BENCH_PAPER_H

#include "bench.h"

/// Sets of edges: eight of CATCH's Table 1, one of Fig. 12, seven of ARTICULATE.
#define BENCH_PAPER_STEPS 16

/// Seconds of a set after which catch gets no more edges. More than elsewhere: the frames that
/// collide come last in a file, and without them the paper's columns cannot be filled.
double bench_paper_patience(const bench* b);

/// Tables 1 and 2 of CATCH.
ep_status bench_paper_tables(const bench* b, bench_rows* rows, ep_error* error);
/// Fig. 5 of CATCH: boxes of links by plain intervals and by Taylor models.
ep_status bench_paper_boxes(const bench* b, ep_error* error);
/// Fig. 12 of CATCH: against ARTICULATE, without self-collision.
ep_status bench_paper_outer(const bench* b, bench_rows* rows, ep_error* error);
/// Totals of Tables 1 and 2 of ARTICULATE.
ep_status bench_paper_puma(const bench* b, bench_rows* rows, ep_error* error);

#endif
