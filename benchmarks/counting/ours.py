"""Ours: `motifcnn.tensor.count`; every call computes all roles and the instances."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from benchmarks.counting import graphs
from benchmarks.counting.cases import Case
from benchmarks.counting.checksum import Checksum, of_both, of_matrix


def prepare(case: Case) -> Callable[[], Any]:
    """Loads the graph; the run returns a `MotifTensor`."""
    from motifcnn.motif.motif import Motif
    from motifcnn.tensor import count

    graph = graphs.load(case.graph)
    motif = Motif.parse(case.motif, context=case.context)
    count(
        graph, motif, engine="matrix"
    )  # loads the compiled kernels; from then on the plan prefers them
    return lambda: count(graph, motif)


def checksum(case: Case, tensor: Any) -> Checksum:
    """The check-sum of the context's role, and for the pair of papers also of the other role."""
    motif = tensor.motif
    place = next(k for k, role in enumerate(motif.roles) if motif.context in role.members)
    main = of_matrix(tensor.roles[place].matrix)
    if case.shape != "pair":
        return main
    return of_both(
        main, of_matrix(next(role.matrix for k, role in enumerate(tensor.roles) if k != place))
    )
