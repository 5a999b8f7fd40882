"""The cells of one column: its distinct values, and which of them each row has."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from motifcnn.errors import GraphError
from motifcnn.graph.encode.missing import is_missing

if TYPE_CHECKING:
    import pandas as pd

Place = Callable[[int], str]


def row_place(row: int) -> str:
    """Where a row stands, for messages."""
    return f"row {row}"


@dataclass(frozen=True, eq=False)
class Cells:
    """One column, with every distinct value once: values are read once, not once per row.

    Parameters
    ----------
    name : str
        The column.
    codes : array of int64 (n,)
        The position of each row's value in `values`; -1 where it is missing.
    values : tuple
        Distinct and never missing. Texts are stripped, lists are tuples of texts.
    place : function of a row to where it stands, for messages
    categorical : bool
        Whether the dtype of the column is pandas' "category".
    """

    name: str
    codes: npt.NDArray[np.int64]
    values: tuple[Any, ...]
    place: Place = row_place
    categorical: bool = False

    def __len__(self) -> int:
        return len(self.codes)

    @property
    def missing(self) -> npt.NDArray[np.bool_]:
        """Which rows have no value: (n,)."""
        return self.codes < 0

    @property
    def counts(self) -> npt.NDArray[np.int64]:
        """The number of rows with each value: (len(values),)."""
        return np.bincount(self.codes[~self.missing], minlength=len(self.values))

    def rows(self, per_value: npt.NDArray[Any], absent: Any) -> npt.NDArray[Any]:
        """What is known per value as one entry per row, `absent` where the value is missing."""
        return np.append(per_value, np.array([absent], per_value.dtype))[self.codes]

    def without(self, texts: Collection[str]) -> Cells:
        """The cells with these texts missing as well."""
        if not any(isinstance(value, str) and value in texts for value in self.values):
            return self
        kept = [not (isinstance(value, str) and value in texts) for value in self.values]
        position = np.where(kept, np.cumsum(kept) - 1, -1)
        values = tuple(value for value, keep in zip(self.values, kept, strict=True) if keep)
        return replace(self, codes=self.rows(position, -1), values=values)

    def require(self, readable: npt.NDArray[np.bool_], noun: str) -> None:
        """Raises a `GraphError` at the first row whose value could not be read.

        Parameters
        ----------
        readable : array of bool (len(values),)
        noun : str
            What was expected: "a number".
        """
        if readable.all():
            return
        bad = np.flatnonzero(~self.rows(readable, True))
        row = int(bad[0])
        others = f", and {len(bad) - 1:,} more" if len(bad) > 1 else ""
        raise GraphError(
            f"column {self.name!r}, {self.place(row)}: {self.values[self.codes[row]]!r} is not "
            f"{noun}{others}; correct the cell, leave it empty, or give the column another kind"
        )


def cells_of(values: pd.Series[Any], name: str, place: Place = row_place) -> Cells:
    """The cells of a column of any dtype.

    Examples
    --------
    >>> import pandas as pd
    >>> cells = cells_of(pd.Series(["b", " a", "NA", "a"]), "letter")
    >>> cells.values, cells.codes.tolist()
    (('b', 'a'), [0, 1, -1, 1])
    """
    import pandas as pd

    if values.dtype == object:
        codes, found = np.arange(len(values)), values.tolist()
    else:
        codes, distinct = pd.factorize(values)
        found = pd.Series(distinct).astype(object).tolist()
    # True, 1 and 1.0 are equal in Python: without its type a row's value would depend on others.
    positions: dict[tuple[type, Any], int] = {}
    of_found = np.full(len(found) + 1, -1, np.int64)
    for at, cell in enumerate(found):
        value = _plain(cell)
        if not is_missing(value):
            of_found[at] = positions.setdefault((type(value), value), len(positions))
    categorical = isinstance(values.dtype, pd.CategoricalDtype)
    distinct_values = tuple(value for _, value in positions)
    return Cells(name, of_found[codes], distinct_values, place, categorical)


def label(value: Any) -> str:
    """A value as a text, the same for 3, 3.0 and "3".

    Examples
    --------
    >>> label(3.0), label(" x "), label(0.5)
    ('3', 'x', '0.5')
    """
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return str(value)


def examples(values: Sequence[Any], limit: int = 3) -> str:
    """A few values for a sentence: "'a', 'b', ..."."""
    return ", ".join(repr(value) for value in values[:limit]) + (
        ", ..." if len(values) > limit else ""
    )


def _plain(cell: Any) -> Any:
    """A cell as a hashable Python value."""
    if isinstance(cell, str):
        return cell.strip()
    if isinstance(cell, np.ndarray):
        cell = cell.tolist()
    if isinstance(cell, list | tuple):
        return tuple(label(part) for part in cell if not is_missing(part))
    if isinstance(cell, set | frozenset):
        return tuple(sorted(label(part) for part in cell if not is_missing(part)))
    if isinstance(cell, np.datetime64):
        import pandas as pd

        return pd.Timestamp(cell)
    if isinstance(cell, np.generic):
        return cell.item()
    try:
        hash(cell)
    except TypeError:
        return str(cell)
    return cell
