"""Running a tuning: fits on the split that no table uses, of which validation chooses one."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from motifcnn.experiments.attempt import attempt
from motifcnn.experiments.cell import Tuning, space
from motifcnn.experiments.experiment import TUNING_SEED
from motifcnn.experiments.run_cell import fit_options
from motifcnn.experiments.store import Result
from motifcnn.graph.graph import Graph
from motifcnn.train.tune import Trial, tune

OnTrials = Callable[[list[Trial]], None]


def run_tuning(
    tuning: Tuning, *, known: Sequence[Trial] = (), on_trials: OnTrials | None = None
) -> Result:
    """The settings that were "chosen" and all "trials", or a "reason" why there are none.

    Scores of test nodes are in no part of it.

    Parameters
    ----------
    tuning : Tuning
    known : sequence of Trial
        Trials of a run that was stopped. Those that failed are fitted again.
    on_trials : callable, optional
        Is given all trials so far whenever one was fitted.
    """
    known = [trial for trial in known if not trial.reason]
    done: list[Trial] = []

    def on_trial(trial: Trial) -> None:
        done.append(trial)
        if on_trials is not None and trial not in known:
            on_trials([*done, *(each for each in known if each not in done)])

    def chosen(graph: Graph) -> Result:
        motifs, options = fit_options(tuning, graph, TUNING_SEED)
        found = tune(graph, motifs, trials=tuning.trials, known=known, on_trial=on_trial, **options)
        own: dict[str, Any] = {name: found.settings[name] for name in space(tuning.row)}
        # As it is stored: trials of a stopped tuning come back with lists for tuples.
        return {"chosen": json.loads(json.dumps(own))}

    result = attempt(tuning.column, chosen)
    return result | {"trials": [trial.to_json() for trial in done]}
