"""Renders the pictures of machines and sites with POV-Ray: render.py FOLDER OUT [NAME...]

FOLDER is what edgeproof-generate wrote, OUT is where the PNG files go; without a name all pictures
of the table below are made. Needs POV-Ray (Debian: povray) and nothing else beyond Python.

A picture is a list of things, a camera and a size. A thing is a robot at a configuration, a mesh, or
a whole scene of the benchmarks at a row of a path.
"""

import math
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import xml.etree.ElementTree
import zlib

SIZE = (640, 400)


def robot(file, values=None, xyz=(0, 0, 0), yaw=0.0, ropes=()):
    """A URDF with values of its joints by name, planar ones as base.x base.y base.yaw; joints that
    are not named are at 0. A rope is (link, point, link, point, radius)."""
    return {"robot": file, "values": values or {}, "xyz": xyz, "yaw": yaw, "ropes": ropes}


def mesh(file, colour, xyz=(0, 0, 0), yaw=0.0):
    """An OBJ or PLY file; colour is red, green, blue in [0,1]."""
    return {"mesh": file, "colour": colour, "xyz": xyz, "yaw": yaw}


def stage(file, path, row, colours, tints=None):
    """A scene file of a benchmark, its robots as a row of a path file says. An obstacle has the
    colour of the first prefix in `colours` that its name starts with; robots are tinted by name."""
    return {"scene": file, "path": path, "row": row, "colours": colours, "tints": tints or {}}


def camera(eye, target, angle):
    """Where it stands, what it looks at, and how many degrees it sees from left to right."""
    return {"eye": eye, "target": target, "angle": angle}


PICTURES = {
    "machine_excavator": {
        "things": [robot("machines/excavator.urdf",
                         {"swing": 0.0, "boom": 0.55, "stick": -1.75, "bucket": -0.9})],
        "camera": camera((9.0, 14.2, 6.6), (2.15, 0.0, 2.75), 39),
    },
    "machine_tower_crane": {
        "things": [robot("machines/tower_crane.urdf", {"slew": 0.0, "trolley": 27.0, "hoist": 22.0},
                         ropes=[("trolley", (0, 0, 0), "hook", (0, 0, 1.2), 0.04)])],
        "camera": camera((42.0, 74.0, 9.0), (20.5, 0.0, 24.5), 57),
        "size": (640, 480),
    },
    "machine_mobile_crane": {
        "things": [robot("machines/mobile_crane.urdf",
                         {"slew": 0.45, "luff": 0.75, "tele1": 3.0, "tele2": 2.5, "hoist": 7.0},
                         ropes=[("head", (0.32, 0, 0), "hook", (0, 0, 1.2), 0.02)])],
        "camera": camera((21.0, 27.0, 5.0), (4.8, 1.5, 8.3), 47),
        "size": (640, 480),
    },
    "machine_dump_truck": {
        "things": [robot("machines/dump_truck.urdf", {"tip": 0.0})],
        "camera": camera((8.5, 9.5, 4.6), (0.0, 0.0, 1.35), 42),
    },
    "machine_loads": {
        "things": [mesh("loads/weight.obj", (0.62, 0.61, 0.58), (3.4, 1.6, 0)),
                   mesh("loads/pipes.obj", (0.45, 0.47, 0.50), (-0.6, 2.6, 0), 0.15),
                   mesh("loads/panel.obj", (0.72, 0.70, 0.66), (-2.2, -1.4, 0), 0.25),
                   mesh("loads/skip.obj", (0.50, 0.44, 0.36), (2.4, -0.9, 0), -0.2)],
        "camera": camera((4.0, 10.5, 5.0), (0.2, 0.2, 0.8), 46),
    },
}

# ---- The construction site, and the machines at work there ----

SITE = [mesh(f"site/{name}.ply", colour) for name, colour in (
    ("terrain", (0.60, 0.49, 0.36)), ("road", (0.66, 0.62, 0.55)), ("heaps", (0.76, 0.66, 0.47)),
    ("rocks", (0.56, 0.54, 0.51)), ("frame", (0.74, 0.74, 0.72)), ("formwork", (0.86, 0.65, 0.22)),
    ("scaffold", (0.62, 0.66, 0.70)), ("rebar", (0.50, 0.26, 0.15)),
    ("fence", (0.60, 0.64, 0.66)), ("pipes", (0.62, 0.63, 0.66)),
    ("standing_pipes", (0.72, 0.70, 0.66)), ("cabins", (0.27, 0.47, 0.68)),
    ("poles", (0.42, 0.30, 0.20)), ("power_line", (0.10, 0.10, 0.10)),
    ("stores", (0.76, 0.46, 0.28)), ("parked", (0.90, 0.86, 0.74)))]
CONCRETE = (0.80, 0.80, 0.78)
TOWER_ROPE = [("trolley", (0, 0, 0), "hook", (0, 0, 1.2), 0.04)]


def site_picture(things, view):
    return {"things": SITE + things, "camera": view, "size": (900, 560), "ground": -6.05}


PICTURES.update({
    "site": site_picture([], camera((-46, -88, 48), (-1, -2, -4), 62)),
    "scene_excavator": site_picture(
        [robot("machines/excavator.urdf",
               {"base.x": 24, "base.y": -22, "base.yaw": 1.5708, "boom": 0.55, "stick": -1.75,
                "bucket": -0.9}),
         robot("machines/dump_truck.urdf", {}, (45, 1.9, 0), 1.5708),
         mesh("loads/weight.obj", CONCRETE, (32.0018, 2.1085, 0.05), 2.6)],
        camera((6, -34, 13), (33, -9, 0), 52)),
    "scene_tower-crane": site_picture(
        [robot("machines/tower_crane.urdf",
               {"slew": 2.64978, "trolley": 31.76476, "hoist": 41}, (2, 24, 0), 0.0, TOWER_ROPE),
         mesh("loads/weight.obj", CONCRETE, (-26, 39, 0.05))],
        camera((34, -80, 28), (-8, 12, 19), 60)),
    "scene_two-cranes": site_picture(
        [robot("machines/tower_crane.urdf",
               {"slew": -1.60782, "trolley": 27.01851, "hoist": 29.25}, (-36, 40, 2), 0.0,
               TOWER_ROPE),
         robot("machines/tower_crane.urdf", {"slew": 2.9, "trolley": 30, "hoist": 20},
               (23.4, 32.4, -4.5), 0.0, TOWER_ROPE),
         mesh("loads/weight.obj", CONCRETE, (-37, 13, 13.8))],
        camera((22, -86, 36), (-6, 18, 21), 62)),
    "scene_mobile-crane": site_picture(
        [robot("machines/mobile_crane.urdf",
               {"slew": 1.8491, "luff": 0.95, "tele1": 4.67291, "tele2": 4.67291,
                "hoist": 19.50034}, (26, -28, 0), 0.0,
               [("head", (0.32, 0, 0), "hook", (0, 0, 1.2), 0.03)]),
         mesh("loads/pipes.obj", (0.62, 0.64, 0.67), (23, -17.5, 0.1), 3.41989)],
        camera((-10, -62, 12), (25, -27, 9.5), 48)),
})

# ---- The benchmarks of the papers ----

CHESS = {"board_dark": (0.22, 0.16, 0.12), "board_light": (0.86, 0.78, 0.62),
         "board_frame": (0.36, 0.20, 0.10), "white": (0.93, 0.90, 0.82), "black": (0.20, 0.19, 0.20)}
FLOOR = {"floor": (0.70, 0.70, 0.68)}
TRAIN_TINTS = {"red": (0.78, 0.16, 0.12), "blue": (0.15, 0.30, 0.68), "green": (0.16, 0.48, 0.24),
               "yellow": (0.88, 0.66, 0.10)}
PIPES = FLOOR | {"pipes_headers": (0.62, 0.66, 0.70), "pipes_risers": (0.88, 0.70, 0.20),
                 "pipes_left": (0.74, 0.26, 0.20), "pipes_right": (0.30, 0.46, 0.66),
                 "pipes_overhead": (0.32, 0.56, 0.40), "rack": (0.50, 0.52, 0.55)}
ROOM = {"pipe": (0.60, 0.66, 0.64), "bend": (0.60, 0.66, 0.64), "flange": (0.46, 0.50, 0.52),
        "clamp": (0.36, 0.37, 0.38), "valve": (0.76, 0.24, 0.18), "gauge": (0.90, 0.88, 0.80),
        "motor": (0.22, 0.42, 0.62), "pump": (0.25, 0.48, 0.66), "skid": (0.34, 0.36, 0.38),
        "tank": (0.80, 0.80, 0.76), "exchanger": (0.52, 0.62, 0.52), "fan": (0.70, 0.52, 0.26),
        "cabinet": (0.66, 0.68, 0.70), "panel": (0.66, 0.68, 0.70), "drum": (0.20, 0.36, 0.56),
        "extinguisher": (0.80, 0.12, 0.10), "crate": (0.70, 0.54, 0.34),
        "beam": (0.56, 0.34, 0.26), "tray": (0.60, 0.62, 0.64), "grating": (0.45, 0.47, 0.50),
        "rail": (0.90, 0.74, 0.16), "rungs": (0.90, 0.74, 0.16), "duct": (0.76, 0.78, 0.80),
        "lamp": (0.97, 0.96, 0.86), "slab": (0.76, 0.75, 0.71)}

PICTURES.update({
    "mannequin": {
        "things": [stage("mannequin/chess.yaml", "mannequin/walk.path", 142, CHESS)],
        "camera": camera((1.9, -4.6, 2.25), (-0.15, 0.5, 0.78), 52),
        "ground": -0.205,
    },
    "two_mannequins": {
        "things": [stage("mannequin/two.yaml", "mannequin/hit.path", 18, FLOOR,
                         {"red": (0.80, 0.16, 0.12), "blue": (0.14, 0.30, 0.74)})],
        "camera": camera((0.5, -3.5, 1.5), (0.0, 0.0, 0.86), 48),
    },
    "trains": {
        "things": [stage("trains/four.yaml", "trains/crash.path", 150, FLOOR, TRAIN_TINTS)],
        "camera": camera((1.2, -10.2, 5.2), (0.4, -0.3, 0.0), 48),
    },
    "mountain": {
        "things": [stage("trains/mountain.yaml", "trains/impact.path", 84,
                         {"mountain": (0.56, 0.53, 0.47)})],
        "camera": camera((15.0, -18.0, 5.6), (1.0, 0.5, 5.3), 38),
        "ground": -2.01,
    },
    "puma_pipes": {
        "things": [stage("puma/pipes.yaml", "puma/pipes_reach.path", 72, PIPES)],
        "camera": camera((-1.25, -0.72, 1.72), (0.55, 0.08, 0.80), 74),
    },
    "machine_room": {
        "things": [stage("puma/room.yaml", "puma/room_reach.path", 72, ROOM)],
        "camera": camera((-0.2, -2.75, 2.15), (0.2, 0.6, 1.02), 84),
    },
})


# ---- Poses: three rows of four numbers ----


def times(a, b):
    return [[sum(a[i][k] * b[k][j] for k in range(3)) + (a[i][3] if j == 3 else 0.0)
             for j in range(4)] for i in range(3)]


def moved(a, v):
    return tuple(a[i][0] * v[0] + a[i][1] * v[1] + a[i][2] * v[2] + a[i][3] for i in range(3))


def shift(v):
    return [[1.0, 0.0, 0.0, v[0]], [0.0, 1.0, 0.0, v[1]], [0.0, 0.0, 1.0, v[2]]]


def turn(axis, angle):
    """About an axis of any length."""
    length = math.sqrt(sum(a * a for a in axis))
    x, y, z = (a / length for a in axis)
    c, s = math.cos(angle), math.sin(angle)
    return [[c + x * x * (1 - c), x * y * (1 - c) - z * s, x * z * (1 - c) + y * s, 0.0],
            [y * x * (1 - c) + z * s, c + y * y * (1 - c), y * z * (1 - c) - x * s, 0.0],
            [z * x * (1 - c) - y * s, z * y * (1 - c) + x * s, c + z * z * (1 - c), 0.0]]


def placed(xyz, yaw):
    return times(shift(xyz), turn((0, 0, 1), yaw))


def origin(element):
    """The <origin> below an element of a URDF."""
    found = element.find("origin") if element is not None else None
    if found is None:
        return shift((0, 0, 0))
    xyz = numbers(found.get("xyz", "0 0 0"))
    roll, pitch, yaw = numbers(found.get("rpy", "0 0 0"))
    place = times(shift(xyz), turn((0, 0, 1), yaw))
    return times(times(place, turn((0, 1, 0), pitch)), turn((1, 0, 0), roll))


def numbers(text):
    return [float(word) for word in text.split()]


# ---- Meshes ----


def read_obj(path):
    vertices, triangles = [], []
    for line in path.read_text().splitlines():
        words = line.split()
        if words and words[0] == "v":
            vertices.append(tuple(float(w) for w in words[1:4]))
        elif words and words[0] == "f":
            corners = [int(w.split("/")[0]) for w in words[1:]]
            corners = [c - 1 if c > 0 else len(vertices) + c for c in corners]
            triangles += [(corners[0], corners[i], corners[i + 1])
                          for i in range(1, len(corners) - 1)]
    return vertices, triangles


PLY_TYPES = {"char": "b", "uchar": "B", "short": "h", "ushort": "H", "int": "i", "uint": "I",
             "float": "f", "double": "d", "int8": "b", "uint8": "B", "int16": "h", "uint16": "H",
             "int32": "i", "uint32": "I", "float32": "f", "float64": "d"}


def ply_header(data):
    """The format, the elements as (name, count, properties), and where the data starts."""
    end = data.index(b"end_header")
    start = data.index(b"\n", end) + 1
    kind, elements = "", []
    for line in data[:end].decode("ascii").splitlines():
        words = line.split()
        if words[:1] == ["format"]:
            kind = words[1]
        elif words[:1] == ["element"]:
            elements.append((words[1], int(words[2]), []))
        elif words[:1] == ["property"]:
            elements[-1][2].append(words[1:])
    return kind, elements, start


def ply_values(data, kind, start):
    """A function that gives the next number of a type."""
    if kind == "ascii":
        words = iter(data[start:].split())
        return lambda code: float(next(words)) if code in "fd" else int(next(words))
    order = "<" if kind == "binary_little_endian" else ">"
    place = [start]

    def following(code):
        (value,) = struct.unpack_from(order + code, data, place[0])
        place[0] += struct.calcsize(order + code)
        return value
    return following


def read_ply(path):
    data = path.read_bytes()
    kind, elements, start = ply_header(data)
    following = ply_values(data, kind, start)
    vertices, triangles = [], []
    for name, count, properties in elements:
        for _ in range(count):
            row = {}
            for words in properties:
                if words[0] == "list":
                    size = following(PLY_TYPES[words[1]])
                    row[words[3]] = [following(PLY_TYPES[words[2]]) for _ in range(size)]
                else:
                    row[words[1]] = following(PLY_TYPES[words[0]])
            if name == "vertex":
                vertices.append((row["x"], row["y"], row["z"]))
            elif name == "face":
                corners = row.get("vertex_indices") or row["vertex_index"]
                triangles += [(corners[0], corners[i], corners[i + 1])
                              for i in range(1, len(corners) - 1)]
    return vertices, triangles


def read_mesh(path):
    return read_ply(path) if path.suffix == ".ply" else read_obj(path)


# ---- Robots ----


def joint_value(joints, values, name):
    mimic = joints[name].find("mimic")
    if mimic is None:
        return values.get(name, 0.0)
    followed = joint_value(joints, values, mimic.get("joint"))
    return followed * float(mimic.get("multiplier", "1")) + float(mimic.get("offset", "0"))


def joint_motion(joints, values, name):
    kind = joints[name].get("type")
    axis = joints[name].find("axis")
    axis = numbers(axis.get("xyz")) if axis is not None else [1.0, 0.0, 0.0]
    if kind == "planar":
        # The axis of all our planar joints is z.
        x, y, yaw = (values.get(f"{name}.{part}", 0.0) for part in ("x", "y", "yaw"))
        return placed((x, y, 0.0), yaw)
    if kind == "floating":
        x, y, z, qx, qy, qz = (values.get(f"{name}.{part}", 0.0)
                               for part in ("x", "y", "z", "qx", "qy", "qz"))
        qw = values.get(f"{name}.qw", 1.0)
        sine = math.sqrt(qx * qx + qy * qy + qz * qz)
        turned = turn((qx, qy, qz), 2 * math.atan2(sine, qw)) if sine > 0 else shift((0, 0, 0))
        return times(shift((x, y, z)), turned)
    value = joint_value(joints, values, name)
    if kind == "prismatic":
        length = math.sqrt(sum(a * a for a in axis))
        return shift([a / length * value for a in axis])
    if kind in ("revolute", "continuous"):
        return turn(axis, value)
    return shift((0, 0, 0))


def link_poses(tree, values, base):
    """The pose of every link by name."""
    joints = {j.get("name"): j for j in tree.findall("joint")}
    unknown = {name.split(".")[0] for name in values} - joints.keys()
    if unknown:
        raise ValueError(f"no joint {sorted(unknown)[0]}")
    by_child = {j.find("child").get("link"): j for j in joints.values()}
    poses = {}

    def pose(link):
        if link not in poses:
            joint = by_child.get(link)
            if joint is None:
                poses[link] = base
            else:
                at = times(pose(joint.find("parent").get("link")), origin(joint))
                poses[link] = times(at, joint_motion(joints, values, joint.get("name")))
        return poses[link]
    for link in tree.findall("link"):
        pose(link.get("name"))
    return poses


def robot_solids(folder, thing):
    """Of every visual: vertices, triangles, colour; and the ropes as (from, to, radius)."""
    path = folder / thing["robot"]
    tree = xml.etree.ElementTree.parse(path).getroot()
    poses = link_poses(tree, thing["values"], placed(thing["xyz"], thing["yaw"]))
    solids = []
    for link in tree.findall("link"):
        for visual in link.findall("visual"):
            element = visual.find("geometry/mesh")
            if element is None:
                raise ValueError(f"{path}: link '{link.get('name')}': not a mesh")
            place = times(poses[link.get("name")], origin(visual))
            vertices, triangles = read_mesh(path.parent / element.get("filename"))
            scale = numbers(element.get("scale", "1 1 1"))
            vertices = [moved(place, [v[k] * scale[k] for k in range(3)]) for v in vertices]
            colour = visual.find("material/color")
            colour = numbers(colour.get("rgba"))[:3] if colour is not None else [0.7, 0.7, 0.7]
            solids.append((vertices, triangles, colour))
    ropes = [(moved(poses[a], p), moved(poses[b], q), radius)
             for a, p, b, q, radius in thing["ropes"]]
    return solids, ropes


# ---- Scenes ----


def field(text, name):
    """The numbers of a list in a line of YAML as edgeproof-generate writes it, or None."""
    found = re.search(name + r": \[([^]]*)\]", text)
    return [float(word) for word in found.group(1).split(",")] if found else None


def path_values(path, row):
    lines = path.read_text().splitlines()
    return dict(zip(lines[0].split()[2:], numbers(lines[1 + row])))


def box_mesh(size):
    corners = [(x * size[0] / 2, y * size[1] / 2, z * size[2] / 2)
               for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
    quads = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    return corners, [t for a, b, c, d in quads for t in ((a, b, c), (a, c, d))]


def obstacle_solids(folder, text, colours):
    meshes = {}
    for name, line in re.findall(r"- \{name: (\w+), (.*)\}", text):
        colour = next(c for prefix, c in colours.items() if name.startswith(prefix))
        matrix = field(line, "matrix")
        place = ([matrix[0:4], matrix[4:8], matrix[8:12]] if matrix else
                 placed(field(line, "xyz") or (0, 0, 0), (field(line, "rpy") or (0, 0, 0))[2]))
        found = re.search(r"mesh: ([^,}]+)", line)
        if found and found.group(1) not in meshes:
            meshes[found.group(1)] = read_mesh(folder / found.group(1))
        vertices, triangles = meshes[found.group(1)] if found else box_mesh(field(line, "box"))
        yield [moved(place, v) for v in vertices], triangles, colour


def stage_solids(folder, thing):
    """As robot_solids(), of all robots and obstacles of a scene of the benchmarks."""
    path = folder / thing["scene"]
    text = path.read_text()
    machines, rest = text.split("\nobstacles:")
    values = path_values(folder / thing["path"], thing["row"])
    solids = list(obstacle_solids(path.parent, rest.split("\nqueries:")[0], thing["colours"]))
    names = re.findall(r"name: (\w+),?\s+urdf: ([^,\s]+)", machines)
    for name, file in names:
        prefix = f"{name}/" if len(names) > 1 else ""
        own = {k[len(prefix):]: v for k, v in values.items() if k.startswith(prefix)}
        tint = thing["tints"].get(name)
        for vertices, triangles, colour in robot_solids(path.parent, robot(file, own))[0]:
            if tint:
                colour = [0.8 * t + 0.2 * c for t, c in zip(tint, colour)]
            solids.append((vertices, triangles, colour))
    return solids, []


# ---- POV-Ray ----

SCENE = """#version 3.7;
global_settings {{ assumed_gamma 1.0 max_trace_level 8 }}
camera {{
  perspective location <{eye}> sky <0,0,1> right <-{ratio},0,0> up <0,0,1>
  angle {angle} look_at <{target}>
}}
sky_sphere {{ pigment {{ gradient z color_map {{
  [0.0 srgb <0.93,0.95,0.97>] [0.5 srgb <0.70,0.80,0.90>] }} }} }}
light_source {{ <{sun}> color rgb 1.25 parallel point_at <0,0,0> }}
light_source {{ <{fill}> color rgb 0.28 parallel point_at <0,0,0> shadowless }}
plane {{ z, {ground} pigment {{ srgb <0.80,0.77,0.71> }} finish {{ ambient 0.32 diffuse 0.62 }} }}
"""


def vector(v):
    return ",".join(f"{x:.6g}" for x in v)


def finish(colour):
    shade = vector(colour)
    return (f"texture {{ pigment {{ srgb <{shade}> }} "
            "finish { ambient 0.3 diffuse 0.7 specular 0.12 roughness 0.05 } }\n")


def mesh_text(vertices, triangles, colour):
    points = ",".join(f"<{vector(v)}>" for v in vertices)
    faces = ",".join(f"<{a},{b},{c}>" for a, b, c in triangles)
    return (f"mesh2 {{ vertex_vectors {{ {len(vertices)},{points} }}\n"
            f"face_indices {{ {len(triangles)},{faces} }}\n{finish(colour)} }}\n")


def rope_text(start, end, radius):
    return (f"cylinder {{ <{vector(start)}>, <{vector(end)}>, {radius:.6g} "
            f"{finish((0.1, 0.1, 0.1))} }}\n")


def scene_text(folder, picture):
    view, size = picture["camera"], picture.get("size", SIZE)
    away = [e - t for e, t in zip(view["eye"], view["target"])]
    heading = math.atan2(away[1], away[0])
    # The sun stands behind the camera's left shoulder, the weak light at its right.
    sun = (math.cos(heading - 0.75), math.sin(heading - 0.75), 1.15)
    fill = (math.cos(heading + 0.9), math.sin(heading + 0.9), 0.5)
    text = [SCENE.format(eye=vector(view["eye"]), target=vector(view["target"]),
                         ratio=size[0] / size[1], angle=view["angle"],
                         sun=vector([1e4 * s for s in sun]), fill=vector([1e4 * f for f in fill]),
                         ground=picture.get("ground", -0.005))]
    for thing in picture["things"]:
        if "robot" in thing:
            solids, ropes = robot_solids(folder, thing)
        elif "scene" in thing:
            solids, ropes = stage_solids(folder, thing)
        else:
            vertices, triangles = read_mesh(folder / thing["mesh"])
            place = placed(thing["xyz"], thing["yaw"])
            solids, ropes = [([moved(place, v) for v in vertices], triangles, thing["colour"])], []
        text += [mesh_text(*solid) for solid in solids] + [rope_text(*rope) for rope in ropes]
    return "".join(text)


def run_pov(text, size):
    """The picture as rows of (red, green, blue) bytes."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "scene.pov").write_text(text)
        command = ["povray", "+Iscene.pov", "+Opicture.ppm", f"+W{size[0]}", f"+H{size[1]}", "+FP8",
                   "+A0.0", "+AM1", "+R3", "-D", "-GA", "+WT2"]
        done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, check=False)
        if done.returncode != 0:
            raise RuntimeError(f"povray failed:\n{done.stdout.decode(errors='replace')}")
        data = (folder / "picture.ppm").read_bytes()
    pixels = data[len(data) - 3 * size[0] * size[1]:]
    return [pixels[3 * size[0] * y:3 * size[0] * (y + 1)] for y in range(size[1])]


# ---- PNG with a palette ----


def palette_of(counts, most):
    """Median cut: boxes of colours, the one with the widest spread is split first."""
    boxes = [list(counts)]

    def spread(box):
        widths = [max(c[k] for c in box) - min(c[k] for c in box) for k in range(3)]
        return max(widths) * math.sqrt(sum(counts[c] for c in box)), widths.index(max(widths))
    ranked = [(spread(boxes[0]), boxes[0])]
    while len(ranked) < most:
        ranked.sort(key=lambda entry: entry[0][0])
        (size, channel), box = ranked.pop()
        if size == 0.0:
            ranked.append(((size, channel), box))
            break
        box.sort(key=lambda c: c[channel])
        half, total, at = sum(counts[c] for c in box) / 2, 0, 0
        while at < len(box) - 1 and total + counts[box[at]] <= half:
            total += counts[box[at]]
            at += 1
        at = max(at, 1)
        ranked += [(spread(part), part) for part in (box[:at], box[at:])]
    return [box for _, box in ranked]


def mean_colour(box, counts):
    total = sum(counts[c] for c in box)
    return tuple(round(sum(c[k] * counts[c] for c in box) / total) for k in range(3))


def write_png(path, rows, size):
    # Five or six bits a colour keep the number of different ones small.
    coarse = bytes((v & 0xFC) | 2 for v in range(256))
    rows = [row.translate(coarse) for row in rows]
    counts = {}
    for row in rows:
        for x in range(0, len(row), 3):
            colour = (row[x], row[x + 1], row[x + 2])
            counts[colour] = counts.get(colour, 0) + 1
    boxes = palette_of(counts, 256)
    index = {c: i for i, box in enumerate(boxes) for c in box}
    colours = bytes(v for box in boxes for v in mean_colour(box, counts))
    lines = b"".join(b"\0" + bytes(index[(row[x], row[x + 1], row[x + 2])]
                                   for x in range(0, len(row), 3)) for row in rows)

    def chunk(kind, body):
        return (struct.pack(">I", len(body)) + kind + body
                + struct.pack(">I", zlib.crc32(kind + body)))
    header = struct.pack(">IIBBBBB", size[0], size[1], 8, 3, 0, 0, 0)
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"PLTE", colours)
                     + chunk(b"IDAT", zlib.compress(lines, 9)) + chunk(b"IEND", b""))


def main(arguments):
    if arguments == ["--list"]:
        print("\n".join(PICTURES))
        return
    if len(arguments) < 2:
        sys.exit(__doc__)
    folder, out, names = pathlib.Path(arguments[0]), pathlib.Path(arguments[1]), arguments[2:]
    for name in names:
        if name not in PICTURES:
            sys.exit(f"render.py: no picture '{name}'; there are {' '.join(PICTURES)}")
    out.mkdir(parents=True, exist_ok=True)
    for name in names or PICTURES:
        picture = PICTURES[name]
        size = picture.get("size", SIZE)
        write_png(out / f"{name}.png", run_pov(scene_text(folder, picture), size), size)
        print(f"{name}.png: {(out / f'{name}.png').stat().st_size} bytes")


if __name__ == "__main__":
    main(sys.argv[1:])
