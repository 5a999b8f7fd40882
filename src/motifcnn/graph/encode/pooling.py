"""Frequent values keep a column each, rare ones share one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from scipy import sparse

MOST_COLUMNS = 100
RARE_SHARE = 0.001
RARE = "(rare)"


def frequent(counts: Mapping[str, int], rows: int, flag: bool) -> tuple[tuple[str, ...], int]:
    """The values that keep a column, most frequent first, and how many share the rare one.

    A value is rare where fewer than max(2, 0.1 % of the rows) have it, or where the
    `MOST_COLUMNS` columns, with those for rare and missing values, are taken.

    Parameters
    ----------
    counts : mapping of value to number of rows
    rows : int
    flag : bool
        Whether missing values take a column.

    Examples
    --------
    >>> frequent({"a": 5, "b": 9, "c": 1}, rows=15, flag=False)
    (('b', 'a'), 1)
    """
    least = max(2.0, RARE_SHARE * rows)
    room = MOST_COLUMNS - flag
    order = sorted(counts, key=lambda value: (-counts[value], value))
    kept = [value for value in order if counts[value] >= least]
    if len(kept) < len(order) or len(kept) > room:
        kept = kept[: room - 1]
    return tuple(kept), len(order) - len(kept)


def multi_hot(
    parts: Sequence[Sequence[str]], values: Sequence[str], pooled: bool
) -> sparse.csr_array:
    """Which of the known values each sequence has; others count as rare where those are pooled.

    Returns
    -------
    csr_array of float32 (len(parts), len(values) + pooled)

    Examples
    --------
    >>> multi_hot([["a", "x"], []], ["a", "b"], pooled=True).toarray().tolist()
    [[1.0, 0.0, 1.0], [0.0, 0.0, 0.0]]
    """
    column = {value: at for at, value in enumerate(values)}
    found = [
        sorted({column.get(part, len(values)) for part in row if pooled or part in column})
        for row in parts
    ]
    ends = np.cumsum([0, *map(len, found)])
    indices = np.array([at for row in found for at in row], np.int64)
    shape = (len(found), len(values) + pooled)
    return sparse.csr_array((np.ones(len(indices), np.float32), indices, ends), shape=shape)


def rows_of(matrix: sparse.csr_array, codes: np.ndarray) -> sparse.csr_array:
    """The rows of a matrix by position, empty where the position is -1."""
    empty = sparse.csr_array((1, matrix.shape[1]), dtype=matrix.dtype)
    return sparse.csr_array(sparse.vstack([matrix, empty], format="csr")[codes])
