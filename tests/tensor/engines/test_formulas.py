"""The formulas: each is found for the motifs it is meant for, and each equals brute force."""

from __future__ import annotations

import numpy as np
import pytest

from motifcnn.graph import Graph, Relation, Schema
from motifcnn.motif import Motif
from motifcnn.motif.roles import RoleRule
from motifcnn.tensor import count
from motifcnn.tensor.engines.formulas import find_formula
from motifcnn.tensor.pattern.problem import make_problem
from tests.oracle import brute_force

SCHEMA = Schema(
    ("author", "paper", "venue"),
    (
        Relation("paper", "by", "author"),
        Relation("paper", "in", "venue"),
        Relation("paper", "cites", "paper"),
        Relation("author", "knows", "author", directed=False),
    ),
)
FORMULAS = {
    "(t:paper)--(c:author)": "edge",
    "(a:author)--(t:paper)--(c:venue)": "centre",
    "(a:author)--(t:paper)--(c:author)": "centre",
    "(t:paper)-->(a:paper), (t)<--(c:paper)": "centre",
    "(t:paper)--(a:author)--(c:paper)": "path",
    "(t:paper)-->(a:paper)-->(c:paper)": "path",
    "(t:paper)-->(a:paper)<--(c:paper)": "path",
    "(t:author)--(p:paper)--(c:venue)": "path",
    "(t:author)--(a:author)--(c:author)--(t)": "closed",
    "(t:paper)--(a:author)--(c:paper)--(t)": "closed",
    "(t:paper)-->(a:paper)-->(c:paper)-->(t)": "closed",
    "(t:author)--(a:author)--(c:paper)--(t)": "closed",
    "(t:author)--(p:paper)--(v:venue)--(q:paper)--(t)": "ring",
    "(t:author)--(a:author)--(b:author)--(c:author)--(t)": "ring",
    "(t:paper)--(a:author)--(q:paper)--(v:venue)--(t)": "ring",
    "(t:author)--(a:author)--(b:author)--(c:author)--(t)--(b), (a)--(c)": "clique",
    "(t:paper)-->(a:paper), (t)-->(b:paper)-->(c:paper)<--(a)": "ring",
    "(t:paper)-->(a:paper)--(c:paper)--(b:paper)<--(t), (a)--(b)": None,
    "(t:author)--(a:author)--(b:author)--(c:author)": None,
}


def graph(seed: int) -> Graph:
    rng = np.random.default_rng(seed)
    counts = {"author": 7, "paper": 8, "venue": 3}
    adjacency = {
        r.key: rng.random((counts[r.source], counts[r.target])) < 0.45 for r in SCHEMA.relations
    }
    return Graph(SCHEMA, adjacency, counts)


@pytest.mark.parametrize(("pattern", "formula"), FORMULAS.items())
def test_the_formula_that_fits_is_found(pattern: str, formula: str | None) -> None:
    found = find_formula(make_problem(graph(0), Motif.parse(pattern, target="t"), induced=False))
    assert (found.__name__ if found else None) == formula


@pytest.mark.parametrize("rule", ["orbit", "swap", "context", "none"])
@pytest.mark.parametrize("pattern", FORMULAS)
def test_every_engine_on_every_shape_equals_brute_force(pattern: str, rule: RoleRule) -> None:
    motif = Motif.parse(pattern, target="t", roles=rule)
    engines = ["auto", "join", "enumerate", *(["matrix"] if FORMULAS[pattern] else [])]
    if FORMULAS[pattern] and len(motif.nodes) <= 3:
        engines.append("scipy")
    for seed in (1, 2):
        instances, roles = brute_force(graph(seed), motif)
        for engine in engines:
            tensor = count(graph(seed), motif, engine=engine)
            np.testing.assert_array_equal(tensor.instances, instances, err_msg=engine)
            for found, expected in zip(tensor.roles, roles, strict=True):
                np.testing.assert_array_equal(found.matrix.toarray(), expected, err_msg=engine)


def test_counting_leaves_the_graph_as_it_was() -> None:
    one, two = graph(3), graph(3)
    for pattern in FORMULAS:
        count(one, Motif.parse(pattern, target="t"))
        assert count(one, Motif.parse(pattern, target="t")) == count(
            two, Motif.parse(pattern, target="t")
        ), pattern
    assert one == two
