"""A motif on tables is the matching problem of the local engines, with tables for matrices."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from motifcnn.graph import write_graph
from motifcnn.motif.motif import Motif
from motifcnn.tensor.pattern.problem import make_problem
from motifcnn.tensor.spark.count import find_problem
from motifcnn.tensor.spark.problem import column
from motifcnn.tensor.spark.stages import Stages
from motifcnn.tensor.spark.tables import open_tables
from tests.tensor.spark.local_problem import array, local_problem
from tests.tensor.spark.test_count import PATTERNS, papers


@pytest.mark.parametrize("name", PATTERNS)
def test_its_shape_is_that_of_the_local_problem(name: str) -> None:
    graph, motif = papers(), Motif.parse(PATTERNS[name])
    problem, tables = local_problem(graph, motif)
    shape, local = problem.shape, make_problem(graph, motif, induced=False)
    assert (shape.types, shape.sizes) == (local.types, local.sizes)
    assert (shape.roles, shape.symmetries) == (local.roles, local.symmetries)
    assert shape.smaller == local.smaller
    assert set(shape.linked) == set(local.linked)
    assert len(problem.symmetries) == local.symmetries
    assert all(image[0] == 0 for image in problem.symmetries), "the target stays"
    for pair in shape.linked:
        links = array(tables, problem.link(pair))
        about = problem.about(problem.link(pair))
        assert about.rows == links.sum()
        assert about.source.squares == (links.sum(axis=1) ** 2).sum()
        assert about.target.squares == (links.sum(axis=0) ** 2).sum()


def test_the_target_is_node_0_wherever_the_pattern_has_it() -> None:
    motif = Motif.parse("(a:author)--(p:paper)--(v:venue)", target="p", context="v")
    problem, _ = local_problem(papers(), motif)
    assert problem.shape.types[0] == "paper"
    assert [motif.types[number] for number in problem.order] == list(problem.shape.types)


def test_links_are_columns_named_after_the_nodes(spark: Any, tmp_path: Path) -> None:
    graph = papers()
    motif = Motif.parse("(t:paper)-[:like]-(a:paper)-[:cites]->(c:paper)")
    write_graph(graph, tmp_path / "graph")
    stages = Stages(spark, tmp_path / "out")
    problem = find_problem(open_tables(tmp_path / "graph"), motif, stages, induced=True)
    local, tables = local_problem(graph, motif, induced=True)
    for a, b in problem.shape.linked:
        found = problem.frame((a, b)).select(column(a), column(b)).collect()
        rows = {(row[0], row[1]) for row in found}
        assert rows == pairs(array(tables, local.link((a, b))))
    place = {node: position for position, node in enumerate(local.order)}
    expected = {
        (place[i], place[j]): pairs(array(tables, link))
        for (i, j), link in local.links.absent.items()
        if place[i] < place[j]
    }
    absent = {
        (a, b): {(row[0], row[1]) for row in frame.select(column(a), column(b)).collect()}
        for (a, b), frame in problem.absent().items()
    }
    assert absent == expected != {}


def pairs(links: Any) -> set[tuple[int, int]]:
    rows, columns = links.nonzero()
    return set(zip(rows.tolist(), columns.tolist(), strict=True))
