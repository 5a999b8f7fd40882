"""LP-Metagraph: labels travel along walks constrained to metagraphs, and an ensemble decides (Jiang et al., IJCAI 2017).

Each metagraph has a walk of its own (`metagraph_walks`), which gives every node scores F = (1 - a)
(I - a P)^-1 Y; rows are scaled to sum 1, and a node that no label reaches makes the metagraph
abstain. Every class sets out with the same mass (r). Three ensembles: a linear SVM on all scores,
EM over the reliabilities of the metagraphs as voters, and co-training, where the surest nodes
become seeds (`ensembles`). The one with the best mean of Micro- and Macro-F1 on validation is kept.

What the SVM and EM learn about training nodes comes from walks that did not know their labels: the
training nodes are dealt into folds, and each fold is scored from the others (r). Each node gets one
class. Metagraphs, unless given as motifs: all of at most four nodes whose context has the target's
type, and paths of three nodes to another type and back (r).
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from motifcnn.baselines.ensembles import Rows, Votes, by_co_training, by_em, by_svm, reliabilities
from motifcnn.baselines.known_nodes import KnownNodesClassifier, Scores, as_logits
from motifcnn.baselines.metagraph_walks import MetagraphWalk, metagraphs, walks_along
from motifcnn.errors import MotifError
from motifcnn.graph.graph import Graph
from motifcnn.motif.motif import Motif
from motifcnn.nn.settings import ConfigError, Settings
from motifcnn.train.callback import Callback
from motifcnn.train.method import Method
from motifcnn.train.problem import Problem
from motifcnn.train.scores import quick_f1
from motifcnn.train.stopping import Epoch
from motifcnn.train.task import Task

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class LPMetagraphConfig(Settings):
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
        C of the SVM: the loss counts so much against the length of the weights.
    max_entries : int
        A metagraph whose matrix could hold more is left out, with a warning in the log.
    """

    ensemble: Literal["best", "svm", "em", "co-training"] = "best"
    max_nodes: int = 4
    stay: float = 0.5
    folds: int = 4
    rounds: int = 5
    gain: float = 0.5
    inverse_l2: float = 0.001
    max_entries: int = 1_500_000

    def __post_init__(self) -> None:
        super().__post_init__()
        self.require_positive("folds", "rounds", "gain", "inverse_l2", "max_entries")
        if not 0 < self.stay < 1:
            raise ConfigError(f"stay must be above 0 and under 1, got {self.stay}")
        if not 2 <= self.max_nodes <= 6:
            raise ConfigError(f"max_nodes must be 2 to 6, got {self.max_nodes}")
        if self.folds < 2:
            raise ConfigError(f"folds must be at least 2, got {self.folds}")


CONFIG = LPMetagraphConfig()
SPACE = {"stay": (0.3, 0.5, 0.9), "inverse_l2": (1e-4, 1e-3, 1e-2)}


class Voters:
    """The walks of all metagraphs, as voters on the nodes of the target type."""

    def __init__(self, walks: Sequence[MetagraphWalk], n: int, classes: int, stay: float) -> None:
        self.walks, self.n, self.classes, self.stay = walks, n, classes, stay

    def spread(self, rows: Rows, y: npt.NDArray[np.int64]) -> Votes:
        """Votes on all nodes from these seeds: (voters, n, c)."""
        return self.spread_each([(rows, y)])[0]

    def spread_each(self, seeds: Sequence[tuple[Rows, npt.NDArray[np.int64]]]) -> list[Votes]:
        """Votes from each set of seeds, all carried by the same walks at once."""
        given = np.zeros((self.n, len(seeds), self.classes), dtype=np.float32)
        for k, (rows, y) in enumerate(seeds):
            # Every class sets out with the same mass: frequent ones would drown the others on walks
            # that reach far.
            given[rows, k, y] = 1 / np.maximum(np.bincount(y, minlength=self.classes), 1)[y]
        votes = [np.empty((len(self.walks), self.n, self.classes), dtype=np.float32) for _ in seeds]
        for v, way in enumerate(self.walks):
            found = way.propagate(given.reshape(self.n, -1), self.stay).reshape(given.shape)
            for k in range(len(seeds)):
                total = found[:, k].sum(axis=1, keepdims=True)
                votes[k][v] = np.divide(
                    found[:, k], total, out=np.zeros_like(found[:, k]), where=total > 1e-20
                )
        return votes

    def spread_held_out(
        self, rows: Rows, y: npt.NDArray[np.int64], folds: int, seed: int
    ) -> tuple[Votes, Votes]:
        """Votes on all nodes, and votes on the seeds, (voters, m, c), by walks that did not know them."""
        fold = np.random.default_rng(seed).permutation(len(rows)) % folds
        seeds = [(rows[fold != k], y[fold != k]) for k in range(folds)]
        whole, *parts = self.spread_each([(rows, y), *seeds])
        held_out = np.empty((len(self.walks), len(rows), self.classes), dtype=np.float32)
        for k, part in enumerate(parts):
            held_out[:, fold == k] = part[:, rows[fold == k]]
        return whole, held_out


def _learn(
    problem: Problem, task: Task, callbacks: Sequence[Callback]
) -> tuple[Scores, list[Epoch]]:
    config = problem.config
    assert isinstance(config, LPMetagraphConfig)
    n = problem.graph.counts[problem.target]
    shares = np.bincount(task.train_y, minlength=task.classes) / len(task.train_y)
    walks = walks_along(problem.graph, problem.motifs, problem.target, config.max_entries)
    if not walks:
        return as_logits(np.repeat(shares[None, :], n, axis=0), False), []
    voters = Voters(walks, n, task.classes, config.stay)
    rows, y = task.train, task.train_y
    votes, held_out = voters.spread_held_out(rows, y, config.folds, problem.seed)
    weights = reliabilities(held_out, y)
    ensembles: dict[str, Callable[[], Scores]] = {
        "svm": lambda: by_svm(votes, held_out, y, inverse_l2=config.inverse_l2, seed=problem.seed),
        "em": lambda: by_em(votes, held_out, rows, y, config.rounds),
        "co-training": lambda: by_co_training(
            voters.spread, rows, y, weights, shares, rounds=config.rounds, share=config.gain
        ),
    }
    wanted = list(ensembles) if config.ensemble == "best" else [config.ensemble]
    chances = {name: ensembles[name]() for name in wanted}
    merit = {
        name: sum(quick_f1(task.val_y, c[task.val].argmax(axis=1), task.classes)) / 2
        for name, c in chances.items()
    }
    best = max(wanted, key=lambda name: merit[name])
    _log.info("%d metagraphs; mean F1 on validation %s; kept %s", len(walks), merit, best)
    return as_logits(chances[best], False), []


def _default_metagraphs(graph: Graph, target: str, config: Settings) -> tuple[Motif, ...]:
    assert isinstance(config, LPMetagraphConfig)
    if not (found := metagraphs(graph, target, config.max_nodes)):
        raise MotifError(
            f"no metagraph of at most {config.max_nodes} nodes leads from {target} to {target}; raise max_nodes, or choose a "
            "model that does without links, such as logistic"
        )
    return found


def build(problem: Problem) -> KnownNodesClassifier:
    """The classifier of a problem."""
    return KnownNodesClassifier(problem, _learn)


METHOD = Method(
    build, CONFIG, SPACE, multi_label=False, motifs=_default_metagraphs, transductive=True
)
