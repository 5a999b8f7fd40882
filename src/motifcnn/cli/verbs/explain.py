"""`motifcnn explain`: why one node got its class."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from motifcnn.cli.options.flags import Json, RunFolder, RunGraphName
from motifcnn.cli.options.run import open_run, open_run_graph
from motifcnn.cli.show.progress import progress_bar
from motifcnn.cli.show.run import percent, show_attention, show_sources
from motifcnn.cli.show.screen import show_json, show_line, show_table

EXAMPLES = """Examples:

motifcnn explain runs/1 gimp

motifcnn explain runs/1 955 --limit 3 --json"""


def explain(
    run: RunFolder,
    node: Annotated[str, typer.Argument(help="Id or name of a node of the target type.")],
    graph: RunGraphName = None,
    limit: Annotated[int, typer.Option(help="Most neighbours per role.", min=1)] = 5,
    json: Json = False,
) -> None:
    """Explains one prediction: probabilities, attention per motif and layer, and the neighbours by role that contributed."""
    from motifcnn.explain import explain as explain_node

    loaded = open_run(run)
    data = open_run_graph(run, graph)
    with progress_bar("counting motifs"):
        explanation = explain_node(loaded, node, data, limit=limit)
    if json:
        show_json(asdict(explanation) | {"probabilities": dict(explanation.probabilities)})
        return
    name = f" {explanation.name}" if explanation.name else ""
    true = ""
    if explanation.true is not None:
        true = f"; true class: {', '.join(explanation.true) or 'none'} ({explanation.part or 'not in the split'})"
    show_line(
        f"{loaded.target} {explanation.node}{name}: {', '.join(explanation.predicted) or 'no class'}{true}"
    )
    show_table(
        "probabilities",
        ("class", "per cent"),
        ((c, percent(chance)) for c, chance in explanation.probabilities),
    )
    if not explanation.motifs:
        show_line(f"{loaded.model} has no motifs, and so no attention to show")
        return
    show_sources(explanation.sources, "what the prediction rests on")
    show_attention(explanation.motifs, "attention per motif")
    if explanation.strongest is None:
        show_line("no motif has an instance with this target: its own features decide")
        return
    show_table(
        f"who plays a role in the strongest motif, {explanation.strongest}",
        ("role", "type", "node", "name", "instances", "per cent of all"),
        (
            (n.role, n.node_type, str(n.node), n.name, n.instances, percent(n.share))
            for n in explanation.neighbours
        ),
    )
