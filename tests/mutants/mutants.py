#!/usr/bin/env python3
"""Flips one rounding direction, min/max, coefficient or sign of core at a time and runs the tests.

An unsound mutant must turn a sound_ test red, a merely loose one a tight_ test. Equivalent mutants
are listed with the reason. Usage: mutants.py [--only ID] [--table FILE] [--jobs N]
"""
import argparse
import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
TESTS = ["num_interval", "num_trig", "num_taylor", "num_rigid", "model_machine", "motion_edge",
         "motion_bound", "motion_taylor", "motion_tight"]
FLAGS = ["-std=c17", "-O1", "-ffp-contract=off", "-UNDEBUG", "-w",
         "-DEP_KERNELS_AVX2"]
LIBS = ["-lcheck", "-lsubunit", "-lrt", "-lpthread", "-lflint-arb", "-lflint", "-lgmp", "-lm"]
EFFORT = "0.2"

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
]


def run(command, **keys):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace", **keys)


def build(core, out, log):
    """All test programs against the core in `core`; False if it does not compile."""
    include = ["-I" + str(core / "include"), "-I" + str(core / "src"),
               "-I" + str(ROOT / "tests/support"), "-I" + str(ROOT / "tests/oracle")]
    library = out / "core.a"
    objects = []
    support = [p for p in sorted((ROOT / "tests/support").glob("*.c"))]
    support += sorted((ROOT / "tests/oracle").glob("*.c"))
    for source in sorted((core / "src").glob("*.c")) + support:
        target = out / (source.stem + ".o")
        wide = ["-mavx2"] if source.stem.endswith("avx2") else []
        done = run(["gcc", *FLAGS, *wide, *include, "-c", str(source), "-o", str(target)])
        if done.returncode != 0:
            log.append(done.stdout)
            return False
        objects.append(str(target))
    run(["ar", "rcs", str(library), *objects])
    for test in TESTS:
        source = ROOT / "tests/core" / f"test_{test}.c"
        done = run(["gcc", *FLAGS, *include, str(source), "-Wl,--whole-archive", str(library),
                    "-Wl,--no-whole-archive", *LIBS, "-o", str(out / f"test_{test}")])
        if done.returncode != 0:
            log.append(done.stdout)
            return False
    return True


def names_of(test, label):
    text = (ROOT / "tests/core" / f"test_{test}.c").read_text()
    return [line[8:-1] for line in text.splitlines()
            if line.startswith("EP_TEST(" + label) and line.endswith(")")]


def red_test(out, label):
    """The first test of this label that fails, or None."""
    for test in TESTS:
        for name in names_of(test, label + "_"):
            env = dict(os.environ, CK_RUN_CASE=name, EP_TEST_MULTIPLIER=EFFORT, CK_VERBOSITY="silent")
            try:
                done = run([str(out / f"test_{test}")], env=env, timeout=300)
            except subprocess.TimeoutExpired:
                return name + " (time)"
            if done.returncode != 0:
                return name
    return None


def try_mutant(index):
    file, old, new, kind = MUTANTS[index]
    work = pathlib.Path(tempfile.mkdtemp(prefix="mutant_"))
    try:
        core = work / "core"
        shutil.copytree(ROOT / "core", core)
        path = core / "src" / file
        text = path.read_text()
        if text.count(old) != 1:
            return (index, f"text occurs {text.count(old)} times", False)
        path.write_text(text.replace(old, new))
        log = []
        out = work / "out"
        out.mkdir()
        if not build(core, out, log):
            return (index, "does not compile: " + log[0][:200], False)
        if kind == "sound":
            red = red_test(out, "sound")
        elif kind == "tight":
            red = red_test(out, "tight")
        else:
            red = red_test(out, "sound") or red_test(out, "tight")
            return (index, red or "no test differs", red is None)
        return (index, red or "SURVIVES", red is not None)
    finally:
        shutil.rmtree(work, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", type=int)
    parser.add_argument("--table", type=pathlib.Path)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    args = parser.parse_args()
    wanted = [args.only] if args.only is not None else list(range(len(MUTANTS)))
    rows = {}
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for index, result, good in pool.map(try_mutant, wanted):
            rows[index] = (result, good)
            print(f"{index:3} {'ok ' if good else 'BAD'} {MUTANTS[index][0]:20} {result}", flush=True)
    if args.table:
        lines = ["| file | mutation | kind | killed by |", "|---|---|---|---|"]
        for index in wanted:
            file, old, new, kind = MUTANTS[index]
            short = " ".join(old.split())[:60] + " → " + " ".join(new.split())[:60]
            short = short.replace("|", "\\|")
            lines.append(f"| {file} | `{short}` | {kind} | {rows[index][0]} |")
        args.table.write_text("\n".join(lines) + "\n")
    bad = [i for i in wanted if not rows[i][1]]
    print(f"{len(wanted) - len(bad)} passed, {len(bad)} failed")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
