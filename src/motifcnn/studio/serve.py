"""Starts the studio: a free port on the loopback, a token, worker processes, a browser."""

from __future__ import annotations

import secrets
import signal
import socket
import sys
import webbrowser
from collections.abc import Callable
from pathlib import Path

from motifcnn.errors import MotifCNNError
from motifcnn.graph.graph import Graph

LOOPBACK = "127.0.0.1"
STANDS_BACK = 3  # niceness of the process that counts: whoever clicks comes first


def open_studio(
    graph: Graph,
    source: str,
    file: Path,
    *,
    runs: Path = Path("motifcnn-runs"),
    port: int = 0,
    browser: bool = True,
    started: Callable[[str], None] = lambda url: None,
) -> None:
    """Serves the studio until it is interrupted.

    Parameters
    ----------
    graph : Graph
    source : str
        The graph, as the command line names it.
    file : Path
        Of the collection.
    runs : Path
        Folder that runs are stored in.
    port : int
        0 is any free one.
    browser : bool
        Whether to open the page.
    started : callable
        Is given the address, token included, once the port is open.
    """
    import uvicorn

    from motifcnn.studio.access import Door
    from motifcnn.studio.app import make_app
    from motifcnn.studio.graph_process import GraphProcess
    from motifcnn.studio.prepare import prepare, prepare_others
    from motifcnn.studio.workbench import Workbench

    with listening(port) as listener:
        door = Door(listener.getsockname()[1], secrets.token_urlsafe(32))
        measuring = GraphProcess(graph, STANDS_BACK)
        training, reading = GraphProcess(graph), GraphProcess(graph)
        bench = Workbench(
            graph,
            source,
            file,
            runs=runs,
            measuring=measuring,
            training=training,
            reading=reading,
        )
        # The server raises a signal again once it has closed; the workers must end in either case.
        signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
        try:
            app = make_app(bench, door)
            measuring.start()  # the graph is sent now and not when somebody waits for a page
            prepare(bench)
            prepare_others(bench)
            started(door.url)
            if browser:
                webbrowser.open(door.url)
            config = uvicorn.Config(
                app, log_level="warning", access_log=False, server_header=False, ws="none"
            )
            uvicorn.Server(config).run(sockets=[listener])
        finally:
            bench.measurements.cancel()  # else what waits would start a new process
            for each in (measuring, training, reading):
                each.stop()


def listening(port: int) -> socket.socket:
    """A socket that listens on the loopback interface alone.

    Examples
    --------
    >>> with listening(0) as found:
    ...     found.getsockname()[0]
    '127.0.0.1'
    """
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((LOOPBACK, port))
    except (OSError, OverflowError) as error:
        found.close()
        raise MotifCNNError(
            f"port {port} of {LOOPBACK} cannot be opened ({error}); name another with --port, or "
            "none for a free one"
        ) from None
    found.listen()
    return found
