from __future__ import annotations

from collections.abc import Callable
from typing import Any

from motifcnn.datasets import DATASETS, load_dataset


def test_every_registered_dataset_is_listed(run_json: Callable[..., Any]) -> None:
    rows = run_json("datasets")
    assert [row["name"] for row in rows] == list(DATASETS)
    assert all(row["description"] and row["origin"] for row in rows)


def test_the_table_lists_the_embedded_graph(run: Callable[..., Any]) -> None:
    result = run("datasets")
    assert result.exit_code == 0, result.stderr
    assert "debian" in result.stdout


def test_one_dataset_is_shown_with_its_sizes(
    run_json: Callable[..., Any], run: Callable[..., Any]
) -> None:
    graph = load_dataset("debian")
    shown = run_json("datasets", "debian")
    assert {t["node_type"]: t["nodes"] for t in shown["node_types"]} == dict(graph.counts)
    assert {r["name"]: r["edges"] for r in shown["relations"]} == {
        r.name: graph.num_edges(r) for r in graph.schema.relations
    }
    assert shown["splits"] == [
        {
            "name": name,
            "node_type": "package",
            "train": len(s.train),
            "val": len(s.val),
            "test": len(s.test),
        }
        for name, s in graph.splits.items()
    ]
    text = run("datasets", "debian").stdout
    assert "3,111" in text
    assert "public" in text


def test_an_unknown_name_suggests_one(run: Callable[..., Any]) -> None:
    result = run("datasets", "debain")
    assert result.exit_code == 2
    assert 'did you mean "debian"' in result.stderr
