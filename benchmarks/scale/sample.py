"""`python -m benchmarks.scale.sample`: estimates from a million walks, R-MAT, 10 million edges."""

from __future__ import annotations

import argparse
import resource
import time

from benchmarks.counting import graphs
from motifcnn.motif import Motif
from motifcnn.tensor import count

MOTIFS = {
    "triangle": "(t:node)--(a:node)--(c:node)--(t)",
    "ring of four": "(t:node)--(a:node)--(b:node)--(c:node)--(t)",
    "four-clique": "(t:node)--(a:node)--(b:node)--(c:node)--(t)--(b), (a)--(c)",
}
DRAWS = 1_000_000


def main() -> None:
    """Prints time, estimate and standard error of each motif, and the peak memory."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    graph = graphs.load("rmat")
    print(
        f"{graph}; {DRAWS:,} draws\n"
        f"{'motif':14}{'time':>9}{'hits':>10}{'instances':>14}{'standard error':>17}"
    )
    for name, pattern in MOTIFS.items():
        began = time.perf_counter()
        found = count(graph, Motif.parse(pattern), sample=DRAWS)
        seconds = time.perf_counter() - began
        print(
            f"{name:14}{seconds:7.1f} s{found.hits:10,}{found.total:14.4g}"
            f"{100 * found.total_error / found.total:15.2f} %"
        )
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6:.2f} GB")


if __name__ == "__main__":
    main()
