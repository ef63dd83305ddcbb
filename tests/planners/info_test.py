"""Tests of `edgeproof info --query`, of JSON, and of witnesses."""

import json
import re

import yard as tools

# The beam lies in the wall at the start, and is too near the post at the goal.
STUCK = tools.SCENE.replace("queries:", """  - {name: post, cylinder: {radius: 0.1, length: 2}, xyz: [0, 1.2, 0], clearance: 0.3}
queries:
  - {name: stuck, start: {turn: 0}, goal: {turn: 1.2}}
  - {name: far, start: {turn: 3.0}, goal: {turn: 2.6}}""")


def json_of(yard, status, *arguments):
    return json.loads(yard.expect(status, *arguments, "--json"))


def works_info_says_why_an_end_is_not_free(yard):
    yard.write("stuck.yaml", STUCK)
    yard.expect(1, "info", "stuck.yaml", "--query", "stuck",
                out=("start: colliding: arm/beam and wall: intersect", "at          1.", # the wall is from 1.3 to 1.5
                     "goal: colliding: arm/beam and post: closer than the clearance",
                     "more than 0.3000 m is demanded"))
    told = json_of(yard, 1, "info", "stuck.yaml", "--query", "stuck")
    # Half the beam and half the wall: 0.05 + 0.1 to the side.
    assert 0.15 <= told["start"]["depth_at_most"] <= 0.16, told
    assert [abs(x) for x in told["start"]["depth_direction"]] == [0, 1, 0], told
    assert told["start"]["contact"]["pair"] == ["arm/beam", "wall"], told
    assert all(abs(a - b) < 1e-6 for a, b in zip(told["start"]["contact"]["point_a"],
                                                 told["start"]["contact"]["point_b"])), told
    goal = told["goal"]["contact"]
    assert goal["clearance"] == 0.3 and 0 < goal["distance"] <= 0.301, goal
    yard.expect(2, "info", "stuck.yaml", "--query", "none", err=("it has: stuck far carry",))


def robust_info_of_a_urdf(yard):
    """Not a scene, but it says how to make one."""
    yard.expect(2, "info", "arm.urdf", err=("a scene is needed", "urdf: arm.urdf"))


def works_info_says_what_is_nearest(yard):
    yard.write("stuck.yaml", STUCK)
    told = json_of(yard, 0, "info", "stuck.yaml", "--query", "far")
    # The beam at 2.6 rad: the post's centre is 1.2 |cos 2.6| from its middle line, 0.05 wide.
    import math
    exact = 1.2 * abs(math.cos(2.6)) - 0.1 - 0.05
    assert told["goal"]["clearance_proved"] <= exact <= told["goal"]["clearance_at_most"] + 1e-3
    assert exact - told["goal"]["clearance_proved"] < 5e-3, (exact, told)
    assert told["goal"]["nearest"]["pair"] == ["arm/beam", "post"], told
    assert "kind" not in told["goal"]["nearest"] and told["goal"]["nearest"]["distance"] > 0, told
    yard.expect(0, "info", "stuck.yaml", "--query", "far", out=("goal: free: arm/beam and post",))


def works_info_says_limits_of_an_end(yard):
    yard.write("narrow.yaml", tools.SCENE.replace("[-3.2, 3.2]", "[-3.2, 1.0]"))
    done = yard.run("info", "narrow.yaml", "--query", "carry")
    assert done.returncode == 2 and "1.5708" in done.stderr, done


def works_info_writes_json(yard):
    told = json_of(yard, 0, "info", "yard.yaml")
    assert told["name"] == "yard" and told["obstacle_triangles"] == 24, told
    assert [link["name"] for link in told["robots"][0]["links"]] == ["arm/base", "arm/beam"]
    assert told["values"] == [{"name": "arm/turn", "lower": -3.2, "upper": 3.2}], told["values"]
    assert told["queries"][0]["start"]["verdict"] == "free", told
    assert told["pairs"] == 0 and told["pairs_adjacent_or_allowed"] == 1, told
    yard.write("odd.yaml", tools.SCENE + "allowed:\n  - [arm/beam, nobody]\n")
    assert "nobody" in json_of(yard, 0, "info", "odd.yaml", "--quiet")["warnings"][0]


def works_check_writes_json(yard):
    told = json_of(yard, 1, "check", "yard.yaml", "--edges", "some.edges")
    assert (told["free"], told["colliding"], told["undecided"]) == (2, 1, 0), told
    assert [edge["verdict"] for edge in told["edges"]] == ["free", "colliding", "free"]
    assert told["labels"] == {"agree": 2, "missed_collisions": 0, "false_alarms": 0,
                              "undecided": 0, "without_label": 1}, told
    contact = told["edges"][1]["contact"]
    assert contact["pair"] == ["arm/beam", "wall"] and contact["distance"] == 0, contact


def works_check_of_a_query(yard):
    yard.expect(0, "check", "yard.yaml", "--query", "carry", out=(": 1 edge in", "free           1"))
    yard.expect(1, "check", "yard.yaml", "--query", "carry", "--clearance", "0.8")


def works_check_demands_a_clearance(yard):
    # The crate's near side is 1.8 - 0.1 from the middle, the beam ends at 1.5: 0.2 m.
    yard.write("by.edges", "# joints: turn\n1.4 1.7\n")
    for clearance, status in (("0.19", 0), ("0.21", 1)):
        yard.expect(status, "check", "yard.yaml", "--edges", "by.edges", "--clearance", clearance)


def works_check_of_a_path(yard):
    yard.write("way.path", "# joints: turn\n0.5\n1.5\n2.5\n")
    yard.expect(0, "check", "yard.yaml", "--path", "way.path", out=("2 edges",))
    yard.expect(2, "check", "yard.yaml", "--path", "some.edges", err=("is no path",))


def objects_of(text):
    """Vertices of each object of an OBJ, in the order they are named by faces."""
    vertices, objects, name = [], {}, None
    for words in (line.split() for line in text.splitlines()):
        if words[:1] == ["o"]:
            name = " ".join(words[1:])
            objects[name] = []
        elif words[:1] == ["v"]:
            vertices.append(tuple(map(float, words[1:])))
        elif words[:1] == ["f"]:
            assert len(words) == 4 and all(1 <= int(w) <= len(vertices) for w in words[1:]), words
            objects[name].append([vertices[int(w) - 1] for w in words[1:]])
    return objects


def works_check_writes_a_witness(yard):
    """The beam stands where it meets the wall, and the triangles that touch are of the two."""
    import math
    told = json_of(yard, 1, "check", "yard.yaml", "--edges", "some.edges", "--mode", "toc",
                   "--witness", "w.obj")
    objects = objects_of((yard.path / "w.obj").read_text())
    assert set(objects) == {"arm/base", "arm/beam", "wall", "touching arm/beam",
                            "touching wall"}, objects.keys()
    angle = 0.5 - told["edges"][1]["t_contact"]
    tip = max((v for facet in objects["arm/beam"] for v in facet), key=lambda v: math.hypot(*v[:2]))
    assert abs(math.hypot(*tip[:2]) - math.hypot(1.5, 0.05)) < 1e-6, tip
    assert abs(abs(math.atan2(tip[1], tip[0]) - angle) - math.atan2(0.05, 1.5)) < 1e-6, (tip, angle)
    for body in ("arm/beam", "wall"):
        assert objects["touching " + body], objects
        assert all(facet in objects[body] for facet in objects["touching " + body]), body
    assert re.search(r"# arm/beam and wall", (yard.path / "w.obj").read_text())


def works_check_writes_no_witness_of_free_edges(yard):
    yard.expect(0, "check", "yard.yaml", "--query", "carry", "--witness", "w.obj",
                err=("no edge collides; w.obj is not written",))
    assert not (yard.path / "w.obj").exists()


def works_check_shows_payloads_and_round_shapes(yard):
    yard.write("round.yaml", tools.SCENE.replace("box: [0.2, 0.2, 0.2]", "sphere: {radius: 0.3}")
               .replace("[1.4, 0, 0]", "[1.9, 0.3, 0]").replace("goal: {turn: 0.6}", "goal: {turn: 0}"))
    yard.expect(1, "check", "round.yaml", "--query", "carry", "--witness", "w.obj")
    objects = objects_of((yard.path / "w.obj").read_text())
    crate = [v for facet in objects["crate"] for v in facet]
    middle = [sum(v[k] for v in crate) / len(crate) for k in range(3)]
    assert all(abs(sum((v[k] - middle[k]) ** 2 for k in range(3)) ** 0.5 - 0.3) < 0.05 for v in crate)
    assert abs((middle[0] ** 2 + middle[1] ** 2) ** 0.5 - 1.7) < 0.05, middle


if __name__ == "__main__":
    tools.main(globals())
