"""The public source of `dblp-p` and `movie`: the text files in the Meta-GNN repository."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.datasets.download import RemoteFile
from motifcnn.datasets.known import PUBLIC
from motifcnn.datasets.registry import Source
from motifcnn.errors import DatasetError, GraphError
from motifcnn.graph import Graph, Labels, Relation, Schema, Split
from motifcnn.graph.ids import first_repeat
from motifcnn.graph.io.delimited import read_lines
from motifcnn.graph.io.node_index import index_nodes
from motifcnn.graph.io.npz import read_features
from motifcnn.graph.schema import suggestion

URL = (
    "https://raw.githubusercontent.com/aravindsankar28/Meta-GNN/"
    "66f68b1a6c257218c766d3494770a7a9178b9f95/motif-cnn/data"
)
FILES = {
    "dblp-p": ("node_info.txt", "links.txt", "labels.txt", "train.ind", "val.ind", "test.ind"),
    "movie": ("node_info.txt", "links.txt", "labels.txt"),
}
_TYPES = {
    "dblp-p": {0: "paper", 1: "author", 2: "venue"},
    "movie": {0: "movie", 1: "actor", 2: "user", 3: "tag"},
}
Locate = Callable[[Path, int, str], int]
_RELATION_NAMES = {("paper", "paper"): "paper-cites-paper"}


def meta_gnn(
    name: str, sha256: Mapping[str, str], features: Mapping[str, str | Path] | None = None
) -> Source:
    """The source of `dblp-p` or `movie`, to register with hashes that you trust.

    The authors publish no hashes, so none are built in. Their features are pickled files, which
    are never opened here: convert them (docs/formats.md has the lines) and name the result.

    Parameters
    ----------
    name : "dblp-p" or "movie"
    sha256 : mapping of each file name in `FILES[name]` to its SHA-256
    features : mapping of node type to path, optional
        `.npz` files as `scipy.sparse.save_npz` writes them, (nodes of the type, d) each; row i is
        the i-th node of the type in increasing id order. Types without have one-hot inputs.

    Examples
    --------
    >>> source = meta_gnn("movie", dict.fromkeys(FILES["movie"], 64 * "0"))
    >>> source.files[0].name
    'node_info.txt'
    """
    if name not in FILES:
        raise DatasetError(f"Meta-GNN has no dataset {name!r}{suggestion(name, FILES)}")
    if missing := [file for file in FILES[name] if file not in sha256]:
        raise DatasetError(
            f"dataset {name!r}: the SHA-256 of {missing[0]} is missing; "
            f"give one for each of {', '.join(FILES[name])}"
        )
    files = tuple(RemoteFile(f"{URL}/{name}/{file}", sha256[file]) for file in FILES[name])
    info = next(info for info in PUBLIC if info.name == name)
    return Source(info, files, lambda *paths: _with(parse_meta_gnn(name, *paths), features or {}))


def _with(graph: Graph, features: Mapping[str, str | Path]) -> Graph:
    for node_type in features:
        if node_type not in graph.counts:
            raise DatasetError(
                f"features: the graph has no type {node_type!r}"
                f"{suggestion(node_type, graph.counts)}"
            )
    read = {t: read_features(Path(path), graph.counts[t]) for t, path in features.items()}
    return replace(graph, features=read)


def parse_meta_gnn(name: str, nodes: Path, links: Path, labels: Path, *parts: Path) -> Graph:
    """The graph in the files of the source.

    Nodes are lines `id type name`, links `source target` after a line with the counts, labels `id
    classes`. `parts` are the files of training, validation and test ids, where there is a split.
    """
    types = _TYPES[name]
    listed = _rows(nodes, 3)
    codes = np.array([_integer(nodes, line, fields[1]) for line, fields in listed], np.int64)
    for (line, fields), code in zip(listed, codes.tolist(), strict=True):
        if code not in types:
            raise GraphError(
                f"{nodes}, line {line}: type {fields[1]!r}, "
                f"expected one of {', '.join(map(str, types))}"
            )
    ids = np.array([_integer(nodes, line, fields[0]) for line, fields in listed], np.int64)
    if repeat := first_repeat(ids):
        raise GraphError(
            f"{nodes}, line {listed[repeat[1]][0]}: node {ids[repeat[1]]} appears twice"
        )
    index = index_nodes(ids, codes)

    place = {node: at for at, node in enumerate(index.ids.tolist())}

    def locate(path: Path, line: int, text: str) -> int:
        at = place.get(_integer(path, line, text), -1)
        if at < 0:
            raise GraphError(f"{path}, line {line}: {text!r} is not the id of a node in {nodes}")
        return at

    pairs: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for line, fields in _rows(links, 2)[1:]:
        source, target = (locate(links, line, text) for text in fields)
        key = int(index.types[source]), int(index.types[target])
        pairs.setdefault(key, []).append((int(index.rows[source]), int(index.rows[target])))
    counts = {node_type: int((index.types == code).sum()) for code, node_type in types.items()}
    adjacency, relations = {}, []
    for (s, t), ends in sorted(pairs.items()):
        relation = Relation(
            types[s], _RELATION_NAMES.get((types[s], types[t]), f"{types[s]}-{types[t]}"), types[t]
        )
        relations.append(relation)
        rows, columns = np.array(ends).T
        shape = counts[relation.source], counts[relation.target]
        adjacency[relation.key] = sparse.csr_array(
            (np.ones(len(rows), bool), (rows, columns)), shape=shape
        )
    texts = np.array([fields[2] for _, fields in listed], object)[index.order]
    target_type = types[0]
    return Graph(
        Schema(tuple(types.values()), tuple(relations)),
        adjacency,
        counts,
        ids={t: index.ids[index.of_type(code)] for code, t in types.items()},
        names={t: texts[index.of_type(code)] for code, t in types.items()},
        labels={target_type: _labels(labels, index.rows, locate)},
        splits={"public": Split(target_type, *(_part(path, index.rows, locate) for path in parts))}
        if parts
        else {},
        name=name,
    )


def _labels(path: Path, row_of: npt.NDArray[np.int64], locate: Locate) -> Labels:
    chosen: dict[int, list[int]] = {}
    for line, fields in _rows(path, 2):
        row = int(row_of[locate(path, line, fields[0])])
        chosen[row] = [_integer(path, line, text) for text in fields[1].split()]
    nodes = np.array(sorted(chosen), np.int64)
    known = sorted({c for classes in chosen.values() for c in classes})
    y = np.array([[c in chosen[row] for c in known] for row in nodes.tolist()])
    several = bool((y.sum(axis=1) > 1).any())
    return Labels(nodes, y if several else y.argmax(axis=1), tuple(str(c) for c in known))


def _part(path: Path, row_of: npt.NDArray[np.int64], locate: Locate) -> npt.NDArray[np.int64]:
    return np.array(
        [row_of[locate(path, line, fields[0])] for line, fields in _rows(path, 1)], np.int64
    )


def _rows(path: Path, columns: int) -> list[tuple[int, list[str]]]:
    """Line number and fields of every line that is not blank."""
    result = []
    for number, line in read_lines(path):
        fields = line.split("\t", columns - 1)
        if len(fields) != columns:
            raise GraphError(
                f"{path}, line {number}: {line[:80]!r} has {len(fields)} columns, "
                f"expected {columns}"
            )
        result.append((number, fields))
    return result


def _integer(path: Path, line: int, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise GraphError(f"{path}, line {line}: {text!r} is not an integer") from None
