"""`motifcnn predict`: the classes that a run gives to the nodes of its own or another graph."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from motifcnn.cli.options import flags
from motifcnn.cli.options.errors import OptionError
from motifcnn.cli.options.graph import open_graph
from motifcnn.cli.options.out import require_file
from motifcnn.cli.options.run import open_run
from motifcnn.cli.show.screen import show_json, show_line, show_table
from motifcnn.readable import percent
from motifcnn.sealed import new_file

if TYPE_CHECKING:
    import pandas as pd

EXAMPLES = """Examples:

motifcnn predict runs/1 --out predictions.parquet

motifcnn predict runs/1 another-graph --out predictions.csv"""

FIRST = 10  # rows in the table


def predict(
    run: flags.RunFolder,
    graph: Annotated[
        str | None,
        typer.Argument(
            help="A graph with the same schema: a dataset or a folder.",
            show_default="the training graph",
        ),
    ] = None,
    out: Annotated[Path | None, typer.Option(help="File to write, .parquet or .csv.")] = None,
    json: flags.Json = False,
) -> None:
    """Predicts the class of every node of the target type, with a probability per class."""
    if out is not None and out.suffix not in (".parquet", ".csv"):
        raise OptionError(f"--out {str(out)!r}: expected a name that ends in .parquet or .csv")
    require_file(out)
    loaded = open_run(run)
    predictions = loaded.predict(None if graph is None else open_graph(graph))
    if out is not None:
        _write(predictions, out)
    counts = {str(name): int(n) for name, n in predictions["predicted"].value_counts().items()}
    if json:
        result = {"run": str(run), "graph": graph, "nodes": len(predictions), "predicted": counts}
        rows = {} if out is not None else {"predictions": predictions.to_dict("records")}
        show_json(result | {"out": None if out is None else str(out)} | rows)
        return
    if out is not None:
        show_line(f"{len(predictions):,} predictions in {out}")
        show_table(f"{loaded.target} nodes by predicted class", ("class", "nodes"), counts.items())
        return
    largest = predictions[[f"p({name})" for name in loaded.classes]].max(axis=1)
    columns = (predictions["node"], predictions["name"], predictions["predicted"], largest)
    shown = zip(*(column.head(FIRST) for column in columns), strict=True)
    show_table(
        f"the first {min(FIRST, len(predictions))} of {len(predictions):,} {loaded.target} nodes; "
        "--out writes all",
        ("node", "name", "predicted", "largest probability"),
        (
            (str(node), str(name), predicted, percent(float(probability)))
            for node, name, predicted, probability in shown
        ),
    )


def _write(predictions: pd.DataFrame, out: Path) -> None:
    with new_file(out) as work:
        if out.suffix == ".csv":
            predictions.to_csv(work, index=False)
        else:
            predictions.to_parquet(work, index=False)
