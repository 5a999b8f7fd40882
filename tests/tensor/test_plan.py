"""The plan: what a count will cost, and refusals before any work."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motifcnn.errors import BudgetError, MotifCNNError
from motifcnn.graph import Graph, Relation, Schema
from motifcnn.motif import Motif
from motifcnn.tensor import count, plan
from tests.strategies import graphs_with_motifs

SCHEMA = Schema(("author", "paper"), (Relation("paper", "by", "author"),))
CO_AUTHORED = Motif.parse("(t:paper)--(a:author)--(c:paper)")


def bipartite(papers: int, authors: int) -> Graph:
    return Graph(SCHEMA, {("paper", "by", "author"): np.ones((papers, authors))}, {"author": authors, "paper": papers})


@settings(max_examples=200)
@given(case=graphs_with_motifs(max_nodes=12), induced=st.booleans())
def test_bounds_are_never_below_the_truth(case: tuple[Graph, Motif], induced: bool) -> None:
    graph, motif = case
    planned, tensor = plan(graph, motif, induced=induced), count(graph, motif, induced=induced)
    assert tensor.total <= planned.instances
    for bound, role in zip(planned.estimate.bounds, tensor.roles, strict=True):
        assert (np.diff(role.matrix.indptr) <= bound).all()


def test_over_the_memory_limit_is_refused_with_what_would_fit() -> None:
    graph = bipartite(400, 3)
    with pytest.raises(
        BudgetError, match=r"needs up to .* \(role a: .*, role c: .*\), over the memory limit of 60 kB"
    ) as refusal:
        count(graph, CO_AUTHORED, memory_limit=60_000)
    assert "Alone, a would fit: make it the context" in str(refusal.value)
    middle = Motif.parse("(t:paper)--(a:author)--(c:paper)", context="a", roles="context")
    alone = count(graph, middle, memory_limit=60_000, engine="matrix")
    assert (alone.roles[0].matrix != count(graph, CO_AUTHORED).role("a").matrix).nnz == 0
    assert "memory_limit=" in str(refusal.value)


def test_the_advised_memory_limit_is_enough() -> None:
    graph = bipartite(400, 3)
    needed = plan(graph, CO_AUTHORED).bytes
    assert count(graph, CO_AUTHORED, memory_limit=needed).total == 400 * 399 * 3


def test_more_instances_than_int64_holds_are_refused_before_work() -> None:
    nodes = 40_000  # a hub whose five-leaf stars are about 40,000^5 / 5! = 8.5e20
    links = np.zeros((1, nodes), dtype=bool)
    links[:] = True
    schema = Schema(("hub", "leaf"), (Relation("hub", "has", "leaf"),))
    graph = Graph(schema, {("hub", "has", "leaf"): links}, {"hub": 1, "leaf": nodes})
    star = Motif.parse(", ".join(f"(t:hub)--(l{i}:leaf)" if i == 1 else f"(t)--(l{i}:leaf)" for i in range(1, 6)))
    with pytest.raises(BudgetError, match="past what int64 can count exactly"):
        count(graph, star)


def test_an_unknown_engine_is_named() -> None:
    with pytest.raises(MotifCNNError, match=r"engine must be one of .*; got 'gpu'"):
        count(bipartite(2, 2), CO_AUTHORED, engine="gpu")


def test_an_engine_without_a_formula_says_which_can() -> None:
    path = Motif.parse("(t:paper)--(a:author)--(b:paper)--(c:author)")
    with pytest.raises(MotifCNNError, match=r"engine 'matrix' cannot count this motif.*auto, enumerate, join"):
        count(bipartite(3, 3), path, engine="matrix")


def test_a_first_small_count_does_without_compiling(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["motifcnn.tensor.plan"], "startup_seconds", lambda engine: 5.0)
    assert plan(bipartite(5, 5), CO_AUTHORED).engine == "scipy"
    monkeypatch.setattr(sys.modules["motifcnn.tensor.plan"], "startup_seconds", lambda engine: 0.0)
    assert plan(bipartite(5, 5), CO_AUTHORED).engine == "matrix"
