"""`motifcnn datasets`: the graphs known by name, and which of them can be loaded here."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

import typer

from motifcnn.cli.options import flags
from motifcnn.cli.options.graph import open_dataset
from motifcnn.cli.show.graph import describe_graph, show_graph, show_splits
from motifcnn.cli.show.screen import show_json, show_line, show_table

EXAMPLES = """Examples:

motifcnn datasets

motifcnn datasets debian --json

motifcnn datasets pyg:FakeHeteroDataset"""


def datasets(
    name: Annotated[
        str | None,
        typer.Argument(help="Load this dataset and show its schema.", show_default="list all"),
    ] = None,
    json: flags.Json = False,
) -> None:
    """Lists the datasets known by name and whether they can be loaded here, or shows one."""
    from motifcnn.datasets import DATASETS

    if name is None:
        rows = _rows()
        if json:
            show_json(rows)
            return
        here = [row for row in rows if row["loadable"]]
        show_table(
            f"can be loaded here: {len(here)} of {len(rows)}",
            ("name", "description", "from", "where"),
            ((r["name"], r["description"], r["origin"], r["where"]) for r in here),
        )
        if len(here) < len(rows):
            show_table(
                "not available here",
                ("name", "description", "how to get it"),
                ((r["name"], r["description"], r["how_to_get"]) for r in rows if not r["loadable"]),
            )
            show_line(
                "MOTIFCNN_DATA names the folder of local datasets; docs/formats.md describes "
                "their tables."
            )
        return
    graph, info = open_dataset(name), DATASETS.get(name)
    described = describe_graph(graph) | (asdict(info) if info else {"name": name})
    if json:
        show_json(described)
        return
    if info:
        show_line(info.description)
        show_line(f"from {info.origin}; licence: {info.licence}")
    show_graph(described)
    show_splits(described)


def _rows() -> list[dict[str, Any]]:
    from motifcnn.datasets import DATASETS, availability

    rows = []
    for name, info in DATASETS.items():
        found = availability(name)
        rows.append(
            asdict(info)
            | {
                "description": info.description,
                "loadable": found.loadable,
                "state": found.state,
                "where": str(found),
                "how_to_get": found.how_to_get,
            }
        )
    return rows
