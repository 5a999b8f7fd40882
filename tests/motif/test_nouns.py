from __future__ import annotations

import pytest

from motifcnn.motif.nouns import plural, singular, with_article, words_of


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("library", "libraries"),
        ("person", "persons"),
        ("movie", "movies"),
        ("box", "boxes"),
        ("church", "churches"),
        ("class", "classes"),
        ("day", "days"),
        ("bus", "buses"),
        ("status", "statuses"),
        ("child", "children"),
        ("series", "series"),
        ("research paper", "research papers"),
    ],
)
def test_plurals_and_singulars_are_each_others(one: str, many: str) -> None:
    assert plural(one) == many
    assert singular(many) == singular(one) == one
    assert plural(many) == many


def test_analyses_have_their_own_plural() -> None:
    assert plural("analysis") == "analyses"


def test_a_name_of_a_table_is_read_as_words() -> None:
    assert singular("AirportCodes") == "airport code"
    assert plural("tv_show") == "tv shows"
    assert words_of("ISO-code") == ["ISO", "code"]
    assert words_of("--") == ["--"]


@pytest.mark.parametrize(
    ("noun", "text"),
    [
        ("author", "an author"),
        ("user", "a user"),
        ("university", "a university"),
        ("umbrella", "an umbrella"),
        ("paper", "a paper"),
    ],
)
def test_the_article_follows_the_sound(noun: str, text: str) -> None:
    assert with_article(noun) == text
