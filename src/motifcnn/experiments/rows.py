"""Rows of the tables: Motif-CNN by preset and ablation, wide-motif, and every baseline."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from motifcnn.experiments.experiment import Row
from motifcnn.methods import methods
from motifcnn.methods.motif_cnn import MotifCNNMethod
from motifcnn.methods.wide_motif import WideMotifMethod
from motifcnn.readable import plural

EDGE = "(t:{t})--(c:{t})"
WEDGE = "(t:{t})--(a:{t})--(c:{t})"
# What `motifcnn.datasets.synthetic.planted_roles` plants: one of two persons leads the other.
TRIAD = "(t:{t})-[:knows]->(a:person)-[:leads]->(c:person), (t)-[:knows]->(c)"
TRIANGLE = "(t:{t})--(a:{t})--(c:{t}), (t)--(c)"

PAPER = "paper"  # the motifs that the authors used

# The released code is run to the letter, so nothing of it is tuned.
PRESETS = tuple(
    Row(name, "motif-cnn", name, tuned=name != "code")
    for name in ("default", "preprint", "asonam", "code")
)
WIDE = Row("wide-motif", "wide-motif")
# One row per option of a recipe: the recipe without it, or with more of it.
OPTIONS: dict[str, dict[str, Any]] = {
    "one head": {"heads": 1},
    "motifs without instances count": {"mask": False},
    "own filter per motif": {"shared_own": False},
    "rows of any length": {"unit_rows": False},
    "no diffusion": {"diffusion": 0.0},
    "structure for featureless types alone": {"structure_everywhere": False},
    "edges only": {"motif_nodes": 2, "path_nodes": 0},
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
# One row per idea of the paper: the network without it.
WITHOUT_IDEAS = tuple(
    Row(f"default, {name}", model)
    for name, model in (
        ("Motif-CNN-A", "motif-cnn-a"),
        ("no roles", "motif-cnn-no-roles"),
        ("no attention", "motif-cnn-no-attention"),
    )
)
WITHOUT_OPTIONS = tuple(
    Row(f"default, {name}", "motif-cnn", settings=settings) for name, settings in OPTIONS.items()
)
# As tables list them; methods of other packages come last.
_ORDER = (
    "majority",
    "logistic",
    "mlp",
    "boosting",
    "motif-boosting",
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
# Trees need dense columns. The others are regressions on a node's own features, where a column per
# node tells which node it is and nothing else.
_WITHOUT_ONE_HOT: dict[str, dict[str, Any]] = {
    "boosting": {"project": 128, "featureless": "none"},
    "ica": {"featureless": "none"},
    "hcc": {"featureless": "none"},
    "metapath2vec-attributes": {"featureless": "none"},
}
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


def paper_baselines() -> tuple[Row, ...]:
    """The baselines of a table with `PAPER_INPUTS`: some take no one-hot inputs.

    Examples
    --------
    >>> next(row.settings for row in paper_baselines() if row.name == "ica")
    {'featureless': 'none'}
    """
    return tuple(
        replace(row, settings=_WITHOUT_ONE_HOT.get(row.model, {}))
        for row in baselines()
        if row.name != "motif-boosting"  # its inputs are ours: see `inputs_rows`
    )


def social_baselines() -> tuple[Row, ...]:
    """The methods of the paper's table of social graphs, GAT, and what sees no links.

    Examples
    --------
    >>> [row.name for row in social_baselines()][:3]
    ['majority', 'logistic', 'mlp']
    """
    others = ("majority", "logistic", "mlp", "dcnn", "gcn", "graph-cnn", "gat")
    named = {*others, "planetoid-t", "planetoid-i", "ica"}
    return tuple(row for row in paper_baselines() if row.name in named)


def paper_rows() -> tuple[Row, ...]:
    """Motif-CNN as the papers describe it, with the motifs that its authors used."""
    preprint, asonam, code = (replace(row, motifs=PAPER) for row in PRESETS[1:])
    return (
        preprint,
        replace(preprint, name="preprint, motifs by rule", motifs=()),
        replace(preprint, name="preprint, Motif-CNN-A", model="motif-cnn-a"),
        asonam,
        replace(asonam, name="asonam, no roles", model="motif-cnn-no-roles"),
        replace(asonam, name="asonam, no attention", model="motif-cnn-no-attention"),
        code,
    )


def inputs_rows() -> tuple[Row, ...]:
    """Our recipe, what each of its parts is worth, and methods to compare on the same inputs."""
    names = ("edges only", "no roles", "no attention", "Motif-CNN-A")
    ablations = {row.name: row for row in (*WITHOUT_IDEAS, *WITHOUT_OPTIONS)}
    # As wide as what eight heads of 64 filters hand to the output.
    for name in ("default, no attention", "default, Motif-CNN-A"):
        ablations[name] = replace(ablations[name], settings={"filters": (512,)})
    known = {row.name: row for row in baselines()}
    others = (
        "gcn",
        "gat",
        "dcnn",
        "graph-cnn",
        "mlp",
        "logistic",
        "boosting",
        "motif-boosting",
    )
    return (
        PRESETS[0],
        *(ablations[f"default, {name}"] for name in names),
        WIDE,
        *(known[name] for name in others),
    )


def role_rows() -> tuple[Row, ...]:
    """Motif-CNN with the planted motif, with and without roles, and what sees no roles.

    Examples
    --------
    >>> [row.name for row in role_rows()][:2]
    ['preprint, triad', 'preprint, triad, no roles']
    """
    triad = Row("preprint, triad", "motif-cnn", "preprint", motifs=(TRIAD,))
    known = {row.name: row for row in baselines()}
    return (
        triad,
        replace(triad, name="preprint, triad, no roles", model="motif-cnn-no-roles"),
        replace(triad, name="preprint, edges only", motifs=(), settings={"motif_nodes": 2}),
        *(known[name] for name in ("gcn", "gat", "boosting", "logistic", "majority")),
    )


def arena_rows() -> tuple[Row, ...]:
    """The methods that are compared on many graphs; `default` is what users get."""
    default, _, asonam, _ = PRESETS
    known = {row.name: row for row in baselines()}
    return (replace(default, own_inputs=True), known["gcn"], known["gat"], WIDE, asonam)


def _place(name: str) -> int:
    return _ORDER.index(name) if name in _ORDER else len(_ORDER)


def graph_cnns() -> tuple[Row, ...]:
    """Motif-CNN by preset, the wide network, and the graph CNNs among the baselines."""
    return (*PRESETS, WIDE, *(row for row in baselines() if row.model in _GRAPH_CNNS))


_TRAINED_ALIKE: dict[str, Any] = {
    "optimiser": "adam",
    "learning_rate": 0.01,
    "weight_decay": 1e-5,
    "halve_after": 0,
    "epochs": 100,
    "stop": "patience",
    "window": 100,  # as long as training: nothing stops before
}
_DROPPED_ALIKE: dict[str, Any] = {"input_dropout": 0.5, "dropout": 0.5}
# 64 units and two layers of convolutions. DCNN has neither widths nor dropout; wide-motif has one
# layer.
_SIZED_ALIKE: dict[str, dict[str, Any]] = {
    "motif-cnn": {"filters": (64, 64), "heads": 1},
    "wide-motif": {"filters": 64},
    "dcnn": {"hops": 2},
    "gcn": {"hidden": (64,)},
    "graph-cnn": {"layers": 2, "first": 64, "embed": 64, "conv": 64},
    "gat": {"hidden": (8,), "heads": 8, "attention_dropout": 0.5},
    "cln": {"hidden": 64, "layers": 2},
}


def same_configuration() -> tuple[Row, ...]:
    """The graph CNNs with one configuration, as far as each has its settings.

    Adam with rate 0.01 for 100 epochs without early stopping, dropout 0.5, two layers of 64 units.
    The released code is left out: with another configuration it is not that code.
    """
    rows = []
    for row in graph_cnns():
        if row.preset == "code":
            continue
        dropped = {} if row.model == "dcnn" else _DROPPED_ALIKE
        settings = _TRAINED_ALIKE | dropped | _SIZED_ALIKE[row.model]
        rows.append(replace(row, settings=settings))
    return tuple(rows)


def first_motifs() -> tuple[Row, ...]:
    """The preprint's network with ever more motifs, for a few epochs, which suffice for a time."""
    short = Row("", "motif-cnn", "preprint", settings={"epochs": 30})
    return tuple(
        replace(short, name=f"at most {plural(number, 'motif')}", first_motifs=number)
        for number in (1, 2, 4, 8, 16)
    )


def social_rows() -> tuple[Row, ...]:
    """Motif-CNN with the motifs that the paper names for graphs of one node type."""
    triangle = Row("preprint, triangle", "motif-cnn", "preprint", motifs=(TRIANGLE,))
    both = replace(triangle, name="preprint, triangle + edge", motifs=(TRIANGLE, EDGE))
    return (
        triangle,
        both,
        replace(both, name="preprint, Motif-CNN-A, triangle + edge", model="motif-cnn-a"),
        replace(both, name="asonam, triangle + edge", preset="asonam"),
    )


def citation_rows() -> tuple[Row, ...]:
    """Motif-CNN with the edge and the motifs of three nodes, and two others."""
    motifs = (EDGE, WEDGE, TRIANGLE)
    known = {row.name: row for row in baselines()}
    return (
        *(
            Row(f"{preset}, edge + 3-node motifs", "motif-cnn", preset, motifs=motifs)
            for preset in ("default", "preprint")
        ),
        known["gcn"],
        known["mlp"],
    )


def option_rows() -> tuple[Row, ...]:
    """Our two recipes, and each of them without one of its options.

    Inputs are not chosen, so that rows differ in their option alone: `default` has coarse structure
    in one layer.

    Examples
    --------
    >>> [row.name for row in option_rows()][:2]
    ['default, no choice', 'default, Motif-CNN-A']
    """
    ours = (Row("default, no choice", "motif-cnn"), *WITHOUT_IDEAS, *WITHOUT_OPTIONS)
    wide = (
        Row(f"wide-motif, {name}", "wide-motif", settings=settings)
        for name, settings in WIDE_OPTIONS.items()
    )
    return (
        *(replace(row, settings={**row.settings, "choose": False}) for row in ours),
        WIDE,
        *wide,
    )
