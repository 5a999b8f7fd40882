"""Every engine equals brute force, bit for bit."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motifcnn.graph.graph import Graph
from motifcnn.motif.motif import Motif
from motifcnn.tensor import MotifTensor, count
from motifcnn.tensor.problem import make_problem
from motifcnn.tensor.small import find_formula
from tests.oracle import brute_force
from tests.strategies import graphs_with_motifs


def assert_equals(tensor: MotifTensor, expected: tuple[np.ndarray, list[np.ndarray]]) -> None:
    instances, roles = expected
    assert tensor.instances.dtype == np.int64
    np.testing.assert_array_equal(tensor.instances, instances)
    assert len(tensor.roles) == len(roles)
    for found, expected in zip(tensor.roles, roles, strict=True):
        assert found.matrix.dtype == np.int64
        assert len(np.unique(found.matrix.tocoo().coords, axis=1).T) == found.matrix.nnz, "every entry once"
        assert found.matrix.data.all(), "no stored zeros"
        np.testing.assert_array_equal(found.matrix.toarray(), expected)


ENGINES = ("scipy", "join", "matrix", "enumerate")


def possible_engines(graph: Graph, motif: Motif, induced: bool) -> list[str]:
    """The engines that say they can count the motif; the two enumerations always can."""
    formula = find_formula(make_problem(graph, motif, induced=induced))
    with_formula = [] if formula is None else ["matrix"] if len(motif.nodes) > 3 else ["matrix", "scipy"]
    return ["join", "enumerate", *with_formula]


@settings(max_examples=600)
@given(case=graphs_with_motifs(), induced=st.booleans())
def test_every_engine_equals_brute_force(case: tuple[Graph, Motif], induced: bool) -> None:
    graph, motif = case
    expected = brute_force(graph, motif, induced=induced)
    for engine in possible_engines(graph, motif, induced):
        assert_equals(count(graph, motif, induced=induced, engine=engine), expected)
