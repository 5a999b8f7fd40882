"""Dropout by hash is dropout."""

from __future__ import annotations

import pytest
import torch
from motifcnn.nn.dropout import block_dropout, dropout


def test_share_of_zeros_and_scale_of_the_rest() -> None:
    dropped = dropout(torch.ones(200, 500), 0.25, seed=1)
    assert sorted(dropped.unique().tolist()) == pytest.approx([0, 4 / 3])
    assert (dropped == 0).float().mean().item() == pytest.approx(0.25, abs=0.01)


def test_rows_and_columns_are_dropped_evenly() -> None:
    dropped = dropout(torch.ones(400, 400), 0.5, seed=7) == 0
    for mean in (dropped.float().mean(0), dropped.float().mean(1)):
        assert mean.min() > 0.38
        assert mean.max() < 0.62


def test_gradient_passes_gradcheck() -> None:
    x = torch.randn(6, 5, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(lambda d: dropout(d, 0.5, 3), x)


def test_nothing_is_dropped_at_zero() -> None:
    x = torch.randn(3, 3)
    assert dropout(x, 0.0, seed=1) is x


def test_block_dropout_leaves_out_whole_blocks_and_keeps_the_mean() -> None:
    torch.manual_seed(0)
    x = torch.randn(400, 7)
    dropped = block_dropout(x, (3, 4), 0.25)
    for columns in (slice(0, 3), slice(3, 7)):
        gone = (dropped[:, columns] == 0).all(dim=1)
        torch.testing.assert_close(dropped[~gone, columns], x[~gone, columns] / 0.75)
        assert 0.15 < gone.float().mean() < 0.35
    assert not torch.equal((dropped[:, 0] == 0), (dropped[:, 3] == 0))


def test_entries_are_left_out_within_the_blocks_that_stay() -> None:
    torch.manual_seed(0)
    dropped = block_dropout(torch.ones(500, 40), (10, 30), 0.5, within=0.2)
    assert sorted(dropped.unique().tolist()) == pytest.approx([0, 2.5])
    stays = (dropped[:, 10:] != 0).any(dim=1)
    assert (dropped[stays, 10:] == 0).float().mean().item() == pytest.approx(0.2, abs=0.02)
    assert stays.float().mean().item() == pytest.approx(0.5, abs=0.1)


def test_without_blocks_entries_are_left_out_everywhere() -> None:
    torch.manual_seed(0)
    dropped = block_dropout(torch.ones(500, 40), (10, 30), 0.0, within=0.2)
    assert (dropped == 0).float().mean().item() == pytest.approx(0.2, abs=0.02)


def test_entries_within_blocks_are_left_out_evenly_and_anew_each_time() -> None:
    torch.manual_seed(0)
    first, second = (
        block_dropout(torch.ones(400, 400), (150, 250), 0.1, within=0.5) for _ in range(2)
    )
    assert not torch.equal(first, second)
    kept = first[:, :150] != 0
    rows = kept[kept.any(dim=1)].float()
    for mean in (rows.mean(0), rows.mean(1)):
        assert 0.3 < mean.min() < mean.max() < 0.7
    # Rows are as unlike one another as coins would have them: pairs agree on half of the entries.
    agreement = (rows @ rows.T + (1 - rows) @ (1 - rows).T)[
        ~torch.eye(len(rows), dtype=torch.bool)
    ] / 150
    assert 0.49 < agreement.mean() < 0.51
    assert agreement.std() < 0.06


def test_double_columns_are_dropped_as_well() -> None:
    dropped = block_dropout(torch.ones(50, 12, dtype=torch.float64), (4, 8), 0.5, within=0.5)
    assert dropped.dtype == torch.float64
    assert sorted(dropped.unique().tolist()) == [0.0, 4.0]
