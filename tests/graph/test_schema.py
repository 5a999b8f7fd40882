"""A schema lists relations by type and refuses what no graph can have."""

from __future__ import annotations

import pytest

from motifcnn.errors import GraphError
from motifcnn.graph.schema import Relation, Schema, suggestion

SCHEMA = Schema(("a", "b"), (Relation("a", "r", "b"), Relation("a", "s", "a", directed=False)))


def test_a_schema_lists_relations_between_types_in_both_directions() -> None:
    forward, undirected = SCHEMA.relations
    assert SCHEMA.between("a", "b") == ((forward, True),)
    assert SCHEMA.between("b", "a") == ((forward, False),)
    assert SCHEMA.between("a", "a") == ((undirected, True),)
    loop = Relation("a", "cites", "a")
    assert Schema(("a",), (loop,)).between("a", "a") == ((loop, True), (loop, False))
    assert SCHEMA.of("b") == (forward,)


def test_a_schema_refuses_repeats_unknown_types_and_mixed_undirected_relations() -> None:
    with pytest.raises(GraphError, match="appears twice"):
        Schema(("a", "a"), ())
    with pytest.raises(GraphError, match="appears twice"):
        Schema(("a",), (Relation("a", "r", "a"), Relation("a", "r", "a", directed=False)))
    with pytest.raises(GraphError, match='did you mean "paper"'):
        Schema(("paper",), (Relation("paper", "r", "papre"),))
    with pytest.raises(GraphError, match="only a relation within one type"):
        Relation("a", "r", "b", directed=False)
    with pytest.raises(GraphError, match="at least one node type"):
        Schema((), ())
    with pytest.raises(GraphError, match="non-empty text"):
        Relation("a", "", "b")


def test_schemas_and_relations_read_as_patterns() -> None:
    assert str(SCHEMA) == "a, b\n(a)-[:r]->(b)\n(a)-[:s]-(a)"
    assert SCHEMA.relations[0].key == ("a", "r", "b")


def test_a_suggestion_names_the_closest_word_and_all_words() -> None:
    assert suggestion("papre", ["paper", "venue"]) == '; did you mean "paper"? Known: paper, venue'
    assert suggestion("xyz", ["paper", "venue"]) == ". Known: paper, venue"
