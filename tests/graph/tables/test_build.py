"""A mapping and tables make one graph: rows of nodes, links, and what to do with unknown keys."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from graph.tables.frames import frames
from motifcnn.graph import Graph
from motifcnn.graph.tables import TableError
from motifcnn.graph.tables.build import build_graph
from motifcnn.graph.tables.files import find_tables
from motifcnn.graph.tables.mapping import (
    ColumnMapping,
    LabelMapping,
    Mapping,
    RelationMapping,
    TableMapping,
)

FILMS = {
    "id": [30, 4, 100],
    "title": ["thirty", None, "hundred"],
    "year": [1990.0, 2000.0, 2010.0],
    "genre": ["war", "drama", None],
    "part": ["train", "test", None],
}
SEEN = {"film": [4, 30, 30, 30], "who": ["ann", "bob", "ann", "ann"], "stars": [1.0, 2.0, 3.0, 4.0]}
KEY = ("film", "seen", "person")
MAPPING = Mapping(
    name="films",
    label=LabelMapping(table="films", column="genre", split="part"),
    tables={
        "films": TableMapping(
            type="film", key="id", name="title", columns={"year": ColumnMapping(kind="number")}
        ),
        "seen": TableMapping(columns={"stars": ColumnMapping(kind="number")}),
    },
    relations=(
        RelationMapping(
            name="seen",
            table="seen",
            source="film",
            source_type="film",
            target="who",
            target_type="person",
            columns=("stars",),
        ),
    ),
)


def build(mapping: Mapping = MAPPING, **tables: Any) -> tuple[Graph, list[str]]:
    found = find_tables(frames(**({"films": FILMS, "seen": SEEN} | tables))).tables
    return build_graph(mapping, {table.name: table for table in found})


def test_rows_of_all_parts_follow_increasing_ids_and_not_the_table() -> None:
    graph, _ = build()
    assert graph.ids["film"].tolist() == [4, 30, 100]
    assert graph.names["film"].tolist() == ["", "thirty", "hundred"]
    assert graph.columns["film"]["year"].tolist() == [2000.0, 1990.0, 2010.0]
    labels = graph.labels["film"]
    assert [labels.classes[y] for y in labels.y] == ["drama", "war"]
    assert labels.nodes.tolist() == [0, 1]
    split = graph.splits["public"]
    assert (split.train.tolist(), split.test.tolist()) == ([1], [0])


def test_a_type_that_only_links_name_has_the_nodes_that_they_name() -> None:
    graph, _ = build()
    assert graph.ids["person"].tolist() == ["ann", "bob"]
    assert "person" not in graph.features


def test_repeated_links_are_one_link_and_keep_each_row_of_their_columns() -> None:
    graph, _ = build()
    expected = [[True, False], [True, True], [False, False]]
    assert graph.adjacency[KEY].toarray().tolist() == expected
    links = graph.link_columns[KEY]
    rows = zip(links.source, links.target, links.columns["stars"], strict=True)
    assert [tuple(map(float, row)) for row in rows] == [(0, 0, 1), (1, 1, 2), (1, 0, 3), (1, 0, 4)]


STRAY: dict[str, Any] = {"film": [4, 77], "who": ["ann", "bob"], "stars": [1.0, 2.0]}


def test_a_key_that_its_table_lacks_is_refused_with_its_place() -> None:
    with pytest.raises(TableError, match=r'row 1, column "film"'):
        build(seen=STRAY)


@pytest.mark.parametrize(
    ("unknown", "films", "links"), [("drop", [4, 30, 100], 1), ("add", [4, 30, 77, 100], 2)]
)
def test_an_unknown_key_loses_its_link_or_becomes_a_node(
    unknown: str, films: list[int], links: int
) -> None:
    graph, said = build(MAPPING.changed(unknown=unknown), seen=STRAY)
    assert graph.ids["film"].tolist() == films
    assert graph.adjacency[KEY].nnz == links
    assert any("77" in sentence for sentence in said)
    if unknown == "add":
        assert np.isnan(graph.columns["film"]["year"][2])


def test_all_problems_come_in_one_error() -> None:
    wrong = {**FILMS, "id": [30, 30, 100], "part": ["train", "never", None]}
    with pytest.raises(TableError) as caught:
        build(films=wrong)
    said = str(caught.value)
    assert len(caught.value.problems) >= 3, "a key twice, an unknown key, a part that is none"
    assert "never" in said and '"id"' in said and '"film"' in said


def test_tables_without_a_row_are_no_graph() -> None:
    empty = {name: [] for name in FILMS}
    with pytest.raises(TableError, match="no table has a node; fill the tables"):
        build(films=empty, seen={name: [] for name in SEEN})


def test_part_of_the_tables_is_enough_for_new_nodes() -> None:
    found = find_tables(frames(seen=SEEN)).tables
    graph, _ = build_graph(MAPPING, {table.name: table for table in found}, partial=True)
    assert graph.ids["film"].tolist() == [4, 30]
    assert not graph.features and not graph.labels
    full, _ = build()
    assert not full.encoders.keys() - {"film"}
    given, _ = build_graph(
        MAPPING,
        {t.name: t for t in find_tables(frames(films=FILMS, seen=SEEN)).tables},
        partial=True,
        encoders=full.encoders,
    )
    assert (given.features["film"] != full.features["film"]).sum() == 0
