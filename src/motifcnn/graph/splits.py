"""Splits of the labelled nodes of one type: random, or from files of ids."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt

from motifcnn.errors import GraphError
from motifcnn.graph.graph import Graph
from motifcnn.graph.io.delimited import read_lines
from motifcnn.graph.labels import Labels, Split


def random_split(
    labels: Labels,
    node_type: str,
    *,
    train: float = 0.1,
    val: float = 0.1,
    test: float | None = None,
    seed: int = 0,
    stratified: bool = False,
) -> Split:
    """Draws training, validation and test nodes.

    Parameters
    ----------
    labels : Labels of the nodes of `node_type`
    train, val, test : float
        Share of the labelled nodes, rounded to whole nodes; the test gets all the rest unless its
        share is given.
    seed : int
        The same seed gives the same split on every machine.
    stratified : bool
        Draw the shares within each class, at least one training node per class; of several classes
        of a node the first counts.

    Examples
    --------
    >>> labels = Labels(np.arange(10), np.arange(10) % 2, ("a", "b"))
    >>> split = random_split(labels, "paper", train=0.2, val=0.2, seed=1)
    >>> len(split.train), len(split.val), len(split.test)
    (2, 2, 6)
    """
    rest = 1.0 - train - val
    share = rest if test is None else test
    if not (train > 0 and val >= 0 and share > 0 and share <= rest + 1e-9):
        raise GraphError(
            f"random split: shares train={train}, val={val}, test={test}; "
            "expected train > 0, val >= 0, something for the test, and a sum of at most 1"
        )
    rng = np.random.default_rng(seed)
    groups = [np.arange(len(labels.nodes))]
    if stratified:
        first_class = labels.y.argmax(axis=1) if labels.multi_label else labels.y
        groups = [np.flatnonzero(first_class == c) for c in range(len(labels.classes))]
    parts: tuple[list[npt.NDArray[np.int64]], ...] = ([], [], [])
    for group in groups:
        shuffled = rng.permutation(group)
        first = max(1, round(train * len(group))) if stratified else round(train * len(group))
        second = first + round(val * len(group))
        third = (
            len(group)
            if test is None or share >= rest - 1e-9
            else second + round(share * len(group))
        )
        for part, chosen in zip(parts, np.split(shuffled, [first, second, third])[:3], strict=True):
            part.append(chosen)
    chosen_nodes = [labels.nodes[np.concatenate(part)] for part in parts]
    if not len(chosen_nodes[0]) or not len(chosen_nodes[2]):
        raise GraphError(
            f"random split: {len(labels.nodes)} labelled nodes of type {node_type} are too few for "
            f"train={train}, val={val}"
        )
    return Split(node_type, *chosen_nodes)


def split_from_files(
    graph: Graph, node_type: str, train: str | Path, test: str | Path, val: str | Path | None = None
) -> Split:
    r"""Reads a split from text files with one node id per line, plain or `.gz`.

    Parameters
    ----------
    graph : Graph
    node_type : str
        The type of the nodes; each must have a label.
    train, test, val : paths
        Without `val` the split has no validation part.

    Examples
    --------
    >>> import tempfile
    >>> nodes = {"id": ["a", "b"], "label": ["x", "y"]}
    >>> graph = Graph.from_tables(nodes, {"source": ["a"], "target": ["b"]})
    >>> folder = Path(tempfile.mkdtemp())
    >>> _ = (folder / "train.txt").write_text("b\n"), (folder / "test.txt").write_text("a\n")
    >>> split_from_files(graph, "node", folder / "train.txt", folder / "test.txt").train
    array([1])
    """
    graph.schema.require_type(node_type, "split")
    row_of = {str(node): row for row, node in enumerate(graph.ids[node_type].tolist())}
    labelled = set(graph.labels[node_type].nodes.tolist()) if node_type in graph.labels else set()
    parts: dict[str, list[int]] = {"train": [], "val": [], "test": []}
    used: dict[int, str] = {}
    for part, path in {"train": train, "val": val, "test": test}.items():
        if path is None:
            continue
        for number, node in read_lines(Path(path)):
            place = f"{path}, line {number}"
            if node not in row_of:
                raise GraphError(f"{place}: {node!r} is not the id of a node of type {node_type}")
            row = row_of[node]
            if row not in labelled:
                raise GraphError(
                    f"{place}: node {node!r} has no label, so it cannot be part of a split"
                )
            if row in used:
                raise GraphError(f"{place}: node {node!r} is listed before, at {used[row]}")
            used[row] = place
            parts[part].append(row)
    return Split(node_type, *(np.array(rows, np.int64) for rows in parts.values()))
