"""The rows of the tables: Motif-CNN by preset and ablation, and every baseline that is registered."""

from __future__ import annotations

from dataclasses import replace

from motifcnn.experiments.experiment import Row
from motifcnn.train.models import BASELINES

EDGE = "(t:{t})--(c:{t})"
WEDGE = "(t:{t})--(a:{t})--(c:{t})"
TRIANGLE = "(t:{t})--(a:{t})--(c:{t}), (t)--(c)"

PRESETS = tuple(Row(name, "motif-cnn", name) for name in ("default", "preprint", "asonam", "code"))
ABLATIONS = tuple(
    Row(f"{preset}, {name}", model, preset)
    for preset in ("default", "preprint", "asonam")
    for name, model in (
        ("Motif-CNN-A", "motif-cnn-a"),
        ("no roles", "motif-cnn-no-roles"),
        ("no attention", "motif-cnn-no-attention"),
    )
)
# What the paper calls graph CNNs, and those of its successors: methods whose time per epoch is compared.
_GRAPH_CNNS = ("gcn", "gat", "dcnn", "graph-cnn", "cln")


def baselines() -> tuple[Row, ...]:
    """Every registered baseline with the settings of its own paper.

    Examples
    --------
    >>> "gcn" in [row.name for row in baselines()]
    True
    """
    return tuple(Row(name, name) for name in BASELINES)


def graph_cnns() -> tuple[Row, ...]:
    """Motif-CNN by preset, and the graph CNNs among the registered baselines."""
    return PRESETS + tuple(row for row in baselines() if row.model in _GRAPH_CNNS)


def social_rows() -> tuple[Row, ...]:
    """Motif-CNN with the motifs that the paper names for graphs of one type."""
    preprint = Row("preprint, triangle", "motif-cnn", "preprint", motifs=(TRIANGLE,))
    both = replace(preprint, name="preprint, triangle + edge", motifs=(TRIANGLE, EDGE))
    return preprint, replace(both, name="preprint, Motif-CNN-A, triangle + edge", model="motif-cnn-a"), both


def citation_rows() -> tuple[Row, ...]:
    """Motif-CNN with the edge and the motifs of three nodes."""
    motifs = (EDGE, WEDGE, TRIANGLE)
    return tuple(
        Row(f"{preset}, edge + 3-node motifs", "motif-cnn", preset, motifs=motifs) for preset in ("default", "preprint", "asonam")
    )
