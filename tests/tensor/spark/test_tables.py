"""A folder says where its links are, or an error says what was expected."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from motifcnn.errors import GraphError
from motifcnn.graph import write_graph
from motifcnn.graph.schema_json import schema_to_json
from motifcnn.tensor.spark.tables import open_tables
from tests.tensor.spark.test_count import papers


def test_a_stored_graph_has_rows_and_counts(tmp_path: Path) -> None:
    graph = papers()
    write_graph(graph, tmp_path / "graph")
    tables = open_tables(tmp_path / "graph")
    assert tables.schema == graph.schema
    assert tables.counts == dict(graph.counts)
    assert all(Path(table.path).is_file() for table in tables.tables)


def test_described_links_keep_addresses_and_resolve_paths(tmp_path: Path) -> None:
    schema = papers().schema
    paths = ["by", "s3a://bucket/at", "/data/cites", "like.parquet"]
    about = {"schema": schema_to_json(schema), "links": [{"path": path} for path in paths]}
    (tmp_path / "links.json").write_text(json.dumps(about))
    tables = open_tables(tmp_path)
    assert tables.counts is None
    assert [table.path for table in tables.tables] == [
        str(tmp_path / "by"),
        "s3a://bucket/at",
        "/data/cites",
        str(tmp_path / "like.parquet"),
    ]


def test_a_folder_without_links_names_what_it_has(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("")
    with pytest.raises(GraphError, match=r"found notes\.txt; expected .* links\.json"):
        open_tables(tmp_path)


@pytest.mark.parametrize("text", ["[]", "{", '{"schema": {}}'])
def test_a_bad_description_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "links.json").write_text(text)
    with pytest.raises(GraphError, match=r"links\.json"):
        open_tables(tmp_path)


def test_every_relation_needs_a_table(tmp_path: Path) -> None:
    about = {"schema": schema_to_json(papers().schema), "links": [{"path": "by"}]}
    (tmp_path / "links.json").write_text(json.dumps(about))
    with pytest.raises(GraphError, match="1 links for 4 relations"):
        open_tables(tmp_path)
