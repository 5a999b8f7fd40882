from __future__ import annotations

from pathlib import Path

import pytest

from motifcnn.errors import BudgetError, MotifError
from motifcnn.experiments.attempt import attempt
from motifcnn.experiments.experiment import Column
from motifcnn.graph.graph import Graph
from motifcnn.methods import MethodError, NotApplicable
from tests.experiments.small import papers


def failing(error: Exception) -> dict[str, object]:
    def work(graph: Graph) -> dict[str, object]:
        raise error

    return attempt(Column("debian", "debian"), work)


def test_what_is_made_of_the_graph_has_its_seconds(tmp_path: Path) -> None:
    found = attempt(papers(tmp_path), lambda graph: {"papers": graph.counts["paper"]})
    assert found["papers"] == 60
    assert found["wall_seconds"] < 10


@pytest.mark.parametrize("kind", [NotApplicable, BudgetError, MotifError])
def test_some_reasons_last(kind: type[Exception]) -> None:
    assert "retry" not in failing(kind("never"))


@pytest.mark.parametrize("kind", [MethodError, RuntimeError, MemoryError])
def test_others_may_pass(kind: type[Exception]) -> None:
    found = failing(kind(""))
    assert found["retry"]
    assert found["message"] == kind.__name__
    assert ("traceback" in found) == (kind is not MethodError)
