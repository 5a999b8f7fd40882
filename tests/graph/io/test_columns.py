"""Every form of table gives the same columns."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from pyarrow import parquet

from motifcnn.errors import GraphError
from motifcnn.graph.io.columns import is_table, load_columns

TABLE = {"id": [7, 8], "name": ["a", "b"], "x": [0.5, 1.5]}


@pytest.mark.parametrize("form", [dict, pd.DataFrame, pa.table, "parquet"])
def test_types_are_kept(form: Any, tmp_path: Path) -> None:
    table = TABLE if form == "parquet" else form(TABLE)
    if form == "parquet":
        parquet.write_table(pa.table(TABLE), tmp_path / "t.parquet")
        table = tmp_path / "t.parquet"
    columns = load_columns(table, "nodes")
    assert columns.names == ("id", "name", "x")
    assert len(columns) == 2
    assert "id" in columns
    assert {name: columns[name].tolist() for name in columns.names} == TABLE
    assert columns["id"].dtype == np.int64
    assert columns["x"].dtype == np.float64


@pytest.mark.parametrize(("suffix", "delimiter"), [(".csv", ","), (".tsv", "\t"), (".txt", "\t")])
def test_text_files_give_texts_with_their_lines(
    suffix: str, delimiter: str, tmp_path: Path
) -> None:
    path = tmp_path / f"t{suffix}"
    rows = [["id", "name"], ["7", f'"a{delimiter}b"'], ["8", '"two\nlines"'], ["9", "c"]]
    path.write_text("\n".join(delimiter.join(row) for row in rows))
    columns = load_columns(path, "nodes")
    assert columns["id"].tolist() == ["7", "8", "9"]
    assert columns["name"].tolist() == [f"a{delimiter}b", "two\nlines", "c"]
    assert [columns.place(row) for row in range(3)] == [f"{path}, line {n}" for n in (2, 3, 5)]


def test_lists_and_mixtures_stay_one_value_per_row() -> None:
    columns = load_columns({"label": [["x", "y"], ["z"]], "mixed": [1, "a"]}, "nodes")
    assert columns["label"].tolist() == [["x", "y"], ["z"]]
    assert columns["mixed"].tolist() == [1, "a"]
    assert columns.place(1) == "nodes, row 1"


def test_a_column_with_gaps_has_none_in_them() -> None:
    assert load_columns(pa.table({"x": [1, None]}), "nodes")["x"].tolist() == [1, None]


def test_a_missing_or_repeated_column_is_named() -> None:
    with pytest.raises(GraphError, match="nodes: column 'ids' is missing; did you mean \"id\""):
        load_columns(TABLE, "nodes")["ids"]
    frame = pd.DataFrame([[1, 2]], columns=["id", "id"])
    for table in (frame, pa.table([[1], [2]], names=["id", "id"])):
        with pytest.raises(GraphError, match="a column name appears twice"):
            load_columns(table, "nodes")


def test_a_mapping_of_tables_is_no_table() -> None:
    assert is_table(TABLE)
    assert is_table(pd.DataFrame(TABLE))
    assert is_table("nodes.csv")
    for table in (TABLE, pd.DataFrame(TABLE), pa.table(TABLE), "nodes.csv", Path("nodes.csv")):
        assert not is_table({"paper": table})
