"""The core of a graph: its links as bits, and the triangles inside it."""

from __future__ import annotations

import numpy as np
import pytest

from motifcnn.tensor.engines.compiled.core import core_bits, inner_support
from motifcnn.tensor.engines.compiled.segments import unsigned
from tests.tensor.engines.compiled.dense import undirected


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize(("nodes", "size"), [(20, 0), (20, 7), (300, 200)])
def test_support_inside_the_core_is_common_neighbours_inside_it(
    nodes: int, size: int, threads: int
) -> None:
    links = undirected(nodes, nodes, 0.3)
    order = np.random.default_rng(0).permutation(nodes).astype(np.uint32)
    rank = np.argsort(order).astype(np.uint32)
    bits = core_bits(links.indptr, unsigned(links.indices), order, rank, size)
    assert bits.shape[1] % 8 == 0
    inside = links.toarray()[np.ix_(order[:size], order[:size])].astype(int)
    unpacked = np.unpackbits(bits.view(np.uint8), axis=1, bitorder="little")[:, :size]
    np.testing.assert_array_equal(unpacked, inside)
    support, starts = inner_support(bits, threads)
    np.testing.assert_array_equal(np.diff(starts), inside.sum(1))
    np.testing.assert_array_equal(support, (inside @ inside)[np.nonzero(inside)])
