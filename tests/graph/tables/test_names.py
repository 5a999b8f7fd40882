from __future__ import annotations

import pytest

from motifcnn.graph.tables.names import is_id, named_after, singular, type_of_table


@pytest.mark.parametrize(
    ("table", "node_type"),
    [
        ("movies", "movie"),
        ("Categories", "Category"),
        ("People", "People"),
        ("order_items", "order_item"),
        ("addresses", "address"),
        ("status", "status"),
        ("species", "species"),
        ("bus", "bus"),
        ("2020", "2020"),
        ("flights-200k", "flights-200k"),
    ],
)
def test_a_type_is_the_singular_where_that_is_plain(table: str, node_type: str) -> None:
    assert type_of_table(table) == node_type


@pytest.mark.parametrize(
    ("column", "table", "key", "after"),
    [
        ("movie_id", "movies", "id", True),
        ("movieId", "movies", "movieId", True),
        ("MOVIE", "movies", "id", True),
        ("home_team", "teams", "code", True),
        ("team_name", "teams", "id", False),
        ("playerID", "People", "playerID", True),
        ("name", "cities", "name", False),
        ("id", "cities", "id", False),
        ("city", "countries", "code", False),
        ("orderitem_id", "order_items", "id", True),
        ("kunde", "Kunden", "nr", True),
        ("produkt_id", "Produkte", "id", True),
        ("autor", "autores", "id", True),
        ("count", "counties", "id", False),
        ("plan", "planes", "id", False),
        ("price", "printers", "id", False),
    ],
)
def test_a_column_is_named_after_a_table_or_its_key(
    column: str, table: str, key: str, after: bool
) -> None:
    assert named_after(column, table, key) is after


@pytest.mark.parametrize("column", ["user_id", "userId", "userID", "userid", "user id", "team.key"])
def test_ids_are_told_by_their_names(column: str) -> None:
    assert is_id(column)


@pytest.mark.parametrize("column", ["id", "paid", "valid", "yearID", "width", "key", "grid"])
def test_other_words_are_no_ids(column: str) -> None:
    assert not is_id(column)


def test_a_singular_stays() -> None:
    assert [singular(word) for word in ("movie", "class", "analysis", "gas")] == [
        "movie",
        "class",
        "analysis",
        "gas",
    ]
