"""Terms of a table in words: inputs, tuning and splits, as its head states them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from motifcnn.experiments.experiment import TUNING_SEED, Experiment, Row
from motifcnn.experiments.inputs import IN_WORDS
from motifcnn.methods import get_method
from motifcnn.methods.motif_cnn_settings import CANDIDATES
from motifcnn.readable import plural


def terms(experiment: Experiment) -> str:
    """Splits, tuning and inputs of an experiment.

    Examples
    --------
    >>> print(terms(Experiment("mine", "Mine", (), (), splits=3, trials=0)))
    Splits: 3. Settings: every method has those of its own recipe. Inputs: every method has those of
    its own recipe.
    """
    splits = f"Splits: {experiment.splits}."
    return f"{splits} Settings: {_tuning(experiment)}. Inputs: {_inputs(experiment)}."


def _tuning(experiment: Experiment) -> str:
    if experiment.trials <= 1:
        return "every method has those of its own recipe" + _changed(experiment)
    as_they_are = [row.name for row in experiment.rows if not row.tuned]
    split = f"a split that the table does not use (seed {TUNING_SEED})"
    official = (
        "the official training nodes, with validation nodes of their own or, where they have "
        f"none, drawn by seed {TUNING_SEED}"
    )
    where = [split] * any(not column.official for column in experiment.columns)
    where += [official] * any(column.official for column in experiment.columns)
    return (
        f"every method is tuned once per graph, {plural(experiment.trials, 'fit')} with its own "
        f"recipe first, on {' or '.join(where) or split}; what validation nodes prefer there is "
        "fixed for all splits" + (f"; not tuned: {', '.join(as_they_are)}" if as_they_are else "")
    )


def _changed(experiment: Experiment) -> str:
    """What rows change about their recipes: what all of them share, then each."""
    own = {
        row.name: {key: v for key, v in row.settings.items() if key not in experiment.inputs}
        for row in experiment.rows
    }
    first = next(iter(own.values()), {})
    shared = {
        key: value
        for key, value in first.items()
        if all(key in each and each[key] == value for each in own.values())
    }
    parts = [_listed(shared)] if shared else []
    for name, settings in own.items():
        if left := {key: value for key, value in settings.items() if key not in shared}:
            parts.append(f"{name}: {_listed(left)}")
    return f" but for {'; '.join(parts)}" if parts else ""


def _inputs(experiment: Experiment) -> str:
    if experiment.choices:
        return _choices(experiment)
    if not experiment.inputs:
        return "every method has those of its own recipe"
    name = next((text + ": " for inputs, text in IN_WORDS if inputs == experiment.inputs), "")
    others = []
    for row in experiment.rows:
        own = {key: value for key, value in row.settings.items() if key in experiment.inputs}
        if own:
            others.append(f"; {row.name}: {_listed(own)}")
    same = f"the same for every method ({name}{_listed(experiment.inputs)})"
    return same + "".join(others)


def _choices(experiment: Experiment) -> str:
    each = "; ".join(f"{name} ({_listed(made)})" for name, made in experiment.choices.items())
    same = (
        "on each split every method is fitted with each of the same "
        f"{len(experiment.choices)}, of which validation nodes keep one: {each}"
    )
    further: dict[str, list[str]] = {}
    for column in experiment.columns:
        for name, made in column.choices.items():
            further.setdefault(f"{name} ({_listed(made)})", []).append(column.name)
    same += "".join(f". On {', '.join(names)} also {text}" for text, names in further.items())
    return same + "".join(f". {_own(row)}" for row in experiment.rows if row.own_inputs)


def _own(row: Row) -> str:
    """The inputs of a row that has those of its recipe."""
    if not getattr(get_method(row.model).configured(row.preset, row.settings), "choose", False):
        return f"{row.name} has the inputs of its recipe"
    return (
        f"{row.name} has the candidates of its recipe instead, those of them that suit the graph: "
        f"{', '.join(CANDIDATES)}"
    )


def _listed(settings: Mapping[str, Any]) -> str:
    return ", ".join(f"{name}={value}" for name, value in settings.items())
