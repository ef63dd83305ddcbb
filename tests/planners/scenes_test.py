"""Loads every generated scene with `edgeproof info --strict`, and checks its edges files.

Usage: scenes_test.py PROGRAM FOLDER [URDF...]. NAME.edges and NAME.path belong to NAME.yaml beside
it; NAME-QUERY.edges to the query of that name. Prints a table, in which machines alone come last:
those of FOLDER/machines, and the files given.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

# What has to be there: a test that finds nothing tests nothing.
SCENES_MIN = 10


def run(program, *arguments):
    done = subprocess.run([program, *map(str, arguments)], text=True, capture_output=True,
                          timeout=300)
    if done.returncode == 2:
        sys.exit(f"{arguments}\n{done.stderr}")
    return done


def queries_of(info):
    """Rows of the last table: name, state at the start, at the goal."""
    text = info.split("\nqueries:\n", 1)
    return [re.split(r"  +", line.strip()) for line in text[1].splitlines()[1:] if line.strip()] \
        if len(text) == 2 else []


def check_info(program, scene):
    info = run(program, "info", scene, "--strict").stdout
    queries = queries_of(info)
    if not queries:
        sys.exit(f"{scene}: has no query")
    for name, start, goal, *_ in queries:
        if start != "free" or goal != "free":
            sys.exit(f"{scene}: query {name}: start {start}, goal {goal}")
    return info, [row[0] for row in queries]


def files_of(scene, queries):
    """Edges and path files with the query they belong to, or None."""
    found = []
    for file in sorted(scene.parent.glob(scene.stem + "*")):
        if file.suffix not in (".edges", ".path"):
            continue
        rest = file.stem[len(scene.stem):]
        if rest == "":
            found.append((file, None))
        elif rest[0] == "-" and rest[1:] in queries:
            found.append((file, rest[1:]))
        elif rest[0] == "-" and any(rest[1:].startswith(q + "-") for q in queries):
            found.append((file, next(q for q in queries if rest[1:].startswith(q + "-"))))
        elif rest[0] == "-" and not (scene.parent / (file.stem + ".yaml")).exists():
            found.append((file, None))
    return found


def check_edges(program, scene, file, query):
    arguments = ["check", scene, "--edges", file] + (["--query", query] if query else [])
    text = run(program, *arguments).stdout
    labels = re.search(r"labels: (\d+) agree, (\d+) missed collisions, (\d+) false alarms, "
                       r"(\d+) undecided", text)
    if labels and labels.groups()[1:] != ("0", "0", "0"):
        sys.exit(f"{file}: {text}")
    return labels is not None and int(labels.group(1)) > 0, "colliding      0" not in text


def main(program, folder, urdfs):
    scenes = sorted(pathlib.Path(folder).glob("**/*.yaml"))
    if len(scenes) < SCENES_MIN:
        sys.exit(f"{folder}: {len(scenes)} scenes, at least {SCENES_MIN} are expected")
    print("| scene or machine | links | joints | values | obstacle triangles | link triangles | load s "
          "| world MB | program MB |")
    for scene in scenes:
        info, queries = check_info(program, scene)
        labelled = collides = False
        for file, query in files_of(scene, queries):
            has_labels, has_collision = check_edges(program, scene, file, query)
            labelled = labelled or has_labels
            collides = collides or has_collision
        if not labelled or not collides:
            sys.exit(f"{scene}: no labelled edges, or none that collides")
        print(row_of(scene.relative_to(folder).with_suffix(""), info), flush=True)
    machines = sorted(pathlib.Path(folder).glob("machines/*.urdf")) + list(map(pathlib.Path, urdfs))
    for urdf in machines:
        print(row_of(urdf.stem, info_of_machine(program, urdf)), flush=True)


def count_of(info, heading):
    """Rows of all tables whose heading starts so."""
    count, counts = 0, False
    for line in info.splitlines():
        count += counts and line.startswith("  ")
        counts = line.startswith(heading) or (counts and line.startswith("  "))
    return count


def row_of(name, info):
    size = re.search(r"(\d+) triangles of obstacles and (\d+) of links", info)
    time = re.search(r"frozen in ([\d.]+) s; the world takes ([\d.]+) MB, the program ([\d.]+)", info)
    links = count_of(info, "  link ")
    values = re.findall(r"^ +\d+  \S+ +(?:\S+) +(?:\S+) +\S+$", info, re.MULTILINE)
    roots = len(re.findall(r"^  \S+ +the world ", info, re.MULTILINE))
    return (f"| {name} | {links} | {links - roots} | {len(values)} | {size.group(1)} | {size.group(2)} "
            f"| {time.group(1)} | {time.group(2)} | {time.group(3)} |")


def info_of_machine(program, urdf):
    with tempfile.TemporaryDirectory() as scratch:
        scene = pathlib.Path(scratch) / "machine.yaml"
        srdf = urdf.with_suffix(".srdf")
        more = f", srdf: {srdf.resolve()}" if srdf.exists() else ""
        scene.write_text(f"name: machine\nrobots:\n  - {{name: r, urdf: {urdf.resolve()}{more}}}\n")
        return run(program, "info", scene).stdout


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
