"""Settings: the choices that every method shares, and how settings are checked, changed and stored."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from numbers import Integral, Real
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

from motifcnn.errors import MotifCNNError

Featureless = Literal["one-hot", "structure", "none"]
Text = Literal["given", "rows", "tf-idf"]
Stop = Literal["window-mean", "patience"]
Select = Literal["loss", "f1", "both"]
Optimiser = Literal["adam", "rmsprop", "adagrad", "sgd"]


class ConfigError(MotifCNNError, ValueError):
    """A setting that is unknown or out of range."""


@dataclass(frozen=True)
class Settings:
    """What a node feeds in, and how training goes. A method adds its own settings in a child of this class.

    Parameters
    ----------
    text : {"given", "rows", "tf-idf"}
        Features as they are; each row divided by its sum of absolute values; or each row of length
        1, after (sparse, non-negative ones) weighting by inverse document frequency.
    project : int
        Columns to which wider features are reduced by a singular value decomposition, fitted
        without labels; 0 keeps them.
    featureless : {"one-hot", "structure", "none"}
        What a type without features feeds in: a learned row per node, an unsupervised embedding of
        the graph, or nothing. Types whose features have fewer columns than that embedding feed it
        in as well.
    structure : int
        Columns of that embedding.
    structure_decay : float
        Power of the singular values that scales those columns; 0.5 treats coarse and fine structure
        most alike.
    structure_everywhere : bool
        All types feed in that embedding.
    borrow : bool
        A type without features also feeds in the mean features of its neighbours.
    diffusion : float
        Chance of a random walk to return to its start, if nodes of all types are to feed in the
        features that such walks find (see `motifcnn.nn.diffusion`); 0 feeds in none.
    input_dropout, dropout : float
        Share of the inputs, and of hidden units, that a training step leaves out.
    optimiser : {"adam", "rmsprop", "adagrad", "sgd"}
    learning_rate, weight_decay : float
    halve_after : int
        Epochs without a smaller validation loss after which the learning rate is halved; 0 never
        does.
    epochs, window : int
        At most so many epochs; `window` is what `stop` looks back on.
    passes : int
        Passes over the training nodes that make an epoch; training looks at validation after each
        epoch.
    stop : {"window-mean", "patience"}
        Stop when the validation loss exceeds the mean of the last `window`, or when the best epoch
        is `window` epochs ago.
    select : {"loss", "f1", "both"}
        What the best epoch on validation has: the smallest loss, the largest mean of Micro- and
        Macro-F1, or the largest such mean less a tenth of the loss, which changes less by chance
        where validation nodes are few.
    smooth : int
        Epochs, the last one included, over which that is averaged: one lucky epoch is not chosen
        for its luck.

    Examples
    --------
    >>> Settings(text="tf-idf", epochs=50).epochs
    50
    """

    text: Text = "given"
    project: int = 0
    featureless: Featureless = "one-hot"
    structure: int = 128
    structure_decay: float = 0.5
    structure_everywhere: bool = False
    borrow: bool = False
    diffusion: float = 0.0
    input_dropout: float = 0.0
    dropout: float = 0.5
    optimiser: Optimiser = "adam"
    learning_rate: float = 0.01
    weight_decay: float = 0.0
    halve_after: int = 0
    epochs: int = 200
    window: int = 10
    passes: int = 1
    stop: Stop = "window-mean"
    select: Select = "loss"
    smooth: int = 1

    def __post_init__(self) -> None:
        hints = get_type_hints(type(self))
        for field in fields(self):
            value = getattr(self, field.name)
            if get_origin(hints[field.name]) is Literal and value not in get_args(
                hints[field.name]
            ):
                allowed = ", ".join(map(str, get_args(hints[field.name])))
                raise ConfigError(f"{field.name} must be one of {allowed}; got {value!r}")
            if hints[field.name] in _EXPECTED and not _is(hints[field.name], value):
                raise ConfigError(
                    f"{field.name} must be {_EXPECTED[hints[field.name]]}, got {value!r}"
                )
        for name in ("input_dropout", "dropout"):
            if not 0 <= getattr(self, name) < 1:
                raise ConfigError(
                    f"{name} must be at least 0 and under 1, got {getattr(self, name)}"
                )
        self.require_positive(
            "epochs", "window", "passes", "smooth", "structure", "structure_decay", "learning_rate"
        )
        if not 0 <= self.diffusion < 1:
            raise ConfigError(f"diffusion must be at least 0 and under 1, got {self.diffusion}")
        for name in ("weight_decay", "project", "halve_after"):
            if getattr(self, name) < 0:
                raise ConfigError(f"{name} must not be negative, got {getattr(self, name)}")

    def require_positive(self, *names: str) -> None:
        """Raises a `ConfigError` that names the first of these settings that is not above 0."""
        for name in names:
            if not getattr(self, name) > 0:
                raise ConfigError(f"{name} must be positive, got {getattr(self, name)}")

    def require_widths(self, *names: str) -> None:
        """Makes these settings tuples of whole numbers above 0, or raises a `ConfigError` that names the first that cannot be."""
        for name in names:
            value = getattr(self, name)
            widths = tuple(value) if isinstance(value, (list, tuple)) else (value,)
            object.__setattr__(self, name, widths)
            if not all(_is(int, width) and width > 0 for width in widths):
                raise ConfigError(f"{name} must be positive whole numbers, got {widths}")

    def to_json(self) -> dict[str, Any]:
        """The settings as JSON holds them; `with_settings` reads them back."""
        return {
            key: list(value) if isinstance(value, tuple) else value
            for key, value in asdict(self).items()
        }


_EXPECTED = {bool: "true or false", int: "a whole number", float: "a finite number"}


def _is(kind: Any, value: Any) -> bool:
    if kind is bool or isinstance(value, bool):
        return kind is bool and isinstance(value, bool)
    return (
        isinstance(value, Integral)
        if kind is int
        else isinstance(value, Real) and math.isfinite(value)
    )


S = TypeVar("S", bound=Settings)


def with_settings(config: S, settings: Mapping[str, Any]) -> S:
    """The configuration with some settings changed, by name.

    Examples
    --------
    >>> with_settings(Settings(), {"dropout": 0.2}).dropout
    0.2
    """
    from motifcnn.graph.schema import suggestion

    known = [field.name for field in fields(config)]
    for name in settings:
        if name not in known:
            raise ConfigError(f"unknown setting {name!r}{suggestion(name, known)}")
    changes: dict[str, Any] = {
        name: tuple(v) if isinstance(v, list) else v for name, v in settings.items()
    }
    return replace(config, **changes)
