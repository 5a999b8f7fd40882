from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from motifcnn.sealed.names import plain_name

SAFE = set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-")


@given(st.integers(0, 999), st.text())
def test_any_text_gives_a_name_without_paths_dots_and_spaces(number: int, text: str) -> None:
    name = plain_name(number, text)
    assert set(name) <= SAFE
    assert name.startswith(f"{number:03d}")
    assert len(name) <= len("000-") + 60
    assert not name.endswith("-")


@given(st.lists(st.text(max_size=5), min_size=2, max_size=6))
def test_names_differ_by_their_number_whatever_the_texts(texts: list[str]) -> None:
    assert len({plain_name(number, text) for number, text in enumerate(texts)}) == len(texts)


def test_a_long_text_is_cut_and_a_text_without_letters_leaves_the_number() -> None:
    assert plain_name(7, "a" * 100) == f"007-{'a' * 60}"
    assert plain_name(7, "../..") == "007"
    assert plain_name(1000, "by") == "1000-by"
