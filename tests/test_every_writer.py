"""Whatever operation of a writer fails, its place holds the old or the new, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import torch

from motifcnn.cli.options.run import save_run
from motifcnn.cli.options.tables import ImportedTables
from motifcnn.cli.options.toml_file import write_toml
from motifcnn.cli.options.tuning_state import TuningState
from motifcnn.cli.verbs.predict import write_predictions
from motifcnn.errors import StoreError
from motifcnn.experiments.cell import Cell
from motifcnn.experiments.experiment import Column, Row
from motifcnn.experiments.store import write_cell
from motifcnn.graph import write_graph
from motifcnn.graph.tables.read import plan_tables
from motifcnn.graph.tables.toml import write_mapping
from motifcnn.methods.epoch import Epoch
from motifcnn.nn.settings import TrainSettings
from motifcnn.report import html
from motifcnn.sealed import leftovers, operations, remove_leftovers
from motifcnn.tensor import count, save_tensor
from motifcnn.tensor.update.stored import update_store
from motifcnn.train import Run, fit
from motifcnn.train.loop.checkpoint import Checkpoint
from motifcnn.train.loop.loop import State, make_optimiser
from motifcnn.train.tune import Trial
from tests.faulty_disk import CODES, SAID, Killed, QuickDisk, faulty_disk, tree
from tests.small_graphs import MOTIFS, bibliography
from tests.tensor.update.test_stored import SQUARE, follows, table

SOURCE = Path(__file__).parents[1] / "src" / "motifcnn"
GRAPHS = [bibliography(20, seed=seed) for seed in range(2)]
TENSORS = [count(graph, MOTIFS[0]) for graph in GRAPHS]
Tree = Mapping[str, bytes | None]


@dataclass(frozen=True)
class Writer:
    """Writes version 0 or 1 of something into a folder; `seen` is what counts of the folder."""

    write: Callable[[Path, int], object]
    seen: Callable[[Tree], Tree] = dict


def newest_epoch(found: Tree) -> Tree:
    """What training goes on from; an older epoch may be there as well."""
    last = max(name.split("/")[0] for name in found)
    return {name: content for name, content in found.items() if name.startswith(last)}


def update(folder: Path, version: int) -> None:
    if version == 0:
        save_tensor(count(follows(12), SQUARE, engine="join"), folder / "tensor", overwrite=True)
    else:
        update_store(folder / "tensor", table(1, 6, 12), follows(12))


def checkpoint(folder: Path, version: int) -> None:
    torch.manual_seed(0)
    module = torch.nn.Linear(3, 2)
    history = [Epoch(n + 1, 0.5, 0.25, 0.75, 0.7, 1.5) for n in range(version + 1)]
    state = State(module, make_optimiser(module, TrainSettings()), history, {})
    Checkpoint(folder, 1, "run").save(state)


def tuning_state(folder: Path, version: int) -> None:
    remove_leftovers(leftovers(folder))  # a trial that is in the file is not written again
    state = TuningState(folder / "state.json", {"model": "gcn"})
    for number in range(version + 1):
        state.add(Trial({"dropout": number}, 0.5, 0.5, 1.0))


def predictions(ending: str) -> Callable[[Path, int], object]:
    return lambda folder, version: write_predictions(
        pd.DataFrame({"node": np.arange(50) + version}), folder / f"predictions.{ending}"
    )


CELL = Cell(Column("debian", "debian"), Row("gcn", "gcn"), split=3, trials=8)
WRITERS = {
    "graph": Writer(lambda f, v: write_graph(GRAPHS[v], f / "graph", overwrite=True)),
    "tensor": Writer(lambda f, v: save_tensor(TENSORS[v], f / "tensor", overwrite=True)),
    "update": Writer(update),
    "checkpoint": Writer(checkpoint, newest_epoch),
    "csv": Writer(predictions("csv")),
    "parquet": Writer(predictions("parquet")),
    "options": Writer(lambda f, v: write_toml(f / "run.toml", {"epochs": v})),
    "tuning state": Writer(tuning_state),
    "cell": Writer(lambda f, v: write_cell(f, CELL, {"test": {"micro_f1": v}})),
}


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(operations, "disk", QuickDisk())


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> ImportedTables:
    folder = tmp_path_factory.mktemp("tables")
    (folder / "shops.csv").write_text("shop,region\na,north\nb,south\nc,north\n")
    plan = plan_tables(folder)
    return ImportedTables(plan.graph()[0], plan, (), None)


@pytest.fixture(scope="module")
def run() -> Run:
    return fit(bibliography(30), model="majority")


@pytest.fixture(params=[*WRITERS, "run", "mapping", "report"])
def writer(
    request: pytest.FixtureRequest,
    run: Run,
    tables: ImportedTables,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Writer]:
    runs = (run, replace(run, seed=7))
    more = {
        "run": Writer(
            lambda f, v: save_run(runs[v], f / "run", "debian", tables, {"sentence": str(v)})
        ),
        "mapping": Writer(
            lambda f, v: write_mapping(tables.plan.mapping, f / "motifcnn.toml", {"shops": str(v)})
        ),
        "report": Writer(lambda f, v: html.write_report(runs[v], f / "report.html")),
    }
    monkeypatch.setattr(html, "render_report", lambda run, *_, **__: "page\n" * (100 + run.seed))
    yield (WRITERS | more)[request.param]


def outcomes(writer: Writer, folder: Path) -> tuple[Tree, Tree, int]:
    """The place before, the place after, and the operations from one to the other."""
    writer.write(folder, 0)
    old = tree(folder)
    with faulty_disk(0, None) as disk:
        writer.write(folder, 1)
    return old, tree(folder), len(disk.done)


@pytest.mark.parametrize("code", CODES.values(), ids=CODES)
def test_a_failed_operation_leaves_the_old_or_the_new_and_is_said(
    writer: Writer, code: int, tmp_path: Path
) -> None:
    old, new, steps = outcomes(writer, tmp_path / "whole")
    folder, failures = tmp_path / "place", 0
    writer.write(folder, 0)
    for at in range(1, steps + 1):
        with faulty_disk(at, code) as disk:
            try:
                writer.write(folder, 1)
            except StoreError as error:
                failures += 1
                assert str(folder) in str(error)
                assert f"cannot be written: {SAID[code]}" in str(error)
            else:
                assert disk.failed == "remove", "only what is left over may fail unsaid"
        found = tree(folder, hidden=False)
        assert writer.seen(found) in (writer.seen(old), writer.seen(new)), (at, disk.failed)
        if disk.failed != "remove":
            assert tree(folder) == found, f"left over at {at} by {disk.failed}"
        if writer.seen(found) != writer.seen(old):
            writer.write(folder, 1)
            assert tree(folder) == new, "nothing is left after the next write"
            for name in sorted(new, reverse=True):  # back to the old, for the next failure
                path = folder / name
                path.rmdir() if path.is_dir() else path.unlink()
            writer.write(folder, 0)
    assert failures >= 5


@pytest.mark.parametrize("exchanges", [True, False], ids=["exchange", "two renames"])
def test_a_kill_at_any_operation_leaves_the_old_or_the_new_and_the_next_write_cleans_up(
    writer: Writer, exchanges: bool, tmp_path: Path
) -> None:
    old, new, steps = outcomes(writer, tmp_path / "whole")
    seen = set()
    for at in range(1, steps + 2 + 2 * (not exchanges)):
        folder = tmp_path / str(at)
        writer.write(folder, 0)
        with faulty_disk(at, None, exchanges=exchanges) as disk:
            try:
                writer.write(folder, 1)
            except Killed:
                seen.add(disk.failed)
        if not exchanges:  # between two renames the old folder has another name
            remove_leftovers(leftovers(folder))
        found = tree(folder, hidden=False)
        assert writer.seen(found) in (writer.seen(old), writer.seen(new)), (at, disk.failed)
        writer.write(folder, 1)
        assert tree(folder) == new, f"left over at {at} by {disk.failed}"
    assert {"open_lock", "write", "sync", "rename" if not exchanges else "sync"} <= seen


BY_ITSELF = re.compile(
    r"\.(write_text|write_bytes|savefig|to_csv|to_parquet)\(|\b(np\.savez?\w*|save_file)\("
    r"|\bparquet\.write_table\(|open\([^)]*[\"'][wax]b?[\"']"
)
ELSEWHERE = {
    "datasets/download.py",  # archives, into a folder of its own
    "experiments/memory.py",  # /proc
    "graph/io/npz.py",  # `_pack`, which `sealed.write` calls
    "tensor/spark/heads.py",  # a sample, into a folder that is removed
    "train/run/folder.py",  # `_save_arrays`, which `sealed.write` calls
}


def test_no_module_writes_a_file_but_through_sealed() -> None:
    found = set()
    for file in SOURCE.rglob("*.py"):
        for line in file.read_text(encoding="utf-8").splitlines():
            if BY_ITSELF.search(line) and "write(" not in line and ">>>" not in line:
                found.add(file.relative_to(SOURCE).as_posix())
    assert {name for name in found if not name.startswith("sealed/")} == ELSEWHERE
