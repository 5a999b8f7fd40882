"""Whether the texts of a column are keys, categories or free text."""

from __future__ import annotations

from motifcnn.graph.encode.cells import Cells, label
from motifcnn.graph.encode.kinds import ColumnGuess
from motifcnn.graph.encode.pooling import MOST_COLUMNS

SEVERAL_WORDS = 1.5  # words per text on average that make it free text
LONGEST_CODE = 40  # letters per text on average


def guess_text(cells: Cells) -> ColumnGuess:
    """A key, a category or free text, by the number of different texts, their words and length.

    Examples
    --------
    >>> import pandas as pd
    >>> from motifcnn.graph.encode.cells import cells_of
    >>> guess_text(cells_of(pd.Series(["A1", "B7", "C3"]), "code")).kind
    'skip'
    >>> guess_text(cells_of(pd.Series(["a red car", "the old bus", "one bus"]), "title")).kind
    'text'
    """
    texts = [label(value) for value in cells.values]
    words = sum(len(text.split()) for text in texts) / len(texts)
    letters = sum(map(len, texts)) / len(texts)
    distinct, present = len(texts), int(cells.counts.sum())
    if words < SEVERAL_WORDS and letters <= LONGEST_CODE:
        if distinct == present:
            return ColumnGuess("skip", "every value is different and one short word: a key")
        return ColumnGuess("category", f"{distinct:,} different short texts in {present:,} rows")
    if distinct > MOST_COLUMNS or 2 * distinct > present:
        return ColumnGuess("text", f"{distinct:,} different texts of {words:.1f} words on average")
    return ColumnGuess("category", f"{distinct:,} different texts in {present:,} rows")
