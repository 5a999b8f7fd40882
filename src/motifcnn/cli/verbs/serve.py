"""`motifcnn serve`: answers predictions of a run over HTTP."""

from __future__ import annotations

from typing import Annotated

import typer

from motifcnn.cli.options import flags
from motifcnn.cli.options.errors import OptionError
from motifcnn.cli.options.run import open_run
from motifcnn.cli.show.screen import show_json, show_line

EXAMPLES = """Examples:

motifcnn serve runs/1

motifcnn serve runs/1 --port 8080 --time-limit 20

MOTIFCNN_TOKEN=... motifcnn serve runs/1 --host 0.0.0.0"""


def serve(
    run: flags.RunFolder,
    graph: flags.RunGraphName = None,
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="0 takes a free one.", min=0, max=65535)] = 8000,
    token: Annotated[
        str | None,
        typer.Option(
            envvar="MOTIFCNN_TOKEN",
            help="What requests must send as `Authorization: Bearer`; required where --host is "
            "reached from other machines.",
            show_default="none",
        ),
    ] = None,
    queue: Annotated[
        int, typer.Option(help="Most slow requests that run or wait; others get 503.", min=1)
    ] = 8,
    time_limit: Annotated[
        float, typer.Option(help="Seconds for one slow request; then it gets 504.", min=0.1)
    ] = 60.0,
    json: flags.Json = False,
) -> None:
    """Answers predictions of a run over HTTP: POST /predict, POST /explain, GET /metrics.

    Known nodes are looked up. New nodes and explanations are slow requests, which wait in a queue.
    """
    try:
        from motifcnn.serve.server import LEAST_TOKEN, is_loopback, run_server
    except ModuleNotFoundError as error:
        raise OptionError(
            f"serve needs {error.name}, which is not installed: pip install 'motifcnn[serve]'"
        ) from None
    from motifcnn.serve.app import create_app
    from motifcnn.serve.known_nodes import KnownNodes
    from motifcnn.serve.limits import Limits
    from motifcnn.serve.worker import Worker

    if token is None and not is_loopback(host):
        raise OptionError(
            f"--host {host} is reached from other machines: give a --token, or MOTIFCNN_TOKEN"
        )
    if token is not None and not (len(token) >= LEAST_TOKEN and token.isascii()):
        raise OptionError(f"--token: expected at least {LEAST_TOKEN} characters of ASCII")
    limits = Limits(queue=queue, seconds=time_limit)
    loaded = open_run(run)
    app = create_app(
        KnownNodes(loaded),
        Worker(run.absolute(), graph, limits),
        limits=limits,
        token=token,
        hosts=None if token is not None else {host, "localhost", "127.0.0.1", "::1"},
    )

    def ready(address: str) -> None:
        if json:
            show_json({"run": str(run), "address": address, "token": token is not None})
        else:
            show_line(f"{loaded.target} nodes of {run} at {address}; Ctrl-C ends it")

    run_server(app, host, port, ready)
