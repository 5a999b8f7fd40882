"""`motifcnn instances`: the very instances of a motif with one target."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from motifcnn.cli.options import flags
from motifcnn.cli.options.errors import OptionError
from motifcnn.cli.options.graph import open_graph
from motifcnn.cli.show.progress import progress_bar
from motifcnn.cli.show.screen import show_json, show_line, show_table
from motifcnn.readable import plural
from motifcnn.sealed import new_file, write_text

EXAMPLES = """Examples:

motifcnn instances debian "(t:package)--(m:maintainer)--(c:package)" gimp

motifcnn instances debian "(t:package)--(m:maintainer)--(c:package)" gimp --out instances.svg"""


def instances(
    graph: flags.GraphName,
    motif: Annotated[str, typer.Argument(help="Pattern; the first node is the target.")],
    node: Annotated[str, typer.Argument(help="Id or name of a node of the target type.")],
    limit: Annotated[int, typer.Option(help="Most instances to list.", min=1)] = 20,
    offset: Annotated[int, typer.Option(help="Instances to skip.", min=0)] = 0,
    out: Annotated[Path | None, typer.Option(help="SVG file to draw them into.")] = None,
    json: flags.Json = False,
) -> None:
    """Lists the instances of a motif with one target, each once, in a fixed order."""
    import motifcnn.tensor as tensors
    from motifcnn.motif.motif import Motif
    from motifcnn.motif.words import in_words

    if out is not None:
        _check_out(out)
    pattern = Motif.parse(motif)
    data = open_graph(graph)
    with progress_bar("counting"):
        found = tensors.instances(data, pattern, node, limit=limit, offset=offset)
    if out is not None:
        with new_file(out) as work:
            write_text(work, found.to_svg())
    words = in_words(pattern, data.schema)
    if json:
        target = found.target
        show_json(
            {
                "graph": graph,
                "motif": str(pattern),
                "words": words,
                "target": {"row": target.row, "node": target.node, "name": target.name},
                "total": found.total,
                "offset": offset,
                "instances": [
                    {
                        name: {"type": n.node_type, "row": n.row, "node": n.node, "name": n.name}
                        for name, n in instance.items()
                    }
                    for instance in found
                ],
                "out": None if out is None else str(out),
            }
        )
        return
    total = plural(found.total, "instance")
    show_line(f"{pattern.target_type} {found.target.label}: {total} of {words}")
    show_table(
        str(pattern),
        ("#", *(f"{n.name}:{n.node_type}" for n in pattern.nodes)),
        (
            (number, *(n.label for n in instance.values()))
            for number, instance in enumerate(found, offset + 1)
        ),
    )
    if (rest := found.total - offset - len(found)) > 0:
        show_line(f"and {rest:,} more; --offset {offset + len(found)} goes on")
    if out is not None:
        show_line(f"drawing in {out}")


def _check_out(out: Path) -> None:
    """Refuses, before work, a file that cannot be written."""
    if out.is_dir():
        raise OptionError(f"--out {str(out)!r} is a folder; name a file, such as instances.svg")
    if not out.absolute().parent.is_dir():
        raise OptionError(
            f"--out {str(out)!r}: the folder {str(out.absolute().parent)!r} does not exist; make it"
        )
