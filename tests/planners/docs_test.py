"""Runs every command of the documentation that calls the program.

Usage: docs_test.py PROGRAM SCENES ROOT. A command stands on a line of its own, indented or in a code
block, and may go on after a backslash; generated scenes are named below build/release/envs. The
commands of a page run one after the other in a folder of the page's own. A block of code behind
"as `NAME`:" is the file NAME there.
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


def commands_of(text):
    joined = re.sub(r"\\\n\s*", " ", text)
    return [match.group(1) for match in map(COMMAND.match, joined.splitlines()) if match]


def run_page(program, scenes, page):
    text = page.read_text()
    files = FILE.findall(text)
    with tempfile.TemporaryDirectory() as scratch:
        for name, content in files:
            (pathlib.Path(scratch) / name).write_text(content + "\n")
        for command in commands_of(text):
            words = [word.replace("build/release/envs", scenes) for word in shlex.split(command)]
            done = subprocess.run([program, *words], cwd=scratch, text=True, capture_output=True,
                                  timeout=300)
            if done.returncode not in (0, 1):
                sys.exit(f"{page.name}: edgeproof {command}\n{done.stderr}")
    return len(commands_of(text)), len(files)


def main(program, scenes, root):
    counts = [run_page(program, scenes, page)
              for page in [root / "README.md", *sorted((root / "docs").glob("*.md"))]]
    commands, files = sum(c for c, _ in counts), sum(f for _, f in counts)
    if commands < COMMANDS_MIN or files < FILES_MIN:
        sys.exit(f"{commands} commands and {files} files found, at least {COMMANDS_MIN} and "
                 f"{FILES_MIN} are expected")
    print(f"{commands} commands run")


if __name__ == "__main__":
    main(str(pathlib.Path(sys.argv[1]).resolve()), str(pathlib.Path(sys.argv[2]).resolve()),
         pathlib.Path(sys.argv[3]))
