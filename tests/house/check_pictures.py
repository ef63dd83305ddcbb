"""Pictures and links of docs: every drawing is what docs/pictures/draw.py draws today, every
rendered picture is one that render.py lists (rendering takes a while, so it is not done again), and
every link of docs/*.md to a file finds one."""

import pathlib
import re
import sys
import tempfile

import house

FOLDER = pathlib.Path("docs/pictures")
SIZE_MAX = 20 * 1024
RENDERED_MAX = 150 * 1024
CODE = re.compile(r"^( *)```.*?^\1```|`[^`\n]*`", re.DOTALL | re.MULTILINE)
LINK = re.compile(r'\]\(\s*<?([^)\s>]+)|<(?:img|a)\s[^>]*?(?:src|href)="([^"]+)"')
ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:|#|//")


def check_pictures(root):
    if not (root / FOLDER / "draw.py").is_file():
        return [f"{FOLDER}/draw.py: missing"]
    with tempfile.TemporaryDirectory() as folder:
        done = house.run([sys.executable, "-B", root / FOLDER / "draw.py", folder])
        if done.returncode != 0:
            return [f"{FOLDER}/draw.py failed with status {done.returncode}\n{done.stdout}"]
        drawn = {p.name: p.read_bytes() for p in pathlib.Path(folder).iterdir()}
    kept = {p.name: (root / p).read_bytes() for p in house.entries(root)
            if p.parent == FOLDER and p.suffix not in (".py", ".png")}
    complaints = [] if drawn else [f"{FOLDER}/draw.py draws nothing"]
    for name in sorted(drawn.keys() | kept.keys()):
        if name not in kept:
            complaints.append(f"{FOLDER / name}: missing, run {FOLDER}/draw.py")
        elif name not in drawn:
            complaints.append(f"{FOLDER / name}: draw.py does not draw it")
        elif drawn[name] != kept[name]:
            complaints.append(f"{FOLDER / name}: not what draw.py draws, run {FOLDER}/draw.py")
        elif len(kept[name]) > SIZE_MAX:
            complaints.append(f"{FOLDER / name}: {len(kept[name])} bytes are too many")
    return complaints


def check_rendered(root):
    kept = {p.stem: (root / p).stat().st_size for p in house.entries(root)
            if p.parent == FOLDER and p.suffix == ".png"}
    if not (root / FOLDER / "render.py").is_file():
        return [f"{FOLDER}/{name}.png: there is no render.py" for name in sorted(kept)]
    done = house.run([sys.executable, "-B", root / FOLDER / "render.py", "--list"])
    listed = set(done.stdout.split()) if done.returncode == 0 else set()
    complaints = [] if listed else [f"{FOLDER}/render.py lists nothing\n{done.stdout}"]
    complaints += [f"{FOLDER}/{name}.png: missing, run render.py" for name in sorted(listed - set(kept))]
    complaints += [f"{FOLDER}/{name}.png: render.py does not make it"
                   for name in sorted(set(kept) - listed)]
    complaints += [f"{FOLDER}/{name}.png: {size} bytes are too many"
                   for name, size in sorted(kept.items()) if size > RENDERED_MAX]
    return complaints


def check_links(root):
    complaints = []
    for path in house.entries(root):
        if path.parts[0] != "docs" or path.suffix != ".md":
            continue
        text = CODE.sub("", (root / path).read_text(encoding="utf-8"))
        for match in LINK.finditer(text):
            target = match.group(1) or match.group(2)
            if ELSEWHERE.match(target):
                continue
            if not (root / path.parent / target.split("#")[0]).exists():
                complaints.append(f"{path}: links to {target}, which is not there")
    return complaints


def check(root):
    return check_pictures(root) + check_rendered(root) + check_links(root)


def tree(text="", **more):
    """A folder docs with a picture and a page; names in `more` are those of pictures."""
    draw = ("import pathlib\nimport sys\n"
            "(pathlib.Path(sys.argv[1]) / 'a.svg').write_text('<svg/>\\n')\n")
    files = {"docs/pictures/draw.py": draw, "docs/pictures/a.svg": "<svg/>\n", "docs/a.md": text}
    return files | {f"docs/pictures/{name}.svg": content for name, content in more.items()}


def without(files, name):
    return {k: v for k, v in files.items() if k != name}


def rendered(listed, kept, size=10):
    return tree() | {"docs/pictures/render.py": f"print('{listed}')\n",
                     f"docs/pictures/{kept}.png": "x" * size}


SELF_TEST = [
    ("pictures and links in order",
     tree("![a](pictures/a.svg) [b](a.md#part) [c](https://a.b/c) [d](#here) `[e](no.md)`\n"
          "```\n[f](no.md)\n```\n"), None),
    ("a picture changed by hand", tree(a="<svg></svg>\n"), "not what draw.py draws"),
    ("a picture that was not kept", without(tree(), "docs/pictures/a.svg"), "a.svg: missing"),
    ("a picture that nobody draws", tree(b="<svg/>\n"), "does not draw it"),
    ("no script", without(tree(), "docs/pictures/draw.py"), "draw.py: missing"),
    ("a script that fails", tree() | {"docs/pictures/draw.py": "raise ValueError\n"},
     "failed with status"),
    ("a script that draws nothing", {"docs/pictures/draw.py": ""}, "draws nothing"),
    ("a large picture",
     tree(a="x" * 30000) | {"docs/pictures/draw.py":
                            "import pathlib\nimport sys\n"
                            "(pathlib.Path(sys.argv[1]) / 'a.svg').write_text('x' * 30000)\n"},
     "too many"),
    ("a rendered picture", rendered("a", "a"), None),
    ("one that nobody renders", rendered("a", "b"), "b.png: render.py does not make it"),
    ("one that was not kept", rendered("a", "b"), "a.png: missing"),
    ("a large one", rendered("a", "a", 200000), "too many"),
    ("no script to render", tree() | {"docs/pictures/a.png": ""}, "there is no render.py"),
    ("a link to nowhere", tree("see [b](b.md)\n"), "links to b.md"),
    ("a picture that is not there", tree("![b](pictures/b.svg)\n"), "links to pictures/b.svg"),
    ("the same in HTML", tree('<img src="pictures/b.svg">\n'), "links to pictures/b.svg"),
    ("a link beyond a code block", tree("```\nx\n```\n[b](b.md)\n```\ny\n```\n"), "links to b.md"),
]

if __name__ == "__main__":
    options = house.arguments(__doc__)
    if options.self_test:
        house.finish(house.self_test(check, SELF_TEST), "the check notices what it must")
    else:
        house.finish(check(house.ROOT), "pictures as drawn, links lead somewhere")
