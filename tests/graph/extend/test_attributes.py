"""Known nodes keep their names, columns and features; new ones bring theirs, or have gaps."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from scipy import sparse

from motifcnn.errors import GraphError
from motifcnn.graph.extend.attributes import (
    columns_of,
    features_of,
    names_of,
    stacked,
    warn_of_changes,
)
from motifcnn.graph.extend.places import Places, find_places
from motifcnn.graph.graph import Graph
from motifcnn.graph.schema import Schema

KNOWN, GIVEN = np.array([2, 5]), np.array([1, 5, 9])  # in the union: 1, 2, 5, 9


@pytest.fixture
def at() -> Places:
    return find_places(KNOWN, GIVEN, "movie")


@pytest.fixture(autouse=True)
def _no_other_warnings() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def movies(ids: Any, **parts: Any) -> Graph:
    return Graph(Schema(("movie",), ()), {}, {"movie": len(ids)}, ids={"movie": ids}, **parts)


def texts(*values: Any) -> Any:
    return np.array(values, dtype=object)


def test_names_of_known_nodes_stay_and_new_ones_may_have_none(at: Places) -> None:
    assert names_of(None, None, "movie", at) is None
    found = names_of(texts("Dune", "Alien"), texts("Brazil", "Alien", ""), "movie", at)
    assert found is not None
    assert found.tolist() == ["Brazil", "Dune", "Alien", ""]
    assert list(names_of(None, texts("a", "", "c"), "movie", at)) == ["a", "", "", "c"]
    assert list(names_of(texts("a", "b"), None, "movie", at)) == ["", "a", "b", ""]


def test_other_values_of_a_known_node_are_left_out_with_a_warning(at: Places) -> None:
    with pytest.warns(UserWarning, match="1 known movie node has other names now, such as 5"):
        found = names_of(texts("Dune", "Alien"), texts("", "Aliens", ""), "movie", at)
    assert found is not None
    assert found.tolist() == ["", "Dune", "Alien", ""]
    with pytest.warns(UserWarning, match="other values of 'year' now"):
        columns = columns_of(
            {"year": np.array([1984, 1979])}, {"year": np.array([1985, 1986, 2000])}, "movie", at
        )
    assert columns["year"].tolist() == [1985, 1984, 1979, 2000]


def test_columns_that_new_nodes_do_not_have_are_gaps(at: Places) -> None:
    known = {
        "year": np.array([1984, 1979]),
        "plot": texts("sand", None),
        "seen": np.array(["2020-01-01", "NaT"], "M8[us]"),
        "good": np.array([True, False]),
    }
    found = columns_of(known, {"other": np.zeros(3)}, "movie", at)
    assert set(found) == set(known)
    np.testing.assert_array_equal(found["year"], [np.nan, 1984, 1979, np.nan])
    assert found["plot"].tolist() == [None, "sand", None, None]
    assert np.isnat(found["seen"]).tolist() == [True, False, True, True]
    np.testing.assert_array_equal(found["good"], [np.nan, 1, 0, np.nan])


def test_gaps_given_again_are_no_change(at: Places) -> None:
    for values in (np.array([1.0, np.nan]), np.array(["2020-01-01", "NaT"], "M8[us]")):
        again = np.array([values[0], values[1], values[0]], values.dtype)
        found = columns_of({"x": values}, {"x": again}, "movie", at)["x"]
        np.testing.assert_array_equal(found, again[[0, 0, 1, 2]])


def test_a_column_of_another_kind_is_named() -> None:
    with pytest.raises(GraphError, match="column 'year': texts now, numbers before"):
        stacked(np.array([1, 2]), texts("MCM"), 1, "column 'year'")
    assert stacked(np.array([1, 2]), texts(None), 1, "year")[:2].tolist() == [1, 2]  # all gaps


def test_booleans_with_gaps_and_without_are_of_one_kind() -> None:
    full, gaps = np.array([True, False]), np.array(["true", None], object)
    assert stacked(gaps, full, 2).tolist() == ["true", None, "true", "false"]
    assert stacked(full, gaps, 2).tolist() == ["true", "false", "true", None]
    with pytest.raises(GraphError, match="numbers now, texts before"):
        stacked(np.array(["maybe"], object), full, 2)


@pytest.mark.parametrize("known_kind", [np.array, sparse.csr_array])
@pytest.mark.parametrize("new_kind", [np.array, sparse.csr_array])
def test_features_keep_their_form_and_the_rows_of_known_nodes(
    at: Places, known_kind: Any, new_kind: Any
) -> None:
    known, new = np.array([[1.0, 0], [0, 2]]), np.array([[3.0, 0], [0, 2], [0, 4]])
    graph = movies(KNOWN, features={"movie": known_kind(known)})
    found = features_of(graph, movies(GIVEN, features={"movie": new_kind(new)}), "movie", at)
    assert sparse.issparse(found) == (known_kind is sparse.csr_array)
    dense = found.toarray() if sparse.issparse(found) else found
    assert dense.tolist() == [[3, 0], [1, 0], [0, 2], [0, 4]]


def test_features_that_differ_are_missing_or_have_another_width_are_named(at: Places) -> None:
    graph = movies(KNOWN, features={"movie": np.eye(2)})
    with pytest.warns(UserWarning, match="1 known movie node has other features now, such as 5"):
        features_of(graph, movies(GIVEN, features={"movie": np.ones((3, 2))}), "movie", at)
    with pytest.raises(GraphError, match="2 new nodes of type movie have no features, such as 1"):
        features_of(graph, movies(GIVEN), "movie", at)
    with pytest.raises(GraphError, match="type movie: 3 columns now, 2 before"):
        features_of(graph, movies(GIVEN, features={"movie": np.ones((3, 3))}), "movie", at)
    assert features_of(movies(KNOWN), movies(GIVEN), "movie", at) is None


@dataclass(frozen=True)
class Doubled:
    """Stands in for an encoder: one column, doubled; gaps are 0."""

    width: int = 1

    def transform(self, table: Any) -> sparse.csr_array:
        values = 2 * table["year"].fillna(0).to_numpy(np.float32)[:, None]
        return sparse.csr_array(np.repeat(values, self.width, axis=1))


def test_columns_of_new_nodes_become_features_as_those_of_known_ones_did(at: Places) -> None:
    columns = {"movie": {"year": np.array([1.0, 2.0])}}
    graph = movies(
        KNOWN, features={"movie": [[2], [4]]}, columns=columns, encoders={"movie": Doubled()}
    )
    # Features that other tables were fitted to are not taken.
    new = movies(
        GIVEN,
        columns={"movie": {"year": np.array([5.0, 2.0, 7.0])}},
        features={"movie": np.zeros((3, 9))},
    )
    assert features_of(graph, new, "movie", at).tolist() == [[10], [2], [4], [14]]
    without = movies(GIVEN, columns={"movie": {"month": np.zeros(3)}})
    assert features_of(graph, without, "movie", at).tolist() == [[0], [2], [4], [0]]


def test_an_encoder_of_another_width_is_refused(at: Places) -> None:
    graph = movies(KNOWN, features={"movie": [[2], [4]]}, encoders={"movie": Doubled(width=3)})
    new = movies(GIVEN, columns={"movie": {"year": np.zeros(3)}})
    with pytest.raises(GraphError, match="the encoder gives 3 columns, the known nodes have 1"):
        features_of(graph, new, "movie", at)


def test_changes_are_counted(at: Places) -> None:
    warn_of_changes("features", "movie", at, np.array([False]))
    both = find_places(KNOWN, KNOWN)
    with pytest.warns(UserWarning, match="2 known movie nodes have other features now, such as 2"):
        warn_of_changes("features", "movie", both, np.array([True, True]))
