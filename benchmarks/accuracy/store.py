"""Results on disk, one small JSON file per (dataset, method, split): a run that was interrupted goes on where it was."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any


def result_file(folder: Path, dataset: str, method: str, split: int) -> Path:
    """Where the result of one fit lies."""
    return folder / dataset / re.sub(r"[^a-z0-9]+", "-", method.lower()) / f"{split}.json"


def write_result(file: Path, result: dict[str, Any]) -> None:
    """Writes a result whole or not at all."""
    file.parent.mkdir(parents=True, exist_ok=True)
    work = file.with_suffix(f".{os.getpid()}.part")
    work.write_text(json.dumps(result), encoding="utf-8")
    os.replace(work, file)


def read_results(folder: Path, dataset: str, method: str) -> dict[int, dict[str, Any]]:
    """The finished splits of one method on one dataset."""
    files = result_file(folder, dataset, method, 0).parent.glob("*.json")
    return {int(file.stem): json.loads(file.read_text(encoding="utf-8")) for file in files}
