"""Runs as plain values for JSON, and as tables: scores, attention, the choice of motifs."""

from __future__ import annotations

import math
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from motifcnn.cli.show.screen import show_line, show_table
from motifcnn.explain.words import shares_text
from motifcnn.readable import percent, plural

if TYPE_CHECKING:
    import pandas as pd

    from motifcnn.train import Run, Scores

MOST_MOTIFS = 12  # in a table; JSON has all


def describe_scores(scores: Scores) -> dict[str, Any]:
    """Scores between 0 and 1; None where there were no nodes to score."""
    return {
        name: None if isinstance(value, float) and math.isnan(value) else value
        for name, value in asdict(scores).items()
    }


def describe_run(run: Run, attention: pd.DataFrame | None = None) -> dict[str, Any]:
    """Scores, epochs, motifs and settings of a run.

    Parameters
    ----------
    run : Run
    attention : DataFrame, optional
        What `run.attention()` returned: adds its means, and what predictions rest on.
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
        "settings": run.config.to_json(),
        "seconds": {stage: round(seconds, 3) for stage, seconds in run.seconds.items()},
    }
    if attention is None:
        return described
    from motifcnn.explain import mean_sources

    return described | {
        "attention": describe_attention(attention),
        "sources": mean_sources(run.sources()),
    }


def describe_attention(attention: pd.DataFrame) -> list[dict[str, Any]]:
    """Mean attention of each motif in each layer, heaviest first."""
    from motifcnn.explain import mean_attention

    columns = ("layer", "motif", "weight")
    mean = mean_attention(attention) if len(attention) else attention
    return [
        {"layer": int(layer), "motif": motif, "weight": round(float(weight), 6)}
        for layer, motif, weight in zip(*(mean[name] for name in columns), strict=True)
    ]


def show_run(described: dict[str, Any]) -> None:
    """Prints a run that `describe_run` described; attention and choice of motifs if it has them."""
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
    if described["motif_choice"] is not None:
        _show_motif_choice(described["motif_choice"])
    if described.get("attention"):
        show_attention(described["attention"])
        show_sources(described["sources"])


def show_sources(
    sources: dict[str, float], what: str = "what predictions rest on, on average"
) -> None:
    """Prints shares in one line; nothing where the model does not give them."""
    if sources:
        show_line(f"{what}: {shares_text(sources)}")


def show_attention(
    attention: list[dict[str, Any]], title: str = "mean attention per motif"
) -> None:
    """Prints weights of motifs, one table per layer."""
    layers = sorted({row["layer"] for row in attention})
    for layer in layers:
        all_rows = [row for row in attention if row["layer"] == layer]
        rows, rest = all_rows[:MOST_MOTIFS], all_rows[MOST_MOTIFS:]
        extra = ("instances",) if "instances" in rows[0] else ()
        show_table(
            title if len(layers) == 1 else f"{title}, layer {layer}",
            ("weight", "motif", *extra),
            (
                (percent(row["weight"]), row["motif"], *(row[name] for name in extra))
                for row in rows
            ),
        )
        if rest:
            show_line(
                f"and {plural(len(rest), 'more motif')}, {percent(rest[0]['weight'])} or less "
                "each; --json has them all"
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
