"""Plans every query of the construction site's scenes, and certifies the plans.

Usage: site_test.py PROGRAM SCENES NAME, the name of a scene. Seeds are fixed; the limits are far
above what a run takes on a slow machine.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

SECONDS = 90
SEED = 4


def run(program, *arguments):
    return subprocess.run([program, *map(str, arguments)], text=True, capture_output=True,
                          timeout=600)


def main(program, scene):
    for planner in ("RRTConnect", "PRM"):
        with tempfile.TemporaryDirectory() as scratch:
            out = pathlib.Path(scratch) / "plan.json"
            done = run(program, "plan", scene, "--planner", planner, "--seed", SEED, "--time", SECONDS,
                       "--quiet", "--out", out)
            print(done.stdout, done.stderr, flush=True)
            if done.returncode != 0:
                sys.exit(f"{scene.name}, {planner}: exit status {done.returncode}")
            plan = json.loads(out.read_text())
            if len(plan["queries"]) < 2 or not plan["certified"]:
                sys.exit(f"{scene.name}, {planner}: {plan['queries']}")
            # Planning asked both methods already; once more from the file, for one of the two.
            if planner == "PRM":
                continue
            checked = run(program, "check", "--plan", out, "--method", "catch", "--quiet", "--strict")
            if checked.returncode != 0 or "undecided      0" not in checked.stdout:
                sys.exit(f"{scene.name}, {planner}: {checked.stdout}{checked.stderr}")


if __name__ == "__main__":
    main(str(pathlib.Path(sys.argv[1]).resolve()),
         (pathlib.Path(sys.argv[2]) / "scenes" / (sys.argv[3] + ".yaml")).resolve())
