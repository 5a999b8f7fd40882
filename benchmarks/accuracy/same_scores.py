"""Does a change of the code decide scores?  ``python -m benchmarks.accuracy.same_scores OLD``.

OLD is a checkout of the code that the cells in ``results`` are of, as `git worktree add` makes one.
One split of every row whose code has changed since is begun with both codes on this machine, for a
few epochs (``--epochs``; methods without epochs, wholly). Where losses by epoch and probabilities
are the same to the last bit, the change decided nothing, and the row counts as one of this code.

``motifcnn reproduce --verify`` compares with the stored scores instead, which another machine may
round differently.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import motifcnn
from motifcnn.errors import MotifCNNError
from motifcnn.experiments import experiment
from motifcnn.experiments.cell import Cell, fingerprint
from motifcnn.experiments.graphs import open_column
from motifcnn.experiments.reproduce import cells
from motifcnn.experiments.run_cell import fit_options
from motifcnn.experiments.store import read_cell, take_over
from motifcnn.experiments.verify import rows_to_verify
from motifcnn.methods import get_method
from motifcnn.train import fit

ROOT = Path(__file__).parents[2]
RESULTS = ROOT / "results"
TABLES = ("roles", "table-hetero", "table-inputs", "table-social", "arena", "ablations", "citation")
Names = tuple[str, str, str]


def main() -> None:
    """Compares both codes row by row, and takes over what is the same."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("old", type=Path, help="checkout of the earlier code")
    parser.add_argument("--experiment", action="append", choices=TABLES, help="default: all tables")
    parser.add_argument("--dataset", action="append", help="columns; default: all")
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--figures", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.figures:
        for line in sys.stdin:
            print(json.dumps(figures(tuple(json.loads(line)), arguments.epochs)), flush=True)
        return
    rows = list(marked(arguments.experiment or TABLES, arguments.dataset))
    both = [code(folder, arguments) for folder in (arguments.old.resolve(), ROOT)]
    for number, (names, row) in enumerate(rows, start=1):
        before, after = (asked(process, names) for process in both)
        same = before is not None and before == after
        if same:
            taken(row)
        said = "the same" if same else "differs" if before else "not of that code"
        print(f"{number}/{len(rows)} {', '.join(names)}: {said}", flush=True)
    for process in both:
        process.communicate()


def marked(names: Sequence[str], datasets: Sequence[str] | None) -> Iterator[tuple[Names, Any]]:
    """The rows of tables whose code has changed, with their cells; those of a graph together."""
    found = [
        ((name, row[0].column.name, row[0].row.name), row)
        for name in names
        for row in rows_to_verify(cells(experiment(name)), RESULTS)
    ]
    kept = (each for each in found if datasets is None or each[0][1] in datasets)
    return iter(sorted(kept, key=lambda each: each[0][1]))


def code(folder: Path, arguments: argparse.Namespace) -> subprocess.Popen[str]:
    """A process that fits with the code in a folder."""
    own = ["-m", "benchmarks.accuracy.same_scores", "--figures", str(folder)]
    return subprocess.Popen(
        [sys.executable, *own, "--epochs", str(arguments.epochs)],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(folder / "src")},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def asked(process: subprocess.Popen[str], names: Names) -> Any:
    """What a process answers about a row; None where it has no row of its own code."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.dumps(names) + "\n")
    process.stdin.flush()
    return json.loads(process.stdout.readline())


def figures(names: Names, epochs: int) -> Any:
    """What the first split of a row comes to, begun with the code that runs here."""
    name, column, row = names
    every = (cell for cell in cells(experiment(name)) if cell.column.name == column)
    found = [cell for cell in every if cell.row.name == row]
    ours = Path(motifcnn.__file__).is_relative_to(ROOT)
    if not found or read_cell(RESULTS, found[0], keep_old=ours) is None:
        return None
    cell, graph = found[0], open_column(found[0].column)
    tuned = None if cell.tuning is None else read_cell(RESULTS, cell.tuning, keep_old=ours)
    motifs, options = fit_options(cell, graph, cell.split)
    settings = options.pop("settings") | ({} if tuned is None else tuned.get("chosen", {}))
    if hasattr(get_method(cell.row.model).settings, "epochs"):
        settings["epochs"] = epochs
    options |= {"graph": graph, "motifs": motifs}
    inputs = list(cell.choices.values()) or [{}]
    return [begun(options | {"settings": settings | own}) for own in inputs]


def begun(options: dict[str, Any]) -> list[Any]:
    """Losses by epoch, candidates, and a hash of all probabilities; or why there are none."""
    try:
        run = fit(**options)
    except MotifCNNError as error:
        return [type(error).__name__]
    losses = [[epoch.loss, epoch.val_loss] for epoch in run.history]
    tried = [[one.name, one.micro_f1, one.macro_f1] for one in run.tried]
    return [losses, tried, hashlib.sha256(run.probabilities.tobytes()).hexdigest()]


def taken(row: Sequence[Cell]) -> None:
    """Takes a row over, and the tuning that it has."""
    first = row[0]
    changes: dict[str, Any] = {"verified_by_split": first.split}
    if first.tuning is not None:
        take_over(RESULTS, first.tuning, changes)
        changes["tuned_by"] = fingerprint(first.tuning)
    for cell in row:
        take_over(RESULTS, cell, changes)


if __name__ == "__main__":
    main()
