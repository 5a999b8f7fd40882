"""What the report takes as a verdict: any value with these attributes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class VerdictRow(Protocol):
    """A model beside others, scored on the same test nodes; scores are between 0 and 1."""

    @property
    def name(self) -> str:
        """Of the model."""

    @property
    def micro_f1(self) -> float:
        """Micro-F1."""

    @property
    def macro_f1(self) -> float:
        """Macro-F1."""

    @property
    def low(self) -> float:
        """Lower end of the 95 % interval of Micro-F1."""

    @property
    def high(self) -> float:
        """Upper end of it."""

    @property
    def own(self) -> bool:
        """Whether it is the model that the report is about."""


class Verdict(Protocol):
    """Whether to believe a run."""

    @property
    def sentence(self) -> str:
        """The verdict in one sentence."""

    @property
    def rows(self) -> Sequence[VerdictRow]:
        """The models that it compares."""

    @property
    def warnings(self) -> Sequence[str]:
        """What makes the result doubtful, a sentence each."""
