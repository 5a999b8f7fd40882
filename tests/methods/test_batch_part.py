"""Parts of a batch have the dropout of the whole."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from motifcnn.methods.batch_part import PartMotifCNN, PartRows, drop_part, part_of_batch
from motifcnn.nn.features import drop


@pytest.mark.parametrize("columns", [3, 600])
def test_parts_together_are_the_batch(columns: int) -> None:
    """With few entries torch draws the mask, with many the compiled hash."""
    x = torch.randn(40, columns)
    torch.manual_seed(5)
    whole = drop(x, 0.4), torch.rand(1)
    for rank in range(3):
        places = np.arange(rank, 40, 3)
        torch.manual_seed(5)
        with part_of_batch(places, 40):
            found = PartRows(x[places]).dropped(0.4)
        torch.testing.assert_close(found, whole[0][places])
        assert torch.rand(1) == whole[1], "all ranks go on from the same state"


def test_a_rank_without_rows_draws_as_the_others_do() -> None:
    torch.manual_seed(5)
    drop(torch.ones(8, 2), 0.5)
    expected = torch.rand(1)
    torch.manual_seed(5)
    with part_of_batch(np.empty(0, np.int64), 8):
        assert drop_part(torch.ones(0, 2), 0.5).shape == (0, 2)
    assert torch.rand(1) == expected


def test_outside_of_a_batch_rows_are_all_there_are() -> None:
    x, weight = torch.randn(6, 2), torch.randn(2, 3)
    torch.manual_seed(5)
    expected = drop(x, 0.5)
    torch.manual_seed(5)
    assert torch.equal(drop_part(x, 0.5), expected)
    assert torch.equal(PartRows(x) @ weight, x @ weight)


def test_the_head_drops_only_in_training() -> None:
    network = PartMotifCNN(["(t:a)--(c:a)"], {"a": 2}, 3, target="a", hidden=(4,), dropout=0.5)
    h = torch.randn(2, 4)
    network.eval()
    assert torch.equal(network.head(h), network.output(h))
    network.train()
    torch.manual_seed(5)
    expected = network.output(drop(torch.ones(5, 4), 0.5)[[1, 4]] * h)
    torch.manual_seed(5)
    with part_of_batch(np.array([1, 4]), 5):
        assert torch.equal(network.head(h), expected)
