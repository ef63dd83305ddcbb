"""Tests of `edgeproof check` and `edgeproof info`, run as a person would."""

import csv

import yard as tools


def verdicts(rows):
    return [row["verdict"] for row in rows]


def works_program_tells_what_is_in_a_scene(yard):
    yard.expect(0, "info", "yard.yaml",
                out=("yard: clearance 0 m, tolerance 0.001 m", "arm/beam", "arm/turn", "-3.2000",
                     "wall", "movable", "24 triangles of obstacles and 24 of links", "carry",
                     "free"))
    yard.write("on.yaml", tools.SCENE.replace("xyz: [1.4, 0, 0]", "xyz: [0, 0, 0]"))
    yard.expect(0, "info", "on.yaml", out=("overlap, and never move against each other",
                                           "arm/base and wall"))


def works_program_writes_csv(yard):
    rows = yard.rows(1, "--edges", "some.edges")
    assert verdicts(rows) == ["free", "colliding", "free"], rows
    assert [row["edge"] for row in rows] == ["0", "1", "2"]
    assert [row["t_free"] for row in rows] == ["1", "", "1"], rows
    assert rows[0]["t_contact"] == rows[0]["pair_a"] == rows[0]["pair_b"] == ""
    assert rows[1]["pair_a"] == "arm/beam" and rows[1]["pair_b"] == "wall", rows[1]
    # The beam's side, 0.05 from its middle, meets the wall's corner (1.3, 0.1) and leaves at (1.3, -0.1).
    assert 0.35 < float(rows[1]["t_contact"]) < 0.65, rows[1]
    assert all(float(row["microseconds"]) >= 0 for row in rows)
    yard.expect(1, "check", "yard.yaml", "--edges", "some.edges", "--csv", "all.csv")
    assert verdicts(list(csv.DictReader(open(yard.path / "all.csv")))) == verdicts(rows)
    assert sorted(p.name for p in yard.path.iterdir()) == \
        ["all.csv", "arm.urdf", "some.edges", "yard.yaml"]


def works_program_finds_the_time_of_contact(yard):
    # The beam is at angle a with its near side through (1.3, 0.1): sin(b - a) = 0.05 / r.
    import math
    r, b = math.hypot(1.3, 0.1), math.atan2(0.1, 1.3)
    first = 0.5 - (b + math.asin(0.05 / r))
    for method in ("spacetime", "catch"):
        row = yard.rows(1, "--edges", "some.edges", "--mode", "contact", "--method", method)[1]
        assert abs(float(row["t_contact"]) - first) < 2e-3, (method, row, first)
        assert 0 <= float(row["t_free"]) <= first, (method, row, first)
        assert float(row["t_free"]) > first - 2e-3, (method, row, first)


def same_program_on_any_threads(yard):
    lines = "\n".join(f"{0.01 * i - 1.5} {0.017 * i - 1.2}" for i in range(150))
    yard.write("many.edges", "# joints: turn\n" + lines + "\n")
    seen = [verdicts(yard.rows(1, "--edges", "many.edges", "--threads", str(n), "--order", order))
            for n in (1, 2, 3) for order in ("automatic", "certify", "samples")]
    assert all(s == seen[0] for s in seen)
    assert "free" in seen[0] and "colliding" in seen[0]


def works_program_counts_labels(yard):
    yard.expect(1, "check", "yard.yaml", "--edges", "some.edges",
                out=("labels: 2 agree, 0 missed collisions, 0 false alarms, 0 undecided, "
                     "1 without a label", "arm/beam and wall: intersect"))
    yard.write("wrong.edges", "# joints: turn\n0.5 1.5 colliding\n0.5 -0.5 free\n")
    yard.expect(1, "check", "yard.yaml", "--edges", "wrong.edges",
                out=("labels: 0 agree, 1 missed collisions, 1 false alarms",))


def works_program_reads_paths(yard):
    yard.write("way.path", "# joints: turn\n0.5\n1.5\n2.5\n")
    rows = yard.rows(0, "--edges", "way.path")
    assert verdicts(rows) == ["free", "free"], rows


def works_program_takes_the_short_arc_or_the_numbers(yard):
    yard.write("round.edges", "# joints: turn\n3.0 -3.0\n")
    assert verdicts(yard.rows(0, "--edges", "round.edges")) == ["free"]
    linear = yard.rows(1, "--edges", "round.edges", "--interpolate", "linear")
    assert verdicts(linear) == ["colliding"], linear


def works_program_minds_limits(yard):
    yard.write("far.edges", "# joints: turn\n0.5 1.0\n0.5 3.5\n")
    yard.write("narrow.yaml", tools.SCENE.replace("[-3.2, 3.2]", "[-2, 2]"))
    text = yard.expect(1, "check", "narrow.yaml", "--edges", "far.edges",
                       out=("undecided", "3.5", "arm/turn"))
    assert "colliding      0" in text, text
    yard.expect(0, "check", "narrow.yaml", "--edges", "far.edges", "--ignore-limits")


def works_program_attaches_what_a_query_says(yard):
    # Where the beam alone gets by, the crate at its end does not.
    yard.write("near.edges", "# joints: turn\n1.0 0.1\n")
    yard.write("yard2.yaml", tools.SCENE.replace("[1.4, 0, 0]", "[1.75, 0, 0]"))
    yard.expect(0, "check", "yard2.yaml", "--edges", "near.edges")
    yard.expect(1, "check", "yard2.yaml", "--edges", "near.edges", "--query", "carry",
                out=("crate and wall",))
    yard.expect(2, "check", "yard.yaml", "--edges", "near.edges", "--query", "lift",
                err=("yard.yaml has no query 'lift'; it has: carry",))


def robust_program_writes_nothing_on_an_error(yard):
    before = sorted(p.name for p in yard.path.iterdir())
    yard.write("bad.edges", tools.EDGES + "0.5 nan\n")
    yard.expect(2, "check", "yard.yaml", "--edges", "bad.edges", "--csv", "out.csv",
                err=("bad.edges:5", "nan"))
    yard.expect(2, "check", "yard.yaml", "--edges", "none.edges", "--csv", "out.csv",
                err=("none.edges", "No such file"))
    yard.expect(2, "check", "none.yaml", "--edges", "some.edges", "--csv", "out.csv",
                err=("none.yaml", "No such file"))
    yard.write("bad.yaml", tools.SCENE.replace("box: [0.2, 0.2, 2]", "box: [0.2, 0.2]"))
    yard.expect(2, "check", "bad.yaml", "--edges", "some.edges", "--csv", "out.csv",
                err=("bad.yaml:5", "wall", "box"))
    yard.expect(2, "check", "yard.yaml", "--edges", "some.edges", "--csv", "no/such/out.csv",
                err=("no/such/out.csv: cannot be written",))
    assert sorted(p.name for p in yard.path.iterdir()) == sorted(before + ["bad.edges", "bad.yaml"])


def robust_program_is_strict_where_asked(yard):
    yard.write("odd.yaml", tools.SCENE + "allowed:\n  - [arm/beam, nobody]\n")
    yard.expect(0, "info", "odd.yaml", err=("warning:", "nobody"))
    yard.expect(2, "info", "odd.yaml", "--strict", err=("nobody",))
    yard.expect(2, "check", "odd.yaml", "--edges", "some.edges", "--strict", err=("nobody",))


if __name__ == "__main__":
    tools.main(globals())
