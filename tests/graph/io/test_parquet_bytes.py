"""A Parquet file cannot declare more than its size justifies, and damage never ends the process."""

from __future__ import annotations

import io
from random import Random
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet

from motifcnn.errors import GraphError
from motifcnn.graph.io.parquet_bytes import table_of


def packed(table: Any) -> bytes:
    file = io.BytesIO()
    parquet.write_table(table, file, compression="zstd")
    return file.getvalue()


@pytest.mark.parametrize(
    "table",
    [
        {},
        {"id": []},
        {"id": [1, None], "name": ["a", "b"], "is": [True, False]},
        {"tags": [["a", "b"], []], "both": [{"text": "x", "texts": ["y"]}, None]},
    ],
    ids=str,
)
def test_tables_come_back_as_they_are(table: dict[str, Any]) -> None:
    assert table_of(packed(pa.table(table)), "a.parquet").to_pydict() == table


def test_a_run_of_equal_numbers_over_the_limit_is_refused() -> None:
    data = packed(pa.table({"id": np.zeros(30_000_000)}))
    assert len(data) < 300_000
    with pytest.raises(GraphError, match=r"a\.parquet: a table of 240\.0 MB in a file of"):
        table_of(data, "a.parquet")


@pytest.mark.parametrize("kind", [pa.string(), pa.list_(pa.string())], ids=str)
def test_a_long_text_in_many_rows_is_refused(kind: Any) -> None:
    word, rows = "x" * 100_000, 5_000  # half a gigabyte, once unpacked
    indices = pa.array(np.zeros(rows, np.int32))
    values: Any = pa.DictionaryArray.from_arrays(indices, pa.array([word]))
    if pa.types.is_list(kind):
        values = pa.ListArray.from_arrays(pa.array(np.arange(rows + 1), pa.int32()), values)
    data = packed(pa.table({"name": values}).replace_schema_metadata(None))
    assert len(data) < 10_000
    with pytest.raises(GraphError, match="a table of"):
        table_of(data, "a.parquet")


def test_damage_to_every_byte_of_the_description_is_an_error_or_harmless() -> None:
    data = packed(pa.table({"id": [1, 2], "name": ["a", "b"]}))
    length = int.from_bytes(data[-8:-4], "little")
    random = Random(0)
    for at in range(len(data) - 8 - length, len(data)):
        changed = bytearray(data)
        changed[at] ^= 1 << random.randrange(8)
        try:
            table_of(bytes(changed), "a.parquet")
        except GraphError as error:
            assert len(str(error)) < 500
