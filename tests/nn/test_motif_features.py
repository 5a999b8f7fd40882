"""Motif features against the matrices of the operators that they are made of."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from motifcnn.errors import BudgetError
from motifcnn.graph import Graph, Relation, Schema
from motifcnn.motif.motif import Motif
from motifcnn.nn.motif_features import motif_features
from motifcnn.tensor.operator import MotifOperator, operator

MOTIFS = ("(t:paper)--(c:author)", "(t:paper)--(a:author)--(c:paper)")


@pytest.fixture
def graph() -> Graph:
    rng = np.random.default_rng(1)
    schema = Schema(("paper", "author"), (Relation("paper", "by", "author"),))
    links = rng.random((6, 4)) < 0.5
    links[2] = False  # a paper without authors
    return Graph(schema, {("paper", "by", "author"): links}, {"paper": 6, "author": 4})


def applied(graph: Graph, engine: str = "materialised") -> list[MotifOperator]:
    return [operator(graph, Motif.parse(text), engine=engine) for text in MOTIFS]


@pytest.mark.parametrize("engine", ["materialised", "factored"])
def test_columns_are_the_targets_and_every_role_of_every_motif_in_order(
    graph: Graph, engine: str
) -> None:
    rng = np.random.default_rng(2)
    x = {
        "paper": (rng.normal(size=(6, 3)).astype(np.float32),),
        "author": (sparse.eye_array(4, dtype=np.float32, format="csr"),),
    }
    found = motif_features(applied(graph, engine), x, x["paper"], unit_rows=False)
    dense = {"paper": x["paper"][0], "author": np.eye(4)}
    parts = [dense["paper"]] + [
        role.matrix.toarray() @ dense[role.node_type]
        for each in applied(graph)
        for role in each.roles
    ]
    np.testing.assert_allclose(found.columns, np.hstack(parts), atol=1e-6)
    assert found.columns.dtype == np.float32
    assert found.widths == (3, 4, 4, 3)
    assert found.motifs == (-1, 0, 1, 1)


def test_each_block_of_input_is_a_product_of_its_own(graph: Graph) -> None:
    blocks = [np.full((4, width), width, np.float32) for width in (1, 2)]
    own = [np.ones((6, 5), np.float32), np.zeros((6, 1), np.float32)]
    found = motif_features(applied(graph)[:1], {"author": blocks}, own, unit_rows=False)
    assert found.widths == (5, 1, 1, 2)
    assert found.motifs == (-1, -1, 0, 0)
    linked = graph.adjacency["paper", "by", "author"].sum(axis=1) > 0
    np.testing.assert_allclose(found.columns[:, 6:], linked[:, None] * np.array([[1.0, 2, 2]]))


def test_rows_of_each_product_have_length_one_or_are_empty(graph: Graph) -> None:
    x = {"paper": (np.ones((6, 2), np.float32),), "author": (np.eye(4, dtype=np.float32),)}
    found = motif_features(applied(graph)[:1], x, x["paper"])
    linked = np.diff(applied(graph)[0].roles[0].matrix.indptr) > 0
    assert not linked.all()
    np.testing.assert_allclose(
        np.linalg.norm(found.columns[:, 2:], axis=1), linked.astype(float), atol=1e-6
    )
    np.testing.assert_allclose(np.linalg.norm(found.columns[:, :2], axis=1), 1.0, atol=1e-6)


def test_types_that_feed_in_nothing_have_no_columns(graph: Graph) -> None:
    x = {"paper": (np.ones((6, 2), np.float32),), "author": ()}
    found = motif_features(applied(graph), x, x["paper"])
    assert found.widths == (2, 2)
    assert found.motifs == (-1, 1)
    alone = motif_features(applied(graph), x, [])
    assert (alone.columns.shape, alone.motifs) == ((6, 2), (1,))


def test_products_over_the_memory_limit_are_refused_before_any_work(
    graph: Graph, monkeypatch: pytest.MonkeyPatch
) -> None:
    x = {"paper": (np.ones((6, 2), np.float32),), "author": (np.eye(4, dtype=np.float32),)}
    operators = applied(graph)[:1]
    monkeypatch.setattr(type(operators[0].roles[0]), "matmul", lambda *_: pytest.fail("multiplied"))
    with pytest.raises(BudgetError, match=r"6 rows and 6 columns.*fewer motifs"):
        motif_features(operators, x, x["paper"], memory_limit=4 * 6 * 6 - 1)
