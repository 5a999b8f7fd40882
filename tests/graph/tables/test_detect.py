from __future__ import annotations

from graph.tables.frames import found, frames, relations


def test_every_table_and_column_has_a_reason() -> None:
    tables = frames(
        users={"id": [1, 2, 3], "age": [20, 30, 40], "name": ["An Fox", "Bo Day", "Cy Orr"]},
        likes={"user_id": [1, 2, 2], "page_id": [5, 5, 6], "when": ["2020-01-02"] * 2 + [""]},
    )
    detected = found(tables)
    for name, table in detected.mapping.tables.items():
        assert detected.reasons[name]
        assert all(detected.reasons[f"{name}.{column}"] for column in table.columns)
    for relation in detected.mapping.relations:
        assert detected.reasons[f"{relation.table}.{relation.source}"]


def test_names_of_nodes_are_found() -> None:
    tables = frames(films={"id": [1, 2, 3], "year": [1, 2, 3], "full_title": ["a b", "c d", "e f"]})
    assert found(tables).mapping.tables["films"].name == "full_title"


def test_more_than_four_ends_are_linked_to_the_first() -> None:
    ends = {f"{letter}_id": [1, 1, 2, 2] for letter in ("aa", "bb", "cc", "dd", "ee")}
    detected = found(frames(facts=ends))
    assert relations(detected) == {
        "(aa)-[:aa-bb]->(bb)",
        "(aa)-[:aa-cc]->(cc)",
        "(aa)-[:aa-dd]->(dd)",
        "(aa)-[:aa-ee]->(ee)",
    }


def test_relations_of_one_name_get_the_names_of_their_tables() -> None:
    three = {"aa_id": [1, 1, 2], "bb_id": [3, 3, 4], "cc_id": [5, 5, 6]}
    names = {r.name for r in found(frames(x=three, y=three)).mapping.relations}
    assert names == {f"{t}-{p}" for t in "xy" for p in ("aa-bb", "aa-cc", "bb-cc")}


def test_details_of_kinds_are_kept() -> None:
    columns = (
        found(
            frames(
                films={
                    "id": [1, 2, 3, 4],
                    "cost": ["1,5", "2,25", "3,5", "0,5"],
                    "tags": ["a|b", "b|c", "a|c", "a"],
                    "day": ["31.12.2020", "30.11.2020", "01.02.2021", "05.05.2021"],
                }
            )
        )
        .mapping.tables["films"]
        .columns
    )
    assert (columns["cost"].kind, columns["cost"].decimal) == ("number", ",")
    assert (columns["tags"].kind, columns["tags"].separator) == ("list", "|")
    assert (columns["day"].kind, columns["day"].format) == ("date", "%d.%m.%Y")


def test_a_guess_is_called_one_in_the_mapping_file() -> None:
    tables = frames(birds={"island": ["a", "b", "c"] * 4, "kind": ["x", "y"] * 6})
    detected = found(tables, label="birds.kind")
    assert detected.reasons["birds.island"].startswith("a guess: nothing else links the rows")
