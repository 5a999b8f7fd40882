"""New nodes: the training graph grows by what has arrived, and the run predicts on all of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from motifcnn.datasets.source import open_source
from motifcnn.errors import GraphError
from motifcnn.graph.extend import extended
from motifcnn.graph.graph import Graph
from motifcnn.graph.ids import locate_ids
from motifcnn.graph.tables.files import MAPPING_FILE, holds_tables
from motifcnn.graph.tables.read import read_tables

if TYPE_CHECKING:
    import pandas as pd

    from motifcnn.train.run.run import Run


def predict_new(run: Run, new: Graph | str | Path, graph: Graph | None = None) -> pd.DataFrame:
    """Predictions on the training graph extended by new nodes and links; new nodes come first.

    See `Run.predict_new`.

    Examples
    --------
    >>> import motifcnn as mc
    >>> from motifcnn.graph import with_neighbours, without_nodes
    >>> graph = mc.load_dataset("debian")
    >>> rest = without_nodes(graph, "package", [7, 70])
    >>> run = mc.fit(rest, ["(t:package)--(c:library)"], preset="asonam", epochs=1)
    >>> found = run.predict_new(with_neighbours(graph, "package", [7, 70]))
    >>> len(found), found[found.new].node.tolist() == graph.ids["package"][[7, 70]].tolist()
    (3111, True)
    """
    frame = run.predict(extended(known_graph(run, graph), arrived(run, new)))
    is_new = locate_ids(run.ids, frame["node"].to_numpy()) < 0
    frame.insert(2, "new", is_new)
    return frame.sort_values("new", ascending=False, kind="stable", ignore_index=True)


def arrived(run: Run, new: Graph | str | Path) -> Graph:
    """What is new as a graph; tables are read as those were that the run was trained on."""
    if isinstance(new, Graph):
        return new
    if not holds_tables(Path(new)):
        return open_source(str(new))
    mapping = None if run.folder is None else run.folder / MAPPING_FILE
    if mapping is None or not mapping.is_file():
        return read_tables(new, partial=True, encoders=run.encoders)
    return read_tables(new, mapping, partial=True, encoders=run.encoders)


def known_graph(run: Run, graph: Graph | None = None) -> Graph:
    """The training graph: the given one, the one that the run holds, or the one it came from."""
    found = graph or run.training_graph
    if found is None:
        raise GraphError(
            "the run does not say which graph it was trained on: give it as the argument graph, "
            "such as `run.predict_new(new, graph)`"
        )
    run.require_schema(found)
    missing = {t: encoder for t, encoder in run.encoders.items() if t not in found.encoders}
    return replace(found, encoders={**found.encoders, **missing}) if missing else found
