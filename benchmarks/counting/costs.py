"""`python -m benchmarks.counting.costs`: seconds per step of each engine, the constants of the plan's time estimate."""

from __future__ import annotations

import time

from benchmarks.counting import graphs
from motifcnn.errors import MotifCNNError
from motifcnn.motif import Motif
from motifcnn.tensor import count, plan
from motifcnn.tensor.plan import STEP_SECONDS

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
    for engine, used in STEP_SECONDS.items():
        found = []
        for name, patterns in CASES.items():
            graph = graphs.load(name)
            for pattern in patterns:
                motif = Motif.parse(pattern)
                try:
                    steps = plan(graph, motif, engine=engine).estimate.steps
                except MotifCNNError:  # no formula for this motif
                    continue
                count(graph, motif, engine=engine)
                best = min(_seconds(graph, motif, engine) for _ in range(RUNS))
                found.append(best / steps)
        found.sort()
        print(
            f"{engine:10} {found[len(found) // 2]:.1e} s per step (plan uses {used:.1e}; from {found[0]:.1e} to {found[-1]:.1e})"
        )


def _seconds(graph: object, motif: Motif, engine: str) -> float:
    started = time.perf_counter()
    count(graph, motif, engine=engine)
    return time.perf_counter() - started


if __name__ == "__main__":
    main()
