"""`motifcnn datasets`: the graphs that can be loaded by name."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from motifcnn.cli.options import flags
from motifcnn.cli.options.graph import open_dataset
from motifcnn.cli.show.graph import describe_graph, show_graph, show_splits
from motifcnn.cli.show.screen import show_json, show_line, show_table

EXAMPLES = """Examples:

motifcnn datasets

motifcnn datasets debian --json"""


def datasets(
    name: Annotated[
        str | None,
        typer.Argument(help="Load this dataset and show its schema.", show_default="list all"),
    ] = None,
    json: flags.Json = False,
) -> None:
    """Lists the datasets that can be loaded by name, or shows one."""
    from motifcnn.datasets import DATASETS

    if name is None:
        rows = [asdict(info) | {"description": info.description} for info in DATASETS.values()]
        if json:
            show_json(rows)
        else:
            show_table(
                "datasets",
                ("name", "description", "from"),
                ((r["name"], r["description"], r["origin"]) for r in rows),
            )
        return
    graph = open_dataset(name)
    described = describe_graph(graph) | asdict(DATASETS[name])
    if json:
        show_json(described)
        return
    show_line(DATASETS[name].description)
    show_line(f"from {described['origin']}; licence: {described['licence']}")
    show_graph(described)
    show_splits(described)
