"""The plan: what a count will cost, and refusals before any work."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from motifcnn.errors import BudgetError, MotifCNNError
from motifcnn.graph import Graph, Relation, Schema
from motifcnn.motif import Motif
from motifcnn.tensor import count, plan
from motifcnn.tensor.engines.startup_cost import StartupCost
from motifcnn.tensor.plan import require_fit
from tests.strategies import graphs_with_motifs

SCHEMA = Schema(("author", "paper"), (Relation("paper", "by", "author"),))
CO_AUTHORED = Motif.parse("(t:paper)--(a:author)--(c:paper)")


def bipartite(papers: int, authors: int) -> Graph:
    return Graph(
        SCHEMA,
        {("paper", "by", "author"): np.ones((papers, authors))},
        {"author": authors, "paper": papers},
    )


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
        BudgetError,
        match=r"needs up to .* \(role a: .*, role c: .*\), over the memory limit of 200.0 KB",
    ) as refusal:
        count(graph, CO_AUTHORED, memory_limit=200_000)
    assert "Alone, a would fit: make it the context" in str(refusal.value)
    middle = Motif.parse("(t:paper)--(a:author)--(c:paper)", context="a", roles="context")
    alone = count(graph, middle, memory_limit=200_000, engine="matrix")
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
    star = Motif.parse(
        ", ".join(f"(t:hub)--(l{i}:leaf)" if i == 1 else f"(t)--(l{i}:leaf)" for i in range(1, 6))
    )
    with pytest.raises(BudgetError, match="past what int64 can count exactly"):
        count(graph, star)


@pytest.mark.parametrize("engine", ["scipy", "matrix", "join", "enumerate"])
def test_each_engine_refuses_what_int64_may_not_hold(engine: str) -> None:
    graph = bipartite(4, 3)
    found = plan(graph, CO_AUTHORED, engine=engine)
    require_fit(found, CO_AUTHORED)
    too_many = replace(found, estimate=replace(found.estimate, instances=2.0**62))
    with pytest.raises(BudgetError, match=r"up to 4\.6e\+18 instances here, past what int64"):
        require_fit(too_many, CO_AUTHORED)


def test_an_unknown_engine_is_named() -> None:
    with pytest.raises(MotifCNNError, match=r"engine must be one of .*; got 'gpu'"):
        count(bipartite(2, 2), CO_AUTHORED, engine="gpu")


def test_an_engine_without_a_formula_says_which_can() -> None:
    path = Motif.parse("(t:paper)--(a:author)--(b:paper)--(c:author)")
    with pytest.raises(
        MotifCNNError, match=r"engine 'matrix' cannot count this motif.*auto, enumerate, join"
    ):
        count(bipartite(3, 3), path, engine="matrix")


def test_a_first_small_count_does_without_compiling(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(StartupCost, "seconds", lambda self: 5.0)
    assert plan(bipartite(5, 5), CO_AUTHORED).engine == "scipy"
    monkeypatch.setattr(StartupCost, "seconds", lambda self: 0.0)
    assert plan(bipartite(5, 5), CO_AUTHORED).engine == "matrix"


def hub(leaves: int) -> Graph:
    """One node linked with all others, of which two are linked too."""
    ends = np.array([*((0, leaf) for leaf in range(1, leaves + 1)), (1, 2)]).T
    links = sparse.csr_array(
        (np.ones(leaves + 1, dtype=bool), tuple(ends)), shape=(leaves + 1, leaves + 1)
    )
    return Graph(
        Schema(("u",), (Relation("u", "r", "u", directed=False),)),
        {("u", "r", "u"): links},
        {"u": leaves + 1},
    )


def test_auto_takes_the_quickest_engine_that_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(StartupCost, "seconds", lambda self: 5.0)
    graph, wedge = hub(2000), Motif.parse("(t:u)--(a:u)--(c:u)", roles="context")
    assert plan(graph, wedge).engine == "scipy"
    assert plan(graph, wedge, memory_limit=60_000_000).engine == "matrix"
    assert count(graph, wedge, memory_limit=60_000_000).total == 2000 * 1999 + 2 * 2


def test_a_motif_of_one_role_is_not_advised_to_keep_one_role() -> None:
    wedge = Motif.parse("(t:u)--(a:u)--(c:u)", roles="context")
    with pytest.raises(BudgetError, match=r"over the memory limit of 1\.0 MB") as refusal:
        count(hub(2000), wedge, memory_limit=1_000_000)
    assert "Alone" not in str(refusal.value)
    least = min(
        plan(hub(2000), wedge, engine=engine).bytes
        for engine in ("scipy", "join", "matrix", "enumerate")
    )
    assert f"memory_limit={least} or more" in str(refusal.value)


@pytest.mark.parametrize("limit", ["1GB", True, [1]])
def test_a_memory_limit_that_is_no_number_of_bytes_is_refused(limit: object) -> None:
    with pytest.raises(
        MotifCNNError, match="memory_limit must be a number of bytes, such as 1_000_000_000"
    ):
        count(bipartite(2, 2), CO_AUTHORED, memory_limit=limit)  # type: ignore[call-overload]
