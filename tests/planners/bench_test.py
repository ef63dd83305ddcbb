"""Runs a part of `edgeproof bench` with --quick, and looks at what it wrote.

Usage: bench_test.py PROGRAM SCENES PART, or bench_test.py PROGRAM STORED guard-grown.
"""

import csv
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

COLUMNS = ["set", "edge", "label", "method", "sweep", "verdict", "microseconds", "items", "pairs",
           "pairs_after_spatial", "pairs_after_temporal"]

PLAN_COLUMNS = ["problem", "planner", "kind", "seed", "solved", "seconds", "validation_seconds",
                "motions", "states", "proof"]

# What has to be in a report: headings, and under each at least one table.
HEADINGS = {
    "scale": ["Triangles around", "Links", "Length of the motion", "Threads"],
    "paper": ["CATCH, Table 1", "CATCH, Table 2", "CATCH, Fig. 5", "CATCH, Fig. 12",
              "ARTICULATE, Tables 1 and 2"],
    "peers": ["Goals", "Peers: Puma among pipes"],
    "plan": ["Queries"],
    "ablate": ["Parts of spacetime", "Parts of catch", "Parts of catch, first contact"],
}
PLOTS = {"scale": 4, "paper": 1, "ablate": 3, "peers": 1, "plan": 1}
CELLS = {
    "paper": ["Walk", "Exercise", "Excavator, Fig. 9(b)", "Excavator, Fig. 9(c)",
              "Tower crane, Fig. 10(b)", "Tower crane, Fig. 10(c)", "Four trains", "Falling train",
              "room, 60"],
    "peers": ["edgeproof, first contact", "edgeproof, catch", "OMPL's discrete order, 1 %",
              "OMPL's discrete order, 5 mm", "bisection, full distances",
              "expert, capped distances", "FCL continuousCollide", "Bullet, hulls swept",
              "edgeproof, alone", "collisions missed"],
    "plan": ["PRM", "RRTConnect", "SBL", "LazyPRM", "BITstar", "certified", "discrete"],
    "ablate": ["no samples", "no AVX2 kernels", "no Taylor culling", "no tree over the links",
               "no hull bounds", "no temporal culling", "no early exit", "no directed bounds"],
    "scale": [],
}


LESS = {"peers": ("--edges", "5")}


def run(program, *arguments):
    return subprocess.run([program, "bench", *map(str, arguments)], text=True, capture_output=True,
                          timeout=300)


def read_rows(path):
    with open(path, newline="") as file:
        return list(csv.reader(file))


def check_plan_rows(path):
    """A run each; a path that was found is proved or refuted, and certified ones are proved."""
    rows = read_rows(path)
    assert rows[0] == PLAN_COLUMNS, rows[0]
    solved = 0
    for row in rows[1:]:
        run = dict(zip(PLAN_COLUMNS, row))
        assert len(row) == len(PLAN_COLUMNS) and run["kind"] in ("certified", "discrete"), row
        assert float(run["seconds"]) > 0 and float(run["validation_seconds"]) >= 0, row
        solved += run["solved"] == "1"
        if run["solved"] == "1":
            assert int(run["states"]) >= 2 and run["proof"] in ("free", "colliding"), row
            assert run["kind"] == "discrete" or run["proof"] == "free", row
        else:
            assert run["proof"] == "", row
    assert solved > 0, "no run found a path"
    return len(rows) - 1


def check_peers_rows(path):
    """Edgeproof misses nothing, and says the same in its ways."""
    said = {}
    for row in read_rows(path)[1:]:
        if row[3].startswith("edgeproof"):
            assert (row[2], row[5]) != ("colliding", "free"), f"missed: {row}"
            said.setdefault((row[0], row[1]), set()).add(row[5])
    assert said and all(len(verdicts) == 1 for verdicts in said.values()), said


def check_rows(path):
    rows = read_rows(path)
    assert rows[0] == COLUMNS, rows[0]
    assert len(rows) > 10, f"{path}: {len(rows)} rows"
    for row in rows[1:]:
        assert len(row) == len(COLUMNS), row
        assert row[2] in ("", "free", "colliding"), row
        assert row[5] in ("free", "colliding", "undecided"), row
        assert float(row[6]) >= 0 and all(int(cell) >= 0 for cell in row[7:]), row
    verdicts = {row[5] for row in rows[1:]}
    assert {"free", "colliding"} <= verdicts, verdicts
    return len(rows) - 1


def tables_of(text):
    """Rows of every Markdown table, each a list of cells."""
    tables = [[]]
    for line in text.splitlines():
        if line.startswith("|"):
            tables[-1].append([cell.strip() for cell in line.strip("|").split("|")])
        elif tables[-1]:
            tables.append([])
    return [t for t in tables if t]


def check_report(folder, part):
    text = (folder / f"{part}.md").read_text()
    for heading in HEADINGS[part]:
        after = re.split(rf"^### {re.escape(heading)}$", text, flags=re.M)
        assert len(after) == 2, f"no section '{heading}'"
        section = after[1].split("\n### ")[0].split("\n## ")[0]
        tables = tables_of(section)
        assert tables, f"no table in '{heading}'"
        for table in tables:
            assert len(table) >= 3, f"{heading}: a table without rows"
            widths = {len(row) for row in table}
            assert len(widths) == 1, f"{heading}: rows of {widths} cells"
    for cell in CELLS[part]:
        assert f"| {cell}" in text, f"no row '{cell}'"
    assert "| processor |" in text and "| compiler |" in text, "no host"
    assert "nan" not in text and "inf " not in text, "a figure that is none"
    plots = re.findall(r"!\[[^]]*\]\(([^)]*)\)", text)
    assert len(plots) == PLOTS[part], plots
    for plot in plots:
        root = xml.etree.ElementTree.parse(folder / plot).getroot()
        assert root.tag.endswith("svg") and len(list(root.iter())) > 20, plot


def check_labels_are_kept(program, scenes, folder):
    """The second run takes them from the file: what stands there is believed."""
    labels = folder / "labels.csv"
    lines = [line.split(",") for line in labels.read_text().splitlines()]
    assert lines and all(re.fullmatch("[0-9a-f]{16}", key) and set(kept) <= {"f", "c"}
                         for key, kept in lines), lines
    false = "".join(f"{key},{kept.translate(str.maketrans('fc', 'cf'))}\n" for key, kept in lines)
    labels.write_text(false)
    done = run(program, "peers", "--quick", *LESS["peers"], "--scenes", scenes, "--out", folder)
    assert done.returncode == 0, done.stderr
    assert labels.read_text() == false
    rows = [row for row in read_rows(folder / "peers.csv")[1:] if row[3] == "edgeproof"]
    assert all({row[2], row[5]} == {"free", "colliding"} for row in rows), "labels made anew"


def check_part(program, scenes, part):
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch) / "deep" / "report"
        done = run(program, part, "--quick", *LESS.get(part, ()), "--scenes", scenes,
                   "--out", folder)
        assert done.returncode == 0, done.stderr
        check_report(folder, part)
        check = check_plan_rows if part == "plan" else check_rows
        print(f"{check(folder / f'{part}.csv')} rows")
        if part == "peers":
            check_peers_rows(folder / "peers.csv")
            check_labels_are_kept(program, scenes, folder)
        assert not list(folder.glob("*.tmp"))


def check_guard_grown(program, stored):
    """A stored count a tenth too low is noticed, with the function."""
    with tempfile.TemporaryDirectory() as scratch:
        copy = pathlib.Path(scratch) / "guard.csv"
        lines = pathlib.Path(stored).read_text().splitlines()
        low = [re.sub(r"^(catch,(?:|triangle_gap)),(\d+)$",
                      lambda m: f"{m.group(1)},{int(m.group(2)) * 9 // 10}", line) for line in lines]
        assert low != lines
        copy.write_text("\n".join(low) + "\n")
        done = run(program, "guard", "--stored", copy)
        if done.returncode == 77:
            print(done.stdout)
            sys.exit(77)
        assert done.returncode == 1, done.stdout + done.stderr
        assert re.search(r"^catch .*\n  more than 5 % above .* most of it in \w+", done.stdout,
                         re.M), done.stdout
        assert len(re.findall("more than 5 %", done.stdout)) == 1, done.stdout
        other = ["compiler,gcc 0.0.0,0" if line.startswith("compiler") else line for line in lines]
        copy.write_text("\n".join(other) + "\n")
        done = run(program, "guard", "--stored", copy)
        assert done.returncode == 77 and "gcc 0.0.0" in done.stdout, done.stdout


def check_arguments(program, scratch):
    for arguments, said in ((["nothing"], "there is no part 'nothing'"), ([], "PART: is missing"),
                            (["scale", "--edges", "0"], "--edges"),
                            (["paper", "--scenes", "/nowhere", "--out", scratch], "/nowhere"),
                            (["scale", "--out", "/proc/none"], "/proc/none")):
        done = run(program, *arguments)
        assert done.returncode == 2 and said in done.stderr, (arguments, done.stderr)
    assert not list(pathlib.Path(scratch).iterdir()), "a report of nothing"


def main(program, where, part):
    if part == "guard-grown":
        check_guard_grown(program, where)
    elif part == "arguments":
        with tempfile.TemporaryDirectory() as scratch:
            check_arguments(program, scratch)
    else:
        check_part(program, where, part)


if __name__ == "__main__":
    main(str(pathlib.Path(sys.argv[1]).resolve()), *sys.argv[2:])
