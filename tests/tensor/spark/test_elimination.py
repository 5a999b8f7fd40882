"""Elimination binds at most two nodes at once on trees, and sums what it can first."""

from __future__ import annotations

from motifcnn.tensor.spark.elimination import Table, eliminate, join_rows

SIZES = dict.fromkeys("abcde", 100)


def table(nodes: str, rows: float = 1_000.0) -> Table:
    return Table(tuple(nodes), rows, dict.fromkeys(nodes, 10 * rows))


def test_a_branch_is_counted_before_the_path_is_walked() -> None:
    tables = [table("ab"), table("bc"), table("bd"), table("de")]
    found = eliminate(tables, ("a", "c"), SIZES)
    assert found.width == 2
    assert [step.keep for step in found.steps] == [("d",), ("b",), ("a", "c")]
    assert found.steps[0].joined == (3,)


def test_a_path_sums_over_each_node_before_the_next() -> None:
    found = eliminate([table("ab"), table("bc"), table("cd")], ("a", "d"), SIZES)
    assert [len(step.keep) for step in found.steps] == [2, 2]


def test_a_link_that_closes_a_triangle_is_joined_before_the_sum() -> None:
    (step,) = eliminate([table("ab"), table("bc"), table("ac")], ("a", "c"), SIZES).steps
    assert set(step.joined) == {0, 1, 2}
    assert step.keep == ("a", "c")


def test_a_clique_of_four_needs_tables_of_three() -> None:
    tables = [table(pair) for pair in ("ab", "ac", "ad", "bc", "bd", "cd")]
    assert eliminate(tables, ("a", "b"), SIZES).width == 3


def test_a_join_is_bounded_by_degrees() -> None:
    """sum of d(b) e(b) <= sqrt(sum d^2 * sum e^2), and never above the product of rows."""
    one, other = Table(("a", "b"), 4, {"a": 4, "b": 16}), Table(("b", "c"), 9, {"b": 81, "c": 9})
    assert join_rows(one, other, SIZES) == 36
    assert join_rows(one, Table(("a", "b"), 3, {"a": 9, "b": 9}), SIZES) == 3
