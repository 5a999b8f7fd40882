"""Results on disk, one small JSON file per cell, written whole or not at all: a run that was killed goes on where it was."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

from motifcnn.experiments.cell import Cell, describe, fingerprint

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
    try:
        found: Result = json.loads(cell_file(folder, cell).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    return found


def finished(folder: Path, cell: Cell) -> bool:
    """Whether a cell need not be fitted again: it has scores, or a reason that another try would not change."""
    found = read_cell(folder, cell)
    return found is not None and not found.get("retry", False)


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
