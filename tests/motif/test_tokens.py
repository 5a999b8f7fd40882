from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from motifcnn.errors import MotifError
from motifcnn.motif.tokens import pointing_error, quoted, tokenize


def words(text: str) -> list[str]:
    return [token.value for token in tokenize(text) if token.kind == "word"]


def test_a_word_holds_single_hyphens_but_stops_before_a_link() -> None:
    assert words("package-maintainer--a.b_c") == ["package-maintainer", "a.b_c"]


@given(st.text(min_size=1))
def test_any_name_quoted_is_one_word_again(name: str) -> None:
    assert words(quoted(name)) == [name]


def test_plain_words_stay_without_quotes() -> None:
    assert [quoted(name) for name in ("paper", "a-b", "a b", "a--b", "`")] == [
        "paper",
        "a-b",
        "`a b`",
        "`a--b`",
        "````",
    ]


def test_every_token_knows_its_place() -> None:
    text = "(t:`a b`) --\n(c:x)"
    for token in tokenize(text)[:-1]:
        assert text[token.at] == ("`" if token.value == "a b" else token.value[0])


@pytest.mark.parametrize(
    ("text", "at", "problem"),
    [("(t:a!)", 4, "'!'"), ("(t:`a)", 3, "never closed"), ("(t:``)", 3, "is empty")],
)
def test_a_character_that_does_not_belong_is_pointed_at(text: str, at: int, problem: str) -> None:
    with pytest.raises(MotifError) as caught:
        tokenize(text)
    first, line, caret, _ = str(caught.value).split("\n")
    assert problem in first
    assert line == f"  {text}"
    assert caret.index("^") == at + 2


def test_an_error_in_a_long_text_shows_the_line_only() -> None:
    message = str(pointing_error("(t:a)--\n\t(x)--\n(c:b)", 9, "unknown", "do this"))
    assert (
        message
        == "cannot read the motif at character 2 of line 2: unknown.\n   (x)--\n   ^\n  do this"
    )
