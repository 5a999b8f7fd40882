"""A guess needs no more than a kind."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from motifcnn.errors import GraphError
from motifcnn.graph.encode.kinds import ColumnGuess


def test_a_guess_is_frozen_and_its_details_are_optional() -> None:
    guess = ColumnGuess("list", separator="|")
    assert (guess.reason, guess.decimal, guess.format) == ("given in the mapping", None, None)
    with pytest.raises(FrozenInstanceError):
        guess.kind = "text"  # type: ignore[misc]


def test_texts_that_count_as_missing_may_come_as_a_list() -> None:
    assert ColumnGuess("number", also_missing=["tbd"]).also_missing == ("tbd",)


@pytest.mark.parametrize(
    ("details", "message"),
    [
        ({"kind": "float"}, "'float' is no kind of column; expected one of number, boolean"),
        ({"kind": "number", "decimal": ";"}, "decimal sign ';'; expected '.' or ','"),
        ({"kind": "list", "separator": ""}, "separator ''; expected the text between"),
        ({"kind": "category", "embed": True}, "embed=True with kind 'category'; only texts"),
    ],
)
def test_impossible_details_are_refused(details: dict[str, Any], message: str) -> None:
    with pytest.raises(GraphError, match=message):
        ColumnGuess(**details)
