"""A training as the page shows it: its state, and the curves of its epochs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from motifcnn.studio.answer import Answer
from motifcnn.studio.order import Order

State = Literal["waiting", "running", "done", "failed", "cancelled"]
MOST_POINTS = 500  # of a curve that are sent to the page


class EpochPoint(Answer):
    """An epoch on the curves."""

    number: int
    loss: float
    val_loss: float
    val_micro_f1: float
    val_macro_f1: float


class FitCurve(Answer):
    """Epochs of one fit, at most `MOST_POINTS`; `epochs` is how many it may have."""

    epochs: int
    points: list[EpochPoint]


class TrainingView(Answer):
    """A training and how far it is.

    Parameters
    ----------
    number : int
        From 1.
    run : str
        Name of its run, which exists once it is done.
    state : str
    seconds : float
        Since it began; 0 as long as it waits.
    fits : int
        Fits among which validation chooses one; 0 before that is known.
    curves : list of FitCurve
        Of the fits so far.
    error : str
        Why it failed.
    """

    number: int
    run: str
    order: Order
    state: State
    seconds: float
    fits: int
    curves: list[FitCurve]
    error: str


def thinned(points: Sequence[EpochPoint]) -> list[EpochPoint]:
    """Every k-th point, so that there are at most `MOST_POINTS`, the last one included.

    Examples
    --------
    >>> scores = {"loss": 1.0, "val_loss": 1.0, "val_micro_f1": 0.5, "val_macro_f1": 0.5}
    >>> found = thinned([EpochPoint(number=n, **scores) for n in range(1, 1001)])
    >>> len(found), found[0].number, found[-1].number
    (500, 2, 1000)
    """
    step = -(-len(points) // MOST_POINTS) or 1
    return list(points[::-1][::step][::-1])
