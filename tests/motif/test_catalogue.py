from __future__ import annotations

import itertools
import json
import sys
import time
from collections import Counter
from pathlib import Path

import networkx as nx
import pytest
from hypothesis import assume, given, settings

from motifcnn.errors import BudgetError, MotifError
from motifcnn.graph.schema import Relation, Schema
from motifcnn.motif import Motif, catalogue, check
from tests.motif.isomorphism import as_networkx, same
from tests.strategies import schemas

UNDIRECTED = Schema(("n",), (Relation("n", "e", "n", directed=False),))
DIRECTED = Schema(("n",), (Relation("n", "e", "n"),))
PUBLICATIONS = Schema(
    ("author", "paper", "venue"),
    (Relation("paper", "by", "author"), Relation("paper", "in", "venue")),
)


def texts(schema: Schema, target: str, max_nodes: int, relations: str = "named") -> list[str]:
    return [str(motif) for motif in catalogue(schema, target, max_nodes, relations=relations)]


def test_homogeneous_undirected_has_one_edge_two_wedges_and_a_triangle() -> None:
    assert texts(UNDIRECTED, "n", 3) == [
        "(t:n)--(c:n)",
        "(t:n)--(n:n), (t)--(c:n)",
        "(t:n)--(n:n)--(c:n)",
        "(t:n)--(n:n)--(c:n), (t)--(c)",
    ]


def test_homogeneous_undirected_four_nodes_are_the_eleven_orbits_of_graphlets() -> None:
    motifs = catalogue(UNDIRECTED, "n", 4, min_nodes=4)
    assert Counter(len(motif.edges) for motif in motifs) == {3: 4, 4: 4, 5: 2, 6: 1}


def test_homogeneous_undirected_five_nodes_are_the_58_orbits_of_graphlets() -> None:
    assert len(catalogue(UNDIRECTED, "n", 5, min_nodes=5)) == 58


def test_homogeneous_directed_has_three_links_and_the_thirty_orbits_of_the_triads() -> None:
    motifs = catalogue(DIRECTED, "n", 3)
    assert Counter(len(motif.nodes) for motif in motifs) == {2: 3, 3: 30}
    triads = [motif for motif in motifs if len(motif.nodes) == 3]
    unrooted = [
        nx.DiGraph([(edge.source, edge.target) for edge in motif.edges]) for motif in triads
    ]
    classes: list[nx.DiGraph] = []
    for graph in unrooted:
        if not any(nx.is_isomorphic(graph, other) for other in classes):
            classes.append(graph)
    assert len(classes) == 13


def test_publications_by_hand() -> None:
    assert texts(PUBLICATIONS, "author", 3) == [
        "(t:author)--(c:paper)",
        "(t:author)--(p:paper), (t)--(c:paper)",
        "(t:author)--(p:paper)--(c:author)",
        "(t:author)--(p:paper)--(c:venue)",
    ]


def test_several_relations_of_a_pair_are_named_and_one_is_not() -> None:
    schema = Schema(
        ("a", "b"),
        (Relation("a", "likes", "b"), Relation("b", "hates", "a"), Relation("b", "next", "b")),
    )
    assert texts(schema, "a", 2) == ["(t:a)-[:hates]-(c:b)", "(t:a)-[:likes]-(c:b)"]
    assert texts(schema, "b", 2) == [
        "(t:b)-->(c:b)",
        "(t:b)-[:hates]-(c:a)",
        "(t:b)-[:likes]-(c:a)",
        "(t:b)<--(c:b)",
        "(t:b)-->(c:b), (c)-->(t)",
    ]
    assert texts(schema, "b", 2, "any") == ["(t:b)--(c:a)", "(t:b)--(c:b)"]


def test_the_context_is_farthest_then_of_the_smallest_role() -> None:
    for motif in catalogue(DIRECTED, "n", 4):
        distance = nx.single_source_shortest_path_length(
            nx.Graph([(e.source, e.target) for e in motif.edges]), motif.target
        )
        farthest = [i for i in distance if distance[i] == max(distance.values())]
        size = {i: len(role.members) for role in motif.roles for i in role.members}
        assert motif.context in farthest
        assert size[motif.context] == min(size[i] for i in farthest)


@settings(max_examples=25)
@given(schemas())
def test_the_catalogue_is_every_motif_of_an_independent_enumeration_once(schema: Schema) -> None:
    target = schema.node_types[0]
    assume(len(schema.relations) <= 3)
    for relations in ("named", "any"):
        found = catalogue(schema, target, 3, relations=relations)  # type: ignore[arg-type]
        assert len(set(found)) == len(found)
        for motif in found:
            check(motif, schema)
        ours = [spelled_out(motif, schema, relations == "any") for motif in found]
        assert_same_classes(ours, enumerated(schema, target, 3, relations == "any"))


def test_four_nodes_equal_an_independent_enumeration() -> None:
    schema = Schema(
        ("a", "b"),
        (Relation("a", "r", "a", directed=False), Relation("a", "s", "b"), Relation("b", "u", "a")),
    )
    found = [spelled_out(motif, schema, False) for motif in catalogue(schema, "b", 4)]
    assert_same_classes(found, enumerated(schema, "b", 4, False))


def spelled_out(motif: Motif, schema: Schema, unnamed: bool) -> nx.DiGraph:
    """The motif with every relation named; the catalogue leaves out the name of a single one."""
    graph = as_networkx(motif, with_context=False)
    for number, edge in enumerate(motif.edges):
        if not unnamed and edge.relation is None:
            ends = {motif.types[edge.source], motif.types[edge.target]}
            (only,) = [r for r in schema.relations if {r.source, r.target} == ends]
            graph.nodes["link", number]["look"] = (only.name, edge.directed)
    return graph


def enumerated(schema: Schema, target: str, max_nodes: int, unnamed: bool) -> list[nx.DiGraph]:
    """All typed graphs on numbered nodes, node 0 the target; the connected ones, one per class."""
    classes: dict[object, list[nx.DiGraph]] = {}
    for size in range(2, max_nodes + 1):
        pairs = list(itertools.combinations(range(size), 2))
        for others in itertools.combinations_with_replacement(schema.node_types, size - 1):
            types = (target, *others)
            for chosen in itertools.product(
                *(ways(types[i], types[j], schema, unnamed) for i, j in pairs)
            ):
                graph = nx.DiGraph()
                graph.add_nodes_from((i, {"look": (t, i == 0, False)}) for i, t in enumerate(types))
                for (i, j), links in zip(pairs, chosen, strict=True):
                    for name, arrow in links:
                        link = ("link", i, j, arrow)
                        graph.add_node(link, look=(name, arrow != "--"))
                        if arrow in ("->", "--"):
                            graph.add_edges_from([(i, link), (link, j)])
                        if arrow in ("<-", "--"):
                            graph.add_edges_from([(j, link), (link, i)])
                if nx.is_weakly_connected(graph):
                    bucket = classes.setdefault(invariant(graph), [])
                    if not any(same(graph, other) for other in bucket):
                        bucket.append(graph)
    return [graph for bucket in classes.values() for graph in bucket]


def ways(a: str, b: str, schema: Schema, unnamed: bool) -> list[list[tuple[str | None, str]]]:
    joining = [r for r in schema.relations if (r.source, r.target) in ((a, b), (b, a))]
    if unnamed:
        return [[], [(None, "--")]] if joining else [[]]
    options: list[list[tuple[str | None, str]]] = [[]]
    for r in joining:
        if a == b and r.directed:
            options += [[(r.name, "->")], [(r.name, "<-")], [(r.name, "->"), (r.name, "<-")]]
        else:
            options.append([(r.name, "--")])
    return options


def invariant(graph: nx.DiGraph) -> object:
    looks = nx.get_node_attributes(graph, "look")
    around = [
        (
            str(looks[n]),
            sorted(str(looks[m]) for m in graph.pred[n]),
            sorted(str(looks[m]) for m in graph.succ[n]),
        )
        for n in graph
    ]
    return str(sorted(around))


def assert_same_classes(ours: list[nx.DiGraph], theirs: list[nx.DiGraph]) -> None:
    assert Counter(map(invariant, ours)) == Counter(map(invariant, theirs))
    left: dict[object, list[nx.DiGraph]] = {}
    for graph in theirs:
        left.setdefault(invariant(graph), []).append(graph)
    for graph in ours:
        bucket = left[invariant(graph)]
        match = next(i for i, other in enumerate(bucket) if same(graph, other))
        del bucket[match]


def test_a_type_without_relations_has_no_motifs() -> None:
    assert catalogue(Schema(("a", "b"), (Relation("b", "r", "b"),)), "a", 4) == []


def test_all_motifs_of_four_nodes_on_a_schema_of_six_relations_take_seconds(
    data_folder: Path,
) -> None:
    meta = json.loads((data_folder / "debian-small" / "meta.json").read_text())
    schema = Schema(
        tuple(meta["node_types"]),
        tuple(Relation(r["src"], r["name"], r["dst"]) for r in meta["relations"]),
    )
    start = time.perf_counter()
    motifs = catalogue(schema, "package", 4)
    assert time.perf_counter() - start < 30
    assert len(set(motifs)) == len(motifs)
    order = [(len(motif.nodes), len(motif.edges), str(motif)) for motif in motifs]
    assert order == sorted(order)


def test_a_catalogue_past_the_limit_is_refused_before_work_with_what_would_fit() -> None:
    schema = Schema(("n",), tuple(Relation("n", f"r{i}", "n") for i in range(6)))
    with pytest.raises(
        BudgetError,
        match=r'about 7,.* motifs of 2 to 4 nodes.*take max_nodes=3, or relations="any"',
    ):
        catalogue(schema, "n", 4)


def test_more_links_per_pair_than_a_byte_can_number_are_all_there() -> None:
    schema = Schema(("n",), tuple(Relation("n", f"r{i}", "n") for i in range(100)))
    found = catalogue(schema, "n", 2)
    assert len(set(found)) == 300, "there, back and both, per relation"
    assert {edge.relation for motif in found for edge in motif.edges} == {
        f"r{i}" for i in range(100)
    }


def test_more_links_per_pair_than_can_be_numbered_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys.modules["motifcnn.motif.catalogue"], "_STATES", 4)
    schema = Schema(("n",), tuple(Relation("n", f"r{i}", "n") for i in range(2)))
    with pytest.raises(
        BudgetError, match=r'in 6 ways, the catalogue can list 3; take relations="any"'
    ):
        catalogue(schema, "n", 2)
    assert len(catalogue(DIRECTED, "n", 2)) == 3


def test_a_catalogue_of_the_smallest_motifs_is_not_advised_to_take_smaller_ones() -> None:
    with pytest.raises(BudgetError, match=r'the limit is 2; take relations="any"'):
        catalogue(DIRECTED, "n", 2, limit=2)


@pytest.mark.parametrize(
    ("target", "options", "expected"),
    [
        ("papr", {}, 'unknown target type "papr"; did you mean "paper"'),
        ("paper", {"max_nodes": 7}, "sizes are 2 to 6"),
        ("paper", {"min_nodes": 1}, "sizes are 2 to 6"),
        ("paper", {"relations": "all"}, '"named" or "any", got \'all\''),
    ],
)
def test_options_that_make_no_sense_are_refused(
    target: str, options: dict[str, object], expected: str
) -> None:
    with pytest.raises(MotifError, match=expected):
        catalogue(PUBLICATIONS, target, **options)  # type: ignore[arg-type]
