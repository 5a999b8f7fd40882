"""Evidence: what is measured about a candidate on a sample of training and validation nodes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse
from scipy.stats import rankdata

from motifcnn.errors import BudgetError
from motifcnn.graph.graph import Graph
from motifcnn.graph.labels import Split
from motifcnn.motif.motif import Motif
from motifcnn.tensor.operator import operator
from motifcnn.tensor.plan import plan
from motifcnn.train.motifs.choice import MotifChoice
from motifcnn.train.motifs.kernel import Floats, Kernel, kernel
from motifcnn.train.split import labels_of

_SHRINKAGE = 20  # nodes; agreement among fewer is mostly chance


@dataclass(frozen=True, eq=False)
class Sample:
    """The labelled nodes that candidates are measured on; test nodes are not among them.

    Parameters
    ----------
    rows : (n,) int64
        `n_train` training nodes, then validation nodes.
    y : (n, c)
        Their classes, 0 or 1.
    n_train : int
    peers, peers_y : (n_peers,) int64, (n_peers, c)
        All training nodes and their classes.
    """

    rows: npt.NDArray[np.int64]
    y: Floats
    n_train: int
    peers: npt.NDArray[np.int64]
    peers_y: Floats


def draw(graph: Graph, target: str, split: Split, size: int, seed: int) -> Sample:
    """At most `size` training and `size` validation nodes, and the labels of all training nodes."""
    generator = np.random.default_rng(seed)
    train, val = (np.sort(generator.permutation(part)[:size]) for part in (split.train, split.val))
    rows = np.concatenate([train, val])
    labels = graph.labels[target]
    y, peers_y = (
        found.astype(np.float64) if labels.multi_label else np.eye(len(labels.classes))[found]
        for found in (labels_of(labels, rows), labels_of(labels, split.train))
    )
    return Sample(rows, y, len(train), split.train, peers_y)


def measure(
    graph: Graph, motif: Motif, sample: Sample, inputs: Mapping[str, Sequence[Any]], budget: int
) -> tuple[MotifChoice, Kernel | None]:
    """What is known about a candidate, and how alike it makes the sampled nodes.

    `inputs` has the blocks that each type feeds in, (n_type, width) each. A candidate that cannot
    be used has a reason and no kernel.
    """
    cost = int(sum(plan(graph, motif).nonzeros))
    known = MotifChoice(motif, None, None, None, cost, False, "")
    # An edge costs no more than the graph itself.
    if cost > budget and len(motif.nodes) > 2:
        reason = f"too costly: its tensor may have {cost:,} entries, the budget is {budget:,}"
        return replace(known, reason=reason), None
    try:
        coverage, agreed, features = _evidence(graph, motif, sample, inputs)
    except BudgetError as error:
        return replace(known, reason=f"too costly: {error}"), None
    reason = ""
    if not features:
        reason = "nodes in its roles feed in nothing" if coverage else "no instances in this graph"
    known = replace(known, coverage=coverage, agreement=agreed, reason=reason)
    return known, kernel(features, sample.n_train) if features else None


def _evidence(
    graph: Graph, motif: Motif, sample: Sample, inputs: Mapping[str, Sequence[Any]]
) -> tuple[float, float, list[Any]]:
    """Coverage, agreement of the best role, and mean features, (n, width), of every role."""
    # Only sampled rows are needed. Of a tree they are cheaper to compute than the whole tensor.
    tree = len(motif.edges) == len(motif.nodes) - 1
    roles = operator(
        graph, motif, engine="factored" if tree and len(motif.nodes) > 2 else "auto"
    ).roles
    ones = np.ones((roles[0].shape[1], 1), dtype=np.float32)
    coverage = float((roles[0].matmul(ones) > 0).mean())
    if not coverage:
        return 0.0, 0.0, []
    agreements, features = [], []
    for role in roles:
        rows = role.rows(sample.rows)
        seen = seen_classes(rows[: sample.n_train], role.node_type == motif.target_type, sample)
        agreements.append(agreement(seen, sample.y[: sample.n_train]))
        features += [rows @ block for block in inputs[role.node_type]]
    return coverage, max(agreements), features


def seen_classes(rows: sparse.csr_array, same_type: bool, sample: Sample) -> Floats:
    """Mean classes that the sampled training nodes see in one role: (n_train, c), 0 where none.

    A node's own label never reaches its own row. Instances never revisit their target, so a role of
    the target's type holds other nodes, and those of them that are training nodes count with their
    classes. A node of another type counts with the mean class of the *other* sampled training nodes
    that see it.

    Parameters
    ----------
    rows : (n_train, n_type) CSR
        Rows of D^-1 A_k of the sampled training nodes.
    same_type : bool
        Whether the role is of the target's type.
    """
    if same_type:
        peers = rows[:, sample.peers].astype(np.float64)
        seen, weight = peers @ sample.peers_y, peers.sum(axis=1)
    else:
        n, own, node = sample.n_train, sample.y, rows.indices
        row = np.repeat(np.arange(n), np.diff(rows.indptr))
        votes = sparse.csr_array((np.ones(rows.nnz), (node, row)), (rows.shape[1], n)) @ own[:n]
        others = np.bincount(node)[node] - 1
        heard = np.where(others > 0, rows.data, 0.0)
        share = heard / np.maximum(others, 1)
        seen, weight = np.zeros((n, own.shape[1])), np.bincount(row, heard, n)
        for c in range(own.shape[1]):
            # Votes are whole numbers: without the own one they do not depend on it, to the bit.
            seen[:, c] = np.bincount(row, share * (votes[node, c] - own[row, c]), n)
    return np.asarray(seen / np.where(weight > 0, weight, 1.0)[:, None])


def agreement(seen: Floats, own: Floats) -> float:
    """How well seen classes order the nodes by their own: the mean over classes of 2 AUC - 1.

    1 is perfect, 0 chance, -1 reversed; `seen` and `own` are (n, c). Only the n nodes that see some
    class count, and the result is scaled by n / (n + 20), so that few nodes cannot reach a high
    agreement by chance.

    Examples
    --------
    >>> seen = np.repeat([[0.9], [0.7], [0.1]], 20, axis=0)
    >>> agreement(seen, own=np.repeat([[1.0], [1.0], [0.0]], 20, axis=0))
    0.75
    """
    informed = seen.any(axis=1)
    seen, own = seen[informed], own[informed]
    yes = own.sum(axis=0)
    pairs = yes * (len(own) - yes)
    if not pairs.any():
        return 0.0
    ahead = (rankdata(seen, axis=0) * own).sum(axis=0) - yes * (yes + 1) / 2
    areas = ahead[pairs > 0] / pairs[pairs > 0]
    return float(np.mean(2 * areas - 1)) * len(own) / (len(own) + _SHRINKAGE)
