"""Runs what `make demo` runs.

Usage: demo_test.py PROGRAM SCENES DEMO.
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time

SECONDS_MAX = 110 # two minutes with what generates the site, which takes a second


def main(program, scenes, demo):
    with tempfile.TemporaryDirectory() as scratch:
        begin = time.monotonic()
        done = subprocess.run(["sh", demo, program, scenes, scratch], text=True, capture_output=True,
                              timeout=SECONDS_MAX)
        seconds = time.monotonic() - begin
        if done.returncode != 0 or "\x1b" in done.stdout + done.stderr:
            sys.exit(f"exit status {done.returncode}: {done.stdout}{done.stderr}")
        proved = re.findall(r"^ +(\w+) +solved .* proved free +(\d\.\d+) m$", done.stdout, re.MULTILINE)
        if [query for query, _ in proved] != ["lift", "lower", "drive", "reach", "load"]:
            sys.exit(f"{proved}\n{done.stdout}")
        for name, planner in (("tower-crane", "RRTConnect"), ("excavator", "PRM")):
            path = pathlib.Path(scratch) / f"{name}.json"
            plan = json.loads(path.read_text())
            if not plan["certified"] or plan["planner"] != planner or str(path) not in done.stdout:
                sys.exit(f"{path}: {plan['certified']}, {plan['planner']}\n{done.stdout}")
        missed = re.findall(r"^ +discrete +8 +\d+ +\d+ +(\d+) ", done.stdout, re.MULTILINE)
        if len(missed) != 2 or sum(map(int, missed)) == 0 or "and they collide:" not in done.stdout:
            sys.exit(f"the discrete validator's misses are not shown: {missed}\n{done.stdout}")
        if not re.search(r"^ +certified +8 +8 +8 +0 ", done.stdout, re.MULTILINE):
            sys.exit(done.stdout)
        print(f"{done.stdout}\n{seconds:.0f} s")


if __name__ == "__main__":
    main(*sys.argv[1:])
