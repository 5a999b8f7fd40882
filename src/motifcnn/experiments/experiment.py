"""Experiment: a table or figure as a value: which methods, on which graphs, over which splits."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from motifcnn.errors import MotifCNNError
from motifcnn.graph.schema import suggestion
from motifcnn.methods import MethodError, get_method
from motifcnn.nn.inputs import InputSettings

TUNING_SEED = 100
"""Seed of the split that settings are tuned on; the splits of a table have smaller ones."""


class ExperimentError(MotifCNNError, ValueError):
    """An experiment, method or dataset that does not exist."""


@dataclass(frozen=True)
class Row:
    """A method in a table: what `fit` is called with.

    Parameters
    ----------
    name : str
        As the table shows it.
    model, preset : str
        As in `fit`.
    settings : mapping
        Settings that differ from the method's own.
    motifs : tuple of str, or str
        Patterns with ``{t}`` for the target type, or a text that `fit` takes, such as "auto";
        empty: chosen as `fit` chooses.
    first_motifs : int
        Only so many of those that `fit` chooses, the first ones; 0: all.
    leave_out : bool
        Also fit without each motif of the target in turn, to see what it is worth.
    tuned : bool
        False: the row keeps its settings in a table whose other rows are tuned.
    own_inputs : bool
        True: the row keeps the inputs of its recipe, or its recipe's own choice of them, in a table
        that has inputs for the other rows.

    Examples
    --------
    >>> Row("default", "motif-cnn").preset
    'default'
    """

    name: str
    model: str
    preset: str = "default"
    settings: Mapping[str, Any] = field(default_factory=dict)
    motifs: tuple[str, ...] | str = ()
    first_motifs: int = 0
    leave_out: bool = False
    tuned: bool = True
    own_inputs: bool = False


@dataclass(frozen=True)
class Column:
    """A graph in a table: where it comes from, what is changed, and how its nodes are split.

    Parameters
    ----------
    name : str
        As the table shows it.
    dataset : str
        Name of a dataset, or a folder.
    change : str
        Name of one of `motifcnn.experiments.changes.CHANGES`; empty: as it is.
    fractions : three floats
        Shares of train, validation and test of random splits.
    official : bool
        The graph's own split instead; where that has no validation nodes, a fifth of the training
        nodes by seed.
    choices : mapping of name to mapping
        What rows choose from on this graph beside the choices of the table, where recipes that
        serve elsewhere do not.

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
    choices: Mapping[str, Mapping[str, Any]] = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class Experiment:
    """A table or figure.

    Parameters
    ----------
    name, title : str
        For ``motifcnn reproduce``, and for the head of the table.
    columns : tuple of Column
        The graphs.
    rows : tuple of Row
        The methods.
    metrics : tuple of str
        Attributes of `Scores`, in the order in which they are shown.
    splits : int
        Random splits, or seeds where the split is official.
    trials : int
        Fits per row and column among which validation chooses, the method's own settings first, on
        a split that the table does not use (`TUNING_SEED`). What is chosen there is kept for every
        split. 0 and 1 are the method's own settings.
    inputs : mapping
        Fields of `InputSettings` for every row whose method has them; a row's own settings win.
        They are not tuned. Empty: each method has the inputs of its recipe.
    choices : mapping of name to mapping
        Several such inputs instead. Each row is fitted with all of them on each split, and the one
        with the best mean of Micro- and Macro-F1 on validation is its result. For `trials` of 0.
    timed : bool
        Times are the result: cells are fitted one after the other, each after a first fit that is
        not counted.
    draws : str
        Name of one of `motifcnn.experiments.figures.FIGURES`.
    against : str
        The row that every other one is tested against.
    rival : str
        With the name of another row the page begins with a summary over all graphs: average ranks,
        and on how many of them these two beat each other.
    command : str
        What makes the table, as its head says; empty: ``motifcnn reproduce <name>``.
    """

    name: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    metrics: tuple[str, ...] = ("micro_f1", "macro_f1")
    splits: int = 10
    trials: int = 8
    inputs: Mapping[str, Any] = field(default_factory=dict)
    choices: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    timed: bool = False
    draws: str = "scores"
    against: str = "default"
    rival: str = ""
    command: str = ""

    def __post_init__(self) -> None:
        if self.splits > TUNING_SEED:
            raise ExperimentError(
                f"{self.name}: splits={self.splits}; a table has at most {TUNING_SEED} of them, as "
                f"the split of seed {TUNING_SEED} is the one to tune on"
            )
        if self.choices and self.inputs:
            raise ExperimentError(
                f"{self.name}: inputs are the same for every row, or each row chooses among "
                "choices; give one of the two"
            )
        if self.choices and self.trials > 1:
            raise ExperimentError(
                f"{self.name} chooses inputs on each split with every other setting at its recipe; "
                f"leave trials at 0, not {self.trials}"
            )

    def with_inputs(self, row: Row) -> Row:
        """The row with the inputs of the table, where its method has inputs.

        Examples
        --------
        >>> table = Experiment("mine", "Mine", (), (), inputs={"text": "rows"})
        >>> table.with_inputs(Row("gcn", "gcn", settings={"dropout": 0.2})).settings
        {'text': 'rows', 'dropout': 0.2}
        >>> table.with_inputs(Row("majority", "majority")).settings
        {}
        """
        return replace(row, settings={**self.inputs, **row.settings}) if _takes(row) else row

    def choices_of(self, row: Row, column: Column) -> dict[str, dict[str, Any]]:
        """The inputs that the row chooses from; what its own settings say is no choice.

        Examples
        --------
        >>> table = Experiment("mine", "Mine", (), (), trials=0, choices={"a": {"text": "rows"}})
        >>> rows, movie = (Row("gcn", "gcn"), Row("majority", "majority")), Column("movie", "movie")
        >>> [table.choices_of(row, movie) for row in rows]
        [{'a': {'text': 'rows'}}, {}]
        """
        if not _takes(row):
            return {}
        return {
            name: {key: value for key, value in inputs.items() if key not in row.settings}
            for name, inputs in {**self.choices, **column.choices}.items()
        }

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


def _takes(row: Row) -> bool:
    """Whether a row takes the inputs of its table."""
    try:
        has_inputs = isinstance(get_method(row.model).settings, InputSettings)
    except MethodError:  # fitting raises it again, as the reason of the cell
        return False
    return has_inputs and not row.own_inputs
