"""Every engine equals brute force, bit for bit."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motifcnn.graph.graph import Graph
from motifcnn.motif.motif import Motif
from motifcnn.tensor import MotifTensor, count
from tests.oracle import brute_force
from tests.strategies import graphs_with_motifs


def assert_equals_brute_force(tensor: MotifTensor, graph: Graph, motif: Motif, induced: bool) -> None:
    instances, roles = brute_force(graph, motif, induced=induced)
    assert tensor.instances.dtype == np.int64
    np.testing.assert_array_equal(tensor.instances, instances)
    assert len(tensor.roles) == len(roles)
    for found, expected in zip(tensor.roles, roles, strict=True):
        assert found.matrix.dtype == np.int64
        assert found.matrix.has_canonical_format
        assert found.matrix.data.all(), "no stored zeros"
        np.testing.assert_array_equal(found.matrix.toarray(), expected)


@settings(max_examples=500)
@given(case=graphs_with_motifs(), induced=st.booleans())
def test_joins_equal_brute_force(case: tuple[Graph, Motif], induced: bool) -> None:
    graph, motif = case
    assert_equals_brute_force(count(graph, motif, induced=induced, engine="join"), graph, motif, induced)
