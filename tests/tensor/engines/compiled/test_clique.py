"""Four-cliques on each link."""

from __future__ import annotations

import numpy as np
import pytest

from motifcnn.tensor.engines.compiled import segments
from motifcnn.tensor.engines.compiled.clique import four_clique
from tests.tensor.engines.compiled.dense import cliques, undirected


@pytest.mark.parametrize("thread_steps", [1, 200_000])
@pytest.mark.parametrize(("nodes", "density"), [(1, 0.0), (8, 1.0), (20, 0.4), (20, 0.1)])
def test_cliques_are_those_of_the_definition(
    nodes: int, density: float, thread_steps: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(segments, "WORTH_A_THREAD", thread_steps)
    links = undirected(nodes, nodes, density)
    found = four_clique(links)
    np.testing.assert_array_equal(found.toarray(), cliques(links))
    assert (found.data > 0).all()


def test_neighbourhoods_of_several_words_are_counted() -> None:
    found = four_clique(undirected(0, 150, 1.0))
    assert (found.data == 148 * 147 // 2).all()
    assert found.nnz == 150 * 149
