"""What each node type feeds into the network, and what of it was learned from the training graph without labels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.errors import GraphError
from motifcnn.graph.graph import Graph
from motifcnn.nn.diffusion import diffused
from motifcnn.nn.settings import ConfigError, Settings
from motifcnn.nn.structure import structural_embedding, whole_adjacency

# A sparse csr_array or a dense float32 array, (n, width).
Block: TypeAlias = Any


@dataclass(frozen=True)
class BlockPlan:
    """One block of input columns: (n, width).

    Parameters
    ----------
    kind : {"features", "borrowed", "diffused", "structure", "one-hot"}
        "borrowed" blocks are the mean features of neighbours of type `source`; "diffused" ones see
        all types.
    given : int
        Columns of the graph's features that the block is made from; `width` may be smaller.
    """

    kind: str
    width: int
    source: str = ""
    given: int = 0

    @property
    def transfers(self) -> bool:
        """Whether the block means the same on another graph: it does not depend on which node is which."""
        return self.kind in ("features", "borrowed", "diffused")


@dataclass(frozen=True, eq=False)
class Inputs:
    """The plan of every type's blocks, with what was fitted on the training graph.

    Parameters
    ----------
    blocks : mapping of node type to tuple of BlockPlan
        A type may feed in nothing.
    arrays : mapping of name to array
        ``idf/<type>``: (given,) weights of the columns; ``project/<type>``: (given, width)
        directions; ``structure/<type>``: (n, columns) vectors of the training graph's nodes.
    ids : mapping of node type to (n,) array
        The training graph's ids of the types whose blocks are bound to its nodes.
    """

    blocks: Mapping[str, tuple[BlockPlan, ...]]
    arrays: Mapping[str, npt.NDArray[Any]]
    ids: Mapping[str, npt.NDArray[Any]]

    @property
    def widths(self) -> dict[str, tuple[int, ...]]:
        """Columns of each block of each type."""
        return {t: tuple(block.width for block in blocks) for t, blocks in self.blocks.items()}


def fit_inputs(graph: Graph, config: Settings, seed: int = 0) -> Inputs:
    """Decides what each type feeds in and fits what needs fitting. Labels are not looked at.

    Examples
    --------
    >>> from motifcnn.graph.schema import Relation, Schema
    >>> schema = Schema(("author", "paper"), (Relation("paper", "by", "author"),))
    >>> graph = Graph(schema, {("paper", "by", "author"): np.eye(2)}, {"author": 2, "paper": 2}, features={"paper": np.eye(2)})
    >>> fit_inputs(graph, Settings()).widths
    {'author': (2,), 'paper': (2,)}
    """
    arrays: dict[str, npt.NDArray[Any]] = {}
    blocks: dict[str, tuple[BlockPlan, ...]] = {}
    vectors: dict[str, npt.NDArray[np.float32]] = {}
    types = graph.schema.node_types
    # Features of fewer columns than the embedding has say less than it does: a degree, or a few
    # counts.
    poor = [
        t for t in types if t not in graph.features or graph.features[t].shape[1] < config.structure
    ]
    structured = (
        (types if config.structure_everywhere else poor)
        if config.featureless == "structure"
        else []
    )
    if structured:
        vectors = structural_embedding(graph, config.structure, seed, config.structure_decay)
    for t in types:
        plan = []
        if t in graph.features:
            plan.append(
                BlockPlan("features", _width(graph, t, config), given=graph.features[t].shape[1])
            )
            arrays |= _fit_features(graph.features[t], t, config, seed)
        elif config.borrow:
            for s in _neighbour_types(graph, t):
                if s in graph.features:
                    plan.append(
                        BlockPlan(
                            "borrowed",
                            _width(graph, s, config),
                            s,
                            given=graph.features[s].shape[1],
                        )
                    )
        if config.diffusion and graph.features:
            plan.append(
                BlockPlan("diffused", sum(_width(graph, s, config) for s in graph.features))
            )
        if t in structured:
            plan.append(BlockPlan("structure", config.structure))
            arrays[f"structure/{t}"] = np.ascontiguousarray(vectors[t])
        elif t not in graph.features and config.featureless == "one-hot":
            plan.append(BlockPlan("one-hot", graph.counts[t]))
        blocks[t] = tuple(plan)
    bound = {
        t: np.asarray(graph.ids[t])
        for t in types
        if not all(block.transfers for block in blocks[t])
    }
    return Inputs(blocks, arrays, bound)


def feed(graph: Graph, inputs: Inputs, config: Settings) -> dict[str, tuple[Block, ...]]:
    """The blocks of each type on a graph: (n, width) each; a one-hot block is a sparse identity, never dense."""
    ready: dict[str, Block] = {}

    def features(node_type: str) -> Block:
        if node_type not in ready:
            x = weighted_features(graph, node_type, inputs, config)
            components = inputs.arrays.get(f"project/{node_type}")
            ready[node_type] = (
                x if components is None else np.asarray(x @ components, dtype=np.float32)
            )
        return ready[node_type]

    def spread() -> dict[str, Block]:
        if not far:
            # Of those types that had features in training: another graph may have more.
            own = sorted(
                t
                for t, plan in inputs.blocks.items()
                if any(block.kind == "features" for block in plan)
            )
            far.update(diffused(graph, {t: features(t) for t in own}, config.diffusion))
        return far

    far: dict[str, Block] = {}
    result: dict[str, tuple[Block, ...]] = {}
    for t, plan in inputs.blocks.items():
        parts: list[Block] = []
        for block in plan:
            if block.kind == "features":
                parts.append(features(t))
            elif block.kind == "borrowed":
                parts.append(_mean_of_neighbours(graph, t, block.source, features(block.source)))
            elif block.kind == "diffused":
                parts.append(spread()[t])
            elif block.kind == "structure":
                parts.append(inputs.arrays[f"structure/{t}"])
            else:
                parts.append(
                    sparse.csr_array(sparse.eye_array(block.width, dtype=np.float32, format="csr"))
                )
        result[t] = tuple(parts)
    return result


def weighted_features(graph: Graph, node_type: str, inputs: Inputs, config: Settings) -> Block:
    """The features of a type as `config.text` weights them, before any projection: (n, given)."""
    return _weighted(graph.features[node_type], config, inputs.arrays.get(f"idf/{node_type}"))


def require_some(inputs: Inputs) -> Inputs:
    """The inputs, or a `ConfigError` where no type feeds anything in: a network would have nothing to learn from."""
    if not any(inputs.blocks.values()):
        raise ConfigError(
            "no node type feeds anything in: the graph has no features, and featureless is 'none'. Give the graph features, or "
            "choose featureless='structure' (as the preset 'default' has it) or 'one-hot' (as those of the papers have it)"
        )
    return inputs


def require_same_inputs(graph: Graph, inputs: Inputs) -> None:
    """Raises a `GraphError` unless the inputs can be fed from this graph."""
    for t, plan in inputs.blocks.items():
        for block in plan:
            source = block.source or t
            if block.kind == "diffused":
                continue
            if block.transfers:
                found = graph.features[source].shape[1] if source in graph.features else None
                if found != block.given:
                    what = "no features" if found is None else f"{found} feature columns"
                    raise GraphError(
                        f"type {source} has {what} in this graph, the run was trained with {block.given}; give the same columns"
                    )
            elif not np.array_equal(graph.ids[t], inputs.ids[t]):
                raise GraphError(
                    f"type {t} feeds in {block.kind} inputs, which belong to the {len(inputs.ids[t]):,} nodes of the training "
                    f"graph; this graph has other nodes of that type ({graph.counts[t]:,}). Train with preset='inductive' (or "
                    "with featureless='none'), whose inputs transfer."
                )


def _width(graph: Graph, node_type: str, config: Settings) -> int:
    n, width = graph.features[node_type].shape
    # Features of n nodes span n dimensions at most: fewer nodes than columns lose nothing by having
    # n columns.
    return min(config.project, n) if 0 < config.project < width else int(width)


def _fit_features(
    x: Any, node_type: str, config: Settings, seed: int
) -> dict[str, npt.NDArray[Any]]:
    arrays: dict[str, npt.NDArray[Any]] = {}
    if config.text == "tf-idf" and _is_text(x):
        arrays[f"idf/{node_type}"] = _inverse_frequency(x)
    if 0 < config.project < x.shape[1]:
        from sklearn.utils.extmath import randomized_svd

        weighted = _weighted(x, config, arrays.get(f"idf/{node_type}"))
        _, _, components = randomized_svd(
            weighted, min(config.project, x.shape[0]), n_iter=3, random_state=seed
        )
        arrays[f"project/{node_type}"] = np.ascontiguousarray(components.T, dtype=np.float32)
    return arrays


def _is_text(x: Any) -> bool:
    return bool(sparse.issparse(x) and (x.nnz == 0 or x.data.min() >= 0))


def _inverse_frequency(x: sparse.csr_array) -> npt.NDArray[np.float32]:
    present = np.bincount(x.indices, minlength=x.shape[1])
    return np.asarray(np.log((1 + x.shape[0]) / (1 + present)) + 1, dtype=np.float32)


def _weighted(x: Any, config: Settings, idf: npt.NDArray[np.float32] | None) -> Block:
    if config.text == "given":
        return x
    order = 1 if config.text == "rows" else 2
    if not sparse.issparse(x):
        length = np.linalg.norm(x, ord=order, axis=1, keepdims=True)
        return np.asarray(np.divide(x, length, out=np.zeros_like(x), where=length > 0))
    values = x.data if idf is None else x.data * idf[x.indices]
    row = np.repeat(np.arange(x.shape[0]), np.diff(x.indptr))
    powers = np.bincount(
        row, weights=np.abs(values.astype(np.float64)) ** order, minlength=x.shape[0]
    )
    length = powers ** (1 / order)
    scale = np.divide(1.0, length, out=np.zeros_like(length), where=length > 0)
    return sparse.csr_array(
        ((values * scale[row]).astype(np.float32), x.indices, x.indptr), shape=x.shape
    )


def _neighbour_types(graph: Graph, node_type: str) -> list[str]:
    ends = [
        end for r in graph.schema.of(node_type) for end in (r.source, r.target) if end != node_type
    ]
    return list(dict.fromkeys(ends))


def _mean_of_neighbours(graph: Graph, node_type: str, source: str, x: Block) -> Block:
    adjacency, first = whole_adjacency(graph)
    rows = slice(first[node_type], first[node_type] + graph.counts[node_type])
    columns = slice(first[source], first[source] + graph.counts[source])
    links = sparse.csr_array(adjacency[rows][:, columns])
    degree = np.maximum(np.diff(links.indptr), 1)
    links.data = (links.data / np.repeat(degree, np.diff(links.indptr))).astype(np.float32)
    mean = links @ x
    return sparse.csr_array(mean) if sparse.issparse(mean) else np.asarray(mean)
