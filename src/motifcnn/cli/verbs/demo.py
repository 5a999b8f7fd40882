"""`motifcnn demo`: Motif-CNN on the embedded graph beside simpler models, and a report."""

from __future__ import annotations

import shlex
import time
from pathlib import Path
from typing import Annotated, Any

import typer

from motifcnn.cli.options import flags
from motifcnn.cli.options.out import require_file
from motifcnn.cli.show.graph import describe_graph, show_graph
from motifcnn.cli.show.progress import training_progress
from motifcnn.cli.show.run import describe_run, show_importance
from motifcnn.cli.show.screen import show_json, show_line, show_table
from motifcnn.readable import percent

EXAMPLES = """Examples:

motifcnn demo

motifcnn demo --out report.html --json"""

GRAPH = "debian"
MODELS = ("majority", "logistic", "mlp", "gcn", "motif-cnn")


def demo(
    out: Annotated[Path, typer.Option(help="File to write the report to.")] = Path("report.html"),
    seed: Annotated[int, typer.Option(help="Decides the weights.")] = 0,
    json: flags.Json = False,
) -> None:
    """Trains Motif-CNN on the embedded graph, compares it with simpler models, writes a report."""
    from motifcnn.datasets import load_dataset

    require_file(out)
    graph = load_dataset(GRAPH)
    described = describe_graph(graph)
    if not json:
        show_graph(described)
    from motifcnn.explain import motif_importance
    from motifcnn.report import write_report
    from motifcnn.train import fit

    began = time.perf_counter()
    runs = {}
    for model in MODELS:
        with training_progress(model) as callbacks:
            runs[model] = fit(graph, model=model, split="public", seed=seed, callbacks=callbacks)
    run = runs["motif-cnn"]
    importance = motif_importance(run)
    result = describe_run(run, importance)
    models = [describe_run(other) for other in runs.values()]
    others = [other for name, other in runs.items() if name != run.model]
    command = shlex.join(["motifcnn", "demo", "--out", str(out), "--seed", str(seed)])
    path = write_report(run, out, baselines=others, importance=importance, command=command)
    seconds = time.perf_counter() - began
    if json:
        show_json(
            {
                "graph": described,
                "run": result,
                "models": models,
                "out": str(path),
                "seconds": round(seconds, 3),
            }
        )
        return
    _show_models(models, result["split"])
    show_importance(result, "motif-cnn: ")
    show_line(f"report in {path}; {seconds:.0f} s in all")
    show_line(f"Next: motifcnn train {GRAPH} --out runs/1 && motifcnn explain runs/1 gimp")


def _show_models(models: list[dict[str, Any]], split: dict[str, int]) -> None:
    show_table(
        f"{split['test']:,} test packages: scores in per cent",
        ("model", "Micro-F1", "Macro-F1", "epochs", "seconds"),
        (
            (
                model["model"],
                percent(model["test"]["micro_f1"]),
                percent(model["test"]["macro_f1"]),
                model["epochs"],
                f"{sum(model['seconds'].values()):.1f}",
            )
            for model in models
        ),
    )
