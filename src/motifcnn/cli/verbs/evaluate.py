"""`motifcnn evaluate`: a model on repeated random splits, beside others on the same splits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from motifcnn.cli.options.errors import OptionError
from motifcnn.cli.options.flags import (
    BaselineNames,
    ClassWeights,
    ConfigFile,
    ConfiguredGraphName,
    Device,
    Json,
    ModelName,
    MotifPatterns,
    OwnEpochs,
    PresetName,
    SettingTexts,
    TargetType,
)
from motifcnn.cli.options.graph import open_graph
from motifcnn.cli.show.plural import plural
from motifcnn.cli.show.screen import show_json, show_line, show_table
from motifcnn.cli.show.training_progress import training_progress

if TYPE_CHECKING:
    from motifcnn.evaluate import Evaluation

EXAMPLES = """Examples:

motifcnn evaluate debian --splits 10 --baseline gcn --baseline mlp

motifcnn evaluate debian --model motif-cnn-no-roles --baseline motif-cnn --fractions 0.2,0.1,0.7 --json"""

METRICS = ("micro_f1", "macro_f1")


def evaluate(
    graph: ConfiguredGraphName = None,
    motif: MotifPatterns = None,
    preset: PresetName = None,
    model: ModelName = None,
    baseline: BaselineNames = None,
    splits: Annotated[
        int | None, typer.Option(help="How many random splits: seeds 0, 1, ...", show_default="10")
    ] = None,
    fractions: Annotated[
        str | None,
        typer.Option(help="Shares of train, validation and test.", show_default="0.1,0.1,0.8"),
    ] = None,
    stratified: Annotated[
        bool | None, typer.Option("--stratified", help="Deal out each class on its own.")
    ] = None,
    config: ConfigFile = None,
    target: TargetType = None,
    epochs: OwnEpochs = None,
    class_weights: ClassWeights = None,
    device: Device = None,
    settings: SettingTexts = None,
    json: Json = False,
) -> None:
    """Scores a model on repeated random splits: mean, deviation, and a paired test against each baseline."""
    from motifcnn.cli.options.training import read_options

    options = read_options(
        config,
        {
            "graph": graph,
            "motif": motif,
            "preset": preset,
            "model": model,
            "baseline": baseline,
            "splits": splits,
            "fractions": fractions,
            "stratified": stratified,
            "target": target,
            "epochs": epochs,
            "class_weights": class_weights,
            "device": device,
            "settings": settings,
        },
    )
    source = options.graph_for("evaluate")
    if options.fractions[2] <= 0:
        raise OptionError(
            f"fractions {options.fractions} leave no test nodes to score; make the third share positive"
        )
    if options.model in options.baseline:
        raise OptionError(
            f"--baseline {options.model!r} is the evaluated model itself: a model is not compared with itself. Leave it out, or "
            "evaluate another --model"
        )
    from motifcnn.cli.options.model import require_labels, require_taken
    from motifcnn.evaluate import evaluate as evaluate_model

    require_taken(options)
    data = open_graph(source)
    require_labels(data, source, options.target)
    found: dict[str, Evaluation] = {}
    for name in dict.fromkeys((options.model, *options.baseline)):
        # A preset's settings and the number of epochs are the model's own; a baseline keeps those
        # of its paper.
        own = (
            options.for_fit()
            if name == options.model
            else options.for_fit() | {"model": name, "epochs": None, "settings": {}}
        )
        with training_progress(name) as callbacks:
            found[name] = evaluate_model(
                data,
                options.motifs,
                splits=options.splits,
                fractions=options.fractions,
                stratified=options.stratified,
                callbacks=callbacks,
                **own,
            )
    rows = [_row(found[options.model], other) for other in found.values()]
    if json:
        show_json(
            {"graph": source, "model": options.model, "splits": options.splits, "models": rows}
        )
        return
    show_table(
        f"{source}: {plural(options.splits, 'random split')}, mean ± deviation in per cent",
        ("model", "Micro-F1", "Macro-F1", "p (Micro)", "p (Macro)"),
        (
            (row["model"], *(_mean(row[m]) for m in METRICS), *(_p_value(row[m]) for m in METRICS))
            for row in rows
        ),
    )
    if options.epochs is not None and options.baseline:
        show_line(
            f"{options.model} had at most {plural(options.epochs, 'epoch')}; baselines had as many as their own settings say"
        )


def _row(one: Evaluation, other: Evaluation) -> dict[str, Any]:
    """Scores of a model over the splits, and for a baseline how far the evaluated model is ahead of it."""
    from motifcnn.evaluate import compare

    row: dict[str, Any] = {"model": other.name}
    for metric in METRICS:
        row[metric] = {
            "mean": other.mean(metric),
            "deviation": other.deviation(metric),
            "values": other.values(metric).tolist(),
        }
        if other is not one and len(one.seeds) > 1:
            comparison = compare(one, other, metric)
            row[metric] |= {
                "ahead": comparison.difference,
                "p_value": comparison.p_value,
                "test": comparison.test,
            }
    return row


def _mean(scores: dict[str, Any]) -> str:
    return f"{100 * scores['mean']:.2f} ± {100 * scores['deviation']:.2f}"


def _p_value(scores: dict[str, Any]) -> str:
    return f"{scores['p_value']:.2g}" if "p_value" in scores else ""
