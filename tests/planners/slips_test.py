"""Tests of slips of the hand, and of shells and tools that start the program in odd ways."""

import os
import signal
import subprocess
import time

import plan_test
import yard as tools


def robust_slips_write_over_nothing_that_is_read(yard):
    """A result in the place of an input, or of another result, is refused before anything is done."""
    plan_test.floor_of(yard)
    yard.expect(0, "plan", "floor.yaml", "--query", "over", "--quiet")
    yard.write("some.path", "x,y\n-2,0\n-2,1\n")
    (yard.path / "sub").mkdir()
    (yard.path / "link.json").symlink_to("floor.yaml")
    read = "is read, and would be written over"
    twice = "would be written twice"
    for arguments, said in (
            (("plan", "floor.yaml", "--out", "floor.yaml"), read),
            (("plan", "floor.yaml", "--out", "sub/../floor.yaml"), read),
            (("plan", "floor.yaml", "--out", "link.json"), read),
            (("plan", "floor.yaml", "--log", "floor.yaml"), read),
            (("plan", "floor.yaml", "--planner", "PRM", "--roadmap", "floor.yaml"), read),
            (("plan", "floor.yaml", "--out", "new", "--log", "./new"), twice),
            (("plan", "floor.yaml", "--log", "plan.json"), twice),
            (("plan", "floor.yaml", "--out", "-", "--log", "-"), "the standard output " + twice),
            (("compare", "floor.yaml", "--csv", "floor.yaml"), read),
            (("check", "floor.yaml", "--path", "some.path", "--csv", "some.path"), read),
            (("check", "--plan", "plan.json", "--witness", "plan.json"), read),
            (("check", "--plan", "plan.json", "--csv", "floor.yaml"), read),
            (("check", "floor.yaml", "--query", "over", "--csv", "new", "--witness", "new"), twice),
            (("acm", "slider.urdf", "--out", "slider.urdf"), read)):
        before = {p.name: p.read_bytes() for p in yard.path.iterdir() if p.is_file()}
        yard.expect(2, *arguments, err=(said,))
        assert before == {p.name: p.read_bytes() for p in yard.path.iterdir() if p.is_file()}, arguments
    # What may be: an SRDF that is gone on with, a folder's name twice, nothing, and nothing again.
    for _ in range(2):
        yard.expect(0, "acm", "slider.urdf", "--out", "slider.srdf")
        yard.expect(0, "acm", "slider.urdf", "--srdf", "slider.srdf", "--out", "slider.srdf")
    yard.expect(0, "plan", "floor.yaml", "--query", "over", "--out", "new", "--log", "sub/new")
    yard.expect(0, "plan", "floor.yaml", "--query", "over", "--out", "/dev/null", "--log", "/dev/null")


def robust_slips_with_standard_files_closed(yard):
    """No file of ours gets the number of one that is closed, so none is printed into."""
    plan_test.floor_of(yard)
    command = f"'{yard.program}' plan floor.yaml --query over --log log"
    for closed, status in (("<&-", 0), ("2>&-", 0), (">&-", 2), ("<&- >&-", 2), ("<&- >&- 2>&-", 2)):
        name = f"{closed.count('-')}{status}.json"
        done = subprocess.run(["sh", "-c", f"{command} --out {name} {closed}"], cwd=yard.path,
                              capture_output=True, text=True, timeout=60)
        assert done.returncode == status, (closed, done)
        assert plan_test.plan_of(yard, name)["certified"], closed
        assert "RRTConnect" in (yard.path / "log").read_text(), closed
        if status != 0 and "2>" not in closed:
            assert "standard output: cannot be written: Bad file descriptor" in done.stderr, done
    done = subprocess.run(["sh", "-c", f"'{yard.program}' check yard.yaml --query carry --csv c >&-"],
                          cwd=yard.path, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2 and len((yard.path / "c").read_text().splitlines()) == 2, done


def interrupted(yard, tell, prepare=None, limit="40"):
    """A plan that finds nothing, and is told to end by tell(process); with its seconds to the end."""
    plan_test.floor_of(yard, plan_test.THIN, plan_test.POINT)
    process = subprocess.Popen([yard.program, "plan", "floor.yaml", "--query", "over", "--time", limit,
                                "--planner", "RRT"], cwd=yard.path, text=True, preexec_fn=prepare,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
    time.sleep(1)
    begin = time.monotonic()
    tell(process)
    process.communicate(timeout=20)
    return process.returncode, time.monotonic() - begin, plan_test.plan_of(yard)["queries"][0]


def robust_slips_of_signals_that_come_twice(yard):
    """timeout(1) tells the program and then its whole group: that is one signal, and not two."""
    def tell_twice(process):
        process.send_signal(signal.SIGTERM)
        os.killpg(process.pid, signal.SIGTERM)
    status, seconds, leg = interrupted(yard, tell_twice)
    assert status == 130 and seconds < 15 and leg["status"] == "interrupted", (status, seconds, leg)
    assert leg["distance_to_goal"] > 0, leg


def robust_slips_of_a_terminal_that_is_closed(yard):
    """A hang-up ends a plan as Ctrl-C does, but not under nohup."""
    def hang_up(process):
        process.send_signal(signal.SIGHUP)
    status, seconds, leg = interrupted(yard, hang_up)
    assert status == 130 and seconds < 15 and leg["status"] == "interrupted", (status, seconds, leg)
    status, seconds, leg = interrupted(yard, hang_up,
                                       lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN), "3")
    assert status == 1 and seconds > 1.5 and leg["status"] == "approximate", (status, seconds, leg)


def robust_slips_show_no_bytes_that_steer_a_terminal(yard):
    yard.write("steer.path", "turn,\x1b[2J\x07\x7f\n0,1\n")
    done = yard.run("check", "yard.yaml", "--path", "steer.path")
    assert done.returncode == 2 and "the scene has no value '?[2J??'" in done.stderr, done
    assert all(c >= " " for c in done.stderr.rstrip("\n")) and "\x7f" not in done.stderr, done
    yard.write("steer.yaml", tools.SCENE.replace("name: carry", 'name: "a\\n\\e[1mb\\x7f"'))
    yard.expect(0, "info", "steer.yaml", out=("\n  a??[1mb?  free   free  crate\n",))


if __name__ == "__main__":
    tools.main(globals())
