"""Several processes change one stored tensor at the same time: every change must be in it.

Each process inserts one edge of its own. Afterwards the store must list all of them, and its
tensor must equal a count of the changed graph from scratch.
"""

from __future__ import annotations

import multiprocessing
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.robustness.small import SQUARE, follows, inserted
from motifcnn.graph.changes import changed_graph
from motifcnn.graph.io.change_table import read_changes
from motifcnn.tensor import count, load_tensor, save_tensor
from motifcnn.tensor.store import load_origin
from motifcnn.tensor.update.stored import update_store

FOLLOWS = ("u", "follows", "u")


def rounds(processes: int, number: int) -> int:
    """Runs the rounds and prints what was lost; the exit code."""
    graph = follows()
    free = [(i, j) for i in range(60) for j in range(60) if i != j and not linked(graph, i, j)]
    lost = wrong = left = 0
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as place:
        for round_ in range(number):
            store = Path(place) / "tensor"
            save_tensor(count(graph, SQUARE, engine="join"), store, overwrite=True)
            update_store(store, inserted(*free[0]), graph)  # compiles before the first fork
            edges = free[1 + round_ : 1 + round_ + processes]
            together(store, edges, graph)
            changes = read_changes(graph, load_origin(store).changes)
            found = {tuple(map(int, pair)) for pair in changes.insert[FOLLOWS]}
            lost += len({*edges} - found)
            wrong += load_tensor(store) != count(changed_graph(graph, changes), SQUARE)
            left += len(list(Path(place).iterdir())) - 1
    seconds = time.perf_counter() - began
    print(
        f"{number} rounds of {processes} processes in {seconds:.0f} s: {number * processes} "
        f"changes, {lost} lost, {wrong} tensors differ from a recount, {left} files left over"
    )
    return int(lost + wrong + left > 0)


def linked(graph: Any, source: int, target: int) -> bool:
    return bool(graph.adjacency[FOLLOWS][source, target])


def together(store: Path, edges: list[tuple[int, int]], graph: Any) -> None:
    """One process per edge; all begin at the same moment."""
    context = multiprocessing.get_context("fork")
    barrier = context.Barrier(len(edges))

    def work(edge: tuple[int, int]) -> None:
        barrier.wait()
        update_store(store, inserted(*edge), graph)

    workers = [context.Process(target=work, args=(edge,)) for edge in edges]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    if any(worker.exitcode for worker in workers):
        raise SystemExit("a process failed; its traceback is above")
