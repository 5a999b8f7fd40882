"""A verdict: models beside each other, what they say of the run, and what makes it doubtful."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from motifcnn.cli.show.progress import progress_bar
from motifcnn.cli.show.screen import show_line, show_table
from motifcnn.readable import percent
from motifcnn.sealed import read_regular
from motifcnn.sealed.limits import MAX_SETTINGS

if TYPE_CHECKING:
    from motifcnn.evaluate.verdict import Verdict
    from motifcnn.graph import Graph
    from motifcnn.train import Run

VERDICT = "verdict.json"


def judged(run: Run, graph: Graph) -> Verdict:
    """The verdict on a run; a bar shows the models that are fitted for it."""
    from motifcnn.evaluate.verdict import RIVALS, judge

    done: list[str] = []
    with progress_bar("simpler models on the same split") as progress:

        def on_model(name: str) -> None:
            progress(len(done) / len(RIVALS))
            done.append(name)

        return judge(run, graph, on_model=on_model)


def describe_verdict(verdict: Verdict) -> dict[str, Any]:
    """A verdict as plain values."""
    return asdict(verdict)


def noted_verdict(run: Path) -> Verdict | None:
    """The verdict in the folder of a run; None where there is none, or none that can be read."""
    from motifcnn.errors import StoreError
    from motifcnn.evaluate.verdict import Rival, Verdict
    from motifcnn.evaluate.verdict_document import VerdictDocument
    from motifcnn.sealed.document import parse_document

    file = run / VERDICT
    try:
        content = read_regular(file, limit=MAX_SETTINGS, within=run)
        found = parse_document(content, VerdictDocument, str(file))
    except StoreError:
        return None
    rows = tuple(Rival(**dict(row)) for row in found.rows)
    return Verdict(found.sentence, rows, tuple(found.warnings))


def show_verdict(described: dict[str, Any]) -> None:
    """Prints a described verdict: the table, the sentence, then the warnings."""
    show_table(
        "test nodes, in per cent: the run beside simpler models",
        ("model", "Micro-F1", "95 % interval", "Macro-F1", ""),
        (
            (
                row["name"],
                percent(row["micro_f1"]),
                "" if row["reason"] else f"{percent(row['low'])} to {percent(row['high'])}",
                percent(row["macro_f1"]),
                row["reason"],
            )
            for row in described["rows"]
        ),
    )
    show_line(f"Verdict: {described['sentence']}")
    for warning in described["warnings"]:
        show_line(f"Warning: {warning}.")
