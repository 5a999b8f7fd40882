"""Explanation of one prediction: which motifs count, and the nodes that they reach."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from motifcnn.explain.contributions import grouped_shares
from motifcnn.explain.importance import motif_importance
from motifcnn.explain.neighbours import Neighbour, instance_count, motif_roles, neighbours
from motifcnn.explain.node import describe_node, find_node
from motifcnn.explain.training_graph import training_graph
from motifcnn.graph.graph import Graph
from motifcnn.nn.wide_motif import SOURCES
from motifcnn.train.run.run import Run

if TYPE_CHECKING:
    import pandas as pd


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
        Keys motif, instances (with the node as target), and for a method with attention layer and
        weight, heaviest first in each layer; for a wide network contribution and share, largest
        share first. Empty for other methods.
    strongest : str or None
        The first motif of the last layer that has instances; None where there is none.
    neighbours : list of Neighbour
        Those that play a role in it, role by role, most instances first.
    sources : dict of str to float
        Shares of all motifs, own inputs and propagated features in the prediction of a wide
        network; empty for other methods.
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
    motifs, sources = _motifs_and_sources(run, graph, row)
    weighted = {entry["motif"] for entry in motifs}
    roles = {
        text: motif_roles(run, graph, motif)
        for motif in run.motifs
        if (text := str(motif)) in weighted
    }
    for entry in motifs:
        entry["instances"] = instance_count(roles[entry["motif"]], row)
    last = [entry for entry in motifs if entry.get("layer") == motifs[-1].get("layer")]
    strongest = next((entry["motif"] for entry in last if entry["instances"]), None)
    return Explanation(
        node_type=run.target,
        part=_part(run, row),
        motifs=motifs,
        strongest=strongest,
        neighbours=[] if strongest is None else neighbours(graph, roles[strongest], row, limit),
        sources=sources,
        **describe_node(run, graph, row),
    )


def _motifs_and_sources(
    run: Run, graph: Graph, row: int
) -> tuple[list[dict[str, Any]], dict[str, float]]:
    """Attention or contributions of the motifs of one node, and the shares of all sources."""
    found = motif_importance(run, graph)
    if found.attention is not None:
        return _attention(_of_node(run, found.attention, row)), {}
    if found.contributions is not None:
        of_node = _of_node(run, found.contributions, row)
        return _contributions(of_node), grouped_shares(of_node)
    return [], {}


def _of_node(run: Run, frame: pd.DataFrame, row: int) -> pd.DataFrame:
    found: pd.DataFrame = frame[frame["node"] == run.ids[row]]
    return found


def _attention(of_node: pd.DataFrame) -> list[dict[str, Any]]:
    """Layer by layer, heaviest first."""
    weights = [
        {"motif": motif, "layer": int(layer), "weight": float(weight)}
        for motif, layer, weight in zip(
            of_node["motif"], of_node["layer"], of_node["weight"], strict=True
        )
    ]
    return sorted(weights, key=lambda entry: (entry["layer"], -entry["weight"]))


def _contributions(of_node: pd.DataFrame) -> list[dict[str, Any]]:
    """Those of motifs, largest share first."""
    of_motifs = of_node[~of_node["source"].isin(SOURCES)]
    columns = (of_motifs["source"], of_motifs["contribution"], of_motifs["share"])
    found = [
        {"motif": motif, "contribution": float(contribution), "share": float(share)}
        for motif, contribution, share in zip(*columns, strict=True)
    ]
    return sorted(found, key=lambda entry: -entry["share"])


def _part(run: Run, row: int) -> str:
    parts = {"train": run.split.train, "validation": run.split.val, "test": run.split.test}
    return next((name for name, rows in parts.items() if row in rows), "")
