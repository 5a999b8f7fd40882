"""`motifcnn evaluate`: models on the same repeated random splits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from motifcnn.cli.options import flags
from motifcnn.cli.options.errors import OptionError
from motifcnn.cli.options.graph import is_tables
from motifcnn.cli.options.table_split import table_shares
from motifcnn.cli.show.progress import training_progress
from motifcnn.cli.show.screen import show_json, show_line, show_table
from motifcnn.readable import plural

if TYPE_CHECKING:
    from motifcnn.evaluate import Evaluation

EXAMPLES = """Examples:

motifcnn evaluate debian --splits 10 --baseline gcn --baseline mlp

motifcnn evaluate debian --model motif-cnn-no-roles --baseline motif-cnn --json"""

METRICS = ("micro_f1", "macro_f1")


def evaluate(
    call: typer.Context,
    graph: flags.ConfiguredGraphName = None,
    motif: flags.MotifPatterns = None,
    preset: flags.PresetName = None,
    model: flags.ModelName = None,
    baseline: flags.BaselineNames = None,
    fractions: Annotated[
        str | None,
        typer.Option(
            help="Shares of train, validation and test.",
            show_default="0.1,0.1,0.8; tables 0.6,0.2,0.2",
        ),
    ] = None,
    splits: Annotated[
        int | None, typer.Option(help="How many random splits: seeds 0, 1, ...", show_default="10")
    ] = None,
    stratified: Annotated[
        bool | None, typer.Option("--stratified", help="Split each class by itself.")
    ] = None,
    config: flags.ConfigFile = None,
    target: flags.TargetType = None,
    epochs: flags.OwnEpochs = None,
    class_weights: flags.ClassWeights = None,
    device: flags.Device = None,
    settings: flags.SettingTexts = None,
    json: flags.Json = False,
) -> None:
    """Scores models on random splits: mean, deviation, and a paired test against each baseline."""
    from motifcnn.cli.options.model import for_baseline
    from motifcnn.cli.options.training import labelled_graph, training_options

    options = training_options(call)
    if options.fractions[2] <= 0:
        raise OptionError(
            f"fractions {options.fractions} leave no test nodes to score; make the third positive"
        )
    if options.model in options.baseline:
        raise OptionError(
            f"--baseline {options.model!r} is the evaluated model itself; leave it out, or "
            "evaluate another --model"
        )
    data = labelled_graph(options)
    shares, by_class = options.fractions, options.stratified
    if is_tables(options.graph):
        shares, by_class = table_shares(options)
    from motifcnn.evaluate import evaluate as evaluate_model

    evaluations: list[Evaluation] = []
    for name in dict.fromkeys((options.model, *options.baseline)):
        given = options.for_fit() if name == options.model else for_baseline(options, name)
        with training_progress(name) as callbacks:
            found = evaluate_model(
                data,
                splits=options.splits,
                fractions=shares,
                stratified=by_class,
                callbacks=callbacks,
                **given,
            )
        evaluations.append(found)
    rows = [_row(evaluations[0], other) for other in evaluations]
    if json:
        head = {"graph": options.graph, "model": options.model, "splits": options.splits}
        show_json(head | {"fractions": shares, "models": rows})
        return
    parts = "/".join(f"{100 * share:.3g}" for share in shares)
    show_table(
        f"{options.graph}: {plural(options.splits, 'random split')} of {parts} %, mean ± deviation "
        "in per cent",
        ("model", "Micro-F1", "Macro-F1", "p (Micro)", "p (Macro)"),
        (
            (found.name, *map(found.text, METRICS), *(_p_value(row[m]) for m in METRICS))
            for found, row in zip(evaluations, rows, strict=True)
        ),
    )
    if options.epochs is not None and options.baseline:
        show_line(
            f"{options.model} had at most {plural(options.epochs, 'epoch')}; baselines had as many "
            "as their own settings say"
        )


def _row(one: Evaluation, other: Evaluation) -> dict[str, Any]:
    """Scores of a model over the splits; for a baseline also the test of `one` against it."""
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


def _p_value(scores: dict[str, Any]) -> str:
    return f"{scores['p_value']:.2g}" if "p_value" in scores else ""
