"""Skip-gram takes the gradient steps of its loss."""

from __future__ import annotations

import numpy as np

from motifcnn.methods.skip_gram import SkipGram, begin, learn


def sigma(x: float) -> float:
    return 1 / (1 + np.exp(-x))


def test_one_pair_against_the_formula() -> None:
    rng = np.random.default_rng(0)
    v, u = (rng.random((2, 6)).astype(np.float32) for _ in range(2))
    model = SkipGram(v.copy(), u.copy())
    # Two nodes: every negative is one of the two, and one that is the centre itself is left out.
    loss = learn(
        model, np.array([[0, 1]], dtype=np.int32), reach=1, negatives=0, rates=(0.1, 0.1), seed=0
    )
    w, c = v.astype(float), u.astype(float)
    total = 0.0
    for centre, other in ((0, 1), (1, 0)):
        probability = sigma(w[other] @ c[centre])
        total -= np.log(probability)
        step = 0.1 * (1 - probability)
        w[other], c[centre] = w[other] + step * c[centre], c[centre] + step * w[other]
    np.testing.assert_allclose(model.vectors, w, rtol=1e-5)
    np.testing.assert_allclose(model.contexts, c, rtol=1e-5)
    np.testing.assert_allclose(loss, total / 2, rtol=1e-5)


def test_negatives_are_pushed_away() -> None:
    model = begin(3, 4, seed=0)
    before = SkipGram(model.vectors.copy(), np.ones((3, 4), dtype=np.float32))
    model.contexts[:] = 1
    learn(
        model,
        np.array([[0, 1, -1]], dtype=np.int32),
        reach=2,
        negatives=20,
        rates=(0.1, 0.1),
        seed=0,
    )
    assert np.array_equal(model.vectors[2], before.vectors[2])
    assert not np.array_equal(model.vectors[:2], before.vectors[:2])


def test_nodes_that_walk_together_get_close_and_the_seed_decides() -> None:
    rng = np.random.default_rng(0)
    group = np.repeat([0, 1], 300)
    walks = (rng.integers(0, 5, (600, 20)) + 5 * group[:, None]).astype(np.int32)
    models = [begin(10, 16, seed=1) for _ in range(2)]
    for model in models:
        for i in range(3):
            learn(model, walks, reach=3, negatives=5, rates=(0.05, 0.05), seed=i)
    assert np.array_equal(models[0].vectors, models[1].vectors)
    unit = models[0].vectors / np.linalg.norm(models[0].vectors, axis=1, keepdims=True)
    close = unit @ unit.T
    assert close[:5, :5].mean() > close[:5, 5:].mean() + 0.3


def test_walks_without_a_step_change_nothing() -> None:
    model = begin(3, 4, seed=0)
    vectors = model.vectors.copy()
    assert (
        learn(
            model, np.empty((0, 5), dtype=np.int32), reach=2, negatives=2, rates=(0.1, 0.1), seed=0
        )
        == 0
    )
    assert (
        learn(
            model,
            np.array([[1, -1]], dtype=np.int32),
            reach=2,
            negatives=2,
            rates=(0.1, 0.1),
            seed=0,
        )
        == 0
    )
    assert np.array_equal(model.vectors, vectors)
