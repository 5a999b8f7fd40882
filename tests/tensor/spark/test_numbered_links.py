"""Row numbers in tables of a user's own are checked, and repeated links count once."""

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
from motifcnn.tensor import count
from motifcnn.tensor.spark import count_on_spark

SCHEMA = Schema(
    ("author", "paper"),
    (Relation("paper", "by", "author"), Relation("paper", "like", "paper", directed=False)),
)
COUNTS = {"author": 3, "paper": 4}
BY = [(0, 0), (1, 0), (2, 1), (3, 1)]
LIKE = [(0, 1), (1, 2)]
PATTERN = "(t:paper)--(a:author)--(c:paper)"
LIKED = "(t:paper)-[:like]-(a:paper)-[:like]-(c:paper)"


def described(folder: Path, by: list[Any], like: list[Any] = LIKE, **more: Any) -> Path:
    """A folder whose tables name their columns `left` and `right`, with counts."""
    for name, pairs in (("by", by), ("like", like)):
        left, right = zip(*pairs, strict=True)
        parquet.write_table(
            pa.table({"left": list(left), "right": list(right)}), folder / f"{name}.parquet"
        )
    entry = {"source": "left", "target": "right"} | more
    links = [{"path": f"{name}.parquet"} | entry for name in ("by", "like")]
    about = {"schema": schema_to_json(SCHEMA), "links": links, "counts": COUNTS}
    (folder / "links.json").write_text(json.dumps(about))
    return folder


def graph() -> Graph:
    links = {}
    for relation, pairs in zip(SCHEMA.relations, (BY, LIKE), strict=True):
        matrix = np.zeros((COUNTS[relation.source], COUNTS[relation.target]), bool)
        matrix[tuple(zip(*pairs, strict=True))] = True
        links[relation.key] = matrix
    return Graph(SCHEMA, links, COUNTS)


@pytest.mark.parametrize("pattern", [PATTERN, LIKED])
def test_repeated_links_and_both_directions_count_once(
    spark: Any, tmp_path: Path, pattern: str
) -> None:
    source = described(tmp_path, [*BY, *BY[1:]], [*LIKE, (1, 0), (3, 3), (1, 2)])
    tensor = count_on_spark(source, pattern, spark=spark, out=tmp_path / "out")
    assert tensor.total > 0
    assert tensor == count(graph(), pattern)


def test_a_table_without_repeated_links_is_not_copied(spark: Any, tmp_path: Path) -> None:
    source = described(tmp_path, BY, distinct=True)
    tensor = count_on_spark(source, PATTERN, spark=spark, out=tmp_path / "out")
    assert tensor == count(graph(), PATTERN)
    assert not list((tmp_path / "out" / "tables").glob("links-*"))


def test_relations_that_the_motif_does_not_ask_for_are_not_read(spark: Any, tmp_path: Path) -> None:
    source = described(tmp_path, BY, like=[(0, 99)])
    tensor = count_on_spark(source, PATTERN, spark=spark, out=tmp_path / "out")
    assert tensor == count(graph(), PATTERN)


@pytest.mark.parametrize("distinct", [True, False])
@pytest.mark.parametrize(
    ("link", "message"),
    [
        ((4, 0), "column 'left' has 0 to 4, expected 0 to 3, the rows of type paper"),
        ((-1, 0), "column 'left' has -1 to 3, expected 0 to 3"),
        ((0, 3), "column 'right' has 0 to 3, expected 0 to 2, the rows of type author"),
        ((0, None), "column 'right' has 1 row without a number"),
    ],
)
def test_a_number_that_is_no_row_is_refused(
    spark: Any, tmp_path: Path, link: tuple[Any, Any], message: str, distinct: bool
) -> None:
    source = described(tmp_path, [*BY, link], distinct=distinct)
    with pytest.raises(GraphError, match=rf"by\.parquet: {message}.*correct the table or counts"):
        count_on_spark(source, PATTERN, spark=spark, out=tmp_path / "out")


def test_texts_are_no_row_numbers(spark: Any, tmp_path: Path) -> None:
    source = described(tmp_path, [("p1", 0)])
    with pytest.raises(GraphError, match=r"'left' is string, .* or leave out counts"):
        count_on_spark(source, PATTERN, spark=spark, out=tmp_path / "out")
