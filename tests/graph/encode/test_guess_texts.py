"""Keys, categories and free text."""

from __future__ import annotations

import pandas as pd

from motifcnn.graph.encode.cells import cells_of
from motifcnn.graph.encode.guess_texts import guess_text


def kind(texts: list[str]) -> str:
    return guess_text(cells_of(pd.Series(texts), "x")).kind


def test_different_short_words_are_keys() -> None:
    assert kind(["N104UW", "N108UW", "N10156"]) == "skip"
    assert kind(["N104UW", "N108UW", "N104UW"]) == "category"


def test_different_texts_of_several_words_are_free_text() -> None:
    assert kind(["Ada Lovelace", "Alan Turing", "Grace Hopper"]) == "text"


def test_long_words_are_no_keys() -> None:
    assert kind([f"example.org/a-long-path-of-words/{'x' * 20}-{i}" for i in range(5)]) == "text"


def test_sentences_that_repeat_are_categories_while_they_are_few() -> None:
    assert kind(["fixed wing single engine", "rotor craft"] * 10) == "category"
    assert kind([f"sentence number {i % 150}" for i in range(1000)]) == "text"


def test_the_reason_has_the_numbers() -> None:
    guess = guess_text(cells_of(pd.Series(["a", "b", "a"]), "x"))
    assert guess.reason == "2 different short texts in 3 rows"
