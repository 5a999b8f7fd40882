"""Settings of Motif-CNN: the papers' presets, their code's, ours, and what tuning chooses from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from motifcnn.methods.method import GRAPH_CNN_SPACE
from motifcnn.nn.inputs import InputSettings
from motifcnn.nn.motif_layer import Attention, Combine
from motifcnn.nn.settings import PositiveInt, Share, TrainSettings, Widths

MotifNodes = Annotated[int, Field(ge=2, le=6)]


class MotifCNNSettings(InputSettings, TrainSettings):
    """Settings of a Motif-CNN; see `InputSettings` and `TrainSettings` for the rest.

    Parameters
    ----------
    filters : tuple of int
        Width of each motif layer, first layer first.
    activation : {"relu", "elu"}
    dense : bool
        A dense layer makes the logits. False: one more motif layer does, with a column per class
        and no activation.
    normaliser : {"instances", "role"}
        Divide by the number of instances (the papers), or each role by its row sum (their code).
    combine : {"attention", "weighted-sum", "mean", "concatenate"}
        How the units of a node's motifs become one vector.
    last_combine : optional
        The same for the last layer; None: as the others.
    attention : {"per-motif", "shared", "shared-unscaled"}
        One z per motif, scaled (preprint); one for all, scaled (2019); one for all, not scaled
        (code).
    heads : int
        Of the attention; more than one have a learned offset per motif.
    mask : bool
        Attention, or the mean, leaves out motifs of which a node has no instance.
    shared_own : bool
        One W_0 for all motifs of a type instead of one each.
    shared_filters : bool
        One filter per node type, for a node itself and for all motifs and roles, and a learned
        share of the node itself per motif (`motifcnn.nn.shared_convs`).
    unit_rows : bool
        Scale what a node sees through a role to length 1 before its filter.
    roles : bool
        False is the role-agnostic ablation: one matrix per motif and node type.
    bias : bool
    batch_norm : bool
        Normalise units over nodes before the activation. Means over many instances differ little
        from node to node, so deep networks learn slowly without it.
    input_dropout, dropout : float
        Share of the inputs and of hidden values that a training step leaves out.
    labels : bool
        Feed in the known labels of other nodes along the roles of the target's type. Training
        nodes alone have known labels, and no node sees its own. For networks of one layer: two
        would show a node its own label.
    propagate : int
        The target's own inputs also hold features in full width, averaged over so many steps along
        all relations (`motifcnn.nn.propagated`); 0: none. For networks of one layer: in several,
        layers carry features on.
    propagate_rows : bool
        In these, types without features have a learned row per node.
    choose : bool
        Fit the candidates of `CANDIDATES` that suit the graph and keep the best on validation,
        unless one of the settings in which they differ is given.
    decay : {"all", "ends"}
        Which weights `weight_decay` draws to 0: all, or the first layer and the output.
    motif_nodes, path_nodes : int
        Sizes of the largest motif and of the longest path when the user names no motifs.
    """

    filters: Widths = (64,)
    dense: bool = True
    activation: Literal["relu", "elu"] = "relu"
    normaliser: Literal["instances", "role"] = "instances"
    combine: Combine = "attention"
    last_combine: Combine | None = None
    attention: Attention = "per-motif"
    heads: PositiveInt = 1
    mask: bool = False
    shared_own: bool = False
    shared_filters: bool = False
    unit_rows: bool = False
    roles: bool = True
    bias: bool = False
    batch_norm: bool = False
    input_dropout: Share = 0.0
    dropout: Share = 0.5
    labels: bool = False
    propagate: Annotated[int, Field(ge=0, le=16)] = 0
    propagate_rows: bool = False
    choose: bool = False
    decay: Literal["all", "ends"] = "all"
    motif_nodes: MotifNodes = 3
    path_nodes: Annotated[int, Field(ge=0, le=6)] = 0

    @property
    def depth(self) -> int:
        """Number of motif layers."""
        return len(self.filters) + (not self.dense)

    @model_validator(mode="after")
    def _attention_is_used(self) -> MotifCNNSettings:
        layers = {self.combine if self.depth > 1 or not self.last_combine else ""}
        if "attention" not in layers | {self.last_combine or self.combine}:
            unused: dict[str, Any] = {"attention": "per-motif", "heads": 1}
            if "mean" not in layers | {self.last_combine or self.combine}:
                unused["mask"] = False
            for name, default in unused.items():
                if getattr(self, name) != default:
                    raise ValueError(f"{name} has no effect: no layer combines motifs by attention")
        if self.labels and self.depth > 1:
            raise ValueError("labels are for one layer: through two a node would see its own")
        return self

    @model_validator(mode="after")
    def _filters_are_shared_whole(self) -> MotifCNNSettings:
        if self.shared_filters and (self.labels or not self.shared_own):
            raise ValueError(
                "shared_filters is for shared_own=True and labels=False: there is one filter per "
                "node type and no other"
            )
        return self

    @model_validator(mode="after")
    def _propagation_is_used(self) -> MotifCNNSettings:
        if self.propagate and self.depth > 1:
            raise ValueError("propagate is for one layer: several carry features on themselves")
        if self.propagate_rows and not self.propagate:
            raise ValueError("propagate_rows has no effect: propagate is 0")
        if self.propagate_rows and self.featureless != "structure":
            raise ValueError(
                "propagate_rows needs featureless='structure', with which inputs know which row "
                "belongs to which node"
            )
        return self


PRESETS: Mapping[str, MotifCNNSettings] = {
    "preprint": MotifCNNSettings(filters=(64, 64, 64)),
    "asonam": MotifCNNSettings(filters=(64, 32), attention="shared", weight_decay=1e-5),
    # The released train.py: its loss decays the first convolution and the dense layer, it stops by
    # the window and predicts with the weights of the last epoch.
    "code": MotifCNNSettings(
        filters=(64, 32, 10),
        activation="elu",
        normaliser="role",
        attention="shared-unscaled",
        last_combine="concatenate",
        bias=True,
        text="rows",
        input_dropout=0.5,
        learning_rate=0.005,
        weight_decay=1e-5,
        decay="ends",
        epochs=100,
        stop="window-mean",
        window=10,
        select="last",
    ),
    "default": MotifCNNSettings(
        heads=8,
        attention="shared",
        mask=True,
        shared_own=True,
        unit_rows=True,
        text="tf-idf",
        project=128,
        choose=True,
        featureless="structure",
        structure=64,
        structure_decay=1.5,
        structure_everywhere=True,
        diffusion=0.1,
        input_dropout=0.6,
        learning_rate=0.01,
        weight_decay=1e-4,
        epochs=200,
        window=25,
    ),
}
# Nothing in it belongs to the nodes of the training graph.
INDUCTIVE = PRESETS["default"].changed(
    {"choose": False, "featureless": "none", "structure_everywhere": False, "borrow": True}
)
COARSE, FINE, WORDS, ROWS = "coarse structure", "fine structure", "words alone", "learned rows"
COARSE_WORDS, FINE_WORDS = f"{COARSE} and words", f"{FINE} and words"
COARSE_ROWS, FINE_ROWS = f"{COARSE} and {ROWS}", f"{FINE} and {ROWS}"
COARSE_TWICE, FINE_TWICE = f"{COARSE} in two layers", f"{FINE} in two layers"
WORDS_TWICE = "words in two layers"
WORDS_TWICE_DECAYED = f"{WORDS_TWICE}, more decay"
_COARSE = {"structure": 64, "structure_decay": 1.5}
_FINE = {"structure": 128, "structure_decay": 0.5}
_WORDS = {"propagate": 2}
_ROWS = {"propagate": 2, "propagate_rows": True}
_WITHOUT_STRUCTURE = {"project": 0, "structure_everywhere": False}
_ONLY_WORDS = _WITHOUT_STRUCTURE | {"featureless": "none"}
_TWICE: dict[str, Any] = {
    "filters": (64,),
    "dense": False,
    "shared_filters": True,
    "bias": True,
    "unit_rows": False,
    "heads": 1,
    "last_combine": "mean",
    "motif_nodes": 2,
    "project": 0,
    "diffusion": 0.0,
    "input_dropout": 0.5,
    "weight_decay": 1e-5,
    "decay": "ends",
}
CANDIDATES: Mapping[str, dict[str, Any]] = {
    COARSE: _COARSE,
    FINE: _FINE,
    COARSE_WORDS: _COARSE | _WORDS,
    FINE_WORDS: _FINE | _WORDS,
    COARSE_ROWS: _COARSE | _ROWS,
    FINE_ROWS: _FINE | _ROWS,
    COARSE_TWICE: _TWICE | _COARSE,
    FINE_TWICE: _TWICE | _FINE,
    WORDS: _ONLY_WORDS | _WORDS,
    WORDS_TWICE: _TWICE | _ONLY_WORDS,
    WORDS_TWICE_DECAYED: _TWICE | _ONLY_WORDS | {"weight_decay": 2e-3},
    ROWS: _WITHOUT_STRUCTURE
    | {"featureless": "one-hot", "filters": (64, 64), "heads": 1, "motif_nodes": 2},
}
"""Inputs and depths that graphs disagree on. Coarse structure suits types whose features say most,
fine structure graphs without features. With words, and with learned rows, a node feeds in those of
nodes up to two steps away in full width. Words alone suit graphs with few labels all of whose nodes
have words. A second layer reaches beyond neighbours, which only edges are cheap enough for. It
shares its filters between motifs, and the units of its last layer are the logits, so that it has
few weights."""
CHOSEN = frozenset(
    {
        "featureless",
        "project",
        "structure",
        "structure_decay",
        "structure_everywhere",
        "propagate",
        "propagate_rows",
        "filters",
        "dense",
        "heads",
        "motif_nodes",
    }
)
"""Inputs and depth: where a user names one of these, nothing is chosen."""
NO_ATTENTION: dict[str, Any] = {
    "last_combine": None,
    "attention": "per-motif",
    "heads": 1,
    "mask": False,
}


SPACE: Mapping[str, tuple[Any, ...]] = GRAPH_CNN_SPACE | {"filters": ((32,), (64,), (128,))}
PAPER_SPACE: Mapping[str, tuple[Any, ...]] = GRAPH_CNN_SPACE | {
    "filters": ((32,), (64,), (32, 32), (64, 64), (128, 128), (32, 32, 32), (64, 64, 64))
}
"""The papers tune learning rate, dropout and filters; depth, decay and stopping as for all."""
