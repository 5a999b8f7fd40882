"""`motifcnn datasets`: the graphs that can be loaded by name."""

from __future__ import annotations

from typing import Annotated

import typer

from motifcnn.cli.describe import describe_graph
from motifcnn.cli.graph_tables import show_graph
from motifcnn.cli.screen import show_json, show_line, show_table

EXAMPLES = """Examples:

motifcnn datasets

motifcnn datasets debian --json"""


def datasets(
    name: Annotated[str | None, typer.Argument(help="Load this dataset and show its schema.", show_default="list all")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")] = False,
) -> None:
    """Lists the datasets that can be loaded by name, or shows one."""
    from motifcnn.datasets import DATASETS, load_dataset

    if name is None:
        rows = [{"name": dataset.name, "description": dataset.description} for dataset in DATASETS.values()]
        if json:
            show_json(rows)
        else:
            show_table("datasets", ("name", "description"), (row.values() for row in rows))
        return
    described = describe_graph(load_dataset(name)) | {"description": DATASETS[name].description}
    if json:
        show_json(described)
    else:
        show_line(described["description"])
        show_graph(described)
