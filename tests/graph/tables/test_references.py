from __future__ import annotations

from graph.tables.frames import found, frames, relations

PEOPLE = {"id": [1, 2, 3, 4, 5], "name": ["ann", "bob", "cy", "di", "ed"]}


def test_a_foreign_key_is_a_relation_with_the_name_of_its_column() -> None:
    tables = frames(
        customers=PEOPLE,
        orders={"order_id": [10, 11, 12, 13], "customer_id": [1, 1, 5, 2]},
    )
    assert relations(found(tables)) == {"(order)-[:customer]->(customer)"}


def test_two_columns_may_refer_to_one_table() -> None:
    tables = frames(
        teams={"id": ["x", "y", "z"], "town": ["a", "b", "c"]},
        games={
            "id": [1, 2, 3, 4],
            "home_team_id": ["x", "y", "z", "x"],
            "away_team_id": ["y", "z", "x", "z"],
        },
    )
    assert relations(found(tables)) == {
        "(game)-[:home_team]->(team)",
        "(game)-[:away_team]->(team)",
    }


def test_a_parent_in_the_same_table_is_a_directed_relation() -> None:
    tables = frames(staff=PEOPLE | {"manager_id": [None, 1, 1, 2, 2]})
    assert relations(found(tables)) == {"(staff)-[:manager]->(staff)"}


def test_small_numbers_are_no_keys_without_a_name_that_says_so() -> None:
    tables = frames(
        users=PEOPLE,
        films={"film_id": ["a", "b", "c", "d"], "stars": [1, 2, 3, 4], "month": [5, 4, 3, 2]},
    )
    assert relations(found(tables)) == set()


def test_texts_refer_by_their_values() -> None:
    tables = frames(
        airports={"code": ["FCO", "OSL", "BRN", "RIX"], "alt": [1, 2, 3, 4]},
        crews={"crew_id": [7, 8, 9, 6], "base": ["FCO", "OSL", "BRN", "OSL"]},
    )
    assert relations(found(tables)) == {"(crew)-[:base]->(airport)"}


def test_a_second_key_of_the_rows_is_no_reference() -> None:
    tables = frames(
        people={
            "person_id": [f"p{at}" for at in range(12)],
            "other_id": [f"p{at}" for at in range(12)],
            "imdb_id": [f"nm{at}" for at in range(12)],
        }
    )
    assert relations(found(tables)) == set()


def test_ids_without_a_table_are_types_of_their_own() -> None:
    tables = frames(
        ratings={
            "userId": [1, 1, 2, 2, 3],
            "movieId": [7, 8, 7, 9, 9],
            "rating": [4.5, 3.0, 5.0, 1.0, 2.0],
            "timestamp": [10, 20, 30, 40, 50],
        }
    )
    detected = found(tables)
    assert relations(detected) == {"(user)-[:ratings]->(movie)"}
    assert detected.mapping.relations[0].columns == ("rating", "timestamp")


def test_source_and_target_are_nodes_of_one_type() -> None:
    tables = frames(links={"source": ["a", "b", "a"], "target": ["b", "c", "c"], "w": [1, 2, 3]})
    detected = found(tables)
    assert relations(detected) == {"(node)-[:links]->(node)"}


def test_a_name_without_known_keys_is_a_guess() -> None:
    tables = frames(
        movies={"movie_id": ["a", "b", "c"]},
        cast={"movie_id": ["x", "y", "x"], "actor_id": [1, 1, 2]},
    )
    detected = found(tables)
    assert [decision.about for decision in detected.unsure] == ["cast.movie_id"]
