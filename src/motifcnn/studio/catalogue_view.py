"""The catalogue: every motif that the schema allows, searched, sorted, a page at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from motifcnn.motif.catalogue import Relations
from motifcnn.motif.motif import Motif
from motifcnn.motif.words import in_words
from motifcnn.studio.answer import Answer
from motifcnn.studio.card import Card
from motifcnn.studio.measure import Measured, is_incomplete
from motifcnn.studio.search import matches, searched_words
from motifcnn.studio.workbench import Workbench

SortBy = Literal["size", "instances", "coverage", "agreement", "expression", "cost"]
MOST_WAITING = 1000  # motifs of a search that are measured without anybody seeing them


class CataloguePage(Answer):
    """A page of the motifs that a search finds.

    Parameters
    ----------
    total : int
        Motifs of the schema with that target and size.
    found : int
        Those that match the search.
    waiting : int
        Those of the found that are being measured.
    comparing : int
        Those that are being compared with random graphs: of the shown, or of all by which the order
        can change.
    cancelled : int
        Those of the found whose measurement or comparison was cancelled.
    """

    total: int
    found: int
    waiting: int
    comparing: int
    cancelled: int
    offset: int
    cards: list[Card]


def catalogue_page(
    bench: Workbench,
    target: str,
    *,
    max_nodes: int = 3,
    relations: Relations = "named",
    search: str = "",
    order: SortBy = "size",
    descending: bool = False,
    offset: int = 0,
    limit: int = 24,
) -> CataloguePage:
    """Cards of a page; asks the worker to measure them, and after them the rest.

    Motifs that were not measured yet come last where the order needs it.

    Examples
    --------
    >>> import motifcnn as mc
    >>> bench = Workbench(mc.load_dataset("debian"), "debian")
    >>> page = catalogue_page(bench, "package", max_nodes=2, search="maintainer")
    >>> [card.words for card in page.cards]
    ['packages with a maintainer']
    >>> bench.close()
    """
    every = bench.catalogue(target, max_nodes, relations)
    found = every
    if search.strip():
        words = prepare_words(bench, target, max_nodes, relations)
        found = [m for m, own in zip(every, words, strict=True) if matches(search, m, own)]
    found = _ordered(found, order, descending, bench.measurements.get)
    shown = found[offset : offset + limit]
    bench.measurements.look_at(shown)
    considered = list(dict.fromkeys([*shown, *found[:MOST_WAITING]]))
    bench.measurements.want(considered)
    compared = considered if order == "expression" else shown
    bench.measurements.compare(compared)
    cancelled = {motif for motif in considered if bench.measurements.is_cancelled(motif)}
    known = {m: bench.measurements.get(m) for m in considered if m not in cancelled}
    return CataloguePage(
        total=len(every),
        found=len(found),
        waiting=sum(measured is None for measured in known.values()),
        comparing=sum(motif in known and is_incomplete(known[motif]) for motif in compared),
        cancelled=len(cancelled),
        offset=offset,
        cards=[bench.card(motif) for motif in shown],
    )


def prepare_words(
    bench: Workbench, target: str, max_nodes: int, relations: Relations
) -> list[list[str]]:
    """The words by which each motif of the catalogue is found; they are found once."""
    schema = bench.graph.schema
    return bench.kept(
        ("words", target, max_nodes, relations),
        lambda: [
            searched_words(motif, in_words(motif, schema))
            for motif in bench.catalogue(target, max_nodes, relations)
        ],
    )


def _ordered(
    motifs: list[Motif],
    order: SortBy,
    descending: bool,
    measured: Callable[[Motif], Measured | None],
) -> list[Motif]:
    if order == "size":
        return motifs[::-1] if descending else motifs
    values = {motif: _value(measured(motif), order) for motif in motifs}
    known = [motif for motif in motifs if values[motif] is not None]
    known.sort(key=lambda motif: values[motif] or 0, reverse=descending)
    return known + [motif for motif in motifs if values[motif] is None]


def _value(measured: Measured | None, order: SortBy) -> float | None:
    if measured is None:
        return None
    if order == "expression":
        return measured.expression.z if measured.expression else None
    found: float | None = getattr(measured, "seconds" if order == "cost" else order)
    return found
