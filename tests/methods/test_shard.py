from __future__ import annotations

import numpy as np
import pytest

from motifcnn.methods.shard import WHOLE, Shard


@pytest.mark.parametrize("size", [1, 2, 3, 5])
def test_shards_are_a_partition_without_padding(size: int) -> None:
    shards = [Shard(number, size).rows(13) for number in range(size)]
    assert sorted(np.concatenate(shards).tolist()) == list(range(13))
    assert max(map(len, shards)) - min(map(len, shards)) <= 1


def test_each_row_is_in_the_shard_that_lists_it() -> None:
    rows = np.arange(13)
    for number in range(3):
        shard = Shard(number, 3)
        assert rows[shard.has(rows)].tolist() == shard.rows(13).tolist()


def test_places_are_the_rows_as_the_shard_lists_them() -> None:
    shard = Shard(2, 4)
    rows = np.array([10, 2, 6])
    assert shard.rows(12)[shard.places(rows)].tolist() == rows.tolist()


def test_a_row_of_another_shard_has_no_place() -> None:
    with pytest.raises(ValueError, match="row 3 is not in shard 0 of 2"):
        Shard(0, 2).places(np.array([2, 3]))


def test_a_process_alone_has_all_rows() -> None:
    assert WHOLE.whole
    assert WHOLE.rows(4).tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize("size", [1, 2, 4])
def test_pieces_are_the_same_however_many_shards_there_are(size: int) -> None:
    shards = [Shard(number, size, each=4 // size) for number in range(size)]
    assert {piece for shard in shards for piece in shard.cut()} == set(Shard(each=4).cut())
    for shard in shards:
        rows = np.concatenate([piece.rows(13) for piece in shard.cut()])
        assert sorted(rows.tolist()) == shard.rows(13).tolist()


def test_all_rows_in_pieces_are_not_whole() -> None:
    assert not Shard(each=4).whole
    assert Shard(each=4).rows(3).tolist() == [0, 1, 2]
