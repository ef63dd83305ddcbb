"""Installs the build, moves the installed tree, and builds and runs outside projects against it:
C and C++, shared and static, through find_package and through pkg-config. What must not be found (an
unknown component, another version) must be refused with a clear message."""

import os
import pathlib
import re
import shlex
import shutil

import house

HERE = pathlib.Path(__file__).resolve().parent
EXPECTED = re.compile(
    r"(include/edgeproof/(base|bound|checker|edge|edgeproof|effort|geometry|machine|verdict|world)\.h|"
    r"include/edgeproof/(ompl\.hpp|plugin/(table|validator)\.h)|"
    r"LIB/edgeproof/(edgeproof_plugin\.so|edgeproof-mesh-helper)|"
    r"LIB/libedgeproof_core\.(a|so|so\.\d+\.\d+|so\.\d+\.\d+\.\d+)|"
    r"LIB/libedgeproof_ompl\.a|"
    r"LIB/pkgconfig/edgeproof\.pc|"
    r"LIB/cmake/edgeproof/(edgeproofConfig(Version)?|edgeproof-(core|ompl)Targets(-\w+)?|"
    r"edgeproof-omplDependencies)\.cmake)"
    .replace("LIB", r"lib(64|/[\w-]+-linux-\w+)?"))


def install(options, scratch):
    """The prefix after installing there and moving it away, so that no path may stay inside."""
    first, moved = scratch / "first", scratch / "moved"
    house.must_run([options.cmake, "--install", options.build, "--prefix", first])
    first.rename(moved)
    return moved


def check_files(prefix, options):
    complaints = []
    files = [p for p in prefix.rglob("*") if not p.is_dir()]
    for path in files:
        name = path.relative_to(prefix).as_posix()
        if not EXPECTED.fullmatch(name):
            complaints.append(f"{name}: nobody expects this file to be installed")
        if path.suffix in (".cmake", ".pc", ".h", ".hpp"):
            text = path.read_text()
            complaints += [f"{name}: speaks of {place}"
                           for place in (str(house.ROOT), options.build, str(prefix.parent))
                           if place in text]
    headers = {p.name for p in (house.ROOT / "core/include/edgeproof").glob("*.h")}
    installed = {p.name for p in files if p.suffix == ".h"}
    complaints += [f"{name}: not installed" for name in sorted(headers - installed)]
    return complaints


def build_consumer(options, prefix, source, build):
    house.must_run([options.cmake, "-S", source, "-B", build, "-G", "Unix Makefiles",
                    f"-DCMAKE_PREFIX_PATH={prefix}", "-DCMAKE_BUILD_TYPE=Release",
                    f"-DCMAKE_C_COMPILER={options.c_compiler}",
                    f"-DCMAKE_CXX_COMPILER={options.cxx_compiler}", "--no-warn-unused-cli"])
    house.must_run([options.cmake, "--build", build])


def consumer(options, prefix, source, build):
    """Builds and runs the two programs of an outside project."""
    build_consumer(options, prefix, source, build)
    complaints = []
    for program, shared in (("consumer_shared", True), ("consumer_static", False)):
        house.must_run([build / program])
        linked = "libedgeproof_core" in house.must_run(["readelf", "-d", build / program])
        if linked != shared:
            complaints.append(f"{source.name}/{program}: shared library used: {linked}")
    return complaints


def ompl_consumer(options, prefix, source, build):
    """A program that uses OMPL, with the recipe of the README in it, line for line."""
    build_consumer(options, prefix, source, build)
    house.must_run([build / "consumer_ompl", source / "cart.yaml"])
    return check_recipe((house.ROOT / "README.md").read_text(), (source / "main.cpp").read_text())


def check_recipe(readme, program):
    recipe = re.search(r"^## [^\n]*OMPL\n.*?^```cpp\n(.*?)^```", readme, re.DOTALL | re.MULTILINE)
    wanted = [line.strip() for line in recipe.group(1).splitlines()] if recipe else []
    there = [line.strip() for line in program.splitlines()]
    if len(wanted) < 3:
        return ["README.md: there is no recipe in C++"]
    return [f"README.md: '{line}' is not in the program that tries the recipe"
            for line in wanted if line not in there]


def pkg_config(options, prefix, source, compiler, build):
    """The same through the pkg-config file, with the shared and then with the static library."""
    folder = next(prefix.rglob("edgeproof.pc")).parent
    environment = os.environ | {"PKG_CONFIG_PATH": str(folder),
                                "LD_LIBRARY_PATH": str(folder.parent)}

    def ask(*flags):
        return shlex.split(house.must_run([options.pkg_config, *flags, "edgeproof"],
                                          env=environment))

    build.mkdir(parents=True)
    shared, static = build / "shared", build / "static"
    house.must_run([compiler, source, *ask("--cflags", "--libs"), "-lm", "-o", shared])
    archive = [str(folder.parent / "libedgeproof_core.a") if flag == "-ledgeproof_core" else flag
               for flag in ask("--cflags", "--static", "--libs")]
    house.must_run([compiler, source, *archive, "-o", static])
    house.must_run([shared], env=environment)
    house.must_run([static])


def check_refusal(options, prefix, build, request, word):
    """find_package with this request must stop the configuration and say the word."""
    text = ("cmake_minimum_required(VERSION 3.25)\nproject(refused LANGUAGES NONE)\n"
            f"find_package(edgeproof {request})\n")
    house.write_tree(build / "source", {"CMakeLists.txt": text})
    done = house.run([options.cmake, "-S", build / "source", "-B", build / "build",
                      "-G", "Unix Makefiles", f"-DCMAKE_PREFIX_PATH={prefix}"])
    message = " ".join(done.stdout.split())
    if done.returncode == 0 or word not in message:
        return [f"find_package(edgeproof {request}) was not refused with '{word}':\n{done.stdout}"]
    return []


def check(options):
    scratch = pathlib.Path(options.build) / "house_install"
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir(parents=True)
    prefix = install(options, scratch)
    complaints = check_files(prefix, options)
    complaints += consumer(options, prefix, HERE / "consumer_c", scratch / "c")
    complaints += consumer(options, prefix, HERE / "consumer_cpp", scratch / "cpp")
    complaints += ompl_consumer(options, prefix, HERE / "consumer_ompl", scratch / "ompl")
    pkg_config(options, prefix, HERE / "consumer_c/main.c", options.c_compiler, scratch / "pc_c")
    pkg_config(options, prefix, HERE / "consumer_cpp/main.cpp", options.cxx_compiler,
               scratch / "pc_cpp")
    complaints += check_refusal(options, prefix, scratch / "component",
                                "REQUIRED COMPONENTS core nonsense", "no component 'nonsense'")
    complaints += check_refusal(options, prefix, scratch / "version", "0.0.1 REQUIRED",
                                'compatible with requested version "0.0.1"')
    return complaints


def self_test(options):
    """An installed tree with what does not belong must be noticed, and a project that cannot be
    refused too."""
    scratch = pathlib.Path(options.build) / "house_install_self_test"
    shutil.rmtree(scratch, ignore_errors=True)
    prefix = scratch / "prefix"
    house.write_tree(prefix, {"include/edgeproof/base.h": "", "lib/stray.txt": "",
                              "lib/pkgconfig/edgeproof.pc": f"prefix={options.build}\n"})
    found = "\n".join(check_files(prefix, options))
    wrong = [f"not noticed: {word}" for word in
             ("lib/stray.txt: nobody", "edgeproof.pc: speaks of", "machine.h: not installed")
             if word not in found]
    recipe = "## With OMPL\n\n```cpp\nint a;\nint b;\nint c;\n```\n"
    if (check_recipe(recipe, "int c;\n  int b;\nint a;\n")
            or not check_recipe(recipe, "int a;\nint c;\n") or not check_recipe("", "int a;\n")):
        wrong.append("a recipe that is not in the program was not noticed")
    house.write_tree(prefix, {"lib/cmake/edgeproof/edgeproofConfig.cmake": ""})
    if not check_refusal(options, prefix, scratch / "refusal", "REQUIRED COMPONENTS x", "x"):
        wrong.append("a package that accepts any component was taken as refusing")
    return wrong


if __name__ == "__main__":
    options = house.arguments(__doc__, build="build folder", cmake="cmake",
                              c_compiler="C compiler", cxx_compiler="C++ compiler",
                              pkg_config="pkg-config")
    if options.self_test:
        house.finish(self_test(options), "the check notices what it must")
    else:
        house.finish(check(options), "the installed package serves C and C++")
