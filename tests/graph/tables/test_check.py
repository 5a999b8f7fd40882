"""Mappings that do not fit their tables."""

from __future__ import annotations

import pytest

from graph.tables.frames import frames
from motifcnn.graph.tables.check import mapping_problems
from motifcnn.graph.tables.files import find_tables
from motifcnn.graph.tables.mapping import Mapping, RelationMapping, TableMapping

TABLES = frames(movies={"id": [1, 2, 3]}, awards={"movie_id": [1, 2], "award": ["gold", "wood"]})


def problems(rows: str | None, source: str | None, source_type: str) -> list[str]:
    """Of a mapping in which the rows of `awards` have a type, and a relation begins at one."""
    relation = RelationMapping(
        name="of",
        table="awards",
        source=source,
        source_type=source_type,
        target="movie_id",
        target_type="movie",
    )
    tables = {"movies": TableMapping(type="movie", key="id"), "awards": TableMapping(type=rows)}
    mapping = Mapping(tables=tables, relations=(relation,))
    found = {table.name: table for table in find_tables(TABLES).tables}
    return [str(problem) for problem in mapping_problems(mapping, found)]


def test_rows_and_columns_may_be_ends() -> None:
    assert problems("award", None, "award") == []
    assert problems(None, "award", "award") == []


def test_links_need_a_column_at_both_ends() -> None:
    (said,) = problems(None, None, "award")
    assert "relation 'of' has no source column" in said


@pytest.mark.parametrize("source_type", ["prize", "movie"])
def test_rows_are_nodes_of_the_type_of_their_table(source_type: str) -> None:
    (said,) = problems("award", None, source_type)
    assert "its source are the rows of awards, which are of type 'award'" in said
    assert "write source_type = 'award', or add source = ..." in said
