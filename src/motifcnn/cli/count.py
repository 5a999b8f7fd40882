"""`motifcnn count`: the exact motif tensor of one motif, or what it would cost."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from motifcnn.cli.describe import busiest_targets, describe_plan, describe_tensor
from motifcnn.cli.progress import progress_bar
from motifcnn.cli.screen import show_json, show_line, show_table
from motifcnn.cli.size import format_size, parse_size
from motifcnn.cli.source import open_graph

if TYPE_CHECKING:
    from motifcnn.motif.roles import RoleRule
    from motifcnn.tensor.plan import Engine

EXAMPLES = """Examples:

motifcnn count debian "(t:package)--(l:library)--(c:package)"

motifcnn count debian "(t:package)--(l:library)--(c:package)" --plan

motifcnn count debian "(t:package)--(l:library)--(c:package)" --memory-limit 4GB --out tensor --json"""


def count(
    graph: Annotated[str, typer.Argument(help="Name of a dataset, or a folder with a graph.")],
    motif: Annotated[str, typer.Argument(help="Pattern; the first node is the target, the node introduced last the context.")],
    plan: Annotated[bool, typer.Option("--plan", help="Only estimate instances, non-zeros, bytes and seconds.")] = False,
    induced: Annotated[bool, typer.Option("--induced", help="Refuse further links between the nodes of an instance.")] = False,
    engine: Annotated[str, typer.Option(help="auto (what the plan finds fastest), scipy, join, matrix or enumerate.")] = "auto",
    roles: Annotated[str, typer.Option(help="Which nodes share a role: orbit, swap, context or none.")] = "orbit",
    target: Annotated[str | None, typer.Option(help="Name of the target node.", show_default="the first node")] = None,
    context: Annotated[str | None, typer.Option(help="Name of the context node.", show_default="the last node")] = None,
    memory_limit: Annotated[
        str | None, typer.Option(help="Refuse work that needs more, such as 4GB.", show_default="60 % of free memory")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Folder to store the tensor in.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")] = False,
) -> None:
    """Counts the instances of a motif: exactly, per target and role."""
    import motifcnn.tensor as tensors
    from motifcnn.motif import Motif

    limit = None if memory_limit is None else parse_size(memory_limit)
    pattern = Motif.parse(motif, target=target, context=context, roles=cast("RoleRule", roles))
    data = open_graph(graph)
    head: dict[str, Any] = {"graph": graph, "motif": str(pattern), "induced": induced}
    way = cast("Engine", engine)
    if plan:
        estimate = describe_plan(tensors.plan(data, pattern, induced=induced, engine=way, memory_limit=limit), pattern)
        if json:
            show_json(head | {"plan": estimate})
        else:
            _show_plan(str(pattern), estimate)
        return
    began = time.perf_counter()
    with progress_bar("counting") as progress:
        tensor = tensors.count(data, pattern, induced=induced, engine=way, memory_limit=limit, progress=progress)
    seconds = time.perf_counter() - began
    if out is not None:
        tensors.save_tensor(tensor, out)
    result = head | describe_tensor(tensor) | {"busiest": busiest_targets(data, tensor), "seconds": round(seconds, 6)}
    if json:
        show_json(result | {"out": None if out is None else str(out)})
        return
    show_line(
        f"{result['motif']}\n{result['instances']:,} instances, {result['targets']:,} of "
        f"{len(tensor.instances):,} {pattern.target_type} nodes are a target, {seconds:.3f} s"
    )
    show_table("roles", ("role", "node type", "members", "non-zeros", "sum"), (role.values() for role in result["roles"]))
    if result["busiest"]:
        busiest = ((str(row["id"]), row["name"], row["instances"]) for row in result["busiest"])
        show_table("targets with most instances", ("id", "name", "instances"), busiest)
    if out is not None:
        show_line(f"tensor stored in {out}")


def _show_plan(pattern: str, estimate: dict[str, Any]) -> None:
    fits = "fits" if estimate["bytes"] <= estimate["memory_limit"] else "does not fit"
    show_line(
        f"{pattern}\n"
        f"engine {estimate['engine']}, about {estimate['seconds']:.2g} s, at most {estimate['instances']:,} instances\n"
        f"at most {format_size(estimate['bytes'])}, {fits} into the limit of {format_size(estimate['memory_limit'])}"
    )
    show_table("roles", ("role", "node type", "non-zeros at most"), (role.values() for role in estimate["roles"]))
