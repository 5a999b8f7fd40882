"""Results on disk, one JSON file per cell, written whole or not at all."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from motifcnn.errors import StoreError
from motifcnn.experiments.cell import Cell, Tuning, describe, fingerprint
from motifcnn.experiments.origin import ORIGIN, origin
from motifcnn.experiments.result_document import ResultDocument
from motifcnn.methods import MethodError, get_method
from motifcnn.sealed import new_file, read_regular, write_text
from motifcnn.sealed.document import parse_document
from motifcnn.sealed.limits import MAX_DOCUMENT

Result = dict[str, Any]
"""Of a cell "test" and "validation" scores and more, of a tuning the settings that were "chosen";
or a "reason" why there are none."""

OLD = "old"  # key of a result that other code made; it is set on reading and never written


def cell_file(folder: Path, cell: Cell | Tuning) -> Path:
    """The file of a cell's or a tuning's result."""
    name = f"{_kind(cell)}-{fingerprint(cell)}.json"
    return folder / "cells" / _plain(cell.column.name) / _plain(cell.row.name) / name


def write_cell(folder: Path, cell: Cell | Tuning, result: Result) -> None:
    """Writes a result, with what decided it, and with its origin unless it has one already.

    It replaces the result that other code made of the same cell: a clone does not know which of
    two files is the newer.
    """
    found = {"cell": describe(cell), ORIGIN: origin()} | stored_figures(result)
    text = json.dumps(found, separators=(",", ":"))
    with new_file(cell_file(folder, cell)) as work:
        write_text(work, text)
    for old in _old_files(folder, cell):
        old.unlink(missing_ok=True)  # another process may have replaced it as well


def read_cell(folder: Path, cell: Cell | Tuning, *, keep_old: bool = False) -> Result | None:
    """The result of a cell or a tuning, or None.

    Parameters
    ----------
    folder : path
    cell : Cell or Tuning
    keep_old : bool
        Also return a result that other code made with the same settings and data, the latest,
        marked with the key `OLD`. A setting that did not exist then must be at its default.
    """
    file = cell_file(folder, cell)
    if file.exists():
        return _read(file)
    old = _old_files(folder, cell) if keep_old else []
    return _read(old[-1]) | {OLD: True} if old else None


def take_over(folder: Path, cell: Cell | Tuning, changes: Result) -> None:
    """Makes a result of other code one of this code, with changes; nothing where there is none."""
    old = _old_files(folder, cell)
    if cell_file(folder, cell).exists() or not old:
        return
    found = _read(old[-1])
    del found["cell"]
    write_cell(folder, cell, found | changes)


def _old_files(folder: Path, cell: Cell | Tuning) -> list[Path]:
    """Results that other code made with the same settings and data, those of later days last."""
    wanted, file = describe(cell), cell_file(folder, cell)
    found = []
    for other in sorted(file.parent.glob(f"{_kind(cell)}-*.json")):
        result = _read(other)
        if other != file and _same_but_for_code(result.get("cell", {}), wanted, cell):
            found.append((result.get(ORIGIN, {}).get("date", ""), other))
    return [other for _, other in sorted(found)]


def finished(folder: Path, cell: Cell | Tuning, *, keep_old: bool = False) -> bool:
    """Whether there is a result, or a reason that another attempt would not change."""
    found = read_cell(folder, cell, keep_old=keep_old)
    return found is not None and not found.get("retry", False)


def other_trials(folder: Path, cells: Sequence[Cell], *, keep_old: bool = False) -> tuple[int, ...]:
    """Other numbers of trials for which the folder has results of the same cells."""
    found: set[int] = set()
    for cell in cells:
        for file in cell_file(folder, cell).parent.glob(f"{_kind(cell)}-*.json"):
            trials = _read(file).get("cell", {}).get("tuning", {}).get("trials", 0)
            if trials in found | {cell.trials}:
                continue
            # A file of other settings has that number as well, but is not the same cell.
            if read_cell(folder, replace(cell, trials=trials), keep_old=keep_old) is not None:
                found.add(trials)
    return tuple(sorted(found))


def _read(file: Path) -> Result:
    """A result; a `StoreError` where the file holds none."""
    try:
        content = read_regular(file, limit=MAX_DOCUMENT)
        parse_document(content, ResultDocument, str(file))
        return parse_document(content, dict[str, Any], str(file))
    except StoreError as error:
        raise StoreError(f"{error}; remove the file, and the cell is fitted again") from None


def _kind(cell: Cell | Tuning) -> str:
    return "tuning" if isinstance(cell, Tuning) else str(cell.split)


def stored_figures(value: Any) -> Any:
    """Six digits of every float; settings keep theirs, as a fit is called with them again."""
    if isinstance(value, float):
        return float(f"{value:.6g}")
    if isinstance(value, dict):
        exact = ("settings", "chosen")
        return {key: each if key in exact else stored_figures(each) for key, each in value.items()}
    return [stored_figures(each) for each in value] if isinstance(value, (list, tuple)) else value


def _same_but_for_code(stored: dict[str, Any], wanted: dict[str, Any], cell: Cell | Tuning) -> bool:
    """Whether only the code differs, and settings that were added at their default."""
    before, now = stored.get("settings", {}), wanted["settings"]
    try:
        defaults = type(get_method(cell.row.model).settings)().to_json()
    except MethodError:
        return False
    added = now.keys() - before.keys()
    return (
        _without_code(stored) == _without_code(wanted)
        and all(name in now and now[name] == value for name, value in before.items())
        and all(now[name] == defaults.get(name) for name in added)
    )


def _without_code(described: dict[str, Any]) -> dict[str, Any]:
    """A description without code and settings; files of earlier releases have a version instead."""
    left_out = ("settings", "code", "version")
    return {key: value for key, value in described.items() if key not in left_out}


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
