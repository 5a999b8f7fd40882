"""`motifcnn doctor`: what is wrong with a folder or the installation, and what to do."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from motifcnn.cli.options import flags
from motifcnn.cli.options.errors import OptionError
from motifcnn.cli.show.progress import progress_bar
from motifcnn.cli.show.screen import show_json, show_line, show_table

if TYPE_CHECKING:
    from motifcnn.doctor import Diagnosis

EXAMPLES = """Examples:

motifcnn doctor

motifcnn doctor runs/1

motifcnn doctor tensor --graph debian

motifcnn doctor runs --clean --json"""

WRONG = 1  # the exit code where something is wrong
MOST_FILES = 10


def doctor(
    folder: Annotated[
        Path | None,
        typer.Argument(
            help="A graph, tensor, run, checkpoint, results or tables, or a folder with some.",
            show_default="the installation",
        ),
    ] = None,
    graph: Annotated[
        str | None,
        typer.Option(help="The graph of a tensor: some of its targets are counted again."),
    ] = None,
    clean: Annotated[
        bool, typer.Option("--clean", help="Remove what writers that died have left behind.")
    ] = False,
    json: flags.Json = False,
) -> None:
    """Verifies stored files, or the installation: what is wrong, what can be saved, what to do.

    The exit code is 1 if something is wrong.
    """
    from motifcnn.cli.options.graph import open_graph
    from motifcnn.doctor import examine, examine_installation

    if folder is None:
        if graph is not None or clean:
            raise OptionError("--graph and --clean are about a folder; name one")
        with progress_bar("examining the installation"):
            found: tuple[Diagnosis, ...] = (examine_installation(),)
        removed: list[str] = []
    else:
        data = None if graph is None else open_graph(graph)
        removed = _clean(folder) if clean else []
        with progress_bar(f"examining {folder}"):
            found = examine(folder, data)
    healthy = all(one.healthy for one in found)
    if json:
        rows = [asdict(one) | {"healthy": one.healthy} for one in found]
        show_json({"healthy": healthy, "removed": removed, "examined": rows})
    else:
        for name in removed:
            show_line(f"removed {name}")
        for one in found:
            _show(one)
    if not healthy:
        raise typer.Exit(WRONG)


def _clean(folder: Path) -> list[str]:
    from motifcnn.doctor import leftovers
    from motifcnn.sealed import remove_leftovers

    return [str(path) for path in remove_leftovers(leftovers(folder))] if folder.is_dir() else []


def _show(one: Diagnosis) -> None:
    state = "in order" if one.healthy else "something is wrong"
    show_line(f"{one.place}, {one.kind}: {state}")
    for text in one.checked:
        show_line(f"  {text}")
    if one.findings:
        show_table(
            "findings",
            ("", "where", "what", "next"),
            (
                ("wrong" if each.wrong else "note", each.place, each.problem, each.next_step)
                for each in one.findings
            ),
        )
    if one.damaged and one.intact:
        shown = ", ".join(one.intact[:MOST_FILES])
        more = len(one.intact) - MOST_FILES
        show_line(f"  intact: {shown}" + (f" and {more} more; --json has all" * (more > 0)))
