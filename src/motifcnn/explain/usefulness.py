"""Usefulness of motifs: what the test scores lose when a model is fitted without one of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from motifcnn.explain.importance import motif_importance
from motifcnn.explain.ranking import mean_importance
from motifcnn.explain.training_graph import training_graph
from motifcnn.graph.graph import Graph
from motifcnn.methods.scores import Scores
from motifcnn.motif.motif import Motif
from motifcnn.train.fit import fit
from motifcnn.train.run.run import Run

MOST = 12


@dataclass(frozen=True)
class Usefulness:
    """Test scores with all motifs and without one of them.

    Parameters
    ----------
    motif : Motif
        The one that is left out.
    complete, without : Scores
        Of a fit with all motifs, and of one without `motif`.
    """

    motif: Motif
    complete: Scores
    without: Scores

    @property
    def micro_f1(self) -> float:
        """Micro-F1 that is lost without the motif; negative where the model is better off."""
        return self.complete.micro_f1 - self.without.micro_f1

    @property
    def macro_f1(self) -> float:
        """Macro-F1 that is lost without the motif."""
        return self.complete.macro_f1 - self.without.macro_f1


def motif_usefulness(
    run: Run,
    graph: Graph | None = None,
    *,
    most: int = MOST,
    progress: Callable[[float], None] | None = None,
) -> tuple[Usefulness, ...]:
    """Fits the model of a run again without each of its motifs, with its settings, split and seed.

    The loss is measured from one more fit with all motifs, so that both sides are trained alike.
    It says what a motif adds to the others: of two motifs that carry the same signal, neither is
    missed.

    Parameters
    ----------
    run : Run
    graph : Graph, optional
        The training graph; a loaded run needs it.
    most : int
        Motifs to leave out, those that count most: each is a fit.
    progress : callable, optional
        Is given the share of the fits that are done, between 0 and 1.

    Returns
    -------
    tuple of Usefulness
        Most useful first, by Micro-F1; empty for a run with fewer than two motifs of its target.

    Examples
    --------
    >>> import motifcnn as mc
    >>> motifs = ["(t:package)--(c:library)", "(t:package)--(c:tag)"]
    >>> run = mc.fit(mc.load_dataset("debian"), motifs, epochs=2)
    >>> [len(motif_usefulness(run)), len(motif_usefulness(run, most=1))]
    [2, 1]
    """
    graph = training_graph(run, graph, "motif_usefulness(run, graph)")
    dropped = _heaviest(run, graph)[:most]
    if not dropped:
        return ()

    def scores(number: int, motifs: list[Motif]) -> Scores:
        fitted = fit(
            graph,
            motifs,
            model=run.model,
            preset=run.preset or None,
            split=run.split,
            target=run.target,
            seed=run.seed,
            settings=run.settings.to_json(),
        )
        if progress is not None:
            progress(number / (len(dropped) + 1))
        return fitted.test

    complete = scores(1, list(run.motifs))
    found = [
        Usefulness(motif, complete, scores(number, [m for m in run.motifs if m != motif]))
        for number, motif in enumerate(dropped, start=2)
    ]
    return tuple(sorted(found, key=lambda one: -one.micro_f1))


def _heaviest(run: Run, graph: Graph) -> list[Motif]:
    """Motifs of the target, those that count most first; none where there is no other."""
    own = [motif for motif in run.motifs if motif.target_type == run.target]
    if len(own) < 2:
        return []
    weights = mean_importance(motif_importance(run, graph))
    return sorted(own, key=lambda motif: -weights.get(str(motif), 0.0))
