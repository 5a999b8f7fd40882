from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from motifcnn.graph import read_graph

MOTIF = "(t:paper)--(c:author)"


def test_counts_and_ratios_are_those_of_the_graph_and_of_the_times(
    run_json: Callable[..., Any], papers_folder: str
) -> None:
    found = run_json(
        "bench",
        papers_folder,
        "--motif",
        MOTIF,
        "--baseline",
        "mlp",
        "--baseline",
        "majority",
        "--epochs",
        "4",
    )
    links = read_graph(papers_folder).adjacency["paper", "by", "author"].nnz
    (counted,) = found["counting"]
    assert (counted["motif"], counted["instances"], counted["nonzeros"]) == (MOTIF, links, links)
    assert counted["seconds"] > 0
    own, mlp, majority = found["methods"]
    assert [row["model"] for row in found["methods"]] == ["motif-cnn", "mlp", "majority"]
    assert mlp["epoch_ratio"] == pytest.approx(mlp["epoch_seconds"] / own["epoch_seconds"])
    assert own["prepare_ratio"] == 1
    assert majority["epoch_seconds"] is None  # it does not learn by epochs


def test_people_get_two_tables(run: Callable[..., Any], papers_folder: str) -> None:
    result = run("bench", papers_folder, "--epochs", "2", "--baseline", "mlp")
    assert result.exit_code == 0, result.stderr
    assert "exact counts" in result.stdout
    assert "ratios to motif-cnn" in result.stdout
    assert np.all([name in result.stdout for name in ("motif-cnn", "mlp", "(t:paper)--(c:venue)")])


def test_an_unknown_model_is_told(run: Callable[..., Any], papers_folder: str) -> None:
    result = run("bench", papers_folder, "--baseline", "gnc")
    assert result.exit_code == 2
    assert 'did you mean "gcn"?' in result.stderr
    assert "motifcnn bench debian" in run("bench", "--help").stdout
