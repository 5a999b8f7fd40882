"""`motifcnn count --update`: a stored tensor brought up to date with a table of changes."""

from __future__ import annotations

import time
from pathlib import Path

from motifcnn.cli.options.errors import OptionError
from motifcnn.cli.options.graph import open_graph
from motifcnn.cli.show.describe import describe_tensor
from motifcnn.cli.show.screen import show_json, show_line
from motifcnn.cli.show.tensor import show_tensor


def update_tensor(
    changes: Path, store: Path, graph: str | None, graph_out: Path | None, *, as_json: bool
) -> None:
    """Updates the store in one step and shows the tensor; `graph` only where it is not where the store says."""
    from motifcnn.graph import write_graph
    from motifcnn.tensor.store import load_origin
    from motifcnn.tensor.update.stored import update_store

    if (
        graph_out is not None
        and graph_out.exists()
        and (not graph_out.is_dir() or any(graph_out.iterdir()))
    ):
        raise OptionError(f"--graph-out {str(graph_out)!r} exists already; name a new folder")
    source = graph or load_origin(store).source
    if not source:
        raise OptionError(
            f"the store {str(store)!r} does not know where its graph is; name it: motifcnn count GRAPH --update ..."
        )
    data = open_graph(source)
    began = time.perf_counter()
    tensor, made = update_store(store, changes, data)
    seconds = time.perf_counter() - began
    if graph_out is not None and tensor.graph is not None:
        write_graph(tensor.graph, graph_out)
    counts = {
        what: sum(len(pairs) for pairs in part.values())
        for what, part in (("insert", made.insert), ("delete", made.delete))
    }
    result = (
        {"store": str(store), "graph": source}
        | counts
        | describe_tensor(tensor)
        | {"seconds": round(seconds, 6)}
    )
    if as_json:
        show_json(result | {"graph_out": None if graph_out is None else str(graph_out)})
        return
    show_tensor(
        result,
        tensor,
        seconds,
        f"{counts['insert']:,} edges to insert, {counts['delete']:,} to delete: now ",
    )
    show_line(
        f"tensor updated in {store}"
        + ("" if graph_out is None else f", changed graph stored in {graph_out}")
    )
