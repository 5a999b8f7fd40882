"""Problems of a table are counted, and a mapping that it does not fit is refused by name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from motifcnn.graph.tables import Mapping, TableError
from motifcnn.graph.tables.mapping import RelationMapping, TableMapping
from motifcnn.tensor.spark.key_tables import KeyTable, open_key_table, require_fitting
from motifcnn.tensor.spark.stages import Stages
from motifcnn.tensor.spark.table_files import table_files

USERS = Mapping(tables={"users": TableMapping(type="user", key="id")})


def test_rows_gaps_and_repeats_are_counted_in_one_pass(spark: Any, tmp_path: Path) -> None:
    (tmp_path / "users.csv").write_text("id,name\n1.0,a\n,b\n2.0,c\n 1.0 ,d\n")
    file = table_files(tmp_path)["users"]
    table = open_key_table(USERS, file, 0, Stages(spark, tmp_path / "out"))
    assert table.report() == {
        "table": "users",
        "file": "users.csv",
        "rows": 4,
        "malformed": 0,
        "empty": 1,
        "repeated": 1,
    }
    assert sorted(row[0] for row in table.keys("id").collect()) == ["1", "1", "2"]
    (tmp_path / "users.csv").write_text("name\na\n")
    with pytest.raises(TableError, match=r"users\.csv, column \"id\": no column 'id'; known: name"):
        open_key_table(USERS, file, 0, Stages(spark, tmp_path / "other"))


def test_each_kind_of_problem_has_a_sentence() -> None:
    about = {"rows": 9, "malformed": 1, "empty": 2, "repeated": 0}
    table = KeyTable("users", "users.csv", "id", None, about)  # type: ignore[arg-type]
    assert [problem.message for problem in table.problems()] == [
        "1 line with another number of cells than the header",
        "the key is empty (2 rows)",
    ]


def test_tables_that_are_not_there_are_named(tmp_path: Path) -> None:
    with pytest.raises(TableError, match="no CSV or Parquet table 'users'; found: none"):
        require_fitting(USERS, {}, tmp_path)


def test_links_need_a_column_at_both_ends(tmp_path: Path) -> None:
    (tmp_path / "users.csv").write_text("id,boss\n1,2\n")
    boss = RelationMapping(
        name="boss", table="users", source_type="user", target="boss", target_type="user"
    )
    mapping = USERS.changed(relations=(boss,))
    (problem,) = require_fitting(mapping, table_files(tmp_path), tmp_path)
    assert "relation boss has an end without a column" in str(problem)
