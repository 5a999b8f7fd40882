"""The encoder of a whole table: one encoder per column, side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar, get_args

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.errors import GraphError
from motifcnn.graph.encode.booleans import fit_boolean
from motifcnn.graph.encode.categories import fit_category
from motifcnn.graph.encode.cells import Cells, Place, cells_of, row_place
from motifcnn.graph.encode.column import ColumnEncoder
from motifcnn.graph.encode.dates import fit_date
from motifcnn.graph.encode.guess import guess_cells
from motifcnn.graph.encode.kinds import GIVEN, ColumnGuess, Kind
from motifcnn.graph.encode.lists import fit_list
from motifcnn.graph.encode.numbers import fit_number
from motifcnn.graph.encode.sentences import fit_sentences
from motifcnn.graph.encode.skipped import fit_skipped
from motifcnn.graph.encode.state import columns_from_json, columns_to_json
from motifcnn.graph.encode.text import fit_text
from motifcnn.graph.schema import suggestion

if TYPE_CHECKING:
    import pandas as pd

_T = TypeVar("_T")
_R = TypeVar("_R")

_FITS: dict[Kind, Callable[[Cells, ColumnGuess], ColumnEncoder]] = {
    "number": fit_number,
    "boolean": fit_boolean,
    "category": fit_category,
    "text": fit_text,
    "date": fit_date,
    "list": fit_list,
    "skip": fit_skipped,
}

NARROW = 512
"""Most features that a graph holds as a dense matrix."""
DENSE_VALUES = 1 << 26
"""Most values of such a matrix."""


@dataclass(frozen=True, eq=False)
class TableEncoder:
    """Turns the rows of a table into features, the same for every table with these columns.

    Parameters
    ----------
    columns : tuple of ColumnEncoder
        In the order of the table they were fitted to.

    Examples
    --------
    >>> import pandas as pd
    >>> encoder = fit_encoder(pd.DataFrame({"year": [1990, 2000, 2010], "open": ["y", "n", "y"]}))
    >>> encoder.feature_names
    ('year', 'open')
    >>> encoder.transform(pd.DataFrame({"open": ["y"], "year": [2005]})).toarray().tolist()
    [[0.5, 1.0]]
    """

    columns: tuple[ColumnEncoder, ...]

    @property
    def feature_names(self) -> tuple[str, ...]:
        """One name per feature: (width,)."""
        return tuple(name for column in self.columns for name in column.feature_names)

    @property
    def width(self) -> int:
        """The number of features."""
        return sum(column.width for column in self.columns)

    def transform(self, table: pd.DataFrame, place: Place = row_place) -> sparse.csr_array:
        """The features of the rows.

        Columns are found by their names; the table may have others, and need not have those that
        are skipped.

        Parameters
        ----------
        table : DataFrame (n, any)
            With at least the columns of the fit.
        place : function of a row to where it stands, for messages
            Default: "row 0", "row 1", and so on.

        Returns
        -------
        csr_array of float32 (n, width)
            One row per row of the table, in the same order.

        Raises
        ------
        GraphError
            With all columns that are missing or hold a value of another kind.
        """
        series = _columns(table)
        needed = [column for column in self.columns if column.kind != "skip"]

        def encode(column: ColumnEncoder) -> sparse.csr_array:
            if column.name not in series:
                raise GraphError(
                    f"column {column.name!r} is missing{suggestion(column.name, tuple(series))}; "
                    f"expected the columns of the table that the encoder was fitted to"
                )
            cells = cells_of(series[column.name], column.name, place)
            return column.encode(cells.without(column.also_missing))

        blocks = _all(encode, needed)
        empty = sparse.csr_array((len(table), 0), dtype=np.float32)
        matrix = sparse.csr_array(sparse.hstack([empty, *blocks], format="csr", dtype=np.float32))
        matrix.eliminate_zeros()
        return matrix

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TableEncoder):
            return False
        (one, arrays), (another, others) = self.to_json(), other.to_json()
        return (
            one == another
            and arrays.keys() == others.keys()
            and all(np.array_equal(arrays[name], others[name]) for name in arrays)
        )

    def __hash__(self) -> int:
        return hash(self.feature_names)

    def features(self, table: pd.DataFrame) -> Any:
        """The features as a graph holds them: dense where they are narrow, else as `transform`.

        Products with few dense columns are several times as fast as with sparse ones.
        """
        matrix = self.transform(table)
        narrow = self.width <= NARROW and len(table) * self.width <= DENSE_VALUES
        return matrix.toarray() if narrow else matrix

    def to_json(self) -> tuple[dict[str, Any], dict[str, npt.NDArray[Any]]]:
        """The encoder as a JSON document and arrays by name; `from_json` makes it again."""
        return columns_to_json(self.columns)

    @classmethod
    def from_json(
        cls, document: Mapping[str, Any], arrays: Mapping[str, npt.NDArray[Any]]
    ) -> TableEncoder:
        """The encoder of a document and arrays; a `GraphError` where they describe none.

        Examples
        --------
        >>> import pandas as pd
        >>> encoder = fit_encoder(pd.DataFrame({"title": ["red car", "red bus", "old bus"]}))
        >>> TableEncoder.from_json(*encoder.to_json()).feature_names
        ('title: bus', 'title: red')
        """
        return cls(columns_from_json(document, arrays))


def fit_encoder(
    table: pd.DataFrame,
    kinds: Mapping[str, Kind | ColumnGuess] | None = None,
    place: Place = row_place,
) -> TableEncoder:
    """Fits an encoder to the columns of a table.

    Parameters
    ----------
    table : DataFrame
        Without the columns that are no inputs: keys, labels, splits.
    kinds : mapping of column to Kind or ColumnGuess, optional
        Columns that are not named are guessed, see `guess_kind`.
    place : function of a row to where it stands, for messages
        Default: "row 0", "row 1", and so on.

    Raises
    ------
    GraphError
        With all columns whose values do not fit the kind that is given.

    Examples
    --------
    >>> import pandas as pd
    >>> table = pd.DataFrame({"stars": [1, 2, 3, 2], "land": ["fr", "de", "de", "fr"]})
    >>> for column in fit_encoder(table, {"stars": "category"}).columns:
    ...     print(column.name, column.kind, column.width, column.describe(), sep=" | ")
    stars | category | 2 | one-hot, 1 value and 2 rare as one
    land | category | 2 | one-hot, 2 values
    """
    series = _columns(table)
    given = dict(kinds or {})
    for name, kind in given.items():
        if name not in series:
            raise GraphError(
                f"column {name!r} has a kind but is not in the table"
                f"{suggestion(name, tuple(series))}"
            )
        if not isinstance(kind, ColumnGuess) and kind not in get_args(Kind):
            raise GraphError(
                f"column {name!r}: {kind!r} is no kind; expected one of {', '.join(get_args(Kind))}"
            )

    def fit(name: str) -> ColumnEncoder:
        cells = cells_of(series[name], name, place)
        guess = _decided(cells, given.get(name))
        cells = cells.without(guess.also_missing)
        return (fit_sentences if guess.embed else _FITS[guess.kind])(cells, guess)

    return TableEncoder(tuple(_all(fit, series)))


def _decided(cells: Cells, given: Kind | ColumnGuess | None) -> ColumnGuess:
    if isinstance(given, ColumnGuess):
        return given
    guess = guess_cells(cells)
    if given is None:
        return guess
    # A guess that agrees knows how the cells are read.
    return replace(guess, reason=GIVEN) if guess.kind == given else ColumnGuess(given)


def _columns(table: pd.DataFrame) -> dict[str, pd.Series[Any]]:
    names = [str(name) for name in table.columns]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise GraphError(f"column {twice[0]!r} appears twice; give each column a name of its own")
    return {name: table.iloc[:, at] for at, name in enumerate(names)}


def _all(function: Callable[[_T], _R], values: Iterable[_T]) -> list[_R]:
    """What the function gives for each value, or one error with the problems of all of them."""
    results, problems = [], []
    for value in values:
        try:
            results.append(function(value))
        except GraphError as error:
            problems.append(str(error))
    if problems:
        raise GraphError("\n".join(problems))
    return results
