"""Decisions about tables: what was chosen, why, and whether it is sure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Decision:
    """One choice that tables left open.

    Parameters
    ----------
    about : str
        What it decides: "movies.key", "ratings.user_id".
    choice : str
    reason : str
    sure : bool
    others : tuple of str
        What else could be chosen.
    """

    about: str
    choice: str
    reason: str
    sure: bool = True
    others: tuple[str, ...] = ()


@dataclass
class Decisions:
    """The decisions made so far, and the answers that come before any guess.

    Parameters
    ----------
    answers : mapping of what to choice, optional
    """

    answers: Mapping[str, str] = field(default_factory=dict)
    made: dict[str, Decision] = field(default_factory=dict)

    def decide(
        self, about: str, choice: str, reason: str, sure: bool = True, others: Sequence[str] = ()
    ) -> str:
        """The answer that was given, else the choice; both are kept with their reason.

        Examples
        --------
        >>> decisions = Decisions({"movies.key": "title"})
        >>> decisions.decide("movies.key", "id", "it is unique")
        'title'
        """
        if about in self.answers:
            choice, reason, sure = self.answers[about], "as you said", True
        self.made[about] = Decision(about, choice, reason, sure, tuple(others))
        return choice

    def unsure(self) -> list[Decision]:
        """The decisions that somebody should look at."""
        return [decision for decision in self.made.values() if not decision.sure]
