"""What tables became: every table and column with its kind and reason."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from graph.tables.folders import GOOD, folder_of
from motifcnn.cli.options.tables import ImportedTables
from motifcnn.cli.show.tables import describe_import, show_import
from motifcnn.graph.tables import plan_tables


@pytest.fixture
def imported(tmp_path: Path) -> ImportedTables:
    plan = plan_tables(folder_of(tmp_path / "films", GOOD), label="movies.genre")
    graph, said = plan.graph()
    return ImportedTables(graph, plan, tuple(said), tmp_path / "films" / "motifcnn.toml")


def test_tables_are_nodes_or_links_and_columns_have_the_kind_of_the_mapping(
    imported: ImportedTables,
) -> None:
    described = describe_import(imported)
    tables = {table["table"]: table for table in described["tables"]}
    assert {name: (t["what"], t["key"], t["rows"]) for name, t in tables.items()} == {
        "directors": ("nodes of type director", "director_id", 3),
        "movies": ("nodes of type movie", "movie_id", 6),
        "ratings": ("links", None, 12),
    }
    kinds = {(c["table"], c["column"]): c["kind"] for c in described["columns"]}
    mapping = imported.plan.mapping
    assert kinds == {
        (name, column): found.kind
        for name, table in mapping.tables.items()
        for column, found in table.columns.items()
    }
    assert all(each["reason"] for each in described["tables"] + described["columns"])
    assert (described["label"], described["split"]) == ("movies.genre", None)
    assert described["mapping_file"].endswith("motifcnn.toml")


def test_a_table_that_is_not_in_the_mapping_is_left_out(imported: ImportedTables) -> None:
    mapping = imported.plan.mapping
    fewer = mapping.changed(
        tables={name: t for name, t in mapping.tables.items() if name != "directors"}
    )
    described = describe_import(replace(imported, plan=replace(imported.plan, mapping=fewer)))
    assert [table["table"] for table in described["tables"]] == ["movies", "ratings"]


def test_what_a_given_mapping_says_needs_no_reason(imported: ImportedTables) -> None:
    given = replace(imported, plan=replace(imported.plan, reasons=None), mapping_file=None)
    described = describe_import(given)
    reasons = {each["reason"] for each in described["tables"] + described["columns"]}
    assert reasons == {"given in the mapping"}
    assert described["mapping_file"] is None


def test_people_see_the_same_and_how_to_name_a_label(
    imported: ImportedTables, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    described = describe_import(imported) | {"left_out": ["notes.pdf: not a table"]}
    show_import(described)
    seen = capsys.readouterr().out
    for word in ("nodes of type movie", "director_id", "notes.pdf: not a table", "movies"):
        assert word in seen
    assert "--label" not in seen
    show_import(described | {"label": None})
    assert "name the column to learn with --label TABLE.COLUMN" in capsys.readouterr().out
