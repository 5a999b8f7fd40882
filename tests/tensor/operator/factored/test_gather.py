"""Gathering: few products, the same sum."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from motifcnn.tensor.operator.factored.apply import apply_sum, sum_rows
from motifcnn.tensor.operator.factored.counts import Counts
from motifcnn.tensor.operator.factored.elimination import Chain
from motifcnn.tensor.operator.factored.gather import gather
from motifcnn.tensor.operator.factored.pairs import StoredPairs

RNG = np.random.default_rng(0)
A, B = (StoredPairs(sparse.csr_array(RNG.integers(0, 3, (6, 6)))) for _ in range(2))
NUMBERS = RNG.integers(1, 5, (2, 6))
U, W = Counts(6, lambda: NUMBERS[0]), Counts(6, lambda: NUMBERS[1])
a, b, u, w = A.matrix.toarray(), B.matrix.toarray(), np.diag(NUMBERS[0]), np.diag(NUMBERS[1])


def test_a_sum_of_chains_is_their_sum() -> None:
    chains = [
        Chain(1, (None, None, None), (A, B)),
        Chain(-2, (None, U, None), (A, A)),
        Chain(3, (U, W), (B,)),
        Chain(-1, (W, None), (A,)),
        Chain(-1, (U,), ()),
        Chain(2, (None,), ()),
    ]
    expected = a @ b - 2 * a @ u @ a + 3 * u @ b @ w - w @ a - u + 2 * np.eye(6, dtype=int)
    terms = gather(chains, (6, 6))
    np.testing.assert_array_equal(apply_sum(terms, np.eye(6, dtype=np.int64), None, 1), expected)
    np.testing.assert_array_equal(sum_rows(terms, np.array([4, 0])).toarray(), expected[[4, 0]])


def test_chains_that_begin_alike_are_multiplied_once() -> None:
    terms = gather(
        [
            Chain(1, (None, None, None), (A, B)),
            Chain(-1, (None, U, None), (A, A)),
            Chain(-1, (None, None), (A,)),
        ],
        (6, 6),
    )
    (branch,) = terms.branches
    assert branch.inner is not None
    assert len(branch.inner.branches) == 1  # B - U A is one matrix
    assert branch.inner.diagonal is not None


def test_single_links_become_one_matrix() -> None:
    terms = gather(
        [Chain(1, (None, None), (A,)), Chain(2, (U, W), (A,)), Chain(-1, (None, U), (B,))], (6, 6)
    )
    assert len(terms.branches) == 1


def test_equal_counts_are_one_and_all_ones_is_none() -> None:
    again, ones = Counts(6, lambda: U.value.copy()), Counts(6, lambda: np.ones(6, np.int64))
    terms = gather(
        [Chain(1, (U, None, None), (A, B)), Chain(1, (again, ones, None), (A, A))], (6, 6)
    )
    assert len(terms.branches) == 1


def test_chains_that_cancel_vanish() -> None:
    terms = gather(
        [
            Chain(1, (None, None), (A,)),
            Chain(-1, (None, None), (A,)),
            Chain(1, (U,), ()),
            Chain(-1, (U,), ()),
        ],
        (6, 6),
    )
    assert terms.branches == ()
    assert terms.diagonal is None
