"""Catalogue: every motif that a schema allows for a target type, each once."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, permutations, product
from math import factorial, prod
from typing import Literal

import numpy as np
import numpy.typing as npt

from motifcnn.errors import BudgetError, MotifError
from motifcnn.graph.schema import Schema, suggestion
from motifcnn.motif.motif import MAX_NODES, Motif, MotifEdge, MotifNode

Relations = Literal["named", "any"]
Pair = tuple[int, int]
# How a pair of nodes is linked: per link its relation, whether it is directed, and whether it leads
# from the first node to the second.
State = tuple[tuple[str | None, bool, bool], ...]
Digits = npt.NDArray[np.uint16]

_CHUNK = 1 << 18
_STATES = np.iinfo(np.uint16).max + 1  # most states of one pair, which a digit holds


def catalogue(
    schema: Schema,
    target: str,
    max_nodes: int = 3,
    *,
    min_nodes: int = 2,
    relations: Relations = "named",
    limit: int | None = 250_000,
) -> list[Motif]:
    """Every connected motif that the schema allows, up to renaming of nodes.

    Two nodes are linked through at most one relation; a directed relation within one type links
    them one way, the other way, or both ways. The context is the node farthest from the target;
    among those one of the smallest role.

    Parameters
    ----------
    schema : Schema
        Says which types can be linked, and how.
    target : str
        Node type of the target.
    max_nodes, min_nodes : int
        Sizes, from 2 to 6.
    relations : {"named", "any"}
        "named": a motif per relation and direction; "any": pairs are linked by any relation or not
        at all.
    limit : int, optional
        Largest number of motifs; a larger catalogue is a `BudgetError` before work starts.

    Returns
    -------
    list of Motif
        Fewer nodes first, then fewer edges, then by text.

    Examples
    --------
    >>> from motifcnn.graph.schema import Relation
    >>> schema = Schema(("author", "paper"), (Relation("paper", "written-by", "author"),))
    >>> for motif in catalogue(schema, "paper"):
    ...     print(motif)
    (t:paper)--(c:author)
    (t:paper)--(a:author), (t)--(c:author)
    (t:paper)--(a:author)--(c:paper)
    """
    if target not in schema.node_types:
        raise MotifError(
            f'catalogue: unknown target type "{target}"{suggestion(target, schema.node_types)}'
        )
    if relations not in ("named", "any"):
        raise MotifError(f'catalogue: relations must be "named" or "any", got {relations!r}')
    if not 2 <= min_nodes <= max_nodes <= MAX_NODES:
        raise MotifError(
            f"catalogue: sizes are 2 to {MAX_NODES}, "
            f"got min_nodes={min_nodes} and max_nodes={max_nodes}"
        )
    casts = [
        _Cast((target, *others), schema, relations)
        for size in range(min_nodes, max_nodes + 1)
        for others in combinations_with_replacement(schema.node_types, size - 1)
    ]
    casts = [cast for cast in casts if cast.can_connect()]
    if (most := max((max(cast.sizes) for cast in casts), default=0)) > _STATES:
        raise BudgetError(
            f"the schema links two nodes in {most - 1:,} ways, "
            f"the catalogue can list {_STATES - 1:,}; "
            'take relations="any" to ignore the relations'
        )
    if limit is not None and (expected := sum(cast.about() for cast in casts)) > limit:
        smaller = f"max_nodes={max_nodes - 1}, or " if max_nodes > max(2, min_nodes) else ""
        raise BudgetError(
            f"the schema allows about {expected:,} motifs of {min_nodes} to {max_nodes} nodes for "
            f"target {target}, the limit is "
            f'{limit:,}; take {smaller}relations="any" to ignore the relations, or raise `limit`'
        )
    found = [motif for cast in casts for motif in cast.motifs()]
    return sorted(found, key=lambda motif: (len(motif.nodes), len(motif.edges), str(motif)))


class _Cast:
    """The motifs over given node types, of which the first is the target's.

    A motif assigns a state to every pair of nodes. Renamings permute nodes of one type, and so the
    assignments; the smallest assignment of each equivalence class represents it.
    """

    def __init__(self, types: tuple[str, ...], schema: Schema, relations: Relations) -> None:
        self.types = types
        self.pairs: list[Pair] = list(combinations(range(len(types)), 2))
        self.states = [_states(types[i], types[j], schema, relations) for i, j in self.pairs]
        self.sizes = [len(states) for states in self.states]
        blocks = [
            [i for i in range(1, len(types)) if types[i] == t] for t in dict.fromkeys(types[1:])
        ]
        self.renamings = [
            (0, *(i for part in parts for i in part))
            for parts in product(*map(permutations, blocks))
        ]

    def can_connect(self) -> bool:
        full = np.array([[size > 1 for size in self.sizes]], dtype=np.uint16)
        return bool(self.connected(full)[0])

    def about(self) -> int:
        return -(
            -prod(self.sizes)
            // prod(factorial(self.types[1:].count(t)) for t in set(self.types[1:]))
        )

    def motifs(self) -> Iterator[Motif]:
        total = prod(self.sizes)
        for start in range(0, total, _CHUNK):
            codes = np.arange(start, min(start + _CHUNK, total))
            digits = np.stack(np.unravel_index(codes, self.sizes), axis=1).astype(np.uint16)
            kept = self.connected(digits)
            codes, digits = codes[kept], digits[kept]
            renamed = np.stack(
                [self.renamed(digits, renaming) for renaming in self.renamings], axis=1
            )
            smallest = (renamed >= codes[:, None]).all(axis=1)
            symmetries = renamed[smallest] == codes[smallest, None]
            for row, fixes in zip(digits[smallest].tolist(), symmetries.tolist(), strict=True):
                yield self.motif(
                    row, [g for g, fixed in zip(self.renamings, fixes, strict=True) if fixed]
                )

    def connected(self, digits: Digits) -> npt.NDArray[np.bool_]:
        """Whether the target reaches every node, for each row of `digits` (assignments, pairs)."""
        reached = np.ones(len(digits), dtype=np.uint8)
        for _ in self.types:
            for column, (i, j) in enumerate(self.pairs):
                both = (1 << i) | (1 << j)
                joins = (digits[:, column] > 0) & (reached & both > 0)
                reached |= np.where(joins, both, 0).astype(np.uint8)
        whole: npt.NDArray[np.bool_] = reached == (1 << len(self.types)) - 1
        return whole

    def renamed(self, digits: Digits, renaming: tuple[int, ...]) -> npt.NDArray[np.int64]:
        """The code of each assignment after node i becomes node renaming[i]."""
        columns = {pair: column for column, pair in enumerate(self.pairs)}
        moved = np.empty_like(digits)
        for column, (i, j) in enumerate(self.pairs):
            a, b = renaming[i], renaming[j]
            states = digits[:, column]
            moved[:, columns[min(a, b), max(a, b)]] = (
                states if a < b else self.flipped(column)[states]
            )
        numbers: npt.NDArray[np.int64] = np.ravel_multi_index(tuple(moved.T), self.sizes).astype(
            np.int64
        )
        return numbers

    def flipped(self, column: int) -> Digits:
        """For each state of a pair, the state with its two nodes exchanged."""
        states = self.states[column]
        return np.array(
            [states.index(tuple(sorted((r, d, d != f) for r, d, f in state))) for state in states],
            dtype=np.uint16,
        )

    def motif(self, row: list[int], symmetries: list[tuple[int, ...]]) -> Motif:
        chosen = [
            (pair, states[digit])
            for pair, states, digit in zip(self.pairs, self.states, row, strict=True)
            if digit
        ]
        distance = _distances(len(self.types), [pair for pair, _ in chosen])
        context = min(
            range(1, len(self.types)),
            key=lambda node: (-distance[node], len({g[node] for g in symmetries}), -node),
        )
        order = [
            0,
            *sorted(
                set(range(1, len(self.types))) - {context}, key=lambda node: (distance[node], node)
            ),
            context,
        ]
        place = {node: position for position, node in enumerate(order)}
        edges = []
        for (i, j), links in chosen:
            for relation, directed, forward in links:
                source, target = (i, j) if forward or not directed else (j, i)
                edges.append(MotifEdge(place[source], place[target], relation, directed))
        edges.sort(
            key=lambda edge: (
                min(edge.source, edge.target),
                max(edge.source, edge.target),
                edge.source,
            )
        )
        types = [self.types[node] for node in order]
        return Motif(tuple(map(MotifNode, _names(types), types)), tuple(edges))


def _states(source: str, target: str, schema: Schema, relations: Relations) -> list[State]:
    """The states of a pair: no link, then every way in which one relation links it."""
    links = list(dict.fromkeys(relation for relation, _ in schema.between(source, target)))
    states: list[State] = [()]
    if relations == "any":
        return [*states, ((None, False, False),)] if links else states
    for relation in links:
        name = relation.name if len(links) > 1 else None
        if source == target and relation.directed:
            there, back = (name, True, True), (name, True, False)
            states += [(there,), (back,), (back, there)]
        else:
            states.append(((name, False, False),))
    return states


def _distances(size: int, pairs: list[Pair]) -> list[int]:
    distance = [0] + [size] * (size - 1)
    for _ in range(size):
        for i, j in pairs:
            distance[i] = min(distance[i], distance[j] + 1)
            distance[j] = min(distance[j], distance[i] + 1)
    return distance


def _names(types: list[str]) -> list[str]:
    """Names of the nodes: t, then initials of the types where they are free, then c."""
    names = ["t"]
    for node_type in types[1:-1]:
        initial = [node_type[0].lower()] if node_type[0].isalnum() else []
        names.append(next(name for name in (*initial, *"abdefg") if name not in (*names, "c")))
    return [*names, "c"]
