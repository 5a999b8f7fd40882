"""Estimates are kept with the graph, within the budget of its cache."""

from __future__ import annotations

import numpy as np
import pytest

from motifcnn.graph import cache
from motifcnn.motif import Motif
from motifcnn.motif.catalogue import catalogue
from motifcnn.tensor.pattern.estimate import estimate
from tests.oracle import brute_force
from tests.small_graphs import MOTIFS, bibliography


def test_the_same_motif_has_the_same_estimate() -> None:
    graph, motif = bibliography(40), Motif.parse(MOTIFS[1])
    known = estimate(graph, motif, induced=False)
    assert estimate(graph, Motif.parse(MOTIFS[1]), induced=False) is known
    assert estimate(graph, motif, induced=True) is not known
    assert estimate(graph, motif.with_roles("none"), induced=False) is not known
    assert estimate(bibliography(40), motif, induced=False) is not known


def test_estimates_are_not_kept_past_the_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = bibliography(40)
    motifs = catalogue(graph.schema, target="paper", max_nodes=3)
    size = max(estimate(bibliography(40), motif, induced=False).nbytes for motif in motifs)
    monkeypatch.setattr(cache, "BUDGET", 2 * size)
    before = [estimate(graph, motif, induced=False) for motif in motifs]
    assert estimate(graph, motifs[-1], induced=False) is before[-1]
    after = [estimate(graph, motif, induced=False) for motif in motifs]
    assert after[0] is not before[0]
    assert [known.nonzeros for known in after] == [known.nonzeros for known in before]


def test_bytes_are_those_of_bounds_and_pruned_matrices() -> None:
    graph = bibliography(40)
    known = estimate(graph, Motif.parse(MOTIFS[0]), induced=False)
    matrices = {id(matrix): matrix for matrix in known.problem.linked.values()}.values()
    arrays = [part for m in matrices for part in (m.data, m.indices, m.indptr)]
    assert known.nbytes == sum(part.nbytes for part in [*arrays, *known.bounds])


def test_the_estimate_of_one_link_is_exact() -> None:
    graph, edge = bibliography(40), Motif.parse(MOTIFS[0])
    known = estimate(graph, edge, induced=False)
    instances, (matrix,) = brute_force(graph, edge)
    assert known.instances == instances.sum()
    assert known.nonzeros == (np.count_nonzero(matrix),)
    np.testing.assert_array_equal(known.bounds[0], np.count_nonzero(matrix, axis=1))
