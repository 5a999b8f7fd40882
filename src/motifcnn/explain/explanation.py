"""Explanation of one prediction: attention, and the nodes that the motifs of a node reach."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from motifcnn.explain.instances import Neighbour, instance_count, motif_roles, neighbours
from motifcnn.explain.node import describe_node, find_node
from motifcnn.explain.training_graph import training_graph
from motifcnn.graph.graph import Graph
from motifcnn.train.run import Run


@dataclass(frozen=True)
class Explanation:
    """Why a node got its class.

    Parameters
    ----------
    node_type : str
    node : id
    name : str
    part : str
        "train", "validation" or "test"; empty for a node outside the split.
    true : list of str or None
        None where the node has no label.
    predicted : list of str
    probabilities : list of (class, probability), most probable first
    motifs : list of dict
        Keys motif, layer, weight (attention of the node) and instances (with the node as target);
        heaviest first in each layer.
    strongest : str or None
        The heaviest motif of the last layer among those with instances; None where there is none.
    neighbours : list of Neighbour
        Those that play a role in it, role by role, most instances first.
    sources : dict of str to float
        What the prediction rests on, as shares (see `Run.sources`); empty if the model gives none.
    """

    node_type: str
    node: Any
    name: str
    part: str
    true: list[str] | None
    predicted: list[str]
    probabilities: list[tuple[str, float]]
    motifs: list[dict[str, Any]]
    strongest: str | None
    neighbours: list[Neighbour]
    sources: dict[str, float]


def explain(run: Run, node: Any, graph: Graph | None = None, *, limit: int = 5) -> Explanation:
    """Explains the prediction for one node of the run's training graph.

    Parameters
    ----------
    run : Run
    node : id or name
        Of a node of the target type; a text that is both an id and a name means the id.
    graph : Graph, optional
        The training graph; a loaded run needs it.
    limit : int
        Most neighbours per role.

    Examples
    --------
    >>> import motifcnn as mc
    >>> graph = mc.load_dataset("debian")
    >>> motifs = ["(t:package)--(m:maintainer)--(c:package)", "(t:package)--(c:library)"]
    >>> run = mc.fit(graph, motifs, epochs=2)
    >>> found = explain(run, "gimp", limit=3)
    >>> found.true, sorted(row["motif"] for row in found.motifs) == sorted(motifs)
    (['graphics'], True)
    """
    graph = training_graph(run, graph, "explain(run, node, graph)")
    row = find_node(run, node)
    motifs = _motif_weights(run, graph, row)
    weighted = {entry["motif"] for entry in motifs}
    roles = {
        text: motif_roles(run, graph, motif)
        for motif in run.motifs
        if (text := str(motif)) in weighted
    }
    for entry in motifs:
        entry["instances"] = instance_count(roles[entry["motif"]], row)
    last = [entry for entry in motifs if entry["layer"] == motifs[-1]["layer"]]
    strongest = next((entry["motif"] for entry in last if entry["instances"]), None)
    sources = run.sources(graph)
    sources = sources[sources["node"] == run.ids[row]]
    return Explanation(
        node_type=run.target,
        part=_part(run, row),
        motifs=motifs,
        strongest=strongest,
        neighbours=[] if strongest is None else neighbours(graph, roles[strongest], row, limit),
        sources=dict(zip(sources["source"], map(float, sources["weight"]), strict=True)),
        **describe_node(run, graph, row),
    )


def _motif_weights(run: Run, graph: Graph, row: int) -> list[dict[str, Any]]:
    """Attention of one node: layer by layer, heaviest first."""
    attention = run.attention(graph)
    of_node = attention[attention["node"] == run.ids[row]]
    columns = (of_node["motif"], of_node["layer"], of_node["weight"])
    weights = [
        {"motif": motif, "layer": int(layer), "weight": float(weight)}
        for motif, layer, weight in zip(*columns, strict=True)
    ]
    return sorted(weights, key=lambda entry: (entry["layer"], -entry["weight"]))


def _part(run: Run, row: int) -> str:
    parts = {"train": run.split.train, "validation": run.split.val, "test": run.split.test}
    return next((name for name, rows in parts.items() if row in rows), "")
