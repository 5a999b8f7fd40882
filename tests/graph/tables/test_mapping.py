from __future__ import annotations

import pytest
from pydantic import ValidationError

from motifcnn.graph.encode import ColumnGuess
from motifcnn.graph.tables.mapping import (
    ColumnMapping,
    Mapping,
    RelationMapping,
    TableMapping,
    column_mapping,
)

MAPPING = Mapping(
    tables={
        "movies": TableMapping(
            type="movie", key="id", name="title", columns={"title": ColumnMapping(kind="text")}
        ),
        "cast": TableMapping(),
    },
    relations=(
        RelationMapping(
            name="cast",
            table="cast",
            source="movie_id",
            source_type="movie",
            target="actor_id",
            target_type="actor",
        ),
    ),
)


def test_types_of_tables_come_before_those_of_links() -> None:
    assert MAPPING.node_types() == ("movie", "actor")
    assert MAPPING.table_of("movie") == "movies"
    assert MAPPING.table_of("actor") is None


def test_a_column_that_becomes_the_label_is_nothing_else() -> None:
    assert MAPPING.without_column("movies", "title").tables["movies"] == TableMapping(
        type="movie", key="id"
    )
    assert MAPPING.without_column("cast", "actor_id").relations == ()
    assert MAPPING.without_column("movies", "actor_id").relations == MAPPING.relations


def test_a_mapping_is_json() -> None:
    assert Mapping.model_validate_json(MAPPING.model_dump_json()) == MAPPING


def test_a_mapping_never_changes() -> None:
    with pytest.raises(ValidationError):
        MAPPING.name = "other"  # type: ignore[misc]


def test_a_guess_and_its_mapping_say_the_same() -> None:
    guess = ColumnGuess("number", "why", decimal=",", also_missing=("soon",))
    mapping = column_mapping(guess)
    assert (mapping.kind, mapping.decimal, mapping.missing) == ("number", ",", ("soon",))
