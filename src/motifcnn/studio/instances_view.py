"""Instances of a motif at one node, drawn and named, a page at a time; nodes by their names."""

from __future__ import annotations

from motifcnn.graph.graph import Graph
from motifcnn.motif.motif import Motif
from motifcnn.studio.answer import Answer
from motifcnn.studio.card import Card, make_card
from motifcnn.studio.drawing import Drawing, drawing
from motifcnn.studio.schema_view import node_label
from motifcnn.tensor.instances import instances

MOST_NAMES = 12


class NodeName(Answer):
    """A node: its id as text, and what it is called."""

    node: str
    label: str


class InstancePage(Answer):
    """A page of instances; each has a node for every node of the motif, in its order."""

    card: Card
    node: NodeName
    total: int
    offset: int
    drawings: list[Drawing]


def instance_page(
    graph: Graph, motif: Motif, node: str, *, limit: int = 6, offset: int = 0
) -> InstancePage:
    """Draws instances of a motif at a node.

    Raises
    ------
    GraphError
        If no node of the target type has that id or name; the message proposes some.

    Examples
    --------
    >>> import motifcnn as mc
    >>> motif = Motif.parse("(t:package)--(m:maintainer)--(c:package)")
    >>> page = instance_page(mc.load_dataset("debian"), motif, "gimp", limit=1)
    >>> page.total, page.drawings[0].nodes[0].label
    (93, 'gimp')
    """
    found = instances(graph, motif, node, limit=limit, offset=offset)
    target = NodeName(node=str(found.target.node), label=found.target.label)
    return InstancePage(
        card=make_card(motif, graph.schema),
        node=target,
        total=found.total,
        offset=offset,
        drawings=[
            drawing(motif, [instance[each.name].label for each in motif.nodes])
            for instance in found
        ],
    )


def find_names(graph: Graph, node_type: str, search: str) -> list[NodeName]:
    """Nodes of a type whose name or id begins with, or else has, a text; any for an empty one.

    Examples
    --------
    >>> import motifcnn as mc
    >>> found = find_names(mc.load_dataset("debian"), "package", "gimp")
    >>> [name.label for name in found[:2]]
    ['gimp', 'gimp-data']
    """
    graph.schema.require_type(node_type, "nodes")
    wanted = search.casefold()
    first: list[int] = []
    later: list[int] = []
    names = graph.names.get(node_type)
    values = graph.ids[node_type] if names is None else names
    for row, value in enumerate(values.tolist()):
        text = str(value or graph.ids[node_type][row]).casefold()
        if text.startswith(wanted):
            first.append(row)
            if len(first) == MOST_NAMES and not wanted:
                break
        elif wanted in text:
            later.append(row)
    first.sort(key=lambda row: len(str(values[row])))
    return [
        NodeName(node=str(graph.ids[node_type][row]), label=node_label(graph, node_type, row))
        for row in (first + later)[:MOST_NAMES]
    ]
