from __future__ import annotations

import pandas as pd
import pytest

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
