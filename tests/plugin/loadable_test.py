"""The loadable plugin as Python drives it, through ctypes.

Usage: loadable_test.py LIBRARY SCENES TEST. Each function named like a test is one; ctest knows them
by name. SCENES is the folder into which the generators wrote.
"""

import ctypes
import math
import pathlib
import random
import sys
import tempfile
import threading

UNDECIDED, FREE, COLLIDING = range(3)
OK, MISUSE, INPUT = range(3)

F64, I32, I64, TEXT = ctypes.c_double, ctypes.c_int32, ctypes.c_int64, ctypes.c_char_p
HANDLE, ARRAY = ctypes.c_uint64, ctypes.POINTER(ctypes.c_double)


def structure(name, *fields):
    return type(name, (ctypes.Structure,), {"_fields_": list(fields)})


Options = structure(
    "Options", ("struct_size", ctypes.c_uint32), ("method", I32), ("strict", I32), ("linear", I32),
    ("item_budget", I64), ("distance_limit", F64), ("packages", ctypes.POINTER(TEXT)),
    ("package_count", I32), ("mesh_helper", TEXT))
Info = structure(
    "Info", ("name", TEXT), ("path", TEXT), ("value_count", I32), ("joint_count", I32),
    ("body_count", I32), ("query_count", I32), ("query", I32), ("tolerance", F64),
    ("clearance", F64), ("obstacle_triangles", I64), ("link_triangles", I64), ("bytes", I64),
    ("warning_count", I32))
Joint = structure("Joint", ("name", TEXT), ("kind", I32), ("value_start", I32),
                  ("value_count", I32), ("linear", I32))
Value = structure("Value", ("name", TEXT), ("joint", I32), ("lower", F64), ("upper", F64),
                  ("has_default", I32), ("number", F64))
Query = structure("Query", ("name", TEXT), ("start", ARRAY), ("goal", ARRAY),
                  ("attachment_count", I32), ("after", I32))
Answer = structure(
    "Answer", ("verdict", I32), ("contact", I32), ("t_free", F64), ("t_last", F64),
    ("t_contact", F64), ("body", I32 * 2), ("name", TEXT * 2), ("triangle", I32 * 2),
    ("point", F64 * 6), ("normal", F64 * 3), ("distance", F64), ("clearance", F64))
Statistics = structure(
    "Statistics", ("states", I64), ("states_free", I64), ("states_undecided", I64),
    ("motions", I64), ("motions_free", I64), ("motions_colliding", I64),
    ("motions_undecided", I64), ("clearances", I64), ("errors", I64), ("state_seconds", F64),
    ("motion_seconds", F64), ("items", I64), ("box_tests", I64), ("triangle_tests", I64),
    ("distances", I64))

P = ctypes.POINTER
Cancel = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)


def function(result, *arguments):
    return ctypes.CFUNCTYPE(result, *arguments)


Table = structure(
    "Table", ("struct_size", ctypes.c_uint32), ("version", ctypes.c_uint32), ("text", TEXT),
    ("default_options", function(None, P(Options))),
    ("open", function(I32, TEXT, TEXT, P(Options), P(HANDLE))),
    ("close", function(I32, HANDLE)),
    ("last_error", function(I32, HANDLE, TEXT, ctypes.c_size_t)),
    ("describe", function(I32, HANDLE, P(Info))),
    ("get_joint", function(I32, HANDLE, I32, P(Joint))),
    ("get_value", function(I32, HANDLE, I32, P(Value))),
    ("find_value", function(I32, HANDLE, TEXT)),
    ("get_query", function(I32, HANDLE, I32, P(Query))),
    ("body_name", function(TEXT, HANDLE, I32)),
    ("report_line", function(TEXT, HANDLE, I32)),
    ("within_bounds", function(I32, HANDLE, ARRAY)),
    ("interpolate", function(I32, HANDLE, ARRAY, ARRAY, F64, ARRAY)),
    ("check_state", function(I32, HANDLE, ARRAY, P(Answer))),
    ("check_edge", function(I32, HANDLE, ARRAY, ARRAY, P(Answer))),
    ("check_edge_first", function(I32, HANDLE, ARRAY, ARRAY, P(Answer), ARRAY)),
    ("check_edges", function(I32, HANDLE, ARRAY, ARRAY, I32, I32, P(I32), P(Answer))),
    ("state_clearance", function(I32, HANDLE, ARRAY, P(F64))),
    ("edge_clearance", function(I32, HANDLE, ARRAY, ARRAY, P(F64))),
    ("set_cancel", function(I32, HANDLE, Cancel, ctypes.c_void_p)),
    ("get_statistics", function(I32, HANDLE, P(Statistics))),
    ("clear_statistics", function(I32, HANDLE)))


def load(library):
    get = ctypes.CDLL(library).ep_plugin_table
    get.restype = P(Table)
    table = get(1).contents
    assert table.struct_size == ctypes.sizeof(Table), (table.struct_size, ctypes.sizeof(Table))
    return table


def numbers(values):
    return (F64 * len(values))(*values)


class Scene:
    def __init__(self, table, path, query=None):
        self.table, handle = table, HANDLE()
        status = table.open(str(path).encode(), query and query.encode(), None,
                            ctypes.byref(handle))
        if status != OK:
            raise ValueError(status, self.error(0))
        self.handle = handle.value
        self.info = self.get(table.describe, Info)
        self.values = [self.get(table.get_value, Value, i) for i in range(self.info.value_count)]

    def get(self, call, kind, *arguments):
        out = kind()
        assert call(self.handle, *arguments, ctypes.byref(out)) == OK, self.error(0)
        return out

    def error(self, handle):
        room = ctypes.create_string_buffer(512)
        self.table.last_error(handle, room, 512)
        return room.value.decode()

    def edge(self, q0, q1):
        answer = Answer()
        verdict = self.table.check_edge(self.handle, numbers(q0), numbers(q1),
                                        ctypes.byref(answer))
        assert verdict == answer.verdict
        return answer

    def random(self, rng):
        return [rng.uniform(max(v.lower, -math.pi), min(v.upper, 50 + math.pi))
                for v in self.values]

    def close(self):
        assert self.table.close(self.handle) == OK


def works_python_asks_the_tower_crane(table, scenes):
    crane = Scene(table, scenes / "scenes/tower-crane.yaml", "lift")
    assert crane.info.name == b"tower-crane" and crane.info.value_count == len(crane.values) == 3
    assert [v.name for v in crane.values] == [b"crane/slew", b"crane/trolley", b"crane/hoist"]
    kinds = [crane.get(table.get_joint, Joint, i).kind for i in range(crane.info.joint_count)]
    assert sorted(kinds) == [2, 3, 3] or sorted(kinds) == [1, 3, 3], kinds
    query = crane.get(table.get_query, Query, crane.info.query)
    start, goal = query.start[:3], query.goal[:3]
    assert table.check_state(crane.handle, query.start, None) == FREE
    assert table.check_state(crane.handle, query.goal, None) == FREE
    assert table.within_bounds(crane.handle, query.start) == OK
    # Straight over it runs into the building; up, over and down again does not.
    answer = crane.edge(start, goal)
    assert answer.verdict == COLLIDING and answer.name[0] and answer.name[1], answer.verdict
    first, last = Answer(), numbers([0] * 3)
    assert table.check_edge_first(crane.handle, query.start, query.goal, ctypes.byref(first),
                                  last) == COLLIDING
    assert 0 < first.t_last < first.t_free <= first.t_contact < 1
    assert crane.edge(start, list(last)).verdict == FREE
    clearance = F64()
    assert table.edge_clearance(crane.handle, query.start, last, ctypes.byref(clearance)) == OK
    assert clearance.value > 1e-3
    statistics = crane.get(table.get_statistics, Statistics)
    assert statistics.motions == 3 and statistics.motions_free == 1, statistics.motions
    crane.close()


def same_python_threads(table, scenes):
    crane = Scene(table, scenes / "scenes/tower-crane.yaml")
    rng = random.Random(1)
    edges = [(crane.random(rng), crane.random(rng)) for _ in range(600)]
    expected = [crane.edge(*e).verdict for e in edges]
    assert expected.count(FREE) > 30 and expected.count(COLLIDING) > 30, expected.count(FREE)
    wrong = []

    def ask(first):
        for i in range(len(edges)):
            k = (first + i) % len(edges)
            if crane.edge(*edges[k]).verdict != expected[k]:
                wrong.append(k)

    threads = [threading.Thread(target=ask, args=(100 * i,)) for i in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong, wrong
    flat = [numbers([x for e in edges for x in e[side]]) for side in (0, 1)]
    verdicts = (I32 * len(edges))()
    assert table.check_edges(crane.handle, *flat, len(edges), 3, verdicts, None) == OK
    assert list(verdicts) == expected
    statistics = crane.get(table.get_statistics, Statistics)
    assert statistics.motions == 8 * len(edges), statistics.motions
    assert statistics.motions_free + statistics.motions_colliding == statistics.motions
    crane.close()


def refused(table, path, *words):
    try:
        Scene(table, path)
    except ValueError as error:
        status, text = error.args
        assert status == INPUT and all(w in text for w in words), (status, text, words)
    else:
        raise AssertionError(f"{path} was taken")


def robust_python_bad_scenes(table, scenes):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "bad.yaml"
        refused(table, path, str(path))
        for text in ("name: [", "name: x\nrobots: 3\n", "\0", "",
                     "name: x\nrobots: [{name: a, urdf: none.urdf}]\n"):
            path.write_text(text)
            refused(table, path, "bad.yaml" if "none" not in text else "none.urdf")
        refused(table, pathlib.Path(folder), folder)
    assert table.check_state(12345, numbers([0] * 3), None) == UNDECIDED


def works_python_cancels(table, scenes):
    crane = Scene(table, scenes / "scenes/tower-crane.yaml")
    calls = []

    def stop(_):
        calls.append(1)
        return 1

    kept = Cancel(stop)
    assert table.set_cancel(crane.handle, kept, None) == OK
    rng = random.Random(2)
    edges = [(crane.random(rng), crane.random(rng)) for _ in range(300)]
    verdicts = [crane.edge(*e).verdict for e in edges]
    assert table.set_cancel(crane.handle, Cancel(), None) == OK
    again = [crane.edge(*e).verdict for e in edges]
    assert UNDECIDED not in again
    assert all(v in (UNDECIDED, w) for v, w in zip(verdicts, again))
    assert (UNDECIDED in verdicts) == bool(calls) and calls, len(calls)
    crane.close()


if __name__ == "__main__":
    globals()[sys.argv[3]](load(sys.argv[1]), pathlib.Path(sys.argv[2]))
