"""Runs a part of `edgeproof bench` with --quick, and looks at what it wrote.

Usage: bench_test.py PROGRAM SCENES PART, or bench_test.py PROGRAM STORED guard-grown.
"""

import csv
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree

COLUMNS = ["set", "edge", "label", "method", "verdict", "items", "pairs", "pairs_after_spatial",
           "pairs_after_temporal", "microseconds"]

PLAN_COLUMNS = ["problem", "planner", "kind", "seed", "crashed", "solved", "seconds",
                "validation_seconds", "motions", "states", "proof"]

# What has to be in a report: headings, and under each at least one table.
HEADINGS = {
    "scale": ["Triangles around", "Links", "Length of the motion", "Threads"],
    "paper": ["CATCH, Table 1", "CATCH, Table 2", "CATCH, Fig. 5", "CATCH, Fig. 12",
              "ARTICULATE, Tables 1 and 2"],
    "peers": ["Goals", "Peers: Puma among pipes"],
    "plan": ["Queries"],
    "ablate": ["Parts of spacetime", "Parts of catch", "Parts of catch, first contact"],
}
PLOTS = {"scale": 4, "paper": 1, "ablate": 3, "peers": 2, "plan": 2}
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
    "scale": ["blocks of memory taken while checking, after warm-up | at most 0 | 0.00 | met"],
}


LESS = {"peers": ("--edges", "5"), "ablate": ("--sweeps", "2")}


def run(program, *arguments):
    return subprocess.run([program, "bench", *map(str, arguments)], text=True, capture_output=True,
                          timeout=300)


def read_rows(path):
    with open(path, newline="") as file:
        return list(csv.reader(file))


# Of these parts the rows are a file a set and a line an edge. The first column that has answers.
WIDE = {"peers": ("edgeproof", 12), "ablate": (None, None)}


def read_sets(folder, part):
    """The rows of a part whose files have a line an edge, as the others have them."""
    first, count = WIDE[part]
    paths = sorted(folder.glob(f"{part}_*.csv"))
    assert len(paths) == (4 if part == "peers" else 12), paths
    long = [COLUMNS]
    for path in paths:
        head, *lines = read_rows(path)
        assert head[:2] == ["edge", "label"] and len(set(head)) == len(head), head
        assert first is None or (head[2] == first and len(head) == 2 + count), head
        assert [line[0] for line in lines] == [str(i) for i in range(len(lines))], path
        for line in lines:
            assert len(line) == len(head) and line[2], line
            for method, cell in zip(head[2:], line[2:]):
                if cell:
                    verdict, items, times = cell.split(" ", 2)
                    long.append([path.stem, *line[:2], method, verdict, items, "0", "0", "0",
                                 times])
    return long


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
        assert not (run["solved"] == "1" and run["crashed"] == "1"), row
    assert solved > 0, "no run found a path"
    return len(rows) - 1


def check_peers_rows(rows):
    """Edgeproof misses nothing, and says the same in its ways."""
    said = {}
    for row in rows[1:]:
        if row[3].startswith("edgeproof"):
            assert (row[2], row[4]) != ("colliding", "free"), f"missed: {row}"
            said.setdefault((row[0], row[1]), set()).add(row[4])
    assert said and all(len(verdicts) == 1 for verdicts in said.values()), said


def check_rows(rows, sweeps):
    assert rows[0] == COLUMNS, rows[0]
    assert len(rows) > 10, f"{len(rows)} rows"
    for row in rows[1:]:
        assert len(row) == len(COLUMNS), row
        assert row[2] in ("", "free", "colliding"), row
        assert row[4] in ("free", "colliding", "undecided"), row
        assert all(int(cell) >= 0 for cell in row[5:9]), row
        assert len(row[9].split()) == sweeps and min(map(float, row[9].split())) >= 0, row
    verdicts = {row[4] for row in rows[1:]}
    assert {"free", "colliding"} <= verdicts, verdicts
    return len(rows) - 1


def check_all_rows(folder, part):
    if part == "plan":
        return check_plan_rows(folder / "plan.csv")
    rows = read_sets(folder, part) if part in WIDE else read_rows(folder / f"{part}.csv")
    return check_rows(rows, 2 if part == "ablate" else 1)


def check_joined(folder, part):
    """The page of all parts has this one's summary, and says what the others need."""
    page, joined = (folder / f"{part}.md").read_text(), (folder / "README.md").read_text()
    summary = page.split("<!-- summary -->\n")[1].split("<!-- /summary -->\n")[0]
    assert tables_of(summary) and summary in joined, "no summary"
    assert page.split("<!-- machine -->\n")[1].split("<!-- /machine -->\n")[0] in joined
    for other in PLOTS:
        assert (f"`edgeproof bench {other}`" in joined) == (other != part), other


def check_headline(folder):
    """A row for everybody, ours first, and a plot."""
    text = (folder / "README.md").read_text()
    text = text.split("<!-- headline -->\n")[1].split("<!-- /headline -->\n")[0]
    (table,) = tables_of(text)
    assert len(table) == 11 and "Edgeproof" in table[2][0], table
    ours = float(table[2][2])
    for row in table[2:8]:
        assert row[-2].startswith("0 of") or "Edgeproof" not in row[0], row
        assert row[2] == "-" or abs(float(row[3]) / (float(row[2]) / ours) - 1) < 0.05, row
    assert "(headline.svg)" in text
    check_first_page(folder.parent / "FIRST.md", folder / "README.md")


def check_first_page(first, report):
    """A first page that shows something else is noticed, and mended."""
    script = pathlib.Path(__file__).parent / "headline.py"

    def compare(*options):
        return subprocess.run([sys.executable, "-B", script, first, report, *options],
                              capture_output=True, text=True).returncode

    first.write_text("# First\n\n<!-- headline -->\n<!-- /headline -->\n\nLast.\n")
    assert compare() == 1 and compare("--update") == 0 and compare() == 0
    text = first.read_text()
    assert text.startswith("# First\n\n<!--") and text.endswith("-->\n\nLast.\n")
    assert f"({report.parent.name}/headline.svg)" in text and "**Edgeproof**" in text
    first.write_text(text.replace("0 of", "1 of", 1))
    assert compare() == 1


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
    rows = [row for row in read_sets(folder, "peers")[1:] if row[3] == "edgeproof"]
    assert all({row[2], row[4]} == {"free", "colliding"} for row in rows), "labels made anew"


def check_part(program, scenes, part):
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch) / "deep" / "report"
        done = run(program, part, "--quick", *LESS.get(part, ()), "--scenes", scenes,
                   "--out", folder)
        assert done.returncode == 0, done.stderr
        check_report(folder, part)
        print(f"{check_all_rows(folder, part)} rows")
        check_joined(folder, part)
        if part == "peers":
            check_headline(folder)
            check_peers_rows(read_sets(folder, "peers"))
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


def check_interrupted(program, scenes, scratch):
    """Ctrl-C: no page, no pieces, and what was there before is still there; labels stay."""
    folder = pathlib.Path(scratch) / "report"
    assert run(program, "labels", "--quick", *LESS["peers"], "--scenes", scenes,
               "--out", folder).returncode == 0
    assert [path.name for path in folder.iterdir()] == ["labels.csv"]
    (folder / "README.md").write_text("before")
    kept = (folder / "labels.csv").read_text()
    running = subprocess.Popen([program, "bench", "all", "--scenes", scenes, "--out", str(folder)],
                               stderr=subprocess.PIPE, text=True)
    time.sleep(2)
    running.send_signal(signal.SIGINT)
    _, said = running.communicate(timeout=200)
    assert running.returncode == 130 and "interrupted" in said, (running.returncode, said)
    assert {path.name for path in folder.iterdir()} == {"labels.csv", "README.md"}
    assert (folder / "README.md").read_text() == "before"
    assert (folder / "labels.csv").read_text().startswith(kept)


def check_without_gnuplot(program, scenes, scratch):
    """Said before anything is measured."""
    folder = pathlib.Path(scratch) / "plots"
    done = subprocess.run([program, "bench", "scale", "--scenes", scenes, "--out", str(folder)],
                          text=True, capture_output=True, timeout=60, env={"PATH": "/nowhere"})
    assert done.returncode == 2 and "gnuplot-nox" in done.stderr, done.stderr
    assert not folder.exists()


def check_arguments(program, scratch):
    for arguments, said in ((["nothing"], "there is no part 'nothing'"), ([], "PART: is missing"),
                            (["scale", "--edges", "0"], "--edges"),
                            (["paper", "--scenes", "/nowhere", "--out", scratch],
                             "/nowhere/scenes/tower-crane.yaml: not there; building the project"),
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
    elif part == "interrupted":
        with tempfile.TemporaryDirectory() as scratch:
            check_interrupted(program, where, scratch)
            check_without_gnuplot(program, where, scratch)
    else:
        check_part(program, where, part)


if __name__ == "__main__":
    main(str(pathlib.Path(sys.argv[1]).resolve()), *sys.argv[2:])
