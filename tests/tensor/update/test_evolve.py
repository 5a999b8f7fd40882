"""An updated tensor equals a recount, bit for bit, whatever came and went."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motifcnn.errors import GraphError, MotifCNNError
from motifcnn.graph import Graph, Relation, Schema
from motifcnn.motif.motif import Motif
from motifcnn.tensor import MotifTensor, count
from motifcnn.tensor.update import evolve
from motifcnn.tensor.update.updated import UpdatedTensor
from tests.oracle import brute_force
from tests.strategies import graphs_with_motifs

Pairs = dict[Any, list[tuple[int, int]]]


def random_changes(rng: np.random.Generator, graph: Graph, edges: int) -> tuple[Pairs, Pairs]:
    """Edges of all relations, each to insert or to delete, whether it is there or not."""
    insert: Pairs = {}
    delete: Pairs = {}
    possible = [
        r for r in graph.schema.relations if graph.counts[r.source] and graph.counts[r.target]
    ]
    decided: dict[Any, bool] = {}
    for _ in range(edges if possible else 0):
        relation = possible[rng.integers(len(possible))]
        source, target = (
            int(rng.integers(graph.counts[relation.source])),
            int(rng.integers(graph.counts[relation.target])),
        )
        edge = (source, target) if relation.directed else (min(source, target), max(source, target))
        inserted = decided.setdefault((relation.key, edge), bool(rng.random() < 0.5))
        (insert if inserted else delete).setdefault(relation.key, []).append((source, target))
    return insert, delete


def edited(graph: Graph, insert: Pairs, delete: Pairs) -> Graph:
    """The graph after the changes, by writing into dense matrices."""
    adjacency = {key: matrix.toarray() for key, matrix in graph.adjacency.items()}
    for part, value in ((insert, True), (delete, False)):
        for key, pairs in part.items():
            undirected = next(not r.directed for r in graph.schema.relations if r.key == key)
            for source, target in pairs:
                adjacency[key][source, target] = value
                if undirected:
                    adjacency[key][target, source] = value
    return Graph(graph.schema, adjacency, graph.counts)


def assert_same(tensor: MotifTensor, expected: MotifTensor) -> None:
    np.testing.assert_array_equal(tensor.instances, expected.instances)
    assert tensor.instances.dtype == np.int64
    for found, wanted in zip(tensor.roles, expected.roles, strict=True):
        assert (found.label, found.node_type, found.members) == (
            wanted.label,
            wanted.node_type,
            wanted.members,
        )
        assert found.matrix.dtype == np.int64
        assert found.matrix.data.all(), "no stored zeros"
        np.testing.assert_array_equal(found.matrix.toarray(), wanted.matrix.toarray())
    assert tensor == expected


@settings(max_examples=1000)
@given(
    case=graphs_with_motifs(max_nodes=10, motif_nodes=4),
    induced=st.booleans(),
    seed=st.integers(0, 2**32 - 1),
    lengths=st.lists(st.integers(0, 12), min_size=1, max_size=3),
    look=st.booleans(),
)
def test_a_sequence_of_updates_equals_a_recount(
    case: tuple[Graph, Motif], induced: bool, seed: int, lengths: list[int], look: bool
) -> None:
    graph, motif = case
    rng = np.random.default_rng(seed)
    tensor = count(graph, motif, induced=induced, engine="join")
    for edges in lengths:
        insert, delete = random_changes(rng, graph, edges)
        tensor, graph = tensor.update(insert=insert, delete=delete), edited(graph, insert, delete)
        if look:
            assert_same(tensor, count(graph, motif, induced=induced, engine="join"))
    assert_same(tensor, count(graph, motif, induced=induced, engine="join"))
    assert tensor.graph == graph


@settings(max_examples=60)
@given(
    case=graphs_with_motifs(max_nodes=9, motif_nodes=6),
    induced=st.booleans(),
    seed=st.integers(0, 2**32 - 1),
)
def test_larger_motifs_equal_brute_force(
    case: tuple[Graph, Motif], induced: bool, seed: int
) -> None:
    graph, motif = case
    insert, delete = random_changes(np.random.default_rng(seed), graph, 6)
    tensor = count(graph, motif, induced=induced, engine="join").update(
        insert=insert, delete=delete
    )
    instances, roles = brute_force(edited(graph, insert, delete), motif, induced=induced)
    np.testing.assert_array_equal(tensor.instances, instances)
    for found, expected in zip(tensor.roles, roles, strict=True):
        np.testing.assert_array_equal(found.matrix.toarray(), expected)


def friends(nodes: int = 60, density: float = 0.2, seed: int = 0) -> Graph:
    links = np.triu(np.random.default_rng(seed).random((nodes, nodes)) < density, k=1)
    return Graph(
        Schema(("u",), (Relation("u", "friend", "u", directed=False),)),
        {("u", "friend", "u"): links},
        {"u": nodes},
    )


TRIANGLE = Motif.parse("(t:u)--(a:u)--(c:u)--(t)")
FOUR = [
    Motif.parse(text)
    for text in (
        "(t:u)--(a:u)--(b:u)--(c:u)",
        "(t:u)--(a:u)--(b:u)--(c:u)--(t)",
        "(t:u)--(a:u)--(b:u)--(c:u)--(t)--(b), (a)--(c)",
    )
]


@pytest.mark.parametrize("motif", [TRIANGLE, *FOUR], ids=str)
@pytest.mark.parametrize("fold", [True, False], ids=["folded each time", "kept as changes"])
def test_a_long_sequence_equals_a_recount_however_often_it_is_folded(
    motif: Motif, fold: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if fold:
        monkeypatch.setattr(evolve, "FOLD_ALWAYS_BELOW", 0)
        monkeypatch.setattr(evolve, "FOLD_SHARE", 0.0)
    graph = friends()
    tensor = count(graph, motif)
    rng = np.random.default_rng(1)
    for _ in range(15):
        insert, delete = random_changes(rng, graph, 40)
        tensor, graph = tensor.update(insert=insert, delete=delete), edited(graph, insert, delete)
    assert_same(tensor, count(graph, motif))


def test_all_edges_can_go_and_come_back() -> None:
    graph = friends(30)
    edges = np.argwhere(np.triu(graph.adjacency["u", "friend", "u"].toarray()))
    tensor = count(graph, FOUR[1])
    empty = tensor.update(delete={"friend": edges})
    assert empty.total == 0
    assert empty.nonzeros == 0
    assert empty.update(insert={"friend": edges}) == tensor


def test_the_tensor_that_was_updated_stays_as_it_was() -> None:
    graph = friends()
    tensor = count(graph, TRIANGLE)
    before = tensor.instances.copy(), tensor.roles[0].matrix.copy()
    one, two = (
        tensor.update(insert={"friend": [(0, 1), (1, 2)]}),
        tensor.update(delete={"friend": [(0, 1)]}),
    )
    assert one != two or one == tensor
    np.testing.assert_array_equal(tensor.instances, before[0])
    assert (tensor.roles[0].matrix != before[1]).nnz == 0
    assert tensor.graph is graph


def test_nothing_is_put_together_before_somebody_looks() -> None:
    tensor = (
        count(friends(), TRIANGLE)
        .update(delete={"friend": [(0, 1)]})
        .update(insert={"friend": [(0, 1)]})
    )
    assert isinstance(tensor, UpdatedTensor)
    assert not {"instances", "graph", "roles"} & vars(tensor).keys()
    assert not tensor.is_settled
    assert tensor.nonzeros > 0
    assert tensor.is_settled


def test_an_edge_that_is_there_already_or_is_not_there_to_go_changes_nothing() -> None:
    graph = friends()
    there, missing = (
        np.argwhere(graph.adjacency["u", "friend", "u"].toarray())[:5],
        [(3, 3), (4, 4)],
    )
    tensor = count(graph, TRIANGLE)
    assert (
        tensor.update(
            insert={"friend": [*there.tolist(), *there.tolist()]}, delete={"friend": missing}
        )
        == tensor
    )


def test_what_counts_is_whether_a_pair_is_linked_and_not_by_how_many_relations() -> None:
    schema = Schema(("a",), (Relation("a", "x", "a"), Relation("a", "y", "a")))
    one = np.array([[0, 1], [0, 0]])
    graph = Graph(schema, {("a", "x", "a"): one, ("a", "y", "a"): np.zeros((2, 2))}, {"a": 2})
    tensor = count(graph, Motif.parse("(t:a)--(c:a)"))
    more = tensor.update(insert={"y": [(1, 0)]})
    assert more == tensor
    assert more.update(delete={"x": [(0, 1)]}) == tensor
    assert more.update(delete={"x": [(0, 1)], "y": [(1, 0)]}).total == 0


def test_a_tensor_without_its_graph_says_what_to_do() -> None:
    tensor = count(friends(), TRIANGLE)
    with pytest.raises(
        MotifCNNError, match=r"does not know its graph.*load_tensor\(path, graph=\.\.\.\)"
    ):
        MotifTensor(tensor.motif, tensor.instances, tensor.roles).update(
            insert={"friend": [(0, 1)]}
        )


@pytest.mark.parametrize(
    ("insert", "delete", "message"),
    [
        ({"freind": [(0, 1)]}, None, r'insert: unknown relation \'freind\'; did you mean "friend"'),
        (
            {"friend": [(0, 60)]},
            None,
            "insert, relation friend, pair 0: there is no u in row 60; expected 0 to 59",
        ),
        (
            None,
            {"friend": [(0, 1), (-1, 2)]},
            "delete, relation friend, pair 1: there is no u in row -1",
        ),
        ({"friend": [(0, 1)]}, {"friend": [(1, 0)]}, "edge 0 -> 1 is both inserted and deleted"),
        ({"friend": [0, 1]}, None, r"expected integers of shape \(n, 2\)"),
        ({"friend": [(0.5, 1.0)]}, None, "float64"),
        ([(0, 1)], None, "expected a mapping of relation to pairs"),
    ],
)
def test_wrong_changes_are_refused_with_their_place(insert: Any, delete: Any, message: str) -> None:
    with pytest.raises(GraphError, match=message):
        count(friends(), TRIANGLE).update(insert=insert, delete=delete)


def test_rows_can_be_read_before_the_whole_is_put_together() -> None:
    graph = friends()
    insert, delete = random_changes(np.random.default_rng(7), graph, 60)
    tensor = count(graph, FOUR[0]).update(insert=insert, delete=delete).update(insert=delete)
    expected = count(edited(edited(graph, insert, delete), delete, {}), FOUR[0])
    wanted = [5, 0, 59, 5, -1, -60]  # the last two from the end, as numpy counts
    for found, role in zip(tensor.roles, expected.roles, strict=True):
        rows = found.rows(wanted)
        assert rows.data.all()
        np.testing.assert_array_equal(rows.toarray(), role.matrix.toarray()[wanted])
        assert "matrix" not in vars(found)
        np.testing.assert_array_equal(role.rows(wanted).toarray(), role.matrix.toarray()[wanted])
        np.testing.assert_array_equal(found.matrix.toarray(), role.matrix.toarray())
        np.testing.assert_array_equal(found.rows(wanted).toarray(), rows.toarray())


def test_indices_stay_as_narrow_as_they_were() -> None:
    tensor = count(friends(), FOUR[1], engine="matrix")
    updated = tensor.update(insert={"friend": [(0, 1), (2, 3)]}, delete={"friend": [(4, 5)]})
    for before, after in zip(tensor.roles, updated.roles, strict=True):
        assert before.matrix.indices.dtype == after.matrix.indices.dtype == np.int32
