"""metapath2vec (Dong, Chawla and Swami 2017): vectors from walks, then logistic regression.

From every node of the target type walks repeat a metapath, and skip-gram with negative sampling
learns a vector per node from the walks (`SkipGram` has the loss). There is one embedding per
metapath, rows of length 1, and they are concatenated; a node at which no walk begins has zeros.
Every epoch walks anew and goes on learning, with a rate that falls to 0 after the last. The
regression is fitted after every epoch, and the best epoch on validation is kept (r). With
attributes, the regression sees the target's own features next to the vectors.

Metapaths, unless given as motifs, are the symmetric ones of at most five nodes
(`symmetric_metapaths`) (r). The paper makes 1,000 walks of 100 nodes from each node; 5 of 50
suffice on graphs of this size. Several classes per node are learned one against the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, cast

import numpy as np
import numpy.typing as npt
import torch
from scipy import sparse

from motifcnn.graph.flat import offsets
from motifcnn.graph.graph import Graph
from motifcnn.methods.metapaths import links_along, path_order
from motifcnn.methods.method import Problem
from motifcnn.methods.probabilities import Floats, as_logits
from motifcnn.methods.random_walks import Nodes, random_walks, without_dead_ends
from motifcnn.methods.registry import register_method
from motifcnn.methods.regression import fit_regression, own_features
from motifcnn.methods.skip_gram import SkipGram, noise_shares
from motifcnn.methods.task import Task
from motifcnn.methods.transductive import MetapathMethod
from motifcnn.methods.validation import Progress
from motifcnn.motif.motif import Motif
from motifcnn.nn.inputs import InputSettings
from motifcnn.nn.inputs.structure import scaled_rows
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
        Weight of random nodes against a pair, and how many are drawn for each walk of a batch.
    batch : int
        Walks of a step of skip-gram.
    epochs : int
    learning_rate : float
        Of the first epoch of skip-gram.
    inverse_l2 : float
        C of the logistic regression: weight of the loss against the length of the weights.
    """

    dimension: PositiveInt = 128
    walks: PositiveInt = 1
    length: PositiveInt = 50
    reach: PositiveInt = 7
    negatives: PositiveInt = 5
    batch: PositiveInt = 32
    epochs: PositiveInt = 5
    learning_rate: Positive = 0.01
    inverse_l2: Positive = 1.0


class Metapath2VecAttributesSettings(Metapath2VecSettings, InputSettings):
    """Settings of metapath2vec with attributes; see the two groups that it joins."""


@register_method
class Metapath2Vec(MetapathMethod):
    """Logistic regression on vectors of walks."""

    name = "metapath2vec"
    settings: ClassVar[Settings] = Metapath2VecSettings()
    search_space: ClassVar = {
        "inverse_l2": (0.1, 1.0, 10.0, 100.0),
        "reach": (3, 7),
        "learning_rate": (0.005, 0.01, 0.02),
    }

    def learn(self, problem: Problem, task: Task, progress: Progress) -> Floats:
        """Logits of the best epoch."""
        settings = cast(Metapath2VecSettings, problem.settings)
        features, best = self.features(problem), np.zeros((problem.rows, task.classes))
        parts = embeddings(problem.graph, problem.motifs, problem.target, settings, problem.seed)
        with progress.of(settings.epochs):
            for number in range(1, settings.epochs + 1):
                loss = float(np.mean([part.epoch(number) for part in parts]))
                blocks: list[Any] = [*(part.rows() for part in parts), *features]
                x = sparse.csr_array(sparse.hstack(blocks)) if features else np.hstack(blocks)
                model = fit_regression(x[task.train], task, settings.inverse_l2)
                logits = as_logits(model.probabilities(x), task.multi_label)
                if progress.add(loss, torch.from_numpy(logits[task.val])):
                    best = logits
        return best

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
    """The vectors of one metapath, as they are being learned.

    Nodes have their numbers among the nodes of all types, so those of one type are the same
    wherever they stand in a walk. `links` are those of the metapath without dead ends.
    """

    def __init__(
        self, graph: Graph, motif: Motif, settings: Metapath2VecSettings, seed: int
    ) -> None:
        self.settings, self.rng, at = settings, np.random.default_rng(seed), offsets(graph)
        self.own = at[motif.target_type]
        self.firsts = [at[motif.types[i]].start for i in path_order(motif)[:-1]]
        self.links: list[sparse.csr_array] = graph.cache.get(
            ("trail", motif), lambda: without_dead_ends(links_along(graph, motif))
        )
        self.model = SkipGram(sum(graph.counts.values()), settings.dimension, self.rng)
        self.optimiser = torch.optim.SparseAdam(self.model.parameters(), settings.learning_rate)

    def walk(self) -> Nodes:
        """Walks round and round from every target that has a first step: (n, length)."""
        starts = np.tile(np.flatnonzero(np.diff(self.links[0].indptr)), self.settings.walks)
        walks = random_walks(self.links, starts, self.settings.length, self.rng)
        return walks + np.resize(self.firsts, self.settings.length)

    def epoch(self, number: int) -> float:
        """Walks and learns; `number` is from 1. Returns the mean loss of a walk."""
        s, total, walks = self.settings, 0.0, self.rng.permutation(self.walk())
        if not len(walks):
            return total
        shares = noise_shares(walks, len(self.model.vectors.weight))
        self.optimiser.param_groups[0]["lr"] = s.learning_rate * (1 - (number - 1) / s.epochs)
        for batch in np.split(walks, range(s.batch, len(walks), s.batch)):
            noise = self.rng.choice(len(shares), s.negatives * s.batch, p=shares)
            both = torch.from_numpy(batch), torch.from_numpy(noise)
            loss = self.model(*both, s.reach, s.negatives)
            self.optimiser.zero_grad()
            (loss / len(batch)).backward()
            self.optimiser.step()  # type: ignore[no-untyped-call]
            total += loss.item()
        return total / len(walks)

    def rows(self) -> npt.NDArray[np.float32]:
        """Vectors of the target nodes, (n_target, dimension), of length 1, or 0 without walks."""
        linked = np.diff(self.links[0].indptr)[:, None] > 0
        return scaled_rows(self.model.vectors.weight.detach().numpy()[self.own] * linked)


def embeddings(
    graph: Graph, motifs: Sequence[Motif], target: str, settings: Metapath2VecSettings, seed: int
) -> list[Embedding]:
    """One for each metapath of the target type, nothing learned yet."""
    own = [motif for motif in motifs if motif.target_type == target]
    seeds = np.random.SeedSequence(seed).generate_state(len(own)).tolist()
    return [Embedding(graph, motif, settings, s) for motif, s in zip(own, seeds, strict=True)]
