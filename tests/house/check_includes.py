"""Who may include whom.

Between folders: along the arrows of FOLDER_MAY_INCLUDE. Inside core: a family, the first word of a
file's name, includes itself and families to its left. From outside, core includes standard C
headers only, and none of them for input or output.
"""

import re

import house

FAMILIES = ("base", "num", "geo", "model", "world", "motion", "cull", "advance", "verdict",
            "checker")
PUBLIC_FAMILY = {"base.h": "base", "machine.h": "model", "edge.h": "motion", "bound.h": "motion",
                 "geometry.h": "geo", "world.h": "world", "effort.h": "advance",
                 "verdict.h": "verdict", "checker.h": "checker", "edgeproof.h": "checker"}
FOLDER_MAY_INCLUDE = {
    "core": {"core"},
    "shim": {"shim"},
    "plugin": {"plugin", "core", "shim", "envs"},
    "envs": {"envs", "core", "shim"},
    "planners": {"planners", "core", "plugin", "shim", "envs"},
    "tests": set(house.FOLDERS),
    "docs": set(house.FOLDERS),
}
CORE_SYSTEM_HEADERS = {
    "assert.h", "float.h", "inttypes.h", "limits.h", "math.h", "stdalign.h", "stdarg.h",
    "stdatomic.h", "stdbool.h", "stddef.h", "stdint.h", "stdlib.h", "string.h",
    # Batches of edges on threads: part of the C library of every system we run on.
    "pthread.h",
    # Compiler intrinsics, and the poisoning of arenas.
    "xmmintrin.h", "emmintrin.h", "pmmintrin.h", "immintrin.h", "sanitizer/asan_interface.h",
}
# vsnprintf, which writes to memory only, is declared in stdio.h.
STDIO_USER = "base_status.c"
STDIO_ALLOWED = {"snprintf", "vsnprintf"}
STDIO_WORDS = re.compile(
    r"\b(FILE|std(?:in|out|err)|f(?:open|close|read|write|flush|seek|scanf|gets|putc|getc)|"
    r"[a-z]*printf|[a-z]*scanf|puts|putchar|getchar|perror|remove|rename|tmpfile)\b")
INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)')


def without_comments(text):
    """Comments and string contents blanked, lines kept. Includes keep their names."""
    pattern = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.DOTALL)

    def blank(match):
        found = match.group(0)
        if found.startswith('"'):
            line_start = text.rfind("\n", 0, match.start()) + 1
            is_include = re.match(r"\s*#\s*include\s*$", text[line_start:match.start()])
            return found if is_include else '""'
        return "\n" * found.count("\n")

    return pattern.sub(blank, text)


def resolve(path, name, headers):
    """The project's file that path means by this include, or None if it is not ours."""
    beside = path.parent / name
    if beside in headers:
        return beside
    tail = "/" + name
    matches = [h for h in headers if ("/" + h.as_posix()).endswith(tail)]
    own = [h for h in matches if h.parts[0] == path.parts[0]]
    return (own or matches or [None])[0]


def family(path):
    """The family of a file in core, or None if it has none."""
    if path.parent.name == "edgeproof":
        return PUBLIC_FAMILY.get(path.name)
    word = path.stem.split("_")[0]
    return word if word in FAMILIES else None


def check_own(where, path, target):
    source_folder, target_folder = path.parts[0], target.parts[0]
    if target_folder not in FOLDER_MAY_INCLUDE.get(source_folder, set()):
        return [f"{where}: {source_folder} may not include {target} of {target_folder}"]
    if source_folder == "core":
        mine, other = family(path), family(target)
        if mine and other and FAMILIES.index(other) > FAMILIES.index(mine):
            return [f"{where}: family {mine} may not include {target}, which is {other}"]
    return []


def check_file(root, path, headers):
    complaints = []
    in_core = path.parts[0] == "core"
    text = without_comments((root / path).read_text())
    if in_core and family(path) is None:
        complaints.append(f"{path}: belongs to no family of core ({' < '.join(FAMILIES)})")
    for number, line in enumerate(text.split("\n"), 1):
        where = f"{path}:{number}"
        match = INCLUDE.match(line)
        if match:
            name = match.group(1) or match.group(2)
            target = resolve(path, name, headers)
            if target is not None:
                complaints += check_own(where, path, target)
            elif match.group(1):
                complaints.append(f"{where}: there is no {name}")
            elif in_core and name not in CORE_SYSTEM_HEADERS and (
                    (name, path.name) != ("stdio.h", STDIO_USER)):
                complaints.append(f"{where}: core may not include <{name}>")
        elif in_core and path.name == STDIO_USER:
            complaints += [f"{where}: core does no input or output, but here is {word}"
                           for word in STDIO_WORDS.findall(line) if word not in STDIO_ALLOWED]
    return complaints


def check(root):
    files = house.sources(root)
    headers = {p for p in files if p.suffix.startswith(".h")}
    complaints = []
    for path in files:
        complaints += check_file(root, path, headers)
    if not files:
        complaints.append("no source found")
    return complaints


SELF_TEST = [
    ("families and folders in order",
     {"core/src/num_a.h": "", "core/src/num_a.c": '#include "num_a.h"\n#include <math.h>\n',
      "core/src/base_status.c": "#include <stdio.h>\nint f(void) { return vsnprintf(); }\n",
      "core/src/motion_b.c": '#include "num_a.h"\n// #include "checker_z.h"\n',
      "core/include/edgeproof/edge.h": "", "planners/program.c": "#include <edgeproof/edge.h>\n"},
     None),
    ("a family to the right",
     {"core/src/num_a.c": '#include "motion_b.h"\n', "core/src/motion_b.h": ""},
     "family num may not include"),
    ("a public header to the right",
     {"core/src/model_a.c": '#include "edgeproof/edge.h"\n', "core/include/edgeproof/edge.h": ""},
     "family model may not include"),
    ("a public header nobody placed",
     {"core/include/edgeproof/other.h": ""}, "belongs to no family"),
    ("an unknown family", {"core/src/misc_a.c": ""}, "belongs to no family"),
    ("core includes planners",
     {"core/src/num_a.c": '#include "plan.h"\n', "planners/plan.h": ""}, "core may not include"),
    ("shim includes core",
     {"shim/a.cpp": '#include "edgeproof/base.h"\n', "core/include/edgeproof/base.h": ""},
     "shim may not include"),
    ("stdio in another file", {"core/src/base_fp.c": "#include <stdio.h>\n"}, "<stdio.h>"),
    ("a system header in core", {"core/src/base_fp.c": "#include <unistd.h>\n"}, "<unistd.h>"),
    ("output through base_status",
     {"core/src/base_status.c": '#include <stdio.h>\nvoid f(void) { fprintf(stderr, "x"); }\n'},
     "but here is stderr"),
    ("a header that does not exist", {"core/src/num_a.c": '#include "num_b.h"\n'}, "there is no"),
    ("nothing at all", {}, "no source found"),
]

if __name__ == "__main__":
    options = house.arguments(__doc__)
    if options.self_test:
        house.finish(house.self_test(check, SELF_TEST), "the check notices what it must")
    else:
        house.finish(check(house.ROOT), "includes flow one way")
