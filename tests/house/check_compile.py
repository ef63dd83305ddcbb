"""What must compile and what must not: each public header by itself as C17 and as C++17; every
source of core without fast-math, and none with it or one of its parts; no source that uses OMPL or
FCL with AVX, which their libraries are built without."""

import house

STRICT = ["-Wall", "-Wextra", "-Werror", "-pedantic", "-fsyntax-only"]
LANGUAGES = {"C17": ["-x", "c", "-std=c17"], "C++17": ["-x", "c++", "-std=c++17"]}
FAST_MATH = (["-ffast-math"], ["-Ofast"])
# Parts of fast-math that gcc announces by a macro, and clang in part does not.
FAST_MATH_PARTS = (["-ffinite-math-only"], ["-freciprocal-math"],
                   ["-fassociative-math", "-fno-signed-zeros", "-fno-trapping-math"])
REFUSAL = "#error"


def check_headers(root, compilers):
    includes = [root / folder / "include" for folder in ("core", "shim", "envs", "plugin")]
    paths = [part for include in includes for part in ("-I", include)]
    headers = [header.relative_to(include) for include in includes
               for header in sorted(include.glob("edgeproof/**/*.h"))]
    complaints = [] if headers else ["no public header found"]
    for header in headers:
        for language, compiler in compilers.items():
            done = house.run([compiler, *LANGUAGES[language], *STRICT, *paths, "-"],
                             input=f'#include "{header}"\n')
            if done.returncode != 0:
                complaints.append(f"{header.name} alone as {language}:\n{done.stdout}")
    return complaints


def announced(compiler, flags):
    """Whether a source can see that it is compiled with these flags."""
    command = [compiler, "-x", "c", "-std=c17", "-dM", "-E", "/dev/null"]
    return house.must_run(command + flags) != house.must_run(command)


def check_fast_math(root, compiler):
    refused = [*FAST_MATH, *(part for part in FAST_MATH_PARTS if announced(compiler, part))]
    files = sorted((root / "core/src").glob("*.c"))
    complaints = [] if files else ["no source of core found"]
    for source in files:
        command = [compiler, "-std=c17", "-fsyntax-only", "-I", root / "core/include",
                   "-I", root / "core/src", source]
        done = house.run(command)
        if done.returncode != 0:
            complaints.append(f"{source.name} does not compile:\n{done.stdout}")
            continue
        for flags in refused:
            done = house.run(command + flags)
            if done.returncode == 0 or REFUSAL not in done.stdout:
                complaints.append(f"{source.name} is not refused with {' '.join(flags)}")
    return complaints


def check_no_simd(root, compiler):
    """The refusal must be the first thing that the compiler says."""
    users = sorted(path for folder in ("shim", "plugin")
                   for pattern in ("ompl_*.cpp", "fcl_*.cpp")
                   for path in (root / folder / "src").glob(pattern)
                   if path.name != "ompl_roadmap_file.cpp")
    includes = [part for folder in house.FOLDERS for part in ("-I", root / folder / "include")]
    complaints = []
    if house.run([compiler, "-mavx", "-x", "c++", "-fsyntax-only", "/dev/null"]).returncode != 0:
        return complaints # another kind of processor
    for source in users:
        done = house.run([compiler, "-std=c++17", "-mavx", "-fsyntax-only", "-Wfatal-errors",
                          *includes, "-I", source.parent, source])
        if done.returncode == 0 or REFUSAL not in done.stdout:
            complaints.append(f"{source.name} is not refused with -mavx")
    return complaints


def check(root, options):
    compilers = {"C17": options.c_compiler, "C++17": options.cxx_compiler}
    return (check_headers(root, compilers) + check_fast_math(root, options.c_compiler) +
            check_no_simd(root, options.cxx_compiler))


GUARD = """#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || \\
    defined(__RECIPROCAL_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error "no fast-math"
#endif
typedef int ep_int;
"""
GOOD = {"core/include/edgeproof/base.h": "#include <stddef.h>\ntypedef size_t ep_size;\n",
        "core/src/base_fp.c": GUARD}
SELF_TEST = [
    ("good", GOOD, None),
    ("a header that needs another",
     GOOD | {"core/include/edgeproof/edge.h": "ep_size ep_edge(void);\n"}, "edge.h alone as C17"),
    ("a header that is not C++",
     GOOD | {"core/include/edgeproof/edge.h": "int ep_new(int new);\n"}, "edge.h alone as C++17"),
    ("a loader's header that needs another",
     GOOD | {"envs/include/edgeproof/envs/mesh.h": "ep_size ep_mesh(void);\n"},
     "mesh.h alone as C17"),
    ("no guard", GOOD | {"core/src/num_a.c": "typedef int ep_int;\n"}, "num_a.c is not refused"),
    ("half a guard",
     GOOD | {"core/src/num_a.c": GUARD.replace("__FINITE_MATH_ONLY__", "NOTHING")},
     "not refused with -ffinite-math-only"),
    ("a source that never compiles", GOOD | {"core/src/num_a.c": "#error \"always\"\n"},
     "num_a.c does not compile"),
    ("a shim that takes any flags", GOOD | {"shim/src/fcl_a.cpp": "int a;\n"},
     "fcl_a.cpp is not refused with -mavx"),
    ("a shim that fails otherwise", GOOD | {"plugin/src/ompl_a.cpp": "int a\n"},
     "ompl_a.cpp is not refused with -mavx"),
    ("a shim that refuses", GOOD | {"shim/src/ompl_a.cpp": "#ifdef __AVX__\n#error \"no\"\n#endif\n"},
     None),
    ("nothing", {}, "no public header"),
]

if __name__ == "__main__":
    options = house.arguments(__doc__, c_compiler="C compiler", cxx_compiler="C++ compiler")
    if options.self_test:
        wrong = house.self_test(lambda root: check(root, options), SELF_TEST)
        house.finish(wrong, "the check notices what it must")
    else:
        house.finish(check(house.ROOT, options), "compiles what must, refuses what must not")
