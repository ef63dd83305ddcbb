/// @file bench_paper.c
/// edgeproof bench paper: all of it.
#include "bench_paper.h"

double bench_paper_patience(const bench* b)
{
  return b->options->quick ? 0.1 : 5.0 * (double)b->options->seconds;
}

ep_status bench_paper(bench* b, ep_error* error)
{
  fprintf(b->report,
          "## The papers' tables\n\nCATCH is Zhang, Redon, Lee, Kim 2007, measured on a Pentium 4 "
          "of 3.6 GHz; ARTICULATE is Redon, Kim, Lin, Manocha 2004. Their models and motions are "
          "not public. Ours are made to the same counts of links and triangles (docs/benchmarks.md,"
          " docs/scenes.md), with motions of the same kind; so the columns stand side by side and "
          "are no race on equal terms. *catch* is the paper's method as core has it, *spacetime* "
          "the one that is used by default. %d sweeps; labels are what spacetime says. Rows: "
          "paper.csv.\n\n",
          (int)b->options->sweeps);
  bench_rows rows = {0};
  bench_begin(b, BENCH_PAPER_STEPS);
  ep_status status = bench_paper_tables(b, &rows, error);
  status = status == EP_OK ? bench_paper_boxes(b, error) : status;
  status = status == EP_OK ? bench_paper_outer(b, &rows, error) : status;
  status = status == EP_OK ? bench_paper_puma(b, &rows, error) : status;
  status = status == EP_OK ? bench_save_rows(b, &rows, "paper", error) : status;
  bench_rows_clear(&rows);
  return status;
}
