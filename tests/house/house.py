"""What the structural tests share: finding files, reporting, and proving that a check can fail.

A check is a function that takes its arguments and returns a list of complaints. Its script fails
when there is one. With --self-test the script runs its check on small trees made for the purpose,
good ones and bad ones, and fails when the answer is not the expected one.
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = ("core", "shim", "plugin", "planners", "envs", "tests", "docs")
C_SUFFIXES = (".c", ".h")
CPP_SUFFIXES = (".cc", ".cpp", ".cxx", ".hh", ".hpp", ".hxx", ".ipp", ".inl")
IGNORED = {".git", "build", "__pycache__", ".cache", "CMakeUserPresets.json",
           "compile_commands.json"}


def entries(root):
    """Every file of the project, as paths relative to root: what git tracks or would track, or
    without git whatever is there."""
    command = ["git", "-C", str(root), "ls-files", "-z", "--cached", "--others",
               "--exclude-standard"]
    if (root / ".git").exists():
        try:
            listed = subprocess.run(command, capture_output=True, check=True).stdout
        except (OSError, subprocess.CalledProcessError):
            pass
        else:
            names = {pathlib.Path(n) for n in listed.decode().split("\0") if n}
            return sorted(n for n in names if (root / n).is_file())
    found = (p.relative_to(root) for p in root.rglob("*") if p.is_file())
    return sorted(p for p in found if not IGNORED.intersection(p.parts))


def sources(root, suffixes=C_SUFFIXES + CPP_SUFFIXES):
    return [p for p in entries(root) if p.suffix in suffixes]


def run(command, **options):
    """Runs a command; its output, both streams as one, comes back as text."""
    return subprocess.run([str(part) for part in command], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, **options)


def must_run(command, **options):
    done = run(command, **options)
    if done.returncode != 0:
        shown = " ".join(str(part) for part in command)
        sys.exit(f"{shown}\n{done.stdout}\nfailed with status {done.returncode}")
    return done.stdout


def write_tree(root, files):
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def self_test(check, cases):
    """cases: (name, files, word): the check on a tree of these files complains with the word, or
    does not complain at all if the word is None."""
    wrong = []
    for name, files, word in cases:
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            write_tree(root, files)
            complaints = check(root)
        if word is None and complaints:
            wrong.append(f"{name}: complained without a reason: {complaints}")
        if word is not None and not any(word in complaint for complaint in complaints):
            wrong.append(f"{name}: no complaint with '{word}', but {complaints}")
    return wrong


def arguments(description, **required):
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--self-test", action="store_true")
    for name, text in required.items():
        parser.add_argument("--" + name.replace("_", "-"), help=text)
    return parser.parse_args()


def finish(complaints, good):
    for complaint in complaints:
        print(complaint)
    if complaints:
        sys.exit(f"{len(complaints)} complaint(s)")
    print(good)
