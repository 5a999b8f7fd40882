from __future__ import annotations

import pytest

from motifcnn.errors import BudgetError
from motifcnn.experiments import speed
from motifcnn.experiments.speed import time_counting, time_methods
from motifcnn.motif import Motif
from motifcnn.tensor import count
from tests.small_graphs import bibliography

MOTIFS = [Motif.parse("(t:paper)--(c:author)"), Motif.parse("(t:paper)--(a:author)--(c:paper)")]


def test_counts_are_those_of_count() -> None:
    graph = bibliography()
    for motif, found in zip(MOTIFS, time_counting(graph, MOTIFS, rounds=1), strict=True):
        tensor = count(graph, motif)
        assert found.motif == str(motif)
        assert found.instances == tensor.instances.sum()
        assert found.nonzeros == sum(role.matrix.nnz for role in tensor.roles)
        assert found.seconds is not None and found.seconds > 0


def test_a_motif_over_the_budget_has_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(graph: object, motif: object) -> None:
        raise BudgetError("needs 90 GB")

    monkeypatch.setattr(speed, "count", refuse)
    (found,) = time_counting(bibliography(), MOTIFS[:1])
    assert (found.seconds, found.instances, found.reason) == (None, None, "needs 90 GB")


def test_a_method_without_epochs_has_no_time_of_one_and_a_failing_one_a_reason() -> None:
    mlp, majority, unknown = time_methods(
        bibliography(), ["mlp", "majority", "no-such-model"], epochs=3
    )
    assert mlp.epoch_seconds is not None and mlp.epoch_seconds > 0
    assert mlp.prepare_seconds is not None
    assert majority.epoch_seconds is None and not majority.reason
    assert unknown.reason.startswith("MethodError")
