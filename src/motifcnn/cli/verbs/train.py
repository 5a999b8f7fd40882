"""`motifcnn train`: from a graph to a trained, scored and stored model."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

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
    SettingTexts,
    SplitText,
    TargetType,
)
from motifcnn.cli.options.graph import open_graph
from motifcnn.cli.options.run import RUN, check_out, save_run
from motifcnn.cli.show.run import describe_run, show_run
from motifcnn.cli.show.screen import show_json, show_line
from motifcnn.cli.show.training_progress import training_progress

EXAMPLES = """Examples:

motifcnn train debian --out runs/1

motifcnn train debian --motif "(t:package)--(c:library)" --motif "(t:package)--(m:maintainer)--(c:package)" --seed 1

motifcnn train debian --motif auto --out runs/2

motifcnn train --config run.toml --epochs 100 --set dropout=0.3 --checkpoint state

motifcnn train large --preset asonam --batch-size 1024 --sample 10"""


def train(
    graph: ConfiguredGraphName = None,
    motif: MotifPatterns = None,
    preset: PresetName = None,
    model: ModelName = None,
    config: ConfigFile = None,
    target: TargetType = None,
    split: SplitText = None,
    seed: Annotated[
        int | None, typer.Option(help="Decides weights and random splits.", show_default="0")
    ] = None,
    epochs: Epochs = None,
    batch_size: Annotated[
        int | None, typer.Option(help="Training nodes per step.", show_default="all")
    ] = None,
    sample: Annotated[
        int | None,
        typer.Option(help="Most instances per node and motif in a batch.", show_default="all"),
    ] = None,
    class_weights: ClassWeights = None,
    device: Device = None,
    settings: SettingTexts = None,
    out: Annotated[
        str | None, typer.Option(help="Folder to store the run in; replaces a run that is there.")
    ] = None,
    checkpoint: Annotated[
        str | None, typer.Option(help="Folder to keep the state in, and to go on from.")
    ] = None,
    checkpoint_every: Annotated[
        int | None, typer.Option(help="Epochs between checkpoints.", show_default="10")
    ] = None,
    json: Json = False,
) -> None:
    """Trains a model, keeps its best epoch on validation and scores the test nodes once."""
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
            "batch_size": batch_size,
            "sample": sample,
            "class_weights": class_weights,
            "device": device,
            "settings": settings,
            "out": out,
            "checkpoint": checkpoint,
            "checkpoint_every": checkpoint_every,
        },
    )
    source = options.graph_for("train")
    if options.out is not None:
        check_out(
            Path(options.out), None if options.checkpoint is None else Path(options.checkpoint)
        )
    from motifcnn.cli.options.model import require_labels, require_taken
    from motifcnn.train import fit

    require_taken(options)
    data = open_graph(source)
    require_labels(data, source, options.target)
    with training_progress(options.model) as callbacks:
        run = fit(
            data,
            options.motifs,
            split=options.split,
            seed=options.seed,
            checkpoint=options.checkpoint,
            checkpoint_every=options.checkpoint_every,
            batch_size=options.batch_size,
            sample=options.sample,
            callbacks=callbacks,
            **options.for_fit(),
        )
    replaced = False
    if options.out is not None:
        replaced = (Path(options.out) / RUN).exists()
        save_run(run, Path(options.out), source)
    described = (
        {"graph": source}
        | describe_run(run, run.attention())
        | {"out": options.out, "replaced": replaced}
    )
    if json:
        show_json(described)
        return
    show_run(described)
    if options.out is not None:
        kept = ", where it replaced an earlier run" if replaced else ""
        show_line(f"run stored in {options.out}{kept}; next: motifcnn report {options.out}")
