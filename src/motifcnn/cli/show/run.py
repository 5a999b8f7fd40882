"""Runs as plain values for JSON, and as tables: scores, importance and choice of motifs."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from motifcnn.cli.show.screen import show_line, show_table
from motifcnn.explain.words import shares_text
from motifcnn.readable import percent, plural

if TYPE_CHECKING:
    import pandas as pd

    from motifcnn.explain import Importance
    from motifcnn.train import Run, Scores

MOST_MOTIFS = 12  # in a table; JSON has all


def describe_scores(scores: Scores) -> dict[str, Any]:
    """Scores between 0 and 1; None where there were no nodes to score."""
    return {
        name: None if isinstance(value, float) and math.isnan(value) else value
        for name, value in asdict(scores).items()
    }


def describe_run(run: Run, importance: Importance | None = None) -> dict[str, Any]:
    """Scores, epochs, motifs and settings of a run.

    Parameters
    ----------
    run : Run
    importance : Importance, optional
        Adds mean attention, or mean contributions and the shares of all sources.
    """
    from motifcnn.report.split_name import split_name

    described = {
        "model": run.model,
        "preset": run.preset or None,
        "target": run.target,
        "classes": list(run.classes),
        "multi_label": run.multi_label,
        "seed": run.seed,
        "split_name": split_name(run) or "random",
        "split": {
            "train": len(run.split.train),
            "val": len(run.split.val),
            "test": len(run.split.test),
        },
        "epochs": len(run.history),
        "best": run.best,
        "threshold": run.threshold if run.multi_label else None,
        "validation": describe_scores(run.validation),
        "test": describe_scores(run.test),
        "test_at_half": None if run.test_at_half is None else describe_scores(run.test_at_half),
        "motifs": [str(motif) for motif in run.motifs],
        "motif_choice": _describe_motif_choice(run),
        "tried": [asdict(one) for one in run.tried],
        "settings": run.settings.to_json(),
        "seconds": {stage: round(seconds, 3) for stage, seconds in run.seconds.items()},
    }
    if importance is None:
        return described
    if importance.attention is not None:
        described["attention"] = describe_attention(importance.attention)
    if importance.contributions is not None:
        from motifcnn.explain import grouped_shares

        described["contributions"] = describe_contributions(importance.contributions)
        described["sources"] = grouped_shares(importance.contributions)
    return described


def describe_attention(attention: pd.DataFrame) -> list[dict[str, Any]]:
    """Mean attention of each motif in each layer, heaviest first."""
    from motifcnn.explain import mean_attention

    columns = ("layer", "motif", "weight")
    mean = mean_attention(attention)
    return [
        {"layer": int(layer), "motif": motif, "weight": round(float(weight), 6)}
        for layer, motif, weight in zip(*(mean[name] for name in columns), strict=True)
    ]


def describe_contributions(contributions: pd.DataFrame) -> list[dict[str, Any]]:
    """Mean contribution and share of each source, largest share first."""
    from motifcnn.explain import mean_contributions

    mean = mean_contributions(contributions)
    columns = (mean["source"], mean["contribution"], mean["share"])
    return [
        {"source": source, "contribution": round(float(c), 6), "share": round(float(s), 6)}
        for source, c, s in zip(*columns, strict=True)
    ]


def show_run(described: dict[str, Any]) -> None:
    """Prints a run that `describe_run` described."""
    split, seconds = described["split"], described["seconds"]
    preset = f" ({described['preset']})" if described["preset"] else ""
    show_line(
        f"{described['model']}{preset}: {plural(len(described['motifs']), 'motif')}, "
        f"{plural(described['epochs'], 'epoch')}, kept {described['best']}; "
        f"counting {seconds['prepare']:.1f} s, training {seconds['train']:.1f} s"
    )
    show_line(
        f"split {described['split_name']}: {split['train']:,} training, {split['val']:,} "
        f"validation, {split['test']:,} test nodes; seed {described['seed']}"
    )
    rows = [("validation", split["val"], described["validation"])]
    if described["test_at_half"] is None:
        rows.append(("test", split["test"], described["test"]))
    else:
        chosen = f"test, threshold {described['threshold']:.3g}"
        rows.append((chosen, split["test"], described["test"]))
        rows.append(("test, threshold 0.5", split["test"], described["test_at_half"]))
    show_table(
        f"{described['target']} nodes in {len(described['classes'])} classes",
        ("part", "nodes", "Micro-F1", "Macro-F1"),
        (
            (part, nodes, percent(scores["micro_f1"]), percent(scores["macro_f1"]))
            for part, nodes, scores in rows
        ),
    )
    if described["tried"]:
        _show_tried(described["tried"])
    if described["motif_choice"] is not None:
        _show_motif_choice(described["motif_choice"])
    show_importance(described)


def show_importance(described: dict[str, Any], of: str = "") -> None:
    """Prints the mean attention or contributions of a described run; nothing if it has neither.

    Parameters
    ----------
    described : mapping
        From `describe_run`.
    of : str
        Begins the title, such as "motif-cnn: ".
    """
    if described.get("attention"):
        show_attention(described["attention"], f"{of}mean attention per motif, in per cent")
    if described.get("contributions"):
        title = f"{of}mean contribution to the predicted class, share in per cent"
        show_contributions(described["contributions"], title)
        show_sources(described["sources"])


def show_sources(
    sources: dict[str, float], what: str = "what predictions rest on, on average"
) -> None:
    """Prints the shares of a wide network in one line; nothing where there are none."""
    if sources:
        show_line(f"{what}: {shares_text(sources)}")


def show_attention(rows: list[dict[str, Any]], title: str) -> None:
    """Prints the attention of motifs, one table per layer."""
    layers = sorted({row["layer"] for row in rows})
    for layer in layers:
        own = [row for row in rows if row["layer"] == layer]
        _show_ranked(
            own,
            title if len(layers) == 1 else f"{title}, layer {layer}",
            ("weight", "motif"),
            lambda row: (percent(row["weight"]), row["motif"]),
            "weight",
        )


def show_contributions(rows: list[dict[str, Any]], title: str) -> None:
    """Prints the contributions of sources, or of motifs."""
    name = "motif" if rows and "motif" in rows[0] else "source"
    _show_ranked(
        rows,
        title,
        ("share", "contribution", name),
        lambda row: (percent(row["share"]), f"{row['contribution']:+.3f}", row[name]),
        "share",
    )


def _show_ranked(
    ranked: list[dict[str, Any]],
    title: str,
    columns: tuple[str, ...],
    cells: Callable[[dict[str, Any]], tuple[str, ...]],
    by: str,
) -> None:
    """Prints the first rows, their instances if they have them, and how many more there are."""
    rows, rest = ranked[:MOST_MOTIFS], ranked[MOST_MOTIFS:]
    extra = ("instances",) if rows and "instances" in rows[0] else ()
    show_table(
        title,
        (*columns, *extra),
        ((*cells(row), *(row[name] for name in extra)) for row in rows),
    )
    if rest:
        show_line(
            f"and {plural(len(rest), f'more {columns[-1]}')}, {percent(rest[0][by])} or less "
            "each; --json has them all"
        )


def _show_tried(tried: list[dict[str, Any]]) -> None:
    """Prints the candidates among which validation chose."""
    show_table(
        "what was tried: scores on validation in per cent, * kept",
        ("", "candidate", "Micro-F1", "Macro-F1", "seconds", "reason"),
        (
            (
                "*" if row["kept"] else "",
                row["name"],
                *(percent(row[name]) for name in ("micro_f1", "macro_f1")),
                f"{row['seconds']:.1f}",
                row["reason"],
            )
            for row in tried
        ),
    )


def _describe_motif_choice(run: Run) -> list[dict[str, Any]] | None:
    """Every candidate of motifs="auto", chosen ones first; None where the user named motifs."""
    if run.motif_choice is None:
        return None
    return [asdict(choice) | {"motif": str(choice.motif)} for choice in run.motif_choice]


def _show_motif_choice(choices: list[dict[str, Any]]) -> None:
    """Prints why motifs were chosen, and the best of the other candidates."""
    chosen = [choice for choice in choices if choice["chosen"]]
    rows = choices[: max(MOST_MOTIFS, len(chosen))]
    show_table(
        f"why these motifs: {len(chosen)} of {len(choices)} candidates, in per cent",
        ("", "motif", "coverage", "agreement", "gain", "cost (entries)", "reason"),
        (
            (
                "*" if row["chosen"] else "",
                row["motif"],
                *(percent(row[name]) for name in ("coverage", "agreement", "gain")),
                row["cost"],
                row["reason"],
            )
            for row in rows
        ),
    )
    if rest := len(choices) - len(rows):
        show_line(f"and {plural(rest, 'more candidate')} left; --json has them all")
