"""The generated parts of pages: each a function of the tables to Markdown."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from statistics import median
from textwrap import fill

from benchmarks.pages.pairs import Pair, pair
from motifcnn.experiments.markdown import OLD_MARK
from motifcnn.experiments.table import Entry, Table
from motifcnn.readable import plural

Tables = Mapping[str, Table]
METRICS = ("micro_f1", "macro_f1")


def against_gcn(tables: Tables) -> str:
    """`default` beside GCN on every graph of the arena, and how often each is ahead."""
    pairs = _pairs(tables["arena"], "default", "gcn")
    rows = [
        [one.column, one.scores(0), one.scores(1), one.difference("micro_f1"), one.winner()]
        for one in pairs
    ]
    titles = ["graph", "Motif-CNN (`default`)", "GCN", "Micro-F1, difference", "clearly better"]
    folded = f"<details>\n<summary>Every graph</summary>\n\n{_grid(titles, rows)}\n\n</details>"
    return f"{_tally(pairs)}\n\n{folded}"


def in_one_sentence(tables: Tables) -> str:
    """On how many graphs which of the two is ahead, for the first lines of a page."""
    return _tally(_pairs(tables["arena"], "default", "gcn"))


def paper(tables: Tables) -> str:
    """The network of the preprint beside its published figures."""
    found = [
        *((tables["table-hetero"], column, "preprint") for column in ("dblp-a", "dblp-p", "movie")),
        (tables["table-social"], "linkedin-ego3", "preprint, triangle + edge"),
    ]
    rows = []
    for table, column, row in found:
        entry = _entry(table, column, row)
        rows.append([column, _with_deviation(entry), _published(entry, "seed")])
    return _grid(["graph", "ours", "published (preprint)"], rows)


def compared_methods(tables: Tables) -> str:
    """Every other row of the paper's table that was run and has a published figure."""
    rows = []
    for entry in tables["table-hetero"].entries:
        published = next((_published(entry, paper) for paper in entry.published), "")
        if entry.results and published and not entry.row.startswith("preprint"):
            paper = next(iter(entry.published))
            rows.append([entry.row, entry.column, _with_deviation(entry), published, paper])
    return _grid(["method", "graph", "ours", "published", "in"], rows)


def motifs(tables: Tables) -> str:
    """What motifs of three nodes add to edges."""
    pairs = _pairs(tables["table-inputs"], "default", "default, edges only")
    return _compared(pairs, ("with", "edges only"))


def attention(tables: Tables) -> str:
    """Attention against the mean of units and against one weight per motif."""
    blocks = []
    for other, title in (("no attention", "mean"), ("Motif-CNN-A", "one weight per motif")):
        pairs = _pairs(tables["table-inputs"], "default", f"default, {other}")
        blocks.append(_compared(pairs, ("attention", title)))
    pairs = _pairs(tables["table-hetero"], "preprint", "preprint, Motif-CNN-A")
    blocks.append(_compared(pairs, ("attention (`preprint`)", "one weight per motif")))
    return "\n\n".join(blocks)


def roles(tables: Tables) -> str:
    """Role filters against one filter per type."""
    pairs = _pairs(tables["table-inputs"], "default", "default, no roles")
    return _compared(pairs, ("roles", "no roles"))


def planted_roles(tables: Tables) -> str:
    """The graph whose classes differ in roles alone."""
    entries = tables["roles"].entries
    rows = [[entry.row, _with_deviation(entry)] for entry in entries if entry.results]
    return _grid(["method", "Micro-F1 / Macro-F1"], rows)


def tuned_gcn(tables: Tables) -> str:
    """Motif-CNN against GCN with the same inputs and the same tuning."""
    chosen = [
        ("table-hetero", "paper's", "preprint"),
        ("table-social", "paper's", "preprint, triangle + edge"),
        ("table-social", "paper's", "asonam, triangle + edge"),
        ("table-inputs", "ours", "default"),
    ]
    rows = []
    for name, inputs, row in chosen:
        for one in _pairs(tables[name], row, "gcn"):
            scores = f"{one.scores(0)} (`{row.split(',')[0]}`)"
            rows.append([one.column, inputs, scores, one.scores(1), one.differences(), one.p()])
    return _grid(["graph", "inputs", "Motif-CNN", "GCN", "difference", "p"], rows)


def arena(tables: Tables) -> str:
    """Every method of the arena on every graph; rows without all splits are left out."""
    table = tables["arena"]
    names = [row.name for row in table.experiment.rows]
    rows = [
        [column.name, *(_complete(_entry(table, column.name, name)) for name in names)]
        for column in table.experiment.columns
    ]
    return _grid(["graph", *(f"`{name}`" for name in names)], rows)


PARTS: Mapping[str, Callable[[Tables], str]] = {
    "against-gcn": against_gcn,
    "in-one-sentence": in_one_sentence,
    "paper": paper,
    "compared-methods": compared_methods,
    "motifs": motifs,
    "attention": attention,
    "roles": roles,
    "planted-roles": planted_roles,
    "tuned-gcn": tuned_gcn,
    "arena": arena,
}


def _tally(pairs: Sequence[Pair]) -> str:
    gaps = {one.column: one.gap() for one in pairs}
    ahead = sum(one.mean_difference() > 0 for one in pairs)
    clear = {
        name: [f"{one.column} {gaps[one.column]:+.1f}" for one in pairs if one.winner() == name]
        for name in ("Motif-CNN", "GCN")
    }
    text = (
        f"**Motif-CNN is ahead of a GCN on {ahead} of {len(pairs)} graphs and behind on "
        f"{len(pairs) - ahead}**, by the mean of Micro- and Macro-F1. In Micro-F1 the median "
        f"difference is {median(gaps.values()):+.1f} points; it is clear (paired test over "
        f"splits, p < 0.05) on {plural(len(clear['Motif-CNN']), 'graph')} where Motif-CNN is "
        f"better ({'; '.join(clear['Motif-CNN']) or 'none'}) and on {len(clear['GCN'])} where the "
        f"GCN is ({'; '.join(clear['GCN']) or 'none'})."
    )
    return fill(text, 100, break_on_hyphens=False, break_long_words=False)


def _pairs(table: Table, row: str, other: str) -> list[Pair]:
    """The two rows on every graph where both have at least two splits in common."""
    found = []
    for column in table.experiment.columns:
        one = pair(_entry(table, column.name, row), _entry(table, column.name, other))
        found += [one] if one is not None else []
    return found


def _compared(pairs: Sequence[Pair], titles: tuple[str, str]) -> str:
    rows = [[one.column, one.scores(0), one.scores(1), one.differences(), one.p()] for one in pairs]
    return _grid(["graph", *titles, "difference", "p"], rows)


def _entry(table: Table, column: str, row: str) -> Entry:
    return next(one for one in table.of(column) if one.row == row)


def _with_deviation(entry: Entry) -> str:
    if not entry.results:
        return "not run yet"
    figures = (f"{entry.mean(metric):.2f} ± {entry.deviation(metric):.2f}" for metric in METRICS)
    return " / ".join(figures) + (OLD_MARK if entry.old else "")


def _complete(entry: Entry) -> str:
    if len(entry.results) < entry.wanted:
        return ""
    figures = " / ".join(f"{entry.mean(metric):.2f}" for metric in METRICS)
    return figures + (OLD_MARK if entry.old else "")


def _published(entry: Entry, paper: str) -> str:
    figures = entry.published.get(paper)
    if not isinstance(figures, dict):
        return figures or ""
    return " / ".join(f"{figures[metric]:.2f}" for metric in METRICS)


def _grid(titles: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [titles, ["---"] * len(titles), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
