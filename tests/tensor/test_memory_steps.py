"""Memory that runs out at any place, inside compiled kernels too, is a typed error.

A process of its own lowers the limit of its address space step by step, so that the system refuses
one allocation after the other, whichever library asks.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

STEPS = 12
PROGRAM = """
import json, os, resource, sys, traceback
from dataclasses import replace
from pathlib import Path

import numpy as np

import motifcnn as mc
from motifcnn.errors import BudgetError, StoreError
from motifcnn.graph import Graph, Relation, Schema
from motifcnn.tensor import save_tensor

what, folder, steps = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])


def sparse_graph(nodes):
    # Few links of many nodes: what is large are counters, of which kernels have one per column.
    from scipy import sparse

    rng = np.random.default_rng(0)
    ends = rng.integers(50, size=(2, 400)) * (nodes // 50)
    links = sparse.csr_array((np.ones(400, bool), tuple(ends)), shape=(nodes, nodes))
    relation = Relation("a", "to", "b")
    return Graph(Schema(("a", "b"), (relation,)), {relation.key: links}, {"a": nodes, "b": nodes})


def work(graph, place):
    if what == "fit":
        from tests.small_graphs import MOTIFS

        options = {"settings": {"epochs": 1, "choose": False}, "split": (0.3, 0.2, 0.5)}
        mc.fit(graph, MOTIFS[:2], checkpoint=place / "state", **options).save(place / "run")
    else:
        pattern = "(t:a)--(x:b)--(c:a)--(d:b)" if what in ("enumerate", "join") else (
            "(t:a)--(x:b)--(c:a)"
        )
        found = mc.count(graph, pattern, engine=what, memory_limit=10**12)
        save_tensor(found, place / "tensor")
        return found


def address_space(of="VmSize"):
    return 1024 * int(Path("/proc/self/status").read_text().partition(of + ":")[2].split()[0])


if what == "fit":
    from tests.small_graphs import bibliography

    graph = bibliography(600)
    work(replace(graph), folder / "first")
else:
    graph = sparse_graph(400_000)
    work(sparse_graph(1000), folder / "first")
hard = resource.getrlimit(resource.RLIMIT_AS)[1]
before = address_space()
expected = work(replace(graph), folder / "measured")  # copies of a graph share no cache
needed, said = address_space("VmPeak") - before, []
for step in range(steps + 1):
    place = folder / str(step)
    place.mkdir()
    found = None
    own = replace(graph)
    limit = address_space() + needed * step // steps
    resource.setrlimit(resource.RLIMIT_AS, (limit, hard))
    try:
        found = work(own, place)
        said.append("done" if what == "fit" or found == expected else "wrong")
    except (BudgetError, StoreError) as error:
        said.append(f"typed: {error}")
    except BaseException as error:
        said.append("untyped: " + "".join(traceback.format_exception(error))[-2000:])
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
    hidden = [str(file) for file in place.rglob(".*")]
    if hidden:
        said.append(f"left: {hidden}")
print(json.dumps({"needed": needed, "said": said}))
"""


def steps_of(what: str, folder: Path, threads: int = 1) -> Any:
    root = Path(__file__).parents[2]
    paths = os.pathsep.join([str(root), str(root / "src")])
    alone = {"OMP_NUM_THREADS": "1", "NUMBA_NUM_THREADS": f"{threads}", "MALLOC_ARENA_MAX": "1"}
    # Freed memory goes back to the system, so that every step begins with as much.
    own = alone | {"PYTHONPATH": paths, "MALLOC_MMAP_THRESHOLD_": "65536"}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, what, str(folder), str(STEPS)],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        env=os.environ | own,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout)


@pytest.mark.skipif(sys.platform != "linux", reason="limits of the address space are of Linux")
@pytest.mark.parametrize("what", ["scipy", "join", "matrix", "enumerate", "fit"])
def test_wherever_memory_runs_out_it_is_said_and_nothing_is_left(what: str, tmp_path: Path) -> None:
    found = steps_of(what, tmp_path)
    said = found["said"]
    assert found["needed"] > 5_000_000
    assert all(one == "done" or one.startswith("typed") for one in said), said
    assert said[0].startswith("typed") and "done" in said
    if what == "enumerate":  # the words of Numba's own allocator
        assert any("Allocation failed" in one for one in said), said


@pytest.mark.skipif(sys.platform != "linux", reason="limits of the address space are of Linux")
@pytest.mark.parametrize("what", ["matrix", "enumerate"])
def test_a_thread_that_cannot_allocate_leaves_no_wrong_count(what: str, tmp_path: Path) -> None:
    said = steps_of(what, tmp_path, threads=2)["said"]
    assert all(one == "done" or one.startswith("typed") for one in said), said
