"""Columns as keys: the distinct values of each, as texts that compare across tables."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from motifcnn.graph.encode.cells import label
from motifcnn.graph.encode.missing import is_missing
from motifcnn.graph.tables.raw import RawTable

if TYPE_CHECKING:
    import pandas as pd

_INTEGER = re.compile(r"[-+]?\d+", re.ASCII)
_NUMBER = re.compile(r"[-+]?(\d+([.,]\d*)?|[.,]\d+)([eE][-+]?\d+)?", re.ASCII)
_WHOLE_FLOAT = re.compile(r"(-?\d+)\.0", re.ASCII)
LONG = 60  # characters: keys are shorter than sentences
PROBED = 200  # distinct values that decide whether the others are looked at


@dataclass(frozen=True, eq=False)
class KeyColumn:
    """A column by its distinct values.

    Parameters
    ----------
    table, name : str
    codes : (n,) int64
        Position of each row's value in `values`; -1 where the cell is empty.
    values : tuple of str
        Distinct; 7, 7.0 and "7" are one.
    """

    table: str
    name: str
    codes: npt.NDArray[np.int64]
    values: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.codes)

    @cached_property
    def known(self) -> frozenset[str]:
        """The values as a set."""
        return frozenset(self.values)

    @cached_property
    def counts(self) -> npt.NDArray[np.int64]:
        """Rows with each value."""
        return np.bincount(self.codes[self.codes >= 0], minlength=len(self.values))

    @property
    def unique(self) -> bool:
        """Whether every row has a value of its own."""
        return len(self.values) == len(self.codes) and bool((self.codes >= 0).all())

    @cached_property
    def present(self) -> npt.NDArray[np.bool_]:
        """Which values are not texts for "missing" such as NA: (len(values),)."""
        return np.array([not is_missing(value) for value in self.values], bool)

    @property
    def filled(self) -> int:
        """Rows with a value that does not mean "missing"."""
        return int(self.counts[self.present].sum())

    @property
    def distinct(self) -> int:
        """Distinct values that do not mean "missing"."""
        return int(self.present.sum())

    @cached_property
    def integer(self) -> bool:
        """Whether all values are whole numbers."""
        shown = [v for v, ok in zip(self.values, self.present, strict=True) if ok]
        return bool(shown) and all(_INTEGER.fullmatch(value) for value in shown)

    @cached_property
    def fraction(self) -> bool:
        """Whether all values are numbers, and some are not whole."""
        shown = [v for v, ok in zip(self.values, self.present, strict=True) if ok]
        return bool(shown) and not self.integer and all(_NUMBER.fullmatch(value) for value in shown)

    @property
    def long(self) -> bool:
        """Whether the values are sentences rather than names."""
        sample = self.values[:PROBED]
        return bool(sample) and sum(map(len, sample)) / len(sample) > LONG

    @cached_property
    def counts_rows(self) -> bool:
        """Whether the values are row numbers: 0, 1, 2, ... or 1, 2, 3, ... in order."""
        if not self.unique or len(self) < 2 or self.values[0] not in ("0", "1"):
            return False
        first = int(self.values[0])
        return all(value == str(first + at) for at, value in enumerate(self.values))

    def share_in(self, keys: KeyColumn) -> float:
        """The share of the filled rows whose value is one of the keys.

        Examples
        --------
        >>> import pandas as pd
        >>> cars = key_column(pd.Series(["a", "b"]), "cars", "id")
        >>> key_column(pd.Series(["a", "a", "x", "NA"]), "sales", "car").share_in(cars)
        0.6666666666666666
        """
        probe = self.values[:PROBED]
        if len(self.values) > PROBED and sum(v in keys.known for v in probe) < 0.3 * len(probe):
            return 0.0
        inside = np.array([value in keys.known for value in self.values], bool)
        # NA is a key where it is one (a country), and means missing elsewhere.
        filled = int(self.counts[self.present | inside].sum())
        return float(self.counts[inside].sum()) / filled if filled else 0.0


def key_column(values: pd.Series[Any], table: str, name: str) -> KeyColumn:
    """A column as keys.

    Texts are stripped, and an empty one is no value. Whole numbers lose their fraction, also in
    texts where all of them have one, as programs write integers with gaps: "3.0" is 3.

    Examples
    --------
    >>> import pandas as pd
    >>> key_column(pd.Series([3.0, None, 5.0]), "a", "b").values
    ('3', '5')
    """
    import pandas as pd

    try:
        codes, distinct = pd.factorize(values)
        found = pd.Series(distinct).astype(object).tolist()
    except TypeError:  # lists and other values without a hash
        codes, found = np.arange(len(values)), [str(value) for value in values.tolist()]
    texts = [label(value) for value in found]
    numbers = [_WHOLE_FLOAT.fullmatch(text) for text in texts]
    if any(numbers) and all(
        number or not text or is_missing(text) for number, text in zip(numbers, texts, strict=True)
    ):
        texts = [number[1] if number else text for number, text in zip(numbers, texts, strict=True)]
    position: dict[str, int] = {}
    for text in texts:
        if text:
            position.setdefault(text, len(position))
    of_found = np.array([*(position.get(text, -1) for text in texts), -1], np.int64)
    return KeyColumn(table, name, of_found[codes], tuple(position))


Profiles = Mapping[str, Mapping[str, KeyColumn]]


def profiles_of(tables: tuple[RawTable, ...]) -> dict[str, dict[str, KeyColumn]]:
    """Every column of every table as keys."""
    return {
        table.name: {
            name: key_column(table.frame[name], table.name, name) for name in table.columns
        }
        for table in tables
    }
