"""Skip-gram has the loss that its formula says, and brings nodes of a walk together."""

from __future__ import annotations

import numpy as np
import torch

from motifcnn.methods.skip_gram import SkipGram, noise_shares

RNG = np.random.default_rng(0)


def filled(nodes: int, dimension: int) -> SkipGram:
    model = SkipGram(nodes, dimension, RNG)
    for weight in model.parameters():
        weight.data.copy_(torch.from_numpy(RNG.normal(size=weight.shape)))
    return model


def test_the_loss_is_that_of_the_formula_pair_by_pair() -> None:
    model, walks, noise = filled(6, 4), RNG.integers(0, 6, (3, 7)), RNG.integers(0, 6, 5)
    found = model(torch.from_numpy(walks), torch.from_numpy(noise), reach=3, negatives=2)
    v, u = (weight.detach().double().numpy() for weight in model.parameters())
    expected = 0.0
    for walk in walks:
        for a, b in np.ndindex(7, 7):
            if 1 <= abs(a - b) <= 3 and walk[a] != walk[b]:
                near = {1: 1, 2: 2 / 3, 3: 1 / 3}[abs(a - b)]
                others = np.log1p(np.exp(u[noise] @ v[walk[a]])).mean()
                expected += near * (np.log1p(np.exp(-v[walk[a]] @ u[walk[b]])) + 2 * others)
    np.testing.assert_allclose(found.item(), expected, rtol=1e-5)


def test_a_step_moves_the_nodes_of_the_batch_alone() -> None:
    model = filled(5, 4)
    model(torch.tensor([[0, 1, 0]]), torch.tensor([3]), reach=2, negatives=1).backward()
    moved = [weight.grad.to_dense().any(dim=1).tolist() for weight in model.parameters()]
    assert moved == [[True, True, False, False, False], [True, True, False, True, False]]


def test_nodes_that_walk_together_get_close() -> None:
    group = np.repeat([0, 1], 60)
    walks = torch.from_numpy(RNG.integers(0, 5, (120, 20)) + 5 * group[:, None])
    model = SkipGram(10, 16, np.random.default_rng(1))
    optimiser = torch.optim.SparseAdam(model.parameters(), 0.01)
    for _ in range(200):
        optimiser.zero_grad()
        model(walks, torch.arange(10), reach=3, negatives=5).backward()
        optimiser.step()
    unit = torch.nn.functional.normalize(model.vectors.weight.detach(), dim=1)
    close = unit @ unit.T
    assert close[:5, :5].mean() > close[:5, 5:].mean() + 0.3


def test_noise_follows_counts_to_the_power_of_three_quarters() -> None:
    walks = RNG.integers(0, 4, (30, 9))
    powers = np.array([(walks == node).sum() ** 0.75 for node in range(6)])
    np.testing.assert_allclose(noise_shares(walks, 6), powers / powers.sum())
