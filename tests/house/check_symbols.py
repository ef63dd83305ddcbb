"""The built libraries of core: every symbol starts with ep_, the shared one exports exactly what the
public headers declare and needs libm and libc only, and nothing in the static one can be written to
or does input or output. The plugin that programs load shows exactly one symbol."""

import pathlib
import re
import tempfile

import house

DECLARATION = re.compile(r"EP_API[^;{]*?\b(ep_\w+)\s*\(")
WRITABLE = re.compile(r"^(\.data|\.bss|\.tdata|\.tbss|\*COM\*)(?!\.rel\.ro)")
NEEDED = re.compile(r"\(NEEDED\).*\[(.*)\]")
NEEDED_ALLOWED = re.compile(r"^(libm|libc|ld-linux[\w-]*)\.so\.\d+$")
INPUT_OUTPUT = re.compile(
    r"^_*(stdin|stdout|stderr|v?f?printf(_chk)?|v?dprintf(_chk)?|f?puts|f?putc|putchar|perror|"
    r"fopen|fdopen|fwrite|fread|fflush|open|openat|read|write|getenv|setlocale|system|exit)(64)?$")


def nm(tool, *arguments):
    return house.must_run([tool, *arguments]).splitlines()


def declared(header_texts):
    names = set()
    for text in header_texts:
        text = re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.DOTALL)
        text = re.sub(r"^\s*#[^\n]*", "", text, flags=re.MULTILINE)
        names.update(DECLARATION.findall(text))
    return names


def check_shared(shared, public):
    exported = {line.split()[-1] for line in nm("nm", "-D", "--defined-only", shared)}
    complaints = [f"{shared.name} exports {name}, which does not start with ep_"
                  for name in sorted(exported) if not name.startswith("ep_")]
    if not exported:
        complaints.append(f"{shared.name} exports nothing")
    complaints += [f"{name} is exported, but no public header declares it"
                   for name in sorted(exported - public) if name.startswith("ep_")]
    complaints += [f"{name} is declared in a public header, but not exported"
                   for name in sorted(public - exported)]
    needed = NEEDED.findall(house.must_run(["readelf", "-d", shared]))
    return complaints + [f"{shared.name} needs {name}"
                         for name in needed if not NEEDED_ALLOWED.match(name)]


def check_static(static):
    complaints = []
    visible = {line.split()[-1] for line in nm("nm", "-g", "--defined-only", static)
               if len(line.split()) == 3}
    if not visible:
        complaints.append(f"{static.name} defines nothing")
    complaints += [f"{static.name} defines {name}, which does not start with ep_"
                   for name in sorted(visible) if not name.startswith("ep_")]
    for line in nm("nm", "--format=sysv", "--defined-only", static):
        fields = [field.strip() for field in line.split("|")]
        if len(fields) == 7 and WRITABLE.match(fields[6]):
            complaints.append(f"{static.name}: {fields[0]} in {fields[6]} is a mutable global")
    wanted = {line.split()[-1] for line in nm("nm", "-u", static) if line.strip().startswith("U ")}
    return complaints + [f"{static.name} uses {name}: core does no input or output"
                         for name in sorted(wanted) if INPUT_OUTPUT.match(name)]


def check_loadable(loadable, only="ep_plugin_table"):
    exported = {line.split()[-1] for line in nm("nm", "-D", "--defined-only", loadable)}
    return [f"{loadable.name} exports {', '.join(sorted(exported)) or 'nothing'}: "
            f"{only} and nothing else is expected"] if exported != {only} else []


def check(shared, static, header_texts):
    public = declared(header_texts)
    return check_shared(shared, public) + check_static(static)


GOOD_HEADER = "// EP_API void ep_not_this(void);\n#define EP_API\nEP_API int ep_good(\n  int x);\n"
GOOD_SOURCE = """
int ep_good(int x);
int ep_good(int x) { static const char *const names[] = {"a", "b"}; return names[x & 1][0]; }
"""
SELF_TEST = [
    ("a good library", GOOD_SOURCE, None),
    ("a foreign name", GOOD_SOURCE + "int stray(void); int stray(void) { return 1; }", "stray"),
    ("a mutable global", GOOD_SOURCE + "static int count; int *ep_p(void) { return &count; }",
     "count in .bss is a mutable"),
    ("a set global", GOOD_SOURCE + "int ep_count = 3;", "ep_count in .data is a mutable"),
    ("a mutable thread local", GOOD_SOURCE + "_Thread_local int ep_t;", "ep_t in .tbss"),
    ("a static inside a function", GOOD_SOURCE + "int ep_n(void) { static int n; return n++; }",
     "is a mutable"),
    ("an undeclared export", GOOD_SOURCE + "int ep_more(void) { return 1; }", "no public header"),
    ("a missing function", "int ep_other(void) { return 1; }", "but not exported"),
    ("output", GOOD_SOURCE + "int puts(const char *); int ep_o(void) { return puts(\"x\"); }",
     "input or output"),
    ("nothing", "typedef int nothing;", "exports nothing"),
]


def self_test(compiler):
    wrong = []
    for name, source, word in SELF_TEST:
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            shared, static, unit = root / "libx.so", root / "libx.a", root / "x.o"
            (root / "x.c").write_text(source)
            house.must_run([compiler, "-fPIC", "-O1", "-c", root / "x.c", "-o", unit])
            house.must_run([compiler, "-shared", unit, "-o", shared])
            house.must_run(["ar", "rcs", static, unit])
            complaints = check(shared, static, [GOOD_HEADER])
            loadable = check_loadable(shared, "ep_good")
            if (name == "a good library") != (not loadable):  # the others export more, or less
                wrong.append(f"{name}: as a plugin {loadable or 'good'}")
        if (word is None and complaints) or (
                word is not None and not any(word in c for c in complaints)):
            wrong.append(f"{name}: expected {word}, got {complaints}")
    return wrong


if __name__ == "__main__":
    options = house.arguments(__doc__, shared="libedgeproof_core.so", static="libedgeproof_core.a",
                              loadable="edgeproof_plugin.so",
                              compiler="C compiler, for the self-test")
    if options.self_test:
        house.finish(self_test(options.compiler), "the check notices what it must")
    else:
        headers = sorted((house.ROOT / "core/include/edgeproof").glob("*.h"))
        complaints = check(pathlib.Path(options.shared), pathlib.Path(options.static),
                           [h.read_text() for h in headers])
        house.finish(complaints + check_loadable(pathlib.Path(options.loadable)),
                     "symbols as they should be")
