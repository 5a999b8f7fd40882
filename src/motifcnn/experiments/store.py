"""Results on disk, one small JSON file per cell, written whole or not at all: a run that was killed goes on where it was."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from motifcnn.experiments.cell import Cell, describe, fingerprint
from motifcnn.train.models import config_for

Result = dict[str, Any]
"""What a cell came to: "test" and "validation" scores and more, or a "reason" why there are none."""


def cell_file(folder: Path, cell: Cell) -> Path:
    """Where the result of a cell lies."""
    name = f"{cell.split}-{fingerprint(cell)}.json"
    return folder / "cells" / _plain(cell.column.name) / _plain(cell.row.name) / name


def write_cell(folder: Path, cell: Cell, result: Result) -> None:
    """Keeps a result, with what decided it."""
    file = cell_file(folder, cell)
    file.parent.mkdir(parents=True, exist_ok=True)
    work = file.with_suffix(f".{os.getpid()}.part")
    work.write_text(json.dumps({"cell": describe(cell)} | result, indent=1), encoding="utf-8")
    os.replace(work, file)


def read_cell(folder: Path, cell: Cell) -> Result | None:
    """The result of a cell, or None if there is none yet."""
    file = cell_file(folder, cell)
    if file.exists():
        return _read(file)
    wanted = describe(cell)
    for other in sorted(file.parent.glob(f"{cell.split}-*.json")):
        found = _read(other)
        if _same(found.get("cell", {}), wanted, cell):
            return found
    return None


def finished(folder: Path, cell: Cell) -> bool:
    """Whether a cell need not be fitted again: it has scores, or a reason that another try would not change."""
    found = read_cell(folder, cell)
    return found is not None and not found.get("retry", False)


def other_trials(folder: Path, cells: Sequence[Cell]) -> tuple[int, ...]:
    """With which other numbers of trials the folder holds results of the same methods, graphs and splits."""
    found: set[int] = set()
    for cell in cells:
        for file in cell_file(folder, cell).parent.glob(f"{cell.split}-*.json"):
            trials = _read(file).get("cell", {}).get("trials")
            if isinstance(trials, int) and trials != cell.trials and trials not in found:
                # What another version or other settings made is not found under that number either.
                found |= (
                    {trials}
                    if read_cell(folder, replace(cell, trials=trials)) is not None
                    else set()
                )
    return tuple(sorted(found))


def _read(file: Path) -> Result:
    found: Result = json.loads(file.read_text(encoding="utf-8"))
    return found


def _same(stored: dict[str, Any], wanted: dict[str, Any], cell: Cell) -> bool:
    """Whether the stored cell differs only by settings that did not exist then and do nothing now: they are at their default."""
    before, now = stored.get("settings", {}), wanted["settings"]
    try:
        defaults = type(config_for(cell.row.model, cell.row.preset))().to_json()
    except ImportError:
        return False
    added = now.keys() - before.keys()
    return (
        {key: value for key, value in stored.items() if key != "settings"}
        == {key: value for key, value in wanted.items() if key != "settings"}
        and all(now.get(name) == value and name in now for name, value in before.items())
        and all(now[name] == defaults.get(name) for name in added)
    )


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
