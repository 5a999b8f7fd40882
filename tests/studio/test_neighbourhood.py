"""Kinds of neighbours hold every neighbour once, with its links to each example."""

from __future__ import annotations

from collections import Counter

from hypothesis import assume, given
from hypothesis import strategies as st
from tests.strategies import typed_graphs

from motifcnn.graph import Graph
from motifcnn.studio.neighbourhood import Example, bit, find_neighbourhood


def links(graph: Graph, one: Example, other: Example) -> int:
    """The links of a pair, relation by relation."""
    found = 0
    for relation in graph.schema.relations:
        matrix = graph.adjacency[relation.key].toarray()
        if (one[0], other[0]) == (relation.source, relation.target) and matrix[one[1], other[1]]:
            found |= bit(graph.schema, relation, True)
        if (other[0], one[0]) == (relation.source, relation.target) and matrix[other[1], one[1]]:
            found |= bit(graph.schema, relation, False)
    return found


@given(graph=typed_graphs(), data=st.data())
def test_links_are_those_of_every_pair(graph: Graph, data: st.DataObject) -> None:
    nodes = [(t, row) for t, n in graph.counts.items() for row in range(n)]
    assume(len(nodes) > 1)
    examples = data.draw(st.permutations(nodes))[:2]
    found = find_neighbourhood(graph, examples)
    assert found.between == {
        (0, 1): links(graph, *examples),
        (1, 0): links(graph, *reversed(examples)),
    }
    for node_type in graph.schema.node_types:
        others = [n for n in nodes if n[0] == node_type and n not in examples]
        expected = Counter(tuple(links(graph, node, e) for e in examples) for node in others)
        del expected[0, 0]
        around = found.around[node_type]
        assert dict(zip(around.links, around.nodes.tolist(), strict=True)) == expected
