"""Elimination: what each shape of motif needs, and that the chain is the homomorphisms."""

from __future__ import annotations

import numpy as np
import pytest

from motifcnn.graph import Graph, Relation, Schema
from motifcnn.motif import Motif
from motifcnn.tensor.operator.factored.elimination import Chain, eliminate
from motifcnn.tensor.operator.factored.forms import Forms, make_forms
from motifcnn.tensor.operator.factored.pairs import ClosedPairs, LinkPairs, WalkPairs
from motifcnn.tensor.operator.factored.quotients import Quotient, quotients
from motifcnn.tensor.pattern.problem import make_problem

SCHEMA = Schema(("a",), (Relation("a", "r", "a", directed=False),))
EDGE = np.triu(np.random.default_rng(3).random((9, 9)) < 0.5, 1)
LINKS = (EDGE | EDGE.T).astype(np.int64)
GRAPH = Graph(SCHEMA, {("a", "r", "a"): LINKS}, {"a": 9})


def whole(pattern: str) -> tuple[Forms, list[Quotient]]:
    """The forms and quotients of a motif; the first quotient is the motif itself."""
    problem = make_problem(GRAPH, Motif.parse(pattern), induced=False)
    return make_forms(problem), list(quotients(problem))


def written(chain: Chain) -> np.ndarray:
    """A chain multiplied out."""
    result = np.eye(9, dtype=np.int64)
    for scale, pairs in zip(chain.scales, (*chain.pairs, None), strict=True):
        if scale is not None:
            result = result * scale.value
        if pairs is not None:
            result = result @ pairs.matrix.toarray().astype(np.int64)
    return chain.times * result


@pytest.mark.parametrize(
    ("pattern", "v", "expected"),
    [
        ("(t:a)--(c:a)", 1, LINKS),
        ("(t:a)--(m:a)--(c:a)", 2, LINKS @ LINKS),
        ("(t:a)--(m:a)--(c:a)", 1, LINKS * LINKS.sum(axis=0)),
        ("(t:a)--(m:a)--(c:a)", 0, np.diag(LINKS @ LINKS.sum(axis=0))),
        ("(t:a)--(m:a)--(c:a), (t)--(c)", 2, LINKS * (LINKS @ LINKS)),
        ("(t:a)--(m:a)--(n:a)--(c:a)", 3, LINKS @ LINKS @ LINKS),
        ("(t:a)--(m:a)--(c:a)--(n:a)--(t)", 2, (LINKS @ LINKS) ** 2),
        ("(t:a)--(m:a)--(c:a)--(n:a)--(t)", 1, LINKS * (LINKS @ LINKS @ LINKS)),
        ("(t:a)--(m:a)--(c:a)--(n:a)--(t), (t)--(c)", 2, LINKS * (LINKS @ LINKS) ** 2),
        (
            "(t:a)--(m:a)--(c:a)--(n:a)--(t), (m)--(n)",
            2,
            np.einsum("ia,ib,ab,aj,bj->ij", LINKS, LINKS, LINKS, LINKS, LINKS),
        ),
    ],
)
def test_chains_are_the_homomorphisms(pattern: str, v: int, expected: np.ndarray) -> None:
    forms, (motif, *_) = whole(pattern)
    chain = eliminate(motif, forms, v)
    assert chain is not None
    np.testing.assert_array_equal(written(chain), expected)
    np.testing.assert_array_equal(written(chain.reversed()), expected.T)


def test_trees_multiply_by_the_graphs_own_links_along_the_path_to_v() -> None:
    forms, (motif, *_) = whole("(t:a)--(m:a)--(c:a)--(d:a), (m)--(e:a), (t)--(f:a)")
    for v, distance in enumerate((0, 1, 2, 3, 2, 1)):
        chain = eliminate(motif, forms, v)
        assert chain is not None
        assert len(chain.pairs) == distance
        assert all(isinstance(pairs, LinkPairs) for pairs in chain.pairs)


def test_triangles_and_what_hangs_on_them_store_nothing_beyond_links() -> None:
    for pattern in (
        "(t:a)--(m:a)--(c:a), (t)--(c)",
        "(t:a)--(m:a)--(c:a), (t)--(c), (c)--(d:a)",
        "(d:a)--(t:a)--(m:a)--(c:a), (t)--(c)",
    ):
        forms, ways = whole(pattern)
        for v in range(len(ways[0].block)):
            for way in ways:
                chain = eliminate(way, forms, v)
                assert chain is not None
                assert all(isinstance(pairs, LinkPairs | ClosedPairs) for pairs in chain.pairs)


def test_only_the_corner_opposite_in_a_ring_is_applied_by_walks() -> None:
    forms, (motif, *_) = whole("(t:a)--(m:a)--(c:a)--(n:a)--(t)")
    kinds = {
        v: [type(pairs) for pairs in chain.pairs]
        for v in (1, 2, 3)
        if (chain := eliminate(motif, forms, v))
    }
    assert kinds == {1: [ClosedPairs], 2: [WalkPairs], 3: [ClosedPairs]}


def test_opposite_corners_of_a_diamond_meet_at_its_middle_link() -> None:
    forms, (diamond, *_) = whole("(t:a)--(m:a)--(c:a)--(n:a)--(t), (m)--(n)")
    chain = eliminate(diamond, forms, 2)
    assert chain is not None
    assert [pairs.shape for pairs in chain.pairs] == [(9, LINKS.sum()), (LINKS.sum(), 9)]
    assert chain.pairs[0] is chain.pairs[1].transposed


def test_four_cliques_are_left_to_the_counting_kernels() -> None:
    forms, (clique, *_) = whole("(t:a)--(m:a)--(c:a)--(n:a)--(t), (m)--(n), (t)--(c)")
    assert all(eliminate(clique, forms, v) is None for v in range(4))


def test_what_two_quotients_share_is_made_once() -> None:
    forms, ways = whole("(t:a)--(m:a)--(c:a), (t)--(c)")
    chains = [chain for v in (1, 2, 1, 2) if (chain := eliminate(ways[0], forms, v))]
    assert len({id(chain.pairs[0]) for chain in chains}) == 1  # symmetric, and its own transpose
    assert chains[0].pairs[0].transposed is chains[0].pairs[0]
