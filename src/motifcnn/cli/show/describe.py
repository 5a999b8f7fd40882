"""Graphs, motifs and tensors as plain values: what `--json` prints and the tables show."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from motifcnn.graph import Graph
    from motifcnn.motif import Motif
    from motifcnn.tensor import MotifTensor, Plan


def describe_graph(graph: Graph) -> dict[str, Any]:
    """Node types and relations with their sizes, what there is to learn, and the splits that come with it."""
    return {
        "name": graph.name,
        "node_types": [
            {
                "node_type": node_type,
                "nodes": count,
                "features": int(graph.features[node_type].shape[1])
                if node_type in graph.features
                else None,
                "labelled": len(graph.labels[node_type].nodes) if node_type in graph.labels else 0,
                "classes": list(graph.labels[node_type].classes)
                if node_type in graph.labels
                else [],
            }
            for node_type, count in graph.counts.items()
        ],
        "relations": [
            {
                "source": r.source,
                "name": r.name,
                "target": r.target,
                "directed": r.directed,
                "edges": graph.num_edges(r),
            }
            for r in graph.schema.relations
        ],
        "splits": [
            {
                "name": name,
                "node_type": s.node_type,
                "train": len(s.train),
                "val": len(s.val),
                "test": len(s.test),
            }
            for name, s in graph.splits.items()
        ],
    }


def describe_motif(motif: Motif) -> dict[str, Any]:
    """The pattern, its target and context, and its roles by the names of their members."""
    return {
        "pattern": str(motif),
        "target": motif.nodes[motif.target].name,
        "target_type": motif.target_type,
        "context": motif.nodes[motif.context].name,
        "roles": [
            {
                "label": r.label,
                "node_type": r.node_type,
                "members": [motif.nodes[i].name for i in r.members],
            }
            for r in motif.roles
        ],
    }


def describe_tensor(tensor: MotifTensor) -> dict[str, Any]:
    """Totals of a motif tensor: instances, and per role the non-zeros and the sum of its matrix."""
    return {
        "motif": str(tensor.motif),
        "instances": exact_sum(tensor.instances),
        "targets": int(np.count_nonzero(tensor.instances)),
        "roles": [
            {
                "label": role.label,
                "node_type": role.node_type,
                "members": role.members,
                "nonzeros": int(role.matrix.nnz),
                "sum": exact_sum(role.matrix.data),
            }
            for role in tensor.roles
        ],
    }


def describe_plan(plan: Plan, motif: Motif) -> dict[str, Any]:
    """The estimate of a plan: upper bounds on instances, entries and memory, and the time that it should take."""
    return {
        "engine": plan.engine,
        "instances": round(plan.instances),
        "nonzeros": sum(plan.nonzeros),
        "bytes": plan.bytes,
        "memory_limit": plan.memory_limit,
        "seconds": float(plan.seconds),
        "roles": [
            {"label": role.label, "node_type": role.node_type, "nonzeros": nonzeros}
            for role, nonzeros in zip(motif.roles, plan.nonzeros, strict=True)
        ],
    }


def busiest_targets(graph: Graph, tensor: MotifTensor, limit: int = 5) -> list[dict[str, Any]]:
    """The targets with most instances, most first; those without any are left out."""
    node_type = tensor.motif.target_type
    order = np.argsort(-tensor.instances, kind="stable")[:limit]
    names = graph.names.get(node_type)
    return [
        {
            "id": graph.ids[node_type][row].item()
            if hasattr(graph.ids[node_type][row], "item")
            else graph.ids[node_type][row],
            "name": str(names[row]) if names is not None else "",
            "instances": int(tensor.instances[row]),
        }
        for row in order
        if tensor.instances[row]
    ]


def exact_sum(values: np.ndarray[Any, np.dtype[np.int64]]) -> int:
    """Sum of non-negative int64 values that does not wrap around where the total is past int64.

    Examples
    --------
    >>> exact_sum(np.array([2**62, 2**62, 2**62])) == 3 * 2**62
    True
    """
    return (int((values >> 32).sum()) << 32) + int((values & 0xFFFFFFFF).sum())
