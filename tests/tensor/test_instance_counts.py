"""Instances per target are those of brute force."""

from __future__ import annotations

import numpy as np
from hypothesis import given

from motifcnn.graph import Graph
from motifcnn.motif import Motif
from motifcnn.tensor.instance_counts import instance_counts
from tests.oracle import brute_force
from tests.strategies import graphs_with_motifs


@given(given_=graphs_with_motifs(motif_nodes=4))
def test_counts_equal_brute_force(given_: tuple[Graph, Motif]) -> None:
    graph, motif = given_
    expected, _ = brute_force(graph, motif)
    np.testing.assert_array_equal(instance_counts(graph, motif), expected)
