"""Link matrices: what a pair of motif nodes asks of the graph, as one boolean matrix."""

from __future__ import annotations

from dataclasses import dataclass

from scipy import sparse

from motifcnn.graph.graph import Graph, RelationKey
from motifcnn.graph.links import canonical
from motifcnn.motif.check import matching
from motifcnn.motif.motif import Motif

Atom = tuple[RelationKey, bool]
"""A relation of the schema, and whether it is read in its own direction."""


@dataclass(frozen=True)
class LinkCondition:
    """A condition on a pair of graph nodes (x, y).

    For every set in `required` at least one atom links them, and no atom in `forbidden` does.
    """

    source_type: str
    target_type: str
    required: frozenset[frozenset[Atom]]
    forbidden: frozenset[Atom]


def find_links(
    graph: Graph, motif: Motif, *, induced: bool
) -> tuple[dict[tuple[int, int], LinkCondition], dict[tuple[int, int], LinkCondition]]:
    """What must link pairs of motif nodes and, if `induced`, what must not link the other pairs.

    Both are keyed by ordered pairs (a, b), in both orders. Pairs that the schema cannot link are
    left out of the second. On a linked pair, `induced` forbids whatever the motif's edges do not
    ask for.
    """
    present: dict[tuple[int, int], LinkCondition] = {}
    absent: dict[tuple[int, int], LinkCondition] = {}
    for a in range(len(motif.nodes)):
        for b in range(len(motif.nodes)):
            if a == b:
                continue
            types = motif.types[a], motif.types[b]
            atoms = frozenset((r.key, forward) for r, forward in graph.schema.between(*types))
            required = set()
            for edge in motif.edges:
                if {edge.source, edge.target} == {a, b}:
                    matched = matching(
                        edge, motif.types[edge.source], motif.types[edge.target], graph.schema
                    )
                    along = edge.source == a
                    required.add(
                        frozenset(
                            (r.key, (forward == along) or not r.directed) for r, forward in matched
                        )
                    )
            if required:
                rest = atoms - frozenset().union(*required) if induced else frozenset()
                present[a, b] = LinkCondition(*types, frozenset(required), rest)
            elif induced and atoms:
                absent[a, b] = LinkCondition(*types, frozenset([atoms]), frozenset())
    return present, absent


def link_matrix(graph: Graph, condition: LinkCondition) -> sparse.csr_array:
    """The pairs that meet a condition: (n_source, n_target) boolean CSR without self-loops."""
    return graph.cache.get(("link", condition), lambda: _link_matrix(graph, condition))


def _link_matrix(graph: Graph, condition: LinkCondition) -> sparse.csr_array:
    parts = [_any(graph, atoms) for atoms in condition.required]
    matrix = parts[0]
    for part in parts[1:]:
        matrix = matrix * part
    if condition.forbidden:
        matrix = matrix > _any(graph, condition.forbidden)  # boolean "and not"
    if condition.source_type == condition.target_type and matrix.diagonal().any():
        entries = matrix.tocoo()
        off = entries.row != entries.col
        matrix = sparse.csr_array(
            (entries.data[off], (entries.row[off], entries.col[off])), shape=matrix.shape
        )
    if matrix is not parts[0] or len(next(iter(condition.required))) > 1:
        matrix = canonical(sparse.csr_array(matrix).astype(bool))
    return matrix


def _any(graph: Graph, atoms: frozenset[Atom]) -> sparse.csr_array:
    first, *rest = sorted(atoms)
    matrix = _atom(graph, first)
    for atom in rest:
        matrix = matrix + _atom(graph, atom)
    return matrix


def _atom(graph: Graph, atom: Atom) -> sparse.csr_array:
    key, forward = atom
    if forward:
        return graph.adjacency[key]
    return graph.cache.get(
        ("transposed", key), lambda: canonical(sparse.csr_array(graph.adjacency[key].T))
    )
