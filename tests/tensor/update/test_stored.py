"""A stored tensor is brought up to date in one step: after a kill it is the old or the new one."""

from __future__ import annotations

import multiprocessing
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from motifcnn.errors import GraphError, StoreError
from motifcnn.graph import Graph, Relation, Schema, write_graph
from motifcnn.graph.changes import changed_graph
from motifcnn.graph.io.change_table import read_changes
from motifcnn.motif import Motif
from motifcnn.tensor import MotifTensor, count, load_tensor, save_tensor
from motifcnn.tensor.store import load_origin
from motifcnn.tensor.update.stored import update_store

SQUARE = Motif.parse("(t:u)--(a:u)--(b:u)--(c:u)--(t)")


def follows(nodes: int = 40, seed: int = 0) -> Graph:
    links = np.random.default_rng(seed).random((nodes, nodes)) < 0.1
    ids = {"u": np.array([f"user {i:03d}" for i in range(nodes)])}
    return Graph(
        Schema(("u",), (Relation("u", "follows", "u"),)),
        {("u", "follows", "u"): links},
        {"u": nodes},
        ids=ids,
    )


def table(seed: int, rows: int = 12, nodes: int = 40) -> dict[str, list[Any]]:
    """Distinct edges to insert or to delete."""
    rng = np.random.default_rng(seed)
    edges = rng.permutation(nodes * nodes)[:rows]
    return {
        "op": ["insert" if i % 3 else "delete" for i in range(rows)],
        "relation": ["follows"] * rows,
        "source": [f"user {e // nodes:03d}" for e in edges],
        "target": [f"user {e % nodes:03d}" for e in edges],
    }


@pytest.fixture
def store(tmp_path: Path) -> Path:
    save_tensor(count(follows(), SQUARE), tmp_path / "tensor", source="somewhere")
    return tmp_path / "tensor"


def recount(store: Path, graph: Graph) -> MotifTensor:
    """The tensor of the graph that the store says it is about."""
    origin = load_origin(store)
    if origin.changes is not None:
        graph = changed_graph(graph, read_changes(graph, origin.changes))
    return count(graph, SQUARE, engine="join")  # needs no compiling


def test_updates_one_after_the_other_equal_a_recount_of_all_changes(store: Path) -> None:
    graph = follows()
    now = graph
    for seed in (1, 2, 3, 2):
        updated, _ = update_store(store, table(seed), graph)
        now = changed_graph(now, read_changes(now, table(seed)))
        assert load_tensor(store) == updated == count(now, SQUARE)
    assert load_origin(store).source == "somewhere"
    assert load_tensor(store, now).graph is now


def test_the_same_changes_once_more_change_nothing(store: Path) -> None:
    graph = follows()
    once, _ = update_store(store, table(1), graph)
    twice, _ = update_store(store, table(1), graph)
    assert once == twice == load_tensor(store)


def test_induced_tensors_stay_induced(tmp_path: Path) -> None:
    graph = follows()
    save_tensor(count(graph, SQUARE, induced=True), tmp_path / "tensor")
    update_store(tmp_path / "tensor", table(4), graph)
    now = changed_graph(graph, read_changes(graph, table(4)))
    assert (
        load_tensor(tmp_path / "tensor") == count(now, SQUARE, induced=True) != count(now, SQUARE)
    )


def test_another_graph_is_refused_and_the_store_stays(store: Path) -> None:
    before = load_tensor(store)
    with pytest.raises(
        StoreError,
        match=r"the tensor is about another graph \(fingerprint .*it was counted in 'somewhere'",
    ):
        update_store(store, table(1), follows(seed=9))
    assert load_tensor(store) == before


def test_wrong_changes_are_refused_and_the_store_stays(store: Path) -> None:
    before = load_tensor(store)
    with pytest.raises(
        GraphError, match="row 3: target 'nobody' is not the id of a node of type u"
    ):
        update_store(
            store,
            table(1) | {"target": [*table(1)["target"][:3], "nobody", *table(1)["target"][4:]]},
            follows(),
        )
    assert load_tensor(store) == before


def test_a_tensor_that_was_stored_without_its_graph_cannot_be_updated(tmp_path: Path) -> None:
    tensor = count(follows(), SQUARE)
    save_tensor(MotifTensor(SQUARE, tensor.instances, tensor.roles), tmp_path / "tensor")
    with pytest.raises(StoreError, match="stored without its graph"):
        update_store(tmp_path / "tensor", table(1), follows())


# Runs in a process of its own, which forks one child per kill; a fork has all modules and kernels
# loaded already.
KILLS = """
import os, random, signal, sys, time
from pathlib import Path

from motifcnn.sealed import leftovers, operations
from motifcnn.tensor import load_tensor
from motifcnn.tensor.update.stored import update_store
from tests.faulty_disk import QuickDisk
from tests.tensor.update.test_stored import follows, recount, table

operations.disk = QuickDisk()
store, mode, kills = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
graph = follows()
update_store(store, table(0), graph)  # compiles
began = time.perf_counter()
update_store(store, table(1), graph)
takes = time.perf_counter() - began
random.seed(0)
outcomes = set()


class DiesAt:
    def __init__(self, event):
        self.left = 2 * event

    def __getattr__(self, name):
        def run(*arguments):
            self.happen()
            result = getattr(QuickDisk(), name)(*arguments)
            self.happen()
            return result

        return run

    def happen(self):
        self.left -= 1
        if self.left <= 0:
            os.kill(os.getpid(), signal.SIGKILL)


for kill in range(kills):
    before = load_tensor(store)
    child = os.fork()
    if child == 0:
        if mode == "steps":
            operations.disk = DiesAt((kill + 1) / 2)
            update_store(store, table(kill + 2), graph)
            os._exit(0)
        for number in range(10**6):
            update_store(store, table(1000 * kill + number), graph)
    if mode == "moments":
        time.sleep(random.uniform(0.0, 2 * takes))
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    after = load_tensor(store)  # whole: every hash is checked
    assert after == recount(store, graph), f"kill {kill}: a mix"
    outcomes.add("old" if after == before else "new")
    if leftovers(store.parent):
        outcomes.add("left over")
    if mode == "steps" and not os.WIFSIGNALED(status):
        outcomes.add("unharmed")
        break
update_store(store, table(1), graph)
assert [path.name for path in store.parent.iterdir()] == ["tensor"], "the next update cleans up"
print(kill + 1, *sorted(outcomes))
"""


def updated(store: Path, seed: int, together: Any) -> None:
    together.wait()
    update_store(store, table(seed, 4), follows())


@pytest.mark.parametrize("kind", ["threads", "processes"])
def test_updates_at_the_same_time_are_all_in_the_store(kind: str, store: Path) -> None:
    update_store(store, table(9, 4), follows())  # compiles
    context: Any = threading if kind == "threads" else multiprocessing.get_context("fork")
    make = context.Thread if kind == "threads" else context.Process
    together = context.Barrier(4)
    workers = [make(target=updated, args=(store, seed, together)) for seed in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    found = read_changes(follows(), load_origin(store).changes)
    for seed in (9, *range(4)):
        changes = read_changes(follows(), table(seed, 4))
        for had, want in ((found.insert, changes.insert), (found.delete, changes.delete)):
            for key, pairs in want.items():
                assert {tuple(pair) for pair in pairs} <= {tuple(pair) for pair in had[key]}
    assert load_tensor(store) == recount(store, follows())


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux exchanges folders in one step")
@pytest.mark.parametrize(
    ("mode", "kills"), [("steps", 100), ("moments", 20)], ids=["at every step", "at random moments"]
)
def test_a_killed_update_leaves_the_old_or_the_new_tensor(
    store: Path, mode: str, kills: int
) -> None:
    root = Path(__file__).parents[3]
    code = "import sys; sys.path[:0] = [{!r}, {!r}]\n".format(str(root), str(root / "src")) + KILLS
    done = subprocess.run(
        [sys.executable, "-c", code, str(store), mode, str(kills)],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    made, *outcomes = done.stdout.split()
    if mode == "steps":
        assert outcomes == ["left", "over", "new", "old", "unharmed"], (
            "killed before every step and after it, until one came through"
        )
        assert int(made) > 10
    else:
        assert int(made) == kills
        assert "over" in outcomes, "some were killed while they wrote"


def test_a_graph_folder_is_found_by_the_stores_own_note(tmp_path: Path) -> None:
    write_graph(follows(), tmp_path / "graph")
    save_tensor(count(follows(), SQUARE), tmp_path / "tensor", source=str(tmp_path / "graph"))
    assert load_origin(tmp_path / "tensor").source == str(tmp_path / "graph")
    assert load_origin(tmp_path / "tensor").changes is None
