"""Precomputed products are those of the operator, for all targets and for some."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from scipy import sparse

from motifcnn.errors import BudgetError
from motifcnn.motif.motif import Motif
from motifcnn.nn.fused import precomputed as module
from motifcnn.nn.fused.precomputed import precomputed
from motifcnn.nn.motif_conv import MotifConv
from motifcnn.nn.sparse import OneHot, SparseMatrix
from motifcnn.tensor.operator import operator
from tests.small_graphs import MOTIFS, bibliography

CPU = torch.device("cpu")
GRAPH = bibliography()
X = {
    "dense": {t: torch.randn(n, 5) for t, n in GRAPH.counts.items()},
    "sparse": {
        t: SparseMatrix(sparse.random_array((n, 5), density=0.3, rng=np.random.default_rng(0)))
        for t, n in GRAPH.counts.items()
    },
    "one-hot": {t: OneHot(n) for t, n in GRAPH.counts.items()},
}


def dense(x: object) -> np.ndarray:
    if isinstance(x, OneHot):
        return np.eye(x.n)
    return x.csr.toarray() if isinstance(x, SparseMatrix) else x.numpy()


@pytest.mark.parametrize("unit", [False, True])
@pytest.mark.parametrize("kind", list(X))
@pytest.mark.parametrize("engine", ["materialised", "factored"])
def test_products_and_presence_are_those_of_the_matrices(
    engine: str, kind: str, unit: bool
) -> None:
    applied = operator(GRAPH, Motif.parse(MOTIFS[1]), engine=engine)  # type: ignore[arg-type]
    exact = operator(GRAPH, Motif.parse(MOTIFS[1]), engine="materialised")
    found = precomputed(applied, X[kind], unit=unit)
    for role, known in zip(exact.roles, found.roles, strict=True):
        expected = role.matrix.toarray() @ dense(X[kind][role.node_type])
        if unit:
            length = np.linalg.norm(expected, axis=1, keepdims=True)
            expected = np.divide(expected, length, out=np.zeros_like(expected), where=length > 0)
        assert known.node_type == role.node_type
        np.testing.assert_allclose(dense(known.product), expected, rtol=1e-4, atol=1e-6)
    with_instances = np.diff(exact.roles[0].matrix.indptr) > 0
    assert np.array_equal(found.present.numpy(), with_instances)


@pytest.mark.parametrize("unit", [False, True])
@pytest.mark.parametrize("kind", list(X))
def test_a_convolution_of_some_targets_is_its_rows_with_the_operator(kind: str, unit: bool) -> None:
    motif, rows = Motif.parse(MOTIFS[1]), np.array([7, 0, 7, 119])
    x, widths = X[kind], {t: x.shape[1] for t, x in X[kind].items()}
    conv = MotifConv(motif, widths, 4, unit_rows=unit)
    applied = operator(GRAPH, motif)
    whole = conv(x, applied)
    some = precomputed(applied, x, unit=unit).rows(rows, CPU)
    own = x["paper"]
    own = own[torch.as_tensor(rows)] if isinstance(own, torch.Tensor) else dense(own)[rows]
    own = torch.as_tensor(own, dtype=torch.float32)
    torch.testing.assert_close(
        conv({}, some, own), whole[torch.as_tensor(rows)], rtol=1e-4, atol=1e-5
    )
    assert np.array_equal(some.present, precomputed(applied, x).present[torch.as_tensor(rows)])


@pytest.mark.parametrize("kind", list(X))
@pytest.mark.parametrize("engine", ["materialised", "factored"])
def test_products_of_some_rows_are_rows_of_the_products(engine: str, kind: str) -> None:
    applied = operator(GRAPH, Motif.parse(MOTIFS[1]), engine=engine)  # type: ignore[arg-type]
    rows = np.arange(1, 120, 3)
    whole, some = precomputed(applied, X[kind]), precomputed(applied, X[kind], rows=rows)
    for expected, known in zip(whole.roles, some.roles, strict=True):
        assert known.node_type == expected.node_type
        np.testing.assert_allclose(
            dense(known.product), dense(expected.product)[rows], rtol=1e-4, atol=1e-6
        )
    assert np.array_equal(some.present, whole.present[torch.as_tensor(rows)])


@pytest.mark.parametrize("shards", [1, 2, 4])
@pytest.mark.parametrize("engine", ["materialised", "factored"])
def test_rows_chosen_by_few_have_the_same_bits_in_every_shard(engine: str, shards: int) -> None:
    applied = operator(GRAPH, Motif.parse(MOTIFS[1]), engine=engine)  # type: ignore[arg-type]
    few, x = np.arange(0, 120, 4), X["dense"]
    expected = precomputed(applied, x, rows=np.arange(120), few=few)
    for number in range(shards):
        rows = np.arange(number, 120, shards)
        found = precomputed(applied, x, rows=rows, few=few)
        for one, whole in zip(found.roles, expected.roles, strict=True):
            assert np.array_equal(dense(one.product), dense(whole.product)[rows])


def test_a_product_over_the_free_memory_is_refused_before_any_work(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "free_share", lambda: 1000)
    applied = operator(GRAPH, Motif.parse(MOTIFS[1]))
    with pytest.raises(BudgetError, match="120 targets and 5 input columns"):
        precomputed(applied, X["dense"])
