from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest

from motifcnn.errors import GraphError
from motifcnn.graph import Relation, from_pandas, to_pandas
from motifcnn.graph.left_out import LeftOut
from tests.graph.folders import GRAPHS, rich_graph


@pytest.mark.parametrize("make", GRAPHS.values(), ids=GRAPHS)
def test_pandas_round_trip(make: type) -> None:
    assert from_pandas(*to_pandas(make())) == make()


def test_pandas_frames_are_what_one_expects() -> None:
    frames = to_pandas(rich_graph())
    assert frames.nodes["user"]["id"].tolist() == ["a", "bb", "ç"]
    assert frames.nodes["user"]["label"].tolist() == [["red", "blue"], [], ["blue"]]
    friend = Relation("user", "friend", "user", directed=False)
    assert frames.edges[friend].to_numpy().tolist() == [["a", "bb"], ["bb", "ç"]]
    assert isinstance(frames.features["user"].dtypes.iloc[0], pd.SparseDtype)


def test_one_list_of_classes_is_that_of_every_type() -> None:
    nodes = {
        t: pd.DataFrame({"id": [1, 2], "label": [c, None]}) for t, c in (("a", "z"), ("b", "y"))
    }
    edges = {("a", "r", "b"): pd.DataFrame({"source": [1], "target": [2]})}
    labels = from_pandas(nodes, edges, classes=["x", "y", "z"]).labels
    assert labels["a"].classes == labels["b"].classes == ("x", "y", "z")
    assert (labels["a"].y.tolist(), labels["b"].y.tolist()) == ([2], [1])


@pytest.mark.parametrize("ids", [[1, 2], ["p1", "p2"]], ids=str)
def test_an_unknown_id_in_a_split_is_said(ids: list[object]) -> None:
    nodes = pd.DataFrame({"id": ids, "label": ["x", "y"]})
    edges = pd.DataFrame({"source": ids[:1], "target": ids[1:]})
    good = {"type": "node", "train": ids[:1], "val": [], "test": ids[1:]}
    split = from_pandas(nodes, edges, splits={"mine": good}).splits["mine"]
    assert (split.train.tolist(), split.val.tolist(), split.test.tolist()) == ([0], [], [1])
    for unknown in (7, "p7", 2**64):
        with pytest.raises(
            GraphError,
            match=rf"split 'mine', test, row 1: '?{unknown}'? is not the id of a node of type node",
        ):
            from_pandas(
                nodes,
                edges,
                splits={"mine": {**good, "test": pd.Series([ids[1], unknown], dtype=object)}},
            )
    with pytest.raises(GraphError, match="split 'mine': unknown node type 'nod'"):
        from_pandas(nodes, edges, splits={"mine": {**good, "type": "nod"}})


def film_frames() -> tuple[pd.DataFrame, pd.DataFrame]:
    nodes = pd.DataFrame({"id": ["b", "a"], "year": pd.array([1984, None], "Int64")})
    edges = pd.DataFrame({"source": ["a", "a"], "target": ["b", "b"], "stars": [4, 5]})
    return nodes, edges


def test_further_columns_of_frames_are_kept() -> None:
    graph = from_pandas(*film_frames())
    assert np.array_equal(graph.columns["node"]["year"], [np.nan, 1984], equal_nan=True)
    assert graph.link_columns["node", "edge", "node"].columns["stars"].tolist() == [4, 5]


def test_frames_of_columns_have_ids_as_index() -> None:
    frames = to_pandas(from_pandas(*film_frames()))
    assert frames.columns is not None
    assert frames.columns["node"]["year"]["b"] == 1984
    assert frames.link_columns is not None
    links = frames.link_columns["node", "edge", "node"]
    assert links.index.tolist() == [("a", "b"), ("a", "b")]
    assert links["stars"].tolist() == [4, 5]


def test_columns_are_found_by_id_in_any_order() -> None:
    nodes, edges = film_frames()
    land = pd.DataFrame({"land": ["fr", "de"]}, index=["b", "a"])
    graph = from_pandas(nodes, edges, columns={"node": land})
    assert graph.columns["node"]["land"].tolist() == ["de", "fr"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"columns": {"node": pd.DataFrame({"x": [1]}, index=["a"])}}, "1 rows for 1 of 2 nodes"),
        (
            {"columns": {"node": pd.DataFrame({"x": [1, 2]}, index=["a", "a"])}},
            "2 rows for 1 of 2 nodes; expected one row for each",
        ),
        (
            {"columns": {"node": pd.DataFrame({"x": [1]}, index=["z"])}},
            "columns of node, row 0: 'z' is not the id of a node",
        ),
        ({"columns": {"film": pd.DataFrame()}}, "unknown node type 'film'"),
        ({"link_columns": {"edges": pd.DataFrame()}}, "unknown relation 'edges'"),
        (
            {"link_columns": {"edge": pd.DataFrame({"x": [1]})}},
            "link_columns of edge: expected an index of source ids and target ids",
        ),
    ],
)
def test_columns_of_other_nodes_or_relations_are_refused(
    options: dict[str, Any], message: str
) -> None:
    with pytest.raises(GraphError, match=message):
        from_pandas(*film_frames(), **options)


def test_a_column_that_no_graph_keeps_is_named() -> None:
    nodes, edges = film_frames()
    odd = pd.DataFrame({"odd": [{}, {}]}, index=["a", "b"])
    with pytest.warns(LeftOut, match="from_pandas: left out column 'odd' of node"):
        from_pandas(nodes, edges, columns={"node": odd})
