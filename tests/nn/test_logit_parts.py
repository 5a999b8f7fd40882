from __future__ import annotations

import pytest
import torch
from torch import nn

from motifcnn.nn.attention import MotifAttention
from motifcnn.nn.combine import MotifConcat, MotifMean, MotifWeights
from motifcnn.nn.logit_parts import vector_parts

UNITS = [torch.randn(6, 4, generator=torch.Generator().manual_seed(k)) for k in range(3)]
PRESENT = torch.tensor([[1, 0, 1], [0, 0, 0], [0, 1, 0]] * 2, dtype=torch.bool)


@pytest.mark.parametrize("present", [None, PRESENT], ids=["all", "masked"])
@pytest.mark.parametrize(
    "combine",
    [
        MotifAttention(3, 4),
        MotifAttention(3, 4, heads=2, bias=True),
        MotifAttention(3, 4, shared=True, scaled=False),
        MotifMean(3, 4),
        MotifWeights(3, 4),
        MotifConcat(3, 4),
    ],
    ids=["one head", "two heads", "shared", "mean", "weights", "side by side"],
)
def test_parts_of_motifs_add_up_to_the_vectors_of_the_layer(
    combine: nn.Module, present: torch.Tensor | None
) -> None:
    with torch.no_grad():
        parts = vector_parts(combine, UNITS, present)
        torch.testing.assert_close(sum(parts), combine(UNITS, present)[0])


@pytest.mark.parametrize("combine", [MotifAttention(3, 4, heads=2, bias=True), MotifMean(3, 4)])
def test_weights_of_the_others_add_up_to_one_without_a_motif(combine: nn.Module) -> None:
    ones = [torch.ones(6, 4)] * 3
    with torch.no_grad():
        parts = vector_parts(combine, ones, PRESENT, without=1)
    rest = parts[0] + parts[2]
    torch.testing.assert_close(rest, torch.ones_like(rest))


def test_attention_falls_back_on_all_others_where_only_the_left_out_motif_is_present() -> None:
    combine = MotifAttention(3, 4)
    with torch.no_grad():
        parts = vector_parts(combine, [torch.ones(6, 4)] * 3, PRESENT, without=1)
    assert (parts[0][2] > 0).all() and (parts[2][2] > 0).all()
    assert not parts[1].any()
