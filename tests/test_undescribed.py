from __future__ import annotations

from undescribed import undescribed

DOCSTRING = """Adds.

Parameters
----------
x : int
    The first.
y, z : int
w
    As `x`,
    but later.

Returns
-------
int

Examples
--------
>>> 1 + 1
2
"""


def test_only_entries_without_a_word_are_found() -> None:
    assert undescribed(DOCSTRING) == ["y, z : int", "int"]
    assert undescribed("Adds.") == []
