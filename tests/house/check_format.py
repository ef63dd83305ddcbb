"""Every C and C++ source as clang-format 14 with our .clang-format writes it. --apply rewrites."""

import sys

import house

TOOL = "clang-format-14"


def check(root):
    files = house.sources(root)
    if not files:
        return ["no source found"]
    done = house.run([TOOL, "--dry-run", "-Werror", "--style=file", *files], cwd=root)
    if done.returncode == 0:
        return []
    return done.stdout.splitlines() + ["run: make format"]


def self_test():
    style = (house.ROOT / ".clang-format").read_text()
    cases = [("well formed", {".clang-format": style, "core/a.c": "int ep_a;\n"}, None),
             ("badly formed", {".clang-format": style, "core/a.c": "int   ep_a ;\n"},
              "clang-format"),
             ("badly formed C++", {".clang-format": style, "shim/a.cpp": "int   ep_a ;\n"},
              "clang-format"),
             ("nothing", {".clang-format": style}, "no source")]
    return house.self_test(check, cases)


if __name__ == "__main__":
    if "--apply" in sys.argv[1:]:
        house.must_run([TOOL, "-i", "--style=file", *house.sources(house.ROOT)], cwd=house.ROOT)
        sys.exit(0)
    options = house.arguments(__doc__)
    if options.self_test:
        house.finish(self_test(), "the check notices what it must")
    else:
        house.finish(check(house.ROOT), "all sources formatted")
