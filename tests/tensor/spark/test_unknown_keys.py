"""Keys that nobody has are counted by rows and by keys, and texts for "missing" are none."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from motifcnn.tensor.spark.key_tables import KeyTable
from motifcnn.tensor.spark.stages import Stages
from motifcnn.tensor.spark.unknown_keys import UnknownKeys, find_unknown


def test_rows_and_keys_are_counted(spark: Any, tmp_path: Path) -> None:
    keys, known = (
        spark.createDataFrame([(i,) for i in ids], "id string")
        for ids in (["a", "x", "x", "y", "NA", "n/a"], ["a", "NA"])
    )
    stages = Stages(spark, tmp_path)
    found = find_unknown("buys", "who", "user", keys, known, stages, 0)
    assert found == UnknownKeys("buys", "who", "user", 3, 2, ("x", "y"), True)
    without = find_unknown("buys", "shop", "shop", keys, None, stages, 1)
    assert (without.rows, without.keys, without.with_table) == (4, 3, False)


def test_the_problem_names_file_column_and_examples() -> None:
    keys = UnknownKeys("buys", "who", "user", 9, 4, ("x", "y", "z"), True)
    table = KeyTable("buys", "buys.csv", None, None, {})  # type: ignore[arg-type]
    assert str(keys.problem({"buys": table})).startswith(
        'buys.csv, column "who": 9 rows with 4 keys that no row of type user has: '
        "'x', 'y', 'z', ...; add the rows"
    )
