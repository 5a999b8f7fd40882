from __future__ import annotations

from graph.tables.frames import found, frames, relations


def test_more_than_two_ends_are_one_relation_per_pair() -> None:
    tables = frames(
        users={"user_id": [1, 2, 3]},
        shops={"shop_id": ["a", "b", "c"]},
        things={"thing_id": ["x", "y", "z"]},
        sales={
            "user_id": [1, 1, 2, 3],
            "shop_id": ["a", "a", "b", "c"],
            "thing_id": ["x", "x", "y", "z"],
            "price": [1.5, 2.5, 1.5, 3.0],
        },
    )
    detected = found(tables)
    assert relations(detected) == {
        "(user)-[:user-shop]->(shop)",
        "(user)-[:user-thing]->(thing)",
        "(shop)-[:shop-thing]->(thing)",
    }
    kept = [relation.columns for relation in detected.mapping.relations]
    assert kept == [("price",), (), ()]


def test_the_other_of_two_columns_is_a_type() -> None:
    tables = frames(
        people={"person": ["ann", "bob", "cy", "di"], "age": [30, 40, 50, 60]},
        groups={"group": [1, 1, 2, 2, 2], "person": ["ann", "bob", "cy", "di", "ann"]},
    )
    assert relations(found(tables)) == {"(group)-[:groups]->(people)"}


def test_rows_without_a_key_are_numbered_nodes() -> None:
    tables = frames(
        airports={"code": ["FCO", "OSL", "BRN"], "alt": [1, 2, 3]},
        weather={"code": ["FCO", "FCO", "OSL", "BRN"], "wind": [1.5, 2.5, 1.5, 0.5]},
    )
    mapping = found(tables).mapping
    assert (mapping.tables["weather"].type, mapping.tables["weather"].key) == ("weather", None)
    assert [relation.source for relation in mapping.relations] == [None]


def cast(**more: list[object]) -> dict[str, object]:
    movies = [movie for movie in range(60) for _ in range(3)]
    actors = [f"Actor {at * 7 % 30}" for at in range(180)]
    return frames(
        movies={"movie_id": list(range(60)), "year": [1990 + movie % 9 for movie in range(60)]},
        cast={"movie_id": movies, "actor": actors, "part": ["lead", "other"] * 90, **more},
    )


def test_names_that_rows_share_beside_one_key_are_a_type_and_that_is_a_guess() -> None:
    detected = found(cast())
    assert relations(detected) == {"(movie)-[:cast]->(actor)"}
    assert [decision.about for decision in detected.unsure] == ["cast.actor"]
    (relation,) = detected.mapping.relations
    assert relation.columns == ("part",), "what a link says stays on the link"
    refused = found(cast(), answers={"cast.actor": "(none)"})
    assert relations(refused) == {"(cast)-[:movie]->(movie)"}


def test_a_name_that_comes_with_the_key_is_no_type() -> None:
    titles = [f"Movie {movie}" for movie in range(60) for _ in range(3)]
    tables = cast(title=titles)
    del tables["cast"]["actor"]
    assert relations(found(tables)) == {"(cast)-[:movie]->(movie)"}


def test_dates_that_rows_share_are_no_type() -> None:
    tables = cast(**{"Date Seen": [f"2007-11-{1 + at * 7 % 29:02}" for at in range(180)]})
    del tables["cast"]["actor"]
    assert relations(found(tables)) == {"(cast)-[:movie]->(movie)"}


def test_a_lone_table_is_linked_by_values_that_rows_share_and_that_is_a_guess() -> None:
    islands = ["a", "b", "c"] * 4
    tables = frames(
        birds={"island": islands, "mass": [1.5] * 6 + [2.5] * 6, "species": ["x", "y"] * 6}
    )
    detected = found(tables, label="birds.species")
    assert relations(detected) == {"(bird)-[:island]->(island)"}
    assert [decision.about for decision in detected.unsure] == ["birds.island"]
    refused = found(tables, label="birds.species", answers={"birds.island": "(none)"})
    assert relations(refused) == set()


def test_a_table_with_the_label_has_nodes() -> None:
    tables = frames(
        sales={
            "user_id": [1, 1, 2, 2],
            "shop_id": ["a", "b", "a", "b"],
            "fraud": ["y", "n", "n", "n"],
        }
    )
    detected = found(tables, label="sales.fraud")
    assert detected.mapping.tables["sales"].type == "sales"
    assert relations(detected) == {"(sales)-[:user]->(user)", "(sales)-[:shop]->(shop)"}
