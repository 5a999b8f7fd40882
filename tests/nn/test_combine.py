"""Ways to combine motifs."""

from __future__ import annotations

import torch

from motifcnn.nn.combine import CombineMotifs

UNITS = [torch.randn(4, 3) for _ in range(2)]


def test_weighted_sum_has_one_weight_per_motif_for_all_nodes() -> None:
    combine = CombineMotifs(2, 3, "weighted-sum")
    with torch.no_grad():
        combine.weight.copy_(torch.tensor([2.0, -1.0]))
    found, weights = combine(UNITS)
    torch.testing.assert_close(found, 2 * UNITS[0] - UNITS[1])
    assert weights.shape == (4, 2)


def test_concatenation_keeps_every_unit() -> None:
    combine = CombineMotifs(2, 3, "concatenate")
    torch.testing.assert_close(combine(UNITS)[0], torch.cat(UNITS, dim=1))
    assert combine.out_features == 6


def test_attention_is_a_convex_combination() -> None:
    found, weights = CombineMotifs(2, 3, "attention")(UNITS)
    torch.testing.assert_close(weights.sum(dim=1), torch.ones(4))
    torch.testing.assert_close(found, weights[:, :1] * UNITS[0] + weights[:, 1:] * UNITS[1])


def test_a_single_motif_is_passed_on() -> None:
    assert CombineMotifs(1, 3, "attention")(UNITS[:1])[0] is UNITS[0]
