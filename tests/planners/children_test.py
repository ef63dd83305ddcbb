"""Tests of planning runs in processes of their own: planners that crash or hang, runs side by side."""

import csv
import json
import os
import pathlib
import pty
import re
import signal
import subprocess
import time

import files_test
import plan_test
import run_test
import yard as tools


def children_of(process):
    try:
        return [int(pid) for pid in
                pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()]
    except FileNotFoundError:
        return []


def wait_for(what, seconds=20):
    """The first answer that is not empty."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        answer = what()
        if answer:
            return answer
        time.sleep(0.01)
    raise AssertionError("waited in vain")


def start(yard, *arguments, **more):
    return subprocess.Popen([yard.program, *arguments], cwd=yard.path, text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more)


def jobs_of(yard, planner="RRTstar", queries="over", seeds="1, 2, 3", seconds=0.8):
    run_test.jobs_of(yard, f"out: results\nruns:\n  - {{scene: floor.yaml, queries: [{queries}], "
                           f"planners: [{planner}], seeds: [{seeds}], time: {seconds}}}\n")


def robust_run_goes_on_when_a_planner_crashes(yard):
    """The crash is a row, its log is kept, and it is not done again."""
    for number, sign in ((signal.SIGABRT, "signal 6"), (signal.SIGKILL, "signal 9")):
        jobs_of(yard, seconds=0.8 + 0.01 * number)
        process = start(yard, "run", "jobs.yaml")
        assert process.stdout.readline().startswith("1 of 3: ")
        time.sleep(0.3)
        child, = wait_for(lambda: children_of(process))
        os.kill(child, number)
        out, err = process.communicate(timeout=30)
        assert process.returncode == 0, (process.returncode, out, err)
        assert f"the planner crashed: {sign}" in out and "3 runs, 0 of them done before, 1 crashed" in out, out
        rows = run_test.rows_of(yard)
        assert [row["status"] for row in rows] == ["solved", "crashed", "solved"], rows
        assert sign in rows[1]["remark"] and rows[0]["remark"] == "", rows
        assert rows[1]["certified"] == "no" and rows[2]["certified"] == "yes", rows
        yard.expect(0, "run", "jobs.yaml", out=("3 runs, 3 of them done before",))
        assert run_test.rows_of(yard) == rows
        assert not run_test.files(yard, "*.tmp")
    plans = [json.loads((yard.path / "results" / name).read_text())
             for name in run_test.files(yard, "*.json")]
    assert sum(plan["queries"][0]["status"] == "crashed" for plan in plans) == 2
    assert len(run_test.files(yard, "*.log")) == len(plans) == 6


def robust_run_keeps_what_was_planned_before_a_crash(yard):
    jobs_of(yard, queries="over, carry, away", seeds="1", seconds=1.5)
    process = start(yard, "run", "jobs.yaml")
    child, = wait_for(lambda: children_of(process))
    time.sleep(2.3)
    os.kill(child, signal.SIGABRT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 0, (out, err)
    rows = run_test.rows_of(yard)
    assert [row["status"] for row in rows] == ["solved", "crashed", "not tried"], rows
    assert rows[0]["certified"] == "yes" and float(rows[0]["length"]) > 4, rows
    name, = run_test.files(yard, "*.json")
    yard.expect(0, "check", "--plan", "results/" + name, "--query", "over", "--method", "catch")


ONE = """<robot name="one"><link name="base"/><link name="beam"><collision><origin xyz="0.6 0 0"/>
<geometry><box size="0.5 0.1 0.1"/></geometry></collision></link>
<joint name="j" type="revolute"><parent link="base"/><child link="beam"/><axis xyz="0 0 1"/>
<limit lower="-3" upper="3" effort="1" velocity="1"/></joint></robot>
"""


def robust_run_goes_on_when_a_planner_asserts(yard):
    """AITstar of OMPL 1.5.2 fails an assertion of its own where there is no way; RRT comes after it."""
    yard.write("one.urdf", ONE)
    yard.write("one.yaml", "name: one\nrobots:\n  - {name: one, urdf: one.urdf}\nobstacles:\n"
                           "  - {name: post, box: [0.1, 0.1, 1], xyz: [-0.7, 0.3, 0]}\nqueries:\n"
                           "  - {name: no, start: {j: 1}, goal: {j: 3}}\n")
    yard.write("jobs.yaml", "out: results\nruns:\n"
                            "  - {scene: one.yaml, planners: [AITstar, RRT], seeds: [1, 2], time: 0.3}\n")
    yard.expect(0, "run", "jobs.yaml", "--threads", "2", "--patience", "20", out=("4 runs, ",))
    rows = run_test.rows_of(yard)
    assert [row["planner"] for row in rows] == ["AITstar", "AITstar", "RRT", "RRT"], rows
    assert [row["status"] for row in rows[2:]] == ["approximate", "approximate"], rows
    for row in rows[:2]:
        assert row["status"] in ("crashed", "hung", "approximate", "no solution"), rows
        if row["status"] == "crashed":
            log, = (yard.path / "results").glob(f"one-AITstar-certified-{row['seed']}-*.log")
            assert "signal 6" in row["remark"] and "Assertion" in log.read_text(), (row, log.read_text())


def robust_run_counts_a_run_that_somebody_ended(yard):
    """A signal to one run, and not to the job, is no reason to leave its row out."""
    jobs_of(yard, seeds="1, 2", seconds=1)
    process = start(yard, "run", "jobs.yaml")
    child, = wait_for(lambda: children_of(process))
    time.sleep(0.3)
    os.kill(child, signal.SIGTERM)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 0, (out, err)
    rows = run_test.rows_of(yard)
    assert [row["seed"] for row in rows] == ["1", "2"] and rows[1]["status"] == "solved", rows
    assert rows[0]["status"] in ("interrupted", "solved"), rows


def robust_run_ends_a_planner_that_hangs(yard):
    jobs_of(yard, seeds="1, 2", seconds=0.5)
    process = start(yard, "run", "jobs.yaml", "--patience", "2")
    child, = wait_for(lambda: children_of(process))
    os.kill(child, signal.SIGSTOP)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 0 and "there was no answer after" in out, (out, err)
    rows = run_test.rows_of(yard)
    assert [row["status"] for row in rows] == ["hung", "solved"], rows
    assert not pathlib.Path(f"/proc/{child}").exists()


def robust_interrupt_of_a_planner_that_hangs(yard):
    """Ctrl-C ends a job in a while, whatever its planner does; the run is done again later."""
    jobs_of(yard, seeds="1", seconds=0.5)
    for command in (("run", "jobs.yaml"), ("plan", "floor.yaml", "--query", "over", "--planner", "RRTstar")):
        process = start(yard, *command, "--patience", "3")
        child, = wait_for(lambda: children_of(process))
        os.kill(child, signal.SIGSTOP)
        process.send_signal(signal.SIGINT)
        begin = time.monotonic()
        out, err = process.communicate(timeout=30)
        assert process.returncode == 130 and "interrupted" in err, (process.returncode, out, err)
        assert 2.5 < time.monotonic() - begin < 15 and not pathlib.Path(f"/proc/{child}").exists()
    assert "over: ended, for it went on after the interruption" in out, out
    assert plan_test.plan_of(yard)["queries"][0]["status"] == "interrupted"
    yard.expect(0, "run", "jobs.yaml", out=("1 run, 0 of them done before",))


def same_run_on_any_threads(yard):
    """Runs side by side find the paths that they find one after the other."""
    seen = []
    for threads in ("1", "2", "5", "1000"):
        for old in run_test.files(yard, "*") if (yard.path / "results").exists() else []:
            (yard.path / "results" / old).unlink()
        run_test.jobs_of(yard, "out: results\nruns:\n"
                               "  - {scene: floor.yaml, planners: [RRTConnect, RRT], seeds: [1, 2, 3]}\n"
                               "  - {scene: floor.yaml, queries: [over], planners: [EST], seeds: [4, 4]}\n")
        out = yard.expect(0, "run", "jobs.yaml", "--threads", threads,
                          out=("8 runs, 1 of them done before",))
        assert len(re.findall(r"proved free", out)) == 7, out
        seen.append([{k: row[k] for k in row if "second" not in k} for row in run_test.rows_of(yard)])
    assert len(seen[0]) == 20 and all(rows == seen[0] for rows in seen), seen


def works_run_side_by_side(yard):
    jobs_of(yard, seeds="1, 2, 3, 4", seconds=1)
    process = start(yard, "run", "jobs.yaml", "--threads", "3")
    wait_for(lambda: len(children_of(process)) == 3)
    process.communicate(timeout=30)
    assert process.returncode == 0 and len(run_test.rows_of(yard)) == 4


def robust_run_side_by_side_is_interrupted(yard):
    """A terminal tells all processes of Ctrl-C, a person's kill tells one."""
    for everybody in (True, False):
        jobs_of(yard, seeds="1, 2, 3, 4, 5, 6", seconds=1.0 + everybody)
        process = start(yard, "run", "jobs.yaml", "--threads", "2", start_new_session=True)
        assert process.stdout.readline().startswith("1 of 6: ")
        children = wait_for(lambda: children_of(process))
        begin = time.monotonic()
        (os.killpg if everybody else os.kill)(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=20)
        assert process.returncode == 130 and time.monotonic() - begin < 5, (out, err)
        assert "of 6 runs are done; the same command goes on" in err, err
        assert not any(pathlib.Path(f"/proc/{child}").exists() for child in children)
        assert not run_test.files(yard, "*.tmp") and not run_test.files(yard, "results.csv")
        csvs = run_test.files(yard, "floor*.csv")
        assert len(csvs) == len(run_test.files(yard, "*.json")) == len(run_test.files(yard, "*.log"))
        yard.expect(0, "run", "jobs.yaml", "--threads", "3", out=("6 runs, ",))
        rows = run_test.rows_of(yard)
        assert [row["seed"] for row in rows] == list("123456"), rows
        assert {row["status"] for row in rows} == {"solved"}, rows
        for name in run_test.files(yard, "*"):
            (yard.path / "results" / name).unlink()


def robust_run_that_is_killed_takes_its_children_along(yard):
    jobs_of(yard, seeds="1, 2, 3", seconds=30)
    process = start(yard, "run", "jobs.yaml", "--threads", "2")
    children = wait_for(lambda: len(children_of(process)) == 2 and children_of(process))
    process.kill()
    process.communicate(timeout=20)
    wait_for(lambda: not any(pathlib.Path(f"/proc/{child}").exists() for child in children), 5)
    assert run_test.files(yard, "*.tmp")
    # The folder is free again at once, and what was not finished is swept away.
    jobs_of(yard, seeds="1", seconds=0.5)
    yard.expect(0, "run", "jobs.yaml", out=("1 run, 0 of them done before",))
    assert not run_test.files(yard, "*.tmp")


def robust_plan_says_that_its_planner_crashed(yard):
    plan_test.floor_of(yard)
    process = start(yard, "plan", "floor.yaml", "--planner", "RRTstar", "--time", "10", "--query", "over")
    child, = wait_for(lambda: children_of(process))
    time.sleep(0.2)
    os.kill(child, signal.SIGABRT)
    out, err = process.communicate(timeout=20)
    assert process.returncode == 1, (process.returncode, out, err)
    assert "crashed" in out and "over: the planner crashed: signal 6" in out, out
    plan = plan_test.plan_of(yard)
    assert not plan["solved"] and plan["queries"][0]["status"] == "crashed", plan
    yard.expect(2, "check", "--plan", "plan.json", err=("has no path",))


def robust_compare_counts_crashes(yard):
    plan_test.floor_of(yard)
    process = start(yard, "compare", "floor.yaml", "--planner", "RRTstar", "--time", "0.8", "--query",
                    "over", "--runs", "2", "--json", "--csv", "all.csv")
    child, = wait_for(lambda: children_of(process))
    os.kill(child, signal.SIGABRT)
    out, err = process.communicate(timeout=20)
    assert process.returncode == 0, (out, err)
    sides = json.loads(out)["validators"]
    assert [side["crashed"] for side in sides] == [1, 0] and [side["runs"] for side in sides] == [2, 2]
    assert [side["solved"] for side in sides] == [1, 2], sides
    rows = list(csv.DictReader(open(yard.path / "all.csv")))
    assert [row["status"] for row in rows] == ["crashed", "solved", "solved", "solved"], rows


def same_compare_and_plan_on_any_threads(yard):
    plan_test.floor_of(yard)
    compared, planned = [], []
    for threads in ("1", "4"):
        yard.expect(0, "compare", "floor.yaml", "--runs", "4", "--threads", threads, "--csv", "all.csv",
                    "--planner", "RRT")
        compared.append([{k: row[k] for k in row if "second" not in k}
                         for row in csv.DictReader(open(yard.path / "all.csv"))])
        out = yard.expect(0, "plan", "floor.yaml", "--runs", "7", "--threads", threads, "--planner", "EST")
        assert re.findall(r"seed (\d)", out) == list("1234567"), out
        plan = plan_test.plan_of(yard)
        planned.append((plan["seed"], [leg["path"] for leg in plan["queries"]]))
    assert compared[0] == compared[1] and len(compared[0]) == 24, compared
    assert planned[0] == planned[1], planned


def robust_run_looks_at_everything_before_it_begins(yard):
    """A mistake in the last entry is not found after a night of planning."""
    plan_test.floor_of(yard)
    good = "out: results\nruns:\n  - {scene: floor.yaml, queries: [over]}\n"
    for entry, said in (("{scene: none.yaml}", "jobs.yaml:4: none.yaml"),
                        ("{scene: floor.yaml, planners: [RTT]}", "jobs.yaml:4: unknown planner 'RTT'"),
                        ("{scene: floor.yaml, validators: [guess]}", "jobs.yaml:4: validator 'guess'"),
                        ("{scene: floor.yaml, seeds: [5000000000]}", "jobs.yaml:4: seed 5000000000"),
                        ("{scene: floor.yaml, parameters: [range]}", "jobs.yaml:4: parameter 'range'")):
        yard.write("jobs.yaml", good + "  - " + entry + "\n")
        yard.expect(2, "run", "jobs.yaml", err=(said,))
        assert not run_test.files(yard, "floor*"), said
    yard.write("jobs.yaml", good + "  - {scene: floor.yaml, queries: [under]}\n")
    yard.expect(2, "run", "jobs.yaml", err=("jobs.yaml:4: ", "floor.yaml has no query 'under'"))
    yard.write("jobs.yaml", good + "  - {scene: floor.yaml, parameters: [rang=1]}\n")
    yard.expect(2, "run", "jobs.yaml", err=("jobs.yaml:4: ", "rang"))
    assert not run_test.files(yard, "*.tmp")


def robust_plan_refuses_runs_that_cannot_be(yard):
    plan_test.floor_of(yard)
    for command in ("plan", "compare"):
        yard.expect(2, command, "floor.yaml", "--seed", "4294967295", "--runs", "2",
                    err=("2 runs from seed 4294967295 on: seeds end at 4294967295",))
        yard.expect(2, command, "floor.yaml", "--runs", "9" * 18, err=("seeds end at",))
        yard.expect(2, command, "floor.yaml", "--patience", "0", err=("--patience: needs a number above 0",))
    yard.expect(2, "plan", "floor.yaml", "--planner", "PRM", "--roadmap", "map.bin", "--threads", "2",
                err=("--roadmap and --threads",))


def robust_run_on_a_full_disk(yard):
    """The job ends with the name of what cannot be written; with room, the same command goes on."""
    disk = yard.path / "results"
    disk.mkdir()
    if os.geteuid() != 0 or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=32k", "none", str(disk)],
                                           capture_output=True).returncode != 0:
        print("skipped: a small tmpfs cannot be mounted")
        return
    try:
        jobs_of(yard, planner="RRTConnect", seeds=", ".join(map(str, range(1, 31))))
        for threads in ("1", "3"):
            yard.expect(2, "run", "jobs.yaml", "--threads", threads,
                        err=("cannot be written: No space left on device",))
            assert not list(disk.glob("*.tmp")) and not list(disk.glob("results.csv"))
        done = list(disk.glob("floor*.csv"))
        assert 0 < len(done) < 30, done
        for path in done:
            assert len(list(csv.DictReader(open(path)))) == 1, path
            plan = json.loads(path.with_suffix(".json").read_text())
            assert plan["certified"] and path.with_suffix(".log").exists(), path
        subprocess.run(["mount", "-o", "remount,size=4M", str(disk)], check=True)
        yard.expect(0, "run", "jobs.yaml", out=(f"30 runs, {len(done)} of them done before",))
        assert len(run_test.rows_of(yard)) == 30
    finally:
        subprocess.run(["umount", str(disk)], check=True)


def robust_plan_with_a_log_that_cannot_be_written(yard):
    plan_test.floor_of(yard)
    yard.expect(2, "plan", "floor.yaml", "--log", "/dev/full",
                err=("OMPL's log: cannot be written: No space left on device",))
    assert not (yard.path / "plan.json").exists()
    yard.write("log", "before\n")
    before = files_test.names(yard)
    done = subprocess.run([yard.program, "plan", "floor.yaml", "--log", "log"], cwd=yard.path, text=True,
                          capture_output=True, timeout=60, preexec_fn=files_test.with_limit(100))
    assert done.returncode == 2 and "OMPL's log: cannot be written: File too large" in done.stderr, done
    assert files_test.names(yard) == before and (yard.path / "log").read_text() == "before\n"


def robust_run_of_a_broken_pipe(yard):
    """A reader that goes away ends the job; nothing stays of what was going on."""
    jobs_of(yard, seeds="1, 2, 3, 4", seconds=0.5)
    process = start(yard, "run", "jobs.yaml", "--threads", "2")
    assert process.stdout.readline()
    process.stdout.close()
    assert process.wait(timeout=20) == -signal.SIGPIPE
    assert process.stderr.read() == ""
    process.stderr.close()
    yard.expect(0, "run", "jobs.yaml", out=("4 runs, ",))
    assert len(run_test.rows_of(yard)) == 4 and not run_test.files(yard, "*.tmp")


def robust_compare_is_interrupted(yard):
    plan_test.floor_of(yard)
    process = start(yard, "compare", "floor.yaml", "--planner", "RRTstar", "--time", "0.7", "--query",
                    "over", "--runs", "20", "--csv", "all.csv")
    time.sleep(4)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert process.returncode == 130 and "interrupted" in err, (process.returncode, out, err)
    rows = list(csv.DictReader(open(yard.path / "all.csv")))
    assert 2 <= len(rows) < 20 and {row["status"] for row in rows} == {"solved"}, rows
    assert re.search(r"discrete +[1-9]", out) and re.search(r"certified +[1-9]", out), out


def robust_program_without_rights(yard):
    """Folders and files of somebody else."""
    plan_test.floor_of(yard)
    (yard.path / "locked").mkdir(mode=0o555)
    yard.path.chmod(0o755)
    (yard.path / "secret.yaml").write_text(plan_test.FLOOR)
    (yard.path / "secret.yaml").chmod(0o000)
    yard.write("jobs.yaml", "out: locked\nruns:\n  - {scene: floor.yaml}\n")
    yard.write("deep.yaml", "out: locked/a/b\nruns:\n  - {scene: floor.yaml}\n")
    as_nobody = {"user": 65534, "group": 65534, "extra_groups": []} if os.geteuid() == 0 else {}
    for arguments, said in ((("run", "jobs.yaml"), "locked/.lock: cannot be written: Permission denied"),
                            (("run", "deep.yaml"), "locked/a/b: cannot be made: Permission denied"),
                            (("plan", "floor.yaml", "--time", "60"), "plan.json: cannot be written"),
                            (("plan", "floor.yaml", "--time", "60", "--out", "locked/p"), "locked/p: cannot"),
                            (("compare", "floor.yaml", "--csv", "locked/p"), "locked/p: cannot be written"),
                            (("acm", "slider.urdf", "--out", "locked/p"), "locked/p: cannot be written"),
                            (("generate", "loads", "--out", "locked/p"), "locked/p: "),
                            (("info", "secret.yaml"), "secret.yaml: cannot be opened: Permission denied")):
        if arguments[:2] == ("plan", "floor.yaml") and not as_nobody and "locked" not in said:
            continue # the folder is our own
        try:
            done = subprocess.run([yard.program, *arguments], cwd=yard.path, text=True,
                                  capture_output=True, timeout=60, **as_nobody)
        except PermissionError:
            print("skipped: nobody may not run the program where it is")
            break
        assert done.returncode == 2 and said in done.stderr, (arguments, done)
    assert not list((yard.path / "locked").iterdir())
    (yard.path / "secret.yaml").chmod(0o600)


def works_progress_of_runs_on_a_terminal(yard):
    jobs_of(yard, seeds="1, 2, 3, 4", seconds=0.6)
    leader, follower = pty.openpty()
    process = subprocess.Popen([yard.program, "run", "jobs.yaml"], cwd=yard.path, stdout=subprocess.DEVNULL,
                               stderr=follower)
    os.close(follower)
    seen = b""
    while True:
        try:
            block = os.read(leader, 65536)
        except OSError:
            break
        if not block:
            break
        seen += block
    os.close(leader)
    assert process.wait(timeout=20) == 0
    bars = re.findall(r"\[(#*)(\.*)\] +(\d+)% (\d) of 4 runs", seen.decode())
    assert {"1", "2", "3"} <= {bar[3] for bar in bars}, seen
    assert re.search(r"of 4 runs, [\d.e+-]+/s, \d+ s left", seen.decode()), seen


if __name__ == "__main__":
    tools.main(globals())
