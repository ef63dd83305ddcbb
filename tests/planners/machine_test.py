"""Tests of `edgeproof acm` and `edgeproof generate`."""

import re
import signal
import subprocess
import time

import yard as tools

# Two covers that always overlap, a hand that meets them now and then, and a foot that never can.
COVERS = """<robot name="covers">
<link name="foot"><collision><origin xyz="0 0 -9"/><geometry><box size="0.1 0.1 0.1"/></geometry>
</collision></link>
<link name="a"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
<link name="b"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
<link name="c&amp;d"><collision><origin xyz="0.2 0 0"/><geometry><sphere radius="0.4"/></geometry>
</collision></link>
<link name="hand"><collision><origin xyz="2 0 0"/><geometry><sphere radius="0.5"/></geometry>
</collision></link>
<joint name="j1" type="revolute"><parent link="foot"/><child link="a"/><axis xyz="0 0 1"/>
<limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
<joint name="j2" type="revolute"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/>
<limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
<joint name="j3" type="revolute"><parent link="b"/><child link="c&amp;d"/><axis xyz="0 0 1"/>
<limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
<joint name="j4" type="prismatic"><parent link="c&amp;d"/><child link="hand"/><axis xyz="-1 0 0"/>
<limit lower="0" upper="2" effort="1" velocity="1"/></joint>
</robot>
"""


def pairs_of(text):
    return re.findall(r'link1="([^"]*)" link2="([^"]*)"', text)


def works_acm_proposes_what_always_meets(yard):
    yard.write("covers.urdf", COVERS)
    text = yard.expect(0, "acm", "covers.urdf", err=("1 pair proposed from 1000",))
    assert [set(pair) for pair in pairs_of(text)] == [{"a", "c&amp;d"}], text
    yard.expect(0, "acm", "covers.urdf", "--out", "covers.srdf", "--seed", "7", "--samples", "200",
                "--quiet")
    # What it wrote is read by the loader, and the pair is no longer checked.
    scene = "name: s\nrobots:\n  - {name: r, urdf: covers.urdf%s}\n"
    yard.write("with.yaml", scene % ", srdf: covers.srdf")
    yard.write("without.yaml", scene % "")
    yard.write("rest.edges", "# joints: j1 j2 j3 j4\n0 0 0 0  0.1 0.1 0.1 0\n")
    yard.expect(0, "check", "with.yaml", "--edges", "rest.edges", "--strict")
    yard.expect(1, "check", "without.yaml", "--edges", "rest.edges", out=("r/a", "r/c&d"))
    # Given back to it, the pair is kept, and nothing is found twice.
    again = yard.expect(0, "acm", "covers.urdf", "--srdf", "covers.srdf", err=("0 pairs", "1 kept"))
    assert len(pairs_of(again)) == 1, again


def same_acm_with_the_same_seed(yard):
    yard.write("covers.urdf", COVERS)
    texts = {yard.expect(0, "acm", "covers.urdf", "--seed", "3") for _ in range(2)}
    assert len(texts) == 1


def robust_acm_refuses_bad_machines(yard):
    yard.expect(2, "acm", "none.urdf", "--out", "out.srdf", err=("none.urdf",))
    yard.write("bad.urdf", COVERS.replace('type="prismatic"', 'type="magic"'))
    yard.expect(2, "acm", "bad.urdf", "--out", "out.srdf", err=("bad.urdf", "magic"))
    assert not (yard.path / "out.srdf").exists()


def works_generate_writes_what_is_named(yard):
    yard.expect(0, "generate", "loads", "dump-truck", "--out", "a/b",
                out=("a/b/: loads", "a/b/: dump-truck"))
    found = sorted(p.name for p in (yard.path / "a" / "b").iterdir())
    assert found == ["loads", "machines"], found
    yard.write("truck.yaml", "name: t\nrobots:\n  - {name: t, urdf: a/b/machines/dump_truck.urdf}\n")
    yard.expect(0, "info", "truck.yaml")
    assert yard.expect(0, "generate", "loads", "--quiet", "--out", "c") == ""


def robust_generate_is_interrupted(yard):
    """What was begun is written whole, and nothing after it."""
    begun = yard.path / "all" / "machines"
    process = subprocess.Popen([yard.program, "generate", "all", "--out", "all"], cwd=yard.path,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while not begun.exists() and process.poll() is None:
        time.sleep(0.001)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130 and "interrupted" in err, (process.returncode, out, err)
    assert "excavator" in out and "puma" not in out, out
    assert (begun / "excavator.urdf").exists() and not list(begun.parent.rglob("*.tmp"))


if __name__ == "__main__":
    tools.main(globals())
