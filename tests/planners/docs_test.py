"""Runs every command of the documentation that calls the program on a generated scene.

Usage: docs_test.py PROGRAM SCENES ROOT. A command stands on a line of its own, indented or in a code
block, and may go on after a backslash; it names scenes below build/release/envs.
"""

import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

COMMAND = re.compile(r"^(?:    |\$ )?(?:build/release/planners/)?edgeproof ((?:info|check) [^`]*)$")
COMMANDS_MIN = 6


def commands_of(text):
    joined = re.sub(r"\\\n\s*", " ", text)
    return [match.group(1) for match in map(COMMAND.match, joined.splitlines()) if match]


def main(program, scenes, root):
    count = 0
    with tempfile.TemporaryDirectory() as scratch:
        for page in [root / "README.md", *sorted((root / "docs").glob("*.md"))]:
            for command in commands_of(page.read_text()):
                words = [word.replace("build/release/envs", scenes) for word in shlex.split(command)]
                done = subprocess.run([program, *words], cwd=scratch, text=True,
                                      capture_output=True, timeout=300)
                if done.returncode not in (0, 1):
                    sys.exit(f"{page.name}: edgeproof {command}\n{done.stderr}")
                count += 1
    if count < COMMANDS_MIN:
        sys.exit(f"{count} commands found, at least {COMMANDS_MIN} are expected")
    print(f"{count} commands run")


if __name__ == "__main__":
    main(str(pathlib.Path(sys.argv[1]).resolve()), str(pathlib.Path(sys.argv[2]).resolve()),
         pathlib.Path(sys.argv[3]))
