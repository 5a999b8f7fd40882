"""metapath2vec (Dong, Chawla and Swami 2017): vectors from walks, then logistic regression.

From every node of the target type walks repeat a metapath, and skip-gram with negative sampling
learns a vector per node from the walks (`skip_gram.learn` has the loss). There is one embedding per
metapath, rows of length 1, and they are concatenated; a node at which no walk begins has zeros.
Every epoch walks anew and goes on learning, with a rate that falls to 0 by the last. The regression
is fitted after every epoch, and the best epoch on validation is kept (r). With attributes, the
regression sees the target's own features next to the vectors.

Metapaths, unless given as motifs, are the symmetric ones of at most five nodes
(`symmetric_metapaths`) (r). The paper makes 1,000 walks of 100 nodes from each node; 5 of 50
suffice on graphs of this size. Several classes per node are learned one against the rest.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import repeat
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
import torch
from numba import get_num_threads
from scipy import sparse

from motifcnn.graph.graph import Graph
from motifcnn.methods.epoch import Callback, Epoch, followed
from motifcnn.methods.metapaths import links_along, path_order, symmetric_metapaths
from motifcnn.methods.method import Problem
from motifcnn.methods.probabilities import Floats, as_logits
from motifcnn.methods.random_walks import Trail, trail, walk
from motifcnn.methods.registry import register_method
from motifcnn.methods.regression import fit_regression, own_features
from motifcnn.methods.skip_gram import begin, learn
from motifcnn.methods.task import Task
from motifcnn.methods.transductive import TransductiveMethod
from motifcnn.methods.validation import best_epoch, epoch_of, loss_on
from motifcnn.motif.motif import Motif
from motifcnn.nn.inputs import InputSettings
from motifcnn.nn.settings import Positive, PositiveInt, Settings


class Metapath2VecSettings(Settings):
    """Settings of metapath2vec.

    Parameters
    ----------
    dimension : int
        Columns of each metapath's embedding.
    walks, length : int
        Walks from every node in each epoch, and nodes of a walk.
    reach : int
        The window of skip-gram: most steps between the two nodes of a pair.
    negatives : int
        Random nodes against each pair.
    epochs : int
    learning_rate : float
        Of the first steps of skip-gram.
    inverse_l2 : float
        C of the logistic regression: weight of the loss against the length of the weights.
    """

    dimension: PositiveInt = 128
    walks: PositiveInt = 1
    length: PositiveInt = 50
    reach: PositiveInt = 7
    negatives: PositiveInt = 5
    epochs: PositiveInt = 5
    learning_rate: Positive = 0.025
    inverse_l2: Positive = 10.0


class Metapath2VecAttributesSettings(Metapath2VecSettings, InputSettings):
    """Settings of metapath2vec with attributes; see the two groups that it joins."""


@register_method
class Metapath2Vec(TransductiveMethod):
    """Logistic regression on vectors of walks."""

    name = "metapath2vec"
    settings: ClassVar[Settings] = Metapath2VecSettings()
    search_space: ClassVar = {
        "inverse_l2": (0.1, 1.0, 10.0, 100.0),
        "reach": (3, 7),
        "learning_rate": (0.025, 0.1),
    }
    uses_motifs = True

    def default_motifs(self, graph: Graph, target: str, settings: Settings) -> tuple[Motif, ...]:
        """The symmetric metapaths of at most five nodes."""
        return symmetric_metapaths(graph.schema, target)

    def learn(
        self, problem: Problem, task: Task, callbacks: Sequence[Callback]
    ) -> tuple[Floats, list[Epoch]]:
        """Logits of the best epoch, and all epochs."""
        settings = problem.settings
        assert isinstance(settings, Metapath2VecSettings)
        features = self.features(problem)
        parts = embeddings(problem.graph, problem.motifs, problem.target, settings, problem.seed)
        history: list[Epoch] = []
        best = np.zeros((problem.rows, task.classes))
        began = time.perf_counter()
        # One thread per metapath; they share nothing, so the number of threads decides nothing.
        pool = ThreadPoolExecutor(get_num_threads())
        with followed(callbacks, settings.epochs), pool:
            for number in range(1, settings.epochs + 1):
                loss = float(np.mean(list(pool.map(Embedding.epoch, parts, repeat(number)))))
                vectors = [part.rows(problem.rows) for part in parts]
                logits = _classify([*vectors, *features], task, settings.inverse_l2)
                own = torch.from_numpy(logits[task.val])
                val_loss = loss_on(own, task.val_y, task.weights)
                seconds = time.perf_counter() - began
                history.append(epoch_of(number, loss, val_loss, own, task, seconds))
                if best_epoch(history, "f1") == number - 1:
                    best = logits
                for callback in callbacks:
                    callback.epoch(history[-1])
        return best, history

    def features(self, problem: Problem) -> list[sparse.csr_array]:
        """What the regression sees besides the vectors, (n_target, d) each: nothing."""
        return []


@register_method
class Metapath2VecAttributes(Metapath2Vec):
    """Logistic regression on vectors of walks and the target's own features.

    Where the target type has no features it is metapath2vec.
    """

    name = "metapath2vec-attributes"
    settings: ClassVar[Settings] = Metapath2VecAttributesSettings(text="tf-idf", featureless="none")

    def features(self, problem: Problem) -> list[sparse.csr_array]:
        """The target's own features, (n_target, d), if it has any."""
        own = own_features(problem.graph, problem.target, problem.settings)
        return [own] if own.shape[1] else []


class Embedding:
    """The vectors of one metapath, as they are being learned."""

    def __init__(self, way: Trail, settings: Metapath2VecSettings, seed: int) -> None:
        self.way, self.settings, self.seed = way, settings, seed
        self.model = begin(way.nodes, settings.dimension, seed)

    def epoch(self, number: int) -> float:
        """Walks and learns; `number` is from 1. Returns the loss of skip-gram."""
        s = self.settings
        for_walks, for_pairs = np.random.SeedSequence([self.seed, number]).generate_state(2)
        walks = walk(self.way, np.tile(self.way.starts, s.walks), s.length, int(for_walks))
        rates = [s.learning_rate * max(1 - n / s.epochs, 1e-4) for n in (number - 1, number)]
        return learn(
            self.model,
            walks,
            reach=s.reach,
            negatives=s.negatives,
            rates=(rates[0], rates[1]),
            seed=int(for_pairs),
        )

    def rows(self, n: int) -> npt.NDArray[np.float32]:
        """Vectors of the n target nodes, of length 1; zeros where no walk begins."""
        vectors = np.zeros((n, self.settings.dimension), dtype=np.float32)
        own = self.model.vectors[self.way.starts]
        length = np.linalg.norm(own, axis=1, keepdims=True)
        vectors[self.way.starts] = own / np.maximum(length, 1e-12)
        return vectors


def embeddings(
    graph: Graph, motifs: Sequence[Motif], target: str, settings: Metapath2VecSettings, seed: int
) -> list[Embedding]:
    """One for each metapath of the target type, nothing learned yet."""
    ways = [
        graph.cache.get(("trail", motif), partial(_trail, graph, motif))
        for motif in motifs
        if motif.target_type == target
    ]
    seeds = np.random.SeedSequence(seed).generate_state(len(ways)).tolist()
    return [Embedding(way, settings, own) for way, own in zip(ways, seeds, strict=True)]


def _trail(graph: Graph, motif: Motif) -> Trail:
    return trail(links_along(graph, motif), [motif.types[i] for i in path_order(motif)])


def _classify(blocks: list[Any], task: Task, inverse_l2: float) -> Floats:
    mixed = any(map(sparse.issparse, blocks))
    x = sparse.csr_array(sparse.hstack(blocks)) if mixed else np.hstack(blocks)
    model = fit_regression(x[task.train], task, inverse_l2)
    return as_logits(model.probabilities(x), task.multi_label)
