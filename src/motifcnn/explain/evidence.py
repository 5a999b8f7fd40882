"""What speaks for a prediction: attention, signed contribution and absence of each motif."""

from __future__ import annotations

from typing import Any

import numpy as np

from motifcnn.explain.without import without_each
from motifcnn.graph.graph import Graph
from motifcnn.methods import Classifier, NotApplicable, get_method
from motifcnn.nn.wide_motif import SOURCES
from motifcnn.train.run.run import Run
from motifcnn.train.run.trained import trained_classifier

Entries = list[dict[str, Any]]


def motif_evidence(run: Run, graph: Graph, row: int) -> tuple[Entries, dict[str, float]]:
    """How much each motif counts for one node, and the shares of all sources.

    Returns
    -------
    entries : list of dict
        Key motif. With attention: layer and weight, heaviest first in each layer, and in the last
        layer contribution and without; of equal weights the one that adds most comes first. For a
        wide network: contribution, share and without, largest share first. Empty for methods that
        have neither.
    sources : dict of str to float
        Shares of all motifs, own inputs and propagated features of a wide network; else empty.
    """
    if not get_method(run.model).uses_motifs:
        return [], {}
    classifier = trained_classifier(run, graph)
    try:
        added = classifier.contributions(np.array([row]))[0].tolist()
    except NotApplicable:
        return [], {}
    motifs = [str(motif) for motif in run.motifs if motif.target_type == run.target]
    without = without_each(run, classifier, row)
    last: Entries = [
        {"motif": motif, "contribution": part, "without": rest}
        for motif, part, rest in zip(motifs, added[: len(motifs)], without, strict=True)
    ]
    try:
        return _with_attention(last, classifier, row), {}
    except NotApplicable:
        return _with_shares(last, added)


def _with_attention(last: Entries, classifier: Classifier, row: int) -> Entries:
    found: Entries = []
    layers = classifier.attention(np.array([row]))
    for layer, weights in enumerate(layers, 1):
        own = [
            {"motif": entry["motif"], "layer": layer, "weight": float(weight)}
            | (entry if layer == len(layers) else {})
            for entry, weight in zip(last, weights[0].tolist(), strict=True)
        ]
        found += sorted(own, key=_rank)
    return found


def _rank(entry: dict[str, Any]) -> tuple[float, float]:
    """The heaviest first; where a layer averages its motifs, the one that adds most."""
    return -entry["weight"], -abs(entry.get("contribution", 0.0))


def _with_shares(last: Entries, added: list[float]) -> tuple[Entries, dict[str, float]]:
    total = sum(map(abs, added)) or 1.0
    for entry in last:
        entry["share"] = abs(entry["contribution"]) / total
    others = [abs(part) / total for part in added[len(last) :]]
    sources = dict(zip(SOURCES, [sum(e["share"] for e in last), *others], strict=True))
    return sorted(last, key=lambda entry: -entry["share"]), sources
