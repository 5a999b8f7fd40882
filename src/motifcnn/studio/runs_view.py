"""Runs side by side: scores on one split with intervals, and the difference of two of them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from motifcnn.errors import MotifCNNError
from motifcnn.graph.graph import Graph
from motifcnn.studio.answer import Answer
from motifcnn.studio.scored_run import RunView, Score
from motifcnn.studio.workbench import Workbench


class RunsView(Answer):
    """The runs in the folder, newest first."""

    folder: str
    runs: list[RunView]


class Difference(Answer):
    """Scores of one run less those of another, on the same draws of test nodes."""

    one: str
    other: str
    micro_f1: Score
    macro_f1: Score
    sentence: str


def runs_view(bench: Workbench) -> RunsView:
    """Every run in the folder with its scores; a run that cannot be read has a problem instead."""
    names = bench.runs.names()
    return RunsView(folder=str(bench.runs.path), runs=[bench.scored(name).view for name in names])


def difference_of(bench: Workbench, one: str, other: str) -> Difference:
    """Compares two runs on one split.

    Raises
    ------
    MotifCNNError
        If they have different test nodes, so that their scores do not compare.
    """
    first, second = bench.scored(one), bench.scored(other)
    if not first.view.split or first.view.split != second.view.split:
        raise MotifCNNError(
            f"{one!r} and {other!r} have different splits, so their scores do not compare; train "
            "one of them again with the split and the seed of the other"
        )
    spread = bench.reading.call(_spread, first.y, first.predicted, second.predicted)
    found = {}
    for metric, (low, high) in spread.items():
        mine, theirs = getattr(first.view, metric), getattr(second.view, metric)
        found[metric] = Score(value=mine.value - theirs.value, low=low, high=high)
    return Difference(one=one, other=other, sentence=_sentence(found["micro_f1"]), **found)


def _spread(graph: Graph, *classes: npt.NDArray[np.int64]) -> dict[str, tuple[float, float]]:
    from motifcnn.evaluate.bootstrap import difference

    return difference(*classes)


def _sentence(micro: Score) -> str:
    """What the interval says.

    Examples
    --------
    >>> _sentence(Score(value=0.02, low=-0.01, high=0.05))
    'The difference may be chance: its interval holds 0.'
    """
    if micro.low > 0:
        return "The first is better: the whole interval is above 0."
    if micro.high < 0:
        return "The second is better: the whole interval is below 0."
    return "The difference may be chance: its interval holds 0."
