"""Expression on a card: instances beside chance, or why they were not compared."""

from __future__ import annotations

from motifcnn.studio.answer import Answer
from motifcnn.tensor.expression import SAMPLES, Expression

MOST_SECONDS = 30  # for the counts in all random graphs


class Expressed(Answer):
    """What is known about a motif beside random graphs with the same degrees.

    Parameters
    ----------
    words : str
        For people: "12 times as many as by chance, z = 41", or why nothing is known.
    samples : int
        Random graphs; 0 where the motif was not compared.
    mean, deviation : float, optional
        Of the instances by chance.
    z : float, optional
        Missing where all random graphs have the same number.
    """

    words: str
    samples: int = 0
    mean: float | None = None
    deviation: float | None = None
    z: float | None = None


def expressed(found: Expression) -> Expressed:
    """An expression as a card shows it.

    Examples
    --------
    >>> expressed(Expression(14, (4, 8, 6))).words
    '2.3 times as many as by chance, z = 4.0'
    """
    return Expressed(
        words=str(found),
        samples=found.samples,
        mean=found.mean,
        deviation=found.deviation,
        z=found.z,
    )


def too_slow(seconds: float) -> Expressed | None:
    """Why a motif that takes that many seconds is not compared; None where it is.

    Examples
    --------
    >>> too_slow(0.1) is None, too_slow(6).words
    (True, 'not compared: 10 counts take about 60 seconds')
    """
    expected = SAMPLES * seconds
    if expected <= MOST_SECONDS:
        return None
    return Expressed(words=f"not compared: {SAMPLES} counts take about {expected:,.0f} seconds")
