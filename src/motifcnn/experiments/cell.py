"""Cell: one method on one split of one graph, and the fingerprint of what decides its result."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from typing import Any

from motifcnn.experiments.experiment import Column, Experiment, Row
from motifcnn.experiments.version import code_version
from motifcnn.methods import MethodError, get_method
from motifcnn.nn.settings import ConfigError


@dataclass(frozen=True)
class Cell:
    """One fit, or `trials` of them among which validation chooses.

    Parameters
    ----------
    column : Column
    row : Row
    split : int
        Number of the split, which is its seed.
    trials : int
    timed : bool
        As in `Experiment`.

    Examples
    --------
    >>> Cell(Column("debian", "debian"), Row("gcn", "gcn"), split=3).trials
    0
    """

    column: Column
    row: Row
    split: int
    trials: int = 0
    timed: bool = False


def cells(experiment: Experiment) -> tuple[Cell, ...]:
    """All cells of an experiment, split by split, so that a stopped table has whole splits."""
    return tuple(
        Cell(column, row, split, experiment.trials, experiment.timed)
        for split in range(experiment.splits)
        for column in experiment.columns
        for row in experiment.rows
    )


def fingerprint(cell: Cell) -> str:
    """Hash of what decides the result: settings, data, tuning budget and code.

    Examples
    --------
    >>> one, two = (Cell(Column("debian", "debian"), Row("gcn", "gcn"), 0, n) for n in (0, 5))
    >>> fingerprint(one) == fingerprint(two)
    False
    """
    return hashlib.sha256(json.dumps(describe(cell), sort_keys=True).encode()).hexdigest()[:12]


def describe(cell: Cell) -> dict[str, Any]:
    """What decides the result, as JSON holds it. The names of row and column do not."""
    row = cell.row
    parts: dict[str, Any] = {
        "model": row.model,
        "preset": row.preset,
        "settings": _settings(row),
        "motifs": list(row.motifs),
        "leave_out": row.leave_out,
        "data": {key: value for key, value in asdict(cell.column).items() if key != "name"},
        "split": cell.split,
        "timed": cell.timed,
        "trials": cell.trials,
        "code": code_version(),
    }
    if cell.trials > 1:
        parts["space"] = _space(row)
    plain: dict[str, Any] = json.loads(json.dumps(parts))  # tuples become lists
    return plain


def _settings(row: Row) -> dict[str, Any]:
    try:
        return get_method(row.model).configured(row.preset, row.settings).to_json()
    except (MethodError, ConfigError):  # fitting raises it again, as the reason of the cell
        return dict(row.settings)


def _space(row: Row) -> dict[str, Any]:
    try:
        return get_method(row.model).space(row.preset, motifs_named=bool(row.motifs))
    except MethodError:
        return {}
