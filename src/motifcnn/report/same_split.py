"""Baselines of a report: their scores must be of the same nodes as those of the run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from motifcnn.errors import MotifCNNError
from motifcnn.methods.scores import Scores
from motifcnn.train.run.run import Run

Baselines = Sequence[Run] | Mapping[str, Run | Scores]


class ComparisonError(MotifCNNError, ValueError):
    """Two runs with different targets, splits or classes, so that scores do not compare."""


def named_baselines(run: Run, baselines: Baselines) -> dict[str, Run | Scores]:
    """Baselines by name; a run on another target or split than `run` is an error.

    Of bare scores nothing can be checked.
    """
    named: dict[str, Run | Scores] = (
        dict(baselines)
        if isinstance(baselines, Mapping)
        else {other.model: other for other in baselines}
    )
    for name, other in named.items():
        if isinstance(other, Run):
            require_same_split(run, other, name)
    return named


def require_same_split(run: Run, other: Run, name: str) -> None:
    """Raises a `ComparisonError` unless both runs have the same target, split and classes."""
    if other.target != run.target:
        raise ComparisonError(
            f"baseline {name!r} classifies {other.target} nodes, {run.model} classifies "
            f"{run.target} nodes: their scores do not compare. Give a run on {run.target}, or the "
            "name of a model to train on the same split."
        )
    for part, title in (("train", "training"), ("val", "validation"), ("test", "test")):
        own, others = (set(each.ids[getattr(each.split, part)].tolist()) for each in (run, other))
        if own != others:
            raise ComparisonError(
                f"baseline {name!r} has another split than {run.model}: {len(others):,} {title} "
                f"nodes, {len(own):,} are expected, {len(own & others):,} are the same. Train it "
                "on that split, or give the name of a model to train."
            )
    if run.classes != other.classes:
        raise ComparisonError(
            f"baseline {name!r} has the classes {', '.join(other.classes)}, {run.model} has "
            f"{', '.join(run.classes)}: their scores do not compare. Give a run on the same labels."
        )
