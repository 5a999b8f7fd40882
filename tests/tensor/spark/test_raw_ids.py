"""Ids of any kind become row numbers, once, and the mapping is kept."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet

from motifcnn.errors import GraphError
from motifcnn.graph import Graph, Relation, Schema
from motifcnn.graph.schema_json import schema_to_json
from motifcnn.motif.motif import Motif
from motifcnn.tensor.spark import count_on_spark
from tests.oracle import brute_force

SCHEMA = Schema(
    ("author", "paper"),
    (Relation("paper", "by", "author"), Relation("paper", "like", "paper", directed=False)),
)
BY = [("p9", "Żak"), ("p10", "Żak"), ("p10", "abe"), ("p9", "Żak"), ("p1", "Zoe"), ("p9", "Zoe")]
LIKE = [("p9", "p10"), ("p10", "p9"), ("p1", "p1"), ("p2", "p9")]


def write(folder: Path, by: list[tuple[Any, Any]], like: list[tuple[Any, Any]]) -> Path:
    folder.mkdir()
    for name, pairs, columns in (("by", by, ("paper", "who")), ("like", like, ("a", "b"))):
        ends = zip(*pairs, strict=True)
        parquet.write_table(
            pa.table(dict(zip(columns, map(list, ends), strict=True))), folder / f"{name}.parquet"
        )
    about = {
        "schema": schema_to_json(SCHEMA),
        "links": [
            {"path": "by.parquet", "source": "paper", "target": "who"},
            {"path": "like.parquet", "source": "a", "target": "b"},
        ],
    }
    (folder / "links.json").write_text(json.dumps(about))
    return folder


def test_texts_are_mapped_in_the_order_of_a_graph(spark: Any, tmp_path: Path) -> None:
    source = write(tmp_path / "links", BY, LIKE)
    motif = Motif.parse("(t:paper)--(a:author)--(c:paper), (t)-[:like]-(c)")
    tensor = count_on_spark(source, motif, spark=spark, out=tmp_path / "out")

    names = {"author": sorted({who for _, who in BY}), "paper": ["p1", "p10", "p2", "p9"]}
    rows = {t: {name: row for row, name in enumerate(given)} for t, given in names.items()}
    by, like = np.zeros((4, 3), bool), np.zeros((4, 4), bool)
    for paper, who in BY:
        by[rows["paper"][paper], rows["author"][who]] = True
    for one, other in LIKE:
        like[rows["paper"][one], rows["paper"][other]] = True
    links = {("paper", "by", "author"): by, ("paper", "like", "paper"): like}
    instances, matrices = brute_force(Graph(SCHEMA, links, {"author": 3, "paper": 4}), motif)
    assert instances.sum() > 0
    np.testing.assert_array_equal(tensor.instances, instances)
    for role, expected in zip(tensor.roles, matrices, strict=True):
        np.testing.assert_array_equal(role.matrix.toarray(), expected)
    for number, node_type in enumerate(SCHEMA.node_types):
        place = tmp_path / "out" / "raw_id_mappings" / f"{number:03d}-{node_type}"
        mapping = parquet.read_table(place).sort_by("row").to_pydict()
        assert mapping["id"] == names[node_type]
        assert mapping["row"] == list(range(len(names[node_type])))


def test_ids_of_two_kinds_are_refused(spark: Any, tmp_path: Path) -> None:
    source = write(tmp_path / "links", [(1, "a")], [("p1", "p2")])
    with pytest.raises(GraphError, match="ids of type paper are bigint, string"):
        count_on_spark(
            source, Motif.parse("(t:paper)--(a:author)"), spark=spark, out=tmp_path / "out"
        )


def test_a_row_without_an_id_is_a_typed_error(spark: Any, tmp_path: Path) -> None:
    source = write(tmp_path / "links", [*BY, ("p1", None)], LIKE)
    with pytest.raises(GraphError, match=r"by\.parquet: column 'who' has a row without an id"):
        count_on_spark(
            source, Motif.parse("(t:paper)--(a:author)"), spark=spark, out=tmp_path / "out"
        )
