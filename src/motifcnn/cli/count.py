"""`motifcnn count`: the exact motif tensor of one motif, an estimate, or what it would cost; and bringing one up to date."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from motifcnn.cli.count_sample import show_sample
from motifcnn.cli.count_update import update_tensor
from motifcnn.cli.describe import busiest_targets, describe_plan, describe_tensor
from motifcnn.cli.errors import OptionError
from motifcnn.cli.options import Json, StoredGraphName
from motifcnn.cli.progress import progress_bar
from motifcnn.cli.screen import show_json, show_line, show_table
from motifcnn.cli.size import format_size, parse_size
from motifcnn.cli.source import full_name, open_graph
from motifcnn.cli.tensor_table import show_tensor

if TYPE_CHECKING:
    from motifcnn.motif.roles import RoleRule

EXAMPLES = """Examples:

motifcnn count debian "(t:package)--(l:library)--(c:package)"

motifcnn count debian "(t:package)--(l:library)--(c:package)" --plan

motifcnn count debian "(t:package)--(l:library)--(c:package)" --memory-limit 4GB --out tensor --json

motifcnn count debian "(t:package)--(l:library)--(c:package)" --sample 100000

motifcnn count --update changes.parquet --store tensor"""


def count(
    graph: StoredGraphName = None,
    motif: Annotated[
        str | None,
        typer.Argument(
            help="Pattern; the first node is the target, the node introduced last the context.",
            show_default="with --update: the store's",
        ),
    ] = None,
    plan: Annotated[
        bool, typer.Option("--plan", help="Only estimate instances, non-zeros, bytes and seconds.")
    ] = False,
    induced: Annotated[
        bool,
        typer.Option("--induced", help="Refuse further links between the nodes of an instance."),
    ] = False,
    engine: Annotated[
        str,
        typer.Option(help="auto (what the plan finds fastest), scipy, join, matrix or enumerate."),
    ] = "auto",
    roles: Annotated[
        str, typer.Option(help="Which nodes share a role: orbit, swap, context or none.")
    ] = "orbit",
    target: Annotated[
        str | None, typer.Option(help="Name of the target node.", show_default="the first node")
    ] = None,
    context: Annotated[
        str | None, typer.Option(help="Name of the context node.", show_default="the last node")
    ] = None,
    memory_limit: Annotated[
        str | None,
        typer.Option(
            help="Refuse work that needs more, such as 4GB.", show_default="60 % of free memory"
        ),
    ] = None,
    sample: Annotated[
        int | None,
        typer.Option(
            help="Estimate from as many random walks, with standard errors, instead of counting."
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of --sample.")] = 0,
    out: Annotated[Path | None, typer.Option(help="Folder to store the tensor in.")] = None,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Let --out replace a tensor that is there.")
    ] = False,
    update: Annotated[
        Path | None,
        typer.Option(
            help="Table of edges that came and went (op, relation, source, target): bring --store up to date."
        ),
    ] = None,
    store: Annotated[
        Path | None, typer.Option(help="Folder with a stored tensor, for --update.")
    ] = None,
    graph_out: Annotated[
        Path | None, typer.Option(help="Folder for the changed graph, for --update.")
    ] = None,
    json: Json = False,
) -> None:
    """Counts the instances of a motif: exactly, per target and role."""
    import motifcnn.tensor as tensors
    from motifcnn.motif import Motif

    if update is not None or store is not None or graph_out is not None:
        if motif is not None or update is None or store is None:
            raise OptionError(
                "bringing a tensor up to date takes --update FILE and --store FOLDER, and no motif: the store has one. "
                "To store a tensor that is counted now, use --out FOLDER"
            )
        update_tensor(update, store, graph, graph_out, as_json=json)
        return
    if graph is None or motif is None:
        raise OptionError(
            "name a graph and a motif, such as: motifcnn count debian '(t:package)--(c:library)'"
        )
    if plan and sample is not None:
        raise OptionError(
            "--plan tells what an exact count costs, and --sample counts nothing exactly; leave out one of them"
        )
    if sample is not None and out is not None:
        raise OptionError(
            "--out stores exact tensors; an estimate is printed only. Leave out --out, or --sample"
        )
    if out is not None and not plan:
        _check_out(out, overwrite)
    limit = None if memory_limit is None else parse_size(memory_limit)
    pattern = Motif.parse(motif, target=target, context=context, roles=cast("RoleRule", roles))
    data = open_graph(graph)
    head: dict[str, Any] = {"graph": graph, "motif": str(pattern), "induced": induced}
    if plan:
        estimate = describe_plan(
            tensors.plan(data, pattern, induced=induced, engine=engine, memory_limit=limit), pattern
        )
        if json:
            show_json(head | {"plan": estimate})
        else:
            _show_plan(str(pattern), estimate)
        return
    began = time.perf_counter()
    if sample is not None:
        with progress_bar("drawing") as progress:
            drawn = tensors.count(
                data, pattern, induced=induced, sample=sample, seed=seed, progress=progress
            )
        show_sample(head, drawn, seed, time.perf_counter() - began, as_json=json)
        return
    with progress_bar("counting") as progress:
        tensor = tensors.count(
            data, pattern, induced=induced, engine=engine, memory_limit=limit, progress=progress
        )
    seconds = time.perf_counter() - began
    if out is not None:
        tensors.save_tensor(tensor, out, overwrite=overwrite, source=full_name(graph))
    result = (
        head
        | describe_tensor(tensor)
        | {"busiest": busiest_targets(data, tensor), "seconds": round(seconds, 6)}
    )
    if json:
        show_json(result | {"out": None if out is None else str(out)})
        return
    show_tensor(result, tensor, seconds)
    if result["busiest"]:
        busiest = ((str(row["id"]), row["name"], row["instances"]) for row in result["busiest"])
        show_table("targets with most instances", ("id", "name", "instances"), busiest)
    if out is not None:
        show_line(f"tensor stored in {out}")


def _check_out(out: Path, overwrite: bool) -> None:
    """Refuses, before counting, a folder that the tensor could not be stored in."""
    if out.is_dir() and not any(out.iterdir()):
        return
    if out.exists() and not overwrite:
        raise OptionError(
            f"--out {str(out)!r} exists already; choose another folder or add --overwrite"
        )
    if out.exists() and not (out / "tensor.json").is_file():
        raise OptionError(
            f"--out {str(out)!r} exists and is not a tensor, so --overwrite does not replace it; name another folder"
        )


def _show_plan(pattern: str, estimate: dict[str, Any]) -> None:
    fits = "fits" if estimate["bytes"] <= estimate["memory_limit"] else "does not fit"
    show_line(
        f"{pattern}\n"
        f"engine {estimate['engine']}, about {estimate['seconds']:.2g} s, at most {estimate['instances']:,} instances\n"
        f"at most {format_size(estimate['bytes'])}, {fits} into the limit of {format_size(estimate['memory_limit'])}"
    )
    show_table(
        "roles",
        ("role", "node type", "non-zeros at most"),
        (role.values() for role in estimate["roles"]),
    )
