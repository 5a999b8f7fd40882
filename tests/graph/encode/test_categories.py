"""Categories: frequent values, rare ones, unseen ones."""

from __future__ import annotations

import pandas as pd

from motifcnn.graph.encode.categories import fit_category
from motifcnn.graph.encode.cells import cells_of
from motifcnn.graph.encode.kinds import ColumnGuess


def test_features_by_hand() -> None:
    cells = cells_of(pd.Series(["fr", "de", None, "de", "fr", "de", "it"]), "country")
    column = fit_category(cells, ColumnGuess("category"))
    assert column.feature_names == (
        "country = de",
        "country = fr",
        "country = (rare)",
        "country is missing",
    )
    assert column.encode(cells).toarray().argmax(axis=1).tolist() == [1, 0, 3, 0, 1, 0, 2]
    assert column.encode(cells).sum() == 7
    assert column.describe() == "one-hot, 2 values and 1 rare as one"


def test_an_unseen_value_is_rare_or_nothing() -> None:
    with_rare = fit_category(cells_of(pd.Series(["a", "a", "b"]), "x"), ColumnGuess("category"))
    without = fit_category(cells_of(pd.Series(["a", "a"]), "x"), ColumnGuess("category"))
    new = cells_of(pd.Series(["zebra"]), "x")
    assert with_rare.encode(new).toarray().tolist() == [[0, 1]]
    assert without.encode(new).toarray().tolist() == [[0]]


def test_codes_are_the_same_as_integers_floats_and_texts() -> None:
    column = fit_category(cells_of(pd.Series([1, 2, 1, 2]), "x"), ColumnGuess("category"))
    for form in ([1, 2], [1.0, 2.0], ["1", "2 "]):
        assert column.encode(cells_of(pd.Series(form), "x")).toarray().tolist() == [[1, 0], [0, 1]]


def test_values_that_differ_only_in_dtype_are_counted_together() -> None:
    cells = cells_of(pd.Series([1, "1"], dtype=object), "x")
    assert fit_category(cells, ColumnGuess("category")).values == ("1",)
