"""Tests of options, help, completion and the man page.

`options_test.py PROGRAM --write` writes the kept help texts anew.
"""

import pathlib
import re
import shutil
import subprocess
import sys

import yard as tools

HERE = pathlib.Path(__file__).resolve().parent
PLANNERS = HERE.parent.parent / "planners"


def commands_of(program):
    text = subprocess.run([program, "--help"], text=True, capture_output=True, check=True).stdout
    return re.findall(r"^  ([a-z]+) ", text, re.MULTILINE)


def helps_of(program):
    """The help of the program and of each command, by name."""
    texts = {"edgeproof": subprocess.run([program, "--help"], text=True, capture_output=True,
                                         check=True).stdout}
    for command in commands_of(program):
        texts[command] = subprocess.run([program, command, "--help"], text=True,
                                        capture_output=True, check=True).stdout
    return texts


def options_of(text):
    return re.findall(r"^  (--[a-z-]+)", text, re.MULTILINE)


def works_program_helps(yard):
    """Help is what is kept, fits a terminal, and has an example for each command."""
    texts = helps_of(yard.program)
    assert len(texts) > 4, texts.keys()
    for name, text in texts.items():
        kept = HERE / "help" / f"{name}.txt"
        assert kept.exists() and kept.read_text() == text, \
            f"{kept} differs; if that is meant: options_test.py PROGRAM --write\n{text}"
        assert all(len(line) <= 100 for line in text.splitlines()), text
        if name != "edgeproof":
            assert "Example:\n  edgeproof " + name in text and "--help" in options_of(text), text
            assert "Exit status:" in text, text
            options = options_of(text)
            assert len(options) == len(set(options)), options
            yard.expect(0, "help", name, out=(text,))
            yard.expect(0, name, "-h", out=(text,))
    assert not {p.stem for p in (HERE / "help").iterdir()} - set(texts)


def robust_program_refuses_bad_arguments(yard):
    yard.expect(2, err=("usage",))
    yard.expect(2, "fly", "yard.yaml", err=("there is no command 'fly'; see edgeproof --help",))
    yard.expect(2, "chekc", err=("there is no command 'chekc'; did you mean check?",))
    yard.expect(2, "check", "yard.yaml", err=("--edges FILE is missing",))
    yard.expect(2, "check", "--edges", "some.edges", err=("SCENE: is missing",))
    yard.expect(2, "check", "yard.yaml", "--edges", err=("--edges: needs a value",))
    yard.expect(2, "check", "yard.yaml", "--speed", "9", err=("--speed: there is no such option",))
    for wrong, right in (("--jso", "--json"), ("--metod", "--method"), ("--thread", "--threads"),
                         ("--ignore", "--ignore-limits")):
        yard.expect(2, "check", "yard.yaml", wrong, err=(f"did you mean {right}?",))
    yard.expect(2, "check", "yard.yaml", "more", "--edges", "some.edges",
                err=("more: is one argument too many",))
    yard.expect(2, "check", "yard.yaml", "--edges", "some.edges", "--method", "magic",
                err=("--method: needs one of spacetime catch, not 'magic'",))
    for number in ("0", "-1", "two", "1.5", "", "9" * 30):
        yard.expect(2, "check", "yard.yaml", "--edges", "some.edges", "--threads", number,
                    err=("--threads: needs a whole number of at least 1",))
    yard.expect(2, "info", "yard.yaml", "--strict=yes", err=("--strict: takes no value",))
    yard.expect(2, "info", "yard.yaml", "--help=yes", err=("--help: takes no value",))
    yard.expect(2, "info", "yard.yaml", "--version",
                err=("--version: there is no such option; see edgeproof info --help\n",))
    yard.expect(0, "--help", out=("usage",))
    yard.expect(0, "help", "help", out=("usage",))
    yard.expect(0, "--version", out=("edgeproof 0.",))
    for distance in ("-1", "nan", "inf", "1m", ""):
        yard.expect(2, "check", "yard.yaml", "--edges", "some.edges", "--clearance", distance,
                    err=("--clearance: needs a number of at least 0",))
    yard.expect(2, "check", "yard.yaml", "--edges", "some.edges", "--path", "some.path",
                err=("only one of --edges, --path and --plan",))
    yard.expect(2, "check", "yard.yaml", "--query", "carry", "--json", "--csv", "-",
                err=("--json and --csv - both want the standard output",))
    yard.expect(2, "check", "--query", "carry", err=("SCENE: is missing",))
    yard.expect(2, "check", "yard.yaml", "--csv=", "--edges", "some.edges",
                err=("--csv: needs a value that is not empty",))
    yard.expect(2, "generate", "excavater", err=("did you mean excavator?",))
    yard.expect(2, "acm", err=("MACHINE.urdf: is missing",))


def works_program_takes_gnu_options(yard):
    yard.expect(1, "check", "yard.yaml", "--edges=some.edges", "--threads=1", "--method=catch")
    yard.write("-odd.yaml", tools.SCENE)
    yard.expect(1, "check", "--edges", "some.edges", "--", "-odd.yaml")
    yard.expect(2, "check", "--edges", "some.edges", "-odd.yaml", err=("-odd.yaml: there is no",))
    yard.expect(0, "check", "yard.yaml", "--edges", "some.edges", "--help", out=("usage:",))


def completions(program, *words):
    script = (f"source {PLANNERS / 'edgeproof.bash'}; edgeproof() {{ {program} \"$@\"; }}; "
              f"COMP_WORDS=({' '.join(words)}); COMP_CWORD={len(words) - 1}; _edgeproof; "
              "printf '%s\\n' \"${COMPREPLY[@]}\"")
    done = subprocess.run(["bash", "-c", script], text=True, capture_output=True, timeout=60)
    assert done.stderr == "", done.stderr
    return done.stdout.split()


def works_program_completes(yard):
    """The completion knows every command and every option of each, and values where it can."""
    texts = helps_of(yard.program)
    commands = [name for name in texts if name != "edgeproof"]
    assert sorted(completions(yard.program, "edgeproof", "''")) == \
        sorted(commands + ["--help", "--version"])
    for command in commands:
        assert sorted(completions(yard.program, "edgeproof", command, "--")) == \
            sorted(options_of(texts[command])), command
    assert completions(yard.program, "edgeproof", "check", "--method", "c") == ["catch"]
    scene = str(yard.path / "yard.yaml")
    assert completions(yard.program, "edgeproof", "info", scene, "--query", "''") == ["carry"]
    assert "tower-crane" in completions(yard.program, "edgeproof", "generate", "t")
    known = yard.run("plan", "yard.yaml", "--planner", "none").stderr.split("known:")[1].split()
    assert len(known) >= 29
    for command in ("plan", "compare"):
        assert completions(yard.program, "edgeproof", command, scene, "--planner", "''") == known
    assert completions(yard.program, "edgeproof", "plan", "--planner", "RRTC") == ["RRTConnect"]
    assert completions(yard.program, "edgeproof", "plan", "--threads", "''") == []
    assert completions(yard.program, "edgeproof", "compare", "--validator", "''") == ["certified",
                                                                                      "discrete"]
    assert completions(yard.program, "edgeproof", "check", "--method", "=", "c") == ["catch"]
    assert completions(yard.program, "edgeproof", "check", "--method", "=") == ["spacetime", "catch"]


def works_program_manual(yard):
    """The man page has every command and every option, and is well formed."""
    page = PLANNERS / "edgeproof.1"
    text = page.read_text()
    missing = [option for help_text in helps_of(yard.program).values()
               for option in options_of(help_text)
               if not re.search(rf"Fl -{option[2:]}\b", text)]
    missing += [command for command in commands_of(yard.program) if f"Cm {command}" not in text]
    assert not missing, sorted(set(missing))
    if shutil.which("mandoc") is None:
        print("skipped in part: mandoc is not there")
        return
    done = subprocess.run(["mandoc", "-T", "lint", str(page)], text=True,
                          capture_output=True, timeout=60)
    assert done.returncode == 0 and done.stdout == "", done.stdout + done.stderr


if __name__ == "__main__":
    if sys.argv[2] == "--write":
        (HERE / "help").mkdir(exist_ok=True)
        for name, text in helps_of(sys.argv[1]).items():
            (HERE / "help" / f"{name}.txt").write_text(text)
    else:
        tools.main(globals())
