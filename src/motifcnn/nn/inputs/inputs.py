"""What each node type feeds in: decided and fitted without labels, once per graph and settings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import torch
from scipy import sparse

from motifcnn.errors import GraphError, StoreError
from motifcnn.graph.flat import flat_adjacency, offsets
from motifcnn.graph.graph import Graph
from motifcnn.nn.features import Features
from motifcnn.nn.inputs.diffusion import diffused
from motifcnn.nn.inputs.fold_in import folded_one_hot, folded_structure
from motifcnn.nn.inputs.plan import InputBlock, Inputs
from motifcnn.nn.inputs.settings import InputSettings
from motifcnn.nn.inputs.structure import structural_embedding
from motifcnn.nn.inputs.text import fit_text, projected, projected_width
from motifcnn.nn.settings import ConfigError, Settings
from motifcnn.nn.sparse.matrix import SparseMatrix
from motifcnn.nn.sparse.one_hot import OneHot


@dataclass(frozen=True, eq=False)
class NodeInputs:
    """Inputs of all nodes of a graph.

    Parameters
    ----------
    fitted : Inputs
        The plan, and what was fitted.
    columns : mapping of node type to tuple of (n, width) arrays
        One per block: dense float32 or scipy CSR; a one-hot block is a sparse identity.
    """

    fitted: Inputs
    columns: Mapping[str, tuple[Any, ...]]

    @cached_property
    def features(self) -> dict[str, Features]:
        """All blocks of a type side by side; types that feed in nothing are missing."""
        return {t: side_by_side(parts) for t, parts in self.columns.items() if parts}

    @cached_property
    def carried(self) -> dict[str, Features]:
        """The blocks that motifs carry: without diffused ones, which have been everywhere."""
        return {t: side_by_side(own) for t in self.columns if (own := self.carried_columns(t))}

    def carried_columns(self, node_type: str) -> tuple[Any, ...]:
        """The blocks of one type that motifs carry."""
        pairs = zip(self.columns[node_type], self.fitted.blocks[node_type], strict=True)
        return tuple(x for x, block in pairs if block.kind != "diffused")


def node_inputs(graph: Graph, settings: Settings, fitted: Inputs | None = None) -> NodeInputs:
    """What the nodes of a graph feed in, kept with the graph.

    Parameters
    ----------
    graph : Graph
    settings : Settings
        With the fields of `InputSettings`.
    fitted : Inputs, optional
        Fitted before, on the training graph; None fits them on this graph. Training nodes keep
        their inputs, other nodes get theirs from their features and neighbours
        (`motifcnn.nn.inputs.fold_in`). A `GraphError` names features that do not fit.

    Examples
    --------
    >>> import motifcnn as mc
    >>> found = node_inputs(mc.load_dataset("debian"), InputSettings())
    >>> found.features["package"].shape, found.features["library"].shape
    ((3111, 785), (534, 534))
    """
    own = settings.of(InputSettings)
    if fitted is None:
        known = graph.cache.get(("fitted inputs", own), lambda: fit_inputs(graph, own))
    else:
        known = fitted
        _require_features(graph, known)
    key = ("node inputs", own, known)
    return graph.cache.get(key, lambda: NodeInputs(known, _columns(graph, known, own)))


def require_some(inputs: NodeInputs, read: Iterable[str] | None = None) -> NodeInputs:
    """The inputs; a `ConfigError` where none of the types that are read feeds anything in."""
    types = list(dict.fromkeys(inputs.columns if read is None else read))
    if not any(inputs.columns[t] for t in types):
        raise ConfigError(
            f"no node type feeds anything in: {', '.join(types)} have no features, and featureless "
            "is 'none'. Give the graph features, or choose featureless='structure' or 'one-hot'."
        )
    return inputs


def side_by_side(parts: tuple[Any, ...]) -> Features:
    """Blocks as one matrix: dense where all are, one-hot where that is all, else sparse."""
    if len(parts) == 1 and sparse.issparse(parts[0]) and _is_identity(parts[0]):
        return OneHot(parts[0].shape[0])
    if any(sparse.issparse(part) for part in parts):
        return SparseMatrix(sparse.hstack([sparse.csr_array(part) for part in parts]))
    return torch.from_numpy(np.hstack(parts).astype(np.float32))


def fit_inputs(graph: Graph, settings: InputSettings) -> Inputs:
    """Decides what each type feeds in and fits what needs fitting."""
    types = graph.schema.node_types
    structured = _structured_types(graph, settings)
    arrays: dict[str, Any] = {}
    if structured:
        columns, decay = settings.structure, settings.structure_decay
        found = graph.cache.get(
            ("structure", columns, decay),
            lambda: structural_embedding(graph, columns, decay=decay),
        )
        # Of all types: a new node has its vector from neighbours of any.
        arrays |= {f"terms/{t}": np.ascontiguousarray(found.terms[t]) for t in types}
    blocks: dict[str, tuple[InputBlock, ...]] = {}
    for t in types:
        plan = _feature_blocks(graph, t, settings)
        if t in graph.features:
            arrays |= fit_text(graph.features[t], t, settings)
        if t in structured:
            plan.append(InputBlock("structure", settings.structure))
            arrays[f"structure/{t}"] = np.ascontiguousarray(found.vectors[t])
        elif t not in graph.features and settings.featureless == "one-hot":
            plan.append(InputBlock("one-hot", graph.counts[t]))
        blocks[t] = tuple(plan)
    bound = [t for t in types if structured or not all(block.transfers for block in blocks[t])]
    return Inputs(blocks, arrays, {t: np.asarray(graph.ids[t]) for t in bound})


def _structured_types(graph: Graph, settings: InputSettings) -> list[str]:
    if settings.featureless != "structure":
        return []
    types = graph.schema.node_types
    if settings.structure_everywhere:
        return list(types)
    # Few feature columns, such as a degree, hold less than the embedding does.
    widths = {t: x.shape[1] for t, x in graph.features.items()}
    return [t for t in types if widths.get(t, 0) < settings.structure]


def _feature_blocks(graph: Graph, node_type: str, settings: InputSettings) -> list[InputBlock]:
    blocks = []
    widths = {t: projected_width(x, settings) for t, x in graph.features.items()}
    given = {t: x.shape[1] for t, x in graph.features.items()}
    if node_type in widths:
        blocks.append(InputBlock("features", widths[node_type], given=given[node_type]))
    elif settings.borrow:
        ends = [end for r in graph.schema.of(node_type) for end in (r.source, r.target)]
        for s in dict.fromkeys(ends):
            if s != node_type and s in widths:
                blocks.append(InputBlock("borrowed", widths[s], s, given=given[s]))
    if settings.diffusion and widths:
        blocks.append(InputBlock("diffused", sum(widths.values())))
    return blocks


def _columns(graph: Graph, inputs: Inputs, settings: InputSettings) -> dict[str, tuple[Any, ...]]:
    kinds = {t: {block.kind for block in plan} for t, plan in inputs.blocks.items()}
    borrowed = {b.source for plan in inputs.blocks.values() for b in plan if b.kind == "borrowed"}
    known = {
        t: projected(graph.features[t], t, settings, inputs.arrays)
        for t in sorted(inputs.blocks)
        if "features" in kinds[t] or t in borrowed
    }
    spread: dict[str, Any] = {}
    if any("diffused" in found for found in kinds.values()):
        own = {t: x for t, x in known.items() if "features" in kinds[t]}
        spread = diffused(graph, own, settings.diffusion)

    def same_nodes(t: str) -> bool:
        return np.array_equal(graph.ids[t], inputs.ids[t])

    def values(t: str, block: InputBlock) -> Any:
        if block.kind == "features":
            return known[t]
        if block.kind == "borrowed":
            return _mean_of_neighbours(graph, t, block.source, known[block.source])
        if block.kind == "diffused":
            return spread[t]
        if block.kind == "structure":
            known_rows = inputs.arrays[f"structure/{t}"]
            return known_rows if same_nodes(t) else folded_structure(graph, inputs, t)
        if not same_nodes(t):
            return folded_one_hot(graph, inputs, t)
        return sparse.csr_array(sparse.eye_array(block.width, dtype=np.float32, format="csr"))

    return _ByType(
        (t, tuple(values(t, block) for block in plan)) for t, plan in inputs.blocks.items()
    )


class _ByType(dict[str, tuple[Any, ...]]):
    """Columns by node type; a type that a stored plan leaves out is an error when it is read."""

    def __missing__(self, node_type: str) -> tuple[Any, ...]:
        raise StoreError(
            f"the inputs of the run have no type {node_type!r}, which its model reads; they were "
            "altered. Train and save the run again"
        )


def _mean_of_neighbours(graph: Graph, node_type: str, source: str, x: Any) -> Any:
    rows = offsets(graph)
    links = sparse.csr_array(flat_adjacency(graph)[rows[node_type]][:, rows[source]])
    degree = np.diff(links.indptr)
    links.data = links.data / np.repeat(np.maximum(degree, 1), degree).astype(np.float32)
    mean = links @ x
    return sparse.csr_array(mean) if sparse.issparse(mean) else np.asarray(mean)


def _is_identity(x: Any) -> bool:
    n = x.shape[0]
    return bool(
        x.shape == (n, n)
        and x.nnz == n
        and (x.indices == np.arange(n)).all()
        and (x.data == 1).all()
    )


def _require_features(graph: Graph, inputs: Inputs) -> None:
    """Raises a `GraphError` unless the graph has the feature columns that the inputs read."""
    for t, plan in inputs.blocks.items():
        for block in plan:
            if block.kind not in ("features", "borrowed"):
                continue
            source = block.source or t
            found = graph.features[source].shape[1] if source in graph.features else None
            if found != block.given:
                what = "no features" if found is None else f"{found} feature columns"
                raise GraphError(
                    f"type {source} has {what} in this graph, the run was trained with "
                    f"{block.given}; give the same columns"
                )
