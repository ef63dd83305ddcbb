"""Files above 500 lines and functions above 50: a report, never a failure."""

import house

FILE_LINES = 500
FUNCTION_LINES = 50
SUFFIXES = house.C_SUFFIXES + house.CPP_SUFFIXES + (".py", ".cmake")


def long_functions(lines):
    """(first line, length) of each long function. The house style puts the braces of a function,
    and of no statement, into the first column; a type ends with a semicolon."""
    start, before = None, ""
    for number, line in enumerate(lines, 1):
        if line == "{" and not before.startswith("extern"):
            start = number
        elif line.startswith("}") and start is not None:
            if line == "}" and number - start + 1 > FUNCTION_LINES:
                yield start, number - start + 1
            start = None
        before = line


def report(root):
    remarks = []
    for path in house.sources(root, SUFFIXES):
        lines = (root / path).read_text().splitlines()
        if len(lines) > FILE_LINES:
            remarks.append(f"{path}: {len(lines)} lines")
        if path.suffix in house.C_SUFFIXES + house.CPP_SUFFIXES:
            remarks += [f"{path}:{start}: function of {length} lines"
                        for start, length in long_functions(lines)]
    return remarks


LONG = "  x();\n" * 60
SELF_TEST = [
    ("short", {"core/a.c": "int f(void)\n{\n  x();\n}\n"}, None),
    ("a long table", {"core/a.c": f"int f[] =\n{{\n{LONG}}};\n"}, None),
    ("a long header", {"core/a.h": f'extern "C"\n{{\n{LONG}}}\n'}, None),
    ("a long function", {"core/a.c": f"int f(void)\n{{\n{LONG}}}\n"}, "function of 62 lines"),
    ("a long file", {"core/a.c": "int x;\n" * 501}, "501 lines"),
]

if __name__ == "__main__":
    options = house.arguments(__doc__)
    if options.self_test:
        house.finish(house.self_test(report, SELF_TEST), "the report notices what it must")
    else:
        for remark in report(house.ROOT):
            print("larger than the house likes:", remark)
