"""What `graph.json` says is held to what the tables hold, before anything is allocated."""

from __future__ import annotations

import tracemalloc
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from motifcnn.errors import MotifCNNError
from motifcnn.graph import read_graph, write_graph
from motifcnn.graph.io.graph_document import ids_dtype
from tests.graph.folders import rich_graph
from tests.reseal import change_json


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_graph(rich_graph(), tmp_path / "graph")
    return tmp_path / "graph"


@pytest.mark.parametrize(
    "changes",
    [
        {"counts": {"user": 10**8}},
        {"counts": {"user": 2**40}},
        {"counts": {"user": 2**63}},
        {"counts": {"user": -1}},
        {"counts": {"user": True}},
        {"ids": {"tag": "<U20000000"}},
        {"ids": {"tag": "<U2000000000"}},
        {"ids": {"tag": "<U1"}},
        {"ids": {"user": "<f8"}},
        {"ids": {"user": "<i1"}},
        {"ids": {"user": "i4,i4"}},
        {"edges": []},
        {"edges": 3},
        {"nodes": {"user": "../secret"}},
        {"nodes": {"user": 3}},
        {"splits": {"a": "graph.json"}},
        {"labels": {"user": {"classes": [1], "multi_label": True}}},
        {"labels": {"user": {"classes": ["x"], "multi_label": 3}}},
        {"name": None},
        {"further": 1},
        {"version": 2},
    ],
    ids=str,
)
def test_a_description_that_does_not_fit_is_refused_without_allocating(
    folder: Path, changes: dict[str, Any]
) -> None:
    def change(about: dict[str, Any]) -> None:
        for key, value in changes.items():
            if isinstance(value, dict) and key in about:
                about[key] |= value
            else:
                about[key] = value

    change_json(folder, "graph.json", change)
    tracemalloc.start()
    try:
        with pytest.raises(MotifCNNError):
            read_graph(folder)
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("key", ["schema", "counts", "ids", "nodes", "edges", "splits", "name"])
def test_a_missing_key_is_named(folder: Path, key: str) -> None:
    change_json(folder, "graph.json", lambda about: {k: v for k, v in about.items() if k != key})
    with pytest.raises(MotifCNNError, match=rf"graph\.json: '{key}' is missing"):
        read_graph(folder)


def test_a_wider_dtype_than_the_ids_need_is_kept() -> None:
    assert ids_dtype("<U9", 3, rows=5, room=1000) == np.dtype("<U9")
    with pytest.raises(ValueError, match="the longest of 5 has 3"):
        ids_dtype("<U2", 3, rows=5, room=1000)
    with pytest.raises(ValueError, match="ids of 900 characters"):
        ids_dtype("<U900", 3, rows=5, room=1000)
