"""Free text against scikit-learn's vectorizer and the formula."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from sklearn.feature_extraction.text import TfidfVectorizer

from motifcnn.errors import GraphError
from motifcnn.graph.encode.cells import cells_of
from motifcnn.graph.encode.kinds import ColumnGuess
from motifcnn.graph.encode.text import TextColumn, fit_text

TEXTS = ["the red car", "the old bus", "a red bus, the bus", "the red car"]


def test_rows_equal_those_of_the_vectorizer() -> None:
    cells = cells_of(pd.Series(TEXTS), "title")
    column = fit_text(cells, ColumnGuess("text"))
    theirs = TfidfVectorizer(min_df=2)
    expected = theirs.fit_transform(TEXTS).toarray()
    assert column.words == tuple(theirs.get_feature_names_out())
    np.testing.assert_allclose(column.encode(cells).toarray(), expected, rtol=1e-6)


def test_weights_follow_the_formula() -> None:
    column = fit_text(cells_of(pd.Series(TEXTS), "title"), ColumnGuess("text"))
    # Rows with bus, car, red, the: 2, 2, 3, 4 of 4; idf = log((1 + 4) / (1 + rows)) + 1.
    assert column.words == ("bus", "car", "red", "the")
    np.testing.assert_allclose(column.idf, np.log(5 / np.array([3, 3, 4, 5])) + 1, rtol=1e-6)


def test_missing_texts_are_empty_and_flagged() -> None:
    cells = cells_of(pd.Series([*TEXTS, None]), "title")
    column = fit_text(cells, ColumnGuess("text"))
    assert column.feature_names[-2:] == ("title: the", "title is missing")
    assert column.encode(cells).toarray()[-1].tolist() == [0, 0, 0, 0, 1]
    assert column.describe() == "tf-idf of 4 words"


def test_unseen_words_count_for_nothing() -> None:
    column = fit_text(cells_of(pd.Series(TEXTS), "title"), ColumnGuess("text"))
    assert column.encode(cells_of(pd.Series(["green train"]), "title")).nnz == 0


def test_without_a_repeated_word_every_word_counts() -> None:
    column = fit_text(cells_of(pd.Series(["red car", "old bus"]), "title"), ColumnGuess("text"))
    assert column.words == ("bus", "car", "old", "red")


def test_texts_without_words_give_no_features() -> None:
    cells = cells_of(pd.Series(["!", "? !"]), "title")
    column = fit_text(cells, ColumnGuess("text"))
    assert column.width == 0
    assert column.encode(cells).shape == (2, 0)


def test_the_vocabulary_is_limited() -> None:
    cells = cells_of(pd.Series([f"word{i} word{i // 2}" for i in range(6000)]), "title")
    assert fit_text(cells, ColumnGuess("text")).width == 2000


def test_weights_of_another_length_are_refused() -> None:
    idf = np.ones(3, np.float32)
    with pytest.raises(
        GraphError, match=r"weights of shape \(3,\), expected one for each of 1 word"
    ):
        TextColumn(name="title", reason="", flag=False, words=("bus",), idf=idf)
