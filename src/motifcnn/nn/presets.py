"""Config: every choice that makes a Motif-CNN, and the presets that the papers, their code and we settled on."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Literal, get_args

from motifcnn.errors import MotifCNNError

Activation = Literal["relu", "elu"]
Attention = Literal["per-motif", "shared", "shared-unscaled"]
Combine = Literal["attention", "weighted-sum", "mean", "concatenate"]
Featureless = Literal["one-hot", "structure", "none"]
Text = Literal["given", "rows", "tf-idf"]
Stop = Literal["window-mean", "patience"]
Select = Literal["loss", "f1"]


class ConfigError(MotifCNNError, ValueError):
    """A setting that is unknown or out of range."""


@dataclass(frozen=True)
class Config:
    """Settings of the network and of its training.

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
    text : {"given", "rows", "tf-idf"}
        Features as they are; each row divided by its sum of absolute values; or each row of length 1, after (sparse,
        non-negative ones) weighting by inverse document frequency.
    project : int
        Columns to which wider features are reduced by a singular value decomposition, fitted without labels; 0 keeps them.
    featureless : {"one-hot", "structure", "none"}
        What a type without features feeds in: a learned row per node, an unsupervised embedding of the graph, or nothing.
    structure : int
        Columns of that embedding.
    structure_everywhere : bool
        Types with features get that embedding as well.
    borrow : bool
        A type without features also feeds in the mean features of its neighbours.
    bias : bool
    batch_norm : bool
        Units are normalised over nodes before the activation, so that motifs of any density start with the same say.
    self_weight : float
        Start of W_0, as a share of Glorot's range.
    input_dropout, dropout : float
        Share of the inputs, and of hidden units, that a training step leaves out.
    learning_rate, weight_decay : float
    epochs, window : int
        At most so many epochs; `window` is what `stop` looks back on.
    stop : {"window-mean", "patience"}
        Stop when the validation loss exceeds the mean of the last `window`, or when the best epoch is `window` epochs ago.
    select : {"loss", "f1"}
        What the best epoch on validation has: the smallest loss, or the largest mean of Micro- and Macro-F1.
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
    normaliser: Literal["instances", "role"] = "instances"
    combine: Combine = "attention"
    last_combine: Combine = "attention"
    attention: Attention = "per-motif"
    roles: bool = True
    text: Text = "given"
    project: int = 0
    featureless: Featureless = "one-hot"
    structure: int = 128
    structure_everywhere: bool = False
    borrow: bool = False
    bias: bool = False
    batch_norm: bool = False
    self_weight: float = 1.0
    input_dropout: float = 0.0
    dropout: float = 0.5
    learning_rate: float = 0.01
    weight_decay: float = 0.0
    epochs: int = 200
    window: int = 10
    stop: Stop = "window-mean"
    select: Select = "loss"
    motif_nodes: int = 3
    path_nodes: int = 0

    def __post_init__(self) -> None:
        choices = {
            "activation": get_args(Activation),
            "normaliser": ("instances", "role"),
            "combine": get_args(Combine),
            "last_combine": get_args(Combine),
            "attention": get_args(Attention),
            "text": get_args(Text),
            "featureless": get_args(Featureless),
            "select": get_args(Select),
            "stop": get_args(Stop),
        }
        for name, allowed in choices.items():
            if getattr(self, name) not in allowed:
                raise ConfigError(f"{name} must be one of {', '.join(allowed)}; got {getattr(self, name)!r}")
        for name in ("filters", "dense"):
            widths = tuple(getattr(self, name))
            object.__setattr__(self, name, widths)
            if not all(isinstance(width, int) and width > 0 for width in widths):
                raise ConfigError(f"{name} must be positive whole numbers, got {widths}")
        if not self.filters:
            raise ConfigError("filters: a network has at least one convolution")
        for name in ("input_dropout", "dropout"):
            if not 0 <= getattr(self, name) < 1:
                raise ConfigError(f"{name} must be at least 0 and under 1, got {getattr(self, name)}")
        for name in ("epochs", "window", "structure", "learning_rate"):
            if not getattr(self, name) > 0:
                raise ConfigError(f"{name} must be positive, got {getattr(self, name)}")

    def to_json(self) -> dict[str, Any]:
        """The settings as JSON holds them; `config_from_json` reads them back."""
        return {key: list(value) if isinstance(value, tuple) else value for key, value in asdict(self).items()}


def config_from_json(values: dict[str, Any]) -> Config:
    """The configuration that `Config.to_json` wrote."""
    return with_settings(Config(), values)


def with_settings(config: Config, settings: dict[str, Any]) -> Config:
    """The configuration with some settings changed, by name.

    Examples
    --------
    >>> with_settings(PRESETS["asonam"], {"dropout": 0.2}).dropout
    0.2
    """
    from motifcnn.graph.schema import suggestion

    known = [field.name for field in fields(Config)]
    for name in settings:
        if name not in known:
            raise ConfigError(f"unknown setting {name!r}{suggestion(name, known)}")
    changes: dict[str, Any] = {name: tuple(v) if isinstance(v, list) else v for name, v in settings.items()}
    return replace(config, **changes)


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
