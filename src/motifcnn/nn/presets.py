"""Config: every choice that makes a Motif-CNN, and the presets that the papers, their code and we settled on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from motifcnn.nn.settings import ConfigError, Settings

Activation = Literal["relu", "elu"]
Attention = Literal["per-motif", "shared", "shared-unscaled"]
Combine = Literal["attention", "weighted-sum", "mean", "concatenate"]
Normaliser = Literal["instances", "role"]


@dataclass(frozen=True)
class Config(Settings):
    """Settings of a Motif-CNN and of its training; those of inputs and training are described in `Settings`.

    Parameters
    ----------
    filters : tuple of int
        Width of each motif convolution, first layer first.
    dense : tuple of int
        Width of each dense layer between the last convolution and the output.
    activation : {"relu", "elu"}
    normaliser : {"instances", "role"}
        See `motifcnn.tensor.operator`.
    combine, last_combine : {"attention", "weighted-sum", "mean", "concatenate"}
        How the units of one node's motifs become one vector, in all layers but the last and in the last.
    attention : {"per-motif", "shared", "shared-unscaled"}
        One z per motif, scaled (preprint); one z for all, scaled (2019); one z for all, unscaled (released code).
    roles : bool
        False is the role-agnostic ablation: one matrix per motif and node type.
    bias : bool
    batch_norm : bool
        Units are normalised over nodes before the activation, so that motifs of any density start with the same say.
    self_weight : float
        Start of W_0, as a share of Glorot's range.
    motif_nodes, path_nodes : int
        Sizes of the largest motif and of the longest path from the target when the user names no motifs.

    Examples
    --------
    >>> Config(filters=(64, 32), activation="elu").filters
    (64, 32)
    """

    filters: tuple[int, ...] = (64,)
    dense: tuple[int, ...] = ()
    activation: Activation = "relu"
    normaliser: Normaliser = "instances"
    combine: Combine = "attention"
    last_combine: Combine = "attention"
    attention: Attention = "per-motif"
    roles: bool = True
    bias: bool = False
    batch_norm: bool = False
    self_weight: float = 1.0
    motif_nodes: int = 3
    path_nodes: int = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        self.require_widths("filters", "dense")
        if not self.filters:
            raise ConfigError("filters: a network has at least one convolution")


PRESETS: dict[str, Config] = {
    "preprint": Config(filters=(64, 64, 64), attention="per-motif", epochs=200, window=10),
    "asonam": Config(filters=(64, 32), attention="shared", weight_decay=1e-5, dropout=0.5, epochs=200, window=10),
    "code": Config(
        filters=(64, 32, 10),
        activation="elu",
        normaliser="role",
        attention="shared-unscaled",
        last_combine="concatenate",
        dropout=0.0,
        learning_rate=0.005,
        epochs=100,
        window=100,
    ),
    "default": Config(
        filters=(64,),
        text="tf-idf",
        featureless="structure",
        structure_everywhere=True,
        borrow=True,
        bias=True,
        input_dropout=0.8,
        dropout=0.5,
        learning_rate=0.03,
        weight_decay=1e-5,
        epochs=200,
        window=25,
        stop="patience",
        select="f1",
        path_nodes=4,
    ),
}
# Nothing in it is bound to the nodes of the training graph.
PRESETS["inductive"] = replace(PRESETS["default"], featureless="none", structure_everywhere=False)


def preset(name: str) -> Config:
    """The preset of that name.

    Examples
    --------
    >>> preset("code").activation
    'elu'
    """
    from motifcnn.graph.schema import suggestion

    if name not in PRESETS:
        raise ConfigError(f"unknown preset {name!r}{suggestion(name, PRESETS)}")
    return PRESETS[name]
