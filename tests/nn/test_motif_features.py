"""Products of the wide form against the operators they are made of."""

from __future__ import annotations

import numpy as np
import pytest
from motifcnn.nn.products import products
from scipy import sparse

import motifcnn as mc
from motifcnn.errors import BudgetError
from motifcnn.graph import Graph, Relation, Schema


@pytest.fixture
def graph() -> Graph:
    rng = np.random.default_rng(1)
    schema = Schema(("paper", "author"), (Relation("paper", "by", "author"),))
    return Graph(
        schema, {("paper", "by", "author"): rng.random((6, 4)) < 0.5}, {"paper": 6, "author": 4}
    )


def test_columns_are_the_targets_and_every_role_of_every_motif_in_order(graph: Graph) -> None:
    operators = [
        mc.operator(graph, mc.Motif.parse(text))
        for text in ("(t:paper)--(c:author)", "(t:paper)--(a:author)--(c:paper)")
    ]
    rng = np.random.default_rng(2)
    x = {
        "paper": (rng.normal(size=(6, 3)).astype(np.float32),),
        "author": (sparse.eye_array(4, dtype=np.float32, format="csr"),),
    }
    found = products(operators, x, x["paper"], unit_rows=False)
    dense = {"paper": x["paper"][0], "author": np.eye(4)}
    parts = [dense["paper"]] + [
        role.matrix.toarray() @ dense[role.node_type] for o in operators for role in o.roles
    ]
    np.testing.assert_allclose(found.columns, np.hstack(parts), atol=1e-6)
    assert found.widths == (3, 4, 4, 3)
    assert found.motifs == (-1, 0, 1, 1)


def test_rows_of_each_product_have_length_one_or_are_empty(graph: Graph) -> None:
    operators = [mc.operator(graph, mc.Motif.parse("(t:paper)--(c:author)"))]
    x = {"paper": (np.ones((6, 2), np.float32),), "author": (np.eye(4, dtype=np.float32),)}
    found = products(operators, x, x["paper"])
    lengths = np.linalg.norm(found.columns[:, 2:], axis=1)
    linked = np.diff(operators[0].roles[0].matrix.indptr) > 0
    np.testing.assert_allclose(lengths, linked.astype(float), atol=1e-6)


def test_products_over_the_memory_limit_are_refused_before_any_work(graph: Graph) -> None:
    x = {"paper": (np.ones((6, 2), np.float32),), "author": (np.eye(4, dtype=np.float32),)}
    operators = [mc.operator(graph, mc.Motif.parse("(t:paper)--(c:author)"))]
    with pytest.raises(BudgetError, match="fewer motifs"):
        products(operators, x, x["paper"], memory_limit=10)
