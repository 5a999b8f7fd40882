from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from motifcnn.datasets import DATASETS, load_dataset, registry


def test_every_registered_dataset_is_listed(run_json: Callable[..., Any]) -> None:
    rows = run_json("datasets")
    assert [row["name"] for row in rows] == list(DATASETS)
    assert all(row["description"] and row["origin"] for row in rows)


def test_the_table_lists_the_embedded_graph(run: Callable[..., Any]) -> None:
    result = run("datasets")
    assert result.exit_code == 0, result.stderr
    assert "debian" in result.stdout


def test_without_local_data_the_list_says_how_to_get_the_rest(
    run_json: Callable[..., Any],
    run: Callable[..., Any],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setenv("MOTIFCNN_DATA", str(tmp_path))
    monkeypatch.setattr(registry, "has_pyg", lambda: False)
    rows = {row["name"]: row for row in run_json("datasets")}
    assert [name for name, row in rows.items() if row["loadable"]] == ["debian", "planted-roles"]
    assert rows["debian"]["state"] == "embedded"
    assert rows["debian"]["how_to_get"] == ""
    assert rows["cora"]["state"] == "not available"
    assert "motifcnn[pyg]" in rows["cora"]["how_to_get"]
    text = run("datasets").stdout
    assert f"can be loaded here: 2 of {len(rows)}" in text
    assert "not available here" in text
    assert "how to get it" in text
    (tmp_path / "cora").mkdir()
    assert {row["name"]: row["where"] for row in run_json("datasets")}["cora"] == (
        f"found in {tmp_path}"
    )
    assert f"can be loaded here: 3 of {len(rows)}" in run("datasets").stdout


def test_a_dataset_that_is_not_here_is_an_error_that_says_what_to_do(
    run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("MOTIFCNN_DATA", str(tmp_path))
    result = run("datasets", "dblp-p")
    assert result.exit_code != 0
    assert "how to get it: register(" in result.stderr


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
