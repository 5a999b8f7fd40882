"""`motifcnn train`: from a graph to a trained, scored and stored model."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from motifcnn.cli.describe_run import describe_run, show_run
from motifcnn.cli.errors import OptionError
from motifcnn.cli.run_folder import check_out, save_run
from motifcnn.cli.screen import show_json, show_line
from motifcnn.cli.source import open_graph
from motifcnn.cli.training_progress import training_progress

EXAMPLES = """Examples:

motifcnn train debian --out runs/1

motifcnn train debian --motif "(t:package)--(c:library)" --motif "(t:package)--(m:maintainer)--(c:package)" --seed 1

motifcnn train debian --motif auto --out runs/2

motifcnn train --config run.toml --epochs 100 --set dropout=0.3 --checkpoint state

motifcnn train large --preset asonam --batch-size 1024 --sample 10"""


def train(
    graph: Annotated[str | None, typer.Argument(help="Name of a dataset, or a folder with a graph.", show_default=False)] = None,
    motif: Annotated[
        list[str] | None,
        typer.Option(help="Pattern of a motif; repeat it. auto: validation chooses a few.", show_default="chosen"),
    ] = None,
    preset: Annotated[
        str | None, typer.Option(help="default, inductive, preprint, asonam or code.", show_default="default")
    ] = None,
    model: Annotated[
        str | None,
        typer.Option(help="motif-cnn, an ablation of it, or a baseline such as gcn.", show_default="motif-cnn"),
    ] = None,
    config: Annotated[Path | None, typer.Option(help="TOML file with these options by name; a flag wins over it.")] = None,
    target: Annotated[str | None, typer.Option(help="Node type to classify.", show_default="the type with most labels")] = None,
    split: Annotated[
        str | None,
        typer.Option(help="random, a split of the graph (public), or shares.", show_default="the graph's, else 0.1,0.1,0.8"),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Decides weights and random splits.", show_default="0")] = None,
    epochs: Annotated[int | None, typer.Option(help="Most epochs.", show_default="the preset's")] = None,
    batch_size: Annotated[int | None, typer.Option(help="Training nodes per step.", show_default="all")] = None,
    sample: Annotated[int | None, typer.Option(help="Most instances per node and motif in a batch.", show_default="all")] = None,
    class_weights: Annotated[str | None, typer.Option(help="balanced: rare classes weigh more.")] = None,
    device: Annotated[str | None, typer.Option(help="auto, cpu or cuda.", show_default="auto")] = None,
    settings: Annotated[list[str] | None, typer.Option("--set", help="A setting of the preset, NAME=VALUE; repeat it.")] = None,
    out: Annotated[str | None, typer.Option(help="Folder to store the run in.")] = None,
    checkpoint: Annotated[str | None, typer.Option(help="Folder to keep the state in, and to go on from.")] = None,
    checkpoint_every: Annotated[int | None, typer.Option(help="Epochs between checkpoints.", show_default="10")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")] = False,
) -> None:
    """Trains a model, keeps its best epoch on validation and scores the test nodes once."""
    from motifcnn.cli.training_options import parse_settings, parse_split, read_options

    options = read_options(
        config,
        {
            "graph": graph,
            "motif": motif or None,
            "preset": preset,
            "model": model,
            "target": target,
            "split": parse_split(split),
            "seed": seed,
            "epochs": epochs,
            "batch_size": batch_size,
            "sample": sample,
            "class_weights": class_weights,
            "device": device,
            "settings": parse_settings(settings),
            "out": out,
            "checkpoint": checkpoint,
            "checkpoint_every": checkpoint_every,
        },
    )
    if options.graph is None:
        raise OptionError("no graph: name a dataset or a folder, such as `motifcnn train debian`, or set graph in the file")
    if options.out is not None:
        check_out(Path(options.out), None if options.checkpoint is None else Path(options.checkpoint))
    from motifcnn.train import fit
    from motifcnn.train.split import FRACTIONS

    data = open_graph(options.graph)
    with training_progress(options.model) as callbacks:
        run = fit(
            data,
            options.motifs,
            split=FRACTIONS if options.split == "random" and "random" not in data.splits else options.split,
            seed=options.seed,
            checkpoint=options.checkpoint,
            checkpoint_every=options.checkpoint_every,
            batch_size=options.batch_size,
            sample=options.sample,
            callbacks=callbacks,
            **options.for_fit(),
        )
    if options.out is not None:
        save_run(run, Path(options.out), options.graph)
    described = {"graph": options.graph} | describe_run(run, run.attention()) | {"out": options.out}
    if json:
        show_json(described)
        return
    show_run(described)
    if options.out is not None:
        show_line(f"run stored in {options.out}; next: motifcnn report {options.out}")
