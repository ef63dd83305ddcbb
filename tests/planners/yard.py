"""A small scene for tests of the edgeproof program, and how its tests are run.

Each function of a test file that is named like a test is one; ctest knows them by name, and calls
the file with the program and that name.
"""

import csv
import io
import pathlib
import subprocess
import sys
import tempfile

ARM = """<robot name="arm">
<link name="base"><collision><geometry><box size="0.2 0.2 0.2"/></geometry></collision></link>
<link name="beam"><collision><origin xyz="0.8 0 0"/><geometry><box size="1.4 0.1 0.1"/></geometry>
</collision></link>
<joint name="turn" type="continuous"><parent link="base"/><child link="beam"/><axis xyz="0 0 1"/>
</joint></robot>
"""

SCENE = """name: yard
robots:
  - {name: arm, urdf: arm.urdf, bounds: {turn: [-3.2, 3.2]}}
obstacles:
  - {name: wall, box: [0.2, 0.2, 2], xyz: [1.4, 0, 0]}
  - {name: crate, box: [0.2, 0.2, 0.2], xyz: [0, 1.8, 0], movable: true}
queries:
  - {name: carry, start: {turn: 1.5708}, goal: {turn: 0.6},
     attach: [{object: crate, link: beam, xyz: [1.7, 0, 0], rpy: [0, 0, 0]}]}
"""

# The arm's beam is 0.1 wide and ends at 1.5; the wall is 0.2 wide, from 1.3 on.
EDGES = """# joints: turn
0.5 1.5 free
0.5 -0.5 colliding
2.0, 3.0
"""


class Yard:
    """A folder with the files of a small scene, and the program."""

    def __init__(self, program):
        self.program = program
        self.folder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.folder.name)
        self.write("arm.urdf", ARM)
        self.write("yard.yaml", SCENE)
        self.write("some.edges", EDGES)

    def write(self, name, text):
        (self.path / name).write_text(text)

    def run(self, *arguments):
        return subprocess.run([self.program, *arguments], cwd=self.path, text=True,
                              capture_output=True, timeout=60)

    def expect(self, status, *arguments, out=(), err=()):
        done = self.run(*arguments)
        said = f"{arguments}: {done.returncode}\n{done.stdout}{done.stderr}"
        assert done.returncode == status, f"status {status} expected: {said}"
        for text in out:
            assert text in done.stdout, f"no '{text}': {said}"
        for text in err:
            assert text in done.stderr, f"no '{text}': {said}"
        return done.stdout

    def rows(self, status, *arguments):
        text = self.expect(status, "check", "yard.yaml", "--csv", "-", "--quiet", *arguments)
        rows = list(csv.DictReader(io.StringIO(text)))
        assert list(rows[0]) == ["edge", "verdict", "t_free", "t_contact", "pair_a", "pair_b",
                                 "microseconds"], rows[0]
        return rows


def main(tests):
    """Runs the test that the command line names, in a folder of its own."""
    tests[sys.argv[2]](Yard(str(pathlib.Path(sys.argv[1]).resolve())))
