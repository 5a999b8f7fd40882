"""`motifcnn tune`: settings that validation prefers, as a file that `motifcnn train` reads."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from motifcnn.cli.options.flags import (
    ClassWeights,
    ConfigFile,
    ConfiguredGraphName,
    Device,
    Epochs,
    Json,
    ModelName,
    MotifPatterns,
    PresetName,
    SplitText,
    TargetType,
)
from motifcnn.cli.options.graph import open_graph
from motifcnn.cli.show.plural import plural
from motifcnn.cli.show.run import describe_scores
from motifcnn.cli.show.screen import show_json, show_line, show_table, stderr
from motifcnn.cli.show.training_progress import training_progress

if TYPE_CHECKING:
    from motifcnn.train.tuning import Trial

EXAMPLES = """Examples:

motifcnn tune debian --model gcn --trials 20 --out best.toml

motifcnn train --config best.toml --out runs/best

motifcnn tune debian --trials 10 --set filters=[64] --state trials.json --json"""


def tune(
    graph: ConfiguredGraphName = None,
    motif: MotifPatterns = None,
    preset: PresetName = None,
    model: ModelName = None,
    trials: Annotated[
        int, typer.Option(min=1, help="Fits in all; the first has the method's own settings.")
    ] = 20,
    config: ConfigFile = None,
    target: TargetType = None,
    split: SplitText = None,
    seed: Annotated[
        int | None,
        typer.Option(help="Decides weights, random splits and the search.", show_default="0"),
    ] = None,
    epochs: Epochs = None,
    class_weights: ClassWeights = None,
    device: Device = None,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", help="A setting to hold at a value, NAME=VALUE; repeat it."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="TOML file to write for `motifcnn train --config`.")
    ] = None,
    state: Annotated[
        Path | None, typer.Option(help="JSON file of finished trials, to keep and to go on from.")
    ] = None,
    json: Json = False,
) -> None:
    """Tries settings on one split and keeps those with the best mean of Micro- and Macro-F1 on validation nodes."""
    from motifcnn.cli.options.training import read_options

    options = read_options(
        config,
        {
            "graph": graph,
            "motif": motif,
            "preset": preset,
            "model": model,
            "target": target,
            "split": split,
            "seed": seed,
            "epochs": epochs,
            "class_weights": class_weights,
            "device": device,
            "settings": settings,
        },
    )
    source = options.graph_for("tune")
    from motifcnn.cli.options.model import require_labels, require_taken
    from motifcnn.cli.options.tuning_state import TuningState
    from motifcnn.train.tuning import tune as search

    require_taken(options)
    data = open_graph(source)
    require_labels(data, source, options.target)
    kept = TuningState(state, options.model_dump())
    shown = _Lines(trials)

    def on_trial(trial: Trial) -> None:
        shown(trial)
        kept.add(trial)

    with training_progress(options.model) as callbacks:
        tuned = search(
            data,
            options.motifs,
            split=options.split,
            seed=options.seed,
            trials=trials,
            known=kept.trials,
            on_trial=on_trial,
            callbacks=callbacks,
            **options.for_fit(),
        )
    if out is not None:
        from motifcnn.cli.options.toml_file import write_options

        chosen = {name: tuned.run.config.to_json()[name] for name in tuned.settings}
        write_options(out, options.model_copy(update={"settings": chosen}))
    found = {
        "graph": source,
        "model": options.model,
        "settings": {name: tuned.run.config.to_json()[name] for name in tuned.settings},
        "validation": describe_scores(tuned.run.validation),
        "test": describe_scores(tuned.run.test),
        "trials": [trial.to_json() for trial in tuned.trials],
        "out": None if out is None else str(out),
    }
    if json:
        show_json(found)
        return
    _show(found)


class _Lines:
    """A line on stderr per trial, for those who wait."""

    def __init__(self, trials: int) -> None:
        self.trials, self.done, self.best = trials, 0, -1.0

    def __call__(self, trial: Trial) -> None:
        self.done += 1
        self.best = max(self.best, trial.value)
        outcome = (
            trial.reason
            or f"{100 * trial.value:.2f} on validation, best {100 * self.best:.2f}, {trial.seconds:.1f} s"
        )
        stderr().print(
            f"trial {self.done} of {self.trials}: {outcome}", markup=False, soft_wrap=True
        )


def _show(found: dict[str, Any]) -> None:
    trials = found["trials"]
    names = list(trials[0]["settings"])
    best = max(
        range(len(trials)), key=lambda i: sum(trials[i][m] or 0.0 for m in ("micro_f1", "macro_f1"))
    )
    show_table(
        f"{found['graph']}, {found['model']}: {plural(len(trials), 'trial')}, validation in per cent",
        ("trial", *names, "Micro-F1", "Macro-F1", "seconds"),
        (
            (
                f"{number}{' (own settings)' if number == 1 else ''}{' *' if number == best + 1 else ''}",
                *(str(trial["settings"][name]) for name in names),
                *(
                    "failed" if trial[m] is None else f"{100 * trial[m]:.2f}"
                    for m in ("micro_f1", "macro_f1")
                ),
                f"{trial['seconds']:.1f}",
            )
            for number, trial in enumerate(trials, 1)
        ),
    )
    test = found["test"]
    if test["micro_f1"] is not None:
        show_line(
            f"test, with the settings marked *: {100 * test['micro_f1']:.2f} / {100 * test['macro_f1']:.2f}"
        )
    if found["out"] is not None:
        show_line(f"settings in {found['out']}; next: motifcnn train --config {found['out']}")
