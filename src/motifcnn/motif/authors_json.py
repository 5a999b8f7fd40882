"""The JSON form of motifs in the Motif-CNN authors' released code.

A file maps names of motifs to objects with four keys:

- `v`: the type of each node, a number (ours: or a name);
- `e`: pairs of node indices, each a *directed* link from the first to the second;
- `a`: groups of nodes in symmetric positions; either each group once, or one list per node that
  starts with the node. It follows from `v` and `e`, so reading checks it but does not need it;
- `m`: (target, context) pairs, one per matrix of the motif's tensor. All pairs have one target. A
  pair for every role is the rule "orbit", a single pair of several roles the rule "context"; the
  last pair names the motif's context.

What the form lacks is added under keys that the authors' code ignores, and only where needed:
`names` of nodes, `relations` and `directed` per link, `roles` for a rule that `m` cannot express.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from motifcnn.errors import MotifError
from motifcnn.motif.motif import MAX_NODES, Motif, MotifEdge, MotifNode
from motifcnn.motif.roles import ROLE_RULES, RoleRule
from motifcnn.readable import clipped, shown, some
from motifcnn.sealed.limits import MAX_SETTINGS

_MAX_LINKS = 1000


def read(document: str | dict[str, Any], node_types: Sequence[str] | None = None) -> Motif:
    """Reads one motif: its object, or a file that holds only this motif.

    Parameters
    ----------
    document : str or dict
        JSON text, or what it decodes to.
    node_types : sequence of str, optional
        Name of each type number; without it type 0 is called "0".

    Examples
    --------
    >>> document = {"v": [0, 1, 0], "e": [[0, 1], [2, 1]], "m": [[0, 1], [0, 2]]}
    >>> str(read(document, ["paper", "author"]))
    '(t:paper)-->(v1:author)<--(c:paper)'
    """
    found = _decoded(document)
    if "v" in found:
        return _motif(found, "motif", node_types)
    motifs = read_all(found, node_types)
    if len(motifs) != 1:
        raise MotifError(
            f"the document holds {len(motifs)} motifs ({some(motifs)}), expected one; "
            "use `read_all`"
        )
    return next(iter(motifs.values()))


def read_all(
    document: str | dict[str, Any], node_types: Sequence[str] | None = None
) -> dict[str, Motif]:
    """Reads a file of motifs, by name.

    Examples
    --------
    >>> list(read_all('{"pp": {"v": [0, 0], "e": [[0, 1]], "m": [[0, 1]]}}', ["paper"]))
    ['pp']
    """
    return {
        name: _motif(value, f'motif "{clipped(name)}"', node_types)
        for name, value in _decoded(document).items()
    }


def write(motif: Motif, node_types: Sequence[str] | None = None) -> dict[str, object]:
    """The motif's object; types are numbers if `node_types` is given, names otherwise.

    Examples
    --------
    >>> write(Motif.parse("(t:paper)-->(c:author)"), ["paper", "author"])
    {'v': [0, 1], 'e': [[0, 1]], 'a': [[0], [1]], 'm': [[0, 1]], 'names': ['t', 'c']}
    """
    if node_types is not None and (unknown := [t for t in motif.types if t not in node_types]):
        raise MotifError(
            f'type "{unknown[0]}" of motif "{motif}" has no number; '
            f"`node_types` has {', '.join(node_types)}"
        )
    orbits = motif.with_roles("orbit").roles
    pairs = [
        [motif.target, role.members[0]] for role in motif.roles if motif.context not in role.members
    ]
    document: dict[str, object] = {
        "v": list(motif.types)
        if node_types is None
        else [node_types.index(t) for t in motif.types],
        "e": [[edge.source, edge.target] for edge in motif.edges],
        "a": sorted([[motif.target], *(list(role.members) for role in orbits)]),
        "m": [*pairs, [motif.target, motif.context]],
        "names": [node.name for node in motif.nodes],
    }
    if any(edge.relation is not None for edge in motif.edges):
        document["relations"] = [edge.relation for edge in motif.edges]
    if not all(edge.directed for edge in motif.edges):
        document["directed"] = [edge.directed for edge in motif.edges]
    if motif.role_rule in ("swap", "none") or (motif.role_rule == "context" and len(orbits) == 1):
        document["roles"] = motif.role_rule
    return document


def _decoded(document: str | dict[str, Any]) -> dict[str, Any]:
    if isinstance(document, str):
        if len(document) > MAX_SETTINGS:
            raise MotifError(
                f"{len(document):,} characters of JSON, expected at most {MAX_SETTINGS:,}"
            )
        try:
            document = json.loads(document)
        except json.JSONDecodeError as error:
            raise MotifError(
                f"not JSON, line {error.lineno} column {error.colno}: {error.msg}"
            ) from error
        except (ValueError, RecursionError) as error:
            raise MotifError(
                f"not JSON that is read here: {clipped(str(error)) or 'nested too deeply'}"
            ) from error
    if not isinstance(document, dict):
        raise MotifError(
            f"expected a JSON object with the keys v, e, a, m, found {type(document).__name__}"
        )
    return document


def _motif(found: Any, where: str, node_types: Sequence[str] | None) -> Motif:
    if not isinstance(found, dict) or (
        missing := [key for key in "vem" if not isinstance(found.get(key), list)]
    ):
        keys = "an object" if not isinstance(found, dict) else f"a list under {', '.join(missing)}"
        raise MotifError(
            f"{where}: expected {keys}; a motif is an object with the lists v, e, a, m"
        )
    for key, most in (("v", MAX_NODES), ("e", _MAX_LINKS), ("m", _MAX_LINKS)):
        if len(found[key]) > most:
            raise MotifError(
                f"{where}, {key}: {len(found[key]):,} entries, a motif has at most {most}"
            )
    types = [_type_name(value, where, node_types) for value in found["v"]]
    links = [_pair(value, len(types), f"{where}, e") for value in found["e"]]
    pairs = [_pair(value, len(types), f"{where}, m") for value in found["m"]]
    if len({target for target, _ in pairs}) != 1:
        raise MotifError(
            f"{where}, m: expected (target, context) pairs with one target, found "
            f"{shown(found['m'])}; split the motif"
        )
    target, context = pairs[-1]
    relations = _column(found, "relations", len(links), (str, type(None)), None, where)
    directed = _column(found, "directed", len(links), (bool,), True, where)
    named = ["t" if i == target else "c" if i == context else f"v{i}" for i in range(len(types))]
    names = _column(found, "names", len(types), (str,), None, where) if "names" in found else named
    edges = tuple(
        MotifEdge(*link, relation, d)
        for link, relation, d in zip(links, relations, directed, strict=True)
    )
    motif = Motif(tuple(map(MotifNode, names, types)), edges, target, context)
    _check_groups(found.get("a", []), motif, where)
    return motif.with_roles(_rule(found, motif, {node for _, node in pairs}, where))


def _rule(found: dict[str, Any], motif: Motif, contexts: set[int], where: str) -> RoleRule:
    rule: RoleRule | None = found.get("roles")
    if rule is not None:
        if not isinstance(rule, str) or rule not in ROLE_RULES:
            raise MotifError(
                f"{where}, roles: expected one of {', '.join(ROLE_RULES)}, found {shown(rule)}"
            )
        return rule
    if all(contexts & set(role.members) for role in motif.roles):
        return "orbit"
    if len(contexts) == 1:
        return "context"
    raise MotifError(
        f"{where}, m: expected one pair per role ({', '.join(role.label for role in motif.roles)}) "
        f"or a single pair, found {shown(found['m'])}; add the missing pairs"
    )


def _check_groups(groups: Any, motif: Motif, where: str) -> None:
    nodes = range(len(motif.nodes))
    for group in groups if isinstance(groups, list) else [groups]:
        if not isinstance(group, list) or not all(_is_index(node, len(nodes)) for node in group):
            raise MotifError(
                f"{where}, a: expected lists of node indices 0 to {len(nodes) - 1}, found "
                f"{shown(group)}"
            )
        if len({motif.types[node] for node in group}) > 1:
            raise MotifError(
                f"{where}, a: nodes {shown(group)} cannot be symmetric, their types differ"
            )


def _column(
    found: dict[str, Any], key: str, length: int, kinds: tuple[type, ...], default: Any, where: str
) -> list[Any]:
    values = found.get(key, [default] * length)
    if (
        not isinstance(values, list)
        or len(values) != length
        or not all(isinstance(value, kinds) for value in values)
    ):
        raise MotifError(
            f"{where}, {key}: expected a list of {length} values, found {shown(values)}"
        )
    return values


def _pair(value: Any, nodes: int, where: str) -> tuple[int, int]:
    if (
        not isinstance(value, list)
        or len(value) != 2
        or not all(_is_index(node, nodes) for node in value)
    ):
        raise MotifError(
            f"{where}: expected a pair of node indices 0 to {nodes - 1}, found {shown(value)}"
        )
    return value[0], value[1]


def _is_index(value: Any, length: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < length


def _type_name(value: Any, where: str, node_types: Sequence[str] | None) -> str:
    if isinstance(value, str):
        return value
    if (
        not isinstance(value, int)
        or isinstance(value, bool)
        or (node_types is not None and not _is_index(value, len(node_types)))
    ):
        known = (
            "a number or name"
            if node_types is None
            else f"0 to {len(node_types) - 1} ({', '.join(node_types)}) or a name"
        )
        raise MotifError(f"{where}, v: expected a type, {known}, found {shown(value)}")
    return clipped(str(value)) if node_types is None else node_types[value]
