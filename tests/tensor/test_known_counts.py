"""Counts that were published, or computed by others, on the public graphs."""

from __future__ import annotations

from pathlib import Path

import pytest

from motifcnn.graph import read_graph
from motifcnn.graph.graph import Graph
from motifcnn.motif import Motif
from motifcnn.tensor import count

TRIANGLES = {
    "blogcatalog": 508_282,
    "blogcatalog3": 5_608_664,
    "flickr-7575": 2_716_773,
    "flickr-groups-8000": 26_622_370,
    "linkedin-ego": 410_812,
    "linkedin-ego3": 104_013,
    "facebook-ego": 1_612_010,
    "facebook-pages": 794_953,
    "twitch-en": 29_266,
    "amazon-computers": 1_527_469,
    "amazon-photo": 717_400,
    "coauthor-cs": 85_799,
    "coauthor-physics": 468_550,
    "cora": 1_630,
    "citeseer": 1_167,
    "pubmed": 12_520,
}


@pytest.fixture(scope="module")
def dblp_p(data_folder: Path) -> Graph:
    return read_graph(data_folder / "dblp-p")


@pytest.mark.parametrize("engine", ["scipy", "matrix", "join", "enumerate"])
def test_papers_with_a_common_author_of_dblp_p(dblp_p: Graph, engine: str) -> None:
    tensor = count(dblp_p, Motif.parse("(t:paper)--(a:author)--(c:paper)"), engine=engine)
    assert tensor.total == 422_702
    assert tensor.role("c").matrix.nnz == 363_796


@pytest.mark.parametrize("engine", ["join", "enumerate"])
def test_papers_with_a_common_author_of_dblp_p_that_do_not_cite_each_other(
    dblp_p: Graph, engine: str
) -> None:
    tensor = count(
        dblp_p, Motif.parse("(t:paper)--(a:author)--(c:paper)"), induced=True, engine=engine
    )
    assert tensor.total == 356_000


@pytest.mark.parametrize("engine", ["scipy", "matrix"])
def test_venues_of_authors_of_dblp_p(dblp_p: Graph, engine: str) -> None:
    assert (
        count(dblp_p, Motif.parse("(t:author)--(p:paper)--(c:venue)"), engine=engine).total
        == 18_762
    )


@pytest.mark.parametrize("engine", ["scipy", "matrix", "enumerate"])
def test_citation_triangles_of_dblp_p(dblp_p: Graph, engine: str) -> None:
    tensor = count(dblp_p, Motif.parse("(t:paper)--(a:paper)--(c:paper)--(t)"), engine=engine)
    assert tensor.total == 3 * 69_084, "each triangle is an instance of three targets"


@pytest.mark.parametrize("name", sorted(TRIANGLES))
def test_triangles_of_homogeneous_graphs(data_folder: Path, name: str) -> None:
    graph = read_graph(data_folder / name)
    (node_type,) = graph.schema.node_types
    tensor = count(graph, Motif.parse(f"(t:{node_type})--(a:{node_type})--(c:{node_type})--(t)"))
    assert tensor.total == 3 * TRIANGLES[name]
