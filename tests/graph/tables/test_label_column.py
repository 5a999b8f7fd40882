from __future__ import annotations

import pytest

from graph.tables.frames import found, frames
from motifcnn.graph.tables.problems import TableError

MOVIES = {
    "id": [1, 2, 3, 4, 5, 6],
    "genres": ["drama|war", "war", "drama", "comedy|war", "comedy", "drama|comedy"],
    "label": ["x", "y", "x", "y", "x", "y"],
    "part": ["train", "train", "Validation", "dev", "test", "testing"],
}


def test_a_column_called_label_is_the_label() -> None:
    label = found(frames(movies=MOVIES)).mapping.label
    assert label is not None
    assert (label.table, label.column, label.split) == ("movies", "label", "part")


def test_two_such_columns_are_a_guess() -> None:
    detected = found(frames(movies=MOVIES, books=MOVIES))
    assert [decision.about for decision in detected.unsure] == ["label"]


def test_several_classes_in_one_cell_are_seen() -> None:
    label = found(frames(movies=MOVIES), label="movies.genres").mapping.label
    assert label is not None
    assert label.separator == "|"


def test_the_label_is_neither_input_nor_link() -> None:
    tables = frames(
        lands={"code": ["fr", "de", "it"]},
        towns={"town_id": [1, 2, 3, 4], "code": ["fr", "de", "it", "fr"]},
    )
    mapping = found(tables, label="towns.code").mapping
    assert mapping.relations == ()
    assert mapping.tables["towns"].columns == {}


def test_the_column_alone_is_enough_where_one_table_has_it() -> None:
    label = found(frames(movies=MOVIES), label="label").mapping.label
    assert label is not None
    assert found(frames(movies=MOVIES), label="movie.label").mapping.label == label
    with pytest.raises(TableError, match="several tables"):
        found(frames(movies=MOVIES, books=MOVIES), label="label")
