"""`motifcnn motifs`: the motifs that a graph's schema allows, with their roles."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from motifcnn.cli.options import flags
from motifcnn.cli.options.errors import OptionError
from motifcnn.cli.options.graph import open_graph
from motifcnn.cli.options.out import require_folder
from motifcnn.cli.show.motif import describe_motif, roles_text
from motifcnn.cli.show.screen import show_json, show_line, show_table
from motifcnn.readable import plural
from motifcnn.sealed import new_file, write_text

if TYPE_CHECKING:
    from motifcnn.motif.catalogue import Relations

EXAMPLES = """Examples:

motifcnn motifs debian --target library --max-nodes 2

motifcnn motifs debian --pattern "(t:package)--(l:library)--(c:package)" --svg drawings"""


def motifs(
    graph: flags.GraphName,
    target: flags.TargetType = None,
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
    json: flags.Json = False,
) -> None:
    """Lists the motifs that the schema of a graph allows, each once, with their roles."""
    from motifcnn.motif import Motif, catalogue, check

    if min_nodes > max_nodes:
        raise OptionError(
            f"--min-nodes {min_nodes} is over --max-nodes {max_nodes}; raise --max-nodes, or lower "
            "--min-nodes"
        )
    require_folder(svg, "--svg")
    data = open_graph(graph)
    if pattern is not None:
        found = [Motif.parse(pattern)]
        check(found[0], data.schema)
    else:
        if target is None and not data.labels:
            raise OptionError(
                f"the graph {graph!r} has no labels from which to choose the target type; "
                f"name one with --target: {', '.join(data.schema.node_types)}"
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
            with new_file(path) as work:
                write_text(work, motif.to_svg())
            row["svg"] = str(path)
    if json:
        show_json({"graph": graph, "motifs": rows})
        return
    title = f"no motifs in {graph}"
    if rows:
        title = f"{plural(len(rows), 'motif')} of {graph}, target {rows[0]['target_type']}"
    show_table(
        title,
        ("#", "pattern", "context", "roles"),
        (
            (number, row["pattern"], row["context"], roles_text(row["roles"]))
            for number, row in enumerate(rows, start=1)
        ),
    )
    if svg is not None:
        show_line(f"drawings in {svg}")
