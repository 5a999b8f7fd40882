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
from motifcnn.graph.tables.mapping import Mapping
from motifcnn.graph.tables.read import mapping_of, read_tables
from motifcnn.train.run.source import read_source

if TYPE_CHECKING:
    import pandas as pd

    from motifcnn.train.run.run import Run

_READ = "`read_tables(new, mapping_of(first_tables), partial=True, encoders=run.encoders)`"


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
    if not isinstance(new, str | Path):
        raise GraphError(
            f"new nodes: got {type(new).__name__}, expected a graph, or the folder or name of one; "
            f"DataFrames become one by {_READ}"
        )
    if not holds_tables(Path(new)):
        return open_source(str(new))
    return read_tables(new, _mapping(run), partial=True, encoders=run.encoders)


def _mapping(run: Run) -> Mapping | Path:
    """How the tables of the training were read: few new rows do not say which columns are keys."""
    if run.folder is not None:
        source = read_source(run.folder)
        for folder in (run.folder, *([] if source is None else [Path(source)])):
            if (folder / MAPPING_FILE).is_file():
                return folder / MAPPING_FILE
        if source is not None and holds_tables(Path(source)):
            return mapping_of(source)
    raise GraphError(
        "the run does not say how the tables of its training were read, so new ones cannot be read "
        f"alike; give them as a graph, by {_READ}"
    )


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
