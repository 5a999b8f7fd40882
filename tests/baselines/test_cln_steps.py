"""Layers of a column network compute what the rows asked for can see, and no more."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from motifcnn.baselines.cln_steps import Steps, steps
from motifcnn.baselines.slices import Slice, places, slices
from motifcnn.nn.spmm import SparseMatrix
from tests.baselines.test_slices import stacked
from tests.small_graphs import bibliography


def walked(found: Steps, h: np.ndarray, target: int) -> np.ndarray:
    """Rows that are asked for of (I + sum of slices) applied once per layer, from the steps."""
    states = np.split(h[found.enter], np.cumsum(found.sizes)[:-1])
    for step in found.layers:
        after = []
        for state, part in zip(states, step, strict=True):
            own = state if part.stays is None else state[part.stays]
            after.append(
                own
                + sum(
                    reading.matrix.csr @ states[reading.source] for reading in part.many + part.few
                )
            )
        states = after
    return states[target][found.leave]


@pytest.mark.parametrize("rows", [[3], [119, 4, 4, 50], range(120)])
@pytest.mark.parametrize("layers", [1, 2, 5])
def test_the_rows_are_as_if_every_layer_computed_all_nodes(rows: list[int], layers: int) -> None:
    graph = bibliography()
    place = places(graph)
    h = np.random.default_rng(0).normal(size=(189, 3))
    found = steps(
        slices(graph), tuple(place.values()), list(place).index("paper"), np.array(rows), layers
    )
    whole = np.linalg.matrix_power(np.eye(189) + sum(stacked(graph)), layers) @ h
    np.testing.assert_allclose(
        walked(found, h, list(place).index("paper")),
        whole[place["paper"]][rows],
        rtol=1e-4,
        atol=1e-4,
    )


@pytest.mark.parametrize("layers", [3, 9])
def test_what_lies_further_than_the_layers_reach_is_left_out(layers: int) -> None:
    everyone = slice(0, 30)
    line = Slice(
        everyone, everyone, SparseMatrix(sparse.csr_array(np.eye(30, k=1, dtype=np.float32)))
    )
    found = steps((line,), (everyone,), 0, np.array([5]), layers)
    assert found.enter.tolist() == list(range(5, 6 + layers))
    counts = [step[0].count for step in found.layers]
    least = list(range(layers, 0, -1))
    assert all(count >= needed for count, needed in zip(counts, least, strict=True))
    assert counts[-1] == 1
    h = np.arange(30.0)[:, None]
    whole = np.linalg.matrix_power(np.eye(30) + np.eye(30, k=1), layers) @ h
    np.testing.assert_allclose(walked(found, h, 0), whole[[5]])


def test_layers_that_compute_the_same_nodes_share_their_matrices() -> None:
    graph = bibliography()
    place = places(graph)
    found = steps(
        slices(graph), tuple(place.values()), list(place).index("paper"), np.arange(120), 6
    )
    assert all(step is found.layers[0] for step in found.layers[1:-1])
