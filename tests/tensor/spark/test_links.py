"""The links that a motif asks for are those of the local link matrices."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from motifcnn.graph import Graph, write_graph
from motifcnn.motif.motif import Motif
from motifcnn.tensor.pattern.link_matrices import find_links, link_matrix
from motifcnn.tensor.spark.links import read_links
from motifcnn.tensor.spark.stages import Stages
from motifcnn.tensor.spark.tables import open_tables
from tests.tensor.spark.test_count import papers


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> tuple[Graph, Path]:
    graph, folder = papers(), tmp_path_factory.mktemp("links") / "graph"
    write_graph(graph, folder)
    return graph, folder


@pytest.mark.parametrize(
    ("pattern", "tables"),
    [
        ("(t:paper)--(a:author)--(c:paper)", 1),
        ("(t:paper)-[:cites]->(a:paper)-[:cites]->(c:paper)", 1),
        ("(t:paper)-[:cites]->(a:paper), (t)-[:like]-(a)", 1),
        ("(t:paper)--(a:paper)--(v:venue)", 2),
    ],
)
def test_pairs_are_those_of_the_local_matrices(
    spark: Any, stored: tuple[Graph, Path], tmp_path: Path, pattern: str, tables: int
) -> None:
    graph, folder = stored
    motif = Motif.parse(pattern)
    links = read_links(open_tables(folder), motif, Stages(spark, tmp_path), induced=False)
    asked, _ = find_links(graph, motif, induced=False)
    assert len(links.tables) == tables, "one per condition, whichever way it is read"
    assert links.counts == dict(graph.counts)
    assert set(links.present) == set(asked)
    for pair, link in links.present.items():
        rows = [tuple(row) for row in links.frame(link, "a", "b").select("a", "b").collect()]
        assert len(rows) == len(set(rows)), "each pair once"
        assert set(rows) == pairs_of(link_matrix(graph, asked[pair]))


def test_induced_motifs_ask_for_pairs_that_are_not_linked(
    spark: Any, stored: tuple[Graph, Path], tmp_path: Path
) -> None:
    graph, folder = stored
    motif = Motif.parse("(t:paper)-[:like]-(a:paper)-[:like]-(c:paper)")
    stages = Stages(spark, tmp_path)
    links = read_links(open_tables(folder), motif, stages, induced=True)
    _, absent = find_links(graph, motif, induced=True)
    assert set(links.absent) == set(absent) != set()
    pair = next(iter(absent))
    rows = {
        tuple(row) for row in links.frame(links.absent[pair], "a", "b").select("a", "b").collect()
    }
    assert rows == pairs_of(link_matrix(graph, absent[pair]))


def pairs_of(matrix: Any) -> set[tuple[int, int]]:
    rows, columns = matrix.nonzero()
    return set(zip(rows.tolist(), columns.tolist(), strict=True))
