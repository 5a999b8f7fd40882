from __future__ import annotations

import numpy as np
import pandas as pd

from motifcnn.graph.tables.links import rows_without_link, unknown_keys, unknown_problem
from motifcnn.graph.tables.profile import key_column
from motifcnn.graph.tables.raw import RawTable


def test_unknown_keys_leave_out_what_means_missing() -> None:
    column = key_column(pd.Series(["b", "NA", "", "x", "a"]), "t", "c")
    assert unknown_keys(column, frozenset("ab")) == ["x"]
    assert unknown_keys(column, frozenset({"NA"})) == ["b", "x", "a"]


def test_a_problem_counts_rows_and_keys_and_shows_the_first_of_each() -> None:
    values = pd.Series(["x", "y", "x", "z", "w", "a"])
    table = RawTable("t", "t.csv", pd.DataFrame({"c": values}), first_line=2)
    column = key_column(values, "t", "c")
    problem = unknown_problem(table, column, ["x", "y", "z", "w"], "kind", "kinds.csv")
    assert (problem.line, problem.column, problem.value) == (2, "c", "x")
    assert "5 rows with 4 keys" in problem.message
    assert "'x' (line 2), 'y' (line 3), 'z' (line 5), ..." in problem.message


def test_rows_that_add_no_link_are_counted_by_reason() -> None:
    orders = pd.DataFrame({"customer": [1, None, 2, 2, 2], "product": ["a", "b", "NA", "a", "a"]})
    table = RawTable("orders", "orders.csv", orders, first_line=2)
    ends = [key_column(orders[name], "orders", name) for name in orders]
    kept = np.array([True, False, False, True, True])
    assert rows_without_link(table, "bought", ends, kept, 2) == (
        "orders.csv: no link 'bought' from 1 row without a value of 'customer', 1 row without a "
        "value of 'product', 1 row with the same ends as another"
    )
    assert rows_without_link(table, "bought", ends, np.ones(5, bool), 5) == ""
