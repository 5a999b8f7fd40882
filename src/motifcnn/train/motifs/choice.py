"""MotifChoice: what is known about a candidate, and why it was taken or left."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from motifcnn.motif.motif import Motif


@dataclass(frozen=True)
class MotifChoice:
    """One candidate of `choose_motifs_auto`.

    Parameters
    ----------
    motif : Motif
    coverage : float or None
        Share of the target's nodes with at least one instance; None where nothing was counted.
    agreement : float or None
        How well the labels of other training nodes, seen through the motif, tell a training node's
        own: 0 is chance, 1 perfect.
    gain : float or None
        What it adds to the share of the validation labels that a quick linear model explains; None
        where it was not tried.
    cost : int
        Upper bound on the entries of its tensor, known before any counting.
    chosen : bool
    reason : str

    Examples
    --------
    >>> choice = MotifChoice(Motif.parse("(t:a)--(c:b)"), 0.5, 0.8, 0.1, 40, True, "first")
    >>> MotifChoice.from_json(choice.to_json()) == choice
    True
    """

    motif: Motif
    coverage: float | None
    agreement: float | None
    gain: float | None
    cost: int
    chosen: bool
    reason: str

    @property
    def rank(self) -> float:
        """Coverage x agreement: how many nodes it could help, and how much; -1 if not counted."""
        if self.coverage is None or self.agreement is None:
            return -1.0
        return self.coverage * max(self.agreement, 0.0)

    def to_json(self) -> dict[str, Any]:
        """The choice as JSON holds it."""
        return asdict(self) | {"motif": self.motif.to_dict()}

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> MotifChoice:
        """The choice that `to_json` wrote."""
        return cls(**{**document, "motif": Motif.from_dict(document["motif"])})
