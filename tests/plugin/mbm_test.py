"""MotionBenchMaker problems, planned with our validator and with FCL's samples. Skipped where the
shared data is not there.

Usage: mbm_test.py PROGRAM DATA STEP SECONDS. Every STEP-th of the 700 problems of each arm.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "planners"))
import real_test  # noqa: E402

if __name__ == "__main__":
    program, step, seconds = sys.argv[1], int(sys.argv[3]), sys.argv[4]
    shared = pathlib.Path(os.environ.get("EP_SHARED_DATA", sys.argv[2])).resolve()
    if not shared.is_dir():
        print(f"skipped: no shared data ({shared})")
        sys.exit(0)
    seed = os.environ.get("EP_TEST_SEED") or "20260101"
    print(f"EP_TEST_SEED={seed}")
    worst = 0
    for robot in ("panda", "ur5"):
        joints, found = real_test.problems(shared / "mbm" / robot / "problems.txt")
        with tempfile.TemporaryDirectory() as scratch:
            scenes = [real_test.write_problem(pathlib.Path(scratch), shared, robot, joints,
                                              problem)[0] for problem in found[::step]]
            worst = max(worst, subprocess.run([program, seconds, seed, *scenes]).returncode)
    sys.exit(worst)
