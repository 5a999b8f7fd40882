from __future__ import annotations

from graph.tables.frames import found, frames
from motifcnn.graph.tables.mapping import Mapping

TEXTS = ["ann", "bob", "cy", "di"]


def keys(mapping: Mapping) -> dict[str, str | None]:
    return {name: table.key for name, table in mapping.tables.items()}


def test_a_unique_column_named_as_key_is_the_key() -> None:
    tables = frames(
        users={"name": TEXTS, "id": [3, 1, 2, 4]},
        movies={"year": [1990, 1991, 1992, 1993], "movieId": TEXTS},
        lands={"code": ["fr", "de", "it", "es"], "people": [67, 83, 59, 48]},
    )
    assert keys(found(tables).mapping) == {"users": "id", "movies": "movieId", "lands": "code"}


def test_the_column_that_others_refer_to_is_the_key() -> None:
    tables = frames(
        airports={"city": ["Rome", "Oslo", "Bern", "Riga"], "faa": ["FCO", "OSL", "BRN", "RIX"]},
        flights={"origin": ["FCO", "OSL", "RIX", "FCO"], "dest": ["OSL", "BRN", "FCO", "OSL"]},
    )
    assert keys(found(tables).mapping) == {"airports": "faa", "flights": None}


def test_quantities_and_row_numbers_are_no_keys() -> None:
    tables = frames(
        cars={"index": [0, 1, 2, 3], "weight": [4, 2, 3, 1], "mpg": [1.5, 2.5, 3.5, 4.5]},
    )
    detected = found(tables)
    assert keys(detected.mapping) == {"cars": None}
    assert detected.mapping.tables["cars"].type == "car"


def test_a_key_that_repeats_in_a_few_rows_is_still_the_key() -> None:
    tables = frames(users={"user_id": [1, 2, 3, 3], "age": [4, 5, 6, 6]})
    detected = found(tables)
    assert keys(detected.mapping) == {"users": "user_id"}
    assert "repeat" in detected.reasons["users.key"]


def test_a_table_that_says_more_about_another_has_no_key_of_its_own() -> None:
    tables = frames(
        movies={"movie_id": ["a", "b", "c", "d"], "year": [1, 2, 3, 4]},
        budgets={"movie_id": ["a", "b", "d"], "cost": [1.5, 2.5, 3.5]},
    )
    mapping = found(tables).mapping
    assert keys(mapping) == {"movies": "movie_id", "budgets": None}
    (relation,) = mapping.relations
    assert (relation.source_type, relation.target_type) == ("budget", "movie")


def test_an_answer_comes_before_any_guess() -> None:
    tables = frames(users={"id": [1, 2, 3], "email": ["a@x", "b@x", "c@x"]})
    detected = found(tables, answers={"users.key": "email"})
    assert keys(detected.mapping) == {"users": "email"}
    assert detected.reasons["users.key"] == "as you said"
