from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from motifcnn.serve.requests import ExplainRequest, NewNode, PredictRequest


@pytest.mark.parametrize("value", [True, 1.0, None, 2**63, [1], {"a": 1}])
def test_an_id_is_an_integer_of_64_bit_or_a_text(value: Any) -> None:
    with pytest.raises(ValidationError):
        PredictRequest(ids=[value])
    assert PredictRequest(ids=["7", 7]).ids == ["7", 7]


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_numbers_are_finite(value: float) -> None:
    with pytest.raises(ValidationError):
        NewNode(id=1, features=[value])
    with pytest.raises(ValidationError):
        NewNode(id=1, columns={"year": value})


def test_values_keep_their_kind() -> None:
    columns = {"a": True, "b": 1, "c": 1.5, "d": "x", "e": ["x"], "f": None}
    found = NewNode(id=1, columns=columns).columns
    assert {name: type(value) for name, value in found.items()} == {
        name: type(value) for name, value in columns.items()
    }


def test_the_limit_of_neighbours_is_bounded() -> None:
    for limit in (0, 101):
        with pytest.raises(ValidationError):
            ExplainRequest(id=1, limit=limit)
