"""Quotients turn homomorphisms into injective maps."""

from __future__ import annotations

from itertools import permutations, product

import numpy as np
import pytest
from scipy import sparse

from motifcnn.tensor.operator.factored.quotients import quotients
from motifcnn.tensor.pattern.problem import MatchingProblem


def problem(types: str, links: str) -> MatchingProblem:
    """Types as letters, links as pairs of digits, over a random graph with five nodes per type."""
    rng = np.random.default_rng(7)
    linked = {}
    for a, b in (map(int, pair) for pair in links.split()):
        dense = rng.random((5, 5)) < 0.6
        if types[a] == types[b]:
            np.fill_diagonal(dense, False)
        linked[a, b], linked[b, a] = sparse.csr_array(dense), sparse.csr_array(dense.T)
    return MatchingProblem(tuple(types), (5,) * len(types), linked, {}, (), 1, ())


def maps(known: MatchingProblem, *, injective: bool) -> int:
    """All maps of the motif, or all that send no two nodes of one type to one row."""
    dense = {pair: matrix.toarray() for pair, matrix in known.linked.items()}
    total = 0
    for image in product(range(5), repeat=len(known.types)):
        images = list(zip(known.types, image, strict=True))
        if injective and len(set(images)) < len(images):
            continue
        total += all(link[image[a], image[b]] for (a, b), link in dense.items())
    return total


@pytest.mark.parametrize(
    ("types", "links"),
    [
        ("aa", "01"),
        ("aba", "01 12"),
        ("aaa", "01 12"),
        ("abbb", "01 02 03"),
        ("aaaa", "01 12 23"),
        ("abab", "01 12 23 30"),
    ],
)
def test_signed_homomorphisms_of_the_quotients_are_the_injective_maps(
    types: str, links: str
) -> None:
    known = problem(types, links)
    total = 0
    for quotient in quotients(known):
        linked = {}
        for (a, b), asked in quotient.links:
            both = np.logical_and.reduce([known.linked[pair].toarray() for pair in asked])
            linked[a, b], linked[b, a] = sparse.csr_array(both), sparse.csr_array(both.T)
        merged = tuple(known.types[quotient.block.index(b)] for b in range(max(quotient.block) + 1))
        total += quotient.sign * maps(
            MatchingProblem(merged, (5,) * len(merged), linked, {}, (), 1, ()), injective=False
        )
    assert total == maps(known, injective=True)


def test_linked_nodes_and_nodes_of_different_types_never_coincide() -> None:
    known = problem("aaba", "01 12 23")
    found = {quotient.block for quotient in quotients(known)}
    assert found == {(0, 1, 2, 3), (0, 1, 2, 0), (0, 1, 2, 1)}


def test_the_target_is_always_block_zero() -> None:
    assert all(quotient.block[0] == 0 for quotient in quotients(problem("aaaa", "01 12 23")))


def test_three_that_coincide_count_twice() -> None:
    signs = {quotient.block: quotient.sign for quotient in quotients(problem("abbb", "01 02 03"))}
    assert signs == {
        (0, 1, 2, 3): 1,
        (0, 1, 1, 2): -1,
        (0, 1, 2, 1): -1,
        (0, 1, 2, 2): -1,
        (0, 1, 1, 1): 2,
    }
    # 1 - 3 + 2 = 0: a single leaf leaves no place for three; 5 * 4 * 3 maps where there are five.
    assert sum(signs[block] * 5 ** len(set(block[1:])) for block in signs) == len(
        list(permutations(range(5), 3))
    )
