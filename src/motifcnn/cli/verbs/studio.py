"""`motifcnn studio`: a page in the browser to find, design and try motifs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from motifcnn.cli.options import flags
from motifcnn.cli.options.errors import OptionError
from motifcnn.cli.options.graph import open_graph
from motifcnn.cli.show.screen import show_json, show_line

EXAMPLES = """Examples:

motifcnn studio debian

motifcnn studio FOLDER --port 8123 --no-browser --out motifs.toml"""


def studio(
    graph: flags.GraphName,
    port: Annotated[
        int, typer.Option(help="Port to listen on.", min=0, max=65535, show_default="a free one")
    ] = 0,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the page in the browser.")
    ] = True,
    out: Annotated[
        Path, typer.Option(help="TOML file that motifs are saved to; train --config takes it.")
    ] = Path("motifs.toml"),
    runs: Annotated[
        Path | None,
        typer.Option(
            help="Folder that runs are stored in.", show_default="motifcnn-runs beside --out"
        ),
    ] = None,
    json: flags.Json = False,
) -> None:
    """Opens a page on which to find, design and try motifs; only this machine can reach it."""
    try:
        import fastapi  # noqa: F401
        import plotly  # noqa: F401
        import uvicorn  # noqa: F401
    except ImportError as error:
        raise OptionError(
            f"the studio needs {error.name}; install it: pip install 'motifcnn[studio]'"
        ) from None
    from motifcnn.datasets.source import full_name
    from motifcnn.studio.serve import open_studio

    if out.is_dir():
        raise OptionError(f"--out {str(out)!r} is a folder; name a file, such as motifs.toml")
    runs = out.parent / "motifcnn-runs" if runs is None else runs
    if runs.exists() and not runs.is_dir():
        raise OptionError(f"--runs {str(runs)!r} is a file; name a folder, such as motifcnn-runs")
    data = open_graph(graph)

    def show(url: str) -> None:
        if json:
            show_json({"graph": graph, "url": url, "out": str(out), "runs": str(runs)})
        else:
            show_line(f"studio of {graph} at {url}")
            show_line(f"motifs are saved to {out}, runs to {runs}; Ctrl-C ends the studio")

    open_studio(data, full_name(graph), out, runs=runs, port=port, browser=browser, started=show)
