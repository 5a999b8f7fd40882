from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from motifcnn.cli.app import app
from motifcnn.datasets import load_dataset
from motifcnn.train import fit


def quick_fit(graph: Any, **options: Any) -> Any:
    """A few epochs with two motifs: the demo shows the same, only with other figures."""
    if options["model"] == "majority":
        return fit(graph, **options)
    if options["model"] != "motif-cnn":
        return fit(graph, **options, epochs=2)
    motifs = ("(t:package)--(c:library)", "(t:package)--(m:maintainer)--(c:package)")
    return fit(
        graph, motifs, **options, epochs=2, settings={"filters": [8], "structure": 8, "project": 8}
    )


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("demo") / "report.html"


@pytest.fixture(scope="module")
def shown(out: Path) -> Any:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("motifcnn.train.fit", quick_fit)
        result = CliRunner().invoke(app, ["demo", "--json", "--out", str(out)])
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def test_the_described_graph_is_the_embedded_one(shown: Any) -> None:
    graph = load_dataset("debian")
    assert {t["node_type"]: t["nodes"] for t in shown["graph"]["node_types"]} == dict(graph.counts)
    assert [r["edges"] for r in shown["graph"]["relations"]] == [
        graph.num_edges(r) for r in graph.schema.relations
    ]


def test_the_motif_cnn_stands_beside_four_baselines_on_the_public_split(shown: Any) -> None:
    assert [model["model"] for model in shown["models"]] == [
        "majority",
        "logistic",
        "mlp",
        "gcn",
        "motif-cnn",
    ]
    public = load_dataset("debian").splits["public"]
    assert {model["test"]["nodes"] for model in shown["models"]} == {len(public.test)}


def test_the_majority_scores_the_share_of_the_largest_training_class(shown: Any) -> None:
    import numpy as np

    graph = load_dataset("debian")
    y, split = graph.labels["package"].y, graph.splits["public"]
    largest = np.bincount(y[split.train]).argmax()
    assert shown["models"][0]["test"]["accuracy"] == pytest.approx(
        (y[split.test] == largest).mean()
    )


def test_the_mean_attention_sums_to_one(shown: Any) -> None:
    attention = shown["run"]["attention"]
    layers = {row["layer"] for row in attention}
    assert sum(row["weight"] for row in attention) == pytest.approx(len(layers), abs=1e-3)


def test_the_report_compares_the_same_models(shown: Any, out: Path) -> None:
    text = out.read_text(encoding="utf-8")
    assert shown["out"] == str(out)
    for part in ("motif-cnn on debian", "majority", "logistic", "mlp", "gcn", "graphics"):
        assert part in text
    assert out.stat().st_size < 500_000


def test_people_get_tables(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("motifcnn.train.fit", quick_fit)
    arguments = ["demo", "--out", str(tmp_path / "report.html")]
    result = CliRunner().invoke(app, arguments, env={"COLUMNS": "200"})
    assert result.exit_code == 0, result.stderr
    for text in (
        "node types",
        "relations",
        "3,111",
        "Micro-F1",
        "majority",
        "mean attention per motif",
        "report in",
    ):
        assert text in result.stdout
