"""Explain: why one node got its class, by attention and by the nodes that its motif instances reach."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from motifcnn.errors import GraphError
from motifcnn.graph.graph import Graph
from motifcnn.motif.motif import Motif
from motifcnn.nn.presets import Config
from motifcnn.report.doubt import plain, predicted_classes, ranked, true_classes
from motifcnn.report.training_graph import training_graph
from motifcnn.tensor.operator import FactoredRole, operator
from motifcnn.train.run import Run


@dataclass(frozen=True)
class Neighbour:
    """A node that plays a role in instances of the strongest motif.

    Parameters
    ----------
    role, node_type : str
    node : id
    name : str
    instances : int
        In how many instances of the motif it plays the role.
    share : float
        Of all instances of the target, between 0 and 1.
    """

    role: str
    node_type: str
    node: Any
    name: str
    instances: int
    share: float


@dataclass(frozen=True)
class Explanation:
    """Why a node got its class.

    Parameters
    ----------
    node : id
    name : str
    part : str
        "train", "validation" or "test"; empty for a node outside the split.
    true : list of str or None
        None where the node has no label.
    predicted : list of str
    probabilities : list of (class, probability), most probable first
    motifs : list of dict
        Keys motif, layer, weight (attention of the node) and instances (whose target it is);
        heaviest first in each layer.
    strongest : str or None
        The heaviest motif of the last layer among those with instances; None where there is none.
    neighbours : list of Neighbour
        Those that play a role in it, role by role, most instances first.
    sources : dict of str to float
        What the prediction rests on, as shares (see `Run.sources`); empty where the model cannot
        tell.
    """

    node: Any
    name: str
    part: str
    true: list[str] | None
    predicted: list[str]
    probabilities: list[tuple[str, float]]
    motifs: list[dict[str, Any]]
    strongest: str | None
    neighbours: list[Neighbour]
    sources: dict[str, float]


def explain(run: Run, node: Any, graph: Graph | None = None, *, limit: int = 5) -> Explanation:
    """Explains the prediction for one node of the run's training graph.

    Parameters
    ----------
    run : Run
    node : id or name
        Of a node of the target type; a text that is both an id and a name means the id.
    graph : Graph, optional
        The training graph; a loaded run needs it.
    limit : int
        Most neighbours per role.

    Examples
    --------
    >>> import motifcnn as mc
    >>> graph = mc.load_dataset("debian")
    >>> motifs = ["(t:package)--(m:maintainer)--(c:package)", "(t:package)--(c:library)"]
    >>> run = mc.fit(graph, motifs, epochs=2)
    >>> found = explain(run, "gimp", limit=3)
    >>> found.true, sorted(row["motif"] for row in found.motifs) == sorted(motifs)
    (['graphics'], True)
    """
    graph = training_graph(run, graph, "explain(run, node, graph)")
    row = find_node(run, node)
    own = [motif for motif in run.motifs if motif.target_type == run.target]
    instances = {
        str(motif): int(_roles(run, graph, motif)[0].instances.value[row]) for motif in own
    }
    attention = run.attention(graph)
    of_node = attention[attention["node"] == run.ids[row]]
    weights = [
        {
            "motif": motif,
            "layer": int(layer),
            "weight": float(weight),
            "instances": instances[motif],
        }
        for motif, layer, weight in zip(
            of_node["motif"], of_node["layer"], of_node["weight"], strict=True
        )
    ]
    weights.sort(key=lambda entry: (entry["layer"], -entry["weight"]))
    present = [
        entry for entry in weights if entry["instances"] and entry["layer"] == weights[-1]["layer"]
    ]
    strongest = next(
        (motif for motif in own if present and str(motif) == present[0]["motif"]), None
    )
    chances = run.probabilities[row]
    sources = run.sources(graph)
    sources = sources[sources["node"] == run.ids[row]]
    return Explanation(
        node=plain(run.ids[row]),
        name=str(run.names[row]) if run.names is not None else "",
        part=_part(run, row),
        true=true_classes(run, graph, row),
        predicted=predicted_classes(run, chances),
        probabilities=ranked(run.classes, chances),
        motifs=weights,
        strongest=None if strongest is None else str(strongest),
        neighbours=[]
        if strongest is None
        else _neighbours(graph, _roles(run, graph, strongest), row, limit),
        sources={
            source: float(weight)
            for source, weight in zip(sources["source"], sources["weight"], strict=True)
        },
    )


def find_node(run: Run, node: Any) -> int:
    """Row of the node with that id or, failing that, that name."""
    ids = [str(value) for value in run.ids.tolist()]
    if str(node) in ids:
        return ids.index(str(node))
    names = [str(name) for name in run.names] if run.names is not None else []
    found = [row for row, name in enumerate(names) if name == str(node)]
    if len(found) == 1:
        return found[0]
    if found:
        some = ", ".join(ids[row] for row in found[:5])
        raise GraphError(
            f"{len(found)} nodes of type {run.target} are named {str(node)!r}: give an id instead ({some})"
        )
    close = difflib.get_close_matches(str(node), [name for name in names if name] or ids, n=3)
    hint = (
        f"; did you mean {', '.join(map(repr, close))}?"
        if close
        else f"; ids are such as {', '.join(ids[:3])}"
    )
    raise GraphError(f"no node of type {run.target} has the id or the name {str(node)!r}{hint}")


def _roles(run: Run, graph: Graph, motif: Motif) -> tuple[FactoredRole, ...]:
    """Roles as the model saw them, factored: what one node needs of them is exact, and no tensor of all nodes is counted."""
    own = run.config.counted(motif) if isinstance(run.config, Config) else motif
    return cast(tuple[FactoredRole, ...], operator(graph, own, engine="factored").roles)


def _part(run: Run, row: int) -> str:
    parts = {"train": run.split.train, "validation": run.split.val, "test": run.split.test}
    return next((name for name, rows in parts.items() if row in rows), "")


def _neighbours(
    graph: Graph, roles: tuple[FactoredRole, ...], row: int, limit: int
) -> list[Neighbour]:
    found = []
    total = int(roles[0].instances.value[row])
    for role in roles:
        counted = role.counts(np.array([row]))
        columns, counts = counted.indices, counted.data
        names = graph.names.get(role.node_type)
        # Most instances first; by row among equals.
        for place in np.lexsort((columns, -counts))[:limit]:
            column, instances = int(columns[place]), int(counts[place])
            name = str(names[column]) if names is not None else ""
            node = plain(graph.ids[role.node_type][column])
            found.append(
                Neighbour(role.label, role.node_type, node, name, instances, instances / total)
            )
    return found
