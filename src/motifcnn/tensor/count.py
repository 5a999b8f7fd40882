"""Exact motif tensors."""

from __future__ import annotations

from typing import overload

from motifcnn.graph.graph import Graph
from motifcnn.motif.check import as_motif
from motifcnn.motif.motif import Motif
from motifcnn.tensor.engines.engine import Progress, keep_with
from motifcnn.tensor.out_of_memory import memory_for
from motifcnn.tensor.plan import AUTO, plan, require_engine, require_fit, require_limit
from motifcnn.tensor.sampling.sample import SampledTensor
from motifcnn.tensor.sampling.sample import sample as sample_tensor
from motifcnn.tensor.tensor import MotifTensor, RoleMatrix


@overload
def count(
    graph: Graph,
    motif: Motif | str,
    *,
    induced: bool = ...,
    engine: str = ...,
    memory_limit: int | None = ...,
    sample: None = ...,
    seed: int = ...,
    progress: Progress | None = ...,
) -> MotifTensor: ...


@overload
def count(
    graph: Graph,
    motif: Motif | str,
    *,
    induced: bool = ...,
    engine: str = ...,
    memory_limit: int | None = ...,
    sample: int,
    seed: int = ...,
    progress: Progress | None = ...,
) -> SampledTensor: ...


def count(
    graph: Graph,
    motif: Motif | str,
    *,
    induced: bool = False,
    engine: str = AUTO,
    memory_limit: int | None = None,
    sample: int | None = None,
    seed: int = 0,
    progress: Progress | None = None,
) -> MotifTensor | SampledTensor:
    """The exact motif tensor of one motif, or with `sample` an estimate of it.

    Parameters
    ----------
    graph : Graph
    motif : Motif or pattern text
        Up to six nodes; `motif.role_rule` says which nodes count together.
    induced : bool
        Count only instances whose nodes have no links besides those the motif asks for.
    engine : str
        "auto" takes the engine that the plan finds fastest, start-up included. "scipy", "join",
        "matrix" and "enumerate" force one; the counts are the same.
    memory_limit : int, optional
        Bytes; 60 % of the free memory unless given. A plan over it is a `BudgetError` before any
        work.
    sample : int, optional
        Draw so many random walks instead of counting, for motifs whose exact tensor is over the
        limit: an unbiased estimate with a standard error per entry and for the total. No engine
        runs and no limit applies.
    seed : int
        Seed of the draws.
    progress : callable, optional
        Called with the share of the work that is done, 0 to 1.

    Returns
    -------
    MotifTensor, or SampledTensor with `sample`
        `instances`: (n_target,) int64; per role a (n_target, n_type) int64 CSR matrix. The entries
        of a row come in any order; ``matrix.sort_indices()`` sorts them.

    Examples
    --------
    >>> import numpy as np
    >>> from motifcnn.graph import Relation, Schema
    >>> schema = Schema(("author", "paper"), (Relation("paper", "by", "author"),))
    >>> by = np.array([[1, 1], [1, 0], [0, 1]])
    >>> graph = Graph(schema, {("paper", "by", "author"): by}, {"author": 2, "paper": 3})
    >>> tensor = count(graph, "(t:paper)--(a:author)--(c:paper)")
    >>> tensor.instances
    array([2, 1, 1])
    >>> tensor.role("c").matrix.toarray()
    array([[0, 1, 1],
           [1, 0, 0],
           [1, 0, 0]])
    """
    require_engine(engine)
    require_limit(memory_limit)
    motif = as_motif(motif)
    if sample is not None:
        with memory_for(f'the sample of motif "{motif}"', "draw fewer walks"):
            return sample_tensor(
                graph, motif, sample, induced=induced, seed=seed, progress=progress
            )
    with memory_for(f'motif "{motif}"', "free some, or estimate the tensor with sample=..."):
        return _count(graph, motif, induced, engine, memory_limit, progress)


def _count(
    graph: Graph,
    motif: Motif,
    induced: bool,
    engine: str,
    memory_limit: int | None,
    progress: Progress | None,
) -> MotifTensor:
    planned = plan(graph, motif, induced=induced, engine=engine, memory_limit=memory_limit)
    require_fit(planned, motif)
    known = planned.estimate
    instances, matrices = planned.chosen.run(known, keep_with(graph.cache, known), progress)
    if progress is not None:
        progress(1.0)
    roles = tuple(
        RoleMatrix(role.label, role.node_type, len(role.members), matrix)
        for role, matrix in zip(motif.roles, matrices, strict=True)
    )
    return MotifTensor(motif, instances, roles, graph, induced)
