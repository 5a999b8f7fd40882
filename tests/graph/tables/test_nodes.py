from __future__ import annotations

import pandas as pd
from hypothesis import given
from hypothesis import strategies as st

from motifcnn.graph.tables.nodes import nodes_of
from motifcnn.graph.tables.profile import key_column


@given(st.sets(st.integers(-(10**6), 10**6), min_size=1))
def test_whole_numbers_are_ids_in_numeric_order(ids: set[int]) -> None:
    nodes = nodes_of("t", [str(value) for value in ids])
    assert nodes.ids.tolist() == sorted(ids)


@given(st.sets(st.text(st.characters(codec="utf-8", categories=("L", "N")), min_size=1)))
def test_every_key_finds_its_row(keys: set[str]) -> None:
    nodes = nodes_of("t", keys)
    assert sorted(str(value) for value in nodes.ids.tolist()) == sorted(keys)
    column = key_column(pd.Series([*keys, "unheard of", None], dtype=object), "t", "c")
    rows = nodes.rows(column).tolist()
    assert [str(nodes.ids[row]) for row in rows[:-2]] == list(keys)
    assert rows[-2:] == [-1, -1]
