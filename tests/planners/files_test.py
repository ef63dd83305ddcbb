"""Tests of what is written: whole files or none, whatever happens."""

import os
import pathlib
import pty
import re
import resource
import select
import signal
import subprocess
import time

import plan_test
import yard as tools


def names(yard):
    return sorted(p.name for p in yard.path.iterdir())


def with_limit(size):
    """Files may grow to so many bytes only: a full disk, for whoever writes one."""
    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
    return limit


def write_many_edges(yard, count):
    lines = "\n".join(f"{0.01 * (i % 300) - 1.5} {0.017 * (i % 170) - 1.2}" for i in range(count))
    yard.write("many.edges", "# joints: turn\n" + lines + "\n")


def robust_files_too_large_leave_nothing(yard):
    write_many_edges(yard, 3000)
    yard.write("out.csv", "before\n")
    before = names(yard)
    for arguments in (("--csv", "out.csv"), ("--witness", "out.csv")):
        done = subprocess.run([yard.program, "check", "yard.yaml", "--edges", "many.edges", *arguments],
                              cwd=yard.path, text=True, capture_output=True, timeout=60,
                              preexec_fn=with_limit(2000))
        assert done.returncode == 2, done
        assert "out.csv: cannot be written: File too large" in done.stderr, done.stderr
        assert (yard.path / "out.csv").read_text() == "before\n" and names(yard) == before


def robust_files_on_a_full_disk(yard):
    disk = yard.path / "disk"
    disk.mkdir()
    if os.geteuid() != 0 or subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=16k", "none", str(disk)],
            capture_output=True).returncode != 0:
        print("skipped: a small tmpfs cannot be mounted")
        return
    try:
        write_many_edges(yard, 3000)
        yard.expect(2, "check", "yard.yaml", "--edges", "many.edges", "--csv", "disk/out",
                    err=("disk/out: cannot be written: No space left on device",))
        assert list(disk.iterdir()) == []
        yard.expect(2, "generate", "tower-crane", "--out", "disk", err=("No space left on device",))
    finally:
        subprocess.run(["umount", str(disk)], check=True)


def robust_files_in_a_folder_that_cannot_be_written(yard):
    """A mistake in an output's name is found before the work, not after it."""
    start = time.monotonic()
    write_many_edges(yard, 20000)
    for option in ("--csv", "--witness"):
        yard.expect(2, "check", "yard.yaml", "--edges", "many.edges", option, "/proc/self/out",
                    err=("/proc/self/out: cannot be written:",))
        yard.expect(2, "check", "yard.yaml", "--edges", "many.edges", option, "no/such/out",
                    err=("no/such/out: cannot be written: No such file",))
    assert time.monotonic() - start < 30
    (yard.path / "folder").mkdir()
    for arguments in (("check", "yard.yaml", "--edges", "many.edges", "--csv", "folder"),
                      ("check", "yard.yaml", "--edges", "many.edges", "--witness", "folder"),
                      ("plan", "yard.yaml", "--time", "60", "--out", "folder"),
                      ("plan", "yard.yaml", "--time", "60", "--log", "folder"),
                      ("compare", "yard.yaml", "--time", "60", "--csv", "folder"),
                      ("acm", "arm.urdf", "--out", "folder")):
        yard.expect(2, *arguments, err=("folder: cannot be written: Is a directory",))
    yard.expect(2, "acm", "arm.urdf", "--out", "no/such/arm.srdf", err=("no/such/arm.srdf: cannot",))
    yard.expect(2, "generate", "loads", "--out", "/proc/self/here", err=("/proc/self/here",))
    if os.geteuid() != 0:
        (yard.path / "locked").mkdir(mode=0o500)
        yard.expect(2, "check", "yard.yaml", "--edges", "many.edges", "--csv", "locked/out",
                    err=("locked/out: cannot be written: Permission denied",))


def robust_files_that_are_pipes_or_links(yard):
    """A pipe or a device is written, never replaced; a link stays a link."""
    (yard.path / "target.csv").write_text("before\n")
    (yard.path / "link.csv").symlink_to("target.csv")
    os.mkfifo(yard.path / "pipe.csv")
    reader = subprocess.Popen(["cat", "pipe.csv"], cwd=yard.path, stdout=subprocess.PIPE, text=True)
    for name in ("link.csv", "pipe.csv"):
        yard.expect(1, "check", "yard.yaml", "--edges", "some.edges", "--csv", name)
    seen = reader.communicate(timeout=20)[0]
    assert seen.startswith("edge,verdict") and seen.count("\n") == 4, seen
    assert (yard.path / "pipe.csv").is_fifo() and (yard.path / "link.csv").is_symlink()
    assert (yard.path / "target.csv").read_text().startswith("edge,verdict")
    assert not list(yard.path.glob("*.tmp"))


def robust_files_of_a_full_standard_output(yard):
    for arguments in (("info", "yard.yaml"), ("check", "yard.yaml", "--edges", "some.edges"),
                      ("check", "yard.yaml", "--edges", "some.edges", "--csv", "-"), ("--help",),
                      ("acm", "arm.urdf")):
        with open("/dev/full", "w") as full:
            done = subprocess.run([yard.program, *arguments], cwd=yard.path, text=True, stdout=full,
                                  stderr=subprocess.PIPE, timeout=60)
        assert done.returncode == 2, (arguments, done)
        assert "standard output: cannot be written: No space left on device" in done.stderr, done


def robust_files_of_a_broken_pipe(yard):
    """A reader that goes away ends the program without a word, whoever minds SIGPIPE."""
    write_many_edges(yard, 5000)
    command = [yard.program, "check", "yard.yaml", "--edges", "many.edges", "--csv", "-", "--quiet"]
    for restore in (True, False):
        process = subprocess.Popen(command, cwd=yard.path, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, restore_signals=restore)
        process.stdout.close()
        status = process.wait(timeout=60)
        said = process.stderr.read()
        process.stderr.close()
        assert status == (-signal.SIGPIPE if restore else 2), status
        assert (said == b"") or not restore, said


def seen_on_terminal(command, folder):
    """What a command writes to a terminal, and its exit status."""
    leader, follower = pty.openpty()
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=follower)
    os.close(follower)
    seen = b""
    while process.poll() is None or select.select([leader], [], [], 0)[0]:
        if select.select([leader], [], [], 0.1)[0]:
            try:
                seen += os.read(leader, 65536)
            except OSError:
                break
    os.close(leader)
    return seen.decode(), process.wait()


def works_progress_on_a_terminal(yard):
    write_many_edges(yard, 30000)
    command = [yard.program, "check", "yard.yaml", "--edges", "many.edges", "--threads", "1"]
    seen, status = seen_on_terminal(command, yard.path)
    assert status == 1
    bars = re.findall(r"\[(#*)(\.*)\] +(\d+)% (\d+) of 30000 edges", seen)
    assert bars and all(len(a) + len(b) == 24 for a, b, _, _ in bars), seen
    assert seen.endswith("\r\x1b[K"), repr(seen[-80:])
    quiet, status = seen_on_terminal([*command, "--quiet"], yard.path)
    assert status == 1 and quiet == "", repr(quiet)
    done = yard.run(*command[1:])
    assert "\r" not in done.stderr and "\x1b" not in done.stderr, repr(done.stderr)


def works_progress_of_a_plan_on_a_terminal(yard):
    """What is left and what was done make up the time limit, and the rate is told."""
    plan_test.floor_of(yard, plan_test.THIN, plan_test.POINT)
    seen, status = seen_on_terminal([yard.program, "plan", "floor.yaml", "--query", "over", "--time",
                                     "2.5", "--planner", "RRT"], yard.path)
    bars = re.findall(r"\] +(\d+)% ([\d.]+) of 2.5 s, (\d+) s left, \d+ edges, \d+/s", seen)
    assert status == 1 and len(bars) > 3, seen
    for percent, done, left in bars:
        assert abs(float(done) + int(left) - 2.5) <= 0.6 and abs(int(percent) - 40 * float(done)) < 5, bars


def works_progress_of_a_resumed_run(yard):
    """Runs that were done before are counted, in the bar as in the lines."""
    plan_test.floor_of(yard)
    jobs = ("out: results\nruns:\n  - {scene: floor.yaml, queries: [over], planners: [RRTstar], "
            "seeds: %s, time: 0.5}\n")
    yard.write("jobs.yaml", jobs % "[1, 2]")
    yard.expect(0, "run", "jobs.yaml")
    yard.write("jobs.yaml", jobs % "[1, 2, 3, 4]")
    seen, status = seen_on_terminal([yard.program, "run", "jobs.yaml"], yard.path)
    assert status == 0, seen
    bars = re.findall(r"(\d+)% (\d) of 4 runs", seen)
    assert bars and {(str(25 * int(done)), done) for _, done in bars} == set(bars), seen
    assert {done for _, done in bars} == {"2", "3"}, seen


def works_interrupt_of_a_check(yard):
    write_many_edges(yard, 400000)
    process = subprocess.Popen([yard.program, "check", "yard.yaml", "--edges", "many.edges", "--csv",
                                "out.csv", "--threads", "1", "--method", "catch"], cwd=yard.path,
                               text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert process.returncode == 130, (process.returncode, out, err)
    assert "interrupted" in err and not (yard.path / "out.csv").exists(), err
    assert not list(pathlib.Path(yard.path).glob("*.tmp"))


if __name__ == "__main__":
    tools.main(globals())
