"""Explanation of one prediction: which motifs count, for what, and the nodes that they reach."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from motifcnn.explain.as_html import explanation_html
from motifcnn.explain.evidence import motif_evidence
from motifcnn.explain.neighbour_words import neighbour_sentences
from motifcnn.explain.neighbours import (
    Neighbour,
    instance_count,
    model_motif,
    motif_roles,
    neighbours,
)
from motifcnn.explain.node import describe_node, find_node
from motifcnn.explain.training_graph import training_graph
from motifcnn.explain.words import summary
from motifcnn.graph.graph import Graph
from motifcnn.motif.words import in_words
from motifcnn.train.run.run import Run

MOST_TOLD = 3  # motifs whose neighbours are told in sentences


@dataclass(frozen=True)
class Explanation:
    """Why a node got its class.

    Parameters
    ----------
    node_type : str
        Of the node that is explained.
    node : id
        Its id in the source.
    name : str
        Its name, or its id as text.
    part : str
        "train", "validation" or "test"; empty for a node outside the split.
    true : list of str or None
        None where the node has no label.
    predicted : list of str
        Its predicted class, or classes where it may have several.
    probabilities : list of (class, probability), most probable first
        Of all classes.
    motifs : list of dict
        Keys motif, words (the motif as a phrase), instances (with the node as target), and for a
        method with attention layer and weight, heaviest first in each layer; for a wide network
        share, largest first. In the last layer also contribution, signed, to the logit of the
        predicted class, and without: what is predicted without the motif (predicted, probability;
        None where there is no other). Empty for other methods.
    strongest : str or None
        The first motif of the last layer that has instances; None where there is none.
    neighbours : list of Neighbour
        Those that play a role in it, role by role, most instances first.
    sources : dict of str to float
        Shares of all motifs, own inputs and propagated features in the prediction of a wide
        network; empty for other methods.
    sentences : list of str
        Who the neighbours through the strongest motifs are. Classes are those of training nodes.
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
    sentences: list[str] = field(default_factory=list)

    def __repr__(self) -> str:
        return summary(self)

    def _repr_html_(self) -> str:
        return explanation_html(self)


def explain(run: Run, node: Any, graph: Graph | None = None, *, limit: int = 5) -> Explanation:
    """Explains the prediction for one node of the run's training graph.

    Parameters
    ----------
    run : Run
        A run of any method; one with motifs has more to say.
    node : id or name
        Of a node of the target type; a text that is both an id and a name means the id.
    graph : Graph, optional
        The training graph; a loaded run needs it unless it was saved with its name.
    limit : int
        Most neighbours per role.

    Returns
    -------
    Explanation
        What was predicted and why; printing it gives sentences.

    Raises
    ------
    GraphError
        If no node has that id or name, or the graph is not the one the run was trained on.

    Examples
    --------
    >>> import motifcnn as mc
    >>> graph = mc.load_dataset("debian")
    >>> motifs = ["(t:package)--(m:maintainer)--(c:package)", "(t:package)--(c:library)"]
    >>> run = mc.fit(graph, motifs, epochs=2)
    >>> found = explain(run, "gimp", limit=3)
    >>> found.true, {row["motif"] for row in found.motifs} == set(motifs)
    (['graphics'], True)
    """
    graph = training_graph(run, graph, "explain(run, node, graph)")
    row = find_node(run, node)
    motifs, sources = motif_evidence(run, graph, row)
    weighted = {entry["motif"] for entry in motifs}
    known = {text: motif for motif in run.motifs if (text := str(motif)) in weighted}
    roles = {text: motif_roles(run, graph, motif) for text, motif in known.items()}
    for entry in motifs:
        entry["words"] = in_words(known[entry["motif"]], graph.schema)
        entry["instances"] = instance_count(roles[entry["motif"]], row)
    last = [entry for entry in motifs if entry.get("layer") == motifs[-1].get("layer")]
    strongest = [entry["motif"] for entry in last if entry["instances"]][:MOST_TOLD]
    first = strongest[0] if strongest else None
    sentences = [
        sentence
        for text in strongest
        for sentence in neighbour_sentences(
            run, graph, model_motif(run, known[text]), roles[text], row
        )
    ]
    return Explanation(
        node_type=run.target,
        part=_part(run, row),
        motifs=motifs,
        strongest=first,
        neighbours=[] if first is None else neighbours(graph, roles[first], row, limit),
        sources=sources,
        sentences=list(dict.fromkeys(sentences)),
        **describe_node(run, graph, row),
    )


def _part(run: Run, row: int) -> str:
    parts = {"train": run.split.train, "validation": run.split.val, "test": run.split.test}
    return next((name for name, rows in parts.items() if row in rows), "")
