"""`motifcnn reproduce`: tables and figures of the paper, beside the published figures."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from motifcnn.cli.options import flags
from motifcnn.cli.options.errors import OptionError
from motifcnn.cli.options.out import require_folder
from motifcnn.cli.show.live_table import live_table
from motifcnn.cli.show.screen import show_json, show_line, show_table

if TYPE_CHECKING:
    from motifcnn.experiments import Reproduced

EXAMPLES = """Examples:

motifcnn reproduce table-inputs --quick --trials 0 --dataset debian

motifcnn reproduce table-hetero --jobs 2 --out runs/paper

motifcnn reproduce figures --quick --out runs/figures

motifcnn reproduce table-inputs --dataset ./my-graph --method default --method gcn --splits 3"""


def reproduce(
    experiment: Annotated[
        str,
        typer.Argument(
            help="table-hetero, table-inputs, table-social, arena, roles, ablations, citation, "
            "hgb, time-per-epoch, total-time, convergence, time-by-motifs or attention; figures: "
            "the last five."
        ),
    ],
    quick: Annotated[
        bool, typer.Option("--quick", help="One split; of figures also one graph each.")
    ] = False,
    splits: Annotated[
        int | None, typer.Option(min=1, help="How many splits.", show_default="the experiment's")
    ] = None,
    trials: Annotated[
        int | None,
        typer.Option(
            min=0,
            help="Fits per method and graph among which validation chooses the settings of all "
            "splits; 0: the recipe's own settings.",
            show_default="8 for table-*, 5 for citation and hgb, else 0",
        ),
    ] = None,
    method: Annotated[
        list[str] | None, typer.Option(help="Only this row or model; repeat it.")
    ] = None,
    dataset: Annotated[
        list[str] | None,
        typer.Option(help="Only this graph, or one of yours: a folder; repeat it."),
    ] = None,
    out: Annotated[
        Path,
        typer.Option(help="Folder for results, tables and figures; a run goes on where it was."),
    ] = Path("runs/reproduce"),
    jobs: Annotated[int, typer.Option(min=1, help="Processes that fit at the same time.")] = 1,
    table: Annotated[
        bool, typer.Option("--table", help="Fit nothing: only write what is there.")
    ] = False,
    keep_old: Annotated[
        bool,
        typer.Option(
            "--keep-old", help="Keep results that other code made, marked †; else fit them again."
        ),
    ] = False,
    verify: Annotated[
        bool,
        typer.Option(
            "--verify",
            help="Fit one split of each row that other code made, and keep the row if it gives "
            "the same figures.",
        ),
    ] = False,
    json: flags.Json = False,
) -> None:
    """Runs a table or figure of the paper. Results are kept: a stopped run goes on."""
    from dataclasses import replace

    from motifcnn.experiments import GROUPS, experiments
    from motifcnn.experiments import reproduce as run

    if quick and splits is not None:
        raise OptionError("--quick is one split: leave out --splits, or --quick")
    if experiment in GROUPS and method:
        raise OptionError(
            f"--method: {experiment} are several experiments with other methods each; name one of "
            f"{', '.join(GROUPS[experiment])}"
        )
    require_folder(out)
    every = [
        replace(
            each.only(tuple(method or ()), tuple(dataset or ())),
            splits=1 if quick else splits or each.splits,
            trials=each.trials if trials is None else trials,
        )
        for each in experiments(experiment)
    ]
    if experiment in GROUPS and quick:
        every = [replace(each, columns=each.columns[:1]) for each in every]
    found = []
    for asked in every:
        with live_table(asked, out, keep_old=keep_old) as (on_start, on_cell):
            one = run(
                asked,
                out,
                jobs=jobs,
                fit=not table,
                keep_old=keep_old,
                verified=verify,
                on_start=on_start,
                on_cell=on_cell,
            )
        found.append(one)
        if not json:
            _show(one)
    if json:
        described = [_to_json(one) for one in found]
        show_json(described if experiment in GROUPS else described[0])


def _to_json(found: Reproduced) -> dict[str, Any]:
    from motifcnn.experiments.table_json import to_json

    files = [str(file) for file in found.files]
    return to_json(found.table) | {"files": files, "note": found.note}


def _show(found: Reproduced) -> None:
    from motifcnn.experiments.markdown import (
        TITLES,
        duel,
        number_cells,
        old_note,
        ranked,
        standing_cells,
        text_of,
    )
    from motifcnn.experiments.measures import measure
    from motifcnn.experiments.summary import summarise
    from motifcnn.experiments.terms import terms

    asked, reasons = found.table.experiment, list[str]()
    metrics = " / ".join(TITLES[metric] for metric in asked.metrics)
    show_table(
        f"{asked.title}; {metrics} in per cent",
        ("method", *(column.name for column in asked.columns)),
        (
            (row, *(text_of(entry, asked.metrics, reasons) for entry in entries))
            for row, entries in found.table.by_row().items()
        ),
    )
    show_line(terms(asked))
    if summary := summarise(found.table):
        show_table("over all graphs", *standing_cells(summary))
        show_line(f"{ranked(summary)} {duel(summary)}")
    if numbers := measure(found.table):
        show_table("what the figure shows", *number_cells(numbers))
    for number, reason in enumerate(reasons, 1):
        show_line(f"[{number}] {reason}")
    for note in (old_note(found.table), found.note):
        if note:
            show_line(note)
    files = ", ".join(str(file) for file in found.files)
    show_line(f"published figures, differences and paired tests: {files}")
