"""`motifcnn predict`: the classes that a run gives to the nodes of its graph, and to new ones."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from motifcnn.cli.options import flags
from motifcnn.cli.options.errors import OptionError
from motifcnn.cli.options.graph import is_tables, open_graph
from motifcnn.cli.options.out import require_file
from motifcnn.cli.options.run import open_run, open_run_graph
from motifcnn.cli.show.csv_file import write_csv
from motifcnn.cli.show.screen import show_json, show_line, show_note, show_table
from motifcnn.readable import percent
from motifcnn.sealed import new_file, write

if TYPE_CHECKING:
    import pandas as pd

    from motifcnn.graph import Graph
    from motifcnn.train import Run

EXAMPLES = """Examples:

motifcnn predict runs/1 --out predictions.parquet

motifcnn predict runs/1 new-nodes --out predictions.csv

motifcnn predict runs/1 another-graph --alone"""

FIRST = 10  # rows in the table


def predict(
    run: flags.RunFolder,
    new: Annotated[
        str | None,
        typer.Argument(
            help="New nodes and their links, joined to the training graph by id: a dataset, or a "
            "folder with a graph or with tables like those of the training.",
            show_default="none",
        ),
    ] = None,
    graph: flags.RunGraphName = None,
    every: Annotated[
        bool, typer.Option("--all", help="List known nodes as well, after the new ones.")
    ] = False,
    alone: Annotated[
        bool,
        typer.Option(
            "--alone", help="NEW is a graph of its own, not joined to the training graph."
        ),
    ] = False,
    out: Annotated[Path | None, typer.Option(help="File to write, .parquet or .csv.")] = None,
    raw: Annotated[
        bool,
        typer.Option(
            "--raw", help="Write texts of a .csv as they are, without ' before those like =1+1."
        ),
    ] = False,
    json: flags.Json = False,
) -> None:
    """Predicts the class of every node of the target type, with a probability per class.

    With NEW, motifs are counted on the training graph and NEW together, and new nodes are listed.
    """
    if out is not None and out.suffix not in (".parquet", ".csv"):
        raise OptionError(f"--out {str(out)!r}: expected a name that ends in .parquet or .csv")
    if raw and (out is None or out.suffix != ".csv"):
        raise OptionError("--raw is about texts in a CSV file; add --out FILE.csv, or leave it out")
    require_file(out)
    loaded = open_run(run)
    if new is None or alone:
        predictions = loaded.predict(None if new is None else open_graph(new))
    else:
        predictions = _of_new(loaded, new, open_run_graph(run, graph), every)
    if out is not None:
        write_predictions(predictions, out, raw=raw)
    counts = {str(name): int(n) for name, n in predictions["predicted"].value_counts().items()}
    if json:
        result = {"run": str(run), "new": new, "nodes": len(predictions), "predicted": counts}
        rows = {} if out is not None else {"predictions": predictions.to_dict("records")}
        show_json(result | {"out": None if out is None else str(out)} | rows)
        return
    if out is not None:
        show_line(f"{len(predictions):,} predictions in {out}")
        show_table(f"{loaded.target} nodes by predicted class", ("class", "nodes"), counts.items())
        return
    _show_first(loaded, predictions)


def _of_new(run: Run, text: str, known: Graph, every: bool) -> pd.DataFrame:
    """Predictions on both graphs together: of new nodes, of those given again, or of all."""
    from motifcnn.graph.ids import locate_ids
    from motifcnn.train.run.new_nodes import arrived

    with warnings.catch_warnings(record=True) as noted:
        warnings.simplefilter("always", UserWarning)
        new = arrived(run, text) if is_tables(text) else open_graph(text)
        found = run.predict_new(new, known)
    for warning in noted:
        show_note(f"note: {warning.message}")
    if every:
        return found
    if found["new"].any():
        return found[found["new"]]
    given = locate_ids(found["node"].to_numpy(), new.ids[run.target])
    return found.iloc[given[given >= 0]]


def _show_first(run: Run, predictions: pd.DataFrame) -> None:
    largest = predictions[[f"p({name})" for name in run.classes]].max(axis=1)
    columns = (predictions["node"], predictions["name"], predictions["predicted"], largest)
    shown = zip(*(column.head(FIRST) for column in columns), strict=True)
    kind = "new " if "new" in predictions and predictions["new"].all() else ""
    show_table(
        f"the first {min(FIRST, len(predictions))} of {len(predictions):,} {kind}{run.target} "
        "nodes; --out writes all",
        ("node", "name", "predicted", "largest probability"),
        (
            (str(node), str(name), predicted, percent(float(probability)))
            for node, name, predicted, probability in shown
        ),
    )


def write_predictions(predictions: pd.DataFrame, out: Path, *, raw: bool = False) -> None:
    """Writes a table as CSV or Parquet, whole or not at all."""
    if out.suffix == ".csv":
        write_csv(predictions, out, raw=raw)
        return
    with new_file(out) as work:
        write(work, lambda file: predictions.to_parquet(file, index=False))
