"""`motifcnn demo`: the embedded graph, the motifs that it allows, their counts and roles."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from motifcnn.cli.describe import describe_graph, describe_tensor
from motifcnn.cli.graph_tables import show_graph
from motifcnn.cli.progress import progress_bar
from motifcnn.cli.screen import show_json, show_line, show_table

EXAMPLES = """Examples:

motifcnn demo

motifcnn demo --json"""

GRAPH = "debian"


def demo(json: Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")] = False) -> None:
    """Shows the embedded graph: its schema, the motifs that it allows, their counts and roles."""
    from motifcnn.datasets import load_dataset
    from motifcnn.motif import catalogue
    from motifcnn.tensor import count

    graph = load_dataset(GRAPH)
    motifs = catalogue(graph.schema, graph.target_type, max_nodes=3, relations="any")
    counted = []
    with progress_bar("counting") as progress:
        for number, motif in enumerate(motifs):
            progress(number / len(motifs))
            counted.append(describe_tensor(count(graph, motif)))
    described = describe_graph(graph)
    if json:
        show_json({"graph": described, "motifs": counted})
        return
    show_graph(described)
    show_table(
        f"{len(motifs)} motifs of up to 3 nodes for the target {graph.target_type}",
        ("pattern", "instances", "targets", "roles: type and non-zeros of each"),
        ((tensor["motif"], tensor["instances"], tensor["targets"], _roles(tensor["roles"])) for tensor in counted),
    )
    show_line(f'Next: motifcnn count {GRAPH} "(t:package)--(l:library)--(c:package)"')


def _roles(roles: list[dict[str, Any]]) -> str:
    return ", ".join(f"{role['label']}: {role['node_type']} {role['nonzeros']:,}" for role in roles)
