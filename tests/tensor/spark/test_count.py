"""Spark counts what the definition says, bit for bit."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from scipy import sparse

import motifcnn as mc
from motifcnn.errors import MotifCNNError, StoreError
from motifcnn.graph import Graph, Relation, Schema
from motifcnn.motif.motif import Motif
from motifcnn.tensor.spark import count_on_spark, load_result
from motifcnn.tensor.spark.plan import Form
from tests.oracle import brute_force
from tests.strategies import motifs, schemas, typed_graphs

# 200 graphs either way: many motifs, or many graphs per motif, since a motif is a job.
MOTIFS, GRAPHS = (8, 25) if os.environ.get("HYPOTHESIS_PROFILE") == "ci" else (25, 8)


@st.composite
def side_by_side(draw: st.DrawFn) -> tuple[list[Graph], Motif]:
    """Graphs of one schema and a motif that it allows."""
    schema = draw(schemas())
    motif = draw(motifs(schema, 4))
    return [draw(typed_graphs(schema, 8)) for _ in range(GRAPHS)], motif


def union(graphs: list[Graph]) -> Graph:
    """All graphs as one, without a link between them."""
    schema = graphs[0].schema
    adjacency = {
        r.key: sparse.block_diag([graph.adjacency[r.key] for graph in graphs], format="csr")
        for r in schema.relations
    }
    counts = {t: sum(graph.counts[t] for graph in graphs) for t in schema.node_types}
    return Graph(schema, adjacency, counts)


def assert_is(tensor: mc.tensor.MotifTensor, graphs: list[Graph], induced: bool = False) -> None:
    """The tensor of a union has those of its parts, by brute force, on its diagonal."""
    parts = [brute_force(graph, tensor.motif, induced=induced) for graph in graphs]
    assert tensor.instances.dtype == np.int64
    np.testing.assert_array_equal(tensor.instances, np.concatenate([part[0] for part in parts]))
    assert len(tensor.roles) == len(parts[0][1])
    for k, role in enumerate(tensor.roles):
        expected = sparse.block_diag([sparse.csr_array(part[1][k]) for part in parts])
        assert role.matrix.dtype == np.int64
        assert role.matrix.data.all(), "no stored zeros"
        assert role.matrix.shape == expected.shape
        assert (role.matrix != sparse.csr_array(expected)).nnz == 0


@settings(
    max_examples=MOTIFS,
    suppress_health_check=[HealthCheck.large_base_example, HealthCheck.data_too_large],
)
@given(case=side_by_side(), induced=st.sampled_from((False, False, True)), turn=st.integers(0, 1))
def test_random_typed_graphs_and_motifs_equal_brute_force(
    spark: Any, case: tuple[list[Graph], Motif], induced: bool, turn: int
) -> None:
    graphs, motif = case
    forms: tuple[Form, ...] = ("counts", "joins") if turn else ("joins", "counts")
    for form in forms:
        try:
            tensor = count_on_spark(union(graphs), motif, spark=spark, induced=induced, form=form)
        except MotifCNNError as error:
            assert form == "counts", error
            continue
        assert_is(tensor, graphs, induced)
        return
