from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from motifcnn.graph.tables.mapping import (
    ColumnMapping,
    LabelMapping,
    Mapping,
    RelationMapping,
    TableMapping,
)
from motifcnn.graph.tables.problems import TableError
from motifcnn.graph.tables.toml import line_of, mapping_from_toml, mapping_to_toml

NAMES = st.text(st.characters(codec="utf-8"), min_size=1, max_size=6)
COLUMNS = st.builds(
    ColumnMapping,
    kind=st.sampled_from(["number", "text", "list", "date", "skip"]),
    separator=st.none() | NAMES,
    decimal=st.sampled_from([None, ".", ","]),
    missing=st.lists(NAMES, max_size=2).map(tuple),
)
TABLES = st.builds(
    TableMapping,
    type=st.none() | NAMES,
    key=st.none() | NAMES,
    columns=st.dictionaries(NAMES, COLUMNS, max_size=3),
    header=st.none() | st.booleans(),
)
RELATIONS = st.builds(
    RelationMapping,
    name=NAMES,
    table=NAMES,
    source=st.none() | NAMES,
    source_type=NAMES,
    target=NAMES,
    target_type=NAMES,
    directed=st.booleans(),
    columns=st.lists(NAMES, max_size=2).map(tuple),
)
MAPPINGS = st.builds(
    Mapping,
    name=st.text(st.characters(codec="utf-8"), max_size=5),
    unknown=st.sampled_from(["error", "drop", "add"]),
    label=st.none()
    | st.builds(LabelMapping, table=NAMES, column=NAMES, separator=st.none() | NAMES),
    tables=st.dictionaries(NAMES, TABLES, max_size=3),
    relations=st.lists(RELATIONS, max_size=3).map(tuple),
)


@given(mapping=MAPPINGS, reason=NAMES)
def test_a_mapping_is_read_as_it_was_written(mapping: Mapping, reason: str) -> None:
    about = [*mapping.tables, *(f"{t}.{c}" for t, p in mapping.tables.items() for c in p.columns)]
    text = mapping_to_toml(mapping, dict.fromkeys([*about, "label"], reason))
    assert mapping_from_toml(text) == mapping


def test_reasons_stand_beside_what_they_explain() -> None:
    table = TableMapping(type="movie", key="id", columns={"year": ColumnMapping(kind="number")})
    why = {"movies": "a key", "movies.key": "unique", "movies.year": "whole numbers"}
    lines = mapping_to_toml(Mapping(tables={"movies": table}), why).split("\n")
    assert lines[lines.index("[tables.movies]") - 1] == "# a key"
    assert 'year = "number"  # whole numbers' in lines
    assert "# key: unique" in lines


def test_lines_of_a_value() -> None:
    text = (
        '# x\n[[relations]]\nname = "a"\n[[relations]]\nname = "b"\n[tables."a b".columns]\nx = 1'
    )
    tomllib.loads(text)
    assert line_of(text, ("relations", 1, "name")) == 5
    assert line_of(text, ("relations", 1, "source")) == 4
    assert line_of(text, ("tables", "a b", "columns", "x", "kind")) == 7
    assert line_of(text, ("version",)) == 1


def test_all_problems_of_a_mapping_are_in_one_error() -> None:
    with pytest.raises(TableError) as caught:
        mapping_from_toml('unknwon = 1\n[tables.a]\nkind = "x"\nkey = 3\n')
    assert [problem.line for problem in caught.value.problems] == [4, 3, 1] or sorted(
        problem.line or 0 for problem in caught.value.problems
    ) == [1, 3, 4]
