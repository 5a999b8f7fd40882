"""Cells: what is run once and kept, and the fingerprint of what decides its result.

A `Cell` is one method on one split of one graph. A `Tuning` chooses the settings of a method on one
graph, for all splits of a table.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from motifcnn.experiments.experiment import TUNING_SEED, Column, Experiment, Row
from motifcnn.experiments.version import code_version
from motifcnn.methods import MethodError, get_method
from motifcnn.nn.settings import ConfigError


@dataclass(frozen=True)
class Tuning:
    """The choice of a row's settings on a column, by validation nodes of the tuning split.

    Parameters
    ----------
    column : Column
    row : Row
        With the inputs of the table; its settings are not tuned.
    trials : int
        Fits.
    """

    column: Column
    row: Row
    trials: int


@dataclass(frozen=True)
class Cell:
    """One fit, with the settings of its row or those that a tuning chose.

    Parameters
    ----------
    column : Column
    row : Row
        With the inputs of the table.
    split : int
        Number of the split, which is its seed.
    trials : int
        Fits of the tuning; 0 and 1: there is none.
    timed : bool
        As in `Experiment`.
    choices : mapping of name to mapping
        Inputs that the row chooses from on this split; empty: it has one.

    Examples
    --------
    >>> cell = Cell(Column("debian", "debian"), Row("gcn", "gcn"), split=3, trials=8)
    >>> cell.tuning.trials
    8
    """

    column: Column
    row: Row
    split: int
    trials: int = 0
    timed: bool = False
    choices: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    @property
    def tuning(self) -> Tuning | None:
        """What chooses the settings; None where they are those of the row."""
        if self.trials <= 1 or not self.row.tuned or not space(self.row):
            return None
        return Tuning(self.column, self.row, self.trials)


def cells(experiment: Experiment) -> tuple[Cell, ...]:
    """All cells of an experiment, split by split, so that a stopped table has whole splits."""
    rows = [(row, experiment.with_inputs(row)) for row in experiment.rows]
    return tuple(
        Cell(
            column,
            fed,
            split,
            experiment.trials,
            experiment.timed,
            experiment.choices_of(row, column),
        )
        for split in range(experiment.splits)
        for column in experiment.columns
        for row, fed in rows
    )


def tunings(cells: Iterable[Cell]) -> tuple[Tuning, ...]:
    """What must be tuned before the cells are fitted: once per row and column."""
    first = {(cell.column.name, cell.row.name, cell.trials): cell for cell in cells}
    return tuple(cell.tuning for cell in first.values() if cell.tuning is not None)


def fingerprint(cell: Cell | Tuning) -> str:
    """Hash of what decides the result: settings, data, tuning and code.

    Examples
    --------
    >>> one, two = (Cell(Column("debian", "debian"), Row("gcn", "gcn"), 0, n) for n in (0, 5))
    >>> fingerprint(one) == fingerprint(two)
    False
    """
    return hash_of(describe(cell))


def hash_of(description: dict[str, Any]) -> str:
    """The fingerprint of what has that description."""
    return hashlib.sha256(json.dumps(description, sort_keys=True).encode()).hexdigest()[:12]


def describe(cell: Cell | Tuning) -> dict[str, Any]:
    """What decides the result, as JSON holds it. The names of row and column do not.

    A cell that is tuned has the description of its tuning, not what it chose.
    """
    row, tuning = cell.row, cell if isinstance(cell, Tuning) else cell.tuning
    data = asdict(cell.column)
    del data["name"], data["choices"]
    parts: dict[str, Any] = {
        "model": row.model,
        "preset": row.preset,
        "settings": _settings(row),
        "motifs": row.motifs,
        "data": data,
        "code": code_version(row.model, tuned=tuning is not None),
    }
    if row.first_motifs:
        parts["first_motifs"] = row.first_motifs
    if isinstance(cell, Cell):
        parts |= {"leave_out": row.leave_out, "split": cell.split, "timed": cell.timed}
        if cell.choices:  # a list: of equal choices the first is kept
            parts["choices"] = list(cell.choices.items())
    if tuning is not None:
        parts["tuning"] = {"trials": tuning.trials, "seed": TUNING_SEED, "space": space(row)}
    plain: dict[str, Any] = json.loads(json.dumps(parts))  # tuples become lists
    return plain


def space(row: Row) -> dict[str, tuple[Any, ...]]:
    """What tuning chooses from: the search space of the method without what the row settles."""
    try:
        found = get_method(row.model).space(row.preset, motifs_named=bool(row.motifs))
    except MethodError:
        return {}
    return {name: values for name, values in found.items() if name not in row.settings}


def _settings(row: Row) -> dict[str, Any]:
    try:
        return get_method(row.model).configured(row.preset, row.settings).to_json()
    except (MethodError, ConfigError):  # fitting raises it again, as the reason of the cell
        return dict(row.settings)
