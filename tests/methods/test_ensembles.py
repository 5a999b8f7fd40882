"""Ensembles find out whom to believe."""

from __future__ import annotations

import numpy as np

from motifcnn.methods.ensembles import by_co_training, by_em, by_svm, reliabilities

RNG = np.random.default_rng(0)
N, CLASSES, ROWS = 400, 3, np.arange(60)
TRUTH = RNG.integers(0, CLASSES, N)
Y = TRUTH[ROWS]


def voter(accuracy: float, coverage: float = 1.0) -> np.ndarray:
    said = np.where(RNG.random(N) < accuracy, TRUTH, RNG.integers(0, CLASSES, N))
    votes = np.full((N, CLASSES), 0.1, dtype=np.float32)
    votes[np.arange(N), said] = 0.8
    votes[RNG.random(N) > coverage] = 0
    return votes


VOTES = np.stack([voter(0.9, 0.9), voter(0.0), voter(0.0), voter(0.0)])


def accuracy(probabilities: np.ndarray) -> float:
    assert probabilities.shape == (N, CLASSES)
    np.testing.assert_allclose(probabilities.sum(axis=1), 1, rtol=1e-6)
    return float((probabilities.argmax(axis=1) == TRUTH)[len(ROWS) :].mean())


def test_a_good_voter_among_bad_ones_is_believed() -> None:
    alone, equal = (
        (votes.sum(axis=0).argmax(axis=1) == TRUTH)[len(ROWS) :].mean()
        for votes in (VOTES[:1], VOTES)
    )
    held_out = VOTES[:, ROWS]
    for probabilities in (
        by_svm(VOTES, held_out, Y, inverse_l2=0.01, seed=0),
        by_em(VOTES, held_out, ROWS, Y, 3),
    ):
        assert equal + 0.1 < accuracy(probabilities) >= alone - 0.02


def test_reliability_is_what_a_voter_gets_right_beyond_guessing() -> None:
    good, *bad = reliabilities(VOTES[:, ROWS], Y)
    assert good > 0.2 > 0.05 > max(bad) > 0
    silent = np.zeros((1, 60, CLASSES), dtype=np.float32)
    assert 0 < reliabilities(silent, Y)[0] <= 0.001


def test_a_perfect_voter_settles_em() -> None:
    perfect = np.eye(CLASSES, dtype=np.float32)[TRUTH][None]
    belief = by_em(perfect, perfect[:, ROWS], ROWS, Y, 2)
    assert accuracy(belief) == 1
    # One voter, uniform noise floor: the posterior is prior times the smoothed confusion, by hand
    # for the first round.
    first = by_em(perfect, perfect[:, ROWS], ROWS, Y, 1)
    prior = (np.bincount(Y, minlength=3) + 1) / 63
    confusion = np.diag(np.bincount(Y, minlength=3)) + 1.0
    confusion /= confusion.sum(axis=1, keepdims=True)
    expected = prior * confusion[:, TRUTH[100]]
    np.testing.assert_allclose(first[100], expected / expected.sum())


def test_one_class_alone_is_what_the_svm_says() -> None:
    assert (by_svm(VOTES, VOTES[:, ROWS], np.full(60, 1), inverse_l2=1.0, seed=0)[:, 1] == 1).all()


def test_co_training_passes_seeds_on() -> None:
    # A line of nodes; a vote reaches the next node only, so each round goes one node further.
    def spread(rows: np.ndarray, y: np.ndarray) -> np.ndarray:
        votes = np.zeros((1, 10, 2), dtype=np.float32)
        for row, c in zip(rows, y, strict=True):
            votes[0, [row, min(row + 1, 9)], c] = 1
        return votes

    seeds, y, weights, shares = (
        np.array([0]),
        np.array([1]),
        np.ones(1, np.float32),
        np.array([0.9, 0.1]),
    )
    for rounds in (0, 3):
        found = by_co_training(spread, seeds, y, weights, shares, rounds=rounds, gain=1.0)
        np.testing.assert_allclose(found[: rounds + 2], np.tile([0, 1], (rounds + 2, 1)))
        np.testing.assert_allclose(found[rounds + 2 :], np.tile(shares, (8 - rounds, 1)))
