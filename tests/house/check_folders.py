"""What lies where: the seven folders, the files allowed at the root, and C++ only in shim, plugin
and tests."""

import house

ROOT_FILES = {"CMakeLists.txt", "CMakePresets.json", "Makefile", "apt-packages.txt", "README.md",
              "LICENSE", "CHANGELOG.md", ".clang-format", ".clang-tidy", ".gitignore"}
ROOT_FOLDERS = set(house.FOLDERS) | {".ci"}
CPP_FOLDERS = {"shim", "plugin", "tests"}
CORE_KINDS = {".c", ".h", ".md", ".txt", ".in"}


def check(root):
    complaints = []
    files = house.entries(root)
    present = {p.parts[0] for p in files if len(p.parts) > 1}
    complaints += [f"{name}/: no such folder in this house" for name in sorted(present - ROOT_FOLDERS)]
    complaints += [f"{name}/: the folder is missing or empty"
                   for name in house.FOLDERS if name not in present]
    for path in files:
        if len(path.parts) == 1 and path.name not in ROOT_FILES:
            complaints.append(f"{path}: does not belong at the root")
        if path.suffix in house.CPP_SUFFIXES and path.parts[0] not in CPP_FOLDERS:
            complaints.append(f"{path}: C++ lives in {', '.join(sorted(CPP_FOLDERS))} only")
        if path.parts[0] == "core" and path.suffix not in CORE_KINDS:
            complaints.append(f"{path}: core is C only")
    return complaints


def tree(*more):
    files = {f"{folder}/README.md": "" for folder in house.FOLDERS}
    return files | {name: "" for name in more}


SELF_TEST = [
    ("the house", tree("Makefile", ".ci/run", "shim/a.cpp", "core/src/base_fp.c"), None),
    ("build is not looked at", tree("build/release/a.cpp"), None),
    ("an eighth folder", tree("scripts/a.py"), "scripts/: no such folder"),
    ("a missing folder",
     {k: v for k, v in tree().items() if not k.startswith("envs")}, "envs/: the folder is missing"),
    ("a stray file", tree("notes.txt"), "notes.txt: does not belong"),
    ("C++ in envs", tree("envs/load.cpp"), "envs/load.cpp: C++"),
    ("C++ in core", tree("core/src/num_a.hpp"), "core/src/num_a.hpp: C++"),
    ("a script in core", tree("core/make_table.py"), "core is C only"),
]

if __name__ == "__main__":
    options = house.arguments(__doc__)
    if options.self_test:
        house.finish(house.self_test(check, SELF_TEST), "the check notices what it must")
    else:
        house.finish(check(house.ROOT), "everything in its folder")
