"""By example: the motifs in which given nodes appear together, rarest first."""

from __future__ import annotations

from collections.abc import Sequence

from motifcnn.errors import MotifCNNError
from motifcnn.graph.find_node import find_row
from motifcnn.graph.graph import Graph
from motifcnn.motif.catalogue import catalogue
from motifcnn.motif.motif import Motif
from motifcnn.studio.answer import Answer
from motifcnn.studio.card import Card
from motifcnn.studio.neighbourhood import Example, find_neighbourhood
from motifcnn.studio.together import Demand, Together, demands
from motifcnn.studio.workbench import Workbench

MOST = 1000  # instances of one motif that are told apart


class Shared(Answer):
    """A motif in which the examples appear together, and in how many instances; at most `MOST`."""

    card: Card
    together: int


class ByExample(Answer):
    """The motifs; those that are not measured come last.

    `waiting` counts those that will be, `cancelled` those whose measurement or comparison was
    cancelled.
    """

    examples: list[str]
    waiting: int
    cancelled: int
    motifs: list[Shared]


def by_example(bench: Workbench, examples: Sequence[tuple[str, str]]) -> ByExample:
    """Motifs with the first example as their target and the others among their nodes.

    Motifs of up to three nodes are looked at; of three examples also those of four nodes whose
    links name no relation.

    Parameters
    ----------
    bench : Workbench
    examples : sequence of (node type, id or name)
        Two or three different nodes.

    Examples
    --------
    >>> import motifcnn as mc
    >>> bench = Workbench(mc.load_dataset("debian"), "debian")
    >>> found = by_example(bench, [("package", "gimp"), ("tag", "implemented-in::c")])
    >>> any(shared.card.words == "packages with a tag" for shared in found.motifs)
    True
    >>> bench.close()
    """
    graph = bench.graph
    if not 2 <= len(examples) <= 3:
        raise MotifCNNError(f"by example takes two or three nodes, got {len(examples)}")
    nodes = [_row(graph, node_type, name) for node_type, name in examples]
    if len(set(nodes)) < len(nodes):
        raise MotifCNNError("by example takes different nodes; one of them is given twice")
    key = ("by example", *nodes)
    found = bench.kept(key, lambda: _shared(bench, nodes))
    bench.measurements.look_at(found)
    known = {motif: bench.measurements.get(motif) for motif in found}
    cancelled = {motif for motif in found if bench.measurements.is_cancelled(motif)}

    def rarity(motif: Motif) -> float:
        measured = known[motif]
        if measured is None or measured.instances is None:
            return float("inf")
        return measured.instances

    return ByExample(
        examples=[name for _, name in examples],
        waiting=sum(known[motif] is None for motif in known.keys() - cancelled),
        cancelled=len(cancelled),
        motifs=[
            Shared(card=bench.card(motif), together=found[motif])
            for motif in sorted(found, key=rarity)
        ],
    )


def prepare_demands(bench: Workbench, target: str, max_nodes: int) -> list[Demand]:
    """What the motifs that are looked at ask for; made once for a target type.

    Of four nodes, motifs whose links name no relation are looked at.
    """
    schema = bench.graph.schema

    def make() -> list[Demand]:
        if max_nodes == 4:
            motifs = catalogue(schema, target, 4, min_nodes=4, relations="any")
        else:
            motifs = bench.catalogue(target, max_nodes)
        return demands(motifs, schema)

    return bench.kept(("demands", target, max_nodes), make)


def _shared(bench: Workbench, examples: Sequence[Example]) -> dict[Motif, int]:
    types = [node_type for node_type, _ in examples]
    together = Together(find_neighbourhood(bench.graph, examples), types)
    sizes = (3, 4) if len(examples) == 3 else (3,)
    found = {
        demand.motif: min(together.count(demand), MOST)
        for size in sizes
        for demand in prepare_demands(bench, types[0], size)
    }
    return {motif: number for motif, number in found.items() if number}


def _row(graph: Graph, node_type: str, name: str) -> Example:
    graph.schema.require_type(node_type, "by example")
    return node_type, find_row(name, node_type, graph.ids[node_type], graph.names.get(node_type))
