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

from mutations import MUTANTS

ROOT = pathlib.Path(__file__).resolve().parents[2]
FLAGS = ["-std=c17", "-O1", "-ffp-contract=off", "-UNDEBUG", "-w", "-DEP_KERNELS_AVX2",
         f'-DEP_SOURCE_ROOT="{ROOT}"']
LIBS = ["-lcheck", "-lsubunit", "-lrt", "-lpthread", "-lflint-arb", "-lflint", "-lgmp", "-lm"]
EFFORT = "0.2"
SECONDS = 120

# How a file's name begins, and the test programs that its mutants are shown to, the most telling
# one first. The first line that fits counts.
CHECKER = " ".join("checker_" + name for name in
                   "scenes edge_cases parked turned margin groups thin rules ropes solids inside limits contacts random "
                   "tight catch_scenes catch".split())
FAMILIES = [
    ("num_rigid", "num_rigid motion_taylor motion_tight num_taylor motion_edge motion_bound"),
    ("num_taylor", "num_taylor num_rigid motion_taylor motion_tight motion_edge motion_bound"),
    ("num_dual", "num_taylor motion_taylor motion_tight motion_edge"),
    ("num", "num_interval num_trig num_taylor num_rigid motion_edge motion_bound motion_taylor"),
    ("motion", "motion_edge motion_bound motion_path motion_taylor motion_tight model_machine num_rigid"),
    ("geo_distance", "geo_distance"),
    ("geo_bvh", "geo_bvh geo_bvh_clip"),
    ("geo_in", "geo_inside geo_inside_rays geo_outside checker_inside checker_solids"),
    ("geo_out", "geo_outside geo_inside"),
    ("geo_is", "geo_island checker_inside checker_solids"),
    ("geo_so", "geo_soup geo_solid geo_shape checker_solids"),
    ("geo_", "geo_shape geo_soup checker_solids"),
    ("cull_kernel_planes", "cull_planes"),
    ("cull_kernel", "cull_kernel cull_place"),
    ("cull_track", "cull_track " + CHECKER),
    ("cull_region", "cull_track cull_region " + CHECKER),
    ("advance_catch", "checker_edge_cases checker_groups checker_catch_scenes checker_catch"),
    ("cull_link_tree", "checker_edge_cases checker_catch_scenes checker_catch"),
    ("world_hash", "checker_margin"),
    ("world_inside", "checker_maps checker_inside checker_solids checker_edge_cases"),
    ("verdict_inside", "checker_maps checker_inside checker_solids checker_limits"),
    ("world", "cull_track " + CHECKER),
    ("advance", CHECKER),
    ("verdict", CHECKER),
    ("checker", CHECKER),
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
        """The sources that a file of core is compiled into, of tests those it is shown to."""
        tests = [self.tests[program] for program in programs_of(file)]
        return [source for source in [*self.library, *tests]
                if any(word.endswith("/" + file)
                       for word in (self.home / (source.stem + ".d")).read_text().split())]

    def link(self, program, out):
        """A test program of the objects in `out`, and of the usual ones where there are none."""
        objects = [source.stem + ".o" for source in [*self.library, self.tests[program]]]
        paths = [out / name if (out / name).exists() else self.home / name for name in objects]
        done = run(["gcc", *map(str, paths), *LIBS, "-o", str(out / program)])
        return done.stdout if done.returncode != 0 else ""

    def make_all(self, pool):
        """Everything as it is, without a mutant."""
        sources = [*self.library, *self.tests.values()]
        complaints = [*pool.map(lambda source: self.compile(source, self.home / "core", self.home),
                                sources),
                      *pool.map(lambda program: self.link(program, self.home), self.tests)]
        if any(complaints):
            sys.exit("\n".join(filter(None, complaints)))

    def names(self, program, label):
        """The tests of a label in a program."""
        return [line[8:-1] for line in self.tests[program].read_text().splitlines()
                if line.startswith(f"EP_TEST({label}_") and line.endswith(")")]

    @functools.lru_cache(maxsize=None)
    def is_green(self, program, name):
        """Whether a test passes where nothing is mutated."""
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
        build.make_all(pool)
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
