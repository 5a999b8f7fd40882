"""A motif on a graph as a matching problem."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from motifcnn.errors import MotifError
from motifcnn.graph import Graph, Relation, Schema
from motifcnn.motif import Motif
from motifcnn.tensor.pattern.problem import make_problem, order_conditions

SCHEMA = Schema(("author", "paper"), (Relation("paper", "by", "author"),))
BY = np.array([[1, 1, 0], [0, 1, 1]], dtype=bool)
GRAPH = Graph(SCHEMA, {("paper", "by", "author"): BY}, {"author": 3, "paper": 2})


def test_the_target_is_node_zero_wherever_the_motif_has_it() -> None:
    motif = Motif.parse("(a:author)--(t:paper)--(b:author)", target="t")
    problem = make_problem(GRAPH, motif, induced=False)
    assert problem.types == ("paper", "author", "author")
    assert problem.sizes == (2, 3, 3)
    assert problem.n_targets == 2
    assert sorted(problem.neighbours(0)) == [1, 2]
    assert problem.symmetries == 2
    np.testing.assert_array_equal(problem.linked[0, 1].toarray(), BY)
    np.testing.assert_array_equal(problem.linked[1, 0].toarray(), BY.T)


def test_pairs_that_must_not_be_linked_are_those_of_induced_counting() -> None:
    schema = Schema(("u",), (Relation("u", "r", "u", directed=False),))
    graph = Graph(schema, {("u", "r", "u"): np.triu(np.ones((3, 3)), 1)}, {"u": 3})
    path = Motif.parse("(t:u)--(a:u)--(c:u)")
    assert not make_problem(graph, path, induced=False).unlinked
    assert set(make_problem(graph, path, induced=True).unlinked) == {(0, 2), (2, 0)}


def test_a_motif_that_the_schema_cannot_match_is_refused() -> None:
    with pytest.raises(MotifError, match="author"):
        make_problem(GRAPH, Motif.parse("(t:author)--(c:author)"), induced=False)


def test_keys_of_equal_motifs_differ_by_the_names_of_their_nodes() -> None:
    one, other = (Motif.parse(f"(t:paper)--({name}:author)") for name in ("a", "writer"))
    assert one == other
    assert one.key != other.key
    assert one.key == Motif.parse(str(one)).key
    assert one.key != one.with_roles("none").key


@pytest.mark.parametrize(
    "group",
    [
        [(0, 1, 2)],
        [(0, 1, 2), (0, 2, 1)],
        [(0, *rest) for rest in permutations((1, 2, 3))],
        [(0, 1, 2, 3, 4), (0, 2, 1, 4, 3)],
    ],
    ids=str,
)
def test_conditions_pick_exactly_one_map_of_each_instance(group: list[tuple[int, ...]]) -> None:
    conditions = order_conditions(list(group))
    for image in permutations(range(len(group[0]))):
        maps = [[image[g[node]] for node in range(len(image))] for g in group]
        assert sum(all(m[a] < m[b] for a, b in conditions) for m in maps) == 1
