"""A run with its scores on the test nodes, their intervals, and what another run is compared on."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from motifcnn.errors import MotifCNNError
from motifcnn.graph.graph import Graph
from motifcnn.studio.answer import Answer
from motifcnn.studio.loaded_run import loaded_run

if TYPE_CHECKING:
    from motifcnn.train.run.run import Run


class Score(Answer):
    """A score between 0 and 1, and its 95 % interval over draws of test nodes."""

    value: float
    low: float
    high: float


class RunView(Answer):
    """A run in a table.

    Parameters
    ----------
    split : str
        The same for runs whose scores compare; runs without scores have "".
    nodes : tuple of int
        Training, validation and test nodes.
    epochs, best : int
        How many there were, and the one that was kept.
    reruns : bool
        Whether there is a file by which `motifcnn train` trains it again.
    problem : str
        Why the run cannot be shown; all else is empty then.
    """

    name: str
    model: str = ""
    preset: str = ""
    target: str = ""
    motifs: tuple[str, ...] = ()
    seed: int = 0
    split: str = ""
    nodes: tuple[int, ...] = ()
    micro_f1: Score | None = None
    macro_f1: Score | None = None
    seconds: float = 0.0
    epochs: int = 0
    best: int = 0
    reruns: bool = False
    problem: str = ""


@dataclass(frozen=True, eq=False)
class ScoredRun:
    """A run as it is compared: true and predicted classes of its test nodes."""

    view: RunView
    y: npt.NDArray[np.int64]
    predicted: npt.NDArray[np.int64]


NOTHING = np.zeros(0, dtype=np.int64)


def scored_run(graph: Graph, folder: Path) -> ScoredRun:
    """Reads a run and scores it on its test nodes; what is wrong with it becomes its problem.

    Parameters
    ----------
    graph : Graph
        The training graph.
    folder : Path

    Examples
    --------
    >>> import tempfile
    >>> import motifcnn as mc
    >>> graph = mc.load_dataset("debian")
    >>> folder = Path(tempfile.mkdtemp(), "1")
    >>> mc.fit(graph, model="majority").save(folder)
    >>> found = scored_run(graph, folder).view
    >>> found.nodes, found.micro_f1.low < found.micro_f1.value < found.micro_f1.high
    ((311, 311, 2489), True)
    """
    from motifcnn.explain.training_graph import training_graph

    try:
        run = loaded_run(folder)
        training_graph(run, graph, "a studio of its graph")
        return _scored(graph, folder.name, run)
    except MotifCNNError as error:
        return ScoredRun(RunView(name=folder.name, problem=str(error)), NOTHING, NOTHING)


def _scored(graph: Graph, name: str, run: Run) -> ScoredRun:
    from motifcnn.evaluate.bootstrap import intervals
    from motifcnn.evaluate.metrics import on_test
    from motifcnn.graph.fingerprint import fingerprint

    parts = [run.split.train, run.split.val, run.split.test]
    y, predicted = on_test(run, graph)
    scores: dict[str, Any] = {}
    if len(y):
        for metric, (low, high) in intervals(y, predicted).items():
            scores[metric] = Score(value=getattr(run.test, metric), low=low, high=high)
    split = fingerprint({"target": run.target} | {str(i): np.sort(p) for i, p in enumerate(parts)})
    view = RunView(
        name=name,
        model=run.model,
        preset=run.preset,
        target=run.target,
        motifs=tuple(map(str, run.motifs)),
        seed=run.seed,
        split=split if scores else "",
        nodes=tuple(map(len, parts)),
        seconds=sum(run.seconds.values()),
        epochs=len(run.history),
        best=run.best,
        **scores,
    )
    order = np.argsort(run.split.test)  # two runs may have the same nodes in another order
    return ScoredRun(view, y[order], predicted[order])
