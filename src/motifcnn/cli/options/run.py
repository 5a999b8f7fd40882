"""The argument RUN: a folder that `train` wrote, and the graph of that run."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from motifcnn.cli.options.errors import OptionError
from motifcnn.cli.options.graph import open_graph
from motifcnn.cli.options.out import require_folder
from motifcnn.errors import StoreError

if TYPE_CHECKING:
    from motifcnn.cli.options.tables import ImportedTables
    from motifcnn.graph import Graph
    from motifcnn.train import Run

RUN = "run.json"


def check_out(out: Path | None, checkpoint: Path | None) -> None:
    """Refuses, before training, a folder that the run could not replace.

    Graphs and tensors are folders with a manifest as well; only a run is replaced by a run.
    """
    require_folder(out, replaced=True)
    require_folder(checkpoint, "--checkpoint")
    if out is None:
        return
    if out.is_dir() and any(out.iterdir()) and not (out / RUN).is_file():
        raise OptionError(f"--out {str(out)!r} exists and is not a run; name another folder")
    if checkpoint is not None and checkpoint.resolve().is_relative_to(out.resolve()):
        raise OptionError(
            f"--checkpoint {str(checkpoint)!r} is inside --out {str(out)!r}, which is replaced "
            "in one step; keep them apart"
        )


def save_run(
    run: Run,
    folder: Path,
    graph: str,
    tables: ImportedTables | None = None,
    verdict: Mapping[str, Any] | None = None,
) -> None:
    """Saves a run with the name of its graph, a folder by its absolute path, in one step.

    Tables may change, so their graph is kept with the run, and how to read those that come later.
    A described verdict is kept as well, so that the report of the run fits nothing again.
    """
    from motifcnn.train.run.source import source_note
    from motifcnn.train.run.store import save_run as save

    notes: dict[str, Any] = {"source": source_note(graph)}
    if verdict is not None:
        notes["verdict"] = dict(verdict)
    save(run, folder, notes=notes, add=None if tables is None else partial(_add_tables, tables))


def _add_tables(tables: ImportedTables, folder: Path) -> None:
    from motifcnn.graph import write_graph
    from motifcnn.graph.tables.files import MAPPING_FILE
    from motifcnn.graph.tables.toml import write_mapping
    from motifcnn.train.run.source import GRAPH

    write_graph(tables.graph, folder / GRAPH)
    write_mapping(tables.plan.mapping, folder / MAPPING_FILE, tables.plan.reasons)


def open_run(folder: Path) -> Run:
    """The run in a folder."""
    from motifcnn.train import load_run

    if not (folder / RUN).is_file():
        raise OptionError(f"no run in {folder}; `motifcnn train ... --out {folder}` makes one")
    return load_run(folder)


def open_run_graph(folder: Path, graph: str | None) -> Graph:
    """The training graph of a run: the one that ``--graph`` names, else the one saved with it."""
    if graph is not None:
        return open_graph(graph)
    from motifcnn.train.run.source import read_source

    try:
        source = read_source(folder)
    except StoreError as error:
        raise OptionError(f"{error} with --graph") from None
    if source is None:
        raise OptionError(
            f"{folder} does not say which graph it was trained on; name it with --graph"
        )
    return open_graph(source)
