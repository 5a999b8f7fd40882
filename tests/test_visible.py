from __future__ import annotations

import json
import sys
import unicodedata

from motifcnn.visible import visible, visible_json

EVERY = "".join(map(chr, range(sys.maxunicode + 1)))
UNSAFE = {c for c in EVERY if unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp")}


def test_exactly_control_format_and_surrogate_characters_are_escaped() -> None:
    escaped = {character for character in EVERY if visible(character) != character}
    assert escaped >= UNSAFE
    # Characters of this kind that an older Unicode does not have yet.
    assert {unicodedata.category(character) for character in escaped - UNSAFE} <= {"Cn"}


def test_an_escape_is_printable_ascii_and_names_the_character() -> None:
    for character in UNSAFE:
        shown = visible(character)
        assert shown.isascii() and shown.isprintable()
        assert shown.encode().decode("unicode_escape") == character


def test_line_ends_and_tabs_stay_only_where_asked() -> None:
    assert visible("a\n\tb\x1b", lines=True) == "a\n\tb\\x1b"
    assert visible("a\n\tb\r") == r"a\n\tb\r"


def test_json_has_no_unsafe_character_and_means_the_same() -> None:
    every = EVERY[::-1]  # JSON reads a high surrogate before a low one as one character
    text = visible_json({every: [every, "ü"]}, indent=2)
    assert not UNSAFE.intersection(text.replace("\n", ""))
    assert json.loads(text) == {every: [every, "ü"]}
    assert "ü" in text
