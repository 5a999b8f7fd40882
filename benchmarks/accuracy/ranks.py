"""Over all graphs: a method's average rank, worst gap to the best, and time against GCN."""

from __future__ import annotations

import numpy as np
from scipy.stats import rankdata

from motifcnn.experiments import Entry, Table

CLOCK = "gcn"


def ranks(table: Table) -> str:
    """A Markdown table, best average rank first, of methods with results on every graph."""
    graphs = [
        column.name
        for column in table.experiment.columns
        if any(entry.results for entry in table.of(column.name))
    ]
    found = {(entry.row, entry.column): entry for entry in table.entries if entry.results}
    methods = [
        row.name
        for row in table.experiment.rows
        if graphs and all((row.name, graph) in found for graph in graphs)
    ]
    if len(methods) < 2:
        return ""
    scores = np.array([[_score(found[method, graph]) for method in methods] for graph in graphs])
    rank = rankdata(-scores, axis=1).mean(axis=0)
    behind = (scores.max(axis=1, keepdims=True) - scores).max(axis=0)
    lines = [
        f"Over {len(graphs)} graphs, by the mean of Micro- and Macro-F1; methods without a result "
        "on one of them are left out.",
        "",
        "| method | average rank | points behind the best, at most "
        f"| time of a fit, {CLOCK} = 1 (median) |",
        "|---|---|---|---|",
    ]
    for place in np.argsort(rank, kind="stable"):
        method = methods[place]
        times = [
            _time(found[method, graph]) / _time(found[CLOCK, graph])
            for graph in graphs
            if (CLOCK, graph) in found
        ]
        clock = f"{np.median(times):.2g}" if times else ""
        lines.append(f"| {method} | {rank[place]:.2f} | {behind[place]:.2f} | {clock} |")
    return "\n".join(lines)


def _score(entry: Entry) -> float:
    return (entry.mean("micro_f1") + entry.mean("macro_f1")) / 2


def _time(entry: Entry) -> float:
    return float(
        np.mean(
            [
                result["seconds"]["prepare"] + result["seconds"]["train"]
                for result in entry.results.values()
            ]
        )
    )
