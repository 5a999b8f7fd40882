"""`motifcnn train`: trains a model, scores it and stores the run."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from motifcnn.cli.options import flags
from motifcnn.cli.options.run import RUN, check_out, save_run
from motifcnn.cli.options.table_split import table_split
from motifcnn.cli.show.progress import training_progress
from motifcnn.cli.show.run import describe_run, show_run
from motifcnn.cli.show.screen import show_json, show_line, show_note
from motifcnn.cli.show.verdict import describe_verdict, judged, show_verdict

if TYPE_CHECKING:
    from motifcnn.cli.options.tables import ImportedTables

EXAMPLES = """Examples:

motifcnn train debian --out runs/1

motifcnn train shop --label customers.segment --yes --out runs/shop

motifcnn train debian --motif "(t:package)--(c:library)" --seed 1

motifcnn train debian --motif auto --out runs/2

motifcnn train debian --model auto --out runs/3

motifcnn train --config run.toml --epochs 100 --set dropout=0.3 --checkpoint state

motifcnn train large --preset asonam --batch-size 1024 --sample 10

torchrun --nproc-per-node 2 -m motifcnn train large --batch-size 1024 --out runs/4"""


def train(
    call: typer.Context,
    graph: flags.ConfiguredGraphName = None,
    motif: flags.MotifPatterns = None,
    preset: flags.PresetName = None,
    model: flags.ModelName = None,
    config: flags.ConfigFile = None,
    target: flags.TargetType = None,
    split: flags.SplitText = None,
    seed: flags.Seed = None,
    epochs: flags.Epochs = None,
    batch_size: Annotated[
        int | None, typer.Option(help="Training nodes per step.", show_default="all")
    ] = None,
    sample: Annotated[
        int | None,
        typer.Option(help="Most instances per node and motif in a batch.", show_default="all"),
    ] = None,
    class_weights: flags.ClassWeights = None,
    device: flags.Device = None,
    settings: flags.SettingTexts = None,
    label: flags.LabelColumn = None,
    unknown: flags.UnknownKeys = None,
    yes: flags.Yes = False,
    decide: flags.Decide = None,
    compare: Annotated[
        bool | None,
        typer.Option(
            "--compare/--no-compare",
            help="Fit simpler models on the same split and end with a verdict.",
            show_default="yes for tables",
        ),
    ] = None,
    out: Annotated[
        str | None, typer.Option(help="Folder to store the run in; replaces a run that is there.")
    ] = None,
    checkpoint: Annotated[
        str | None, typer.Option(help="Folder to keep the state in, and to go on from.")
    ] = None,
    checkpoint_every: Annotated[
        int | None, typer.Option(help="Epochs between checkpoints.", show_default="10")
    ] = None,
    json: flags.Json = False,
) -> None:
    """Trains a model, keeps its best epoch on validation and scores the test nodes once.

    A folder of tables is imported first, and the model compared with simpler ones. Started by
    torchrun, all processes share the work, and the first one alone prints and writes.
    """
    from motifcnn.cli.options.training import labelled_graph, labelled_tables, training_options

    options = training_options(call)
    folder = None if options.out is None else Path(options.out)
    check_out(folder, None if options.checkpoint is None else Path(options.checkpoint))
    tables = labelled_tables(options, label=label, unknown=unknown, yes=yes, decide=decide or ())
    data = labelled_graph(options) if tables is None else tables.graph
    if tables is not None:
        _show_tables(tables, options.graph)
    from motifcnn.explain import motif_importance
    from motifcnn.train import fit
    from motifcnn.train.distributed import launched, speaks

    with training_progress(options.model) if speaks() else nullcontext(()) as callbacks:
        run = fit(
            data,
            split=options.split if tables is None else table_split(options, data),
            seed=options.seed,
            checkpoint=options.checkpoint,
            checkpoint_every=options.checkpoint_every,
            batch_size=options.batch_size,
            sample=options.sample,
            callbacks=callbacks,
            distributed=launched(),
            **options.for_fit(),
        )
    if not speaks():
        return
    replaced = folder is not None and (folder / RUN).exists()
    if folder is not None:
        save_run(run, folder, options.graph, tables)
    described = {"graph": options.graph} | describe_run(run, motif_importance(run))
    described |= {"out": options.out, "replaced": replaced}
    if (tables is not None) if compare is None else compare:
        described["verdict"] = describe_verdict(judged(run, data))
        if folder is not None:  # again: the run was kept already, should a simpler model fail
            save_run(run, folder, options.graph, tables, described["verdict"])
    if json:
        show_json(described)
        return
    show_run(described)
    if "verdict" in described:
        show_verdict(described["verdict"])
    if folder is not None:
        where = ", where it replaced an earlier run" if replaced else ""
        show_line(f"run stored in {options.out}{where}; next: motifcnn report {options.out}")


def _show_tables(tables: ImportedTables, folder: str) -> None:
    """Says on stderr what became of the tables."""
    show_note(f"tables of {folder}: {tables.graph!r}")
    for sentence in tables.said:
        show_note(sentence)
    if tables.mapping_file is not None:
        show_note(f"how they were read stands in {tables.mapping_file}; edit it to change")
