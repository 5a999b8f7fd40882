"""A table as JSON: everything that the Markdown shows, and the value of each split."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from motifcnn.experiments.experiment import TUNING_SEED
from motifcnn.experiments.measures import measure
from motifcnn.experiments.origin import in_words
from motifcnn.experiments.published import NOTES
from motifcnn.experiments.summary import summarise
from motifcnn.experiments.table import Entry, Table


def to_json(table: Table) -> dict[str, Any]:
    """The table as plain values."""
    experiment = table.experiment
    names = [column.name for column in experiment.columns]
    summary = summarise(table)
    return {
        "experiment": experiment.name,
        "title": experiment.title,
        "made": in_words(table.results()),
        "splits": experiment.splits,
        "trials": experiment.trials,
        "tuning_seed": TUNING_SEED,
        "inputs": dict(experiment.inputs),
        "choices": {name: dict(inputs) for name, inputs in experiment.choices.items()},
        "choices_of_graphs": {
            column.name: {name: dict(inputs) for name, inputs in column.choices.items()}
            for column in experiment.columns
            if column.choices
        },
        "metrics": list(experiment.metrics),
        "summary": None if summary is None else asdict(summary),
        "entries": [_entry(entry, experiment.metrics) for entry in table.entries],
        "published_elsewhere": {name: dict(rows) for name, rows in table.elsewhere.items() if rows},
        "measures": measure(table),
        "notes": {name: NOTES[name] for name in names if name in NOTES},
    }


def _entry(entry: Entry, metrics: tuple[str, ...]) -> dict[str, Any]:
    found: dict[str, Any] = {
        "dataset": entry.column,
        "method": entry.row,
        "splits": sorted(entry.results),
        "code": sorted({result["cell"].get("code", "") for result in entry.results.values()}),
        "published": entry.published,
    }
    if not entry.results:
        return found | {"reasons": list(entry.reasons) or ["not run yet"]}
    for metric in metrics:
        found[metric] = {
            "mean": entry.mean(metric),
            "deviation": entry.deviation(metric),
            "values": entry.values(metric).tolist(),
            "difference": entry.difference(metric),
            "p_value": entry.p_values.get(metric),
        }
    if chosen := entry.chosen():
        found["chosen"] = chosen
    if kept := entry.kept():
        found["kept"] = kept
    if entry.old:
        found["old_splits"] = list(entry.old)
    return found | {"seconds": entry.seconds(), "peak_bytes": entry.peak_bytes() or None}
