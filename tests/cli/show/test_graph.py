from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from motifcnn.cli.show.graph import MANY_CLASSES, describe_graph, show_graph, show_splits
from motifcnn.graph import Graph, Labels, Split


def test_a_graph_is_described_by_its_sizes(graph: Graph) -> None:
    described = describe_graph(graph)
    assert [(t["node_type"], t["nodes"], t["labelled"]) for t in described["node_types"]] == [
        ("author", 3, 0),
        ("paper", 4, 2),
    ]
    assert described["relations"] == [
        {"source": "paper", "name": "written-by", "target": "author", "directed": True, "edges": 5}
    ]


def test_features_and_splits_are_counted(graph: Graph, capsys: pytest.CaptureFixture[str]) -> None:
    split = Split("paper", np.array([0]), np.array([], dtype=np.int64), np.array([1]))
    described = describe_graph(
        replace(graph, features={"paper": np.ones((4, 7))}, splits={"public": split})
    )
    assert [t["features"] for t in described["node_types"]] == [None, 7]
    assert described["splits"] == [
        {"name": "public", "node_type": "paper", "train": 1, "val": 0, "test": 1}
    ]
    show_splits(described)
    assert "tiny: splits" in capsys.readouterr().out


def test_many_classes_are_counted_and_not_listed(
    graph: Graph, capsys: pytest.CaptureFixture[str]
) -> None:
    show_graph(describe_graph(graph))
    assert "data, web" in capsys.readouterr().out
    names = tuple(f"class-{i}" for i in range(MANY_CLASSES + 1))
    labels = {"paper": Labels(np.array([0]), np.array([0]), names)}
    show_graph(describe_graph(replace(graph, labels=labels)))
    shown = capsys.readouterr().out
    assert f"{MANY_CLASSES + 1} classes" in shown and "class-0" not in shown


def test_a_graph_without_splits_prints_none(
    graph: Graph, capsys: pytest.CaptureFixture[str]
) -> None:
    show_splits(describe_graph(graph))
    assert capsys.readouterr().out == ""
