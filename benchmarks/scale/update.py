"""`python -m benchmarks.scale.update`: updates of 100 edges against a recount, R-MAT graphs."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from scipy import sparse

from benchmarks.counting.rmat import cached_rmat
from motifcnn.graph.graph import Graph
from motifcnn.graph.schema import Relation, Schema
from motifcnn.motif import Motif
from motifcnn.tensor import MotifTensor, count

TRIANGLE = "(t:node)--(a:node)--(c:node)--(t)"
RELATION = Relation("node", "links", "node", directed=False)
RUNS = 15
READ = 100  # targets whose rows are read after an update
STREAM = 100  # updates one after the other
SMALLER = {100_000: 14, 1_000_000: 17}  # edges of further R-MAT graphs, and their scale


def main() -> None:
    """Counts, updates, recounts; prints the times and whether the two are equal in every bit."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--motif", default=TRIANGLE)
    arguments.add_argument(
        "--changes", type=int, default=100, help="edges: half of them inserted, half deleted"
    )
    arguments.add_argument("--seed", type=int, default=0)
    options = arguments.parse_args()
    motif = Motif.parse(options.motif)
    compare(cached_rmat(), 20, motif, options.changes, options.seed)
    stream(cached_rmat(), 20, motif, options.changes, options.seed)
    print(f"\n{'edges':>12}{'update':>12}{'recount':>12}{'ratio':>10}")
    for edges, scale in SMALLER.items():
        graph, insert, delete = split(
            cached_rmat(edges=edges, scale=scale), scale, options.changes, options.seed
        )
        tensor = count(graph, motif, engine="matrix")
        tensor.update(insert={"links": insert}, delete={"links": delete})
        update = median_seconds(
            lambda t=tensor, i=insert, d=delete: t.update(insert={"links": i}, delete={"links": d})
        )  # type: ignore[misc]
        recount = median_seconds(partial(count, graph, motif, engine="matrix"))
        print(f"{edges:12,}{1e3 * update:9.1f} ms{1e3 * recount:9.1f} ms{recount / update:9.1f}x")


def compare(edges: np.ndarray[Any, Any], scale: int, motif: Motif, changes: int, seed: int) -> None:
    """One update, and what may follow it, against a recount."""
    graph, insert, delete = split(edges, scale, changes, seed)
    print(f"{graph}; {motif}; {len(insert)} edges inserted, {len(delete)} deleted")
    tensor = count(graph, motif)
    print(f"{tensor.total:,} instances, {tensor.nonzeros:,} entries")

    def update() -> MotifTensor:
        return tensor.update(insert={"links": insert}, delete={"links": delete})

    def folded() -> MotifTensor:
        updated = update()
        _ = updated.instances, [role.matrix for role in updated.roles]
        return updated

    def rows() -> list[sparse.csr_array]:
        updated = update()
        return [role.rows(targets) for role in updated.roles]

    targets = np.random.default_rng(seed).integers(0, len(tensor.instances), READ)
    updated, times = folded(), {}
    times["update"] = median_seconds(update)
    times["update, instances of all targets"] = median_seconds(lambda: update().instances)
    times[f"update, rows of {READ} targets"] = median_seconds(rows)
    times["update, all matrices put together"] = median_seconds(folded)
    changed = updated.graph
    assert changed is not None
    recounted = count(
        changed, motif
    )  # its own start-up and what is derived from the new graph are not held against it
    times["recount"] = median_seconds(lambda: count(changed, motif), 3)
    print(f"{'':36}{'time':>12}{'recount / it':>15}")
    for what, seconds in times.items():
        print(f"{what:36}{1e3 * seconds:9.1f} ms{times['recount'] / seconds:14.1f}x")
    print("equal bit for bit:", same(updated, recounted))


def stream(edges: np.ndarray[Any, Any], scale: int, motif: Motif, changes: int, seed: int) -> None:
    """Many updates one after the other, each going on from the last."""
    graph, insert, delete = split(edges, scale, STREAM * changes, seed)
    tensor = count(graph, motif)
    times = []
    for some, others in zip(
        np.array_split(insert, STREAM), np.array_split(delete, STREAM), strict=True
    ):
        began = time.perf_counter()
        tensor = tensor.update(insert={"links": some}, delete={"links": others})
        times.append(time.perf_counter() - began)
    print(
        f"\n{STREAM} updates of {changes} edges, one after the other: "
        f"{1e3 * np.mean(times):.1f} ms each on average, first ten "
        f"{1e3 * np.median(times[:10]):.1f} ms, "
        f"last ten {1e3 * np.median(times[-10:]):.1f} ms (medians)"
    )
    changed = tensor.graph
    assert changed is not None
    print("after all of them equal to a recount bit for bit:", same(tensor, count(changed, motif)))


def split(
    edges: np.ndarray[Any, Any], scale: int, changes: int, seed: int
) -> tuple[Graph, np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """A graph without some of its edges, these edges (to insert) and as many others (to delete).

    All are drawn uniformly.
    """
    drawn = np.random.default_rng(seed).permutation(len(edges))[:changes]
    insert, delete = edges[drawn[: changes // 2]], edges[drawn[changes // 2 :]]
    kept = np.ones(len(edges), bool)
    kept[drawn[: changes // 2]] = False
    links, n = edges[kept], 1 << scale
    matrix = sparse.csr_array((np.ones(len(links), bool), (links[:, 0], links[:, 1])), shape=(n, n))
    return (
        Graph(Schema(("node",), (RELATION,)), {RELATION.key: matrix}, {"node": n}, name="rmat"),
        insert,
        delete,
    )


def median_seconds(work: Callable[[], Any], runs: int = RUNS) -> float:
    times = []
    for _ in range(runs):
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return float(np.median(times))


def same(one: MotifTensor, other: MotifTensor) -> bool:
    """Whether all arrays agree once the entries of every row are sorted."""
    pairs = [
        (a.matrix.sorted_indices(), b.matrix.sorted_indices())
        for a, b in zip(one.roles, other.roles, strict=True)
    ]
    return np.array_equal(one.instances, other.instances) and all(
        np.array_equal(getattr(a, part), getattr(b, part))
        for a, b in pairs
        for part in ("indptr", "indices", "data")
    )


if __name__ == "__main__":
    main()
