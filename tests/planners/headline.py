"""The headline of the first page, a table and a plot, is that of the report.

Usage: headline.py FIRST REPORT compares, and is skipped while there is no report;
headline.py FIRST REPORT --update copies them, between the same two comments.
"""

import pathlib
import sys

BEGIN, END = "<!-- headline -->\n", "<!-- /headline -->\n"


def parts_of(path):
    """What stands before, between and after the comments."""
    text = path.read_text()
    if text.count(BEGIN) != 1 or text.count(END) != 1:
        sys.exit(f"{path}: not one pair of headline comments")
    before, rest = text.split(BEGIN)
    between, after = rest.split(END)
    return before, between, after


def main(first, report, *options):
    first, report = pathlib.Path(first), pathlib.Path(report)
    if not report.exists():
        print(f"skipped: {report} is not there; edgeproof bench all makes it")
        sys.exit(77)
    before, shown, after = parts_of(first)
    folder = report.parent.relative_to(first.parent).as_posix()
    _, measured, _ = parts_of(report)
    wanted = measured.replace("](", f"]({folder}/")
    wanted += f"\nMore, and how it was measured: [the report]({folder}/{report.name}).\n"
    if options == ("--update",):
        first.write_text(before + BEGIN + wanted + END + after)
    elif shown != wanted:
        sys.exit(f"{first} does not show what {report} says; with --update it will:\n{wanted}")


if __name__ == "__main__":
    main(*sys.argv[1:])
