"""`python -m benchmarks.counting.costs`: seconds per step of each engine, as the plan uses them."""

from __future__ import annotations

import time

from benchmarks.counting import graphs
from motifcnn.motif import Motif
from motifcnn.tensor import count
from motifcnn.tensor.engines import ENGINES
from motifcnn.tensor.pattern.estimate import estimate

CASES = {
    "dblp-p": (
        "(t:paper)--(a:author)--(c:paper)",
        "(t:paper)--(a:paper)--(c:paper)",
        "(t:paper)--(a:author)--(c:paper)--(t)",
        "(t:paper)--(a:author)--(b:paper)--(c:venue)",
    ),
    "movie": (
        "(t:movie)--(u:user)--(c:movie)",
        "(t:movie)--(u:user)--(c:tag)--(t)",
        "(t:movie)--(a:actor)--(b:movie)--(c:tag)",
    ),
}
RUNS = 3


def main() -> None:
    """Prints the median over all cases of the seconds that one step of the tree of walks takes."""
    for engine in ENGINES:
        found, used = [], 0.0
        for name, patterns in CASES.items():
            graph = graphs.load(name)
            for pattern in patterns:
                motif = Motif.parse(pattern)
                known = estimate(graph, motif, induced=False)
                if not engine.can(known.problem):
                    continue
                count(graph, motif, engine=engine.name)
                best = min(_seconds(graph, motif, engine.name) for _ in range(RUNS))
                found.append(best / known.steps)
                used = engine.seconds(known) / known.steps  # the engine is loaded by now
        found.sort()
        print(
            f"{engine.name:10} {found[len(found) // 2]:.1e} s per step (plan uses {used:.1e}; from "
            f"{found[0]:.1e} to {found[-1]:.1e})"
        )


def _seconds(graph: object, motif: Motif, engine: str) -> float:
    started = time.perf_counter()
    count(graph, motif, engine=engine)
    return time.perf_counter() - started


if __name__ == "__main__":
    main()
