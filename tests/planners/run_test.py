"""Tests of `edgeproof run`: interrupted, resumed, twice at once."""

import csv
import json
import os
import signal
import subprocess
import time

import plan_test
import yard as tools

JOBS = """out: results
runs:
  - {scene: floor.yaml, queries: [over, carry], planners: [RRTConnect, PRM], seeds: [1, 2], time: 5}
  - {scene: floor.yaml, queries: [over], planners: [RRT], seeds: [3], validators: [certified, "discrete:0.5"],
     parameters: [range=0.7]}
"""


def jobs_of(yard, text=JOBS):
    plan_test.floor_of(yard)
    yard.write("jobs.yaml", text)


def files(yard, pattern):
    return sorted(p.name for p in (yard.path / "results").glob(pattern))


def rows_of(yard):
    return list(csv.DictReader(open(yard.path / "results" / "results.csv")))


def works_run_does_what_a_file_lists(yard):
    jobs_of(yard)
    yard.expect(0, "run", "jobs.yaml", out=("1 of 6: ", "6 of 6: ", "6 runs, 0 of them done before"))
    rows = rows_of(yard)
    assert len(rows) == 10 and [row["planner"] for row in rows].count("PRM") == 4, rows
    assert {row["validator"] for row in rows} == {"certified", "discrete:0.5"}, rows
    assert all(row["certified"] == "yes" for row in rows if row["validator"] == "certified"), rows
    plans, singles, logs = files(yard, "*.json"), files(yard, "floor*.csv"), files(yard, "*.log")
    assert len(plans) == len(singles) == len(logs) == 6, (plans, singles, logs)
    for name in plans:
        plan = json.loads((yard.path / "results" / name).read_text())
        if plan["validator"] == "certified":
            yard.expect(0, "check", "--plan", "results/" + name, "--method", "catch")
        assert plan["scene"] == "../floor.yaml", plan["scene"]
    before = {name: (yard.path / "results" / name).stat().st_mtime_ns for name in plans}
    yard.expect(0, "run", "jobs.yaml", out=("6 runs, 6 of them done before",))
    assert before == {name: (yard.path / "results" / name).stat().st_mtime_ns for name in plans}
    # Another scene is another run; so is another limit.
    yard.write("floor.yaml", plan_test.FLOOR + "# changed\n")
    yard.expect(0, "run", "jobs.yaml", out=("6 runs, 0 of them done before",))
    assert len(rows_of(yard)) == 10 and len(files(yard, "*.json")) == 12


def robust_run_is_interrupted_and_resumed(yard):
    """Nothing half-written stays, and what is done is not done again."""
    seeds = list(range(1, 13))
    jobs_of(yard, f"out: results\nruns:\n  - {{scene: floor.yaml, queries: [over], planners: [RRTstar], "
                  f"seeds: {seeds}, time: 0.4}}\n")
    process = subprocess.Popen([yard.program, "run", "jobs.yaml"], cwd=yard.path, text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    for _ in range(3):
        assert process.stdout.readline().startswith(str(_ + 1)), _
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert process.returncode == 130 and "of 12 runs are done" in err, (process.returncode, err)
    assert not files(yard, "*.tmp") and not files(yard, "results.csv")
    done = files(yard, "floor*.csv")
    assert 3 <= len(done) < 12, done
    for name in done:
        assert len(list(csv.DictReader(open(yard.path / "results" / name)))) == 1, name
    before = {name: (yard.path / "results" / name).stat().st_mtime_ns for name in done}
    # The program may also be ended the hard way.
    process = subprocess.Popen([yard.program, "run", "jobs.yaml", "--quiet"], cwd=yard.path,
                               stdout=subprocess.PIPE)
    process.stdout.readline()
    process.kill()
    process.communicate(timeout=20)
    done = files(yard, "floor*.csv")
    yard.expect(0, "run", "jobs.yaml", out=(f"12 runs, {len(done)} of them done before",))
    assert all((yard.path / "results" / name).stat().st_mtime_ns == t for name, t in before.items())
    assert [row["seed"] for row in rows_of(yard)] == [str(seed) for seed in seeds]


def robust_run_twice_in_one_folder(yard):
    jobs_of(yard, "out: results\nruns:\n  - {scene: floor.yaml, queries: [over], planners: [RRTstar], "
                  "seeds: [1, 2], time: 1.5}\n")
    first = subprocess.Popen([yard.program, "run", "jobs.yaml"], cwd=yard.path,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    for _ in range(100):
        time.sleep(0.02)
        if (yard.path / "results" / ".lock").exists():
            break
    time.sleep(0.2)
    yard.expect(2, "run", "jobs.yaml", err=("another edgeproof run works in this folder",))
    assert first.communicate(timeout=30)[1] is not None and first.returncode == 0
    yard.expect(0, "run", "jobs.yaml", out=("2 of them done before",))


def robust_run_refuses_bad_jobs(yard):
    plan_test.floor_of(yard)
    for text, said in (
            ("runs: []\n", "out"), ("out: r\nruns: []\n", "runs: is empty"), ("", "the file is empty"),
            ("out: r\nruns:\n  - {scene: floor.yaml, seeds: []}\n", "seeds: is empty"),
            ("out: r\nruns:\n  - {scene: floor.yaml, time: .nan}\n", ".nan"),
            ("out: r\nout: s\nruns:\n  - {scene: floor.yaml}\n", "'out' was there before, in line 1"),
            ("out: slider.urdf\nruns:\n  - {scene: floor.yaml}\n", "slider.urdf"), ("out: r\nruns: 3\n", "jobs.yaml:2"),
            ("out: r\nruns:\n  - {queries: [over]}\n", "scene"),
            ("out: ~\nruns:\n  - {scene: floor.yaml}\n", "only a shell knows what ~ is"),
            ("out: ~/r\nruns:\n  - {scene: floor.yaml}\n", "jobs.yaml:1:6: out: '~/r': only a shell knows"),
            ("out: r\nruns:\n  - {scene: floor.yaml, planer: [RRT]}\n", "planer"),
            ("out: r\nruns:\n  - {scene: floor.yaml, seeds: [0]}\n", "seeds are from 1"),
            ("out: r\nruns:\n  - {scene: floor.yaml, time: -1}\n", "-1"),
            ("out: r\nruns:\n  - {scene: none.yaml}\n", "none.yaml"),
            ("out: r\nruns:\n  - {scene: floor.yaml, planners: [RTT]}\n", "RTT"),
            ("out: r\nruns:\n  - {scene: floor.yaml, queries: [under]}\n", "under"),
            ("out: r\nruns:\n  - {scene: floor.yaml, validators: [guess]}\n", "guess"),
            ("out: /proc/self/r\nruns:\n  - {scene: floor.yaml}\n", "/proc/self/r")):
        yard.write("jobs.yaml", text)
        yard.expect(2, "run", "jobs.yaml", err=(said,))
    if os.geteuid() != 0:
        (yard.path / "locked").mkdir(mode=0o500)
        yard.write("jobs.yaml", "out: locked\nruns:\n  - {scene: floor.yaml}\n")
        yard.expect(2, "run", "jobs.yaml", err=("locked",))


if __name__ == "__main__":
    tools.main(globals())
