"""`motifcnn bench`: how fast counting and training are on a graph, against other methods."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from motifcnn.cli.options import flags
from motifcnn.cli.options.graph import open_graph, require_labels
from motifcnn.cli.show.progress import progress_bar
from motifcnn.cli.show.screen import show_json, show_table

if TYPE_CHECKING:
    from motifcnn.experiments.speed import FitTime

EXAMPLES = """Examples:

motifcnn bench debian

motifcnn bench ./my-graph --baseline gcn --baseline gat --motif "(t:package)--(c:library)" --json"""


def bench(
    graph: flags.GraphName,
    motif: Annotated[
        list[str] | None, typer.Option(help="Pattern of a motif; repeat it.", show_default="chosen")
    ] = None,
    preset: flags.PresetName = None,
    baseline: flags.TimedBaselineNames = None,
    target: flags.TargetType = None,
    epochs: Annotated[int, typer.Option(min=2, help="Most epochs to time.")] = 20,
    json: flags.Json = False,
) -> None:
    """Times exact counts, and preparation and epochs of Motif-CNN against other methods."""
    from motifcnn.experiments.speed import time_counting, time_methods
    from motifcnn.methods import get_method
    from motifcnn.motif.motif import Motif

    names = ["motif-cnn", *dict.fromkeys(baseline or ("mlp", "gcn"))]
    methods = [get_method(name) for name in names]  # an unknown name is an error before any work
    settings = methods[0].preset(preset)
    data = open_graph(graph)
    require_labels(data, graph, target)
    kind = target or data.target_type
    motifs = tuple(Motif.parse(text) for text in motif or ())
    motifs = motifs or methods[0].default_motifs(data, kind, settings)
    with progress_bar("counting motifs"):
        counted = time_counting(data, motifs)
    options: dict[str, Any] = {"target": kind, "epochs": epochs}
    with progress_bar("training"):
        fitted = time_methods(data, names[:1], motifs=motifs, preset=preset, **options)
        fitted += time_methods(data, names[1:], **options)
    rows = [asdict(one) | _ratios(one, fitted[0]) for one in fitted]
    if json:
        counts = [asdict(one) for one in counted]
        show_json({"graph": graph, "preset": preset, "counting": counts, "methods": rows})
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
                _two_digits(row["prepare_ratio"]),
                _milliseconds(row["epoch_seconds"]),
                _two_digits(row["epoch_ratio"]),
            )
            for row in rows
        ),
    )


def _ratios(one: FitTime, own: FitTime) -> dict[str, float | None]:
    """Times of a method over those of Motif-CNN; None where either is missing."""
    ratios: dict[str, float | None] = {}
    for part in ("prepare", "epoch"):
        mine, other = (getattr(each, f"{part}_seconds") for each in (own, one))
        ratios[f"{part}_ratio"] = other / mine if mine and other is not None else None
    return ratios


def _milliseconds(seconds: float | None) -> str:
    return _two_digits(None if seconds is None else 1000 * seconds)


def _two_digits(value: float | None) -> str:
    return "" if value is None else f"{value:,.2f}"
