"""Dropout by hash is dropout: shares, independence, seeds and threads."""

from __future__ import annotations

import numba
import numpy as np
import pytest
import torch

from motifcnn.nn.features import drop_blocks
from motifcnn.nn.fused.dropout import drop_blocks as kernel


def dropped(
    x: np.ndarray, share: float, seed: int = 1, ends: tuple[int, ...] | None = None
) -> np.ndarray:
    """The kernel on its own, with factors of 1."""
    blocks = np.array(ends or (x.shape[1],))
    out = np.full_like(x, np.nan)
    factors = np.ones((len(x), len(blocks)), x.dtype)
    kernel(x, blocks, factors, out, np.uint32(int(share * 2**32)), np.uint32(seed))
    return out


@pytest.mark.parametrize("share", [0.0, 0.1, 0.25, 0.5, 0.9])
def test_the_share_of_zeros_is_that_of_coins(share: float) -> None:
    x = np.ones((300, 500), np.float32)
    found = float((dropped(x, share) == 0).mean())
    assert abs(found - share) <= 5 * np.sqrt(share * (1 - share) / x.size)


def test_what_stays_is_multiplied_by_the_factor_of_its_row_and_block() -> None:
    rng = np.random.default_rng(0)
    x, factors = rng.random((40, 9), np.float32) + 1, rng.random((40, 3), np.float32) + 1
    out = np.empty_like(x)
    kernel(x, np.array([2, 3, 9]), factors, out, np.uint32(2**31), np.uint32(5))
    expected = x * np.repeat(factors, [2, 1, 6], axis=1)
    np.testing.assert_allclose(out, np.where(out == 0, 0, expected), rtol=1e-6)
    assert 0.3 < (out == 0).mean() < 0.7


@pytest.mark.parametrize("seed", [0, 7, 2**32 - 1])
def test_rows_and_columns_are_dropped_evenly(seed: int) -> None:
    gone = dropped(np.ones((400, 400), np.float32), 0.5, seed) == 0
    for mean in (gone.mean(axis=0), gone.mean(axis=1)):
        assert mean.min() > 0.38
        assert mean.max() < 0.62


def test_rows_and_columns_are_as_unlike_one_another_as_coins() -> None:
    kept = (dropped(np.ones((200, 200), np.float32), 0.5, 3) != 0).astype(float)
    for lines in (kept, kept.T):
        agreement = (lines @ lines.T + (1 - lines) @ (1 - lines).T) / 200
        pairs = agreement[~np.eye(200, dtype=bool)]
        assert 0.49 < pairs.mean() < 0.51
        assert pairs.std() < 0.05
        assert pairs.max() < 0.85


def test_another_seed_drops_others_and_the_blocks_do_not_matter() -> None:
    x = np.ones((200, 50), np.float32)
    one, other = dropped(x, 0.5, 1), dropped(x, 0.5, 2)
    assert 0.4 < (one == other).mean() < 0.6
    np.testing.assert_array_equal(dropped(x, 0.5, 1, (10, 50)), one)


def test_the_number_of_threads_does_not_change_a_bit() -> None:
    x, threads = np.random.default_rng(0).random((500, 60), np.float32), numba.get_num_threads()
    many = dropped(x, 0.3)
    try:
        numba.set_num_threads(1)
        np.testing.assert_array_equal(dropped(x, 0.3), many)
    finally:
        numba.set_num_threads(threads)


def test_the_seed_of_torch_decides() -> None:
    x, drops = torch.ones(100, 60), []
    for seed in (3, 3, 4):
        torch.manual_seed(seed)
        drops.append(drop_blocks(x, [20, 40], 0.2, 0.3))
    assert torch.equal(drops[0], drops[1])
    assert not torch.equal(drops[0], drops[2])


def test_block_dropout_leaves_out_whole_blocks_and_keeps_the_mean() -> None:
    torch.manual_seed(0)
    x = torch.randn(400, 7)
    found = drop_blocks(x, [3, 4], 0.25, 0.0)
    for columns in (slice(0, 3), slice(3, 7)):
        gone = (found[:, columns] == 0).all(dim=1)
        torch.testing.assert_close(found[~gone, columns], x[~gone, columns] / 0.75)
        assert 0.15 < gone.float().mean() < 0.35
    assert not torch.equal((found[:, 0] == 0), (found[:, 3] == 0))


def test_entries_are_left_out_within_the_blocks_that_stay() -> None:
    torch.manual_seed(0)
    found = drop_blocks(torch.ones(500, 40), [10, 30], 0.5, 0.2)
    assert sorted(found.unique().tolist()) == pytest.approx([0, 2.5])
    stays = (found[:, 10:] != 0).any(dim=1)
    assert (found[stays, 10:] == 0).float().mean().item() == pytest.approx(0.2, abs=0.02)
    assert stays.float().mean().item() == pytest.approx(0.5, abs=0.1)


def test_the_mean_of_many_drops_is_the_matrix() -> None:
    torch.manual_seed(0)
    x = torch.randn(6, 5)
    drops = torch.stack([drop_blocks(x, [2, 3], 0.3, 0.4) for _ in range(1500)])
    error = drops.std(dim=0) / 1500**0.5
    assert ((drops.mean(dim=0) - x).abs() <= 4.5 * error + 1e-6).all()


def test_entries_are_left_out_anew_each_time() -> None:
    torch.manual_seed(0)
    first, second = (drop_blocks(torch.ones(50, 40), [40], 0.0, 0.5) for _ in range(2))
    assert not torch.equal(first, second)


def test_double_columns_are_dropped_as_well() -> None:
    found = drop_blocks(torch.ones(50, 12, dtype=torch.float64), [4, 8], 0.5, 0.5)
    assert found.dtype == torch.float64
    assert sorted(found.unique().tolist()) == [0.0, 4.0]
