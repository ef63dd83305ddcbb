"""The core-only preset configures, builds, tests and installs where there is nothing but a C
compiler, make and cmake: the PATH of the build holds a few binary tools and no more, and CMake is
told not to look elsewhere."""

import os
import pathlib
import shutil

import house

# A shell and binutils.
TOOLS = ("sh", "as", "ld", "ar", "ranlib", "nm", "objdump", "objcopy", "readelf", "strip")
ABSENT = ("python3", "pkg-config", "g++", "c++", "clang++", "clang-format-14", "valgrind")


def bare_environment(folder):
    folder.mkdir(parents=True)
    for tool in TOOLS:
        found = shutil.which(tool)
        if found:
            (folder / tool).symlink_to(found)
    kept = {k: v for k, v in os.environ.items() if k in ("HOME", "LANG", "TMPDIR")}
    return kept | {"PATH": str(folder)}


def check(options, scratch, preset="core-only"):
    shutil.rmtree(scratch, ignore_errors=True)
    environment = bare_environment(scratch / "bin")
    complaints = [f"{tool} is still in reach" for tool in ABSENT
                  if shutil.which(tool, path=environment["PATH"])]
    build, prefix = scratch / "build", scratch / "prefix"
    steps = ([options.cmake, "--preset", preset, "-B", build,
              f"-DCMAKE_C_COMPILER={options.c_compiler}",
              f"-DCMAKE_MAKE_PROGRAM={shutil.which('make')}",
              "-DCMAKE_FIND_USE_CMAKE_SYSTEM_PATH=OFF"],
             [options.cmake, "--build", build],
             [options.ctest, "--test-dir", build, "--no-tests=error", "--output-on-failure"],
             [options.cmake, "--install", build, "--prefix", prefix])
    for step in steps:
        done = house.run(step, env=environment, cwd=house.ROOT)
        if done.returncode != 0:
            shown = " ".join(str(part) for part in step)
            return complaints + [f"{shown}\n{done.stdout}"]
    if list(build.glob("CMakeFiles/*/CMakeCXXCompiler.cmake")):
        complaints.append("a C++ compiler was asked for")
    for name in ("edgeproof.pc", "edgeproofConfig.cmake", "libedgeproof_core.a",
                 "libedgeproof_core.so", "edgeproof.h"):
        if not list(prefix.rglob(name)):
            complaints.append(f"{name} was not installed")
    return complaints


def self_test(options, scratch):
    """The full build looks for more than a C compiler, so under the same conditions it must fail."""
    found = "\n".join(check(options, scratch, "release"))
    return [] if "Could NOT find PkgConfig" in found else [f"the full build was not stopped:\n{found}"]


if __name__ == "__main__":
    options = house.arguments(__doc__, scratch="scratch folder", cmake="cmake", ctest="ctest",
                              c_compiler="C compiler")
    folder = pathlib.Path(options.scratch)
    if options.self_test:
        house.finish(self_test(options, folder), "the check notices what it must")
    else:
        house.finish(check(options, folder), "core stands alone")
