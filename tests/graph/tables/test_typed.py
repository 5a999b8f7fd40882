from __future__ import annotations

import numpy as np
import pandas as pd

from motifcnn.graph.tables.mapping import ColumnMapping
from motifcnn.graph.tables.raw import RawTable
from motifcnn.graph.tables.typed import placed, typed_column


def typed(values: object, **mapping: object) -> tuple[np.ndarray, list[str]]:
    table = RawTable("t", "t.csv", pd.DataFrame({"c": values}), first_line=2)
    found, problems = typed_column(table, "c", ColumnMapping.model_validate(mapping))
    return found, [str(problem) for problem in problems]


def test_whole_numbers_are_integers_and_gaps_make_floats() -> None:
    found, _ = typed(["1", "2"], kind="number")
    assert (found.dtype, found.tolist()) == (np.int64, [1, 2])
    found, _ = typed(["1", ""], kind="number")
    np.testing.assert_array_equal(found, [1.0, np.nan])


def test_decimal_commas_and_marks_for_missing() -> None:
    found, problems = typed(["1.234,5", "soon", "NA"], kind="number", decimal=",", missing=["soon"])
    np.testing.assert_array_equal(found, [1234.5, np.nan, np.nan])
    assert problems == []


def test_dates_are_microseconds() -> None:
    found, _ = typed(["31.12.2020", ""], kind="date", format="%d.%m.%Y")
    expected = np.array(["2020-12-31", "NaT"], "datetime64[us]")
    np.testing.assert_array_equal(found, expected)
    assert found.dtype == expected.dtype


def test_truth_and_lists_and_texts() -> None:
    assert typed(["yes", "no"], kind="boolean")[0].tolist() == [True, False]
    assert typed(["yes", ""], kind="boolean")[0].tolist() == ["true", None]
    found, _ = typed(["a|b", "", "c"], kind="list", separator="|")
    assert found.tolist() == [("a", "b"), None, ("c",)]
    assert typed([1.0, None], kind="category")[0].tolist() == ["1", None]


def test_a_cell_of_another_kind_is_named_with_its_line() -> None:
    _, problems = typed(["1", "x", "y"], kind="number")
    assert len(problems) == 2
    assert problems[0].startswith("t.csv, line 3, column \"c\": 'x' is not a number")
    assert "(2 cells in all)" in problems[0]


def test_nodes_without_a_row_have_gaps() -> None:
    rows = np.array([2, -1, 0])
    assert placed(np.array([True, False, False]), rows, 3).tolist() == ["false", None, "true"]
    assert placed(np.array(["x", "y", "z"], object), rows, 3).tolist() == ["z", None, "x"]
    assert placed(np.array([1, 2]), np.array([1, 0]), 2).tolist() == [2, 1]
