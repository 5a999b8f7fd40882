"""Why these motifs: the table of candidates of motifs="auto", as plain values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from motifcnn.train.motifs.choice import MotifChoice


def motif_choice(choices: Sequence[MotifChoice] | None) -> dict[str, Any] | None:
    """Rows of the chosen candidates and of the others; None where the user named the motifs.

    Examples
    --------
    >>> from motifcnn.motif import Motif
    >>> motif = Motif.parse("(t:a)--(c:b)")
    >>> found = motif_choice([MotifChoice(motif, 0.5, 0.8, 0.1, 40, True, "taken first")])
    >>> found["chosen"][0]["motif"], found["others"]
    ('(t:a)--(c:b)', [])
    """
    if choices is None:
        return None
    rows = [
        {
            "motif": str(choice.motif),
            "coverage": choice.coverage,
            "agreement": choice.agreement,
            "gain": choice.gain,
            "cost": choice.cost,
            "reason": choice.reason,
            "chosen": choice.chosen,
        }
        for choice in choices
    ]
    return {
        "chosen": [row for row in rows if row["chosen"]],
        "others": [row for row in rows if not row["chosen"]],
    }
