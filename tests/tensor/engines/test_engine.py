"""Engines are values in a list: the plan and the count know none by name."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module

import pytest

from motifcnn.errors import MotifCNNError
from motifcnn.tensor import count, plan
from motifcnn.tensor.engines import ENGINES, join
from motifcnn.tensor.engines.engine import Counted, Engine, Keep, Progress, keep_nothing, keep_with
from motifcnn.tensor.pattern.estimate import Estimate, estimate
from tests.tensor.engines.shapes import ALL, PATH, TRIANGLE, WEDGE, dense_graph

PLANNING = import_module("motifcnn.tensor.plan")  # the package has a function of this name


def test_names_are_unique_and_none_is_auto() -> None:
    names = [engine.name for engine in ENGINES]
    assert len(set(names)) == len(names)
    assert "auto" not in names


def test_every_motif_has_an_engine() -> None:
    graph = dense_graph()
    for motif in ALL:
        for induced in (False, True):
            problem = estimate(graph, motif, induced=induced).problem
            assert any(engine.can(problem) for engine in ENGINES)


@pytest.fixture
def added(monkeypatch: pytest.MonkeyPatch) -> Engine:
    """An engine that somebody adds: counts by joins and notes that it ran."""
    ran: list[Estimate] = []

    def run(known: Estimate, keep: Keep, progress: Progress | None) -> Counted:
        ran.append(known)
        return join.ENGINE.run(known, keep, progress)

    engine = replace(
        join.ENGINE,
        name="mine",
        motifs="triangles",
        can=lambda problem: len(problem.linked) == 6,
        seconds=lambda known: 0.0,
        run=run,
    )
    monkeypatch.setattr(PLANNING, "ENGINES", (*ENGINES, engine))
    engine.__dict__["ran"] = ran
    return engine


def test_an_engine_in_the_list_is_planned_and_run(added: Engine) -> None:
    graph = dense_graph()
    expected = count(graph, TRIANGLE, engine="join")
    assert plan(graph, TRIANGLE).engine == "mine"
    assert count(graph, TRIANGLE) == expected
    assert count(graph, TRIANGLE, engine="mine") == expected
    assert len(added.__dict__["ran"]) == 2
    assert plan(graph, WEDGE).engine != "mine"


def test_errors_are_made_of_the_engines_in_the_list(added: Engine) -> None:
    with pytest.raises(MotifCNNError, match=r"must be one of auto, .*, mine; got 'gpu'"):
        count(dense_graph(), WEDGE, engine="gpu")
    with pytest.raises(
        MotifCNNError, match=r"'mine' cannot count this motif: it counts triangles.*auto, enum"
    ):
        count(dense_graph(), WEDGE, engine="mine")


def test_what_is_derived_is_kept_per_graph_and_problem() -> None:
    one, other = dense_graph(), dense_graph(1)
    keeps = [
        keep_with(graph.cache, estimate(graph, motif, induced=False))
        for graph in (one, other)
        for motif in (TRIANGLE, PATH)
    ]
    assert [keep("walks", lambda k=k: k) for k, keep in enumerate(keeps)] == [0, 1, 2, 3]
    assert [keep("walks", lambda: pytest.fail("made again")) for keep in keeps] == [0, 1, 2, 3]
    assert keep_nothing("walks", lambda: 5) == 5


def test_a_second_plan_derives_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    bounded: list[str] = []

    def noted(engine: Engine) -> Engine:
        return replace(
            engine, bytes=lambda known: bounded.append(engine.name) or engine.bytes(known)
        )

    monkeypatch.setattr(PLANNING, "ENGINES", tuple(map(noted, ENGINES)))
    graph = dense_graph()
    first = plan(graph, TRIANGLE)
    assert bounded == [first.engine]
    monkeypatch.setattr("motifcnn.tensor.pattern.estimate.make_problem", pytest.fail)
    again = plan(graph, TRIANGLE)
    assert again.estimate is first.estimate
    assert (again.engine, again.bytes) == (first.engine, first.bytes)
    assert bounded == [first.engine]
