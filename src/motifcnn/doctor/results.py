"""Results of experiments: every cell is JSON, and is what its name says."""

from __future__ import annotations

import json
from pathlib import Path

from motifcnn.doctor.finding import Diagnosis, Finding
from motifcnn.doctor.seal import is_regular
from motifcnn.readable import plural

CELLS = "cells"
MOST_BYTES = 50_000_000


def examine_results(folder: Path) -> Diagnosis:
    """Reads every cell; the name of its file has the hash of what decided it."""
    intact: list[str] = []
    damaged: list[str] = []
    findings: list[Finding] = []
    for file in sorted((folder / CELLS).rglob("*.json")):
        name = str(file.relative_to(folder))
        problem = _problem(file)
        (damaged if problem else intact).append(name)
        if problem:
            step = "remove the file: `motifcnn reproduce` fits the cell again"
            findings.append(Finding(str(file), problem, step))
    checked = (f"{plural(len(intact), 'cell')} can be read",)
    return Diagnosis(
        str(folder), "results", checked, tuple(findings), tuple(intact), tuple(damaged)
    )


def _problem(file: Path) -> str | None:
    from motifcnn.experiments.cell import hash_of

    if not is_regular(file):
        return "not a regular file; it is not read"
    if file.stat().st_size > MOST_BYTES:
        return f"over {MOST_BYTES:,} bytes; it is not read"
    try:
        found = json.loads(file.read_bytes())
        described = found["cell"]
        expected = file.stem.rpartition("-")[2]
        if hash_of(described) != expected:
            return f"its description has the hash {hash_of(described)}, its name {expected}"
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        return f"not a result ({type(error).__name__}: {error})"
    return None
