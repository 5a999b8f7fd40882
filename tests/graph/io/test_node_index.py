from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from motifcnn.graph.io.node_index import index_nodes

IDS = st.lists(st.integers(-20, 40), min_size=1, max_size=30)


@given(ids=IDS.map(lambda v: list(dict.fromkeys(v))), data=st.data())
def test_rows_count_the_smaller_ids_of_the_same_type(ids: list[int], data: st.DataObject) -> None:
    types = data.draw(st.lists(st.integers(0, 2), min_size=len(ids), max_size=len(ids)))
    index = index_nodes(np.array(ids), np.array(types))
    for node, kind in zip(ids, types, strict=True):
        at = index.locate(np.array([node]))[0]
        assert index.ids[at] == node
        assert index.types[at] == kind
        assert index.rows[at] == sum(
            other < node for other, k in zip(ids, types, strict=True) if k == kind
        )
        assert ids[index.order[at]] == node


@given(ids=IDS, wanted=IDS)
def test_ids_that_are_not_there_are_minus_one(ids: list[int], wanted: list[int]) -> None:
    distinct = list(dict.fromkeys(ids))
    found = index_nodes(np.array(distinct), np.zeros(len(distinct), int)).locate(np.array(wanted))
    assert [at >= 0 for at in found] == [node in distinct for node in wanted]
