from __future__ import annotations

import pandas as pd
import pytest

from motifcnn.errors import GraphError
from motifcnn.graph import Relation, from_pandas, to_pandas
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
