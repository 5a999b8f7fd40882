"""Labels and published splits of a TSV folder."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from motifcnn.errors import GraphError
from motifcnn.graph.ids import first_repeat
from motifcnn.graph.io.arrow import numbers
from motifcnn.graph.io.delimited import TextTable, find_file, read_delimited, read_lines
from motifcnn.graph.io.node_index import NodeIndex
from motifcnn.graph.labels import Labels, Split
from motifcnn.readable import shown

_INTEGER = re.compile(r"-?[0-9]{1,30}")


def read_labels(
    folder: Path, meta: Mapping[str, Any], node_types: tuple[str, ...], index: NodeIndex
) -> dict[str, Labels]:
    """Labels by node type from `labels.tsv`, with one list of classes for all; {} without it."""
    path = find_file(folder, "labels.tsv")
    if path is None:
        return {}
    table = read_delimited(path, {"node": "integer", "labels": "text"}, within=folder)
    ids = numbers(table.columns["node"])
    at = index.locate(ids)
    if len(at) and at.min() < 0:
        row = int(np.flatnonzero(at < 0)[0])
        raise GraphError(
            f"{table.place(row)}: node {ids[row]} is not the id of a node in {folder / 'nodes.tsv'}"
        )
    if repeat := first_repeat(ids):
        raise GraphError(
            f"{table.place(repeat[1])}: node {ids[repeat[1]]} is labelled before, "
            f"at {table.place(repeat[0])}"
        )
    allowed = meta.get("labeled_types", node_types)
    types = index.types[at]
    wrong = np.flatnonzero(
        ~np.isin(types, [code for code, t in enumerate(node_types) if t in allowed])
    )
    if len(wrong):
        row = int(wrong[0])
        raise GraphError(
            f"{table.place(row)}: node {ids[row]} is of type {node_types[types[row]]}; "
            f"labels are on {', '.join(allowed)} only"
        )
    rows, class_ids = _class_ids(table)
    names: Mapping[int, str] = meta.get("class_names", {})
    known = np.unique(np.concatenate([class_ids, np.array(sorted(names), np.int64)]))
    classes = tuple(names.get(c, str(c)) for c in known.tolist())
    if len(set(classes)) < len(classes):
        raise GraphError(
            f"{folder / 'meta.json'}: class_names gives one name to two classes: {list(classes)}"
        )
    codes = np.searchsorted(known, class_ids)
    several = len(rows) > len(at)
    if several and meta.get("multi_label") is False:
        row = int(rows[1:][rows[1:] == rows[:-1]][0])
        raise GraphError(
            f"{table.place(row)}: node {ids[row]} has several classes, "
            "but meta.json says multi_label is false"
        )
    y: npt.NDArray[Any] = np.zeros(len(at), np.int64)
    if several or meta.get("multi_label"):
        y = np.zeros((len(at), len(classes)), bool)
        y[rows, codes] = True
    else:
        y[rows] = codes
    result = {}
    for code, node_type in enumerate(node_types):
        of_type = np.flatnonzero(types == code)
        if len(of_type):
            of_type = of_type[np.argsort(index.rows[at[of_type]])]
            result[node_type] = Labels(index.rows[at[of_type]], y[of_type], classes)
    return result


def read_splits(
    folder: Path, node_types: tuple[str, ...], index: NodeIndex, labels: Mapping[str, Labels]
) -> dict[str, Split]:
    """The split "public" from `splits/train.txt`, `val.txt` and `test.txt`.

    `trainval.txt` may stand in place of the first two; the split then has no validation part.
    """
    parts: dict[str, npt.NDArray[np.int64]] = {}
    found_types: dict[int, str] = {}
    for part, files in {"train": ("train", "trainval"), "val": ("val",), "test": ("test",)}.items():
        path = next((p for f in files if (p := find_file(folder / "splits", f + ".txt"))), None)
        if path is None:
            parts[part] = np.empty(0, np.int64)
            continue
        at = _split_nodes(path, index, folder)
        for code in np.unique(index.types[at]).tolist():
            found_types.setdefault(code, str(path))
        if len(found_types) > 1:
            raise GraphError(
                f"{path}: a split is of one node type, "
                f"found {' and '.join(node_types[c] for c in found_types)}"
            )
        for code in found_types:
            node_type = node_types[code]
            labelled = labels[node_type].nodes if node_type in labels else np.empty(0, np.int64)
            missing = np.flatnonzero(~np.isin(index.rows[at], labelled))
            if len(missing):
                raise GraphError(
                    f"{path}: node {index.ids[at[missing[0]]]} has no label, "
                    "so it cannot be part of a split"
                )
        parts[part] = index.rows[at]
    if not found_types:
        return {}
    return {
        "public": Split(
            node_types[next(iter(found_types))], parts["train"], parts["val"], parts["test"]
        )
    }


def _class_ids(table: TextTable) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Row and class id of every label, by row; a repeated class counts once."""
    texts: list[str] = table.columns["labels"].to_pylist()
    rows: list[int] = []
    values: list[int] = []
    for row, text in enumerate(texts):
        found: dict[int, None] = {}
        for part in text.split(","):
            if (value := _integer(part)) is None:
                raise GraphError(
                    f"{table.place(row)}: label {shown(part)} of {shown(text)} is not a class id; "
                    "expected integers (64 bit) separated by commas"
                )
            found[value] = None
        rows += [row] * len(found)
        values += found
    return np.array(rows, np.int64), np.array(values, np.int64)


def _split_nodes(path: Path, index: NodeIndex, folder: Path) -> npt.NDArray[np.int64]:
    ids: list[int] = []
    places: list[int] = []
    for number, line in read_lines(path, within=folder):
        if (value := _integer(line)) is None:
            raise GraphError(
                f"{path}, line {number}: {shown(line.strip())} is not a node id; "
                "expected an integer (64 bit)"
            )
        ids.append(value)
        places.append(number)
    values = np.array(ids, np.int64)
    at = index.locate(values)
    if len(at) and at.min() < 0:
        row = int(np.flatnonzero(at < 0)[0])
        raise GraphError(f"{path}, line {places[row]}: node {values[row]} is not the id of a node")
    if repeat := first_repeat(values):
        raise GraphError(
            f"{path}, line {places[repeat[1]]}: node {values[repeat[1]]} is listed twice, "
            f"first in line {places[repeat[0]]}"
        )
    return at


def _integer(text: str) -> int | None:
    """The text as a 64-bit integer, or None; stricter than `int`, which reads "1_0" as 10."""
    text = text.strip()
    if not _INTEGER.fullmatch(text):
        return None
    value = int(text)
    return value if -(2**63) <= value < 2**63 else None
