"""`motifcnn motifs`: the motifs that a graph's schema allows, with their roles."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from motifcnn.cli.options.errors import OptionError
from motifcnn.cli.options.flags import GraphName, Json
from motifcnn.cli.options.graph import open_graph
from motifcnn.cli.show.describe import describe_motif
from motifcnn.cli.show.plural import plural
from motifcnn.cli.show.screen import show_json, show_line, show_table

if TYPE_CHECKING:
    from motifcnn.motif.catalogue import Relations

EXAMPLES = """Examples:

motifcnn motifs debian --target library --max-nodes 2

motifcnn motifs debian --pattern "(t:package)--(l:library)--(c:package)" --svg drawings"""


def motifs(
    graph: GraphName,
    target: Annotated[
        str | None,
        typer.Option(help="Node type of the target.", show_default="the type with most labels"),
    ] = None,
    max_nodes: Annotated[int, typer.Option(help="Largest number of nodes in a motif.")] = 3,
    min_nodes: Annotated[int, typer.Option(help="Smallest number of nodes in a motif.")] = 2,
    relations: Annotated[
        str, typer.Option(help="named: a motif per relation and direction; any: linked or not.")
    ] = "named",
    pattern: Annotated[
        str | None, typer.Option(help="Show this motif instead of the catalogue.")
    ] = None,
    svg: Annotated[
        Path | None, typer.Option(help="Folder to draw the motifs into, one SVG file each.")
    ] = None,
    json: Json = False,
) -> None:
    """Lists the motifs that the schema of a graph allows, each once, with their roles."""
    from motifcnn.motif import Motif, catalogue, check

    if min_nodes > max_nodes:
        raise OptionError(
            f"--min-nodes {min_nodes} is over --max-nodes {max_nodes}; raise --max-nodes, or lower --min-nodes"
        )
    data = open_graph(graph)
    if pattern is not None:
        found = [Motif.parse(pattern)]
        check(found[0], data.schema)
    else:
        if target is None and not data.labels:
            raise OptionError(
                f"the graph {graph!r} has no labels that would tell the type of the target; name one with --target: "
                f"{', '.join(data.schema.node_types)}"
            )
        rule = cast("Relations", relations)
        found = catalogue(
            data.schema, target or data.target_type, max_nodes, min_nodes=min_nodes, relations=rule
        )
    rows = [describe_motif(motif) for motif in found]
    if svg is not None:
        svg.mkdir(parents=True, exist_ok=True)
        for number, (motif, row) in enumerate(zip(found, rows, strict=True), start=1):
            path = svg / f"motif-{number:0{len(str(len(found)))}}.svg"
            path.write_text(motif.to_svg(), encoding="utf-8")
            row["svg"] = str(path)
    if json:
        show_json({"graph": graph, "motifs": rows})
        return
    show_table(
        f"{plural(len(rows), 'motif')} of {graph}, target {rows[0]['target_type']}"
        if rows
        else f"no motifs in {graph}",
        ("#", "pattern", "context", "roles"),
        (
            (number, row["pattern"], row["context"], roles_text(row["roles"]))
            for number, row in enumerate(rows, start=1)
        ),
    )
    if svg is not None:
        show_line(f"drawings in {svg}")


def roles_text(roles: list[dict[str, Any]]) -> str:
    """Roles in one line: labels with the type of the nodes that play them.

    Examples
    --------
    >>> roles_text([{"label": "a+c", "node_type": "paper"}])
    'a+c:paper'
    """
    return ", ".join(f"{role['label']}:{role['node_type']}" for role in roles)
