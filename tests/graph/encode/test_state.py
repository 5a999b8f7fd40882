"""Documents that are no encoders are refused."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from motifcnn.errors import GraphError
from motifcnn.graph.encode.numbers import NumberColumn
from motifcnn.graph.encode.scaling import Scaling
from motifcnn.graph.encode.state import columns_from_json, columns_to_json
from motifcnn.graph.encode.text import TextColumn

COLUMN = NumberColumn(
    name="year",
    reason="numbers",
    scaling=Scaling(0.1, 1 / 3, True),
    decimal=",",
    flag=True,
    also_missing=("tbd",),
)


def test_a_column_comes_back_equal() -> None:
    document, arrays = columns_to_json([COLUMN])
    assert columns_from_json(json.loads(json.dumps(document)), arrays) == (COLUMN,)
    assert arrays == {}


def test_arrays_stand_beside_the_document() -> None:
    text = _text()
    document, arrays = columns_to_json([COLUMN, text])
    assert arrays == {"1.idf": text.idf}
    (_, again) = columns_from_json(json.loads(json.dumps(document)), arrays)
    assert isinstance(again, TextColumn)
    assert again.words == ("bus",)
    assert again.idf is text.idf


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ({}, "format None, expected 1"),
        ({"format": 1, "columns": [{"encoder": "x"}]}, "column 0: encoder 'x', expected one of"),
        ({"format": 1, "columns": [{"encoder": "skip", "name": "a"}]}, "column 0: .*reason"),
        ({"format": 1, "columns": [{"encoder": "text", "name": "a"}]}, "column 0: .*words"),
    ],
)
def test_documents_of_another_form_are_refused(document: dict[str, Any], message: str) -> None:
    with pytest.raises(GraphError, match=f"(?s)encoder of a table.*{message}"):
        columns_from_json(document, {})


def test_an_array_of_another_length_is_refused() -> None:
    text = _text()
    document, _ = columns_to_json([text])
    with pytest.raises(GraphError, match=r"(?s)column 0.*expected one for each of 1 word"):
        columns_from_json(document, {"0.idf": np.ones(2, np.float32)})


def _text() -> TextColumn:
    idf = np.array([1.25], np.float32)
    return TextColumn(name="title", reason="text", flag=False, words=("bus",), idf=idf)
