"""Operators that are kept with their graph: repeated splits, presets and ablations ask for the same ones again."""

from __future__ import annotations

from motifcnn.graph.graph import Graph
from motifcnn.motif.check import require_motif
from motifcnn.motif.motif import Motif
from motifcnn.tensor.engines.memory_bound import ENTRY_BYTES
from motifcnn.tensor.operator.factored.role import FactoredRole
from motifcnn.tensor.operator.operator import MotifOperator, operator
from motifcnn.tensor.operator.policy import Normaliser, OperatorEngine

KEPT_BYTES = 512 << 20  # per graph; those not asked for longest go first


def kept_operator(
    graph: Graph,
    motif: Motif,
    normaliser: Normaliser = "instances",
    *,
    engine: OperatorEngine = "auto",
) -> MotifOperator:
    """As `operator`, but the same object when asked again, as long as the operators of a graph fit into `KEPT_BYTES`.

    Examples
    --------
    >>> import numpy as np
    >>> from motifcnn.graph.schema import Relation, Schema
    >>> schema = Schema(("author", "paper"), (Relation("paper", "by", "author"),))
    >>> graph = Graph(schema, {("paper", "by", "author"): np.array([[1, 1, 0]])}, {"author": 3, "paper": 1})
    >>> edge = Motif.parse("(t:paper)--(c:author)")
    >>> kept_operator(graph, edge) is kept_operator(graph, edge)
    True
    """
    require_motif(motif)
    # Equal motifs may name their nodes differently, and roles are called by these names.
    key = (
        motif.nodes,
        motif.edges,
        motif.target,
        motif.context,
        motif.role_rule,
        normaliser,
        engine,
    )
    return graph.cache.get(
        ("operator", key), lambda: operator(graph, motif, normaliser, engine=engine)
    )


def operator_bytes(found: MotifOperator) -> int:
    """Memory that an operator holds; of a factored one an upper bound on what it may store, and its matrix if somebody asked."""
    total = 0
    for role in found.roles:
        if isinstance(role, FactoredRole):
            total += (
                int(
                    sum(
                        pairs.bound
                        for chain in role.chains
                        for pairs in chain.pairs
                        if pairs.stored
                    )
                )
                * ENTRY_BYTES
            )
        written = role.__dict__.get(
            "matrix"
        )  # of a factored role only what was written out, and nothing is now
        if written is not None:
            total += sum(array.nbytes for array in (written.data, written.indices, written.indptr))
    return total
