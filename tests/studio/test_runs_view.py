"""Runs side by side, and the paired difference of two."""

from __future__ import annotations

from pathlib import Path

import pytest

import motifcnn as mc
from motifcnn.errors import MotifCNNError
from motifcnn.evaluate.bootstrap import difference
from motifcnn.evaluate.metrics import on_test
from motifcnn.graph import Graph
from motifcnn.studio.runs_view import difference_of, runs_view
from motifcnn.studio.workbench import Workbench


def test_every_run_of_the_folder_is_shown_and_read_once(bench: Workbench, runs: Path) -> None:
    assert {run.name: run.reruns for run in runs_view(bench).runs} == {
        "1-motif-cnn": True,
        "2-gcn": True,
    }
    (runs / "2-gcn" / "order.json").unlink()
    (runs / "2-gcn" / "weights.safetensors").unlink()
    kept = {run.name: run for run in runs_view(bench).runs}
    assert not kept["2-gcn"].reruns and not kept["2-gcn"].problem


def test_the_difference_is_paired(bench: Workbench, runs: Path, debian: Graph) -> None:
    one, other = (mc.load_run(runs / name) for name in ("1-motif-cnn", "2-gcn"))
    y, first = on_test(one, debian)
    expected = difference(y, first, on_test(other, debian)[1])
    found = difference_of(bench, "1-motif-cnn", "2-gcn")
    for metric in ("micro_f1", "macro_f1"):
        score = getattr(found, metric)
        assert score.value == getattr(one.test, metric) - getattr(other.test, metric)
        assert (score.low, score.high) == pytest.approx(expected[metric])
    turned = difference_of(bench, "2-gcn", "1-motif-cnn").micro_f1
    assert (turned.low, turned.high) == (-found.micro_f1.high, -found.micro_f1.low)


def test_runs_on_different_splits_are_not_compared(
    bench: Workbench, runs: Path, debian: Graph
) -> None:
    mc.fit(debian, model="majority").save(runs / "other")
    with pytest.raises(MotifCNNError, match="different splits"):
        difference_of(bench, "1-motif-cnn", "other")
