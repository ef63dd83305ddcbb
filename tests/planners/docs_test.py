"""Runs every command of the documentation that calls the program.

Usage: docs_test.py PROGRAM SCENES ROOT. A command stands on a line of its own, indented or in a code
block, and may go on after a backslash; generated scenes are named below build/release/envs. The
commands of a page run one after the other in a folder of the page's own. A block of code behind
"as `NAME`:" is the file NAME there. What a page shows below a command, indented like it, is in the
command's output, line by line, but for numbers.
"""

import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

COMMAND = re.compile(r"^(?:    |\$ )?(?:build/release/planners/)?edgeproof "
                     r"((?:info|check|plan|compare|run|acm|generate) [^`]*)$")
FILE = re.compile(r"as\s+`([\w.-]+)`[^\n`]*:\n\n```\w*\n(.*?)\n```", re.DOTALL)
COMMANDS_MIN = 15
FILES_MIN = 4
LINES_MIN = 10


def commands_of(text):
    joined = re.sub(r"\\\n\s*", " ", text)
    return [match.group(1) for match in map(COMMAND.match, joined.splitlines()) if match]


def shown_below(text):
    """For each command the indented lines that follow it, without those of the next command."""
    blocks, lines = [], re.sub(r"\\\n\s*", " ", text).splitlines()
    for i, line in enumerate(lines):
        if COMMAND.match(line):
            block = []
            for below in lines[i + 1:]:
                if below.strip() and (not below.startswith("    ") or COMMAND.match(below)):
                    break
                block += [below] if below.strip() else []
            blocks.append(block)
    return blocks


def without_numbers(line):
    return " ".join(re.sub(r"-?\b\d[\d.e-]*", "#", line).split())


def check_shown(page, command, block, output):
    at, lines = 0, [without_numbers(line) for line in output.splitlines()]
    for line in map(without_numbers, block):
        if line not in lines[at:]:
            sys.exit(f"{page.name}: edgeproof {command}: does not print '{line}', but\n{output}")
        at = lines.index(line, at) + 1


def run_page(program, scenes, page):
    text = page.read_text()
    files = FILE.findall(text)
    with tempfile.TemporaryDirectory() as scratch:
        for name, content in files:
            (pathlib.Path(scratch) / name).write_text(content + "\n")
        for command, block in zip(commands_of(text), shown_below(text), strict=True):
            words = [word.replace("build/release/envs", scenes) for word in shlex.split(command)]
            done = subprocess.run([program, *words], cwd=scratch, text=True, capture_output=True,
                                  timeout=300)
            if done.returncode not in (0, 1):
                sys.exit(f"{page.name}: edgeproof {command}\n{done.stderr}")
            check_shown(page, command, block, done.stdout)
    return len(commands_of(text)), len(files), sum(map(len, shown_below(text)))


def main(program, scenes, root):
    counts = [run_page(program, scenes, page)
              for page in [root / "README.md", *sorted((root / "docs").glob("*.md"))]]
    commands, files, lines = (sum(column) for column in zip(*counts))
    if commands < COMMANDS_MIN or files < FILES_MIN or lines < LINES_MIN:
        sys.exit(f"{commands} commands, {files} files and {lines} lines found, at least {COMMANDS_MIN}, "
                 f"{FILES_MIN} and {LINES_MIN} are expected")
    print(f"{commands} commands run, {lines} lines of their output as shown")


if __name__ == "__main__":
    main(str(pathlib.Path(sys.argv[1]).resolve()), str(pathlib.Path(sys.argv[2]).resolve()),
         pathlib.Path(sys.argv[3]))
