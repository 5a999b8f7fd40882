"""What encoders share whose last feature flags missing values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from motifcnn.graph.encode.cells import Cells
from motifcnn.graph.encode.kinds import ColumnGuess
from motifcnn.graph.encode.missing import flag_name


@dataclass(frozen=True, kw_only=True, eq=False)  # so that each encoder has an equality of its own
class FlaggedColumn:
    """A column whose features are those of its values, then the flag of missing ones.

    Parameters
    ----------
    name, reason : str
    flag : bool
        Whether a feature flags missing values: there were some when the encoder was fitted.
    also_missing : tuple of str
        Texts that count as missing.
    """

    name: str
    reason: str
    flag: bool
    also_missing: tuple[str, ...] = ()

    @property
    def value_names(self) -> tuple[str, ...]:
        """One name per feature of a value."""
        return (self.name,)

    @property
    def feature_names(self) -> tuple[str, ...]:
        """The features of values, and the flag."""
        return (*self.value_names, *([flag_name(self.name)] if self.flag else []))

    @property
    def width(self) -> int:
        return len(self.feature_names)


def flagged(cells: Cells, guess: ColumnGuess) -> dict[str, Any]:
    """The fields of a `FlaggedColumn` that is fitted to these cells.

    Examples
    --------
    >>> import pandas as pd
    >>> from motifcnn.graph.encode.cells import cells_of
    >>> flagged(cells_of(pd.Series([1, None]), "year"), ColumnGuess("number"))
    {'name': 'year', 'reason': 'given in the mapping', 'flag': True, 'also_missing': ()}
    """
    return {
        "name": cells.name,
        "reason": guess.reason,
        "flag": bool(cells.missing.any()),
        "also_missing": guess.also_missing,
    }
