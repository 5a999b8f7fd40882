from __future__ import annotations

from xml.etree import ElementTree

import pytest
from markupsafe import Markup

from motifcnn import html
from motifcnn.html import block, facts, table
from tests.notebook import EVIL, tables, tags, title


def test_every_value_is_escaped() -> None:
    text = block(EVIL, table((EVIL,), [(EVIL,)]), facts({EVIL: EVIL}), EVIL)
    tree = ElementTree.fromstring(text)
    assert title(tree) == EVIL
    assert tables(tree) == [[[EVIL], [EVIL]], [[EVIL, EVIL]]]
    assert "script" not in tags(tree)


def test_markup_stays_as_it_is() -> None:
    assert "<svg></svg>" in block("x", Markup("<svg></svg>"))


def test_numbers_are_to_the_right_and_none_is_empty() -> None:
    text = str(table(("a", "b", "c", "d"), [(12000, 0.123456, None, True)]))
    assert text.count("text-align:right") == 2
    (_, cells) = tables(ElementTree.fromstring(f"<div>{text}</div>"))[0]
    assert cells == ["12,000", "0.1235", "", "True"]


def test_a_long_table_says_how_many_rows_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(html, "MOST_ROWS", 2)
    for text in (table(("n",), [(i,) for i in range(5)]), table(("n",), [(0,), (1,)], size=5)):
        rows = tables(ElementTree.fromstring(f"<div>{text}</div>"))[0]
        assert rows == [["n"], ["0"], ["1"], ["and 3 more"]]
