"""Whether the texts of a column are several values each."""

from __future__ import annotations

from collections import Counter

from motifcnn.graph.encode.cells import Cells
from motifcnn.graph.encode.kinds import ColumnGuess
from motifcnn.graph.encode.lists import SEPARATORS, split_cell

SEPARATED = 0.1  # share of the distinct texts that have the separator
# Per separator: the share of parts that must be in several distinct texts, and the most words of
# a part on average. Sentences have commas too, so a comma needs more of both.
REPEATED = {"|": 0.2, ";": 0.2, ",": 0.5}
WORDS = {"|": 5.0, ";": 5.0, ",": 3.0}


def guess_list(cells: Cells) -> ColumnGuess | None:
    """A guess of kind "list" where parts of the texts repeat across different texts, else None.

    Different texts count, not rows: "Korea, Republic of" in many rows has no parts that repeat.

    Examples
    --------
    >>> import pandas as pd
    >>> from motifcnn.graph.encode.cells import cells_of
    >>> guess_list(cells_of(pd.Series(["a; b", "b; c", "a"]), "x")).separator
    ';'
    """
    texts = [value for value in cells.values if isinstance(value, str)]
    if len(texts) < len(cells.values):
        return None
    for separator in SEPARATORS:
        several = sum(separator in text for text in texts)
        if not several or several < SEPARATED * len(texts):
            continue
        parts = [part for text in texts for part in split_cell(text, separator)]
        if not parts:
            continue
        counts = Counter(parts)
        repeated = sum(counts[part] > 1 for part in parts) / len(parts)
        words = sum(len(part.split()) for part in parts) / len(parts)
        if repeated >= REPEATED[separator] and words <= WORDS[separator]:
            return ColumnGuess(
                "list",
                f"{several:,} of {len(texts):,} different texts have {separator!r}, "
                "and their parts repeat",
                separator=separator,
            )
    return None
