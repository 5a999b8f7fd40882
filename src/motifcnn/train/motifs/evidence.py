"""Evidence: what is measured about a candidate on a sample of training and validation nodes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.graph.graph import Graph
from motifcnn.graph.labels import Split
from motifcnn.motif.motif import Motif
from motifcnn.tensor.operator import operator
from motifcnn.train.motifs.agreement import Shares, agreement, classes_by_proxy, classes_of_peers
from motifcnn.train.motifs.proxy import Similarity, similarity
from motifcnn.train.split import labels_of


@dataclass(frozen=True, eq=False)
class Sample:
    """The labelled nodes that candidates are measured on; test nodes are not among them.

    Parameters
    ----------
    rows : (n,) int64
        Training nodes first, then validation nodes.
    train_y, val_y : (n_train, c), (n_val, c)
        Their classes, 0 or 1.
    members : (n_target, c)
        Classes of all training nodes; rows of all other nodes are zero.
    known : (n_target,) bool
        All training nodes.
    """

    rows: npt.NDArray[np.int64]
    train_y: Shares
    val_y: Shares
    members: Shares
    known: npt.NDArray[np.bool_]

    @property
    def n_train(self) -> int:
        """Training nodes among `rows`."""
        return len(self.train_y)


@dataclass(frozen=True, eq=False)
class Evidence:
    """What was measured about one candidate; see `MotifChoice`."""

    coverage: float
    agreement: float
    seen: Similarity | None

    @property
    def rank(self) -> float:
        """Coverage times agreement: how many nodes it could help, and how much."""
        return self.coverage * max(self.agreement, 0.0)


def sample(graph: Graph, target: str, split: Split, size: int, seed: int) -> Sample:
    """At most `size` training and `size` validation nodes, and the labels of all training nodes."""
    labels = graph.labels[target]
    generator = np.random.default_rng(seed)
    train, val = (np.sort(generator.permutation(part)[:size]) for part in (split.train, split.val))
    known = np.zeros(graph.counts[target], dtype=bool)
    known[split.train] = True
    members = np.zeros((len(known), len(labels.classes)))
    members[split.train] = one_hot(labels_of(labels, split.train), len(labels.classes))
    val_y = one_hot(labels_of(labels, val), len(labels.classes))
    return Sample(
        np.concatenate([train, val]).astype(np.int64), members[train], val_y, members, known
    )


def measure(
    graph: Graph, motif: Motif, drawn: Sample, inputs: Mapping[str, Sequence[Any]]
) -> Evidence:
    """Counts the motif and measures it."""
    # Only sampled rows are needed. Of a tree they are cheaper to compute than the whole tensor.
    tree = len(motif.edges) == len(motif.nodes) - 1
    applied = operator(graph, motif, engine="factored" if tree and len(motif.nodes) > 2 else "auto")
    ones = np.ones((applied.roles[0].shape[1], 1), dtype=np.float32)
    coverage = float((applied.roles[0].matmul(ones) > 0).mean())
    if not coverage:
        return Evidence(0.0, 0.0, None)
    parts, agreements = [], []
    for role in applied.roles:
        rows = role.rows(drawn.rows)
        parts.append((rows, inputs[role.node_type]))
        seen = seen_classes(rows[: drawn.n_train], role.node_type == motif.target_type, drawn)
        agreements.append(agreement(seen, drawn.train_y))
    return Evidence(coverage, max(agreements), similarity(parts, drawn.n_train))


def seen_classes(rows: sparse.csr_array, same_type: bool, drawn: Sample) -> Shares:
    """Classes that sampled training nodes see in one role, from rows of D^-1 A_k: (n_train, c)."""
    if same_type:
        return classes_of_peers(rows, drawn.members, drawn.known)
    return classes_by_proxy(rows, drawn.train_y)


def themselves(
    graph: Graph, target: str, drawn: Sample, inputs: Mapping[str, Sequence[Any]]
) -> Similarity | None:
    """How alike the sampled nodes are without any motif."""
    n = len(drawn.rows)
    pick = sparse.csr_array(
        (np.ones(n, np.float32), drawn.rows, np.arange(n + 1)), shape=(n, graph.counts[target])
    )
    return similarity([(pick, inputs[target])], drawn.n_train)


def one_hot(y: npt.NDArray[np.generic], classes: int) -> Shares:
    """Which node has which class, (n, c) of 0 and 1, from (n,) classes or (n, c) marks.

    Examples
    --------
    >>> one_hot(np.array([1, 0]), 2).tolist()
    [[0.0, 1.0], [1.0, 0.0]]
    """
    return np.asarray(y, dtype=np.float64) if y.ndim == 2 else np.eye(classes)[y.astype(np.int64)]
