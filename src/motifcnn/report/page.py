"""Content of the report as plain values; the templates only lay it out."""

from __future__ import annotations

import platform
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from importlib.metadata import version
from typing import Any

import motifcnn
from motifcnn.evaluate.calibration import calibration
from motifcnn.evaluate.verdict import Verdict
from motifcnn.explain.importance import Importance, motif_importance
from motifcnn.explain.uncertain import least_sure
from motifcnn.explain.usefulness import Usefulness
from motifcnn.graph.fingerprint import graph_fingerprint
from motifcnn.graph.graph import Graph
from motifcnn.methods.scores import Scores
from motifcnn.report.classes import class_rows, confusion_table
from motifcnn.report.curves import Series, draw_curves
from motifcnn.report.examples import explained_examples
from motifcnn.report.heat import heat_legend
from motifcnn.report.motif_choice import motif_choice
from motifcnn.report.motif_list import FIRST, motif_list, numbered_sources, source_weights
from motifcnn.report.predictions import prediction_rows
from motifcnn.report.reliability import draw_reliability
from motifcnn.report.schema_drawing import draw_schema
from motifcnn.report.score_rows import score_rows
from motifcnn.report.setting_words import setting_rows
from motifcnn.report.split_name import split_name
from motifcnn.report.terms import Terms
from motifcnn.train.run.run import Run
from motifcnn.train.split import labels_of

PACKAGES = ("torch", "numpy", "scipy", "numba", "scikit-learn")
CHARTS = {
    "Loss": {"training": "loss", "validation": "val_loss"},
    "Validation score": {"Micro-F1": "val_micro_f1", "Macro-F1": "val_macro_f1"},
}
SECTIONS = {
    "verdict": "Verdict",
    "comparison": "Beside simpler models",
    "classes": "Class by class",
    "calibration": "Calibration",
    "motifs": "The motifs",
    "attention": "Attention per motif",
    "contributions": "Contributions",
    "usefulness": "Usefulness of each motif",
    "motif_choice": "Why these motifs",
    "examples": "Explained examples",
    "least_sure": "Least certain",
    "predictions": "Predictions",
    "graph": "The graph",
    "training": "Training",
    "tried": "What was tried",
    "settings": "Settings",
}
"""Titles of the sections by the name of their content, in the order of the page."""


@dataclass(frozen=True)
class Additions:
    """What a report shows besides the run.

    Parameters
    ----------
    baselines : mapping of name to Run or Scores
    verdict : Verdict, optional
    usefulness : sequence of Usefulness
    importance : Importance, optional
        What `motif_importance(run, graph)` returned.
    command : str
        The command or call that made the report.
    written : datetime, optional
        None is now.
    """

    baselines: Mapping[str, Run | Scores]
    verdict: Verdict | None = None
    usefulness: Sequence[Usefulness] = ()
    importance: Importance | None = None
    command: str = ""
    written: datetime | None = None


def page_content(run: Run, graph: Graph, given: Additions) -> dict[str, Any]:
    """Everything on the page, section by section; an empty section is left out of the page.

    Parameters
    ----------
    run : Run
    graph : Graph
        The training graph.
    given : Additions
    """
    importance = given.importance or motif_importance(run, graph)
    scored = len(run.split.test) > 0
    weights = source_weights(run, graph, importance)
    scores = score_rows(run, graph, given.baselines)
    written = given.written or datetime.now().astimezone()
    sections: dict[str, Any] = {
        "verdict": given.verdict,
        "comparison": scores if len(scores) > 1 else None,
        "classes": class_rows(run, graph) if scored else None,
        "calibration": _calibration(run, graph) if scored else None,
        "motifs": motif_list(run, importance),
        "attention": weights if weights and weights["kind"] == "attention" else None,
        "contributions": weights if weights and weights["kind"] == "contributions" else None,
        "usefulness": given.usefulness,
        "motif_choice": motif_choice(run.motif_choice),
        "examples": explained_examples(run, graph),
        "least_sure": least_sure(run, graph),
        "predictions": prediction_rows(run, graph) if scored else None,
        "graph": _graph(run, graph),
        "training": _curves(run),
        "tried": run.tried,
        "settings": setting_rows(run.settings),
    }
    always = ("graph", "settings")
    shown = {name: part for name, part in sections.items() if part or name in always}
    return {
        "title": f"{run.model} on {graph.name or 'a graph'}",
        "run": run,
        "sections": shown,
        "titles": SECTIONS,
        "intervals": scores[-1]["intervals"],
        "confusion": confusion_table(run, graph) if scored else None,
        "heat_legend": heat_legend(),
        "numbers": numbered_sources(run, importance),
        "first": FIRST,
        "terms": Terms(),
        "split": split_name(run, graph),
        "written": f"{written:%-d %B %Y, %H:%M}",
        "command": given.command,
        "fingerprint": graph_fingerprint(graph),
        "versions": {"motifcnn": motifcnn.__version__, "python": platform.python_version()}
        | {name: version(name) for name in PACKAGES},
    }


def _calibration(run: Run, graph: Graph) -> dict[str, Any]:
    y = labels_of(graph.labels[run.target], run.split.test)
    found = calibration(y, run.probabilities[run.split.test])
    return {
        "error": found.error,
        "svg": draw_reliability(found),
        "rows": list(zip(found.probability, found.share, found.count, strict=True)),
    }


def _graph(run: Run, graph: Graph) -> dict[str, Any]:
    parts = {"training": run.split.train, "validation": run.split.val, "test": run.split.test}
    return {
        "drawing": draw_schema(graph.schema, run.target, graph.counts),
        "types": [
            {
                "name": t,
                "nodes": n,
                "features": graph.features[t].shape[1] if t in graph.features else None,
                "target": t == run.target,
            }
            for t, n in graph.counts.items()
        ],
        "relations": [
            {"text": str(r), "edges": graph.num_edges(r)} for r in graph.schema.relations
        ],
        "labelled": len(graph.labels[run.target].nodes),
        "parts": {name: len(rows) for name, rows in parts.items()},
    }


def _curves(run: Run) -> list[dict[str, Any]]:
    charts = []
    for title, columns in CHARTS.items():
        lines = [
            Series(name, [getattr(epoch, column) for epoch in run.history])
            for name, column in columns.items()
        ]
        svg = draw_curves(lines, title=f"{title} by epoch", kept=run.best, percent=title != "Loss")
        charts.append({"title": title, "svg": svg, "names": list(columns)})
    return charts
