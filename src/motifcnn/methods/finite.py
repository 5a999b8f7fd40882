"""Finite numbers: training that left the range of float32 is an error, not a result."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
import numpy.typing as npt
from torch import nn

from motifcnn.errors import MotifCNNError
from motifcnn.methods.epoch import Epoch

REMEDY = (
    "Lower learning_rate, or scale the features, such as to a mean of 0 and a deviation of 1 per "
    "column."
)


class TrainingError(MotifCNNError, ArithmeticError):
    """Training that met numbers that are not finite.

    Parameters
    ----------
    message : str
    epoch : int
        The epoch that had the first of them.
    history : sequence of Epoch
        The epochs before it.
    weights : mapping of name to array
        The weights of the best of these; empty where there is none.
    """

    def __init__(
        self,
        message: str,
        epoch: int,
        history: Sequence[Epoch] = (),
        weights: Mapping[str, npt.NDArray[Any]] | None = None,
    ) -> None:
        super().__init__(message)
        self.epoch, self.history, self.weights = epoch, tuple(history), dict(weights or {})


def require_finite_epoch(
    epoch: Epoch,
    history: Sequence[Epoch],
    module: nn.Module | None = None,
    weights: Mapping[str, npt.NDArray[Any]] | None = None,
) -> None:
    """Raises a `TrainingError` that names the epoch, unless its losses are finite.

    Weights that are not finite have a loss on validation that is not, so reading the two losses is
    enough; the arrays are looked through only to name the one at fault.

    Parameters
    ----------
    epoch : Epoch
    history : sequence of Epoch
        The epochs before it.
    module : nn.Module, optional
        As the epoch has left it.
    weights : mapping of name to array, optional
        Of the best epoch before it.

    Examples
    --------
    >>> require_finite_epoch(Epoch(3, 0.5, 0.4, 0.9, 0.9, 1.0), [])
    >>> require_finite_epoch(Epoch(3, float("nan"), 0.4, 0.9, 0.9, 1.0), [])
    Traceback (most recent call last):
    ...
    motifcnn.methods.finite.TrainingError: epoch 3: the training loss is nan. ...
    """
    if math.isfinite(epoch.loss) and math.isfinite(epoch.val_loss):
        return
    if not math.isfinite(epoch.loss):
        found = f"the training loss is {epoch.loss}"
    elif (name := None if module is None else _first_bad(module)) is not None:
        found = f"the weights {name} are not finite after the step"
    else:
        found = f"the loss on validation is {epoch.val_loss}, from scores that are too large"
    kept = f" The best of the {epoch.number - 1} epochs before is kept in the error's `weights`."
    message = f"epoch {epoch.number}: {found}. {REMEDY}{kept if weights else ''}"
    raise TrainingError(message, epoch.number, history, weights)


@contextmanager
def overflow_refused(
    number: int,
    history: Sequence[Epoch] = (),
    weights: Mapping[str, npt.NDArray[Any]] | None = None,
) -> Iterator[None]:
    """Steps of epoch `number` that torch itself finds too large become a `TrainingError`."""
    try:
        yield
    except RuntimeError as error:
        if "without overflow" not in str(error):
            raise
        found = "a step of the optimiser is past the range of float32"
        message = f"epoch {number}: {found}. {REMEDY}"
        raise TrainingError(message, number, history, weights) from error


def require_finite_probabilities(
    probabilities: npt.NDArray[np.floating[Any]],
    ids: npt.NDArray[Any],
    history: Sequence[Epoch],
    weights: Mapping[str, npt.NDArray[Any]],
) -> None:
    """Raises a `TrainingError` that names the first node with a probability that is not finite.

    Parameters
    ----------
    probabilities : (n, c) array
    ids : (n,) array
    history : sequence of Epoch
    weights : mapping of name to array
    """
    bad = np.flatnonzero(~np.isfinite(probabilities).all(axis=1))
    if len(bad):
        raise TrainingError(
            f"after epoch {len(history)}: the scores of {len(bad):,} of {len(ids):,} nodes are not "
            f"finite, that of node {ids[bad[0]]} first. {REMEDY}",
            len(history),
            history,
            weights,
        )


def _first_bad(module: nn.Module) -> str | None:
    named = module.state_dict().items()
    return next((name for name, values in named if not values.isfinite().all()), None)
