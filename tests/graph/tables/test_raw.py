from __future__ import annotations

import pandas as pd

from motifcnn.graph.tables.raw import RawTable, TextLines

FRAME = pd.DataFrame({"id": ["a", "b"]})


def test_a_row_of_a_text_stands_on_a_line() -> None:
    table = RawTable("t", "t.csv", FRAME, TextLines(b'\n\n"a"\n\nb\n', ",", True))
    assert [table.line(row) for row in range(2)] == [3, 5]
    assert table.unit == "line"


def test_a_row_of_a_sheet_or_frame_is_counted() -> None:
    assert RawTable("t", "t.xlsx", FRAME, first_line=2).line(1) == 3
    frame = RawTable("t", "table t", FRAME)
    assert (frame.line(1), frame.unit) == (1, "row")
    assert str(frame.problem("bad", "mend it", row=1, column="id")) == (
        'table t, row 1, column "id": bad; mend it'
    )
