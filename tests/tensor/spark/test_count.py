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
from motifcnn.tensor.spark.trees import role_table
from tests.oracle import brute_force
from tests.strategies import motifs, schemas, typed_graphs

# 200 graphs either way: many motifs, or many graphs per motif, since a motif is a job.
MOTIFS, GRAPHS = (5, 40) if os.environ.get("HYPOTHESIS_PROFILE") == "ci" else (25, 8)


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


PATTERNS = {
    "two authors of a paper": "(t:paper)--(a:author), (t)--(b:author)",
    "an author with two papers at one venue": "(t:author)--(p:paper)--(v:venue)--(q:paper)--(t)",
    "a ring of four": "(t:paper)-[:like]-(a:paper)-[:like]-(b:paper)-[:like]-(c:paper)-[:like]-(t)",
    "a triangle": "(t:paper)-[:like]-(a:paper)-[:like]-(b:paper)-[:like]-(t)",
    "a four-clique": "(t:paper)-[:like]-(a:paper)-[:like]-(b:paper)-[:like]-(c:paper)-[:like]-(t),"
    " (t)-[:like]-(b), (a)-[:like]-(c)",
    "a path of one type": "(t:paper)-[:like]-(a:paper)-[:like]-(b:paper)-[:like]-(c:paper)",
    "any relation either way": "(t:paper)--(a:paper)--(b:paper)",
    "arrows": "(t:paper)-[:cites]->(a:paper)-[:cites]->(c:paper), (t)-[:cites]->(c)",
    "parallel relations": "(t:paper)-[:cites]->(a:paper), (t)-[:like]-(a)",
}


def papers(seed: int = 0) -> Graph:
    """Directed, undirected and parallel relations with self-loops."""
    rng = np.random.default_rng(seed)
    relations = (
        Relation("paper", "by", "author"),
        Relation("paper", "at", "venue"),
        Relation("paper", "cites", "paper"),
        Relation("paper", "like", "paper", directed=False),
    )
    counts = {"author": 4, "paper": 9, "venue": 2}
    links = {r.key: rng.random((counts[r.source], counts[r.target])) < 0.4 for r in relations}
    links["paper", "cites", "paper"][0, 0] = links["paper", "like", "paper"][1, 1] = True
    return Graph(Schema(("author", "paper", "venue"), relations), links, counts)


@pytest.mark.parametrize("name", PATTERNS)
def test_named_motifs_equal_brute_force(spark: Any, name: str) -> None:
    graph = papers()
    tensor = mc.count(graph, Motif.parse(PATTERNS[name]), engine="spark", spark=spark)
    assert tensor.total > 0, "the graph has instances"
    assert_is(tensor, [graph])


def test_a_ring_is_the_same_by_counts_and_by_joins(spark: Any) -> None:
    graph, motif = papers(1), Motif.parse(PATTERNS["a ring of four"])
    for form in ("counts", "joins"):
        assert_is(count_on_spark(graph, motif, spark=spark, form=form), [graph])


def test_a_restart_goes_on_from_finished_stages(
    spark: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    graph, motif = papers(), Motif.parse("(t:paper)--(a:author)--(c:paper)")
    made = []

    def fails_on_second(problem: Any, terms: Any, role: int) -> Any:
        made.append(role)
        if made == [0, 1]:
            raise RuntimeError("the cluster is gone")
        return role_table(problem, terms, role)

    monkeypatch.setattr("motifcnn.tensor.spark.count.role_table", fails_on_second)
    with pytest.raises(RuntimeError, match="gone"):
        count_on_spark(graph, motif, spark=spark, out=tmp_path / "out")
    with pytest.raises(StoreError, match="not finished"):
        load_result(tmp_path / "out")
    (tmp_path / "out" / "tables" / "role-1").mkdir()
    (tmp_path / "out" / "tables" / "role-1" / "half.parquet").write_bytes(b"a leftover")
    tensor = count_on_spark(graph, motif, spark=spark, out=tmp_path / "out")
    assert made == [0, 1, 1]
    assert_is(tensor, [graph])
    reused = {s["stage"]: s["reused"] for s in load_result(tmp_path / "out").counters["stages"]}
    assert reused == {"degrees": True, "role-0": True, "role-1": False, "instances": False}


def test_a_folder_of_another_count_is_refused_and_kept(spark: Any, tmp_path: Path) -> None:
    graph = papers()
    edge, path = (Motif.parse(f"(t:paper)--(a:author){end}") for end in ("", "--(c:paper)"))
    first = count_on_spark(graph, edge, spark=spark, out=tmp_path / "out")
    with pytest.raises(StoreError, match="holds another count, whose motif"):
        count_on_spark(graph, path, spark=spark, out=tmp_path / "out")
    assert count_on_spark(graph, edge, spark=spark, out=tmp_path / "out") == first
    assert_is(
        count_on_spark(graph, path, spark=spark, out=tmp_path / "out", overwrite=True), [graph]
    )
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "a.txt").write_text("mine")
    with pytest.raises(StoreError, match="holds no count of Spark"):
        count_on_spark(graph, edge, spark=spark, out=tmp_path / "notes", overwrite=True)
    assert (tmp_path / "notes" / "a.txt").read_text() == "mine"


def test_a_folder_needs_somewhere_to_write() -> None:
    with pytest.raises(MotifCNNError, match="name a folder with out="):
        mc.count("graph", Motif.parse("(t:a)--(c:b)"), engine="spark")


def test_counters_are_those_of_spark(spark: Any, tmp_path: Path) -> None:
    graph, motif = papers(), Motif.parse(PATTERNS["two authors of a paper"])
    tensor = mc.count(graph, motif, engine="spark", spark=spark, out=tmp_path / "out")
    counters = load_result(tmp_path / "out").counters
    written = {stage["stage"]: stage["rows"] for stage in counters["stages"]}
    assert written["role-0"] == tensor.roles[0].matrix.nnz
    assert written["instances"] == np.count_nonzero(tensor.instances)
    assert counters["total"]["shuffled_bytes"] > 0
