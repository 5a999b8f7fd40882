from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from motifcnn.errors import GraphError
from motifcnn.serve.new_columns import columns_of
from motifcnn.serve.requests import NewNode

TIMES = np.array(["2020-01-01", "NaT"], "datetime64[us]")
TABLE = {
    "year": np.array([1994, 2001]),
    "score": np.array([0.5, np.nan]),
    "title": np.array(["Dune", None], dtype=object),
    "seen": np.array([True, False]),
    "at": TIMES,
}


def of_one(**columns: Any) -> dict[str, list[Any]]:
    node = NewNode(id=7, columns=columns)
    found = columns_of("movie", np.array([0, -1]), {1: node}, TABLE)
    return {name: values.tolist() for name, values in found.items()}


def test_values_stand_beside_those_of_known_nodes() -> None:
    found = of_one(year=2024, score=1.5, title="Arrival", seen=True, at="2024-05-17T08:30")
    assert found["year"] == [1994, 2024]
    assert found["score"] == [0.5, 1.5]
    assert found["title"] == ["Dune", "Arrival"]
    assert found["seen"] == [True, True]
    assert [str(at) for at in found["at"]] == ["2020-01-01 00:00:00", "2024-05-17 08:30:00"]


def test_what_is_not_given_is_a_gap() -> None:
    found = of_one()
    assert found["title"] == ["Dune", None]
    assert found["seen"] == ["true", None]
    assert np.isnan(found["year"][1]) and np.isnan(found["score"][1])
    assert found["at"][1] is None


def test_lists_of_one_length_stay_lists() -> None:
    node = NewNode(id=7, columns={"tags": ["a", "b"]})
    table = {"tags": np.array([None], dtype=object)}
    found = columns_of("movie", np.array([-1, -1]), {0: node, 1: node}, table)
    assert found["tags"].tolist() == [("a", "b"), ("a", "b")]


@pytest.mark.parametrize(
    ("column", "value", "expected"),
    [
        ("year", "x", "a number"),
        ("year", True, "a number"),
        ("title", 3, "a text or a list of texts"),
        ("seen", 1, "true or false"),
        ("at", "soon", "a time such as"),
        ("at", 7, "a time such as"),
    ],
)
def test_a_value_of_another_kind_names_node_and_column(
    column: str, value: Any, expected: str
) -> None:
    with pytest.raises(GraphError) as error:
        of_one(**{column: value})
    assert f"new movie 7, column '{column}'" in str(error.value)
    assert expected in str(error.value)
