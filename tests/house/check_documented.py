"""Every function of a C header of shim and plugin has a comment of its own: above it, or behind it."""

import re

import house

FOLDERS = ("plugin", "shim")
DECLARATION = re.compile(r"\s*(?:EP_API\s+)?(?:const\s+)?\w[\w ]*[\s*]+(ep_\w+)\(")
NO_DECLARATION = ("//", "typedef", "return", "#", "*", "/*", "static")


def check(root):
    complaints = []
    for folder in FOLDERS:
        for header in sorted((root / folder / "include").glob("**/*.h")):
            lines = header.read_text().splitlines()
            for i, line in enumerate(lines):
                found = DECLARATION.match(line)
                if not found or line.strip().startswith(NO_DECLARATION):
                    continue
                above = i > 0 and lines[i - 1].strip().startswith("///")
                end = next((k for k in range(i, len(lines)) if ";" in lines[k]), i)
                if not above and "///<" not in lines[end]:
                    complaints.append(f"{header.relative_to(root)}:{i + 1}: {found.group(1)}() has "
                                      "no comment")
    return complaints


def header(text):
    return {"shim/include/edgeproof/shim/a.h": text}


SELF_TEST = [
    ("above", header("/// Makes one.\nint ep_a(int x,\n         int y);\n"), None),
    ("behind", header("int ep_a(int x); ///< it\n"), None),
    ("in a comment", header("///     int ep_a(x);\n"), None),
    ("none", header("\nint ep_a(int x);\n"), "a.h:2: ep_a() has no comment"),
    ("none after another", header("/// It.\nint ep_a(void);\nEP_API const char* ep_b(void);\n"),
     "ep_b() has no comment"),
    ("behind another", header("int ep_a(void);\nint ep_b(void); ///< it\n"), "ep_a() has no comment"),
]

if __name__ == "__main__":
    options = house.arguments(__doc__)
    if options.self_test:
        house.finish(house.self_test(check, SELF_TEST), "the check notices what it must")
    else:
        house.finish(check(house.ROOT), "every function has a comment")
