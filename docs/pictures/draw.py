"""Draws the pictures of docs/algorithm.md: draw.py [folder], by default the folder it is in.

One function a picture. What can be computed is computed, with the same rules as core but in the
plane or along a line, and checked by asserts: a picture that says "free" is free.
"""

import math
import pathlib
import sys

WIDTH = 720
INK, SOFT, FAINT = "#222222", "#777777", "#cccccc"
MOVES, RESTS, GOOD, BAD = "#1f6fb2", "#b5651d", "#1b7f4b", "#c0392b"


class Picture:
    """An SVG file in the making. Coordinates are pixels, y down."""

    def __init__(self, height):
        self.height = height
        self.parts = []

    @staticmethod
    def number(x):
        text = f"{x:.1f}"
        text = text[:-2] if text.endswith(".0") else text
        return "0" if text == "-0" else text

    def shape(self, tag, attributes, style, body=""):
        words = [f'{name}="{value}"' for name, value in {**attributes, **style}.items()]
        inside = f">{body}</{tag}>" if body else "/>"
        self.parts.append(f"<{tag} {' '.join(words)}{inside}")

    @staticmethod
    def style(line, fill, width, dash, opacity):
        style = {"fill": fill or "none"}
        if line:
            style |= {"stroke": line, "stroke-width": Picture.number(width)}
        if dash:
            style["stroke-dasharray"] = dash
        if opacity < 1.0:
            style["fill-opacity"] = f"{opacity:.2f}"
        return style

    def polygon(self, points, line=INK, fill=None, width=1.5, dash=None, opacity=1.0):
        text = " ".join(f"{self.number(x)},{self.number(y)}" for x, y in points)
        self.shape("polygon", {"points": text}, self.style(line, fill, width, dash, opacity))

    def path(self, points, line=INK, width=1.5, dash=None):
        text = " ".join(f"{self.number(x)},{self.number(y)}" for x, y in points)
        self.shape("polyline", {"points": text}, self.style(line, None, width, dash, 1.0))

    def box(self, lo, hi, **how):
        """Of two opposite corners, in any order."""
        self.polygon([(lo[0], lo[1]), (hi[0], lo[1]), (hi[0], hi[1]), (lo[0], hi[1])], **how)

    def dot(self, at, radius=3.5, fill=INK, line=None):
        place = {"cx": self.number(at[0]), "cy": self.number(at[1]), "r": self.number(radius)}
        self.shape("circle", place, self.style(line, fill, 1.5, None, 1.0))

    def arrow(self, a, b, line=INK, width=1.5):
        angle = math.atan2(b[1] - a[1], b[0] - a[0])
        self.path([a, b], line, width)
        head = [b] + [(b[0] - 9 * math.cos(angle + s), b[1] - 9 * math.sin(angle + s))
                      for s in (0.4, -0.4)]
        self.polygon(head, line=None, fill=line)

    def text(self, at, words, fill=INK, anchor="start", size=13, bold=False):
        style = {"fill": fill, "font-size": str(size)}
        if anchor != "start":
            style["text-anchor"] = anchor
        if bold:
            style["font-weight"] = "bold"
        self.shape("text", {"x": self.number(at[0]), "y": self.number(at[1])}, style,
                   words.replace("&", "&amp;").replace("<", "&lt;"))

    def svg(self):
        head = (f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{self.height}" '
                f'viewBox="0 0 {WIDTH} {self.height}" font-family="sans-serif">')
        paper = f'<rect width="{WIDTH}" height="{self.height}" fill="#ffffff"/>'
        return "\n".join([head, paper, *self.parts, "</svg>", ""])


# --- Geometry in the plane, y up ---


def turned(point, angle, about=(0.0, 0.0)):
    c, s = math.cos(angle), math.sin(angle)
    return (about[0] + c * point[0] - s * point[1], about[1] + s * point[0] + c * point[1])


def between(a, b, s):
    return (a[0] + s * (b[0] - a[0]), a[1] + s * (b[1] - a[1]))


def bounds(points):
    xs, ys = zip(*points)
    return (min(xs), min(ys)), (max(xs), max(ys))


def inside_convex(point, corners):
    """Whether a point is inside of corners given counter-clockwise."""
    pairs = zip(corners, corners[1:] + corners[:1])
    return all((b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0]) >= 0.0
               for a, b in pairs)


def view(origin, scale):
    """From metres, y up, to pixels, y down."""
    return lambda p: (origin[0] + scale * p[0], origin[1] - scale * p[1])


def rectangle(lo, hi):
    return [lo, (hi[0], lo[1]), hi, (lo[0], hi[1])]


# --- The pictures ---


def sampling():
    """An arm turns past a wire; every sample is free."""
    p = Picture(300)
    at = view((150.0, 268.0), 52.0)
    arm = rectangle((0.0, -0.11), (4.4, 0.11))
    first, last, count = math.radians(84.0), math.radians(8.0), 4
    wire = turned((3.9, 0.0), first + (last - first) * 2.5 / count)

    def pose(t):
        return [turned(c, first + (last - first) * t) for c in arm]

    swept = [turned((4.4, 0.0), first + (last - first) * i / 40) for i in range(41)]
    p.polygon([at((0.0, 0.0))] + [at(c) for c in swept], line=None, fill=MOVES, opacity=0.08)
    p.path([at(c) for c in swept], line=FAINT)
    for i in range(count + 1):
        corners = pose(i / count)
        assert not inside_convex(wire, corners)
        p.polygon([at(c) for c in corners], line=MOVES, fill="#ffffff", width=1.8)
        name = ("t = 0", "1/4", "1/2", "3/4", "t = 1")[i]
        tip = at(turned((4.7, 0.0), first + (last - first) * i / count))
        p.text((tip[0], tip[1] + 4), name, fill=MOVES, anchor="middle" if i == 0 else "start")
    assert any(inside_convex(wire, pose(i / 1000)) for i in range(1001))
    struck = [turned(c, first + (last - first) * 2.5 / count) for c in arm]
    p.polygon([at(c) for c in struck], line=BAD, width=1.2, dash="4 4")
    p.dot(at((0.0, 0.0)), 5)
    p.dot(at(wire), 5, fill=RESTS)
    x, y = at(wire)
    p.path([(x + 6, y - 3), (482, 118)], line=SOFT, width=1)
    p.text((487, 116), "a wire, end on", fill=RESTS)
    p.text((487, 152), "five samples: all free", fill=MOVES)
    p.text((487, 172), "in between: a collision", fill=BAD)
    return p


def chord():
    """A h^2/8, for a point and for a box."""
    p = Picture(330)
    radius, begin, end = 4.0, math.radians(78.0), math.radians(24.0)
    spread = abs(end - begin)
    bound = radius * spread ** 2 / 8.0
    arc = [turned((radius, 0.0), begin + (end - begin) * i / 60) for i in range(61)]
    ends = arc[0], arc[-1]
    length = math.dist(*ends)
    n = (-(ends[1][1] - ends[0][1]) / length, (ends[1][0] - ends[0][0]) / length)
    away = [abs((q[0] - ends[0][0]) * n[0] + (q[1] - ends[0][1]) * n[1]) for q in arc]
    assert max(away) <= bound
    at = view((24.0, 302.0), 58.0)
    strip = [(e[0] + s * bound * n[0], e[1] + s * bound * n[1])
             for s, pair in ((1, ends), (-1, ends[::-1])) for e in pair]
    p.text((24, 24), "one point", bold=True)
    p.polygon([at(c) for c in strip], line=GOOD, fill=GOOD, dash="5 4", opacity=0.10)
    p.path([at((0.0, 0.0)), at(ends[0])], line=FAINT)
    p.path([at((0.0, 0.0)), at(ends[1])], line=FAINT)
    p.path([at(c) for c in arc], line=MOVES, width=2.5)
    p.path([at(c) for c in ends], line=INK, dash="2 3")
    p.dot(at((0.0, 0.0)), 5)
    for e in ends:
        p.dot(at(e), fill=MOVES)
    p.text((100, 62), "t0", fill=MOVES)
    p.text((245, 222), "t1", fill=MOVES)
    top = at(turned((radius, 0.0), begin + 0.72 * (end - begin)))
    p.text((top[0] + 12, top[1] - 8), "the curve", fill=MOVES)
    p.text((84, 178), "its chord")
    p.text((44, 322), f"off the chord: {max(away):.3f} m;  A h²/8 = {bound:.3f} m", size=12)

    at = view((385.0, 302.0), 58.0)
    own = rectangle((3.0, -0.3), (4.0, 0.3))
    farthest = max(math.hypot(*c) for c in own)
    grow = farthest * spread ** 2 / 8.0

    def placed(t):
        return [turned(c, begin + (end - begin) * t) for c in own]

    def grown(t):
        lo, hi = bounds(placed(t))
        return [(lo[0] - grow, lo[1] - grow), (hi[0] + grow, hi[1] + grow)]

    p.text((385, 24), "one box", bold=True)
    a, b = grown(0.0), grown(1.0)
    for i in range(101):
        lo, hi = (between(a[k], b[k], i / 100) for k in range(2))
        assert all(lo[k] <= c[k] <= hi[k] for c in placed(i / 100) for k in range(2))
    for t in (0.25, 0.75):
        p.polygon([at(c) for c in placed(t)], line=FAINT)
    for t in (0.0, 1.0):
        p.box(*(at(c) for c in bounds(placed(t))), line=SOFT, width=1)
        p.box(*(at(c) for c in grown(t)), line=GOOD, dash="5 4")
        p.polygon([at(c) for c in placed(t)], line=MOVES, fill=MOVES, width=2, opacity=0.25)
    middle = [between(a[k], b[k], 0.5) for k in range(2)]
    p.box(*(at(c) for c in middle), line=GOOD, fill=GOOD, width=2, opacity=0.10)
    p.polygon([at(c) for c in placed(0.5)], line=MOVES, fill=MOVES, width=2, opacity=0.25)
    for k in range(2):
        p.path([at(a[k]), at(b[k])], line=GOOD, width=1, dash="1 4")
    p.dot(at((0.0, 0.0)), 5)
    left = at(a[0])
    p.text((left[0] - 20, left[1] - 40), "t0", fill=MOVES)
    right = at(b[1])
    p.text((right[0] + 6, right[1] + 40), "t1", fill=MOVES)
    right = at(middle[1])
    p.text((right[0] + 8, right[1] + 16), "half way: the box", fill=GOOD)
    p.text((right[0] + 8, right[1] + 33), "that moves linearly", fill=GOOD)
    p.text((440, 322), "it holds the turned box at every t", size=12)
    return p


def arm_at(t):
    """An excavator's arm in the plane: frames (origin, angle) of boom, stick and bucket."""
    boom = math.radians(62.0 - 26.0 * t)
    stick = boom - math.radians(105.0 - 35.0 * t)
    bucket = stick - math.radians(40.0 + 30.0 * t)
    elbow = turned((3.0, 0.0), boom)
    wrist = turned((2.0, 0.0), stick, elbow)
    return [((0.0, 0.0), boom), (elbow, stick), (wrist, bucket)]


ARM = [rectangle((0.0, -0.14), (3.0, 0.14)), rectangle((0.0, -0.1), (2.0, 0.1)),
       [(0.0, -0.1), (0.75, -0.1), (0.6, 0.35), (0.0, 0.15)]]


def link_corners(t, link):
    origin, angle = arm_at(t)[link]
    return [turned(c, angle, origin) for c in ARM[link]]


def seen_from(frame, point):
    """A point of the world in a frame."""
    origin, angle = frame
    return turned((point[0] - origin[0], point[1] - origin[1]), -angle)


def tracks():
    """A moving body against a resting tree: four times the same."""
    p = Picture(500)
    p.path([(362, 14), (362, 486)], line=FAINT)
    p.path([(14, 250), (706, 250)], line=FAINT)
    times = (0.0, 0.5, 1.0)

    def arms(at):
        for t in times:
            for link in (0, 1):
                p.polygon([at(c) for c in link_corners(t, link)], line=FAINT, width=1)
        p.box(at((-1.0, -1.15)), at((7.2, -0.8)), line=RESTS, fill=RESTS, opacity=0.3)
        p.dot(at((0.0, 0.0)), 4)

    at = view((60.0, 194.0), 40.0)
    p.text((18, 28), "a link; the obstacles rest", bold=True)
    arms(at)
    for i, t in enumerate(times):
        p.polygon([at(c) for c in link_corners(t, 2)], line=MOVES, fill=MOVES,
                  opacity=0.15 + 0.2 * i)
    p.box(at((5.6, -0.8)), at((5.9, 2.3)), line=RESTS, fill=RESTS, opacity=0.3)
    p.text((232, 84), "frame: the world", fill=RESTS)

    at = view((420.0, 88.0), 56.0)
    p.text((376, 28), "two links; one of them rests", bold=True)
    p.polygon([at(c) for c in ARM[0]], line=RESTS, fill=RESTS, opacity=0.3)
    for i, t in enumerate(times):
        boom = arm_at(t)[0]
        p.polygon([at(seen_from(boom, c)) for c in link_corners(t, 1)], line=FAINT, width=1)
        p.polygon([at(seen_from(boom, c)) for c in link_corners(t, 2)], line=MOVES, fill=MOVES,
                  opacity=0.15 + 0.2 * i)
    p.dot(at((0.0, 0.0)), 4)
    p.text((410, 66), "frame: the boom", fill=RESTS)
    p.text((392, 176), "the bucket, as", fill=MOVES)
    p.text((392, 193), "the boom sees it", fill=MOVES)

    at = view((60.0, 430.0), 40.0)
    p.text((18, 274), "a payload moves with its link", bold=True)
    arms(at)
    load = rectangle((0.1, -0.5), (1.0, -0.15))
    for i, t in enumerate(times):
        p.polygon([at(c) for c in link_corners(t, 2)], line=SOFT, width=1)
        origin, angle = arm_at(t)[2]
        p.polygon([at(turned(c, angle, origin)) for c in load], line=MOVES, fill=MOVES,
                  opacity=0.15 + 0.2 * i)

    at = view((410.0, 454.0), 40.0)
    p.text((376, 274), "a rope: one segment, one box", bold=True)
    for i, t in enumerate(times):
        a, b = (0.6 + 4.2 * t, 3.2), (1.0 + 4.4 * t, 2.1 - 1.2 * t)
        p.box(at((a[0] - 0.25, 3.2)), at((a[0] + 0.25, 3.45)), line=SOFT, width=1)
        p.box(at((b[0] - 0.25, b[1] - 0.35)), at((b[0] + 0.25, b[1])), line=SOFT, width=1)
        lo, hi = bounds([a, b])
        p.box(at((lo[0] - 0.08, lo[1])), at((hi[0] + 0.08, hi[1])), line=MOVES, width=1, dash="3 3")
        p.path([at(a), at(b)], line=MOVES, width=2.5)
    p.path([at((0.0, 3.45)), at((6.6, 3.45))], line=SOFT)
    p.box(at((0.0, -0.55)), at((7.2, -0.2)), line=RESTS, fill=RESTS, opacity=0.3)
    p.box(at((2.6, -0.2)), at((3.4, 0.7)), line=RESTS, fill=RESTS, opacity=0.3)
    return p


def piece(corners, i, n):
    """The box of the part of a triangle between i/n and (i+1)/n of its box's longest edge."""
    lo, hi = bounds(corners)
    axis = 0 if hi[0] - lo[0] >= hi[1] - lo[1] else 1
    planes = [lo[axis] + (hi[axis] - lo[axis]) * k / n for k in (i, i + 1)]
    found = [c for c in corners if planes[0] <= c[axis] <= planes[1]]
    for a, b in zip(corners, corners[1:] + corners[:1]):
        for plane in planes:
            if (a[axis] < plane) != (b[axis] < plane):
                found.append(between(a, b, (plane - a[axis]) / (b[axis] - a[axis])))
    return bounds(found)


def cut():
    """A scaffold tube's triangle, its box, and the boxes of its pieces."""
    p = Picture(290)
    tube = [turned(c, math.radians(38.0)) for c in rectangle((0.0, -0.07), (6.0, 0.07))]
    triangle = [tube[0], tube[1], tube[3]]
    lo, hi = bounds(triangle)
    whole = (hi[0] - lo[0]) * (hi[1] - lo[1])
    for count, left in ((1, 30.0), (8, 390.0)):
        at = view((left, 258.0), 58.0)
        boxes = [piece(triangle, i, count) for i in range(count)]
        area = sum((b[1][0] - b[0][0]) * (b[1][1] - b[0][1]) for b in boxes)
        for b in boxes:
            p.box(*(at(c) for c in b), line=GOOD, fill=GOOD, opacity=0.12)
        p.polygon([at(c) for c in tube], line=SOFT, width=1)
        p.polygon([at(c) for c in triangle], line=RESTS, fill=RESTS, width=1, opacity=0.6)
        title = "one box: nearly all air" if count == 1 else f"{count} pieces, {count} boxes"
        p.text((left, 24), title, bold=True)
        share = "" if count == 1 else f"together {100.0 * area / whole:.0f} % of the one box"
        p.text((left, 280), share, size=12)
    p.text((30, 280), "one long triangle of a scaffold tube", size=12, fill=RESTS)
    return p


def center_at(t):
    """Where the middle of the fork of spacetime() is."""
    return 0.335 * math.sin(6.0 * t - 0.4)


CENTER_SECOND = 0.335 * 6.0 ** 2
FORK = (-1.1, 1.1)
PRONGS = [(-1.1, -0.5), (0.5, 1.1)]
PIPE, FLOOR = (-0.15, 0.15), (-3.0, -2.5)
SPLIT_PART = 0.3  # as in advance_traverse.c
LEVELS = 2


def children(part):
    """Of a part of the fork."""
    middle = 0.5 * (part[0] + part[1])
    return PRONGS if part == FORK else [(part[0], middle), (middle, part[1])]


def sweep_of(t0, t1, part):
    """The interval of a part at both ends of a span, inflated."""
    curve = CENTER_SECOND * (t1 - t0) ** 2 / 8.0
    return [(center_at(t) + part[0] - curve, center_at(t) + part[1] + curve) for t in (t0, t1)]


def is_apart(sweep, rest):
    """Whether the linearly moving interval is always beyond the resting one."""
    return all(s[0] > rest[1] for s in sweep) or all(s[1] < rest[0] for s in sweep)


def traverse(rest):
    """The traversal of advance_traverse.c along a line: the items that were shown free."""
    proved = []
    stack = [(0.0, 1.0, FORK, 0)]
    while stack:
        t0, t1, part, level = stack.pop()
        sweep = sweep_of(t0, t1, part)
        if is_apart(sweep, rest):
            proved.append((t0, t1, sweep, level))
            continue
        larger = max(part[1] - part[0], rest[1] - rest[0])
        moved = abs(center_at(t1) - center_at(t0)) + CENTER_SECOND * (t1 - t0) ** 2 / 4.0
        if level == LEVELS or moved > SPLIT_PART * larger:
            middle = 0.5 * (t0 + t1)
            stack += [(a, b, part, level) for a, b in ((t0, middle), (middle, t1))]
        else:
            stack += [(t0, t1, child, level + 1) for child in children(part)]
    return proved


def spacetime():
    """Time across, place up: boxes get finer where the fork is near the pipe."""
    p = Picture(410)
    left, width = 62.0, 500.0

    def at(point):
        return (left + width * point[0], 148.0 - 78.0 * point[1])

    def draw(items, how):
        for t0, t1, sweep, level in items:
            corners = [(t0, sweep[0][0]), (t1, sweep[1][0]), (t1, sweep[1][1]), (t0, sweep[0][1])]
            p.polygon([at(c) for c in corners], **how(level))

    colours = (GOOD, MOVES, "#6a3d9a")
    for prong in PRONGS:
        points = [[(i / 80, center_at(i / 80) + edge) for i in range(81)] for edge in prong]
        p.polygon([at(c) for c in points[0] + points[1][::-1]], line=None, fill="#dddddd")
    for rest in (PIPE, FLOOR):
        p.box(at((0.0, rest[0])), at((1.0, rest[1])), line=RESTS, fill=RESTS, opacity=0.4)
    floor, pipe = traverse(FLOOR), traverse(PIPE)
    draw(floor, lambda level: {"line": colours[level], "dash": "6 4", "width": 1.5})
    draw(pipe, lambda level: {"line": colours[level], "fill": colours[level], "width": 1.2,
                              "opacity": 0.12})
    for prong in PRONGS:
        for edge in prong:
            p.path([at((i / 80, center_at(i / 80) + edge)) for i in range(81)], line=INK)
    p.arrow((left, 392), (left + width + 12, 392))
    p.text((left + width + 18, 396), "time")
    p.arrow((left - 14, 380), (left - 14, 22))
    p.text((left - 30, 16), "place")
    x = left + width + 12
    p.text((x, at((0.0, 0.0))[1] + 4), "a pipe", fill=RESTS)
    p.text((x, at((0.0, sum(FLOOR) / 2))[1] + 4), "the floor", fill=RESTS)
    for prong in PRONGS:
        p.text((x, at((0.0, center_at(1.0) + 0.5 * (prong[0] + prong[1])))[1] + 4),
               "a prong of the fork")
    assert all(level == 0 for _, _, _, level in floor)
    counts = [sum(1 for item in pipe if item[3] == level) for level in range(3)]
    p.text((left + 4, 292), f"past the floor: {len(floor)} boxes around the fork", fill=GOOD)
    p.text((left + 4, 310), f"past the pipe: {counts[1]} boxes around a prong", fill=MOVES)
    p.text((left + 4, 328), f"and {counts[2]} around half a prong", fill=colours[2])
    return p


def project(points, n):
    values = [q[0] * n[0] + q[1] * n[1] for q in points]
    return min(values), max(values)


def sides():
    """Same side at both ends, and not."""
    p = Picture(330)
    rest = [(0.2, 0.0), (2.6, 0.35), (1.7, -0.7)]
    cases = [("same side at both ends: free", [(-0.4, 1.3), (0.5, 0.75), (0.6, 1.7)],
              [(2.3, 0.95), (3.0, 1.75), (2.2, 1.9)], GOOD),
             ("apart at both ends, on different sides", [(0.6, 1.0), (1.4, 0.8), (1.2, 1.8)],
              [(0.6, -1.5), (1.5, -1.75), (1.0, -0.9)], BAD)]
    n = (-math.sin(math.radians(8.3)), math.cos(math.radians(8.3)))
    for i, (title, begin, end, colour) in enumerate(cases):
        at = view((78.0 + 352.0 * i, 182.0), 62.0)
        high = project(rest, n)[1]
        low = project(rest, n)[0]
        gaps = [project(c, n)[0] - high for c in (begin, end)]
        assert (min(gaps) > 0.0) == (i == 0)
        assert i == 0 or project(end, n)[1] < low
        p.text((22 + 360 * i, 24), title, bold=True, fill=colour)
        for a, b in zip(begin, end):
            p.path([at(a), at(b)], line=MOVES, width=1, dash="3 3")
        p.polygon([at(c) for c in rest], line=RESTS, fill=RESTS, opacity=0.4)
        p.polygon([at(c) for c in begin], line=MOVES, fill=MOVES, opacity=0.2)
        p.polygon([at(c) for c in end], line=MOVES, fill=MOVES, opacity=0.5)
        along = (n[1], -n[0])
        if i == 0:
            line = high + 0.5 * min(gaps)
            ends = [(s * along[0] + line * n[0], s * along[1] + line * n[1]) for s in (-0.8, 3.6)]
            p.path([at(c) for c in ends], line=GOOD, dash="7 4")
            foot = (-0.7 * along[0] + line * n[0], -0.7 * along[1] + line * n[1])
            tip = (foot[0] + 0.6 * n[0], foot[1] + 0.6 * n[1])
            p.arrow(at(foot), at(tip), line=GOOD)
            p.text((at(tip)[0] - 14, at(tip)[1] + 6), "n", fill=GOOD)
        middle = [between(a, b, 0.5) for a, b in zip(begin, end)]
        if i == 1:
            p.polygon([at(c) for c in middle], line=BAD, width=1.5, dash="4 3")
            p.text((at((1.75, 0.9))[0], at((1.75, 0.9))[1]), "begin", fill=MOVES)
            p.text((at((1.65, -1.5))[0], at((1.65, -1.5))[1]), "end", fill=MOVES)
            p.text((at((2.7, 0.0))[0], at((2.7, 0.0))[1]), "hit half way", fill=BAD)
        else:
            p.text((at((-0.55, 1.85))[0], at((-0.55, 1.85))[1]), "begin", fill=MOVES)
            p.text((at((3.05, 1.9))[0], at((3.05, 1.9))[1]), "end", fill=MOVES)
            p.text((at((2.3, -0.45))[0], at((2.3, -0.45))[1]), "rests", fill=RESTS)
    p.text((22, 318), "corners go straight between the two places, so all between stays beyond the "
           "line", size=12)
    return p


def gap_at(t):
    """The distance of the pair of catch()."""
    return 0.12 + 2.2 * (1.0 - t) ** 2 * (1.0 + 0.35 * math.sin(9.0 * t)) - 0.35 * t


def catch():
    """Conservative advancement: distance over time, and what each step proves."""
    p = Picture(320)
    left, width, floor = 62.0, 560.0, 262.0

    def at(t, d):
        return (left + width * t, floor - 92.0 * d)

    near, apart, cell = 0.05, 0.07, 1.0 / 32.0
    grid = [i / 4000 for i in range(4001)]
    speed = 1.05 * max(abs(gap_at(b) - gap_at(a)) * 4000 for a, b in zip(grid, grid[1:]))
    p.box(at(0.0, 0.0), at(1.0, near), line=None, fill=BAD, opacity=0.15)
    p.path([at(0.0, apart), at(1.0, apart)], line=SOFT, width=1, dash="3 3")
    time, steps, contact = 0.0, 0, None
    while time < 1.0 and contact is None:
        steps += 1
        distance = gap_at(time)
        begin = math.floor(time / cell) * cell
        gain = max(0.0, (distance - apart) / speed)
        p.dot(at(time, distance), 3, fill=MOVES)
        if gain > 0.0:
            assert all(gap_at(time + gain * k / 50) >= apart - 1e-9 for k in range(51))
            p.polygon([at(time, apart), at(time, distance), at(time + gain, apart)], line=GOOD,
                      fill=GOOD, width=1, opacity=0.15)
        if time + gain < begin + cell and gap_at(begin + 0.5 * cell) <= near:
            contact = begin
        time = max(time + gain, begin + cell)
    curve = [(t, gap_at(t)) for t in grid[::40] if gap_at(t) > -0.14]
    p.path([at(*c) for c in curve], line=INK, width=2)
    p.box(at(contact, 0.0), at(contact + cell, 0.45), line=BAD, width=1.5)
    x, y = at(contact + 0.5 * cell, 0.45)
    p.text((x, y - 24), "a cell: its middle", fill=BAD, anchor="middle")
    p.text((x, y - 8), "is looked at", fill=BAD, anchor="middle")
    p.dot(at(contact + 0.5 * cell, gap_at(contact + 0.5 * cell)), 3.5, fill=BAD)
    p.arrow((left, floor), (left + width + 14, floor))
    p.text((left + width + 4, floor + 20), "time")
    p.arrow((left, floor), (left, 24))
    p.text((left - 34, 16), "distance - clearance")
    p.text((left + width + 4, at(0, apart)[1] - 4), "apart", fill=SOFT)
    p.text((left - 34, at(0, near)[1] + 5), "near", fill=BAD)
    p.text((left + 150, 62), f"{steps} steps; each proves a triangle as long as", fill=GOOD)
    p.text((left + 150, 80), "(distance - clearance - apart) / speed", fill=GOOD)
    p.text((left, 304), "drawn with large cells: real ones last while the pair moves by at most a "
           "quarter of the tolerance", size=12)
    return p


def crossings(point, direction, outline):
    """Where a ray crosses the edges of an outline."""
    found = []
    for a, b in zip(outline, outline[1:] + outline[:1]):
        sides_of = [direction[0] * (q[1] - point[1]) - direction[1] * (q[0] - point[0])
                    for q in (a, b)]
        if (sides_of[0] < 0.0) != (sides_of[1] < 0.0):
            q = between(a, b, sides_of[0] / (sides_of[0] - sides_of[1]))
            if (q[0] - point[0]) * direction[0] + (q[1] - point[1]) * direction[1] > 0.0:
                found.append(q)
    return found


def inside():
    """Rays count what they cross."""
    p = Picture(290)
    at = view((30.0, 262.0), 48.0)
    outline = [(0.5, 0.3), (8.4, 0.2), (9.2, 2.4), (7.4, 2.0), (6.6, 4.3), (5.2, 1.5), (3.6, 1.6),
               (2.7, 4.2), (1.6, 2.2), (0.3, 2.6)]
    p.polygon([at(c) for c in outline], line=RESTS, fill=RESTS, opacity=0.2, width=2)
    for point, angle, length in (((2.0, 1.1), 21.0, 9.4), ((4.4, 3.4), 3.0, 6.6)):
        direction = (math.cos(math.radians(angle)), math.sin(math.radians(angle)))
        found = crossings(point, direction, outline)
        is_in = len(found) % 2 == 1
        colour = BAD if is_in else GOOD
        end = (point[0] + length * direction[0], point[1] + length * direction[1])
        p.arrow(at(point), at(end), line=colour)
        for q in found:
            p.dot(at(q), 4.5, fill="#ffffff", line=colour)
        p.dot(at(point), 4.5, fill=colour)
        words = f"{len(found)} crossings: {'inside' if is_in else 'outside'}"
        p.text((at(end)[0] + 8, at(end)[1] + 4), words, fill=colour)
    point, corner = (1.1, 0.7), outline[5]
    length = math.dist(point, corner)
    end = between(point, corner, 9.4 / length)
    p.path([at(point), at(end)], line=SOFT, width=1.2, dash="4 4")
    p.dot(at(corner), 4.5, fill="#ffffff", line=SOFT)
    p.text((at(end)[0] + 8, at(end)[1] + 2), "too near to an edge", fill=SOFT)
    return p


PICTURES = (sampling, chord, tracks, cut, spacetime, sides, catch, inside)


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else __file__).resolve()
    folder = folder if len(sys.argv) > 1 else folder.parent
    for picture in PICTURES:
        (folder / f"{picture.__name__}.svg").write_text(picture().svg(), encoding="utf-8")


if __name__ == "__main__":
    main()
