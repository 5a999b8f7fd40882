"""One contender in a process of its own: ``python -m benchmarks.scale.contender``.

Reads a graph from a folder, applies D^-1 A to random values and prints times and peak memory as
JSON.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import psutil
from scipy import sparse

ROW_BYTES = 12 << 30  # of a product that scipy may hold at a time


def main() -> None:
    """Parses the arguments and runs."""
    parser = argparse.ArgumentParser()
    parser.add_argument("contender", choices=("factored", "scipy"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--columns", type=int, default=64)
    parser.add_argument("--repeats", type=int, default=3)
    arguments = parser.parse_args()
    run = factored if arguments.contender == "factored" else by_scipy
    print(json.dumps(run(arguments.folder, arguments.columns, arguments.repeats)))


def factored(folder: Path, columns: int, repeats: int) -> dict[str, Any]:
    """The factored operator: set-up, first application with compiling, later ones, gradient."""
    from motifcnn.motif import Motif
    from motifcnn.tensor.operator import operator

    kind, graph = load(folder)
    motif = Motif.parse(
        "(t:left)--(b:right)--(c:left)" if kind == "bipartite" else "(t:node)--(b:node)--(c:node)",
        roles="context",
    )
    x = values(graph.counts[motif.target_type], columns)
    began = time.perf_counter()
    (role,) = operator(graph, motif, engine="factored").roles
    built = time.perf_counter() - began
    first, out = _timed(lambda: role.matmul(x))
    total = int(role.instances.value.sum())
    checksum = float(out.sum(dtype=np.float64))
    del out
    times, processor = [], []
    for _ in range(repeats):
        used = time.process_time()
        times.append(_timed(lambda: role.matmul(x))[0])
        processor.append(time.process_time() - used)
    peak = _peak()
    back = [_timed(lambda: role.rmatmul(x))[0] for _ in range(repeats)]
    peak_gradient = _peak()
    return {
        "build": built,
        "first": first,
        "seconds": min(times),
        "processor": min(processor),
        "gradient": min(back[1:] or back),
        "peak": peak,
        "peak_gradient": peak_gradient,
        "floor": _floor(graph, x, repeats),
        "checksum": checksum,
        "instances": total,
    }


def _floor(graph: Any, x: np.ndarray, repeats: int) -> float:
    """Processor seconds of the sums that every method needs (`floor`), with one thread."""
    from benchmarks.scale.floor import bare_sums

    links = next(iter(graph.adjacency.values()))
    call = bare_sums(links, sparse.csr_array(links.T), x)
    call()
    used = []
    for _ in range(repeats):
        began = time.process_time()
        call()
        used.append(time.process_time() - began)
    return min(used)


def by_scipy(folder: Path, columns: int, repeats: int) -> dict[str, Any]:
    """The product of the link matrices off the diagonal, over its row sums, times the values."""
    _, graph = load(folder)
    links = next(iter(graph.adjacency.values())).astype(np.float32)
    back = sparse.csr_array(links.T)
    x = values(links.shape[0], columns)
    walks = np.asarray(links @ np.diff(back.indptr).astype(np.float64))
    blocks = _row_blocks(walks)
    spent = {"product": 0.0, "normalise": 0.0, "apply": 0.0}
    checksum, instances = 0.0, 0.0
    for begin, end in blocks:
        product_time, product = _timed(lambda b=begin, e=end: sparse.csr_array(links[b:e] @ back))
        normalise_time, sums = _timed(lambda p=product, b=begin: _normalised(p, b))
        apply_time, out = _timed(lambda p=product: p @ x)
        spent["product"] += product_time
        spent["normalise"] += normalise_time
        spent["apply"] += apply_time
        checksum += float(out.sum(dtype=np.float64))
        instances += float(sums.sum())
        del product, out
    seconds = spent["product"] + spent["apply"]  # normalising is not counted against it
    return {
        **spent,
        "seconds": seconds,
        "blocks": len(blocks),
        "peak": _peak(),
        "checksum": checksum,
        "instances": int(instances),
    }


def _normalised(product: sparse.csr_array, first: int) -> np.ndarray:
    row = np.repeat(np.arange(product.shape[0]), np.diff(product.indptr))
    product.data[product.indices == row + first] = 0
    sums = product @ np.ones(product.shape[1])
    inverse = np.divide(1.0, sums, out=np.zeros(len(sums)), where=sums > 0).astype(np.float32)
    product.data *= inverse[row]
    return sums


def _row_blocks(walks: np.ndarray) -> list[tuple[int, int]]:
    budget = (
        min(ROW_BYTES, 0.5 * psutil.virtual_memory().available) / 16
    )  # entries: value, column, and room for the work
    reached = np.cumsum(walks)
    blocks, begin = [], 0
    while begin < len(walks):
        end = max(
            begin + 1, int(np.searchsorted(reached, (reached[begin - 1] if begin else 0) + budget))
        )
        blocks.append((begin, end))
        begin = end
    return blocks


def load(folder: Path) -> tuple[str, Any]:
    """The kind of graph and the graph that `save` wrote."""
    from motifcnn.graph import Graph, Relation, Schema

    note = json.loads((folder / "note.json").read_text())
    indices, indptr = np.load(folder / "indices.npy"), np.load(folder / "indptr.npy")
    types = tuple(note["counts"])
    relation = Relation(types[0], "link", types[-1], directed=len(types) > 1)
    matrix = sparse.csr_array(
        (np.ones(len(indices), bool), indices, indptr),
        shape=(note["counts"][types[0]], note["counts"][types[-1]]),
    )
    return note["kind"], Graph(Schema(types, (relation,)), {relation.key: matrix}, note["counts"])


def save(graph: Any, kind: str, folder: Path) -> None:
    """Writes the links of a graph with one relation."""
    (matrix,) = graph.adjacency.values()
    np.save(folder / "indices.npy", matrix.indices)
    np.save(folder / "indptr.npy", matrix.indptr)
    (folder / "note.json").write_text(json.dumps({"kind": kind, "counts": dict(graph.counts)}))


def values(rows: int, columns: int) -> np.ndarray:
    """Random float32 values, (rows, columns)."""
    return np.random.default_rng(0).standard_normal((rows, columns), dtype=np.float32)


def _timed(step: Callable[[], Any]) -> tuple[float, Any]:
    began = time.perf_counter()
    result = step()
    return time.perf_counter() - began, result


def _peak() -> int:
    lines = Path("/proc/self/status").read_text().splitlines()
    return 1024 * int(next(line for line in lines if line.startswith("VmHWM")).split()[1])


if __name__ == "__main__":
    main()
