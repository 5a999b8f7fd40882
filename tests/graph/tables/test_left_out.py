"""Each table and column that the graph does not have is said in one sentence."""

from __future__ import annotations

from graph.tables.frames import frames
from motifcnn.graph.tables.files import find_tables
from motifcnn.graph.tables.left_out import left_out
from motifcnn.graph.tables.mapping import (
    ColumnMapping,
    LabelMapping,
    Mapping,
    RelationMapping,
    TableMapping,
)
from motifcnn.graph.tables.raw import RawTable

TABLES = {
    table.name: table
    for table in find_tables(
        frames(
            films={
                "id": ["a", "b"],
                "title": ["A", "B"],
                "genre": ["war", "drama"],
                "part": ["train", "test"],
                "year": [1990, 2000],
                "notes": ["", ""],
                "by": ["p", "q"],
            },
            people={"id": ["p", "q"]},
            seen={"film": ["a", "b"], "who": ["p", "q"], "stars": [1, 2], "day": [3, 4]},
            prices={"film": ["a"], "euro": [3]},
        )
    ).tables
}
FILMS = TableMapping(
    type="film",
    key="id",
    name="title",
    columns={"year": ColumnMapping(kind="number"), "notes": ColumnMapping(kind="skip")},
)
SEEN = TableMapping(
    columns={"stars": ColumnMapping(kind="number"), "day": ColumnMapping(kind="number")}
)
RELATION = RelationMapping(
    name="seen",
    table="seen",
    source="film",
    source_type="film",
    target="who",
    target_type="person",
    columns=("stars",),
)
MAPPING = Mapping(
    label=LabelMapping(table="films", column="genre", split="part"),
    tables={"films": FILMS, "people": TableMapping(type="person", key="id"), "seen": SEEN},
    relations=(RELATION,),
)


def said(mapping: Mapping, tables: dict[str, RawTable] = TABLES) -> list[str]:
    return [sentence.removeprefix("table ") for sentence in left_out(mapping, tables)]


def test_what_is_used_is_not_mentioned_and_the_rest_is() -> None:
    assert sorted(said(MAPPING)) == [
        "films: column 'by' is not in the mapping, so left out",
        "films: column 'notes' is skipped",
        "prices: not in the mapping, so it is left out",
        "seen: column 'day' of links is left out",
    ]


def test_a_column_of_links_is_used() -> None:
    by = RelationMapping(
        name="by",
        table="films",
        source="id",
        source_type="film",
        target="by",
        target_type="person",
    )
    sentences = said(MAPPING.changed(relations=(RELATION, by)))
    assert not [sentence for sentence in sentences if "'by'" in sentence]


def test_a_type_that_nothing_links_is_said_with_its_size() -> None:
    sentences = said(MAPPING.changed(relations=()))
    assert "people: nothing links its 2 nodes of type person" in sentences
    assert "films: nothing links its 2 nodes of type film" in sentences


def test_without_a_label_its_columns_are_left_out() -> None:
    sentences = said(MAPPING.changed(label=None))
    for column in ("genre", "part"):
        assert f"films: column {column!r} is not in the mapping, so left out" in sentences
