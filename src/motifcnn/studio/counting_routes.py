"""Routes of the API that cancel the counting behind cards, and begin it again."""

from __future__ import annotations

from fastapi import FastAPI

from motifcnn.motif.motif import Motif
from motifcnn.studio.answer import Answer
from motifcnn.studio.parameters import Pattern, PatternText
from motifcnn.studio.workbench import Workbench


class Counting(Answer):
    """Motifs that are still counted, and those whose counting was cancelled."""

    waiting: int
    cancelled: int


class CountAgain(Answer):
    """What to count after all: one motif, or all that was cancelled where there is no pattern."""

    pattern: PatternText = ""


def add_counting(api: FastAPI, bench: Workbench) -> None:
    """Adds the routes to the application."""
    work = bench.measurements

    def state() -> Counting:
        waiting, cancelled = work.counts()
        return Counting(waiting=waiting, cancelled=cancelled)

    @api.delete("/api/counting")
    def cancel(pattern: Pattern = "") -> Counting:
        """Cancels the counting of one motif, or of all; what is known stays."""
        work.cancel(_named(pattern))
        return state()

    @api.post("/api/counting")
    def resume(again: CountAgain) -> Counting:
        """Counts after all what was cancelled."""
        work.resume(_named(again.pattern))
        return state()


def _named(pattern: str) -> list[Motif] | None:
    return [Motif.parse(pattern)] if pattern else None
