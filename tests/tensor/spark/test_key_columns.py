"""Keys on Spark are the texts that the import of this machine compares."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest

from motifcnn.graph.encode.missing import is_missing
from motifcnn.graph.ids import as_integers
from motifcnn.graph.tables import TableError
from motifcnn.graph.tables.profile import key_column
from motifcnn.tensor.spark.key_columns import is_missing_text, is_whole_number, key_text

TEXTS = [" a ", "", "\t\u00a0b\u2003", "7", "7.0", "007", "-0", "-5", "N/A", "nan", "?"]
TEXTS += ["9223372036854775807", "9223372036854775808", "\x1fc"]


def test_texts_are_read_as_here(spark: Any) -> None:
    from pyspark.sql import functions as F

    frame = spark.createDataFrame([(text,) for text in TEXTS], "k string")
    text = key_text(frame, "k", "a.csv")
    rows = frame.select(text, is_missing_text(text), is_whole_number(text)).collect()
    stripped = [text.strip() for text in TEXTS]
    assert [row[0] for row in rows] == stripped
    assert [row[1] for row in rows] == [is_missing(text) for text in TEXTS]
    whole = as_integers(pd.Series(stripped, dtype=object).to_numpy())[1]
    assert [row[2] for row in rows] == whole.tolist()
    assert frame.select(F.col("k")).count() == len(TEXTS)


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        ("double", [3.0, None, 2.5, float("nan"), -4.0]),
        ("bigint", [3, None, 2**60]),
        ("string", ["3.0", None, "-4.0"]),
    ],
)
def test_numbers_are_read_as_here(spark: Any, kind: str, values: list[Any]) -> None:
    frame = spark.createDataFrame([(value,) for value in values], f"`a.b` {kind}")
    found = frame.select(key_text(frame, "a.b", "a.csv", whole_floats=kind == "string")).collect()
    series = pd.Series(values, dtype="Int64" if kind == "bigint" else None)
    column = key_column(series, "a", "a.b")
    expected = [column.values[code] if code >= 0 else "" for code in column.codes]
    # This machine keeps "nan" out of the keys by the codes, Spark by an empty text.
    assert [row[0] for row in found] == expected


def test_other_kinds_are_refused(spark: Any) -> None:
    frame = spark.range(1).selectExpr("current_date() as day")
    with pytest.raises(TableError, match='column "day": keys of kind date, expected texts'):
        key_text(frame, "day", "a.csv")
