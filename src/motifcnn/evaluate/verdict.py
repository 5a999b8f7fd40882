"""Verdict: whether to believe a run, in words, beside what simpler models reach on its split."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from motifcnn.errors import MotifCNNError
from motifcnn.evaluate.bootstrap import difference, intervals
from motifcnn.evaluate.doubts import doubts
from motifcnn.evaluate.metrics import on_test
from motifcnn.graph.graph import Graph
from motifcnn.graph.schema import Schema
from motifcnn.nn.inputs import InputSettings
from motifcnn.readable import percent
from motifcnn.train.fit import fit
from motifcnn.train.run.run import Run

MAJORITY = "majority class"
BOOSTING = "gradient boosting on the columns"
LOGISTIC = "logistic regression on the columns"
GCN = "GCN with the same inputs"
RIVALS = (MAJORITY, BOOSTING, LOGISTIC, GCN)
COLUMNS = (BOOSTING, LOGISTIC)


@dataclass(frozen=True)
class Rival:
    """A simpler model on the split of a run.

    Parameters
    ----------
    name : str
    micro_f1, macro_f1 : float or None
        On the test nodes; None where it could not be fitted.
    low, high : float or None
        95 % interval of Micro-F1.
    behind : (float, float, float) or None
        Micro-F1 of the run less this one, with its 95 % interval; None for the run itself.
    own : bool
        Whether this is the run.
    reason : str
        Why there are no scores.
    """

    name: str
    micro_f1: float | None = None
    macro_f1: float | None = None
    low: float | None = None
    high: float | None = None
    behind: tuple[float, float, float] | None = None
    own: bool = False
    reason: str = ""


@dataclass(frozen=True)
class Verdict:
    """What a run is worth.

    Parameters
    ----------
    sentence : str
    rows : tuple of Rival
        The simpler models, then the run.
    warnings : tuple of str
        Reasons to doubt the scores, whichever model has them.
    """

    sentence: str
    rows: tuple[Rival, ...]
    warnings: tuple[str, ...] = ()


def judge(
    run: Run, graph: Graph | None = None, *, on_model: Callable[[str], None] | None = None
) -> Verdict:
    """Fits simpler models on the split of a run and says how it compares.

    They are the majority class, gradient boosting and logistic regression on the columns of the
    target alone, and a GCN with the inputs of the run, all but `diffusion`: a GCN carries inputs
    along the links itself. Diffused inputs gain it nothing, and take up to four times as long.

    Parameters
    ----------
    run : Run
        With test nodes.
    graph : Graph, optional
        The training graph; a loaded run needs it.
    on_model : callable, optional
        Is given the name of each model before it is fitted.

    Examples
    --------
    >>> import motifcnn as mc
    >>> run = mc.fit(mc.load_dataset("debian"), ["(t:package)--(c:library)"], epochs=5)
    >>> [row.name for row in judge(run).rows][:2]
    ['majority class', 'gradient boosting on the columns']
    """
    graph = graph or run.graph
    if graph is None or not len(run.split.test):
        raise MotifCNNError(
            "a verdict compares predictions of test nodes with their labels; give a run with test "
            "nodes and its graph"
        )
    fits = _rivals(run, graph)
    rivals = []
    for name, fitted in fits.items():
        if on_model is not None:
            on_model(name)
        try:
            rivals.append(_beside(name, fitted(), run, graph))
        except MotifCNNError as error:  # such as trees without a column
            rivals.append(Rival(name, reason=str(error)))
    own = replace(_beside(run.model, run, run, graph), behind=None, own=True)
    return Verdict(sentence(rivals, own), (*rivals, own), doubts(run, graph))


def sentence(rivals: Sequence[Rival], own: Rival) -> str:
    """How a run compares with simpler models, in one or two sentences.

    Examples
    --------
    >>> rivals = [
    ...     Rival(MAJORITY, 0.3, 0.1, behind=(0.4, 0.35, 0.45)),
    ...     Rival(BOOSTING, 0.66, 0.5, behind=(0.041, 0.029, 0.053)),
    ... ]
    >>> sentence(rivals, Rival("motif-cnn", 0.7, 0.6, own=True))
    'Better than the table alone by 4.1 points of Micro-F1 (2.9 to 5.3).'
    """
    scored = {rival.name: rival for rival in rivals if rival.behind is not None}
    majority = scored.get(MAJORITY)
    columns = [scored[name] for name in COLUMNS if name in scored]
    best = max(columns, key=lambda rival: rival.micro_f1 or 0.0, default=None)
    parts = []
    if majority is not None and not _ahead(majority):
        parts.append(
            f"No better than the majority class ({_points(majority)}): it finds no signal for this "
            "label"
        )
        if best is not None and _behind(best):
            parts.append(f"the columns have some: {best.name} is ahead by {_points(best, sign=-1)}")
        if (gcn := scored.get(GCN)) is not None and _behind(gcn):
            parts.append(f"the links have some: a {gcn.name} is ahead by {_points(gcn, sign=-1)}")
        return f"{'; '.join(parts)}."
    if best is not None:
        parts.append(f"{_compared(best, 'the table alone')}")
    elif majority is not None:
        parts.append(_compared(majority, "the majority class"))
    if (gcn := scored.get(GCN)) is not None:
        parts.append(_compared(gcn, "a GCN with the same inputs"))
    return " ".join(f"{part}." for part in parts) or "There is nothing to compare it with."


def _rivals(run: Run, graph: Graph) -> dict[str, Callable[[], Run]]:
    alike: dict[str, Any] = {"split": run.split, "target": run.target, "seed": run.seed}
    table = _table_alone(graph, run.target)
    inputs: dict[str, Any] = {}
    if isinstance(run.settings, InputSettings):
        inputs = dict(run.settings.of(InputSettings)) | {"diffusion": 0.0}
    fits: dict[str, Callable[[], Run]] = {MAJORITY: partial(fit, graph, model="majority", **alike)}
    if table.features:
        fits[BOOSTING] = partial(fit, table, model="boosting", **alike)
        fits[LOGISTIC] = partial(fit, table, model="logistic", **alike)
    if graph.schema.relations and run.model != "gcn":
        fits[GCN] = partial(fit, graph, model="gcn", settings=inputs, **alike)
    return fits


def _table_alone(graph: Graph, target: str) -> Graph:
    """The nodes of the target type with their columns and labels, and no links."""
    return Graph(
        Schema((target,), ()),
        {},
        {target: graph.counts[target]},
        ids={target: graph.ids[target]},
        features={t: x for t, x in graph.features.items() if t == target},
        labels={target: graph.labels[target]},
    )


def _beside(name: str, rival: Run, run: Run, graph: Graph) -> Rival:
    y, own = on_test(run, graph)
    _, predicted = on_test(rival, graph)
    low, high = intervals(y, predicted)["micro_f1"]
    behind = (run.test.micro_f1 - rival.test.micro_f1, *difference(y, own, predicted)["micro_f1"])
    return Rival(name, rival.test.micro_f1, rival.test.macro_f1, low, high, behind)


def _ahead(rival: Rival) -> bool:
    """Whether the run is ahead of the rival, its whole interval."""
    return rival.behind is not None and rival.behind[1] > 0


def _behind(rival: Rival) -> bool:
    return rival.behind is not None and rival.behind[2] < 0


def _compared(rival: Rival, what: str) -> str:
    if _ahead(rival):
        return f"Better than {what} by {_points(rival)}"
    if _behind(rival):
        return f"Worse than {what} by {_points(rival, sign=-1)}"
    if rival.behind == (0.0, 0.0, 0.0):
        return f"As good as {what}: Micro-F1 is the same"
    return f"No better than {what}: a difference of {_points(rival)} may be chance"


def _points(rival: Rival, sign: int = 1) -> str:
    middle, low, high = rival.behind or (0.0, 0.0, 0.0)
    ends = sorted((sign * low, sign * high))
    return f"{percent(sign * middle)} points of Micro-F1 ({percent(ends[0])} to {percent(ends[1])})"
