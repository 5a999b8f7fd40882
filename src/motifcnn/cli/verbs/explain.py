"""`motifcnn explain`: why one node got its class."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from motifcnn.cli.options import flags
from motifcnn.cli.options.run import open_run, open_run_graph
from motifcnn.cli.show.progress import progress_bar
from motifcnn.cli.show.run import show_attention, show_contributions, show_sources
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
    """Explains one prediction: probabilities, which motifs count, and neighbours by role."""
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
    if "weight" in found.motifs[0]:
        show_attention(found.motifs, "attention per motif, in per cent")
    else:
        show_sources(found.sources, "what the prediction rests on")
        title = "contribution per motif to the predicted class, share in per cent"
        show_contributions(found.motifs, title)
    if found.strongest is None:
        show_line("no motif has an instance with this target: its own features decide")
        return
    show_table(
        f"who plays a role in the strongest motif, {found.strongest}",
        ("role", "type", "node", "name", "instances", "per cent of all"),
        (
            (n.role, n.node_type, str(n.node), n.name, n.instances, percent(n.share))
            for n in found.neighbours
        ),
    )
