"""Bits of words, and matrices of bits."""

from __future__ import annotations

import numba as nb
import numpy as np
import pytest

from motifcnn.tensor.engines.compiled.bits import bit_rows, lowest, ones
from motifcnn.tensor.engines.compiled.segments import unsigned
from tests.tensor.engines.compiled.dense import random_links


@nb.njit
def _count(word):  # type: ignore[no-untyped-def]
    return ones(word)


@nb.njit
def _first(word):  # type: ignore[no-untyped-def]
    return lowest(word)


@pytest.mark.parametrize("word", [1, 2, 0b1011000, 2**63, 2**64 - 1, 0x8000_0000_0001_0000])
def test_bits_are_counted_and_the_lowest_is_found(word: int) -> None:
    assert _count(np.uint64(word)) == word.bit_count()
    assert _first(np.uint64(word)) == (word & -word).bit_length() - 1
    assert _count(np.uint64(0)) == 0


@pytest.mark.parametrize("columns", [1, 63, 64, 65, 200])
def test_rows_of_bits_are_the_rows_of_the_matrix(columns: int) -> None:
    matrix = random_links(columns, 9, columns)
    words = bit_rows(matrix.indptr, unsigned(matrix.indices), columns)
    assert words.shape == (9, -(-columns // 64))
    bits = np.unpackbits(words.view(np.uint8), axis=1, bitorder="little")[:, :columns]
    np.testing.assert_array_equal(bits.astype(bool), matrix.toarray())
