"""Tried: a candidate among which validation chose a run."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Tried:
    """One candidate, and what validation says of it.

    Parameters
    ----------
    name : str
    micro_f1, macro_f1 : float or None
        On validation; None where there was no fit.
    seconds : float
    kept : bool
        Whether the run is this one.
    reason : str
        Why there was no fit; empty where there was one.
    """

    name: str
    micro_f1: float | None = None
    macro_f1: float | None = None
    seconds: float = 0.0
    kept: bool = False
    reason: str = ""
