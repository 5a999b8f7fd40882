"""`motifcnn bench`: how fast counting and training are on a graph, against other methods."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from motifcnn.cli.options.flags import GraphName, Json, PresetName, TargetType, TimedBaselineNames
from motifcnn.cli.options.graph import open_graph
from motifcnn.cli.show.progress import progress_bar
from motifcnn.cli.show.screen import show_json, show_table

if TYPE_CHECKING:
    from motifcnn.experiments.speed import FitTime

EXAMPLES = """Examples:

motifcnn bench debian

motifcnn bench ./my-graph --baseline gcn --baseline gat --motif "(t:package)--(c:library)" --json"""


def bench(
    graph: GraphName,
    motif: Annotated[
        list[str] | None, typer.Option(help="Pattern of a motif; repeat it.", show_default="chosen")
    ] = None,
    preset: PresetName = None,
    baseline: TimedBaselineNames = None,
    target: TargetType = None,
    epochs: Annotated[int, typer.Option(min=2, help="Most epochs to time.")] = 20,
    json: Json = False,
) -> None:
    """Times the exact count of each motif, and preparation and an epoch of Motif-CNN against other methods."""
    from motifcnn.cli.options.model import require_labels
    from motifcnn.experiments.speed import time_counting, time_methods
    from motifcnn.motif.motif import Motif
    from motifcnn.nn.presets import preset as settings_of
    from motifcnn.train.models import method

    names = ["motif-cnn", *dict.fromkeys(baseline or ("mlp", "gcn"))]
    methods = [method(name) for name in names]  # an unknown one is told before any work
    data = open_graph(graph)
    require_labels(data, graph, target)
    preset = preset or "default"
    kind = target or data.target_type
    choose = methods[0].motifs
    own = tuple(Motif.parse(text) for text in motif or ())
    if not own and choose is not None:
        own = choose(data, kind, settings_of(preset))
    with progress_bar("counting motifs"):
        counted = time_counting(data, own)
    options: dict[str, Any] = {"preset": preset, "target": kind}
    with progress_bar("training"):
        fitted = time_methods(data, names[:1], epochs=epochs, motifs=own, **options)
        fitted += time_methods(data, names[1:], epochs=epochs, **options)
    rows = [
        asdict(one)
        | {f"{part}_ratio": _ratio(one, fitted[0], part) for part in ("prepare", "epoch")}
        for one in fitted
    ]
    if json:
        show_json(
            {
                "graph": graph,
                "preset": preset,
                "counting": [asdict(one) for one in counted],
                "methods": rows,
            }
        )
        return
    show_table(
        f"{graph}: exact counts",
        ("motif", "instances", "non-zeros", "milliseconds"),
        (
            (
                one.motif,
                one.reason or f"{one.instances:,}",
                f"{one.nonzeros or 0:,}",
                _milliseconds(one.seconds),
            )
            for one in counted
        ),
    )
    show_table(
        f"{graph}: methods; ratios to motif-cnn",
        ("model", "prepare, ms", "ratio", "epoch, ms", "ratio"),
        (
            (
                row["model"],
                row["reason"] or _milliseconds(row["prepare_seconds"]),
                _plain(row["prepare_ratio"]),
                _milliseconds(row["epoch_seconds"]),
                _plain(row["epoch_ratio"]),
            )
            for row in rows
        ),
    )


def _ratio(one: FitTime, own: FitTime, part: str) -> float | None:
    mine, other = (getattr(each, f"{part}_seconds") for each in (own, one))
    return other / mine if mine and other is not None else None


def _milliseconds(seconds: float | None) -> str:
    return "" if seconds is None else f"{1000 * seconds:,.2f}"


def _plain(ratio: float | None) -> str:
    return "" if ratio is None else f"{ratio:.2f}"
