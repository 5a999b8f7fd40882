"""Whole tables: what every encoder keeps, and what is refused."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from motifcnn.errors import GraphError
from motifcnn.graph.encode import ColumnGuess, TableEncoder, fit_encoder
from motifcnn.graph.encode.table import NARROW

FILMS = pd.DataFrame(
    {
        "key": ["m1", "m2", "m3", "m4"],
        "year": ["1990", "2000", "NA", "2010"],
        "country": ["fr", "de", "fr", "it"],
        "genre": ["a|b", "b", "a", "c|a"],
        "title": ["the red car", "the bus", "a red bus", "the end of it"],
        "released": ["2000-01-01", "2001-05-05", "", "2003-07-01"],
        "colour": ["yes", "no", "yes", "yes"],
    }
)

TEXTS = st.text("ab|;, 1é", max_size=8)
CELLS: dict[str, st.SearchStrategy[Any]] = {
    "number": st.floats() | st.integers() | st.integers().map(str),
    "boolean": st.sampled_from([True, False, "yes", "no", 0, 1.0]),
    "category": TEXTS | st.integers(0, 3),
    "text": TEXTS,
    "date": st.datetimes(datetime(1, 1, 2), datetime(9999, 12, 30)) | st.dates().map(str),
    "list": TEXTS | st.lists(TEXTS, max_size=3),
}


@st.composite
def tables(draw: st.DrawFn, least: int = 0) -> pd.DataFrame:
    n = draw(st.integers(least, 8))
    return pd.DataFrame(
        {
            name: pd.Series(draw(st.lists(cell | st.none(), min_size=n, max_size=n)), dtype=object)
            for name, cell in CELLS.items()
        }
    )


KINDS: dict[str, Any] = {
    name: ColumnGuess("date", format="ISO8601") if name == "date" else name for name in CELLS
}


@given(tables(), tables())
@settings(max_examples=15)
def test_a_stored_encoder_gives_equal_bits(fitted: pd.DataFrame, other: pd.DataFrame) -> None:
    encoder = fit_encoder(fitted, KINDS)
    document, arrays = encoder.to_json()
    again = TableEncoder.from_json(json.loads(json.dumps(document)), arrays)
    assert again.feature_names == encoder.feature_names
    for table in (fitted, other):
        ours, theirs = encoder.transform(table), again.transform(table)
        assert ours.shape == theirs.shape == (len(table), encoder.width)
        for part in ("data", "indices", "indptr"):
            assert getattr(ours, part).tobytes() == getattr(theirs, part).tobytes()


@given(tables(), tables())
@settings(max_examples=15)
def test_values_are_finite_and_unseen_ones_never_raise(
    fitted: pd.DataFrame, other: pd.DataFrame
) -> None:
    matrix = fit_encoder(fitted, KINDS).transform(other)
    assert matrix.dtype == np.float32
    assert np.isfinite(matrix.data).all()
    assert (np.abs(matrix.data) <= 3).all()


@given(tables(), tables(least=1), st.data())
@settings(max_examples=15)
def test_a_row_does_not_depend_on_the_others(
    fitted: pd.DataFrame, other: pd.DataFrame, data: st.DataObject
) -> None:
    encoder = fit_encoder(fitted, KINDS)
    whole = encoder.transform(other).toarray()
    order = data.draw(st.permutations(range(len(other))))
    assert (encoder.transform(other.iloc[order]).toarray() == whole[order]).all()
    row = order[0]
    assert (encoder.transform(other.iloc[[row]]).toarray() == whole[[row]]).all()


@given(tables(least=1))
@settings(max_examples=15)
def test_any_table_can_be_guessed_and_encoded(table: pd.DataFrame) -> None:
    encoder = fit_encoder(table)
    assert encoder.transform(table).shape == (len(table), len(encoder.feature_names))


def test_columns_are_guessed_and_named() -> None:
    encoder = fit_encoder(FILMS)
    assert [column.kind for column in encoder.columns] == [
        *("skip", "number", "category", "list", "text", "date", "boolean")
    ]
    assert encoder.feature_names == (
        *("year", "year is missing"),
        *("country = fr", "country = (rare)"),
        *("genre has a", "genre has b", "genre has (rare)"),
        *("title: bus", "title: red", "title: the"),
        *("released.year", "released.month (sin)", "released.month (cos)"),
        *("released.weekday (sin)", "released.weekday (cos)", "released.age"),
        "released is missing",
        "colour",
    )
    row = encoder.transform(FILMS).toarray()[2]
    named = dict(zip(encoder.feature_names, row.tolist(), strict=True))
    assert named["year is missing"] == named["country = fr"] == named["genre has a"] == 1
    assert named["year"] == named["title: the"] == 0


def test_columns_are_found_by_name_and_skipped_ones_are_not_needed() -> None:
    encoder = fit_encoder(FILMS)
    other = FILMS.drop(columns="key").iloc[:, ::-1].assign(more=1)
    assert (encoder.transform(other).toarray() == encoder.transform(FILMS).toarray()).all()


def test_dtypes_of_files_and_frames_give_the_same_features() -> None:
    typed = FILMS.assign(
        year=[1990, 2000, None, 2010],
        released=pd.to_datetime(FILMS["released"]),
        colour=[True, False, True, True],
        genre=[text.split("|") for text in FILMS["genre"]],
    )
    encoder = fit_encoder(FILMS)
    assert (encoder.transform(typed).toarray() == encoder.transform(FILMS).toarray()).all()


def test_a_given_kind_wins_and_keeps_what_the_guess_knows_of_the_cells() -> None:
    numbers = pd.DataFrame({"n": [*(str(i + 0.5) for i in range(40)), "tbd"]})
    (column,) = fit_encoder(numbers, {"n": "number"}).columns
    assert (column.kind, column.reason) == ("number", "given in the mapping")
    assert column.feature_names == ("n", "n is missing")
    (column,) = fit_encoder(FILMS[["country"]], {"country": "text"}).columns
    assert column.kind == "text"


def test_all_problems_of_a_table_are_in_one_message() -> None:
    encoder = fit_encoder(FILMS)
    bad = FILMS.drop(columns="colour").assign(year="soon", color="yes")
    with pytest.raises(GraphError) as caught:
        encoder.transform(bad, lambda row: f"films.csv, line {row + 2}")
    year, colour = str(caught.value).splitlines()
    assert year.startswith("column 'year', films.csv, line 2: 'soon' is not a number")
    assert "and 3 more; correct the cell, leave it empty, or give the column another kind" in year
    assert colour.startswith("column 'colour' is missing; did you mean \"color\"")


@pytest.mark.parametrize(
    ("kinds", "message"),
    [
        ({"yaer": "number"}, "column 'yaer' has a kind but is not in the table; did you mean"),
        ({"year": "float"}, "column 'year': 'float' is no kind; expected one of number, boolean"),
        ({"title": "number"}, "column 'title', row 0: 'the red car' is not a number"),
        ({"title": "date"}, "column 'title', row 0: 'the red car' is not a date"),
        ({"title": "boolean"}, "column 'title', row 0: 'the red car' is not true or false"),
    ],
)
def test_kinds_that_do_not_fit_are_refused(kinds: dict[str, Any], message: str) -> None:
    with pytest.raises(GraphError, match=message):
        fit_encoder(FILMS, kinds)


def test_two_columns_of_one_name_are_refused() -> None:
    with pytest.raises(GraphError, match="column 'a' appears twice"):
        fit_encoder(pd.DataFrame([[1, 2]], columns=["a", "a"]))


def test_a_table_without_columns_has_no_features() -> None:
    assert fit_encoder(pd.DataFrame(index=range(3))).transform(FILMS).shape == (4, 0)


def test_narrow_features_are_dense_and_wide_ones_sparse() -> None:
    words = [f"w{i} w{i + 1}" for i in range(NARROW + 1)]
    narrow, wide = pd.DataFrame({"n": [1, 2, 4]}), pd.DataFrame({"title": words * 2})
    encoder = fit_encoder(narrow)
    assert isinstance(encoder.features(narrow), np.ndarray)
    np.testing.assert_array_equal(encoder.features(narrow), encoder.transform(narrow).toarray())
    encoder = fit_encoder(wide, {"title": "text"})
    assert encoder.width > NARROW
    assert sparse.issparse(encoder.features(wide))
