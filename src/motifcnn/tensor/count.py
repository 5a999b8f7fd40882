"""Exact motif tensors."""

from __future__ import annotations

from motifcnn.graph.graph import Graph
from motifcnn.motif.motif import Motif
from motifcnn.tensor.engines import run_engine
from motifcnn.tensor.kernels.segments import Progress
from motifcnn.tensor.plan import Engine, plan, require_fit
from motifcnn.tensor.tensor import MotifTensor, RoleMatrix


def count(
    graph: Graph,
    motif: Motif,
    *,
    induced: bool = False,
    engine: Engine = "auto",
    memory_limit: int | None = None,
    progress: Progress | None = None,
) -> MotifTensor:
    """The exact motif tensor of one motif.

    Parameters
    ----------
    graph : Graph
    motif : Motif
        Up to six nodes; `motif.role_rule` says which nodes count together.
    induced : bool
        Count only instances whose nodes have no links besides those the motif asks for.
    engine : {"auto", "scipy", "join", "matrix", "enumerate"}
        "auto" takes the one that the plan finds fastest, start-up included.
    memory_limit : int, optional
        Bytes; 60 % of the free memory unless given. A plan over it is a `BudgetError` before any work.
    progress : callable, optional
        Called with the share of the work that is done, 0 to 1.

    Returns
    -------
    MotifTensor
        `instances`: (n_target,) int64; per role a (n_target, n_type) int64 CSR matrix. The order of the entries within a row
        is not fixed; ``matrix.sort_indices()`` sorts them.

    Examples
    --------
    >>> import numpy as np
    >>> from motifcnn.graph import Relation, Schema
    >>> schema = Schema(("author", "paper"), (Relation("paper", "by", "author"),))
    >>> graph = Graph(schema, {("paper", "by", "author"): np.array([[1, 1], [1, 0], [0, 1]])}, {"author": 2, "paper": 3})
    >>> tensor = count(graph, Motif.parse("(t:paper)--(a:author)--(c:paper)"))
    >>> tensor.instances
    array([2, 1, 1])
    >>> tensor.role("c").matrix.toarray()
    array([[0, 1, 1],
           [1, 0, 0],
           [1, 0, 0]])
    """
    planned = plan(graph, motif, induced=induced, engine=engine, memory_limit=memory_limit)
    require_fit(planned, motif)
    instances, matrices = run_engine(planned, progress)
    if progress is not None:
        progress(1.0)
    roles = tuple(
        RoleMatrix(role.label, role.node_type, len(role.members), matrix)
        for role, matrix in zip(motif.roles, matrices, strict=True)
    )
    return MotifTensor(motif, instances, roles, graph, induced)
