"""Maps through pinned pairs, added up in a hash table that grows."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from motifcnn.tensor.update.compiled.delta import EMPTY, LINKED, add_pinned
from motifcnn.tensor.update.rows import read_only
from tests.tensor.engines.compiled.dense import undirected

NODES = 40


def tables(indptr: Any, indices: Any) -> tuple[Any, ...]:
    """One matrix without replaced rows."""
    none = np.empty(0, np.int64)
    pool = read_only(np.empty(0, indices.dtype))
    rows = (np.zeros(3, np.int64), none, none, none)
    return (read_only(indptr),), (read_only(indices),), (pool, pool), *rows


def entries(keys: Any, values: Any) -> dict[int, int]:
    kept = (keys != EMPTY) & (values != 0)
    return dict(zip(keys[kept].tolist(), values[kept].tolist(), strict=True))


@pytest.mark.parametrize("places", [4, 1 << 10])
def test_pairs_alone_count_for_their_target_and_role(places: int) -> None:
    links = undirected(0, NODES)
    pairs = np.argwhere(links.toarray())
    signs = np.where(np.arange(len(pairs)) % 3, 1, -1)
    offsets, widths = np.array([-1, NODES]), np.array([0, NODES])
    keys, values, _ = add_pinned(
        pairs,
        signs,
        np.zeros(3, np.int64),
        np.empty((0, 3), np.int64),
        0,
        offsets,
        widths,
        tables(links.indptr, links.indices),
        np.full(places, EMPTY),
        np.zeros(places, np.int64),
        0,
    )
    expected: Counter[int] = Counter()
    for (target, other), sign in zip(pairs.tolist(), signs.tolist(), strict=True):
        expected[target] += sign
        expected[NODES + target * NODES + other] += sign
    assert entries(keys, values) == {key: value for key, value in expected.items() if value}


@pytest.mark.parametrize("places", [4, 1 << 10])
def test_a_third_node_is_found_around_the_pinned_pair(places: int) -> None:
    """Triangles through pairs (t, a): the third node is linked to both."""
    links = undirected(1, NODES, 0.3)
    dense = links.toarray()
    pairs = np.argwhere(dense)[:200]
    offsets = np.array([-1, NODES, NODES + NODES * NODES])
    keys, values, _ = add_pinned(
        pairs,
        np.ones(len(pairs), np.int64),
        np.array([0, 0, 0, 2]),
        np.array([[LINKED, 0, 0], [LINKED, 1, 0]]),
        0,
        offsets,
        np.array([0, NODES, NODES]),
        tables(links.indptr, links.indices),
        np.full(places, EMPTY),
        np.zeros(places, np.int64),
        0,
    )
    expected: Counter[int] = Counter()
    for target, a in pairs.tolist():
        for b in np.flatnonzero(dense[target] & dense[a]).tolist():
            expected[target] += 1
            expected[offsets[1] + target * NODES + a] += 1
            expected[offsets[2] + target * NODES + b] += 1
    assert entries(keys, values) == expected
