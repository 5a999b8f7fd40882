"""LP-Metagraph: labels travel along metagraphs, an ensemble decides (Jiang et al., IJCAI 2017).

Each metagraph has a walk of its own (`metagraph_walks`), which gives every node scores
F = (1 - a) (I - a P)^-1 Y; rows are scaled to sum 1, and a metagraph abstains on a node that no
label reaches. Every class sets out with the same mass (r). There are three ensembles (`ensembles`):
a linear SVM on all scores, EM over the reliabilities of the metagraphs as voters, and co-training,
where the surest nodes become seeds. The one with the best mean of Micro- and Macro-F1 on validation
is kept.

What the SVM and EM learn about training nodes comes from walks that did not know their labels: the
training nodes are dealt into folds, and each fold is scored from the others (r). Each node gets one
class. Metagraphs, unless given as motifs, are all of at most four nodes whose context has the
target's type, and paths of three nodes to another type and back (r).
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal, cast

import numpy as np
from pydantic import Field
from scipy.sparse.linalg import LinearOperator

from motifcnn.errors import MotifError
from motifcnn.graph.graph import Graph
from motifcnn.methods.ensembles import Classes, Votes, by_co_training, by_em, by_svm, reliabilities
from motifcnn.methods.metagraph_walks import metagraphs, propagate, walks_along
from motifcnn.methods.method import Problem, Rows
from motifcnn.methods.probabilities import Floats, as_logits, class_shares
from motifcnn.methods.registry import register_method
from motifcnn.methods.scores import quick_f1
from motifcnn.methods.task import Task
from motifcnn.methods.transductive import TransductiveMethod
from motifcnn.methods.validation import Progress
from motifcnn.motif.motif import Motif
from motifcnn.nn.settings import Positive, PositiveInt, Settings

_log = logging.getLogger(__name__)


class LPMetagraphSettings(Settings):
    """Settings of LP-Metagraph.

    Parameters
    ----------
    ensemble : {"best", "svm", "em", "co-training"}
        "best" is the best one on validation.
    max_nodes : int
        Largest metagraph.
    stay : float
        a: the probability that a walk goes on.
    folds : int
        Parts of the training nodes that are scored from the others.
    rounds : int
        Of EM and of co-training.
    gain : float
        Nodes that a class gains in a round of co-training, as a share of its training nodes.
    inverse_l2 : float
        C of the SVM: weight of the loss against the length of the weights.
    max_entries : int
        A metagraph whose matrix could hold more is left out, with a warning in the log.
    """

    ensemble: Literal["best", "svm", "em", "co-training"] = "best"
    max_nodes: Annotated[int, Field(ge=2, le=6)] = 4
    stay: Annotated[float, Field(gt=0, lt=1)] = 0.5
    folds: Annotated[int, Field(ge=2)] = 4
    rounds: PositiveInt = 5
    gain: Positive = 0.5
    inverse_l2: Positive = 0.001
    max_entries: PositiveInt = 1_500_000


@register_method
class LPMetagraph(TransductiveMethod):
    """Label propagation along metagraphs, decided by an ensemble."""

    name = "lp-metagraph"
    settings = LPMetagraphSettings()
    search_space: ClassVar = {"stay": (0.3, 0.5, 0.9), "inverse_l2": (1e-4, 1e-3, 1e-2)}
    multi_label = False
    uses_motifs = True

    def default_motifs(self, graph: Graph, target: str, settings: Settings) -> tuple[Motif, ...]:
        """All metagraphs up to `max_nodes`; a `MotifError` where there is none."""
        most = cast(LPMetagraphSettings, settings).max_nodes
        found = graph.cache.get(
            ("metagraphs", target, most), lambda: metagraphs(graph, target, most)
        )
        if not found:
            raise MotifError(
                f"no metagraph of at most {most} nodes leads from {target} to {target}; raise "
                "max_nodes, or choose a method that does without links, such as logistic"
            )
        return found

    def learn(self, problem: Problem, task: Task, progress: Progress) -> Floats:
        """Logits of the ensemble that is best on validation."""
        s = cast(LPMetagraphSettings, problem.settings)
        rows, y, seed = task.train, task.train_y, problem.seed
        shares = class_shares(y, task.classes)
        walks = walks_along(problem.graph, problem.motifs, problem.target, s.max_entries)
        if not walks:
            return as_logits(np.tile(shares, (problem.rows, 1)), multi_label=False)
        voters = Voters(walks, task.classes, s.stay)
        votes, held_out = voters.held_out(rows, y, s.folds, seed)
        weights = reliabilities(held_out, y)
        ensembles: dict[str, Callable[[], Floats]] = {
            "svm": lambda: by_svm(votes, held_out, y, inverse_l2=s.inverse_l2, seed=seed),
            "em": lambda: by_em(votes, held_out, rows, y, s.rounds),
            "co-training": lambda: by_co_training(
                voters.spread, rows, y, weights, shares, rounds=s.rounds, gain=s.gain
            ),
        }
        wanted = list(ensembles) if s.ensemble == "best" else [s.ensemble]
        probabilities = {name: ensembles[name]() for name in wanted}
        f1 = {
            name: sum(quick_f1(task.val_y, p[task.val].argmax(axis=1), task.classes)) / 2
            for name, p in probabilities.items()
        }
        best = max(wanted, key=lambda name: f1[name])
        _log.info(f"{len(walks)} metagraphs; mean F1 on validation {f1}; kept {best}")
        return as_logits(probabilities[best], multi_label=False)


@dataclass(frozen=True, eq=False)
class Voters:
    """The walks of all metagraphs, as voters on the nodes of the target type."""

    walks: Sequence[LinearOperator]
    classes: int
    stay: float

    def spread(self, rows: Rows, y: Classes) -> Votes:
        """Votes on all nodes from these seeds: (voters, n, c)."""
        return np.asarray(self.spread_each([(rows, y)])[0])

    def spread_each(self, seeds: Sequence[tuple[Rows, Classes]]) -> Votes:
        """Votes from each set of seeds, carried by the same walks at once: (sets, voters, n, c)."""
        n = self.walks[0].shape[0]
        given = np.zeros((n, len(seeds), self.classes), dtype=np.float32)
        for k, (rows, y) in enumerate(seeds):
            # Every class sets out with the same mass: on walks that reach far, frequent classes
            # would outweigh the others everywhere.
            given[rows, k, y] = 1 / np.bincount(y, minlength=self.classes)[y]
        votes = np.zeros((len(seeds), len(self.walks), n, self.classes), dtype=np.float32)
        for v, walk in enumerate(self.walks):
            found = propagate(walk, given.reshape(n, -1), self.stay).reshape(given.shape)
            found = found.swapaxes(0, 1)
            total = found.sum(axis=2, keepdims=True)
            np.divide(found, total, out=votes[:, v], where=total > 1e-20)
        return votes

    def held_out(self, rows: Rows, y: Classes, folds: int, seed: int) -> tuple[Votes, Votes]:
        """Votes on all nodes, and votes on the seeds, (voters, m, c), that do not know them."""
        fold = np.random.default_rng(seed).permutation(len(rows)) % folds
        others = [(rows[fold != k], y[fold != k]) for k in range(folds)]
        votes = self.spread_each([(rows, y), *others])
        return votes[0], votes[fold + 1, :, rows].swapaxes(0, 1)
