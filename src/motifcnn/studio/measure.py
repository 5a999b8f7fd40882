"""What is measured about a motif on the graph: cost, instances, coverage, label agreement."""

from __future__ import annotations

import time
from typing import Any

from motifcnn.errors import BudgetError, MotifCNNError
from motifcnn.graph.graph import Graph
from motifcnn.motif.motif import Motif
from motifcnn.studio.answer import Answer
from motifcnn.studio.expressed import Expressed
from motifcnn.tensor.instance_counts import instance_counts
from motifcnn.tensor.plan import plan

MOST_SECONDS = 60  # a motif with a cycle that takes longer is not counted unasked
_SAMPLE = 1000  # training nodes on which agreement is measured
_BUDGET = 20_000_000  # entries of a tensor above which agreement is not measured


class Measured(Answer):
    """What is known about a motif.

    Parameters
    ----------
    seconds, bytes, engine, at_most
        The plan of an exact count: what it takes, and an upper bound on the instances.
    instances : int, optional
        Exact, over all targets.
    coverage : float, optional
        Share of the nodes of the target type that have an instance.
    agreement : float, optional
        How well the classes of other training nodes that a training node sees through the motif
        predict its own: 1 is perfect, 0 chance.
    counted_in : float
        Seconds that the count of the instances took.
    expression : Expressed, optional
        Instances beside those in random graphs with the same degrees; missing until it was asked
        for and the random graphs were counted.
    reason : str
        Why something above is missing.
    """

    seconds: float
    bytes: int
    engine: str
    at_most: float
    instances: int | None = None
    coverage: float | None = None
    agreement: float | None = None
    counted_in: float = 0.0
    expression: Expressed | None = None
    reason: str = ""


def is_incomplete(measured: Measured | None) -> bool:
    """Whether more will be known about a motif that somebody looks at."""
    return measured is None or measured.expression is None


def measure(graph: Graph, motif: Motif) -> Measured:
    """Plans and counts a motif, and compares what it shows of the training labels.

    Examples
    --------
    >>> import motifcnn as mc
    >>> graph = mc.load_dataset("debian")
    >>> measure(graph, mc.Motif.parse("(t:package)--(c:library)")).instances
    16584
    """
    cost = plan(graph, motif)
    known: dict[str, Any] = {
        "seconds": cost.seconds,
        "bytes": cost.bytes,
        "engine": cost.engine,
        "at_most": cost.instances,
    }
    cyclic = len(motif.edges) >= len(motif.nodes)
    if cyclic and cost.seconds > MOST_SECONDS:
        reason = f"not counted: it may take about {cost.seconds:,.0f} seconds"
        return Measured(**known, reason=reason)
    try:
        known |= _counted(graph, motif)
    except BudgetError as error:
        return Measured(**known, reason=str(error))
    if motif.target_type not in graph.labels:
        return Measured(**known, reason=f"{motif.target_type} has no labels to agree on")
    return Measured(**known | _agreement(graph, motif))


def _counted(graph: Graph, motif: Motif) -> dict[str, Any]:
    began = time.perf_counter()
    instances = instance_counts(graph, motif)
    return {
        "instances": sum(instances.tolist()),
        "coverage": float((instances > 0).mean()) if len(instances) else 0.0,
        "counted_in": time.perf_counter() - began,
    }


def _agreement(graph: Graph, motif: Motif) -> dict[str, Any]:
    from motifcnn.train.motifs.evidence import draw
    from motifcnn.train.motifs.evidence import measure as evidence
    from motifcnn.train.split import resolve_split

    target = motif.target_type
    try:
        sample = draw(graph, target, resolve_split(graph, target, None, seed=0), _SAMPLE, seed=0)
    except MotifCNNError as error:
        return {"reason": str(error)}
    nothing: dict[str, list[Any]] = {node_type: [] for node_type in graph.schema.node_types}
    found, _ = evidence(graph, motif, sample, nothing, _BUDGET)
    if found.agreement is None:
        return {"reason": found.reason}
    return {"agreement": found.agreement}
