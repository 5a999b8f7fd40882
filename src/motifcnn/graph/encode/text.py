"""Free text: tf-idf weights of the words that occur in several cells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.errors import GraphError
from motifcnn.graph.encode.cells import Cells, label
from motifcnn.graph.encode.flagged import FlaggedColumn, flagged
from motifcnn.graph.encode.kinds import ColumnGuess, Kind
from motifcnn.graph.encode.missing import with_flag
from motifcnn.graph.encode.pooling import rows_of
from motifcnn.readable import plural

MOST_WORDS = 2000
LEAST_CELLS = 2


@dataclass(frozen=True, kw_only=True, eq=False)
class TextColumn(FlaggedColumn):
    """Encodes texts as tf-idf rows of length 1, as scikit-learn's `TfidfVectorizer` has them.

    Parameters
    ----------
    words : tuple of str
        In alphabetical order.
    idf : array of float32 (len(words),)
        Inverse document frequencies.
    """

    # Read by pydantic, which validates stored encoders: it has no schema for arrays.
    __pydantic_config__: ClassVar[Any] = {"arbitrary_types_allowed": True}

    kind: ClassVar[Kind] = "text"
    words: tuple[str, ...]
    idf: npt.NDArray[np.float32]

    def __post_init__(self) -> None:
        if self.idf.shape != (len(self.words),):
            raise GraphError(
                f"column {self.name!r}: weights of shape {self.idf.shape}, expected one for each "
                f"of {plural(len(self.words), 'word')}; fit the encoder again"
            )

    @property
    def value_names(self) -> tuple[str, ...]:
        """`column: word` for each word."""
        return tuple(f"{self.name}: {word}" for word in self.words)

    def encode(self, cells: Cells) -> sparse.csr_array:
        """The tf-idf rows: float32 (n, width)."""
        texts = [as_text(value) for value in cells.values]
        if self.words and texts:
            vectorizer = _vectorizer(vocabulary=self.words)
            vectorizer.idf_ = self.idf
            distinct = sparse.csr_array(vectorizer.transform(texts))
        else:
            distinct = sparse.csr_array((len(texts), len(self.words)), dtype=np.float32)
        return with_flag(rows_of(distinct, cells.codes), cells.missing, self.flag)

    def describe(self) -> str:
        """The number of words."""
        return f"tf-idf of {plural(len(self.words), 'word')}"


def fit_text(cells: Cells, guess: ColumnGuess) -> TextColumn:
    """Chooses the words and weighs them.

    The words are the `MOST_WORDS` most frequent of those in at least `LEAST_CELLS` rows; where no
    word is in two rows, all words count.

    Examples
    --------
    >>> import pandas as pd
    >>> from motifcnn.graph.encode.cells import cells_of
    >>> cells = cells_of(pd.Series(["red car", "red bus", "old bus"]), "title")
    >>> fit_text(cells, ColumnGuess("text")).feature_names
    ('title: bus', 'title: red')
    """
    texts = [as_text(cells.values[code]) for code in cells.codes[~cells.missing].tolist()]
    words: tuple[str, ...] = ()
    idf = np.empty(0, np.float32)
    for least in (LEAST_CELLS, 1):
        vectorizer = _vectorizer(max_features=MOST_WORDS, min_df=least)
        try:
            vectorizer.fit(texts)
        except ValueError:  # no word is in so many texts
            continue
        words = tuple(vectorizer.get_feature_names_out().tolist())
        idf = np.asarray(vectorizer.idf_, np.float32)
        break
    return TextColumn(**flagged(cells, guess), words=words, idf=idf)


def as_text(value: Any) -> str:
    """A cell as one text; the parts of a list side by side."""
    return " ".join(value) if isinstance(value, tuple) else label(value)


def _vectorizer(**options: Any) -> Any:
    from sklearn.feature_extraction.text import TfidfVectorizer

    return TfidfVectorizer(dtype=np.float32, **options)
