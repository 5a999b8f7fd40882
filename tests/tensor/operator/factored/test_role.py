"""One role as products along the motif."""

from __future__ import annotations

import numpy as np
import pytest

from motifcnn.errors import BudgetError, GraphError
from motifcnn.graph import cache
from motifcnn.motif import Motif
from motifcnn.tensor.operator import FactoredRole, operator
from tests.oracle import brute_force
from tests.small_graphs import MOTIFS, bibliography

MOTIF = Motif.parse(MOTIFS[1])


def role(number: int = 0, normaliser: str = "instances") -> tuple[FactoredRole, np.ndarray]:
    """A factored role and what it stands for, from the definition."""
    graph = bibliography(60)
    instances, matrices = brute_force(graph, MOTIF)
    found = operator(graph, MOTIF, normaliser, engine="factored").roles[number]
    assert isinstance(found, FactoredRole)
    return found, np.divide(
        matrices[number],
        instances[:, None],
        out=np.zeros(matrices[number].shape),
        where=instances[:, None] > 0,
    )


@pytest.mark.parametrize("number", [0, 1])
@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_products_are_those_of_the_matrix(number: int, kind: type) -> None:
    found, dense = role(number)
    rng = np.random.default_rng(0)
    x, g = (rng.standard_normal((size, 3)).astype(kind) for size in dense.shape[::-1])
    rtol = 1e-4 if kind is np.float32 else 1e-10
    assert found.matmul(x).dtype == kind
    np.testing.assert_allclose(found.matmul(x), dense @ x, rtol=rtol, atol=1e-6)
    np.testing.assert_allclose(found.rmatmul(g), dense.T @ g, rtol=rtol, atol=1e-6)


def test_rows_counts_and_matrix_are_those_of_the_definition() -> None:
    found, dense = role(1)
    rows = np.array([4, 0, 4, 59])
    np.testing.assert_allclose(found.rows(rows).toarray(), dense[rows], rtol=1e-6)
    counts = found.counts(rows).toarray()
    np.testing.assert_array_equal(counts, np.rint(dense * found.instances.value[:, None])[rows])
    assert found.matrix is found.matrix
    np.testing.assert_allclose(found.matrix.toarray(), dense, rtol=1e-6)


def test_sums_of_whole_numbers_are_exact() -> None:
    found, dense = role(1)
    x = np.arange(60)[:, None] * 10**12
    expected = np.rint(dense * found.instances.value[:, None]).astype(np.int64) @ x
    np.testing.assert_array_equal(found.sums(x), expected)
    with pytest.raises(BudgetError, match="past int64"):
        found.sums(np.full((60, 1), 2**61))


def test_one_value_per_node_must_be_a_column() -> None:
    found, _ = role()
    with pytest.raises(GraphError, match=r"give one value as a column, x\[:, None\]"):
        found.matmul(np.ones(found.shape[1]))


@pytest.mark.parametrize("number", [0, 1])
def test_bytes_are_at_least_those_that_it_stores(number: int) -> None:
    found, _ = role(number)
    before = found.nbytes
    found.matmul(np.ones((found.shape[1], 2), np.float32))
    found.rmatmul(np.ones((found.shape[0], 2), np.float32))
    links = [pairs for chain in found.chains for pairs in chain.pairs]
    own = cache._arrays(found.__dict__, {})
    shared = cache._arrays([(p.matrix, p.transposed.matrix) for p in links], {})
    assert sum(own.values()) - sum(shared.values()) <= before
    assert found.nbytes == before
    assert cache.held_bytes(found) == before


def test_a_matrix_that_is_written_out_counts() -> None:
    found, _ = role()
    before, matrix = found.nbytes, found.matrix
    assert found.nbytes == before + matrix.nnz * 8 + matrix.indptr.nbytes
