"""Experiment: a table or figure as a value: which methods, on which graphs, over which splits."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from motifcnn.errors import MotifCNNError
from motifcnn.graph.schema import suggestion


class ExperimentError(MotifCNNError, ValueError):
    """An experiment, method or dataset that does not exist."""


@dataclass(frozen=True)
class Row:
    """A method in a table: what `fit` is called with.

    Parameters
    ----------
    name : str
    model, preset : str
    settings : mapping
        Settings that differ from the method's own.
    motifs : tuple of str
        Patterns with ``{t}`` for the target type; empty: chosen as `fit` chooses.
    leave_out : bool
        Also fit without each motif of the target in turn, to see what it is worth.

    Examples
    --------
    >>> Row("default", "motif-cnn").preset
    'default'
    """

    name: str
    model: str
    preset: str = "default"
    settings: Mapping[str, Any] = field(default_factory=dict)
    motifs: tuple[str, ...] = ()
    leave_out: bool = False


@dataclass(frozen=True)
class Column:
    """A graph in a table: where it comes from, what is changed, and how its nodes are split.

    Parameters
    ----------
    name : str
    dataset : str
        Name of a dataset, or a folder.
    change : str
        Name of one of `motifcnn.experiments.changes.CHANGES`; empty: as it is.
    fractions : three floats
        Shares of train, validation and test of random splits.
    official : bool
        The graph's own split instead; where that has no validation nodes, a fifth of the training
        nodes by seed.

    Examples
    --------
    >>> Column("movie", "movie").fractions
    (0.1, 0.1, 0.8)
    """

    name: str
    dataset: str
    change: str = ""
    fractions: tuple[float, float, float] = (0.1, 0.1, 0.8)
    official: bool = False


@dataclass(frozen=True)
class Experiment:
    """A table or figure.

    Parameters
    ----------
    name, title : str
    columns : tuple of Column
    rows : tuple of Row
    metrics : tuple of str
        Attributes of `Scores`, in the order in which they are shown.
    splits : int
        Random splits, or seeds where the split is official.
    trials : int
        Fits per cell among which validation chooses, the method's own settings first; 0 and 1 are
        those settings alone.
    timed : bool
        Times are the result: cells are fitted one after the other, each after a first fit that is
        not counted.
    draws : str
        Name of one of `motifcnn.experiments.figures.FIGURES`.
    command : str
        What makes the table, as its head says; empty: ``motifcnn reproduce <name>``.
    """

    name: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    metrics: tuple[str, ...] = ("micro_f1", "macro_f1")
    splits: int = 10
    trials: int = 5
    timed: bool = False
    draws: str = "scores"
    command: str = ""

    def only(self, methods: tuple[str, ...] = (), datasets: tuple[str, ...] = ()) -> Experiment:
        """The experiment with some of its methods and graphs.

        Parameters
        ----------
        methods : tuple of str
            Names of rows, or of models: all rows of that model. Empty: all.
        datasets : tuple of str
            Names of columns or of datasets; what the experiment does not have is added with its
            fractions if it can be loaded.
        """
        return replace(self, rows=self._rows(methods), columns=self._columns(datasets))

    def _rows(self, methods: tuple[str, ...]) -> tuple[Row, ...]:
        known = {row.name for row in self.rows} | {row.model for row in self.rows}
        for name in methods:
            if name not in known:
                close = difflib.get_close_matches(name, sorted(known), n=1)
                hint = f'; did you mean "{close[0]}"?' if close else "."
                # Some names have commas.
                quoted = ", ".join(f'"{each}"' for each in sorted(known))
                raise ExperimentError(f"{self.name} has no method {name!r}{hint} Known: {quoted}")
        # A row's own name wins over the model's: "gcn" is one row, "motif-cnn" all presets.
        names = {row.name for row in self.rows}
        return tuple(
            row
            for row in self.rows
            if not methods
            or row.name in methods
            or (row.model in methods and row.model not in names)
        )

    def _columns(self, datasets: tuple[str, ...]) -> tuple[Column, ...]:
        if not datasets:
            return self.columns
        found: list[Column] = []
        for name in datasets:
            own = [column for column in self.columns if name in (column.name, column.dataset)]
            found += own or [self._added(name)]
        return tuple(dict.fromkeys(found))

    def _added(self, name: str) -> Column:
        from pathlib import Path

        from motifcnn.datasets import DATASETS

        if name not in DATASETS and not Path(name).is_dir():
            known = sorted({column.name for column in self.columns} | set(DATASETS))
            raise ExperimentError(
                f"{self.name}: {name!r} is no dataset and no folder{suggestion(name, known)}"
            )
        fractions = next(
            (column.fractions for column in self.columns if not column.official), (0.1, 0.1, 0.8)
        )
        return Column(Path(name).name if name not in DATASETS else name, name, fractions=fractions)
