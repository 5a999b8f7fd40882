"""`motifcnn count`: the motif tensor of one motif, exact, estimated, planned or updated."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from motifcnn.cli.options import flags
from motifcnn.cli.options.errors import OptionError
from motifcnn.cli.options.graph import open_graph
from motifcnn.cli.options.out import require_folder
from motifcnn.cli.options.size import parse_size
from motifcnn.cli.options.spark import count_by_spark
from motifcnn.cli.show.progress import progress_bar
from motifcnn.cli.show.screen import show_json, show_line
from motifcnn.cli.show.tensor import (
    busiest_targets,
    describe_plan,
    describe_sample,
    describe_tensor,
    show_busiest,
    show_plan,
    show_sample,
    show_tensor,
)

if TYPE_CHECKING:
    from motifcnn.motif.roles import RoleRule

EXAMPLES = """Examples:

motifcnn count debian "(t:package)--(l:library)--(c:package)"

motifcnn count debian "(t:package)--(l:library)--(c:package)" --plan

motifcnn count debian "(t:package)--(l:library)--(c:package)" --memory-limit 4GB --out tensor --json

motifcnn count debian "(t:package)--(l:library)--(c:package)" --sample 100000

motifcnn count FOLDER "(t:package)--(c:library)" --engine spark --master "local[4]" --out tensor

motifcnn count --update changes.parquet --store tensor"""


def count(
    graph: flags.StoredGraphName = None,
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
        typer.Option(
            help="auto (what the plan finds fastest), scipy, join, matrix, enumerate, or spark "
            "(on a cluster; see --master)."
        ),
    ] = "auto",
    master: Annotated[
        str | None,
        typer.Option(
            help="Spark's master for --engine spark, such as spark://host:7077.",
            show_default="local[*]",
        ),
    ] = None,
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
            help="Estimate from so many random walks, with standard errors, instead of counting."
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
            help="Update --store by a table of edges: columns op, relation, source, target."
        ),
    ] = None,
    store: Annotated[
        Path | None, typer.Option(help="Folder with a stored tensor, for --update.")
    ] = None,
    graph_out: Annotated[
        Path | None, typer.Option(help="Folder for the changed graph, for --update.")
    ] = None,
    json: flags.Json = False,
) -> None:
    """Counts the instances of a motif: exactly, per target and role."""
    import motifcnn.tensor as tensors
    from motifcnn.datasets.source import full_name
    from motifcnn.motif import Motif

    if update is not None or store is not None or graph_out is not None:
        if motif is not None or update is None or store is None:
            raise OptionError(
                "an update takes --update FILE and --store FOLDER, and no motif: the store has "
                "one. To store a tensor that is counted now, use --out FOLDER"
            )
        _update(update, store, graph, graph_out, json)
        return
    if graph is None or motif is None:
        raise OptionError(
            "name a graph and a motif, such as: motifcnn count debian '(t:package)--(c:library)'"
        )
    if sample is not None and plan:
        raise OptionError(
            "--plan estimates the cost of an exact count, and --sample does not count exactly; "
            "leave out one of them"
        )
    if sample is not None and out is not None:
        raise OptionError(
            "--out stores exact tensors; an estimate is only printed. Leave out --out, or --sample"
        )
    if engine == "spark":
        refused = {"--plan": plan, "--sample": sample, "--memory-limit": memory_limit}
        if named := [flag for flag, value in refused.items() if value]:
            raise OptionError(f"{named[0]} is not for --engine spark; leave out one of them")
        pattern = Motif.parse(motif, target=target, context=context, roles=cast("RoleRule", roles))
        count_by_spark(
            graph, pattern, master, out, induced=induced, overwrite=overwrite, as_json=json
        )
        return
    if master is not None:
        raise OptionError("--master is Spark's; add --engine spark, or leave it out")
    if out is not None and not plan:
        _check_out(out, overwrite)
    limit = None if memory_limit is None else parse_size(memory_limit)
    pattern = Motif.parse(motif, target=target, context=context, roles=cast("RoleRule", roles))
    data = open_graph(graph)
    result: dict[str, Any] = {"graph": graph, "motif": str(pattern), "induced": induced}
    exact: dict[str, Any] = {"engine": engine, "memory_limit": limit}
    if plan:
        planned = tensors.plan(data, pattern, induced=induced, **exact)
        estimate = describe_plan(planned, pattern)
        if json:
            show_json(result | {"plan": estimate})
        else:
            show_plan(str(pattern), estimate)
        return
    began = time.perf_counter()
    if sample is not None:
        with progress_bar("drawing") as progress:
            drawn = tensors.count(
                data, pattern, induced=induced, sample=sample, seed=seed, progress=progress
            )
        seconds = time.perf_counter() - began
        result |= describe_sample(drawn) | {"seed": seed, "seconds": round(seconds, 6)}
        if json:
            show_json(result)
        else:
            show_sample(result, seconds)
        return
    with progress_bar("counting") as progress:
        tensor = tensors.count(data, pattern, induced=induced, progress=progress, **exact)
    seconds = time.perf_counter() - began
    if out is not None:
        tensors.save_tensor(tensor, out, overwrite=overwrite, source=full_name(graph))
    result |= describe_tensor(tensor)
    result |= {"busiest": busiest_targets(data, tensor), "seconds": round(seconds, 6)}
    if json:
        show_json(result | {"out": None if out is None else str(out)})
        return
    show_tensor(result, tensor, seconds)
    show_busiest(result["busiest"])
    if out is not None:
        show_line(f"tensor stored in {out}")


def _check_out(out: Path, overwrite: bool) -> None:
    """Refuses, before counting, a folder that the tensor could not be stored in."""
    require_folder(out, replaced=True)
    if out.is_dir() and not any(out.iterdir()):
        return
    if out.exists() and not overwrite:
        raise OptionError(
            f"--out {str(out)!r} exists already; choose another folder or add --overwrite"
        )
    if out.exists() and not (out / "tensor.json").is_file():
        raise OptionError(
            f"--out {str(out)!r} exists and is not a tensor, so --overwrite does not replace it; "
            "name another folder"
        )


def _update(
    changes: Path, store: Path, graph: str | None, graph_out: Path | None, as_json: bool
) -> None:
    """Updates a stored tensor; `graph` is needed only if the store does not name its graph."""
    from motifcnn.graph import write_graph
    from motifcnn.tensor.store import load_origin
    from motifcnn.tensor.update.stored import update_store

    require_folder(graph_out, "--graph-out", replaced=True)
    if graph_out is not None and (
        graph_out.is_file() or (graph_out.is_dir() and any(graph_out.iterdir()))
    ):
        raise OptionError(f"--graph-out {str(graph_out)!r} exists already; name a new folder")
    source = graph or load_origin(store).source
    if not source:
        raise OptionError(
            f"the store {str(store)!r} does not say where its graph is; name it: "
            "motifcnn count GRAPH --update ..."
        )
    data = open_graph(source)
    began = time.perf_counter()
    tensor, made = update_store(store, changes, data)
    seconds = time.perf_counter() - began
    if graph_out is not None and tensor.graph is not None:
        write_graph(tensor.graph, graph_out)
    inserted, deleted = (
        sum(len(pairs) for pairs in part.values()) for part in (made.insert, made.delete)
    )
    result = {"store": str(store), "graph": source, "insert": inserted, "delete": deleted}
    result |= describe_tensor(tensor) | {"seconds": round(seconds, 6)}
    if as_json:
        show_json(result | {"graph_out": None if graph_out is None else str(graph_out)})
        return
    before = f"{inserted:,} edges to insert, {deleted:,} to delete: now "
    show_tensor(result, tensor, seconds, before)
    written = "" if graph_out is None else f", changed graph stored in {graph_out}"
    show_line(f"tensor updated in {store}{written}")
