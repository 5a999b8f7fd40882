"""Exact motif tensors."""

from __future__ import annotations

from collections.abc import Callable

from motifcnn.graph.graph import Graph
from motifcnn.motif.motif import Motif
from motifcnn.tensor.join import count_by_joins
from motifcnn.tensor.problem import make_problem
from motifcnn.tensor.tensor import MotifTensor, RoleMatrix


def count(
    graph: Graph,
    motif: Motif,
    *,
    induced: bool = False,
    engine: str = "auto",
    memory_limit: int | None = None,
    progress: Callable[[float], None] | None = None,
) -> MotifTensor:
    """The exact motif tensor of one motif."""
    problem = make_problem(graph, motif, induced=induced)
    instances, matrices = count_by_joins(problem, progress)
    roles = tuple(
        RoleMatrix(role.label, role.node_type, len(role.members), matrix)
        for role, matrix in zip(motif.roles, matrices, strict=True)
    )
    return MotifTensor(motif, instances, roles)
