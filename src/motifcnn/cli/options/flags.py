"""Arguments and flags that several verbs have: one type and one help text each."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

_GRAPH = "Name of a dataset, or a folder with a graph."
_BASELINE = "A model to compare with, by name as in --model of train; repeat it."

GraphName = Annotated[str, typer.Argument(help=_GRAPH)]
ConfiguredGraphName = Annotated[
    str | None, typer.Argument(help=_GRAPH, show_default="the one in --config")
]
StoredGraphName = Annotated[
    str | None, typer.Argument(help=_GRAPH, show_default="with --update: the store's")
]
ConfigFile = Annotated[
    Path | None, typer.Option(help="TOML file with these options by name; a flag wins over it.")
]

MotifPatterns = Annotated[
    list[str] | None,
    typer.Option(
        help="Pattern of a motif; repeat it. auto: validation chooses a few; paper: the paper's.",
        show_default="chosen",
    ),
]
PresetName = Annotated[
    str | None,
    typer.Option(
        help="default, inductive, preprint, asonam or code.", show_default="the model's own recipe"
    ),
]
ModelName = Annotated[
    str | None,
    typer.Option(
        help="motif-cnn, an ablation of it, wide-motif, a baseline such as gcn, or auto: the best "
        "of four on validation; an unknown name lists all.",
        show_default="motif-cnn",
    ),
]
BaselineNames = Annotated[list[str] | None, typer.Option(help=_BASELINE)]
TimedBaselineNames = Annotated[
    list[str] | None, typer.Option(help=_BASELINE, show_default="mlp, gcn")
]
TargetType = Annotated[
    str | None,
    typer.Option(help="Node type of the target.", show_default="the type with most labels"),
]
SplitText = Annotated[
    str | None,
    typer.Option(
        help="random (0.1,0.1,0.8), a split of the graph (public), or shares.",
        show_default="the graph's only one, else random",
    ),
]
Seed = Annotated[
    int | None,
    typer.Option(help="Decides weights, random splits and searches.", show_default="0"),
]
Epochs = Annotated[
    int | None, typer.Option(help="Most epochs of a fit.", show_default="the preset's")
]
OwnEpochs = Annotated[
    int | None,
    typer.Option(
        help="Most epochs of the model; baselines keep their own.", show_default="the preset's"
    ),
]
ClassWeights = Annotated[
    str | None, typer.Option(help="balanced: rare classes weigh more.", show_default="equal")
]
Device = Annotated[str | None, typer.Option(help="auto, cpu or cuda.", show_default="auto")]
SettingTexts = Annotated[
    list[str] | None,
    typer.Option(
        "--set", help="A setting of the model, NAME=VALUE; repeat it. tune holds it fixed."
    ),
]

LabelColumn = Annotated[
    str | None,
    typer.Option(help="Column with the classes to learn, TABLE.COLUMN.", show_default="found"),
]
UnknownKeys = Annotated[
    str | None,
    typer.Option(
        help="Keys that their table does not have: error, drop (the link) or add (a node).",
        show_default="error",
    ),
]
Yes = Annotated[bool, typer.Option("--yes", help="Take every guess instead of asking.")]
Decide = Annotated[
    list[str] | None,
    typer.Option(help="A decision about tables, WHAT=CHOICE such as movies.key=id; repeat it."),
]

# Read by us alone: releases of typer before 0.29 stop at a null character in a path.
RunFolder = Annotated[Path, typer.Argument(help="Folder of a run.", parser=Path)]
RunGraphName = Annotated[
    str | None,
    typer.Option(
        help="The training graph: a dataset or a folder.", show_default="the one saved by train"
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of text and tables.")]
