"""Missing values: the texts that stand for them, and the column that flags them."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse

# In any case of letters; `\N` is what MySQL and IMDb write.
MARKERS = frozenset(
    {"", "na", "n/a", "#n/a", "<na>", "nan", "nat", "null", "none", "\\n", "-", "--", "?"}
)


def is_missing(value: Any) -> bool:
    """Whether a cell holds no value.

    Examples
    --------
    >>> [is_missing(value) for value in (None, "N/A", " ", float("nan"), 0, "no")]
    [True, True, True, True, False, False]
    """
    if value is None:
        return True
    if isinstance(value, str):
        return value.strip().casefold() in MARKERS
    if isinstance(value, int | tuple | list | dict | set):
        return False
    import pandas as pd

    return pd.api.types.is_scalar(value) and bool(pd.isna(value))


def flag_name(column: str) -> str:
    """The name of the feature that flags the missing values of a column."""
    return f"{column} is missing"


def with_flag(
    matrix: sparse.csr_array, missing: npt.NDArray[np.bool_], flag: bool
) -> sparse.csr_array:
    """The matrix with a last column that is 1 where the value is missing, if there is a flag.

    Parameters
    ----------
    matrix : csr_array (n, width)
    missing : array of bool (n,)
    flag : bool

    Examples
    --------
    >>> values = sparse.csr_array(np.array([[0.5], [0.0]], np.float32))
    >>> with_flag(values, np.array([False, True]), flag=True).toarray().tolist()
    [[0.5, 0.0], [0.0, 1.0]]
    """
    if not flag:
        return matrix
    column = sparse.csr_array(missing[:, None].astype(np.float32))
    return sparse.hstack([matrix, column], format="csr", dtype=np.float32)
