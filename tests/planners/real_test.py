"""Real machines and scenes of the shared data, by the program. Skipped where the data is not there.

Usage: real_test.py PROGRAM DATA TEST. DATA may be overridden by the environment's EP_SHARED_DATA.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

STEP = 50  # every so many of the 700 problems of each arm


def run(program, *arguments, status=(0, 1)):
    done = subprocess.run([program, *map(str, arguments)], text=True, capture_output=True,
                          timeout=120)
    if done.returncode not in status:
        sys.exit(f"{arguments}: {done.returncode}\n{done.stdout}{done.stderr}")
    return done


def matrix(numbers):
    """Position and quaternion x y z w as the 16 numbers of a scene."""
    p, (x, y, z, w) = numbers[:3], numbers[3:]
    s = 2.0 / (x * x + y * y + z * z + w * w)
    rows = [[1 - s * (y * y + z * z), s * (x * y - z * w), s * (x * z + y * w), p[0]],
            [s * (x * y + z * w), 1 - s * (x * x + z * z), s * (y * z - x * w), p[1]],
            [s * (x * z - y * w), s * (y * z + x * w), 1 - s * (x * x + y * y), p[2]],
            [0, 0, 0, 1]]
    return [number for row in rows for number in row]


def obstacle(index, words):
    kind, name = words[:2]
    n = [float(word) for word in words[2:]]
    shape, used = {"box": (f"box: {n[:3]}", 3),
                   "cylinder": (f"cylinder: {{length: {n[0]!r}, radius: {n[1]!r}}}", 2),
                   "sphere": (f"sphere: {{radius: {n[0]!r}}}", 1)}[kind]
    return f"  - {{name: '{index} {name}', {shape}, matrix: {matrix(n[used:])}}}\n"


def problems(file):
    """Joint names, and of each problem its name, start, goal and obstacles."""
    joints, found = [], []
    for words in (line.split() for line in open(file)):
        if not words or words[0] == "#":
            continue
        if words[0] == "joints":
            joints = words[1:]
        elif words[0] == "problem":
            found.append({"name": "_".join(words[1:]), "obstacles": []})
        elif words[0] in ("start", "goal"):
            found[-1][words[0]] = [float(word) for word in words[1:]]
        else:
            found[-1]["obstacles"].append(words)
    return joints, found


def write_problem(folder, data, robot, joints, problem):
    arm = data / "mbm" / robot
    scene = folder / (problem["name"] + ".yaml")
    values = {end: ", ".join(f"{j}: {v!r}" for j, v in zip(joints, problem[end]))
              for end in ("start", "goal")}
    scene.write_text(
        f"name: {problem['name']}\nrobots:\n"
        f"  - {{name: arm, urdf: {arm / robot}.urdf, srdf: {arm / robot}.srdf}}\nobstacles:\n"
        + "".join(obstacle(i, words) for i, words in enumerate(problem["obstacles"]))
        + f"queries:\n  - {{name: plan, start: {{{values['start']}}}, goal: {{{values['goal']}}}}}\n")
    edges = folder / (problem["name"] + ".edges")
    edges.write_text(f"# joints: {' '.join(joints)}\n"
                     + " ".join(map(repr, problem["start"] + problem["goal"])) + "\n")
    return scene, edges


def works_real_problems_begin_and_end_free(program, data, folder):
    """Their authors say that both ends are valid; the straight motion is free for few of them."""
    verdicts = []
    for robot in ("panda", "ur5"):
        joints, found = problems(data / "mbm" / robot / "problems.txt")
        for problem in found[::STEP]:
            scene, edges = write_problem(folder, data, robot, joints, problem)
            info = run(program, "info", scene, status=(0,)).stdout
            if not re.search(r"plan +free +free", info):
                sys.exit(f"{problem['name']}: {info[info.index('queries:'):]}")
            seen = {run(program, "check", scene, "--edges", edges, "--method", method).returncode
                    for method in ("spacetime", "catch")}
            if len(seen) != 1:
                sys.exit(f"{problem['name']}: the methods differ")
            verdicts += seen
    print(f"{len(verdicts)} problems, {verdicts.count(0)} with a free straight motion")
    if not 0 < sum(verdicts) < len(verdicts):
        sys.exit("only one kind of motion among them")



def works_real_excavator_among_real_things(program, data, folder):
    """A ZX200 on the moon, with site objects around it; swinging into the nearest one is seen."""
    parts = sorted(data.glob("gazebo_models_site/*/meshes/*.dae"))
    if not parts:
        sys.exit("no site objects")
    lines = [f"  - {{name: '{i} {part.stem}', mesh: {part}, xyz: [{60 + 60 * i}, 0, 0]}}\n"
             for i, part in enumerate(parts)]
    zx = data / "zx200_excavator" / "zx200.urdf"
    scene = folder / "moon.yaml"
    scene.write_text(
        "name: moon\nrobots:\n"
        f"  - {{name: zx, urdf: {zx}, default: {{bucket_end_joint: 0}}}}\nobstacles:\n"
        f"  - {{name: moon, mesh: {data / 'terrain_dem' / 'apollo15_514m.obj'}, "
        "xyz: [0, 0, -1000]}\n"
        "  - {name: post, cylinder: {radius: 0.1, length: 12}, xyz: [0, 6, 0]}\n"
        + "".join(lines))
    info = run(program, "info", scene, status=(0,)).stdout
    for part in parts:
        if part.stem not in info:
            sys.exit(f"{part}: is not in the scene\n{info}")
    triangles = int(re.search(r"(\d+) triangles of obstacles", info).group(1))
    if triangles < 131000:
        sys.exit(info)
    edges = folder / "swing.edges"
    edges.write_text("# joints: swing_joint boom_joint arm_joint bucket_joint\n"
                     "-0.5 -0.6 1.5 0.5  0.5 -0.6 1.5 0.5 free\n"
                     "0.5 -0.6 1.5 0.5  2.5 -0.6 1.5 0.5 colliding\n")
    text = run(program, "check", scene, "--edges", edges, status=(1,)).stdout
    if "labels: 2 agree, 0 missed collisions, 0 false alarms" not in text or "post" not in text:
        sys.exit(text)


if __name__ == "__main__":
    shared = pathlib.Path(os.environ.get("EP_SHARED_DATA", sys.argv[2]))
    if not shared.is_dir():
        print(f"skipped: no shared data ({shared})")
        sys.exit(0)
    with tempfile.TemporaryDirectory() as scratch:
        globals()[sys.argv[3]](str(pathlib.Path(sys.argv[1]).resolve()), shared.resolve(),
                               pathlib.Path(scratch))
