"""Thinned neighbourhoods have the right mean and the promised size."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from motifcnn.errors import BudgetError
from motifcnn.motif import Motif
from motifcnn.nn import sampling
from motifcnn.nn.blocks import make_blocks
from motifcnn.nn.sampling import SampledNeighbourhoods, sampled_rows
from motifcnn.tensor.operator import operator
from tests.tensor.sampling.test_instances import random_graph

PATTERNS = ("(t:a)--(b:b)--(c:a)", "(t:a)--(m:a)--(c:a)--(t)", "(t:a)--(m:a), (t)--(n:a)")
REPEATS = 1000


def mean_and_error(draw: object, repeats: int) -> tuple[np.ndarray, np.ndarray]:
    total = square = 0.0
    for _ in range(repeats):
        found = draw()  # type: ignore[operator]
        total, square = total + found, square + found**2
    mean = total / repeats
    return mean, np.sqrt(np.maximum(square / repeats - mean**2, 0) / repeats)


def test_sampled_rows_are_unbiased_and_short() -> None:
    rng = np.random.default_rng(0)
    rows = (
        sparse.random_array((6, 20), density=0.5, rng=rng, dtype=np.float64)
        .tocsr()
        .astype(np.float32)
    )
    x = rng.standard_normal((20, 3))
    mean, error = mean_and_error(lambda: sampled_rows(rows, 4, rng) @ x, REPEATS)
    assert (np.abs(mean - rows @ x) <= 4.5 * error + 1e-6).all()
    assert error.max() > 0
    drawn = sampled_rows(rows, 4, rng)
    assert np.diff(drawn.indptr).max() <= 4
    assert drawn.sum(axis=1) == pytest.approx(rows.sum(axis=1), rel=1e-5)


def test_short_rows_stay_as_they_are() -> None:
    rows = sparse.csr_array(np.array([[0.5, 0.5, 0], [0, 0, 0], [0, 1, 0]], np.float32))
    assert sampled_rows(rows, 2, np.random.default_rng(0)) is rows


@pytest.mark.parametrize("engine", ["materialised", "factored"])
@pytest.mark.parametrize("normaliser", ["instances", "role"])
@pytest.mark.parametrize("pattern", PATTERNS)
def test_the_sampled_product_is_unbiased(engine: str, normaliser: str, pattern: str) -> None:
    graph, motif = random_graph(), Motif.parse(pattern)
    found = operator(graph, motif, normaliser, engine=engine)  # type: ignore[arg-type]
    exact = operator(graph, motif, normaliser, engine="materialised")
    rows, rng = np.array([0, 3, 4, 11, 7]), np.random.default_rng(1)
    x = {t: rng.standard_normal((n, 2)) for t, n in graph.counts.items()}
    sampled = SampledNeighbourhoods(graph, [found], 3).drawn_by(rng)

    def draw() -> np.ndarray:
        drawn = sampled.rows(0, rows)
        return np.stack([role.matrix @ x[role.node_type] for role in drawn])

    mean, error = mean_and_error(draw, 400)
    expected = np.stack([role.matrix[rows] @ x[role.node_type] for role in exact.roles])
    assert (np.abs(mean - expected) <= 4.5 * error + 1e-5).all()
    assert error.max() > 0


def test_no_row_sees_more_than_the_sample() -> None:
    graph, motif = random_graph(40), Motif.parse("(t:a)--(m:a), (t)--(n:a)")
    for engine in ("materialised", "factored"):
        found = operator(graph, motif, engine=engine)  # type: ignore[arg-type]
        (drawn,) = SampledNeighbourhoods(graph, [found], 2).rows(0, np.arange(40))
        assert np.diff(drawn.matrix.indptr).max() <= 2 * 2  # two members per instance


def test_where_walks_cannot_be_numbered_rows_are_written_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*_: object) -> None:
        raise BudgetError("too many walks")

    monkeypatch.setattr(sampling, "walks_of", refuse)
    graph = random_graph()
    found = operator(graph, Motif.parse(PATTERNS[0]), engine="factored")
    drawn = SampledNeighbourhoods(graph, [found], 100).rows(0, np.arange(12))
    for part, role in zip(drawn, found.roles, strict=True):
        np.testing.assert_allclose(part.matrix.toarray(), role.matrix.toarray(), rtol=1e-6)


@pytest.mark.parametrize("engine", ["materialised", "factored"])
def test_a_sample_that_no_target_reaches_is_the_whole_neighbourhood(engine: str) -> None:
    graph, motif = random_graph(), Motif.parse(PATTERNS[0])
    found = operator(graph, motif, engine=engine)  # type: ignore[arg-type]
    rows = np.array([4, 0, 11])
    for part, role in zip(
        SampledNeighbourhoods(graph, [found], 10_000).rows(0, rows),
        operator(graph, motif, engine="materialised").roles,
        strict=True,
    ):
        assert (part.label, part.node_type) == (role.label, role.node_type)
        np.testing.assert_allclose(
            part.matrix.toarray(),  # type: ignore[union-attr]
            role.matrix.toarray()[rows],
            rtol=1e-6,
        )


@pytest.mark.parametrize("engine", ["materialised", "factored"])
def test_the_generator_decides_and_each_drawing_has_its_own(engine: str) -> None:
    graph = random_graph(40)
    found = operator(graph, Motif.parse(PATTERNS[0]), engine=engine)  # type: ignore[arg-type]
    sampled = SampledNeighbourhoods(graph, [found], 2)

    def drawn(seed: int) -> np.ndarray:
        generator = np.random.default_rng(seed)
        return sampled.drawn_by(generator).rows(0, np.arange(40))[1].matrix.toarray()

    assert np.array_equal(drawn(3), drawn(3))
    assert not np.array_equal(drawn(3), drawn(4))


def test_blocks_of_sampled_neighbourhoods_have_no_longer_rows() -> None:
    graph = random_graph(40)
    motifs = [Motif.parse(text) for text in (PATTERNS[0], "(t:a)--(c:a)")]
    operators = [operator(graph, motif) for motif in motifs]
    source = SampledNeighbourhoods(graph, operators, 1)
    for block in make_blocks(
        operators, [["a", "b"], ["a"]], graph.counts, "a", np.array([0, 9]), neighbourhoods=source
    )[1:]:
        for applied in block.operators.values():
            assert all(np.diff(role.matrix.indptr).max() <= 1 for role in applied.roles)
