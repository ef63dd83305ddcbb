"""Tests of `edgeproof plan`, `edgeproof compare` and of plans that are checked again."""

import csv
import json
import math
import os
import pathlib
import re
import signal
import subprocess
import time

import yard as tools

# Two sliders in the plane of the floor: a small box is to get past a wall with a gap. Samples that
# are far apart step over the thin plate that stands in the gap's way.
SLIDER = """<robot name="slider">
<link name="base"/>
<link name="along"/>
<link name="box"><collision><geometry><box size="0.2 0.2 0.2"/></geometry></collision></link>
<joint name="x" type="prismatic"><parent link="base"/><child link="along"/><axis xyz="1 0 0"/>
<limit lower="-3" upper="3" effort="1" velocity="1"/></joint>
<joint name="y" type="prismatic"><parent link="along"/><child link="box"/><axis xyz="0 1 0"/>
<limit lower="-3" upper="3" effort="1" velocity="1"/></joint>
</robot>
"""

FLOOR = """name: floor
robots:
  - {name: slider, urdf: slider.urdf}
obstacles:
  - {name: left, box: [0.1, 4, 1], xyz: [0, -1.5, 0]}
  - {name: right, box: [0.1, 1.5, 1], xyz: [0, 2.25, 0]}
  - {name: crate, box: [0.2, 0.2, 0.2], xyz: [2, 0.3, 0], movable: true}
queries:
  - {name: over, start: {x: -2, y: 0}, goal: {x: 2, y: 0}}
  - {name: carry, start: end-of over, goal: {x: -2, y: -1}, attach: [{object: crate, link: box}]}
  - {name: away, start: end-of carry, goal: {x: -2, y: 1}}
planner: {name: RRTConnect, time: 5, seed: 1}
"""

# A plate of 1 mm all the way across: no way, but OMPL's samples, 5 cm apart and more, step over it.
THIN = FLOOR.replace("""  - {name: left, box: [0.1, 4, 1], xyz: [0, -1.5, 0]}
  - {name: right, box: [0.1, 1.5, 1], xyz: [0, 2.25, 0]}
""", "  - {name: plate, box: [0.001, 8, 1], xyz: [0.0637, 0, 0]}\n").replace(
    "[0.2, 0.2, 0.2], xyz: [2, 0.3, 0]", "[0.1, 0.1, 0.1], xyz: [2, 0.3, 0]")
POINT = SLIDER.replace('size="0.2 0.2 0.2"', 'size="0.002 0.002 0.002"')


def floor_of(yard, scene=FLOOR, urdf=SLIDER):
    yard.write("slider.urdf", urdf)
    yard.write("floor.yaml", scene)


def plan_of(yard, name="plan.json"):
    return json.loads((yard.path / name).read_text())


def works_plan_with_every_planner(yard):
    """Each name that the message lists solves a small problem with proved edges, in a process of its own."""
    floor_of(yard)
    said = yard.run("plan", "floor.yaml", "--planner", "none").stderr
    names = said.split("known:")[1].split()
    assert len(names) >= 29, names
    for name in names:
        for seconds in ("0.6", "10"): # planners that look for the best take all of it
            done = yard.run("plan", "floor.yaml", "--query", "over", "--planner", name, "--time", seconds)
            if done.returncode == 0:
                break
        assert done.returncode == 0 and "proved free" in done.stdout, (name, done.stdout, done.stderr)


def works_plan_solves_a_job(yard):
    """Three queries in a row; the second one carries a crate, the third finds it where it was left."""
    floor_of(yard)
    for planner in ("RRTConnect", "PRM", "RRT"):
        yard.expect(0, "plan", "floor.yaml", "--planner", planner, "--quiet",
                    out=("over", "carry", "away", "proved free"))
        plan = plan_of(yard)
        assert plan["solved"] and plan["certified"] and plan["planner"] == planner, plan
        assert plan["joints"] == ["slider/x", "slider/y"] and plan["scene"] == "floor.yaml", plan
        ends = [((-2, 0), (2, 0)), ((2, 0), (-2, -1)), ((-2, -1), (-2, 1))]
        for leg, (start, goal) in zip(plan["queries"], ends):
            assert leg["status"] == "solved" and leg["certified"], leg
            assert tuple(leg["path"][0]) == start and tuple(leg["path"][-1]) == goal, leg
            assert len(leg["edges"]) == len(leg["path"]) - 1
            assert all(edge["verdict"] == "free" for edge in leg["edges"]), leg
            assert leg["clearance"] == min(edge["clearance"] for edge in leg["edges"])
            assert leg["edges_checked"] >= leg["edges_free"] > 0, leg


def sound_plan_clearance_is_kept(yard):
    """What was proved along the path is no more than the distance at many points of it."""
    floor_of(yard)
    yard.expect(0, "plan", "floor.yaml", "--query", "over")
    leg = plan_of(yard)["queries"][0]
    least = math.inf
    for (x0, y0), (x1, y1) in zip(leg["path"], leg["path"][1:]):
        for i in range(201):
            x, y = x0 + (x1 - x0) * i / 200, y0 + (y1 - y0) * i / 200
            # Boxes: the gap along x, then to the nearest of the two pieces along y.
            dx = max(abs(x) - 0.05 - 0.1, 0)
            below, above = max(y - 0.1 - 0.5, 0), max(1.5 - 0.1 - y, 0)
            least = min(least, math.hypot(dx, min(below, above)), math.hypot(
                max(abs(x - 2) - 0.2, 0), max(abs(y - 0.3) - 0.2, 0)))
    assert leg["clearance"] <= least + 1e-9, (leg["clearance"], least)
    assert leg["clearance"] > least - 0.05, (leg["clearance"], least)


def tight_plan_clearance_near_contact(yard):
    """A path 1.2 mm beside a wall is planned with a tolerance, 1 mm, to spare: that much is proved of it."""
    floor_of(yard, FLOOR.replace("start: {x: -2, y: 0}, goal: {x: 2, y: 0}",
                                 "start: {x: -0.1512, y: 0}, goal: {x: -0.1512, y: -1}"))
    yard.expect(0, "plan", "floor.yaml", "--query", "over", out=("0.0010 m",))
    assert 0.001 <= plan_of(yard)["queries"][0]["clearance"] <= 0.0012 + 1e-9, plan_of(yard)


def works_plan_is_checked_again(yard):
    floor_of(yard)
    yard.expect(0, "plan", "floor.yaml", "--out", "sub.json")
    for method in ("catch", "spacetime"):
        yard.expect(0, "check", "--plan", "sub.json", "--method", method, "--strict",
                    out=("colliding      0",))
    yard.expect(0, "check", "floor.yaml", "--plan", "sub.json", "--query", "carry", "--json")
    # A path bent into the wall is caught, with its query's world.
    plan = plan_of(yard, "sub.json")
    plan["queries"][1]["path"][1:-1] = []
    yard.write("bent.json", json.dumps(plan))
    yard.expect(1, "check", "--plan", "bent.json", "--method", "catch", out=("left",))
    # Values in another order, and indented otherwise, are the same plan.
    plan = plan_of(yard, "sub.json")
    plan["joints"].reverse()
    for leg in plan["queries"]:
        leg["path"] = [row[::-1] for row in leg["path"]]
    yard.write("turned.json", json.dumps(plan, indent=1))
    yard.expect(0, "check", "--plan", "turned.json")


def robust_plan_files_that_are_none(yard):
    floor_of(yard)
    yard.expect(0, "plan", "floor.yaml", "--quiet")
    text = (yard.path / "plan.json").read_text()
    for old, new, said in (('"slider/y"', '"slider/z"', "slider/z"), ('"over"', '"under"', "under"),
                           ('"floor.yaml"', '"none.yaml"', "none.yaml"),
                           ('"joints"', '"joint"', "joints"), ("[-2, 0]", "[-2, null]", "null"),
                           ("[-2, 0]", "[-2]", "2 numbers"), ("[-2, 0]", "[-2, NaN]", "'NaN'"),
                           ('"clearance": 0', '"clearance": -5', "-5, which is not a distance"),
                           ('"version": 1', '"version": 2', "version: is 2; this program reads 1"),
                           ('"edgeproof plan"', '"a plan"', "format: is 'a plan'"),
                           ('"shortest"', '"wavy"', "interpolate: is 'wavy'; there are shortest and")):
        assert old in text, old
        yard.write("bad.json", text.replace(old, new, 1))
        yard.expect(2, "check", "--plan", "bad.json", err=(said,))
    plan = json.loads(text)
    plan["queries"][1]["path"] = []
    yard.write("less.json", json.dumps(plan))
    yard.expect(0, "check", "--plan", "less.json", err=("warning: less.json: query carry has no path",))
    yard.expect(2, "check", "--plan", "less.json", "--strict", err=("less.json: query carry has no path",))
    yard.expect(0, "check", "--plan", "less.json", "--strict", "--query", "over")
    plan = json.loads(text)
    plan["queries"][2]["path"] = plan["queries"][2]["path"][::-1]
    yard.write("back.json", json.dumps(plan))
    said = yard.run("check", "--plan", "back.json").stderr
    assert "back.json: the path of away does not begin at its start: slider/y is 1 there, not -1" in said
    assert "back.json: the path of away does not end at its goal: slider/y is -1 there, not 1" in said, said
    assert said.count("warning") == 2, said
    for size in (0, 10, len(text) // 2, len(text) - 3):
        yard.write("cut.json", text[:size])
        yard.expect(2, "check", "--plan", "cut.json", err=("cut.json",))


def sound_plan_of_samples_is_not_called_free(yard):
    """Samples step over the plate. The plan says so, check says so, compare counts it."""
    floor_of(yard, THIN, POINT)
    text = yard.expect(1, "plan", "floor.yaml", "--query", "over", "--validator", "discrete",
                       out=("not free: edge", "slider/box and plate"))
    assert "proved free" not in text, text
    plan = plan_of(yard)
    assert plan["solved"] and not plan["certified"], plan
    yard.expect(1, "check", "--plan", "plan.json", out=("slider/box and plate",))
    told = json.loads(yard.expect(0, "compare", "floor.yaml", "--query", "over", "--runs", "3",
                                  "--time", "0.5", "--json", "--csv", "all.csv"))
    discrete, certified = told["validators"]
    assert (discrete["solved"], discrete["proved_free"], discrete["colliding"]) == (3, 0, 3), told
    assert (certified["solved"], certified["colliding"]) == (0, 0), told
    assert discrete["edges_per_second"] > 0 and certified["edges_per_second"] > 0, told
    rows = list(csv.DictReader(open(yard.path / "all.csv")))
    assert len(rows) == 6 and {row["certified"] for row in rows} == {"no"}, rows
    assert [row["pair_b"] for row in rows[:3]] == ["plate"] * 3, rows
    text = yard.expect(0, "compare", "floor.yaml", "--query", "over", "--runs", "2", "--time",
                       "0.5", out=("discrete called these free, and they collide:", "seed 2: edge"))
    done = yard.run("compare", "floor.yaml", "--query", "over", "--runs", "1", "--time", "0.5", "--csv", "-")
    assert done.stdout.startswith("scene,query,") and done.stdout.count("\n") == 3, done
    assert "median s" in done.stderr, done
    yard.expect(2, "compare", "floor.yaml", "--csv", "-", "--json", err=("both want the standard output",))
    assert [(c["seed"], c["query"], c["contact"]["pair"][1]) for c in discrete["collisions"]] == \
        [(seed, "over", "plate") for seed in (1, 2, 3)] and not certified["collisions"], told
    # With steps finer than the plate even samples see it.
    yard.expect(1, "plan", "floor.yaml", "--query", "over", "--validator", "discrete:0.0004",
                "--time", "0.5", out=("no solution",))


def works_plan_says_that_there_is_no_solution(yard):
    floor_of(yard, THIN, POINT)
    yard.expect(1, "plan", "floor.yaml", "--query", "over", "--query", "away", "--time", "0.5",
                "--planner", "RRT", out=("over: no solution in", "from the goal", "not tried"))
    plan = plan_of(yard)
    assert not plan["solved"] and plan["queries"][0]["status"] == "approximate", plan
    assert 0 < plan["queries"][0]["distance_to_goal"] < 5, plan
    yard.expect(0, "check", "--plan", "plan.json", "--query", "over", err=("does not end at its goal",))


def works_plan_of_a_query_that_is_there_already(yard):
    floor_of(yard, FLOOR.replace("goal: {x: 2, y: 0}", "goal: {x: -2, y: 0}"))
    for planner in ("RRTConnect", "PRM", "RRT"):
        yard.expect(0, "plan", "floor.yaml", "--query", "over", "--planner", planner, "--time", "2")
        assert plan_of(yard)["queries"][0]["length"] == 0


def works_plan_says_why_an_end_is_invalid(yard):
    floor_of(yard, FLOOR.replace("goal: {x: 2, y: 0}", "goal: {x: 0, y: -1}"))
    yard.expect(1, "plan", "floor.yaml", "--query", "over",
                out=("invalid goal", "info floor.yaml --query over", "left"))
    yard.expect(1, "compare", "floor.yaml", "--query", "over", "--runs", "1",
                out=("over: invalid goal: ", "left", "info floor.yaml --query over says more"))


def works_plan_keeps_a_roadmap(yard):
    floor_of(yard)
    for round in range(2):
        yard.expect(0, "plan", "floor.yaml", "--query", "over", "--planner", "PRM", "--roadmap",
                    "map.bin", "--quiet")
        assert (yard.path / "map.bin").stat().st_size > 100
        assert (plan_of(yard)["queries"][0]["roadmap_states"] > 0) == (round == 1)
    yard.expect(0, "plan", "floor.yaml", "--planner", "PRM")
    assert plan_of(yard)["queries"][1]["roadmap_states"] > 0
    again = "the roadmap was not proved for this scene: all of it was asked again, and"
    assert again not in yard.expect(0, "plan", "floor.yaml", "--query", "over", "--planner", "PRM",
                                    "--roadmap", "map.bin")
    floor_of(yard, FLOOR.replace("box: [0.1, 1.5, 1]", "box: [0.2, 1.5, 1]"))
    yard.expect(0, "plan", "floor.yaml", "--query", "over", "--planner", "PRM", "--roadmap", "map.bin",
                out=("over: " + again,))
    assert plan_of(yard)["queries"][0]["roadmap_edges_dropped"] >= 0
    floor_of(yard, FLOOR.replace("name: slider,", "name: other,"))
    yard.expect(2, "plan", "floor.yaml", "--query", "over", "--planner", "PRM", "--roadmap", "map.bin",
                err=("map.bin", "a roadmap of another space"))
    floor_of(yard)
    begin = time.monotonic()
    for planner in ("RRT", "SPARS"):
        yard.expect(2, "plan", "floor.yaml", "--query", "over", "--roadmap", "other.bin", "--planner",
                    planner, "--time", "20", err=(f"planner {planner} keeps no roadmap; these do: PRM",))
    yard.expect(2, "plan", "floor.yaml", "--planner", "PRM", "--roadmap", "-",
                err=("a roadmap is kept in a file of its own",))
    assert time.monotonic() - begin < 10
    (yard.path / "map.bin").write_bytes((yard.path / "map.bin").read_bytes()[:-9])
    yard.expect(2, "plan", "floor.yaml", "--query", "over", "--planner", "PRM", "--roadmap",
                "map.bin", err=("map.bin",))


def robust_plan_roadmap_that_is_no_file(yard):
    """Devices and pipes are neither replaced nor waited for; a link stays, and leads to a roadmap."""
    floor_of(yard)
    command = ("plan", "floor.yaml", "--query", "over", "--planner", "PRM", "--time", "0.2", "--roadmap")
    os.mkfifo(yard.path / "pipe")
    for name in ("/dev/full", "/dev/null", "pipe"):
        yard.expect(2, *command, name, err=(name, "not a file"))
    assert (yard.path / "pipe").is_fifo() and pathlib.Path("/dev/null").is_char_device()
    (yard.path / "link").symlink_to("map.bin")
    for round in range(2):
        yard.expect(0, *command, "link", "--quiet")
        assert (yard.path / "link").is_symlink() and (yard.path / "map.bin").is_file()
    yard.expect(2, *command, "no/such/map", err=("no/such/map: cannot be written",))


def sound_plan_with_prm_from_a_roadmap_of_lazyprm(yard):
    """LazyPRM keeps motions that it has not asked about: PRM asks before it has them."""
    floor_of(yard)
    command = ("plan", "floor.yaml", "--query", "over", "--time", "0.5", "--roadmap", "map.bin", "--quiet")
    yard.expect(0, *command, "--planner", "LazyPRM")
    yard.expect(0, *command, "--planner", "PRM", out=("proved free",))
    leg = plan_of(yard)["queries"][0]
    assert leg["roadmap_states"] > 0 and leg["certified"], leg


def works_plan_takes_parameters_runs_and_logs(yard):
    floor_of(yard)
    text = yard.expect(0, "plan", "floor.yaml", "--query=over", "--param", "range=0.5", "--runs",
                       "3", "--seed", "5", "--log", "ompl.log")
    assert all(f"seed {seed}" in text for seed in (5, 6, 7)), text
    lengths = [float(x) for x in re.findall(r"over +solved .* +\d+ +([\d.]+) +proved free", text)]
    assert len(lengths) == 3, text
    assert abs(plan_of(yard)["queries"][0]["length"] - min(lengths)) < 1e-3, (lengths, text)
    assert "RRTConnect" in (yard.path / "ompl.log").read_text()
    for arguments, said in ((("--param", "rang=1"), "range"), (("--param", "range"), "name=value"),
                            (("--planner", "RTT"), "RRTConnect"),
                            (("--validator", "discreet"), "certified, discrete"),
                            (("--validator", "discrete:0"), "above 0"),
                            (("--validator", "discrete:1e-300"), "from 1e-06 to 10000"),
                            (("--validator", "discrete:1e300"), "from 1e-06 to 10000"),
                            (("--validator", "discrete:nan"), "from 1e-06 to 10000"),
                            (("--seed", "9" * 12), "seeds are from 1"),
                            (("--query", "under"), "it has: over carry away")):
        yard.expect(2, "plan", "floor.yaml", *arguments, err=(said,))


def works_plan_knows_the_papers_names(yard):
    """OMPL says RRTstar where everybody writes RRT*; results have OMPL's name."""
    floor_of(yard)
    yard.expect(0, "plan", "floor.yaml", "--query", "over", "--planner", "RRT*", "--time", "0.5",
                "--out", "plan.json")
    assert plan_of(yard)["planner"] == "RRTstar", plan_of(yard)["planner"]


def works_plan_tells_as_json(yard):
    floor_of(yard)
    told = json.loads(yard.expect(0, "plan", "floor.yaml", "--json", "--runs", "3", "--threads", "2"))
    assert told["scene"] == "floor" and told["plan"] == "plan.json", told
    assert [run["seed"] for run in told["runs"]] == [1, 2, 3] and all(run["certified"] for run in told["runs"])
    best = plan_of(yard)
    same = next(run for run in told["runs"] if run["seed"] == best["seed"])
    for leg, brief in zip(best["queries"], same["queries"]):
        assert brief == {name: leg[name] for name in leg if name not in ("path", "edges")}, (brief, leg)
        assert 0 < leg["edge_seconds"] < leg["seconds_solve"], leg
    told = json.loads(yard.run("plan", "floor.yaml", "--json", "--validator", "discrete:0.01").stdout)
    assert all(0 < leg["edge_seconds"] < leg["seconds_solve"] for leg in told["runs"][0]["queries"]), told
    yard.expect(2, "plan", "floor.yaml", "--json", "--out", "-", err=("both want the standard output",))
    for json_only in (("--json",), ()):
        done = yard.run("plan", "floor.yaml", "--param", "rang=1", *json_only)
        assert done.returncode == 2 and done.stdout == "", done


def same_plan_of_the_same_seed(yard):
    floor_of(yard)
    paths = []
    for seed in (3, 3, 4):
        yard.expect(0, "plan", "floor.yaml", "--query", "over", "--planner", "RRT", "--seed",
                    str(seed), "--out", f"{len(paths)}.json")
        plan = plan_of(yard, f"{len(paths)}.json")
        paths.append(plan["queries"][0]["edges_checked"])
    assert paths[0] == paths[1] != paths[2], paths


def works_interrupt_of_a_plan(yard):
    """What there is is written, and the status says that it was interrupted."""
    floor_of(yard, THIN, POINT)
    process = subprocess.Popen([yard.program, "plan", "floor.yaml", "--query", "over", "--time", "60",
                                "--planner", "RRT"], cwd=yard.path, text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    time.sleep(1.5)
    begin = time.monotonic()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert process.returncode == 130 and time.monotonic() - begin < 5, (process.returncode, out, err)
    assert "interrupted" in out and "interrupted" in err, (out, err)
    plan = plan_of(yard)
    assert plan["queries"][0]["status"] == "interrupted" and not plan["certified"], plan
    assert not list(yard.path.glob("*.tmp"))


if __name__ == "__main__":
    tools.main(globals())
