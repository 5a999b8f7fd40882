from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from motifcnn.errors import GraphError
from motifcnn.graph import Graph, Relation, Schema
from motifcnn.graph.changes import changed_graph, make_changes
from motifcnn.graph.columns import LinkTable, checked_columns

RATED = Relation("user", "rated", "movie")


def rated(**parts: object) -> Graph:
    """Two users and two movies; the first user rated the first movie twice."""
    schema = Schema(("user", "movie"), (RATED,))
    links = np.array([[1, 0], [1, 1]])
    stars = LinkTable([0, 0, 1], [0, 0, 1], {"stars": [4.0, np.nan, 5.0]})
    counts = {"user": 2, "movie": 2}
    return Graph(schema, {RATED.key: links}, counts, link_columns={RATED.key: stars}, **parts)


def test_texts_gaps_lists_and_times_are_kept_as_they_are() -> None:
    times = np.array(["2020-01-02", "NaT"], "datetime64[D]")
    given = {"title": ["Dune", None], "genres": [("a", "b"), None], "seen": times, "n": [1, 2]}
    found = checked_columns(given, 2, "movie")
    assert found["title"].tolist() == ["Dune", None]
    assert found["genres"].tolist() == [("a", "b"), None]
    assert found["seen"].dtype == "datetime64[us]"
    assert found["n"].dtype.kind == "i"
    with pytest.raises(ValueError, match="read-only"):
        found["n"][0] = 3


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ([1, 2, 3], "has shape \\(3,\\), expected one value for each of 2 rows"),
        ([{}, None], "row 0: {} is neither a text nor a tuple of texts"),
        (np.array([1j, 2j]), "holds complex128"),
    ],
)
def test_a_column_of_another_length_or_kind_is_refused(values: object, message: str) -> None:
    with pytest.raises(GraphError, match=message):
        checked_columns({"x": values}, 2, "columns of type movie")


def test_graphs_with_other_columns_are_not_equal() -> None:
    assert rated() == rated()
    assert rated(columns={"movie": {"title": ["Dune", None]}}) != rated()
    other = replace(rated(), link_columns={})
    assert other != rated()


def test_a_link_table_names_links_that_exist() -> None:
    with pytest.raises(GraphError, match="row 0: user 0 and movie 1 are not linked"):
        replace(rated(), link_columns={RATED.key: LinkTable([0], [1])})
    with pytest.raises(GraphError, match="names a node that does not exist"):
        replace(rated(), link_columns={RATED.key: LinkTable([0], [7])})
    with pytest.raises(GraphError, match="2 sources but 1 targets"):
        LinkTable([0, 1], [1])


def test_rows_of_a_deleted_link_go_with_it() -> None:
    graph = rated()
    after = changed_graph(graph, make_changes(graph, delete={"rated": [(0, 0)]}))
    assert after.link_columns[RATED.key].columns["stars"].tolist() == [5.0]


def test_a_process_can_be_given_a_graph_with_columns() -> None:
    graph = rated(columns={"movie": {"title": ["Dune", None]}})
    make, parts = graph.__reduce__()
    assert make(*parts) == graph
    again, given = graph.link_columns[RATED.key].__reduce__()
    assert again(*given) == graph.link_columns[RATED.key]


def test_numbers_have_the_byte_order_of_the_machine_and_at_most_64_bit() -> None:
    assert checked_columns({"n": np.array([1, 2], ">i4")}, 2, "movie")["n"].dtype == np.int32
    with pytest.raises(GraphError, match="numbers of at most 64 bit"):
        checked_columns({"n": np.zeros(2, np.longdouble)}, 2, "movie")


@pytest.mark.parametrize("columns", [{"\ud800": [1]}, {3: [1]}, {"x": ["\ud800"]}])
def test_names_and_texts_that_no_file_holds_are_refused(columns: dict[str, object]) -> None:
    with pytest.raises(GraphError, match="UTF-8"):
        checked_columns(columns, 1, "movie")


def test_a_link_table_may_have_no_rows() -> None:
    graph = replace(rated(), link_columns={RATED.key: LinkTable([], [], {"stars": []})})
    changes = make_changes(graph, delete={"rated": [(0, 0)]})
    assert len(changed_graph(graph, changes).link_columns[RATED.key]) == 0
