"""Matrices that several threads build at once."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from motifcnn.tensor.csr import work_chunks
from motifcnn.tensor.engines.compiled.segments import Schedule, lay_out, open_segments, schedule


@given(
    rows=st.lists(st.lists(st.integers(0, 9), max_size=6, unique=True), max_size=12),
    parts=st.integers(1, 5),
    spare=st.integers(0, 3),
)
def test_segments_moved_together_are_the_rows_in_order(
    rows: list[list[int]], parts: int, spare: int
) -> None:
    bound = np.array([len(row) + spare for row in rows], dtype=np.int64)
    out = open_segments((len(rows), 10), lay_out(bound, work_chunks(bound, parts)))
    for group in Schedule(parts, 2).groups(None):
        for part, start in zip(range(group.start, group.stop), out.part(group)[0], strict=True):
            at = start
            for i in range(out.cuts[part], out.cuts[part + 1]):
                out.indices[at : at + len(rows[i])] = rows[i]
                out.data[at : at + len(rows[i])] = np.array(rows[i]) + 1
                out.lengths[i] = len(rows[i])
                at += len(rows[i])
        out.settle(group)
    matrix = out.close()
    assert [
        matrix.indices[a:b].tolist()
        for a, b in zip(matrix.indptr[:-1], matrix.indptr[1:], strict=True)
    ] == rows
    np.testing.assert_array_equal(matrix.data, matrix.indices + 1)


def test_groups_cover_every_part_once_and_report_to_the_end() -> None:
    heard: list[float] = []
    found = [
        part
        for group in Schedule(50, 7).groups(heard.append)
        for part in range(group.start, group.stop)
    ]
    assert found == list(range(50))
    assert heard[-1] == 1.0


def test_a_short_job_wakes_nobody_and_a_long_one_runs_in_rounds() -> None:
    assert schedule(1_000, 8, None) == Schedule(1, 1)
    assert schedule(1e9, 8, None).at_once == 8
    assert schedule(1e9, 8, None).parts > 8
