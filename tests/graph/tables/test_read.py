from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import motifcnn as mc
from graph.tables.folders import DIRECTORS, GOOD, MOVIES, RATINGS, content_of, folder_of
from graph.tables.frames import frames
from motifcnn.graph.tables import (
    TableError,
    TableWarning,
    mapping_of,
    mapping_to_toml,
    read_tables,
    write_mapping,
)


def test_a_folder_of_csv_files_is_a_graph(tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "films", GOOD)
    graph = mc.read_tables(folder, label="movies.genre")
    assert graph.name == "films"
    assert graph.counts == {"director": 3, "movie": 6, "user": 4}
    assert [str(relation) for relation in graph.schema.relations] == [
        "(movie)-[:director]->(director)",
        "(user)-[:ratings]->(movie)",
    ]
    by = graph.adjacency["movie", "director", "director"].toarray()
    np.testing.assert_array_equal(by.argmax(axis=1), [0, 1, 2, 0, 1, 2])
    assert graph.labels["movie"].classes == ("drama", "war")
    assert graph.labels["movie"].y.tolist() == [0, 1] * 3
    assert graph.names["director"].tolist() == ["Ann Fox", "Bob Day", "Cy Orr"]
    assert graph.columns["movie"]["year"].tolist() == list(range(1990, 1996))
    assert "genre" not in graph.columns["movie"]
    assert set(graph.features) == {"director", "movie"} == set(graph.encoders)
    assert content_of(folder).keys() == GOOD.keys()


def test_links_keep_their_columns_row_by_row() -> None:
    tables = frames(
        ratings={"user_id": [1, 1, 2], "movie_id": ["a", "a", "b"], "stars": [4.5, 1.0, 3.0]}
    )
    graph = read_tables(tables)
    links = graph.link_columns["user", "ratings", "movie"]
    assert links.source.tolist() == [0, 0, 1]
    assert links.target.tolist() == [0, 0, 1]
    assert links.columns["stars"].tolist() == [4.5, 1.0, 3.0]
    assert graph.num_edges() == 2


def test_the_mapping_gives_the_same_graph(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, GOOD)
    graph = read_tables(folder, label="movies.genre")
    mapping = mapping_of(folder, label="movies.genre")
    assert read_tables(folder, mapping) == graph
    write_mapping(mapping, folder / "motifcnn.toml")
    assert read_tables(folder) == graph
    assert mapping_of(folder) == mapping


def test_an_edited_mapping_is_followed(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, GOOD)
    text = mapping_to_toml(mapping_of(folder))
    text = text.replace('year = "number"', 'year = "skip"').replace('"ratings"\n', '"ratings"\n', 1)
    text = text.replace('name = "ratings"', 'name = "rated"')
    (folder / "motifcnn.toml").write_text(text)
    graph = read_tables(folder)
    assert "year" not in graph.columns["movie"]
    assert ("user", "rated", "movie") in graph.adjacency


def test_a_relation_within_a_type_is_directed_unless_the_mapping_says_otherwise() -> None:
    tables = frames(links={"source": ["a", "b"], "target": ["b", "c"]})
    assert read_tables(tables).schema.relations[0].directed
    mapping = mapping_of(tables)
    relation = mapping.relations[0].model_copy(update={"directed": False})
    graph = read_tables(tables, mapping.changed(relations=(relation,)))
    assert not graph.schema.relations[0].directed
    assert graph.num_edges() == 2


def test_unknown_keys_are_dropped_or_added_and_said(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, GOOD | {"ratings.csv": RATINGS + "u1,m77,3\n"})
    with pytest.raises(TableError, match="m77"):
        read_tables(folder)
    report: list[str] = []
    dropped = read_tables(folder, unknown="drop", report=report)
    good = read_tables(folder_of(tmp_path / "good" / tmp_path.name, GOOD))
    assert dropped == good
    assert "m77" in report[0]
    assert "left out" in report[0]
    added = read_tables(folder, unknown="add", report=report)
    assert added.counts["movie"] == 7
    row = added.ids["movie"].tolist().index("m77")
    assert np.isnan(added.columns["movie"]["year"][row])
    assert added.columns["movie"]["title"][row] is None
    assert added.num_edges() == dropped.num_edges() + 1


def test_a_key_that_means_missing_is_no_link_and_no_error() -> None:
    tables = frames(
        planes={"tail_id": ["a", "b", "c"]},
        trips={"trip_id": [1, 2, 3, 4], "tail_id": ["a", "NA", None, "c"]},
    )
    assert read_tables(tables).num_edges() == 2


def test_guesses_are_said() -> None:
    tables = frames(birds={"island": ["a", "b", "c"] * 4, "kind": ["x", "y"] * 6})
    with pytest.warns(TableWarning, match=r"birds\.island = 'island' is a guess"):
        read_tables(tables, label="birds.kind")
    report: list[str] = []
    read_tables(tables, label="birds.kind", report=report)
    assert "birds.island" in report[0]


def test_another_label_replaces_that_of_the_mapping(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, GOOD)
    mapping = mapping_of(folder, label="movies.genre")
    graph = read_tables(folder, mapping, label="movies.director_id", report=[])
    assert graph.labels["movie"].classes == ("d0", "d1", "d2")
    assert [relation.name for relation in graph.schema.relations] == ["ratings"]


def test_tables_that_arrive_later_are_read_the_same_way(tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "then", GOOD)
    mapping = mapping_of(folder, label="movies.genre")
    graph = read_tables(folder, mapping)
    new = "movie_id,title,year,director_id\nm9,The next film,2001,d1\nm8,The late film,,d7\n"
    later = folder_of(tmp_path / "now", {"movies.csv": new})
    report: list[str] = []
    arrived = read_tables(later, mapping, partial=True, encoders=graph.encoders, report=report)
    assert arrived.schema == graph.schema
    assert arrived.ids["movie"].tolist() == ["m8", "m9"]
    assert arrived.ids["director"].tolist() == ["d1", "d7"]
    assert arrived.counts["user"] == 0
    assert arrived.labels == {}
    assert arrived.features["movie"].shape == (2, graph.features["movie"].shape[1])
    expected = graph.encoders["movie"].transform(
        pd.DataFrame({name: list(values) for name, values in arrived.columns["movie"].items()})
    )
    assert np.array_equal(arrived.features["movie"], expected.toarray())
    assert read_tables(later, mapping, partial=True).features == {}


def test_a_new_link_may_name_nodes_of_yesterday(tmp_path: Path) -> None:
    mapping = mapping_of(folder_of(tmp_path / "then", GOOD), label="movies.genre")
    later = folder_of(tmp_path / "now", {"ratings.csv": "user_id,movie_id,stars\nu9,m3,4\n"})
    graph = read_tables(later, mapping, partial=True)
    assert graph.ids["movie"].tolist() == ["m3"]
    assert graph.num_edges() == 1
    assert graph.columns == {}


def test_a_missing_table_is_an_error_unless_partial(tmp_path: Path) -> None:
    mapping = mapping_of(folder_of(tmp_path / "then", GOOD))
    later = folder_of(tmp_path / "now", {"movies.csv": MOVIES, "directors.csv": DIRECTORS})
    with pytest.raises(TableError, match="no table 'ratings'"):
        read_tables(later, mapping)


def test_what_is_left_out_is_said() -> None:
    tables = frames(
        users={"id": [1, 2, 3], "flag": ["x", "x", "x"]},
        likes={"user_id": [1, 2, 2], "page_id": [5, 5, 6], "note": ["so so", "very nice", "ok ok"]},
        stray={"stray_id": [1, 2, 3]},
    )
    report: list[str] = []
    read_tables(tables, report=report)
    assert report == [
        "table users: column 'flag' is skipped",
        "table likes: column 'note' of links is left out",
        "table stray: nothing links its 3 nodes of type stray",
    ]


def test_rows_that_add_no_link_are_said() -> None:
    tables = frames(
        users={"id": [1, 2, 3], "boss_id": [None, 1, 1]},
        likes={"user_id": [1, 2, 2], "page_id": [5, 6, 6]},
    )
    report: list[str] = []
    graph = read_tables(tables, report=report)
    assert graph.num_edges() == 4
    assert report == [
        "table users: no link 'boss' from 1 row without a value of 'boss_id'",
        "table likes: no link 'likes' from 1 row with the same ends as another",
    ]


def test_new_tables_under_other_names_are_told_the_names_of_the_mapping(tmp_path: Path) -> None:
    mapping = mapping_of(folder_of(tmp_path / "then", GOOD))
    later = folder_of(tmp_path / "now", {"Movie.csv": MOVIES})
    with pytest.raises(TableError, match=r"Movie\.csv: no table has a node.*directors, movies"):
        read_tables(later, mapping, partial=True)
