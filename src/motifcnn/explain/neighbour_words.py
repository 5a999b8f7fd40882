"""Who the neighbours of a node are, in words: "of 597 packages that share ..., 71 % ... are games".

Classes are those of training nodes alone: what a user reads never holds a label that the run is
scored on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from motifcnn.explain.by_class import class_members
from motifcnn.graph.graph import Graph
from motifcnn.motif.motif import Motif
from motifcnn.motif.nouns import plural, singular
from motifcnn.motif.words import in_words, listed
from motifcnn.readable import percent
from motifcnn.tensor.csr import Rows
from motifcnn.tensor.operator import FactoredRole
from motifcnn.train.run.run import Run
from motifcnn.train.split import labels_of

MOST_NAMES = 3
MOST_COLUMNS = 2


def neighbour_sentences(
    run: Run, graph: Graph, motif: Motif, roles: Sequence[FactoredRole], row: int
) -> list[str]:
    """A sentence for each role of a motif: of the target's type the classes, else the columns.

    Parameters
    ----------
    run : Run
    graph : Graph
        The training graph; ``graph.columns``, where it has them, are the tables' raw columns.
    motif : Motif
        With the roles that `roles` are of.
    roles : sequence of FactoredRole
    row : int
        Of a target with instances.
    """
    found = [np.unique(role.counts(np.array([row])).indices).astype(np.int64) for role in roles]
    own = [k for k, role in enumerate(roles) if role.node_type == run.target]
    told = [k for k in own if np.isin(found[k], run.split.train).any()]
    texts: list[str] = []
    for k, role in enumerate(roles):
        head = _phrase(graph, motif, found, row, k)
        if k not in own:
            texts += _columns(graph, role.node_type, head, found[k], name_them=not own)
        elif k in told or (not told and k == own[-1]):  # one that knows nothing says enough
            texts.append(_classes(run, graph, head, found[k]))
    return texts


def _phrase(graph: Graph, motif: Motif, found: Sequence[Rows], row: int, k: int) -> str:
    """The nodes of a role, told from their own side: "packages that gimp ..."."""
    members = motif.roles[k].members
    alike = {g[members[0]] for g in motif.automorphisms}
    if not set(members) <= alike:  # one group of nodes with different places
        return f"{plural(motif.roles[k].node_type)} around {_label(graph, motif.target_type, row)}"
    names = {motif.target: _label(graph, motif.target_type, row)}
    for role, nodes in zip(motif.roles, found, strict=True):
        if len(nodes) == 1 and len(role.members) == 1 and role.members != members:
            label = _label(graph, role.node_type, int(nodes[0]))
            kind = singular(role.node_type)
            names[role.members[0]] = label if label.startswith(kind) else f"the {kind} {label}"
    head = members[0]
    return in_words(replace(motif, target=head, context=motif.target), graph.schema, names=names)


def _classes(run: Run, graph: Graph, head: str, nodes: Rows) -> str:
    known = np.intersect1d(nodes, run.split.train)
    if len(nodes) == 1:
        name = _label(graph, run.target, int(nodes[0]))
        classes = [
            run.classes[c] for marks in _marks(run, graph, known) for c in np.flatnonzero(marks)
        ]
        its = f"is {listed(classes)}" if classes else "is not known"
        return f"{name} is the only one of the {head}; its class {its}"
    if not len(known):
        return f"of {len(nodes):,} {head}, none has a known class"
    shares = _marks(run, graph, known).mean(axis=0)
    best = int(shares.argmax())
    if len(known) == 1:
        return f"of {len(nodes):,} {head}, the one with a known class is {run.classes[best]}"
    return (
        f"of {len(nodes):,} {head}, {percent(float(shares[best]), 0)} % of the {len(known):,} with "
        f"a known class are {run.classes[best]}"
    )


def _marks(run: Run, graph: Graph, known: Rows) -> Any:
    """Classes of training nodes, (n, c) bool."""
    return class_members(labels_of(graph.labels[run.target], known), len(run.classes))


def _columns(
    graph: Graph, node_type: str, head: str, nodes: Rows, *, name_them: bool
) -> Iterator[str]:
    """The most frequent values of categorical columns; names where there are no columns."""
    columns: Mapping[str, Any] = getattr(graph, "columns", {}).get(node_type, {})
    told = []
    for name, values in columns.items():
        value, share = _most_frequent(np.asarray(values)[nodes])
        is_name = len(nodes) == 1 and value == _label(graph, node_type, int(nodes[0]))
        if value is not None and not is_name:
            told.append((share, f"{name} {value}"))
    told = sorted(told, key=lambda each: -each[0])[:MOST_COLUMNS]
    if told and len(nodes) == 1:
        name = _label(graph, node_type, int(nodes[0]))
        yield f"{name} is the only one of the {head}; it has {listed([text for _, text in told])}"
    elif told:
        texts = [f"{percent(share, 0)} % have {text}" for share, text in told]
        yield f"of {len(nodes):,} {head}, {listed(texts)}"
    elif name_them:
        names = [_label(graph, node_type, int(node)) for node in nodes[:MOST_NAMES]]
        more = [f"{len(nodes) - len(names):,} more"] if len(nodes) > len(names) else []
        yield f"{head}: {listed([*names, *more])}"


def _most_frequent(values: Any) -> tuple[str | None, float]:
    """The most frequent value of a column of categories, and its share; None for other columns."""
    if values.dtype.kind not in "OUSb":
        return None, 0.0
    counts = Counter(str(value) for value in values if value is not None and value == value)
    counts.pop("", None)
    if not counts or (len(values) > 1 and counts.most_common(1)[0][1] == 1):
        return None, 0.0
    value, times = counts.most_common(1)[0]
    return value, times / len(values)


def _label(graph: Graph, node_type: str, row: int) -> str:
    names = graph.names.get(node_type)
    if names is not None and str(names[row]):
        return str(names[row])
    return f"{singular(node_type)} {graph.ids[node_type][row]}"
