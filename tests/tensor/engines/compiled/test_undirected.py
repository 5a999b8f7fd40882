"""Triangles of an undirected graph: by rows of bits, and which way is taken."""

from __future__ import annotations

import numpy as np
import pytest

from motifcnn.tensor.engines.compiled import undirected as module
from motifcnn.tensor.engines.compiled.undirected import bit_support, undirected_triangle
from tests.tensor.engines.compiled.dense import undirected


@pytest.mark.parametrize(("nodes", "density"), [(1, 0.0), (5, 1.0), (70, 0.3), (200, 0.05)])
def test_bits_give_the_common_neighbours_of_each_link(nodes: int, density: float) -> None:
    links = undirected(nodes, nodes, density)
    dense = links.toarray().astype(int)
    expected = (dense @ dense)[links.tocoo().coords]
    heard: list[float] = []
    np.testing.assert_array_equal(bit_support(links), expected)
    np.testing.assert_array_equal(bit_support(links, progress=heard.append), expected)
    assert heard[-1] == 1.0


@pytest.mark.parametrize("most", [0, 1 << 30])
def test_both_ways_give_the_same(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_BIT_BYTES", most)
    called: list[str] = []
    for name in ("bit_support", "oriented_support"):
        way = getattr(module, name)
        monkeypatch.setattr(
            module, name, lambda *a, way=way, name=name, **k: called.append(name) or way(*a, **k)
        )
    links = undirected(0, 80, 0.9)
    dense = links.toarray().astype(int)
    np.testing.assert_array_equal(undirected_triangle(links).toarray(), dense * (dense @ dense))
    assert called == ["bit_support" if most else "oriented_support"]
