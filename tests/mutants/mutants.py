#!/usr/bin/env python3
"""Flips one rounding direction, margin, min/max, sign, index or condition of core at a time and
runs the tests.

An unsound mutant must turn a sound_ test red, a merely loose one a tight_ test. Equivalent mutants
are listed with the reason. Everything is compiled once; of a mutant only what includes the changed
file is compiled again. Usage: mutants.py [--only ID] [--family NAME] [--table FILE] [--jobs N],
where NAME is how the names of the mutated files begin: geo, cull_kernel, advance_catch.
"""
import argparse
import concurrent.futures
import functools
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
FLAGS = ["-std=c17", "-O1", "-ffp-contract=off", "-UNDEBUG", "-w", "-DEP_KERNELS_AVX2",
         f'-DEP_SOURCE_ROOT="{ROOT}"']
LIBS = ["-lcheck", "-lsubunit", "-lrt", "-lpthread", "-lflint-arb", "-lflint", "-lgmp", "-lm"]
EFFORT = "0.2"
SECONDS = 120

# How a file's name begins, and the test programs that its mutants are shown to, the most telling
# one first. The first line that fits counts.
CHECKER = " ".join("checker_" + name for name in
                   "scenes edge_cases thin rules ropes solids inside limits contacts random tight "
                   "catch_scenes catch".split())
FAMILIES = [
    ("geo_distance", "geo_distance"),
    ("geo_bvh", "geo_bvh geo_bvh_clip"),
    ("geo_in", "geo_inside geo_inside_rays checker_inside checker_solids"),
    ("geo_is", "geo_island checker_inside checker_solids"),
    ("geo_so", "geo_soup geo_solid geo_shape checker_solids"),
    ("geo_", "geo_shape geo_soup checker_solids"),
    ("cull_kernel", "cull_kernel"),
    ("cull_track", "cull_track " + CHECKER),
    ("advance_catch", "checker_edge_cases checker_catch_scenes checker_catch"),
    ("cull_link_tree", "checker_edge_cases checker_catch_scenes checker_catch"),
    ("world_inside", "checker_inside checker_solids"),
    ("verdict_inside", "checker_inside checker_solids checker_limits"),
    ("world", "cull_track " + CHECKER),
    ("advance", CHECKER),
    ("verdict", CHECKER),
    ("checker", CHECKER),
    ("", "num_interval num_trig num_taylor num_rigid model_machine motion_edge motion_bound "
         "motion_taylor motion_tight"),
]

# (file, old text, new text, class); class: sound, tight, or "equivalent: why"
MUTANTS = [
    ("num_round.h", "r - (fabs(r) * 0x1p-52", "r + (fabs(r) * 0x1p-52", "sound"),
    ("num_round.h", "r + (fabs(r) * 0x1p-52", "r - (fabs(r) * 0x1p-52", "sound"),
    ("num_round.h", "r * (1.0 + 0x1p-41)", "r * (1.0 - 0x1p-41)", "sound"),
    ("num_interval.h", "ep_down(a.lo - b.hi)", "ep_down(a.lo - b.lo)", "sound"),
    ("num_interval.h", "ep_up(a.hi + b.hi)", "ep_up(a.hi + b.lo)", "sound"),
    ("num_interval.h", "ep_max(fabs(a.lo), fabs(a.hi))", "ep_min(fabs(a.lo), fabs(a.hi))", "sound"),
    ("num_interval.c", "ep_down(ep_min(ep_min(p, q), ep_min(r, s))),\n                       ep_up(ep_max(ep_max(p, q), ep_max(r, s)))};\n}\n\nep_interval ep_interval_square",
     "ep_down(ep_min(ep_min(p, q), ep_max(r, s))),\n                       ep_up(ep_max(ep_max(p, q), ep_max(r, s)))};\n}\n\nep_interval ep_interval_square", "sound"),
    ("num_interval.c", "has_bottom ? -1.0", "has_top ? -1.0", "sound"),
    ("num_interval.c", "has_top ? 1.0", "has_bottom ? 1.0", "sound"),
    ("num_interval.c", "wave_range(a, at_lo, at_hi, 0.0)", "wave_range(a, at_lo, at_hi, 0.5 * EP_PI)", "sound"),
    ("num_trig.h", "s_tail * z - 1.0 / 5040", "s_tail * z + 1.0 / 5040", "sound"),
    ("num_trig.h", "0x1.0b4611a6p-34", "0x1.0b4611a5p-34", "sound"),
    ("num_trig.h", "((bits + 1U) & 2U)", "(bits & 2U)", "sound"),
    ("num_trig.c", "(ep_reduced_angle){clamped, 0x1p-50", "(ep_reduced_angle){-clamped, 0x1p-50", "sound"),
    ("num_taylor.h", "a0 * b2 + a1 * b1 + a2 * b0", "a0 * b2 + a2 * b1 + a2 * b0", "sound"),
    ("num_taylor.h", "a1 * b3 + a2 * b2 + a3 * b1", "a1 * b3 - a2 * b2 + a3 * b1", "sound"),
    ("num_taylor.h", "wave_a * rest_b + wave_b * rest_a", "wave_a * rest_b + wave_a * rest_a", "sound"),
    ("num_taylor.h", "EP_FOLD_4_INTO_0 (-0.125)", "EP_FOLD_4_INTO_0 (0.125)", "sound"),
    ("num_taylor.h", "EP_FOLD_6_INTO_2 0.9375", "EP_FOLD_6_INTO_2 0.75", "sound"),
    ("num_taylor.h", "EP_FOLD_5_INTO_3 1.25", "EP_FOLD_5_INTO_3 1.0", "sound"),
    ("num_taylor.h", "EP_LEFT_OF_4     0.125", "EP_LEFT_OF_4     0.0625", "sound"),
    ("num_taylor.h", "EP_LEFT_OF_4     0.125", "EP_LEFT_OF_4     1.0", "tight"),
    ("num_taylor.h", "EP_LEFT_OF_5     0.0625", "EP_LEFT_OF_5     0.0", "sound"),
    ("num_taylor.h", "rest_a * rest_b + left", "rest_a * rest_b", "sound"),
    ("num_taylor.h", "const double c3 = 3.0 * c[3]", "const double c3 = 2.0 * c[3]", "sound"),
    ("num_taylor.h", "discriminant < 0.0", "discriminant < 1e300", "sound"),
    ("num_taylor.h", "-(c[2] + root) / c3", "-(c[2] - root) / c3", "sound"),
    ("num_taylor.h", "c[1] / (root - c[2])", "c[1] / (root + c[2])", "sound"),
    ("num_taylor.h", "a->lo -= error_up", "a->lo += error_up", "sound"),
    ("num_taylor.h", "ep_min(p, q) + ep_min(r, s)", "ep_min(p, q) + ep_max(r, s)", "sound"),
    ("num_taylor.h", "fabs(a0) + wave_a + rest_a) *", "fabs(a0) + wave_a + 100.0) *", "equivalent: only the rounding term grows, by a factor of 100 on 2^-47: no test can tell it from rounding"),
    ("num_taylor.c", "ep_max(ep_up(t1 - mid), ep_up(mid - t0))", "ep_min(ep_up(t1 - mid), 0.5 * (mid - t0))", "sound"),
    ("num_taylor.c", "left += 0.25 * fabs(a.c[3])", "left += 0.125 * fabs(a.c[3])", "sound"),
    ("num_taylor.c", "a.c[0] += 0.5 * a.c[2]", "a.c[0] -= 0.5 * a.c[2]", "sound"),
    ("num_taylor.c", "-2.0 * z * even_tail", "2.0 * z * even_tail", "sound"),
    ("num_taylor.c", "1.0 / 12 - z * (1.0 / 72)", "1.0 / 12 + z * (1.0 / 72)", "sound"),
    ("num_taylor.c", "z2 * (1.0 / 24 - z * (1.0 / 180)", "z2 * (1.0 / 12 - z * (1.0 / 180)", "sound"),
    ("num_taylor.c", "odd_tail * (-2.0 / 3)", "odd_tail * (-1.0 / 3)", "sound"),
    ("num_taylor.c", "z2 * (1.0 / 12) * (1.0", "z2 * (1.0 / 24) * (1.0", "sound"),
    ("num_taylor.c", "z2 * (1.0 / 12) * (1.0", "z2 * (1.0 / 2) * (1.0", "tight"),
    ("num_taylor.c", "w * z2 * (1.0 / 120)", "w * z2 * (1.0 / 240)", "sound"),
    ("num_taylor.c", "wave_model(&shape, c, -sign * s", "wave_model(&shape, c, sign * s", "sound"),
    ("num_taylor.c", "fabs(f) * w->even_left + fabs(g)", "fabs(f) * w->even_left - fabs(g)", "sound"),
    ("num_taylor.c", "-ep_cubic_max(minus) + a->lo - error", "-ep_cubic_max(minus) + a->hi - error", "sound"),
    ("num_taylor.c", "{1.0, -1.0, 1.0, -1.0}", "{1.0, -1.0, 1.0, 1.0}", "sound"),
    ("num_taylor.c", "{1.0 / 2, 1.0 / 8, 1.0 / 16, 5.0 / 128}", "{1.0 / 2, 1.0 / 8, 1.0 / 16, 1.0 / 128}", "sound"),
    ("num_taylor.c", "{1.0, 1.0 / 2, -1.0 / 8, 1.0 / 16}", "{1.0, 1.0 / 2, 1.0 / 8, 1.0 / 16}", "sound"),
    ("num_dual.c", "ep_taylor_scale(sine->value, -angle.rate, 0.0)", "ep_taylor_scale(sine->value, angle.rate, 0.0)", "sound"),
    ("num_taylor_frame.c", "const int k = (coordinate + 2) % 3", "const int k = (coordinate + 1) % 3", "sound"),
    ("num_taylor_frame.c", "lo += ep_min(p, q)", "lo += ep_max(p, q)", "sound"),
    ("num_rigid.c", "rows->rest + rows->turn_rest * length;", "rows->rest;", "sound"),
    ("num_rigid.c", "rows->turn_rest * o->length + left", "rows->turn_rest * o->length", "sound"),
    ("num_rigid.c", "ep_max(ep_vec_length(begin), ep_vec_length(end))", "ep_min(ep_vec_length(begin), ep_vec_length(end))", "sound"),
    ("num_rigid.c", "rows->turn_rest + (turns + rows->turn_rest) * h + left", "rows->turn_rest + left", "sound"),
    ("num_rigid.c", "rows->turn_rest + (turns + rows->turn_rest) * h + left", "(turns + rows->turn_rest) * h + left", "sound"),
    ("num_rigid.c", "rows->turn_rest + (turns + rows->turn_rest) * h + left", "2.0 * rows->turn_rest + (turns + rows->turn_rest) * h + left", "tight"),
    ("num_rigid.c", "folded(a, p) + folded(b, q)", "0.0 * folded(a, p) + 0.0 * folded(b, q)", "sound"),
    ("num_rigid.c", "sqrt(s * s + c * c)", "0.5 * ep_min(s, c)", "sound"),
    ("num_rigid.c", "add_product(q, a, w->sine, -1.0)", "add_product(q, a, w->sine, 1.0)", "sound"),
    ("num_rigid.c", "axis[m] - rows->column[m][n]", "axis[m] + rows->column[m][n]", "sound"),
    ("num_rigid.c", "const bool steady = fabs(e[0]) >= fabs(e[1])", "const bool steady = fabs(e[0]) >= 0.0 * fabs(e[1])", "sound"),
    ("num_rigid.c", "e[0] < 0.0 ? -1.0 : 1.0", "e[0] < 0.0 ? 1.0 : -1.0", "sound"),
    ("num_rigid.c", "rows->rest + rows->turn_rest * (reach", "rows->rest - rows->turn_rest * (reach", "sound"),
    ("num_rigid.c", "if (rows->turn_rest[i] > 1.0)", "if (rows->turn_rest[i] > 1e-3)", "tight"),
    ("num_rigid.c", "rows->turn_rest[i] = 1.0;", "rows->turn_rest[i] = 0.5;", "sound"),
    ("num_rigid.c", "6.0 * error_up", "0.0 * error_up", "sound"),
    ("num_rigid.c", "ep_down(-highest(&down) - margin[i])", "ep_down(-highest(&down) + margin[i])", "sound"),
    ("motion_edge.c", "change > 0.0 ? -2.0 * EP_PI : 2.0 * EP_PI", "change > 0.0 ? 2.0 * EP_PI : -2.0 * EP_PI", "sound"),
    ("motion_edge.c", "dot < 0.0 && k < 4", "dot > 0.0 && k < 4", "sound"),
    ("motion_edge.c", "m * followed.change", "followed.change", "sound"),
    ("motion_edge.c", "rate < EP_STANDSTILL_ANGLE ? ep_up(rate) : 0.0", "rate < EP_STANDSTILL_ANGLE ? 0.0 : 0.0", "sound"),
    ("motion_taylor.c", "angle.rate *= joint->turn_sign", "angle.rate *= 1.0", "sound"),
    ("motion_bound.c", "w * o->perp + v * o->par + o->rate_perp", "v * o->perp + v * o->par + o->rate_perp", "sound"),
    ("motion_bound.c", "2.0 * (w * o->rate_perp + v * o->rate_par)", "1.0 * (w * o->rate_perp + v * o->rate_par)", "sound"),
    ("motion_bound.c", "3.0 * (w * w * o->rate_perp", "2.0 * (w * w * o->rate_perp", "sound"),
    ("motion_bound.c", "joint->parallel * c->group + rate", "c->group + rate", "sound"),
    ("motion_bound.c", "joint->parallel * c->group + rate", "fabs(c->group) + fabs(rate)", "tight"),
    ("motion_bound.c", "c->rate_par += fabs(c->group);", "", "sound"),
    ("motion_bound.c", "ep_max(perp[0], perp[1])", "ep_min(perp[0], perp[1])", "sound"),
    ("motion_bound.c", "motion->angle.error_up + joint->parallel_tilt", "motion->angle.error_up", "sound"),
    ("motion_bound.c", "w * radii->perp + v * radii->par", "v * radii->perp + v * radii->par", "sound"),
    ("motion_bound.c", "radii->perp = ep_max(radii->perp, perp)", "radii->perp = perp", "sound"),
    ("motion_sweep.c", "second * h * h * 0.125", "second * h * h * 0.0625", "sound"),
    ("motion_sweep.c", "second * h * h * 0.125", "second * h * 0.125", "tight"),
    ("motion_sweep.c", "half += fabs(r) * h", "half += r * h", "sound"),
    ("motion_recursive.c", "w.speed + w.rate * radius", "w.speed", "sound"),
    ("motion_recursive.c", "w->fixed = false;", "", "sound"),
    ("motion_recursive.c", "ep_max(ep_vec_length(motion->begin), ep_vec_length(motion->end))", "ep_min(ep_vec_length(motion->begin), ep_vec_length(motion->end))", "sound"),
    ("motion_recursive.c", "ep_vec_cross(cross, world, w->n);\n  return ep_vec_length(cross)", "ep_vec_cross(cross, world, w->n);\n  return fabs(ep_vec_dot(world, w->n))", "sound"),
    ("geo_distance.c", "(terms * 0x1p-49 + EP_TINY)", "(terms * -0x1p-49 + EP_TINY)", "sound"),
    ("geo_distance.c", "(terms * 0x1p-49 + EP_TINY)", "(terms * 0x1p-60 + EP_TINY)", "sound"),
    ("geo_distance.c", "(terms * 0x1p-49 + EP_TINY)", "(terms * 0x1p-36 + EP_TINY)", "tight"),
    ("geo_distance.c", "least = ep_min(least, ep_vec_dot(d, t->p[0][i]));", "least = ep_max(least, ep_vec_dot(d, t->p[0][i]));", "sound"),
    ("geo_distance.c", "most = ep_max(most, ep_vec_dot(d, t->p[1][i]));", "most = ep_min(most, ep_vec_dot(d, t->p[1][i]));", "sound"),
    ("geo_distance.c", "(gap > 0.0 ? length", "(gap < 0.0 ? length", "equivalent: 2^-50 of the gap is within what 2^-49 of the terms has to spare"),
    ("geo_distance.c", "if (!(scale > 0.0))", "if (!(scale >= 0.0))", "equivalent: 0/0 is NaN, which ep_down makes -infinity"),
    ("geo_distance.c", "fabs(d[0]) + fabs(d[1]) + fabs(d[2])", "fabs(d[0]) + fabs(d[1]) - fabs(d[2])", "sound"),
    ("geo_distance.c", "(t->size * 0x1p-48 + LOST_LENGTH)", "(t->size * -0x1p-48 + LOST_LENGTH)", "sound"),
    ("geo_distance.c", "(t->size * 0x1p-48 + LOST_LENGTH)", "(t->size * 0x1p-60 + LOST_LENGTH)", "sound"),
    ("geo_distance.c", "(t->size * 0x1p-48 + LOST_LENGTH)", "(t->size * 0x1p-48 + EP_TINY)", "sound"),
    ("geo_distance.c", "#define LOST_LENGTH 1e-150", "#define LOST_LENGTH 1e-170", "sound"),
    ("geo_distance.c", "(t->size * 0x1p-48 + LOST_LENGTH)", "(t->size * 0x1p-36 + LOST_LENGTH)", "tight"),
    ("geo_distance.c", "if (upper < best->upper)", "if (upper > best->upper)", "tight"),
    ("geo_distance.c", "if (upper < best->upper)", "if (best->upper > 1e300)", "tight"),
    ("geo_distance.c", "best->lower = ep_max(best->lower, gap_down(t, n));", "best->lower = gap_down(t, n);", "tight"),
    ("geo_distance.c", "best->lower = ep_max(best->lower, gap_down(t, n));", "best->lower = ep_min(best->lower, gap_down(t, n));", "tight"),
    ("geo_distance.c", "  divide_by_sum(at->weight[1]);\n", "", "sound"),
    ("geo_distance.c", "ep_max(size, ep_max(fabs(t->p[0][i][x]), fabs(t->p[1][i][x])))", "ep_max(size, fabs(t->p[1][i][x]))", "sound"),
    ("geo_distance.c", "ep_max(size, ep_max(fabs(t->p[0][i][x]), fabs(t->p[1][i][x])))", "ep_max(size, fabs(t->p[0][i][x]))", "sound"),
    ("geo_distance.c", "ep_max(0.0, ep_min(k[0], 1.0))", "ep_min(k[0], 1.0)", "sound"),
    ("geo_distance.c", "ep_max(0.0, ep_min(k[0], 1.0))", "ep_max(0.0, k[0])", "sound"),
    ("geo_distance.c", "ep_min(k[1], 1.0 - second)", "ep_min(k[1], 1.0)", "sound"),
    ("geo_distance.c", "ep_max(0.0, s->weight[k])", "s->weight[k]", "sound"),
    ("geo_distance.c", "!improve(&best, &t, &at, s.near) && !try_again(&best, &t, &s)", "!improve(&best, &t, &at, s.near) && false", "tight"),
    ("geo_distance.c", "{{1, 1}, {2, 0}, {0, 2}, {1, 0}, {0, 1}, {0, 0}, {2, 1}, {1, 2}}", "{{1, 0}, {2, 0}, {0, 2}, {1, 0}, {0, 1}, {0, 0}, {2, 1}, {1, 2}}", "tight"),
    ("geo_distance.c", "{{1, 1}, {2, 0}, {0, 2}, {1, 0}, {0, 1}, {0, 0}, {2, 1}, {1, 2}}", "{{1, 1}, {2, 0}, {2, 0}, {1, 0}, {0, 1}, {0, 0}, {2, 1}, {1, 2}}", "tight"),
    ("geo_distance.c", "{{1, 1}, {2, 0}, {0, 2}, {1, 0}, {0, 1}, {0, 0}, {2, 1}, {1, 2}}", "{{1, 1}, {2, 0}, {0, 2}, {1, 0}, {0, 1}, {0, 0}, {1, 1}, {1, 2}}", "tight"),
    ("geo_distance.c", "{{1, 1}, {2, 0}, {0, 2}, {1, 0}, {0, 1}, {0, 0}, {2, 1}, {1, 2}}", "{{1, 1}, {2, 0}, {0, 2}, {1, 1}, {0, 1}, {0, 0}, {2, 1}, {1, 2}}", "tight"),
    ("geo_distance.c", "{{1, 1}, {2, 0}, {0, 2}, {1, 0}, {0, 1}, {0, 0}, {2, 1}, {1, 2}}", "{{1, 1}, {2, 0}, {0, 2}, {1, 0}, {0, 1}, {1, 1}, {2, 1}, {1, 2}}", "equivalent: the search finds pairs of corners; kept so that upper is finite whatever happens"),
    ("geo_distance.c", "out.k[m] -= r[m][j] * out.k[j]", "out.k[m] += r[m][j] * out.k[j]", "tight"),
    ("geo_distance.c", "for (int m = 0; m < 2 * f->count; ++m)", "for (int m = 0; m < f->count; ++m)", "tight"),
    ("geo_distance.c", "j < 2 * m; ++j", "j < m; ++j", "tight"),
    ("geo_distance.c", "    try_all(&best, &t);", "    (void)try_all;", "tight"),
    ("geo_distance.c", "#define GOOD_ENOUGH 0x1p-45", "#define GOOD_ENOUGH 0x1p-30", "tight"),
    ("geo_distance.c", "point_of(closest->point[1], b, best.at.weight[1])", "point_of(closest->point[1], b, best.at.weight[0])", "sound"),
    ("geo_distance.c", "part_of(best.at.weight[1])", "part_of(best.at.weight[0])", "sound"),
    ("geo_bvh.c", "((double)f == d && error < 0.0)", "((double)f == d && error < -1.0)", "sound"),
    ("geo_bvh.c", "(double)f > d ||", "(double)f < d ||", "sound"),
    ("geo_bvh.c", "(double)f > d ||", "(double)f >= d ||", "tight"),
    ("geo_bvh.c", "nextafterf(f, -INFINITY)", "nextafterf(f, INFINITY)", "sound"),
    ("geo_bvh.c", "d = ep_down(ep_down(d) - radius)", "d = ep_down(d - radius)", "sound"),
    ("geo_bvh.c", "d = ep_down(ep_down(d) - radius)", "d = ep_down(d) - radius", "sound"),
    ("geo_bvh.c", "d = ep_down(ep_down(d) - radius)", "d = ep_down(ep_down(d) - 2.0 * radius)", "tight"),
    ("geo_bvh.c", "d = ep_down(ep_down(d) - radius)", "d = ep_down(ep_down(d) + radius)", "sound"),
    ("geo_bvh.c", "0.0f - float_below(-a, -origin, radius)", "0.0f - float_below(-a, origin, radius)", "sound"),
    ("geo_bvh.c", "ep_down(box->lo[k] - radius)", "(box->lo[k] - radius)", "sound"),
    ("geo_bvh.c", "ep_up(box->hi[k] + radius)", "ep_up(box->hi[k] - radius)", "sound"),
    ("geo_bvh.c", "(a - virtual_a) + (virtual_b - b)", "(a - virtual_a) - (virtual_b - b)", "sound"),
    ("geo_bvh.c", "float_above(soup->radii[triangle], 0.0, 0.0)", "float_below(soup->radii[triangle], 0.0, 0.0)", "sound"),
    ("geo_bvh.c", "(float)(v[k] - origin[k])", "((float)v[k] - (float)origin[k])", "tight"),
    ("geo_bvh.c", "b->bodies[ref->soup]", "ref->soup", "sound"),
    ("geo_bvh.c", "leaf->slot[leaf->count++] = slot;", "leaf->slot[leaf->count++] = leaf->slot[0];", "sound"),
    ("geo_bvh.c", "i < pieces; ++i", "i < pieces - (pieces > 1); ++i", "sound"),
    ("geo_bvh_clip.c", "box.lo[k] - margin", "box.lo[k] + margin", "sound"),
    ("geo_bvh_clip.c", "box.hi[k] + margin", "box.hi[k] - margin", "sound"),
    ("geo_bvh_clip.c", "size * 0x1p-40 + EP_TINY", "size * 0.125 + EP_TINY", "tight"),
    ("geo_bvh_clip.c", "length * (i + 1) / n", "length * i / n", "sound"),
    ("geo_bvh_clip.c", "p[axis] >= lo && p[axis] <= hi", "p[axis] > lo && p[axis] <= hi", "sound"),
    ("geo_bvh_clip.c", "enlarge_by_crossing(&box, p, corners[(c + 1) % 3], axis, hi);", "", "sound"),
    ("geo_bvh_clip.c", "(a[axis] < at) == (b[axis] < at)", "(a[axis] < at) != (b[axis] < at)", "sound"),
    ("geo_bvh_split.c", "range->hi = quad_max(range->hi, b->hi)", "range->hi = b->hi", "sound"),
    ("geo_bvh_split.c", "range->lo = quad_min(range->lo, b->lo)", "range->lo = quad_max(range->lo, b->lo)", "sound"),
    ("geo_bvh_split.c", "refs[i] = refs[border]", "refs[i] = refs[range->first]", "sound"),
    ("geo_bvh_split.c", "return (float)whole", "return 1.0f", "tight"),
    ("geo_bvh_tree.c", "twig == NULL ? -FLT_MAX", "twig == NULL ? FLT_MAX", "sound"),
    ("geo_bvh_tree.c", "right->cost[slots - k - 1]", "right->cost[0]", "tight"),
    ("geo_inside.c", "8.0 * EP_U * most", "0.0 * EP_U * most", "equivalent: corners are mapped alike for all triangles that share them, so an even number is missed in error, or a neighbour is ambiguous"),
    ("geo_inside.c", "64.0 * EP_U * (most * most)", "0.0 * EP_U * (most * most)", "equivalent: both triangles of an edge compute opposite sides to the bit, so the count stays even or odd"),
    ("geo_inside.c", "64.0 * EP_U * (most * most)", "64.0 * (most * most)", "tight"),
    ("geo_inside.c", "512.0 * EP_U * (most * most * most)", "0.0 * EP_U * (most * most * most)", "sound"),
    ("geo_inside.c", "x[p] * y[q] - y[p] * x[q]", "x[p] * y[q] + y[p] * x[q]", "sound"),
    ("geo_inside.c", "if (left > 0 && right > 0)", "if (left > 0 || right > 0)", "sound"),
    ("geo_inside.c", "z[0] < 0.0 && z[1] < 0.0 && z[2] < 0.0", "z[0] < 0.0 || z[1] < 0.0 || z[2] < 0.0", "sound"),
    ("geo_inside.c", "left == 3 ? sum : -sum", "left == 3 ? sum : sum", "sound"),
    ("geo_inside.c", "if (z[0] > 0.0 && z[1] > 0.0 && z[2] > 0.0)", "if (z[0] > 0.0 || z[1] > 0.0 || z[2] > 0.0)", "sound"),
    ("geo_inside.c", "crossings % 2 != 0", "crossings != 0", "sound"),
    ("geo_inside.c", "if (c->triangle[i] == triangle)", "if (c->triangle[i] < 0)", "sound"),
    ("geo_inside.c", "c.is_full ? side_by_list(r) : side_of_count(c.count)", "side_of_count(c.count)", "sound"),
    ("geo_inside.c", "octet.body[lane] != ref->body || ref->solid_of[triangle] != ref->solid", "octet.body[lane] != ref->body", "sound"),
    ("geo_inside.c", "size_of(bvh) * (0x1p-20 * (1.0 + 0x1p-20))", "size_of(bvh) * 0.0", "sound"),
    ("geo_inside.c", "(float)way + 2.0f * r->pad", "0.5f * (float)way", "sound"),
    ("geo_inside.c", "(step > 0.0f ? end : begin) * step", "(step > 0.0f ? begin : end) * step", "sound"),
    ("geo_inside.c", "(a >= lo[k] || b >= lo[k] || c >= lo[k])", "(a >= lo[k] && b >= lo[k] && c >= lo[k])", "sound"),
    ("geo_inside.c", "hi[k] = (float)box->hi[k] + pad;", "hi[k] = (float)box->lo[k] + pad;", "sound"),
    ("geo_inside.c", "for (int i = 0; i < EP_RAY_COUNT; ++i)", "for (int i = 0; i < 1; ++i)", "sound"),
    ("geo_island.c", "o[0] == v[0] && o[1] == v[1] && o[2] == v[2]", "o[0] == v[0] && o[1] == v[1]", "sound"),
    ("geo_island.c", "f->is_seen[root] == 0", "f->is_seen[0] == 0", "sound"),
    ("geo_solid.c", "solid->hi[k % 3] = ep_max(solid->hi[k % 3], x)", "solid->hi[k % 3] = ep_min(solid->hi[k % 3], x)", "sound"),
    ("geo_solid.c", "if (find_edges(f) > 2 && drop_repeated(f))", "if (find_edges(f) > 2 && drop_repeated(f) && false)", "sound"),
    ("geo_solid.c", "f->found_count < triangle_count(f) && weld(f)", "f->found_count < 0 && weld(f)", "sound"),
    ("geo_solid.c", "*waiting = *waiting == NONE ? t : NONE;", "*waiting = t;", "sound"),
    ("geo_solid.c", "f->in_play[t] != 0 && f->is_open[root] == 0", "f->in_play[t] != 0", "sound"),
    ("geo_solid.c", "!are_equal(a, b) && !are_equal(b, c) && !are_equal(c, a)", "true", "sound"),
    ("geo_soup.c", "most = ep_max(most, own + others)", "most = ep_max(most, own)", "sound"),
    ("geo_soup.c", "least = ep_min(least, own - others)", "least = ep_min(least, own)", "sound"),
    ("geo_soup.c", "row[2] * z + p->shift[i]", "row[2] * z - p->shift[i]", "sound"),
    ("geo_soup.c", "*= s->desc->scale[k % 3]", "*= s->desc->scale[k / 3]", "sound"),
    ("geo_shape.c", "#define OUTSIDE (1.0 + 0x1p-45)", "#define OUTSIDE (1.0 - 0x1p-45)", "sound"),
    ("geo_shape.c", "OUTSIDE / (cosine * cosine)", "OUTSIDE / cosine", "sound"),
    ("geo_shape.c", "radius * (OUTSIDE / cosine_of_half_side(l.sides))", "radius * OUTSIDE", "sound"),
    ("geo_shape.c", "4.0 * ceil(0.25 * EP_PI / sine)", "16.0 * ceil(0.25 * EP_PI / sine)", "tight"),
    ("geo_shape.c", "const double radius_up = ep_up(stretch.most_up * radius);", "const double radius_up = ep_up(stretch.least_down * radius);", "sound"),
    ("geo_shape.c", "next + i + 1, here + i + 1)", "next + i + 1, here + i)", "sound"),
    ("geo_heightfield.c", "const double bottom = lowest - d->depth;", "const double bottom = lowest;", "sound"),
    ("geo_heightfield.c", "ep_new_shape_triangle(s, a, b + 1, b);", "ep_new_shape_triangle(s, a, a + 1, b);", "sound"),
    ("geo_heightfield.c", "row * d->spacing[1], z)", "row * d->spacing[0], z)", "sound"),
    ("world_freeze.c", "(corner >> k & 1) != 0 ? n->hi[k][child] : n->lo[k][child]", "n->lo[k][child]", "sound"),
    ("world_freeze.c", "perp = ep_max(perp, across)", "perp = across", "sound"),
    ("world_freeze.c", "par = ep_max(par, along)", "par = ep_min(par, along)", "sound"),
    ("world_freeze.c", "perp[child] = (float)(perp * (1.0 + 0x1p-22))", "perp[child] = (float)(perp * 0.5)", "sound"),
    ("world_freeze.c", "ep_max(fabs(body->bvh.lo[k]), fabs(body->bvh.hi[k]))", "ep_min(fabs(body->bvh.lo[k]), fabs(body->bvh.hi[k]))", "sound"),
    ("world_pairs.c", "return !ep_body_is_grounded(world, x);", "return ep_body_is_grounded(world, x);", "sound"),
    ("world_pairs.c", "return carrier(world, a->machine, group_a) == group_b ||", "return carrier(world, a->machine, group_a) != group_b ||", "sound"),
    ("world_pairs.c", "(a->machine == b->machine && group_a == group_b)", "(group_a == group_b)", "sound"),
    ("world_pairs.c", "joint->multiplier == 0.0", "joint->multiplier != 1.0", "sound"),
    ("world_pairs.c", "r = world->rule_count - 1; r >= 0; --r", "r = world->rule_count - 1; r > 0; --r", "sound"),
    ("world_pairs.c", "ep_max(world->clearance, ep_max(world->bodies[a].clearance, world->bodies[b].clearance))", "ep_max(world->clearance, ep_min(world->bodies[a].clearance, world->bodies[b].clearance))", "sound"),
    ("world_pairs.c", "applies ? ep_max(most, world->rules[r].clearance) : most", "applies ? world->rules[r].clearance : most", "sound"),
    ("world_pairs.c", "== EP_BODY_OBSTACLE ? ep_max(most, clearance) : most", "== EP_BODY_OBSTACLE ? clearance : most", "sound"),
    ("world_pairs.c", "for (int32_t b = a + 1; b < world->body_count; ++b)", "for (int32_t b = a + 2; b < world->body_count; ++b)", "sound"),
    ("world_pairs.c", "return other != rope->end_body[0] && other != rope->end_body[1];", "return other != rope->end_body[0] && other > rope->end_body[1];", "sound"),
    ("world_pairs.c", "return !(world->adjacent_allowed && share_an_end(x, y));", "return !share_an_end(x, y);", "sound"),
    ("world_pairs.c", "*pattern == '?' || *pattern == *name", "*pattern == *name", "sound"),
    ("world_inside.c", "nextafterf(nextafterf(low, -INFINITY), -INFINITY)", "low", "equivalent: whoever asks widens its own box by ep_track::margin, forty times as much"),
    ("world_inside.c", "nextafterf(nextafterf(high, INFINITY), INFINITY)", "low", "sound"),
    ("world_inside.c", "lane < count ? bvh->triangle_count + lane : bvh->triangle_count", "bvh->triangle_count", "sound"),
    ("world_inside.c", "body->solid_of[triangles[k]] = i;", "body->solid_of[k] = i;", "sound"),
    ("world_inside.c", "kind == POINTS ? point : solid->hi", "kind == POINTS ? point : solid->lo", "sound"),
    ("world_inside.c", "if (status == EP_OK && body->kind != EP_BODY_OBSTACLE)", "if (status == EP_OK && body->kind == EP_BODY_PAYLOAD)", "sound"),
    ("cull_kernel_body.h", "#define TIME_MARGIN 0x1p-20f", "#define TIME_MARGIN 0.0f", "sound"),
    ("cull_kernel_body.h", "#define TIME_MARGIN 0x1p-20f", "#define TIME_MARGIN 0x1p-12f", "tight"),
    ("cull_kernel_body.h", "s - TIME_MARGIN, all8(0.0f)", "s + TIME_MARGIN, all8(0.0f)", "sound"),
    ("cull_kernel_body.h", "s + TIME_MARGIN, all8(1.0f)", "s - TIME_MARGIN, all8(1.0f)", "sound"),
    ("cull_kernel_body.h", "const f8 s = f0 / (f0 - f1)", "const f8 s = f1 / (f1 - f0)", "sound"),
    ("cull_kernel_body.h", "*enter = max8(late, *enter)", "*enter = late", "tight"),
    ("cull_kernel_body.h", "*leave = min8(soon, *leave)", "*leave = max8(soon, *leave)", "tight"),
    ("cull_kernel_body.h", "sweep->lo[0][k] < sweep->lo[1][k] ?", "sweep->lo[0][k] > sweep->lo[1][k] ?", "sound"),
    ("cull_kernel_body.h", "narrow8(lo - sweep->hi[0][k], lo - sweep->hi[1][k], &enter, &leave)", "narrow8(lo - sweep->hi[1][k], lo - sweep->hi[0][k], &enter, &leave)", "sound"),
    ("cull_kernel_body.h", "narrow8(sweep->lo[0][k] - hi, sweep->lo[1][k] - hi, &enter, &leave);", "", "tight"),
    ("cull_kernel_body.h", "center[k] = (lo + hi) * 0.5f", "center[k] = (lo + hi) * 0.25f", "sound"),
    ("cull_kernel_body.h", "half[2] * fabsf(n[2])", "half[2] * n[2]", "sound"),
    ("cull_kernel_body.h", "(at - reach > sweep->hi[k])", "(at > sweep->hi[k])", "sound"),
    ("cull_kernel_body.h", "(at + reach < sweep->lo[k])", "(at - reach < sweep->lo[k])", "sound"),
    ("cull_kernel_body.h", "(at + reach < sweep->lo[k])", "(at + 2.0f * reach < sweep->lo[k])", "tight"),
    ("cull_kernel_body.h", "#define PROJECTION_ERROR 0x1p-18f", "#define PROJECTION_ERROR 0.0f", "sound"),
    ("cull_kernel_body.h", "#define PROJECTION_ERROR 0x1p-18f", "#define PROJECTION_ERROR 0x1p-12f", "tight"),
    ("cull_kernel_body.h", "#define AXIS_MIN 1e-24f", "#define AXIS_MIN -1.0f", "sound"),
    ("cull_kernel_body.h", "#define AXIS_MIN 1e-24f", "#define AXIS_MIN 1e-6f", "tight"),
    ("cull_kernel_body.h", "square * (1.0f - 0x1p-20f) > need * need", "square * (1.0f + 0x1p-20f) > need * need", "sound"),
    ("cull_kernel_body.h", "lo - max8(max8(a, b), c)", "lo - max8(max8(a, b), b)", "sound"),
    ("cull_kernel_body.h", "hi = x > hi ? x : hi;", "hi = x < hi ? x : hi;", "sound"),
    ("cull_kernel_body.h", "s->threshold * sqrt8(square) * (1.0f + 0x1p-20f)", "s->threshold * square * (1.0f + 0x1p-20f)", "sound"),
    ("cull_kernel_body.h", "(e_lo - hi > need)) & (square > AXIS_MIN)", "(e_lo - lo > need)) & (square > AXIS_MIN)", "sound"),
    ("cull_kernel_body.h", "for (int i = 1; i < 6; ++i)\n  {\n    const f8 p", "for (int i = 1; i < 3; ++i)\n  {\n    const f8 p", "sound"),
    ("cull_kernel_body.h", "const f8 e_hi = max8(max8(p, q), zero)", "const f8 e_hi = max8(p, q)", "sound"),
    ("cull_kernel_body.h", "const f8 e_lo = min8(min8(p, q), zero)", "const f8 e_lo = min8(p, zero)", "sound"),
    ("cull_kernel_body.h", "load8(sweep->threshold) + most * PROJECTION_ERROR", "most * PROJECTION_ERROR", "sound"),
    ("cull_kernel_body.h", "most = larger8(most, &s->a[i]);", "", "sound"),
    ("cull_kernel_body.h", "for (int i = 0; i < 9 && mask != 0; ++i)", "for (int i = 0; i < 3 && mask != 0; ++i)", "tight"),
    ("cull_kernel_body.h", "s->a[i].x + s->a[i + 3].x", "s->a[i].x - s->a[i + 3].x", "tight"),
    ("cull_track.c", "0.5 * (t0 + t1)", "0.25 * t0 + 0.75 * t1", "sound"),
    ("cull_track.c", "add_span(line, middle, s.end, s.depth + 1)", "add_span(line, middle, middle, s.depth + 1)", "sound"),
    ("cull_track.c", "memset(line->has_pose + (size_t)moment * (size_t)line->track_count, 0, (size_t)line->track_count);", "", "sound"),
    ("cull_track.c", "track->local == NULL ? 0.0 : ep_up_sum(ep_vec_length(track->local->position))", "0.0", "sound"),
    ("cull_track.c", "track->slack = 2.0 * ep_node_slack_up(", "track->slack = 0.0 * ep_node_slack_up(", "sound"),
    ("cull_track.c", "most.slack = ep_max(most.slack, 2.0 * ep_node_slack_up(&bound, r));", "", "sound"),
    ("cull_track.c", "most.first = ep_max(most.first, ep_node_derivative_up(&bound, &radii, 1))", "most.first = ep_node_derivative_up(&bound, &radii, 1)", "sound"),
    ("cull_track.c", "most.second = ep_max(most.second, ep_node_derivative_up(&bound, &radii, 2));", "", "sound"),
    ("cull_track.c", "bound.second += other.second;", "", "sound"),
    ("cull_track.c", "{b->offset[1], b->rate * b->rate, b->rate_par * b->rate_par}", "{b->offset[1], b->rate, b->rate_par}", "sound"),
    ("cull_track.c", "x * (1.0 + 0x1p-22) + (double)FLT_MIN", "x * (1.0 - 0x1p-22)", "sound"),
    ("cull_track.c", "#define FLOAT_ERROR (40.0 * 0x1p-24)", "#define FLOAT_ERROR (1.0 * 0x1p-24)", "sound"),
    ("cull_track.c", "float_up(FLOAT_ERROR * track->size + track->slack)", "float_up(FLOAT_ERROR * track->size)", "sound"),
    ("cull_track.c", "+ rope + speed + reach + resting + track->clearance", "+ rope + reach + resting + track->clearance", "sound"),
    ("cull_track.c", "track->fixed_slot < 0 ? world->radius :", "track->fixed_slot < 0 ? 0.0 :", "sound"),
    ("cull_track.c", "pose->rotation[i][k] = b->rotation[0][i] * world.rotation[0][k] +", "pose->rotation[i][k] = b->rotation[i][0] * world.rotation[0][k] +", "sound"),
    ("cull_track.c", "ep_edge_path_bound(line->edges[n], track->fixed_slot - line->slots[n], edge, link, bound);", "*bound = edge->bounds[link];", "sound"),
    ("cull_track.c", "track->moves = first[0] > 0.0 || first[1] > 0.0;", "track->moves = first[0] > 0.0;", "equivalent: the offset of a link that turns grows too, unless its axis is fixed in the world; and then only the errors demanded change, by 2^-37 of the size"),
    ("cull_link_tree.c", "a->lo[k] > b->hi[k] || b->lo[k] > a->hi[k]", "a->lo[k] > b->hi[k] || b->hi[k] > a->lo[k]", "sound"),
    ("cull_link_tree.c", "ep_max(ep_down(a->lo[k] - b->hi[k]), ep_down(b->lo[k] - a->hi[k]))", "ep_max(ep_down(a->lo[k] - b->lo[k]), ep_down(b->lo[k] - a->lo[k]))", "sound"),
    ("advance_work.h", "(h * h * 0.125f) * (1.0f + 0x1p-20f)", "(h * h * 0.0625f) * (1.0f + 0x1p-20f)", "sound"),
    ("advance_work.h", "track->curve[1] * (perp + (float)track->shift)", "track->curve[1] * perp", "sound"),
    ("advance_work.h", "#define EP_EXACT_ERROR 0x1p-38", "#define EP_EXACT_ERROR 0x1p-18", "tight"),
    ("advance_pair.c", "most = ep_max(most, ep_vec_length(d))", "most = ep_min(most, ep_vec_length(d))", "sound"),
    ("advance_pair.c", "return 0.5 * most;", "return 0.25 * most;", "sound"),
    ("advance_pair.c", "half_chord(m->b[0], m->b[2]) + 2.0 * m->curve_up", "2.0 * m->curve_up", "sound"),
    ("advance_pair.c", "half_chord(m->b[0], m->b[2]) + 2.0 * m->curve_up", "half_chord(m->b[0], m->b[2])", "sound"),
    ("advance_pair.c", "view.closest.lower > ep_up_sum(m->need + view.wander)", "view.closest.lower > ep_up_sum(m->need)", "sound"),
    ("advance_pair.c", "const double need = ep_up_sum(m->need + m->curve_up);", "const double need = ep_up_sum(m->need);", "sound"),
    ("advance_pair.c", "(ep_triangle_gap_down(m->a[0], m->b[0], n) > need &&", "(ep_triangle_gap_down(m->a[0], m->b[0], n) > need ||", "sound"),
    ("advance_pair.c", "ep_triangle_gap_down(m->a[2], m->b[2], n) > need", "ep_triangle_gap_down(m->a[1], m->b[1], n) > need", "sound"),
    ("advance_pair.c", "ep_pair_radii(work, track, query);\n  m->meeting", "0.0;\n  m->meeting", "sound"),
    ("advance_pair.c", "m->need = ep_up_sum(threshold + track->slack +", "m->need = ep_up_sum(threshold +", "sound"),
    ("advance_pair.c", "own + (track->is_rope_pair ? resting->rope_radius", "own + (track->is_rope_pair ? 0.0", "sound"),
    ("advance_pair.c", "if (!work->hit.found || hit.t < work->hit.t)", "if (!work->hit.found || hit.t > work->hit.t)", "sound"),
    ("advance_pair.c", ".t = work->flipped ? 1.0 - own : own,", ".t = own,", "sound"),
    ("advance_pair.c", "#define TERMINAL_PART 0.25", "#define TERMINAL_PART 64.0", "tight"),
    ("advance_pair.c", "work->t_free = ep_min(work->t_free, ep_span_begin(work, query->span));", "", "sound"),
    ("advance_pair.c", "return terminal || (view.meets && !work->earliest) ? EP_PAIR_CONTACT : EP_PAIR_SPLIT;", "return EP_PAIR_CONTACT;", "sound"),
    ("advance_triangles.c", "(float)(b->clearance[i] * (1.0 + 0x1p-22)) + b->octet.radius_up[i]", "(float)(b->clearance[i] * (1.0 + 0x1p-22))", "sound"),
    ("advance_triangles.c", "(float)(b->clearance[i] * (1.0 + 0x1p-22)) + b->octet.radius_up[i]", "b->octet.radius_up[i]", "sound"),
    ("advance_triangles.c", "b->clearance[i] < 0.0 ? b->mask", "b->clearance[i] <= 0.0 ? b->mask", "sound"),
    ("advance_triangles.c", "m->inflation = m->curve + t->radius_up + track->margin;", "m->inflation = m->curve + track->margin;", "sound"),
    ("advance_triangles.c", "m->inflation = m->curve + t->radius_up + track->margin;", "m->inflation = t->radius_up + track->margin;", "sound"),
    ("advance_triangles.c", "m->inflation = m->curve + t->radius_up + track->margin;", "m->inflation = m->curve + t->radius_up;", "sound"),
    ("advance_triangles.c", "m->inflation = m->curve + radius + track->margin;", "m->inflation = m->curve + track->margin;", "sound"),
    ("advance_triangles.c", "m->inflation = m->curve + radius + track->margin;", "m->inflation = radius + track->margin;", "sound"),
    ("advance_triangles.c", "most = square > most ? square : most;", "most = square < most ? square : most;", "sound"),
    ("advance_triangles.c", "(1U << leaf->count) - 1U", "(1U << (leaf->count - 1)) - 1U", "sound"),
    ("advance_triangles.c", "again |= answer == EP_PAIR_SPLIT ?", "again |= answer == EP_PAIR_CONTACT ?", "sound"),
    ("advance_triangles.c", "i < leaf->count && !work->stopped; ++i", "i + 1 < leaf->count && !work->stopped; ++i", "sound"),
    ("advance_triangles.c", "if (answer == EP_PAIR_SPLIT && !work->stopped)", "if (answer == EP_PAIR_CONTACT && !work->stopped)", "sound"),
    ("advance_triangles.c", ".curve_up = (double)m->curve,", ".curve_up = 0.0,", "sound"),
    ("advance_triangles.c", "work->asked >= 0.0 && demanded >= 0.0 ? work->asked : demanded", "demanded", "sound"),
    ("advance_traverse.c", "p.half[k] = 0.5f * (node->hi[k][child] - node->lo[k][child]);", "p.half[k] = 0.25f * (node->hi[k][child] - node->lo[k][child]);", "sound"),
    ("advance_traverse.c", "p.perp = body->radii[moving / EP_BVH_WIDTH].perp[child];", "p.perp = body->radii[moving / EP_BVH_WIDTH].par[child];", "sound"),
    ("advance_traverse.c", "p.perp = (float)(body->reach * (1.0 + 0x1p-22));", "p.perp = 0.0f;", "sound"),
    ("advance_traverse.c", "fabsf(r[2]) * p->half[2]", "r[2] * p->half[2]", "sound"),
    ("advance_traverse.c", "turned[j] += n[i] * m->pose[1]->rotation[i][j];", "turned[j] += n[i] * m->pose[0]->rotation[i][j];", "sound"),
    ("advance_traverse.c", "const float lo = begin - p->half[k] < end - reach ? begin - p->half[k] : end - reach;", "const float lo = begin - p->half[k];", "sound"),
    ("advance_traverse.c", "m->inflation = m->curve + track->margin + clearance_up(track);", "m->inflation = track->margin + clearance_up(track);", "sound"),
    ("advance_traverse.c", "m->inflation = m->curve + track->margin + clearance_up(track);", "m->inflation = m->curve + clearance_up(track);", "sound"),
    ("advance_traverse.c", "m->inflation = m->curve + track->margin + clearance_up(track);", "m->inflation = m->curve + track->margin;", "sound"),
    ("advance_traverse.c", "m->inflation = m->curve + radius + track->margin + clearance_up(track);", "m->inflation = m->curve + track->margin + clearance_up(track);", "sound"),
    ("advance_traverse.c", "(float)fabs(0.5 * pose.position[k] - 0.5 * pose.rotation[k][0])", "(float)(0.5 * pose.position[k] - 0.5 * pose.rotation[k][0])", "sound"),
    ("advance_traverse.c", "next.mask = 0xff;", "next.mask = 0x7f;", "sound"),
    ("advance_traverse.c", "i >= 0; --i)\n  {\n    if (bvh->nodes[node].child[i] != EP_BVH_NONE)", "i > 0; --i)\n  {\n    if (bvh->nodes[node].child[i] != EP_BVH_NONE)", "sound"),
    ("advance_traverse.c", "work->flipped ? i : 1 - i);", "0);", "sound"),
    ("advance_traverse.c", "if (ep_span_begin(work, item.span) >= work->t_limit)", "if (ep_span_begin(work, item.span) >= 0.5 * work->t_limit)", "sound"),
    ("advance_traverse.c", "items > options->item_budget)\n  {\n    work->stopped = true;", "items > options->item_budget)\n  {\n    work->stack_count = 0;", "sound"),
    ("advance_traverse.c", "#define SPLIT_PART 0.3f", "#define SPLIT_PART 1e9f", "equivalent: time is split later, where triangles are; only speed depends on it"),
    ("advance_catch.c", "0.5 * pair.cell * pair.speed_up", "0.0 * pair.cell * pair.speed_up", "sound"),
    ("advance_catch.c", "#define CELL_PART 0.25", "#define CELL_PART 16.0", "tight"),
    ("advance_catch.c", "if (space->pairs[i].from >= ep_catch_end(work))", "if (space->pairs[i].from >= 0.5 * ep_catch_end(work))", "sound"),
    ("advance_catch.h", "ep_down(margin / speed_up)", "ep_down(2.0 * margin / speed_up)", "sound"),
    ("advance_catch.h", "const double margin = ep_down(distance - need_up);", "const double margin = ep_down(distance);", "sound"),
    ("advance_catch_advance.c", "ep_min(time + gain, 8.0)", "ep_min(time + 2.0 * gain, 8.0)", "sound"),
    ("advance_catch_advance.c", "ep_catch_value(&times, gap, need, pair->speed_up)", "ep_catch_value(&times, gap, need, 0.5 * pair->speed_up)", "sound"),
    ("advance_catch_advance.c", "time = ep_max(next, cell_end);", "time = ep_max(next, cell_end + 4.0 * pair->cell);", "sound"),
    ("advance_catch_advance.c", "if (next < cell_end && is_near(work, space, pair, begin))", "if (next < begin && is_near(work, space, pair, begin))", "sound"),
    ("advance_catch_advance.c", "work->t_free = ep_min(work->t_free, begin);", "", "sound"),
    ("advance_catch_boxes.c", "(double)node->lo[k][i] - (at + reach)", "(double)node->lo[k][i] - (at - reach)", "sound"),
    ("advance_catch_boxes.c", "s[2] * reach[2][i] + half[k]", "s[2] * reach[2][i]", "sound"),
    ("advance_catch_boxes.c", "square_positive(fabs(away) - wide)", "square_positive(fabs(away) + wide)", "sound"),
    ("advance_catch_boxes.c", "upright[i] > turned[i] ? upright[i] : turned[i]", "upright[i] + turned[i]", "sound"),
    ("advance_catch_cull.c", "is_scene ? need : 0.5 * need", "is_scene ? 0.0 : 0.5 * need", "sound"),
    ("advance_catch_cull.c", "ep_down(end.lo[k] - radius)", "ep_down(end.lo[k] + radius)", "sound"),
    ("advance_catch_cull.c", "= c->space->meets[b * c->count + a] = 1;", "= 1;", "sound"),
    ("advance_catch_cull.c", "return space->leaves[a].meets_scene;", "return space->leaves[a].meets_scene && a > 0;", "sound"),
    ("advance_catch_hull.c", "best = ep_max(best, -a.reach - b.reach)", "best = ep_max(best, -a.reach + b.reach)", "sound"),
    ("advance_catch_hull.c", "h->n[k] > 0.0 ? node->hi[k][i] : node->lo[k][i]", "h->n[k] < 0.0 ? node->hi[k][i] : node->lo[k][i]", "sound"),
    ("advance_catch_search.c", "part_speed_up(q, node * EP_BVH_WIDTH + i)", "part_speed_up(q, node * EP_BVH_WIDTH)", "sound"),
    ("advance_catch_search.c", "ep_up_sum(q->track->clearance + q->reserve_up + q->error)", "ep_up_sum(q->reserve_up + q->error)", "sound"),
    ("advance_catch_search.c", "back->position[k] = -back->position[k];", "", "sound"),
    ("advance_catch_triangles.c", "ep_up_sum(b->clearance + radii + q->reserve_up)", "ep_up_sum(b->clearance + q->reserve_up)", "sound"),
    ("advance_catch_triangles.c", "perp = ep_max(perp, across)", "perp = ep_min(perp, across)", "sound"),
    ("advance_catch_triangles.c", "k < resting->count && !q->is_done; ++k", "k + 1 < resting->count && !q->is_done; ++k", "sound"),
    ("verdict_inside.c", ".moment = work->flipped ? 1 : 0,", ".moment = 0,", "sound"),
    ("verdict_inside.c", "box.lo[i] = c - (h + s->track->margin);", "box.lo[i] = c + (h + s->track->margin);", "sound"),
    ("verdict_inside.c", "s->frame.position[k] = -s->frame.position[k];", "", "sound"),
    ("verdict_inside.c", "outside = outside || box->lo[k] > solid->hi[k] - ref->bvh->origin[k] ||", "outside = outside || box->lo[k] > solid->lo[k] - ref->bvh->origin[k] ||", "sound"),
    ("verdict_inside.c", "if (many && ep_solid_is_clear(ref, &box))", "if (many)", "sound"),
    ("verdict_inside.c", "waiting[count++] = child * EP_BVH_WIDTH + i;", "waiting[count++] = child * EP_BVH_WIDTH;", "sound"),
    ("verdict_inside.c", "if (look_out(&s) || work->stopped || track->slot < 0)", "if (look_out(&s) || work->stopped || track->slot >= 0)", "sound"),
    ("verdict_inside.c", "< 0.0)\n    {\n      continue;\n    }\n    island in", "<= 0.0)\n    {\n      continue;\n    }\n    island in", "sound"),
    ("verdict_inside.c", "if (work->line.tracks[i].active && ep_find_inside_of(work, i))", "if (i == 0 && ep_find_inside_of(work, i))", "sound"),
    ("verdict_inside.c", "lane->vertex[1][k] >= box->lo[k]", "lane->vertex[0][k] >= box->lo[k]", "sound"),
    ("verdict_contact.c", "to_world(&base, hit->closest.point[i], contact->point[i])", "to_world(&base, hit->closest.point[0], contact->point[i])", "tight"),
    ("verdict_contact.c", "hit->closest.upper - hit->radii", "hit->closest.upper + hit->radii", "tight"),
    ("checker_check.c", "!work->stopped && !work->is_unclear;", "!work->is_unclear;", "sound"),
    ("checker_check.c", "(work->asked >= 0.0 ? work->asked : track->demanded) + work->band", "work->band", "sound"),
    ("checker_check.c", "work->t_limit = 2.0;\n  work->t_free", "work->t_limit = 0.5;\n  work->t_free", "sound"),
    ("checker_check.c", "set_edge(checker, flipped ? q1 : q0, flipped ? q0 : q1, error)", "set_edge(checker, q0, q1, error)", "sound"),
    ("checker_check.c", "work->earliest && ended ? ep_min(work->t_free, work->hit.t) : 0.0", "work->earliest ? ep_min(work->t_free, work->hit.t) : 0.0", "sound"),
    ("checker_check.c", "result->verdict == EP_FREE ? 1.0 : 0.0;", "1.0;", "sound"),
    ("checker_run.c", "memcpy(work->deferred + work->deferred_count, work->stack,", "memcpy(work->deferred, work->stack,", "sound"),
    ("checker_run.c", "k = work->deferred_begin[i]; k < work->deferred_begin[i + 1]; ++k", "k = work->deferred_begin[i] + 1; k < work->deferred_begin[i + 1]; ++k", "sound"),
    ("checker_run.c", "return finish(checker) || work->stopped;", "return work->stopped;", "sound"),
    ("checker_run.c", "else if (!find_any(checker))", "else if (find_any(checker))", "sound"),
    ("checker_run.c", "  if (found && !work->stopped)\n  {\n    find_earlier(checker);\n  }\n", "", "sound"),
    ("checker_run.c", "if (begins_inside(work))\n  {\n    return;\n  }\n  work->earliest = false;", "work->earliest = false;", "sound"),
    ("checker_run.c", "if (!work->earliest && !work->hit.found && !work->stopped)", "if (work->hit.found && !work->stopped)", "sound"),
]


def run(command, **keys):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace", **keys)


def programs_of(file):
    """The test programs for mutants of a file."""
    names = next(names for start, names in FAMILIES if file.startswith(start))
    return ["test_" + name for name in names.split()]


class Build:
    """The project as it is now: a copy of it, an object of each source, and its list of headers."""

    def __init__(self, home, programs):
        self.home = home
        shutil.copytree(ROOT / "core", home / "core")
        shutil.copytree(ROOT / "tests", home / "tests")
        self.library = sorted(home.glob("core/src/*.c")) + sorted(home.glob("tests/support/*.c"))
        self.library += sorted(home.glob("tests/oracle/*.c"))
        self.tests = {p.stem: p for p in home.glob("tests/c*/test_*.c") if p.stem in programs}

    def compile(self, source, core, out):
        """Compiles a source against the core in `core`; what the compiler complains of, or ""."""
        wide = ["-mavx2"] if source.stem.endswith("avx2") else []
        include = [f"-I{core}/include", f"-I{core}/src", f"-I{self.home}/tests/support",
                   f"-I{self.home}/tests/oracle"]
        if source.parent == self.home / "core/src":
            source = core / "src" / source.name
        done = run(["gcc", *FLAGS, *wide, *include, "-MMD", "-c", str(source), "-o",
                    str(out / (source.stem + ".o"))])
        return done.stdout if done.returncode != 0 else ""

    def users(self, file):
        """The sources that a file of core is compiled into."""
        return [source for source in [*self.library, *self.tests.values()]
                if any(word.endswith("/" + file)
                       for word in (self.home / (source.stem + ".d")).read_text().split())]

    def link(self, program, out):
        """A test program of the objects in `out`, and of the usual ones where there are none."""
        objects = [source.stem + ".o" for source in [*self.library, self.tests[program]]]
        paths = [out / name if (out / name).exists() else self.home / name for name in objects]
        done = run(["gcc", *map(str, paths), *LIBS, "-o", str(out / program)])
        return done.stdout if done.returncode != 0 else ""

    def names(self, program, label):
        """The tests of a label in a program."""
        return [line[8:-1] for line in self.tests[program].read_text().splitlines()
                if line.startswith(f"EP_TEST({label}_") and line.endswith(")")]

    @functools.lru_cache(maxsize=None)
    def is_green(self, program, name):
        """Whether a test passes where nothing is mutated."""
        if not (self.home / program).exists():
            self.link(program, self.home)
        return is_passed(self.home / program, name)


def is_passed(program, name):
    env = dict(os.environ, CK_RUN_CASE=name, EP_TEST_MULTIPLIER=EFFORT, CK_VERBOSITY="silent")
    try:
        return run([str(program)], env=env, timeout=SECONDS).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def red_test(build, file, out, labels):
    """The first test of these labels that fails, or None."""
    for program in programs_of(file):
        complaint = build.link(program, out)
        if complaint:
            return "does not link: " + complaint[:200]
        for name in [name for label in labels for name in build.names(program, label)]:
            if not is_passed(out / program, name):
                return name if build.is_green(program, name) else name + ": RED BY ITSELF"
        (out / program).unlink()
    return None


def try_mutant(build, index):
    """What happened to a mutant, and whether that is as it should be."""
    file, old, new, kind = MUTANTS[index]
    out = pathlib.Path(tempfile.mkdtemp(prefix="mutant_"))
    try:
        text = (build.home / "core/src" / file).read_text()
        if text.count(old) != 1:
            return f"text occurs {text.count(old)} times", False
        shutil.copytree(build.home / "core", out / "core")
        (out / "core/src" / file).write_text(text.replace(old, new))
        for source in build.users(file):
            complaint = build.compile(source, out / "core", out)
            if complaint:
                return "does not compile: " + complaint[:200], False
        is_equivalent = kind.startswith("equivalent")
        red = red_test(build, file, out, ["sound", "tight"] if is_equivalent else [kind])
        if is_equivalent:
            return red or "no test differs", red is None
        return red or "SURVIVES", red is not None and ":" not in red
    finally:
        shutil.rmtree(out, ignore_errors=True)


def write_table(path, rows):
    lines = ["| file | mutation | kind | killed by |", "|---|---|---|---|"]
    for index, (result, _) in sorted(rows.items()):
        file, old, new, kind = MUTANTS[index]
        short = " ".join(old.split())[:60] + " → " + " ".join(new.split())[:60]
        short = short.replace("|", "\\|")
        lines.append(f"| {file} | `{short}` | {kind} | {result} |")
    path.write_text("\n".join(lines) + "\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", type=int)
    parser.add_argument("--family", default="")
    parser.add_argument("--table", type=pathlib.Path)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    args = parser.parse_args()
    wanted = [i for i, mutant in enumerate(MUTANTS)
              if mutant[0].startswith(args.family) and args.only in (None, i)]
    programs = {program for i in wanted for program in programs_of(MUTANTS[i][0])}
    rows = {}
    with tempfile.TemporaryDirectory(prefix="mutants_") as home, \
            concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        build = Build(pathlib.Path(home), programs)
        sources = [*build.library, *build.tests.values()]
        for complaint in pool.map(lambda s: build.compile(s, build.home / "core", build.home), sources):
            if complaint:
                sys.exit(complaint)
        for index, row in zip(wanted, pool.map(functools.partial(try_mutant, build), wanted)):
            rows[index] = row
            print(f"{index:3} {'ok ' if row[1] else 'BAD'} {MUTANTS[index][0]:20} {row[0]}", flush=True)
    if args.table:
        write_table(args.table, rows)
    bad = [i for i in wanted if not rows[i][1]]
    print(f"{len(wanted) - len(bad)} passed, {len(bad)} failed")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
