"""Ways to combine motifs without looking at them."""

from __future__ import annotations

import torch

from motifcnn.nn.combine import MotifConcat, MotifMean, MotifWeights

UNITS = [torch.randn(4, 3) for _ in range(2)]


def test_weights_are_one_per_motif_for_all_nodes_and_learned() -> None:
    combine = MotifWeights(2, 3)
    assert combine.weight.tolist() == [0.5, 0.5]
    with torch.no_grad():
        combine.weight.copy_(torch.tensor([2.0, -1.0]))
    found, weights = combine(UNITS)
    torch.testing.assert_close(found, 2 * UNITS[0] - UNITS[1])
    assert weights.tolist() == [[2.0, -1.0]] * 4
    found.sum().backward()
    expected = torch.stack([unit.sum() for unit in UNITS])
    torch.testing.assert_close(combine.weight.grad, expected)
    assert combine.out_channels == 3


def test_the_mean_has_equal_weights() -> None:
    found, weights = MotifMean(2, 3)(UNITS)
    torch.testing.assert_close(found, (UNITS[0] + UNITS[1]) / 2)
    assert weights.tolist() == [[0.5, 0.5]] * 4


def test_the_mean_leaves_out_motifs_without_instances_unless_there_is_none() -> None:
    present = torch.tensor([[1, 1], [0, 1], [1, 0], [0, 0]], dtype=torch.bool)
    found, weights = MotifMean(2, 3)(UNITS, present)
    assert weights.tolist() == [[0.5, 0.5], [0, 1], [1, 0], [0.5, 0.5]]
    expected = weights[:, :1] * UNITS[0] + weights[:, 1:] * UNITS[1]
    torch.testing.assert_close(found, expected)


def test_a_single_motif_is_passed_on() -> None:
    found, weights = MotifMean(1, 3)(UNITS[:1])
    assert torch.equal(found, UNITS[0])
    assert weights.tolist() == [[1.0]] * 4


def test_concatenation_keeps_every_unit() -> None:
    combine = MotifConcat(2, 3)
    found, weights = combine(UNITS)
    torch.testing.assert_close(found, torch.cat(UNITS, dim=1))
    assert combine.out_channels == 6
    assert weights.tolist() == [[0.5, 0.5]] * 4
