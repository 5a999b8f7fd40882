"""A run in a few lines of text, and as HTML for notebooks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from motifcnn.html import block, facts, table
from motifcnn.readable import percent, plural, some

if TYPE_CHECKING:
    from motifcnn.methods.scores import Scores
    from motifcnn.train.run.run import Run


def run_text(run: Run) -> str:
    """Model, target, classes and motifs; epochs; scores on validation and test."""
    preset = f", preset {run.preset}" if run.preset else ""
    motifs = f", {plural(len(run.motifs), 'motif')}" if run.motifs else ""
    classes = some(run.classes, most=6)
    epochs = f"epoch {run.best} of {len(run.history)}" if run.history else "no epochs"
    return (
        f"Run({run.model}{preset}{motifs}, seed {run.seed}: {run.target} in {classes};\n"
        f"    {run.split!r}, {epochs};\n"
        f"    validation {_both(run.validation)}, test {_both(run.test)} "
        "Micro- / Macro-F1 in per cent)"
    )


def run_html(run: Run) -> str:
    """What was trained, its scores, its motifs, and the candidates it was chosen from."""
    values = {
        "model": run.model,
        "preset": run.preset or "the model's own recipe",
        "target": run.target,
        "classes": some(run.classes),
        "seed": run.seed,
        "epoch kept": f"{run.best} of {len(run.history)}",
        "seconds": round(sum(run.seconds.values()), 1),
    }
    scores = [
        (part, percent(s.micro_f1), percent(s.macro_f1), percent(s.accuracy), s.nodes)
        for part, s in (("validation", run.validation), ("test", run.test))
    ]
    parts = [
        facts(values),
        table(("per cent", "Micro-F1", "Macro-F1", "accuracy", "nodes"), scores),
    ]
    if run.motifs:
        parts.append(table(("motif",), [(str(motif),) for motif in run.motifs]))
    if run.tried:
        tried = [
            (one.name, percent(one.micro_f1), percent(one.macro_f1), _outcome(one.kept, one.reason))
            for one in run.tried
        ]
        parts.append(table(("tried on validation", "Micro-F1", "Macro-F1", ""), tried))
    return block("Run", *parts)


def _both(scores: Scores) -> str:
    return f"{percent(scores.micro_f1)} / {percent(scores.macro_f1)}"


def _outcome(kept: bool, reason: str) -> str:
    return "kept" if kept else reason
