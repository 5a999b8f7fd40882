"""The layers of a column network in one operation equal their definition, and so do their gradients."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from motifcnn.baselines.cln_recurrence import recur, recur_by_definition
from motifcnn.baselines.cln_steps import steps
from motifcnn.baselines.slices import places, slices
from tests.small_graphs import bibliography


@pytest.mark.parametrize("rows", [[7], [119, 4, 50], range(120)])
@pytest.mark.parametrize("d", [5, 40])
def test_values_and_gradients_equal_the_definition(rows: list[int], d: int) -> None:
    graph = bibliography()
    place = places(graph)
    found = steps(
        slices(graph), tuple(place.values()), list(place).index("paper"), np.array(rows), 4
    )
    generator = torch.Generator().manual_seed(0)

    def drawn(*shape: int) -> torch.Tensor:
        return (0.3 * torch.randn(*shape, generator=generator)).requires_grad_()

    h, own, bias, gates = drawn(sum(found.sizes), d), drawn(d, 2 * d), drawn(d), drawn(4, d)
    relations = [drawn(d, 2 * d) for _ in range(4)]
    given = [h, own, bias, gates, *relations]
    towards = torch.randn(len(rows), d, generator=generator)
    results = []
    for way in (recur, recur_by_definition):
        out = way(found, h, own, relations, bias, gates)[1][torch.from_numpy(found.leave)]
        results.append((out, torch.autograd.grad((out * towards).sum(), given)))
    torch.testing.assert_close(results[0][0], results[1][0], rtol=1e-4, atol=1e-5)
    for one, two in zip(results[0][1], results[1][1], strict=True):
        torch.testing.assert_close(one, two, rtol=1e-3, atol=1e-4)


def test_nothing_is_kept_for_gradients_that_nobody_asks_for() -> None:
    graph = bibliography()
    place = places(graph)
    found = steps(slices(graph), tuple(place.values()), 1, np.arange(120), 2)
    own, relations = torch.randn(3, 6, requires_grad=True), [torch.randn(3, 6) for _ in range(4)]
    with torch.no_grad():
        states = recur(
            found,
            torch.randn(sum(found.sizes), 3),
            own,
            relations,
            torch.zeros(3),
            torch.zeros(2, 3),
        )
    assert not any(state.requires_grad for state in states)
