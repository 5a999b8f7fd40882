"""Rows of the tables: Motif-CNN by preset and ablation, wide-motif, and every baseline."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from motifcnn.experiments.experiment import Row
from motifcnn.methods import methods
from motifcnn.methods.motif_cnn import MotifCNNMethod
from motifcnn.methods.wide_motif import WideMotifMethod

EDGE = "(t:{t})--(c:{t})"
WEDGE = "(t:{t})--(a:{t})--(c:{t})"
TRIANGLE = "(t:{t})--(a:{t})--(c:{t}), (t)--(c)"

PRESETS = tuple(Row(name, "motif-cnn", name) for name in ("default", "preprint", "asonam", "code"))
WIDE = Row("wide-motif", "wide-motif")
# One row per option of a recipe: the recipe without it, or with more of it.
OPTIONS: dict[str, dict[str, Any]] = {
    "one head": {"heads": 1},
    "motifs without instances count": {"mask": False},
    "own filter per motif": {"shared_own": False},
    "rows of any length": {"unit_rows": False},
    "no diffusion": {"diffusion": 0.0},
    "structure for featureless types alone": {"structure_everywhere": False},
    "edges alone": {"motif_nodes": 2},
}
WIDE_OPTIONS: dict[str, dict[str, Any]] = {
    "no roles": {"roles": False},
    "no motif dropout": {"motif_dropout": 0.0},
    "rows of any length": {"unit_rows": False},
    "no propagated features": {"propagate": 0},
    "no diffusion": {"diffusion": 0.0},
    "structure without decay": {"structure_decay": 0.5},
    "structure for every type": {"structure_everywhere": True},
    "paths of three nodes": {"path_nodes": 3},
}
ABLATIONS = (
    *(
        Row(f"{preset}, {name}", model, preset)
        for preset in ("default", "preprint", "asonam")
        for name, model in (
            ("Motif-CNN-A", "motif-cnn-a"),
            ("no roles", "motif-cnn-no-roles"),
            ("no attention", "motif-cnn-no-attention"),
        )
    ),
    *(
        Row(f"default, {name}", "motif-cnn", settings=settings)
        for name, settings in OPTIONS.items()
    ),
    *(
        Row(f"wide-motif, {name}", "wide-motif", settings=settings)
        for name, settings in WIDE_OPTIONS.items()
    ),
)
# As tables list them; methods of other packages come last.
_ORDER = (
    "majority",
    "logistic",
    "mlp",
    "boosting",
    "dcnn",
    "gcn",
    "graph-cnn",
    "gat",
    "cln",
    "planetoid-t",
    "planetoid-i",
    "ica",
    "hcc",
    "lp-metapath",
    "lp-metagraph",
    "metapath2vec",
    "metapath2vec-attributes",
)
# The graph CNNs of the paper and later ones: methods whose time per epoch is compared.
_GRAPH_CNNS = ("gcn", "gat", "dcnn", "graph-cnn", "cln")


def baselines() -> tuple[Row, ...]:
    """Every registered method but ours, with its own recipe.

    Examples
    --------
    >>> "gcn" in [row.name for row in baselines()]
    True
    """
    own = (MotifCNNMethod, WideMotifMethod)
    names = [name for name, method in methods().items() if not isinstance(method, own)]
    return tuple(Row(name, name) for name in sorted(names, key=_place))


def _place(name: str) -> int:
    return _ORDER.index(name) if name in _ORDER else len(_ORDER)


def graph_cnns() -> tuple[Row, ...]:
    """Motif-CNN by preset, the wide network, and the graph CNNs among the baselines."""
    return (*PRESETS, WIDE, *(row for row in baselines() if row.model in _GRAPH_CNNS))


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
