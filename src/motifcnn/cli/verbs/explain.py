"""`motifcnn explain`: why one node got its class."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from motifcnn.cli.options import flags
from motifcnn.cli.options.run import open_run, open_run_graph
from motifcnn.cli.show.explanation import show_motifs, show_neighbours
from motifcnn.cli.show.progress import progress_bar
from motifcnn.cli.show.screen import show_json, show_line, show_table
from motifcnn.explain.words import headline
from motifcnn.readable import percent

EXAMPLES = """Examples:

motifcnn explain runs/1 gimp

motifcnn explain runs/1 955 --limit 3 --json"""


def explain(
    run: flags.RunFolder,
    node: Annotated[str, typer.Argument(help="Id or name of a node of the target type.")],
    graph: flags.RunGraphName = None,
    limit: Annotated[int, typer.Option(help="Most neighbours per role.", min=1)] = 5,
    json: flags.Json = False,
) -> None:
    """Explains one prediction: what each motif adds, what it would be without, who is around."""
    from motifcnn.explain import explain as explain_node

    loaded = open_run(run)
    data = open_run_graph(run, graph)
    with progress_bar("counting motifs"):
        found = explain_node(loaded, node, data, limit=limit)
    if json:
        show_json(asdict(found) | {"probabilities": dict(found.probabilities)})
        return
    show_line(headline(found))
    show_table(
        "probabilities",
        ("class", "per cent"),
        ((name, percent(probability)) for name, probability in found.probabilities),
    )
    if not found.motifs:
        show_line(f"{loaded.model} does not say how much motifs count: there is no more to show")
        return
    show_motifs(found)
    show_neighbours(found)
