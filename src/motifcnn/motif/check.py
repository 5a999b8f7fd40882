"""Checks a motif against a schema: which link cannot match, and what would."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise

from motifcnn.errors import MotifError
from motifcnn.graph.schema import Relation, Schema, suggestion
from motifcnn.motif.motif import MAX_NODES, Motif, MotifEdge, MotifNode
from motifcnn.motif.tokens import quoted


def matching(
    edge: MotifEdge, source_type: str, target_type: str, schema: Schema
) -> tuple[tuple[Relation, bool], ...]:
    """Relations that match a motif's edge, each with True if it is followed forward.

    An edge without direction follows every relation either way; a directed edge follows directed
    relations forward only.

    Examples
    --------
    >>> schema = Schema(("paper",), (Relation("paper", "cites", "paper"),))
    >>> [forward for _, forward in matching(MotifEdge(0, 1), "paper", "paper", schema)]
    [True, False]
    >>> arrow = MotifEdge(0, 1, directed=True)
    >>> [forward for _, forward in matching(arrow, "paper", "paper", schema)]
    [True]
    """
    return tuple(
        (relation, forward)
        for relation, forward in schema.between(source_type, target_type)
        if edge.relation in (None, relation.name)
        and (not edge.directed or (forward and relation.directed))
    )


def as_motif(given: Motif | str) -> Motif:
    """The motif itself, or the one that the text of a pattern means.

    Every public function that takes a motif takes it through here.

    Raises
    ------
    MotifError
        If the text cannot be read, or the value is neither a motif nor a text.

    Examples
    --------
    >>> as_motif("(t:paper)--(c:author)")
    Motif.parse('(t:paper)--(c:author)')
    """
    if isinstance(given, str):
        return Motif.parse(given)
    if not isinstance(given, Motif):
        raise MotifError(
            f"expected a Motif or the text of a pattern such as '(t:paper)--(c:author)', "
            f"got {given!r} of type {type(given).__name__}; see Motif.parse"
        )
    return given


def check(motif: Motif | str, schema: Schema) -> None:
    """Raises a `MotifError` that says what would fit, unless the schema allows the motif.

    Examples
    --------
    >>> schema = Schema(("author", "paper"), (Relation("paper", "paper-author", "author"),))
    >>> check(Motif.parse("(t:author)--(p:paper)--(c:author)"), schema)
    >>> check(Motif.parse("(t:author)--(c:author)"), schema)
    Traceback (most recent call last):
        ...
    motifcnn.errors.MotifError: ... cannot match: the schema has no relation between author and ...
      relations of author: paper-author (paper -> author)
      did you mean "(t:author)--(p:paper)--(c:author)"?
    """
    motif = as_motif(motif)
    for node in motif.nodes:
        if node.node_type not in schema.node_types:
            raise MotifError(
                f'motif "{motif}" cannot match: the schema has no node type "{node.node_type}", '
                f'the type of node "{node.name}"' + suggestion(node.node_type, schema.node_types)
            )
    for edge in motif.edges:
        source, target = motif.types[edge.source], motif.types[edge.target]
        if not matching(edge, source, target, schema):
            problem, fit = _misfit(motif, edge, schema)
            raise MotifError(
                "\n  ".join(
                    [f'motif "{motif}" cannot match{_place(motif, edge)}: {problem}.', *fit]
                )
            )


def _misfit(motif: Motif, edge: MotifEdge, schema: Schema) -> tuple[str, list[str]]:
    """Why an edge matches nothing, and the lines that say what would."""
    source, target = motif.types[edge.source], motif.types[edge.target]
    links = tuple(dict.fromkeys(relation for relation, _ in schema.between(source, target)))
    if not links:
        problem = f"the schema has no relation between {source} and {target}"
        detour = _detour(motif, edge, schema)
        shown = (source,) if detour else dict.fromkeys((source, target))
        return problem, [
            *(f"relations of {t}: {_listed(schema.of(t))}" for t in shown),
            *_meant(detour),
        ]
    named = [relation for relation in links if edge.relation in (None, relation.name)]
    if not named:
        name = str(edge.relation)
        close = difflib.get_close_matches(name, [relation.name for relation in links], n=1)
        meant = close[0] if close else links[0].name if len(links) == 1 else None
        problem = f'the schema has no relation "{name}" between {source} and {target}'
        fixed = (
            None
            if meant is None
            else _with_edge(
                motif, edge, _fitting(replace(edge, relation=meant), source, target, schema)
            )
        )
        return problem, [
            f"relations between {source} and {target}: {_listed(links)}",
            *_meant(fixed),
        ]
    fixed = _with_edge(motif, edge, _fitting(edge, source, target, schema))
    if any(relation.directed for relation in named):
        problem = f"no {edge.relation or 'relation'} leads from {source} to {target}"
    else:
        problem = f"{named[0].name} is undirected, an arrow never matches it"
    return problem, [f"relations between {source} and {target}: {_listed(named)}", *_meant(fixed)]


def _fitting(edge: MotifEdge, source: str, target: str, schema: Schema) -> MotifEdge:
    """The edge itself if it matches, else reversed if that does, else undirected."""
    back = replace(edge, source=edge.target, target=edge.source)
    if matching(edge, source, target, schema):
        return edge
    return back if matching(back, target, source, schema) else replace(edge, directed=False)


def _detour(motif: Motif, edge: MotifEdge, schema: Schema) -> Motif | None:
    """The motif with the edge replaced by a shortest path of the schema; None if too large."""
    way = _shortest_way(motif.types[edge.source], motif.types[edge.target], schema)
    if way is None or len(motif.nodes) + len(way) > MAX_NODES:
        return None
    nodes, stops = list(motif.nodes), [edge.source]
    for node_type in way:
        taken = {node.name for node in nodes}
        letter = node_type[0]
        name = next(
            n
            for n in (letter, *(f"{letter}{i}" for i in range(2, MAX_NODES + 2)))
            if n not in taken
        )
        stops.append(len(nodes))
        nodes.append(MotifNode(name, node_type))
    steps = [MotifEdge(a, b) for a, b in pairwise([*stops, edge.target])]
    return replace(
        motif, nodes=tuple(nodes), edges=tuple(e for e in motif.edges if e != edge) + tuple(steps)
    )


def _shortest_way(source: str, target: str, schema: Schema) -> tuple[str, ...] | None:
    """Types on a shortest path between two types that no relation links; None without a path."""
    ways: dict[str, tuple[str, ...]] = {source: ()}
    queue = [source]
    for here in queue:
        for there in schema.node_types:
            if schema.between(here, there):
                way = ways[here] if here == source else (*ways[here], here)
                if there == target:
                    return way
                if there not in ways:
                    ways[there] = way
                    queue.append(there)
    return None


def _with_edge(motif: Motif, edge: MotifEdge, other: MotifEdge) -> Motif:
    return replace(motif, edges=tuple(other if e == edge else e for e in motif.edges))


def _meant(motif: Motif | None) -> list[str]:
    return [] if motif is None else [f'did you mean "{motif}"?']


def _listed(relations: Iterable[Relation]) -> str:
    arrows = (f"{r.name} ({r.source} {'->' if r.directed else '--'} {r.target})" for r in relations)
    return ", ".join(arrows) or "none"


def _place(motif: Motif, edge: MotifEdge) -> str:
    """The edge as text, or nothing where the motif has only one."""
    if len(motif.edges) == 1:
        return ""
    relation = "" if edge.relation is None else f"[:{quoted(edge.relation)}]"
    left, right = (quoted(motif.nodes[i].name) for i in (edge.source, edge.target))
    return f" at ({left})-{relation}-{'>' if edge.directed else ''}({right})"
