"""Updating a stored tensor. The folder is the old tensor until, in one step, it is the new one."""

from __future__ import annotations

from pathlib import Path

from motifcnn.graph.changes import Changes, changed_graph
from motifcnn.graph.graph import Graph
from motifcnn.graph.io.change_table import read_changes
from motifcnn.graph.io.columns import Table
from motifcnn.sealed import locked
from motifcnn.tensor.store import load_origin, load_tensor, save_tensor
from motifcnn.tensor.tensor import MotifTensor


def update_store(path: str | Path, table: Table, graph: Graph) -> tuple[MotifTensor, Changes]:
    """Brings a stored tensor up to date with the changes in a table; returns it with these changes.

    Parameters
    ----------
    path : folder that `save_tensor` wrote
    table : as for `read_changes`
    graph : Graph
        The one that was counted. The store itself keeps what changed since, so this is always the
        same graph.

    The table says which edges exist afterwards, whatever was before, so applying it again changes
    nothing. After an interruption, run it again. Updates of one store at the same time take turns:
    each is made to the tensor that the one before has left.
    """
    with locked(Path(path)):
        origin = load_origin(path)
        since = Changes() if origin.changes is None else read_changes(graph, origin.changes)
        tensor = load_tensor(path, changed_graph(graph, since) if len(since) else graph)
        changes = read_changes(graph, table)
        updated = tensor.update(insert=changes.insert, delete=changes.delete)
        both = since.then(changes)
        save_tensor(updated, path, overwrite=True, source=origin.source, changes=both)
    return updated, changes
