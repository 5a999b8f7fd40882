"""Settings: validated choices by name. A method composes its own from the groups it uses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self, TypeAlias, TypeVar

import numpy as np
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from motifcnn.errors import MotifCNNError
from motifcnn.graph.schema import suggestion


class ConfigError(MotifCNNError, ValueError):
    """A setting that a method does not have, or a value out of its range."""


def _as_tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, (list, tuple)) else (value,)


PositiveInt = Annotated[int, Field(gt=0)]
Positive = Annotated[float, Field(gt=0)]
Share = Annotated[float, Field(ge=0, lt=1)]
"""A share that may be 0 but not 1, such as a dropout rate."""
Widths = Annotated[tuple[PositiveInt, ...], BeforeValidator(_as_tuple), Field(min_length=1)]
"""Widths of layers; a single number is one layer."""

Select: TypeAlias = Literal["f1", "loss", "last"]
S = TypeVar("S", bound="Settings")


class Settings(BaseModel):
    """A frozen set of named values, each declared with its range.

    Examples
    --------
    >>> class Own(Settings):
    ...     dropout: Share = 0.5
    >>> Own().changed({"dropout": 0.2}).dropout
    0.2
    >>> Own().changed({"dropot": 0.2})
    Traceback (most recent call last):
    ...
    motifcnn.nn.settings.ConfigError: no setting 'dropot'; did you mean "dropout"? Known: dropout
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, allow_inf_nan=False)

    def __init__(self, **values: Any) -> None:
        known = type(self).model_fields
        for name in values:
            if name not in known:
                raise ConfigError(f"no setting {name!r}{suggestion(name, known)}")
        try:
            super().__init__(**{name: _plain(value) for name, value in values.items()})
        except ValidationError as error:
            raise ConfigError(_explained(error)) from None

    def changed(self, changes: Mapping[str, Any]) -> Self:
        """These settings with some changed by name; a `ConfigError` names one that is not known."""
        return type(self)(**(dict(self) | dict(changes)))

    def to_json(self) -> dict[str, Any]:
        """The settings as JSON holds them; `changed` reads them back."""
        return self.model_dump(mode="json")

    def of(self, group: type[S]) -> S:
        """The part of these settings that `group` declares."""
        return group(**{name: getattr(self, name) for name in group.model_fields})


def _plain(value: Any) -> Any:
    """Numbers of numpy as Python's own, and lists as tuples: what JSON and arrays hand over."""
    if isinstance(value, np.generic):
        return value.item()
    return tuple(map(_plain, value)) if isinstance(value, (list, tuple)) else value


def _explained(error: ValidationError) -> str:
    first = error.errors()[0]
    if not first["loc"]:  # a rule over several settings, which names them itself
        return str(first["ctx"]["error"])
    name = ".".join(str(part) for part in first["loc"] if isinstance(part, str))
    message = first["msg"][0].lower() + first["msg"][1:]
    return f"{name}: {message}; got {first['input']!r}"


class TrainSettings(Settings):
    """How a network learns by gradient steps.

    Parameters
    ----------
    optimiser : {"adam", "rmsprop", "adagrad", "sgd"}
    learning_rate, weight_decay : float
    halve_after : int
        Epochs without a smaller validation loss after which the learning rate is halved; 0: never.
    epochs : int
        Largest number of epochs.
    stop : {"patience", "window-mean"}
        Stop when the validation score, averaged over five epochs, was best `window` epochs ago, or
        when the validation loss exceeds the mean of the last `window` epochs.
    window : int
    select : {"f1", "loss", "last"}
        Keep the epoch with the largest mean of Micro- and Macro-F1 on validation, with the smallest
        loss, or the last one. The score of `stop` is that F1, else the loss.
    """

    optimiser: Literal["adam", "rmsprop", "adagrad", "sgd"] = "adam"
    learning_rate: Positive = 0.01
    weight_decay: Annotated[float, Field(ge=0)] = 0.0
    halve_after: Annotated[int, Field(ge=0)] = 0
    epochs: PositiveInt = 200
    stop: Literal["patience", "window-mean"] = "patience"
    window: PositiveInt = 40
    select: Select = "f1"
