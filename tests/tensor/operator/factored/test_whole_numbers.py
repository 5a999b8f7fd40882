"""Counts between 2^53, where float64 stops being exact, and 2^62 equal Python's integers."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from motifcnn.errors import BudgetError
from motifcnn.graph import Graph, Relation, Schema
from motifcnn.tensor.operator import operator

LEAST, MOST = 2**53, 2**62


def star(leaves: list[int]) -> tuple[Graph, str]:
    """A hub with so many leaves of each type, and a hub without: the product of instances."""
    relations = tuple(Relation("hub", f"r{k}", f"leaf{k}") for k in range(len(leaves)))
    counts = {"hub": 2} | {r.target: n for r, n in zip(relations, leaves, strict=True)}
    links = {
        r.key: np.array([[True], [False]]) & np.ones(n, bool)
        for r, n in zip(relations, leaves, strict=True)
    }
    text = ", ".join(f"(t{':hub' if k == 0 else ''})--(n{k}:leaf{k})" for k in range(len(leaves)))
    return Graph(Schema(tuple(counts), relations), links, counts), text


def layers(sizes: list[int]) -> tuple[Graph, str]:
    """Complete bipartite layers, one after the other: a path through all of them per choice."""
    relations = tuple(
        Relation(f"layer{k}", f"r{k}", f"layer{k + 1}") for k in range(len(sizes) - 1)
    )
    counts = {f"layer{k}": n for k, n in enumerate(sizes)}
    links = {r.key: np.ones((sizes[k], sizes[k + 1]), bool) for k, r in enumerate(relations)}
    text = "--".join(f"(n{k}:layer{k})" for k in range(len(sizes)))
    return Graph(Schema(tuple(counts), relations), links, counts), text


def alike(leaves: int, of: int) -> tuple[Graph, str]:
    """A hub whose leaves have one type, `of` of them in the motif: binomial many instances."""
    graph, _ = star([leaves])
    text = ", ".join(f"(t{':hub' if k == 0 else ''})--(n{k}:leaf0)" for k in range(of))
    return graph, text


RNG = np.random.default_rng(17)
STARS = [[int(n) for n in RNG.integers(1_700, 5_000, size=5)] for _ in range(38)]
LAYERS = [[int(n) for n in RNG.integers(460, 1_000, size=6)] for _ in range(4)]
ALIKE = [4_100 + 100 * k for k in range(8)]


def exact(graph: Graph, text: str, role: int) -> tuple[list[int], list[list[int]]]:
    """Instances of all targets and, of the first two, the entries of a role."""
    found = operator(graph, text, engine="factored").roles[role]
    return found.instances.value.tolist(), found.counts(np.array([0, 1])).toarray().tolist()


@pytest.mark.parametrize("leaves", STARS, ids=str)
def test_stars_have_the_product_of_their_leaves(leaves: list[int]) -> None:
    expected, role = math.prod(leaves), len(leaves) // 2
    assert LEAST < expected < MOST
    instances, rows = exact(*star(leaves), role)
    assert instances == [expected, 0]
    assert rows == [[expected // leaves[role]] * leaves[role], [0] * leaves[role]]


@pytest.mark.parametrize("sizes", LAYERS, ids=str)
def test_paths_through_complete_layers_have_the_product_of_the_layers(sizes: list[int]) -> None:
    expected = math.prod(sizes[1:])
    assert LEAST < expected * sizes[0] < MOST
    instances, rows = exact(*layers(sizes), len(sizes) - 2)
    assert instances == [expected] * sizes[0]
    assert rows == [[expected // sizes[-1]] * sizes[-1]] * 2


@pytest.mark.parametrize("leaves", ALIKE)
def test_leaves_of_one_type_have_binomial_many_instances(leaves: int) -> None:
    expected = math.comb(leaves, 5)
    assert LEAST < expected < MOST
    instances, rows = exact(*alike(leaves, 5), 0)
    assert instances == [expected, 0]
    assert rows[0] == [math.comb(leaves - 1, 4)] * leaves


@pytest.mark.parametrize(
    "case", [star([7_000] * 5), alike(9_000, 5)], ids=["several types", "one type"]
)
def test_past_int64_the_operator_is_an_error(case: Any) -> None:
    with pytest.raises(BudgetError, match="past what int64 can count exactly"):
        operator(*case, engine="factored")
