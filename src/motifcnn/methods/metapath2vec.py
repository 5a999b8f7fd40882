"""metapath2vec (Dong, Chawla and Swami 2017): walks along metapaths, skip-gram, then logistic regression on the vectors.

From every node of the target type walks repeat a metapath; skip-gram with negative sampling learns
a vector per node from the walks (`skip_gram.learn` has the loss). There is one embedding per
metapath, rows of length 1, and they are concatenated. A node that no walk begins at has zeros.
Every epoch walks anew and goes on learning, with a rate that falls to nothing by the last; the
regression is fitted after every epoch, and the epoch that is best on validation is kept.

Metapaths, unless given as motifs, are the symmetric ones of at most five nodes
(`symmetric_metapaths`). The paper makes 1,000 walks of 100 nodes from each node; 5 of 50 suffice on
graphs of this size. Several classes per node are learned one against the rest.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch
from numba import get_num_threads
from scipy import sparse

from motifcnn.baselines.known_nodes import KnownNodesClassifier, Scores, as_logits
from motifcnn.baselines.metapaths import links_along, path_order, symmetric_metapaths
from motifcnn.baselines.random_walks import Trail, trail, walk
from motifcnn.baselines.regression import fit_regression, own_features
from motifcnn.baselines.skip_gram import begin, learn
from motifcnn.graph.graph import Graph
from motifcnn.motif.motif import Motif
from motifcnn.nn.settings import Settings
from motifcnn.train.callback import Callback
from motifcnn.train.loop import epoch_of, loss_of
from motifcnn.train.method import Method
from motifcnn.train.problem import Problem
from motifcnn.train.stopping import Epoch, best_epoch
from motifcnn.train.task import Task


@dataclass(frozen=True)
class Metapath2VecConfig(Settings):
    """Settings of metapath2vec; `epochs` and `learning_rate` are those of skip-gram.

    Parameters
    ----------
    dimension : int
        Columns of each metapath's embedding.
    walks, length : int
        Walks from every node in each epoch, and nodes of a walk.
    reach : int
        How many steps apart two nodes of a walk are a pair: the window of skip-gram.
    negatives : int
        Random nodes against each pair.
    inverse_l2 : float
        C of the logistic regression: the loss counts so much against the length of the weights.
    """

    dimension: int = 128
    walks: int = 1
    length: int = 50
    reach: int = 7
    negatives: int = 5
    inverse_l2: float = 10.0

    def __post_init__(self) -> None:
        super().__post_init__()
        self.require_positive("dimension", "walks", "length", "reach", "negatives", "inverse_l2")


CONFIG = Metapath2VecConfig(
    text="tf-idf", featureless="none", learning_rate=0.025, epochs=5, select="f1"
)
SPACE = {
    "inverse_l2": (0.1, 1.0, 10.0, 100.0),
    "reach": (3, 7),
    "learning_rate": (0.025, 0.1),
}


class Embedding:
    """The vectors of one metapath, as they are being learned."""

    def __init__(self, way: Trail, config: Metapath2VecConfig, seed: int) -> None:
        self.way, self.config, self.seed = way, config, seed
        self.model = begin(way.nodes, config.dimension, seed)

    def epoch(self, number: int) -> float:
        """Walks and learns, from 1; returns the loss of skip-gram."""
        config = self.config
        for_walks, for_pairs = (
            np.random.SeedSequence([self.seed, number]).generate_state(2).tolist()
        )
        starts = np.tile(self.way.starts, config.walks)
        rates = [
            config.learning_rate * max(1 - done / config.epochs, 1e-4)
            for done in (number - 1, number)
        ]
        return learn(
            self.model,
            walk(self.way, starts, config.length, for_walks),
            reach=config.reach,
            negatives=config.negatives,
            rates=(rates[0], rates[1]),
            seed=for_pairs,
        )

    def rows(self, n: int) -> npt.NDArray[np.float32]:
        """Vectors of the n nodes of the target type, of length 1; zeros for those without a link to begin a walk with."""
        vectors = np.zeros((n, self.config.dimension), dtype=np.float32)
        starts = self.way.starts
        own = self.model.vectors[starts]
        vectors[starts] = own / np.maximum(np.linalg.norm(own, axis=1, keepdims=True), 1e-12)
        return vectors


def embeddings(
    graph: Graph, motifs: Sequence[Motif], target: str, config: Metapath2VecConfig, seed: int
) -> list[Embedding]:
    """One for each metapath of the target type, nothing learned yet."""
    ways = [
        trail(links_along(graph, motif), _types(motif))
        for motif in motifs
        if motif.target_type == target
    ]
    seeds = np.random.SeedSequence(seed).generate_state(len(ways)).tolist()
    return [Embedding(way, config, own) for way, own in zip(ways, seeds, strict=True)]


def learn_vectors(
    problem: Problem, task: Task, callbacks: Sequence[Callback], *, attributes: bool = False
) -> tuple[Scores, list[Epoch]]:
    """Logits of every node in the best epoch, (n_target, c), and all epochs; `attributes` adds the node's own features."""
    config = problem.config
    assert isinstance(config, Metapath2VecConfig)
    n = problem.graph.counts[problem.target]
    features = (
        own_features(problem.graph, problem.target, config, problem.seed)
        if attributes
        else sparse.csr_array((n, 0))
    )
    parts = embeddings(problem.graph, problem.motifs, problem.target, config, problem.seed)
    history: list[Epoch] = []
    best = np.zeros((n, task.classes))
    began = time.perf_counter()
    for callback in callbacks:
        callback.start(config.epochs)
    try:
        # Each metapath learns on a thread of its own; none looks at another, so the threads decide
        # nothing.
        with ThreadPoolExecutor(get_num_threads()) as pool:
            for number in range(1, config.epochs + 1):
                losses = list(pool.map(lambda part, number=number: part.epoch(number), parts))
                logits = _classify([part.rows(n) for part in parts], features, task, config)
                history.append(
                    _validated(
                        number, float(np.mean(losses)), logits, task, time.perf_counter() - began
                    )
                )
                if best_epoch(history, config) == number - 1:
                    best = logits
                for callback in callbacks:
                    callback.epoch(history[-1])
    finally:
        for callback in callbacks:
            callback.end()
    return best, history


def _classify(
    vectors: list[npt.NDArray[np.float32]],
    features: sparse.csr_array,
    task: Task,
    config: Metapath2VecConfig,
) -> Scores:
    x = (
        np.hstack(vectors)
        if not features.shape[1]
        else sparse.csr_array(sparse.hstack([*vectors, features], format="csr"))
    )
    model = fit_regression(x[task.train], task.train_y, task, config.inverse_l2)
    return as_logits(model.probabilities(x), task.multi_label)


def _validated(number: int, loss: float, logits: Scores, task: Task, seconds: float) -> Epoch:
    own = torch.from_numpy(logits[task.val])
    y = torch.as_tensor(task.val_y, dtype=own.dtype if task.multi_label else torch.int64)
    weights = None if task.weights is None else torch.as_tensor(task.weights, dtype=own.dtype)
    return epoch_of(number, loss, float(loss_of(own, y, weights)), own, task, seconds)


def _types(motif: Motif) -> list[str]:
    return [motif.types[i] for i in path_order(motif)]


def default_metapaths(graph: Graph, target: str, config: Settings) -> tuple[Motif, ...]:
    """The symmetric metapaths of at most five nodes."""
    return symmetric_metapaths(graph.schema, target)


def build(problem: Problem) -> KnownNodesClassifier:
    """The classifier of a problem."""
    return KnownNodesClassifier(problem, learn_vectors)


METHOD = Method(build, CONFIG, SPACE, motifs=default_metapaths, transductive=True)
