"""Rows of the tables: Motif-CNN by preset and ablation, and every registered baseline."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from motifcnn.experiments.experiment import Row
from motifcnn.train.models import BASELINES

EDGE = "(t:{t})--(c:{t})"
WEDGE = "(t:{t})--(a:{t})--(c:{t})"
TRIANGLE = "(t:{t})--(a:{t})--(c:{t}), (t)--(c)"

PRESETS = tuple(Row(name, "motif-cnn", name) for name in ("default", "preprint", "asonam", "code"))
# One row per option of the default: the default without it, or with more of it.
OPTIONS: dict[str, dict[str, Any]] = {
    "one member": {"members": 1},
    "three members": {"members": 3},
    "weights of one step": {"averaging": 0.0},
    "the one best epoch": {"smooth": 1},
    "a look after every pass": {"passes": 1, "epochs": 150, "window": 25, "smooth": 5},
    "no motif dropout": {"motif_dropout": 0.0},
    "products as they are": {"unit_rows": False},
    "words in full of the target alone": {"carry": 0},
    "no words in full": {"carry": -1},
    "nothing diffused": {"diffusion": 0.0},
    "structure without decay": {"structure_decay": 0.5},
    "structure for every type": {"structure_everywhere": True},
    "paths of three nodes": {"path_nodes": 3},
    "selected on loss alone": {"select": "loss"},
    "selected on F1 alone": {"select": "f1"},
}
ABLATIONS = (
    Row("default, no roles", "motif-cnn-no-roles"),
    *(
        Row(f"default, {name}", "motif-cnn", settings=settings)
        for name, settings in OPTIONS.items()
    ),
    *(
        Row(f"{preset}, {name}", model, preset)
        for preset in ("preprint", "asonam")
        for name, model in (
            ("Motif-CNN-A", "motif-cnn-a"),
            ("no roles", "motif-cnn-no-roles"),
            ("no attention", "motif-cnn-no-attention"),
        )
    ),
)
# The graph CNNs of the paper and later ones: methods whose time per epoch is compared.
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
    """Motif-CNN with the motifs that the paper names for graphs of one node type."""
    preprint = Row("preprint, triangle", "motif-cnn", "preprint", motifs=(TRIANGLE,))
    both = replace(preprint, name="preprint, triangle + edge", motifs=(TRIANGLE, EDGE))
    return (
        _small_motifs("default"),
        preprint,
        replace(both, name="preprint, Motif-CNN-A, triangle + edge", model="motif-cnn-a"),
        both,
    )


def citation_rows() -> tuple[Row, ...]:
    """Motif-CNN with the edge and the motifs of three nodes."""
    return tuple(_small_motifs(preset) for preset in ("default", "preprint", "asonam"))


def _small_motifs(preset: str) -> Row:
    return Row(
        f"{preset}, edge + 3-node motifs", "motif-cnn", preset, motifs=(EDGE, WEDGE, TRIANGLE)
    )
