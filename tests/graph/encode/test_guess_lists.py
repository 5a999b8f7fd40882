"""Texts with several values, and texts that only look so."""

from __future__ import annotations

import pandas as pd
import pytest

from motifcnn.graph.encode.cells import cells_of
from motifcnn.graph.encode.guess_lists import guess_list


@pytest.mark.parametrize(
    ("texts", "separator"),
    [
        (["Action|Comedy", "Drama", "Action"], "|"),
        (["Smith, J.; Doe, A.", "Doe, A.; Roe, B."], ";"),
        (["salt, pepper", "pepper, oil", "salt"], ","),
        (["['a', 'b']", "['b']", "['a', 'c']"], ","),
    ],
)
def test_parts_that_repeat_make_a_list(texts: list[str], separator: str) -> None:
    guess = guess_list(cells_of(pd.Series(texts), "x"))
    assert guess is not None
    assert guess.separator == separator
    assert "their parts repeat" in guess.reason


@pytest.mark.parametrize(
    "texts",
    [
        ["Korea, Republic of"] * 5 + ["France", "Italy"],
        ["He came, he saw, he won.", "She left early, as one does.", "Nothing more, they say."],
        ["a|b", "c|d", "e|f"],
        ["one", "two"],
        [", ,", ",,"],
    ],
)
def test_commas_alone_make_none(texts: list[str]) -> None:
    assert guess_list(cells_of(pd.Series(texts), "x")) is None


def test_a_separator_in_few_texts_is_part_of_them() -> None:
    texts = ["a|b", "a", "b", *(f"name{i}" for i in range(50))]
    assert guess_list(cells_of(pd.Series(texts), "x")) is None


def test_other_types_among_the_texts_make_none() -> None:
    assert guess_list(cells_of(pd.Series(["a|b", "a", 1.5], dtype=object), "x")) is None
