"""`motifcnn tune`: settings that validation prefers, as a file that `motifcnn train` reads."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from motifcnn.cli.options import flags
from motifcnn.cli.options.graph import is_tables
from motifcnn.cli.options.out import require_file
from motifcnn.cli.options.table_split import table_split
from motifcnn.cli.show.progress import training_progress
from motifcnn.cli.show.run import describe_scores
from motifcnn.cli.show.screen import show_json, show_line, show_note, show_table
from motifcnn.readable import percent, plural

if TYPE_CHECKING:
    from motifcnn.train.tune import Trial

EXAMPLES = """Examples:

motifcnn tune debian --model gcn --trials 20 --out best.toml

motifcnn train --config best.toml --out runs/best

motifcnn tune debian --trials 10 --set filters=[64] --state trials.json --json"""

METRICS = ("micro_f1", "macro_f1")


def tune(
    call: typer.Context,
    graph: flags.ConfiguredGraphName = None,
    motif: flags.MotifPatterns = None,
    preset: flags.PresetName = None,
    model: flags.ModelName = None,
    trials: Annotated[
        int, typer.Option(min=1, help="Fits in all; the first has the method's own settings.")
    ] = 20,
    config: flags.ConfigFile = None,
    target: flags.TargetType = None,
    split: flags.SplitText = None,
    seed: flags.Seed = None,
    epochs: flags.Epochs = None,
    class_weights: flags.ClassWeights = None,
    device: flags.Device = None,
    settings: flags.SettingTexts = None,
    out: Annotated[
        Path | None, typer.Option(help="TOML file to write for `motifcnn train --config`.")
    ] = None,
    state: Annotated[
        Path | None, typer.Option(help="JSON file of finished trials, to keep and to go on from.")
    ] = None,
    json: flags.Json = False,
) -> None:
    """Tries settings on one split, keeps those with the best mean F1 on validation nodes."""
    from motifcnn.cli.options.training import labelled_graph, training_options

    options = training_options(call, without=("out",))
    require_file(out)
    require_file(state, "--state")
    data = labelled_graph(options)
    from motifcnn.cli.options.toml_file import write_toml
    from motifcnn.cli.options.tuning_state import TuningState
    from motifcnn.train.tune import tune as search

    finished = TuningState(state, options.model_dump())
    lines = _Lines(trials)

    def on_trial(trial: Trial) -> None:
        lines.add(trial)
        finished.add(trial)

    with training_progress(options.model) as callbacks:
        tuned = search(
            data,
            split=table_split(options, data) if is_tables(options.graph) else options.split,
            seed=options.seed,
            trials=trials,
            known=finished.trials,
            on_trial=on_trial,
            callbacks=callbacks,
            **options.for_fit(),
        )
    chosen = {name: tuned.run.settings.to_json()[name] for name in tuned.settings}
    if out is not None:
        best = options.model_copy(update={"settings": chosen})
        write_toml(out, best.model_dump(exclude_defaults=True))
    result = {
        "graph": options.graph,
        "model": options.model,
        "settings": chosen,
        "validation": describe_scores(tuned.run.validation),
        "test": describe_scores(tuned.run.test),
        "trials": [trial.to_json() for trial in tuned.trials],
        "out": None if out is None else str(out),
    }
    if json:
        show_json(result)
    else:
        _show(result)


class _Lines:
    """A line on stderr after each trial."""

    def __init__(self, trials: int) -> None:
        self.trials, self.done, self.best = trials, 0, -1.0

    def add(self, trial: Trial) -> None:
        self.done += 1
        self.best = max(self.best, trial.value)
        scores = f"{percent(trial.value, 2)} on validation, best {percent(self.best, 2)}"
        outcome = trial.reason or f"{scores}, {trial.seconds:.1f} s"
        show_note(f"trial {self.done} of {self.trials}: {outcome}")


def _show(result: dict[str, Any]) -> None:
    trials = result["trials"]
    names = list(trials[0]["settings"])
    best = max(trials, key=lambda trial: sum(trial[metric] or 0.0 for metric in METRICS))
    show_table(
        f"{result['graph']}, {result['model']}: {plural(len(trials), 'trial')}, "
        "validation in per cent",
        ("trial", *names, "Micro-F1", "Macro-F1", "seconds"),
        (
            (
                f"{number}{' (own settings)' if number == 1 else ''}{' *' * (trial is best)}",
                *(str(trial["settings"][name]) for name in names),
                *("failed" if trial[m] is None else percent(trial[m], 2) for m in METRICS),
                f"{trial['seconds']:.1f}",
            )
            for number, trial in enumerate(trials, 1)
        ),
    )
    test = result["test"]
    if test["micro_f1"] is not None:
        scores = " / ".join(percent(test[metric], 2) for metric in METRICS)
        show_line(f"test, with the settings marked *: {scores}")
    if result["out"] is not None:
        show_line(f"settings in {result['out']}; next: motifcnn train --config {result['out']}")
