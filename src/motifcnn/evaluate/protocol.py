"""Protocol: one model on repeated random splits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from motifcnn.errors import MotifCNNError
from motifcnn.graph.graph import Graph
from motifcnn.methods.scores import Scores
from motifcnn.readable import percent, plural
from motifcnn.train.fit import fit
from motifcnn.train.run.run import Run
from motifcnn.train.split import FRACTIONS, random_split


@dataclass(frozen=True)
class Evaluation:
    """Test scores of one model over splits, in the order of their seeds.

    Parameters
    ----------
    name : str
    seeds : tuple of int
    scores : tuple of Scores
    """

    name: str
    seeds: tuple[int, ...]
    scores: tuple[Scores, ...]

    def values(self, metric: str = "micro_f1") -> np.ndarray:
        """One value per split, (splits,), of "micro_f1", "macro_f1" or "accuracy"."""
        if metric not in ("micro_f1", "macro_f1", "accuracy"):
            raise MotifCNNError(f"metric must be micro_f1, macro_f1 or accuracy; got {metric!r}")
        return np.array([getattr(scores, metric) for scores in self.scores])

    def mean(self, metric: str = "micro_f1") -> float:
        """Mean over splits."""
        return float(self.values(metric).mean())

    def deviation(self, metric: str = "micro_f1") -> float:
        """Sample standard deviation over splits; 0 for one split."""
        values = self.values(metric)
        return float(values.std(ddof=1)) if len(values) > 1 else 0.0

    def text(self, metric: str = "micro_f1") -> str:
        """Mean and deviation in per cent, such as "84.10 ± 0.52"."""
        return f"{percent(self.mean(metric), 2)} ± {percent(self.deviation(metric), 2)}"

    def __str__(self) -> str:
        scores = f"{self.text('micro_f1')} / {self.text('macro_f1')}"
        return f"{self.name}: {scores} ({plural(len(self.scores), 'split')})"


def evaluate(
    graph: Graph,
    motifs: Any = None,
    *,
    splits: int | Sequence[int] = 10,
    fractions: Sequence[float] = FRACTIONS,
    stratified: bool = False,
    name: str | None = None,
    on_run: Callable[[Run], None] | None = None,
    **options: Any,
) -> Evaluation:
    """Fits and scores a model on random splits; each seed decides a split and its weights.

    Parameters
    ----------
    graph, motifs
        As in `fit`; `options` too are those of `fit`.
    splits : int or sequence of int
        Their number, for seeds 0, 1, ...; or the seeds.
    fractions : three floats
        Shares of train, validation and test; the papers use 10/10/80.
    stratified : bool
        Split each class by itself.
    name : str, optional
        Of the evaluation; the name of the model otherwise.
    on_run : callable, optional
        Is given each run when it is done.
    """
    if options.get("checkpoint") is not None:
        raise MotifCNNError(
            "evaluate: a checkpoint belongs to one fit, and every split is a fit of its own; "
            "leave `checkpoint` out"
        )
    for option in ("split", "seed"):
        if option in options:
            raise MotifCNNError(
                f"evaluate makes the {option} of every run itself; use `splits` and `fractions`"
            )
    seeds = tuple(range(splits)) if isinstance(splits, int) else tuple(splits)
    if not seeds:
        raise MotifCNNError("evaluate: splits must be at least 1")
    scores = []
    for seed in seeds:
        split = random_split(
            graph, options.get("target"), fractions, seed=seed, stratified=stratified
        )
        run = fit(graph, motifs, split=split, seed=seed, **options)
        if on_run is not None:
            on_run(run)
        scores.append(run.test)
    return Evaluation(name or options.get("model", "motif-cnn"), seeds, tuple(scores))
