"""What a store means: loaded as its readers load it, then checked for what must hold."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from motifcnn.doctor.finding import Finding
from motifcnn.doctor.recount import recount
from motifcnn.readable import plural
from motifcnn.sealed import is_there

if TYPE_CHECKING:
    from motifcnn.graph import Graph

Findings = Iterator[Finding | str]
"""Findings, and as texts what was checked and is right."""
SAMPLE = 50
"""Targets of a tensor that are counted again."""
CHECKPOINTS = re.compile(r"epoch-\d{6,}|inputs")


def check_contents(folder: Path, kind: str, graph: Graph | None) -> Findings:
    """Loads a store and checks it; an error of the reader is a finding."""
    check = CHECKS.get(kind)
    if check is None:
        yield Finding(str(folder), f"of a kind that this release does not know: {kind!r}")
        return
    try:
        yield from check(folder, graph)
    except Exception as error:  # whatever is wrong with the store is what is asked for
        said = f"cannot be loaded ({type(error).__name__}: {error})"
        yield Finding(str(folder), said, "write it again")


def _graph(folder: Path, graph: Graph | None) -> Findings:
    from motifcnn.graph import read_graph

    found = read_graph(folder)
    yield f"loads as {found!r}"


def _tensor(folder: Path, graph: Graph | None) -> Findings:
    from motifcnn.graph.changes import changed_graph
    from motifcnn.graph.io.change_table import read_changes
    from motifcnn.tensor.store import load_origin, load_tensor

    if graph is not None and (noted := load_origin(folder).changes) is not None:
        graph = changed_graph(graph, read_changes(graph, noted))
    tensor = load_tensor(folder, graph)
    yield f"loads as {tensor!r}"
    if graph is None:
        yield "not compared with its graph: name it with --graph"
        return
    yield from recount(folder, tensor, graph, SAMPLE)


def _spark_tensor(folder: Path, graph: Graph | None) -> Findings:
    from motifcnn.tensor.spark.result import load_result

    tensor = load_result(folder)
    yield f"describes {tensor.motif}, {plural(len(tensor.instances), 'target')}"


def _run(folder: Path, graph: Graph | None) -> Findings:
    import numpy as np

    from motifcnn.train import load_run
    from motifcnn.train.run.source import read_source

    run = load_run(folder)
    yield f"loads as a run of {run.model} on {run.target}"
    if not all(np.isfinite(values).all() for values in run.weights.values()):
        yield Finding(str(folder), "weights that are not finite", "train the model again")
    source = read_source(folder)
    if source is None or (Path(source).is_absolute() and not is_there(Path(source))):
        what = "does not name its graph" if source is None else f"its graph {source} is gone"
        yield Finding(str(folder), what, "explain and report need --graph", wrong=False)


def _checkpoint(folder: Path, graph: Graph | None) -> Findings:
    from motifcnn.train.loop.checkpoint import KIND
    from motifcnn.train.run.folder import read_folder

    arrays, documents = read_folder(folder, kind=KIND)
    expected = {"inputs"} if folder.name == "inputs" else {"weights", "best", "random"}
    missing = expected - set(arrays) - (set(documents) if folder.name == "inputs" else set())
    if missing or "fingerprint" not in documents["of"]:
        parts = ", ".join(sorted(missing)) or "the fingerprint of the run"
        yield Finding(str(folder), f"without {parts}", "remove it: training starts anew")
        return
    yield f"loads: {plural(len(documents.get('history', ())), 'epoch')}"


CHECKS: dict[str, Callable[[Path, Graph | None], Findings]] = {
    "motifcnn graph": _graph,
    "motifcnn tensor": _tensor,
    "motifcnn tensor of spark": _spark_tensor,
    "motifcnn run": _run,
    "motifcnn checkpoint": _checkpoint,
}
