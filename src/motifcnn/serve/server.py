"""The server: one process of uvicorn on a socket that is bound first."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Callable

import uvicorn

from motifcnn.serve.gate import Gate

LEAST_TOKEN = 16
CONNECTIONS = 1000


def is_loopback(host: str) -> bool:
    """Whether only programs on this machine reach the host.

    Examples
    --------
    >>> is_loopback("127.0.0.1"), is_loopback("localhost"), is_loopback("0.0.0.0")
    (True, True, False)
    """
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def run_server(app: Gate, host: str, port: int, ready: Callable[[str], None]) -> None:
    """Answers requests until it is interrupted.

    Parameters
    ----------
    app : Gate
    host : str
    port : int
        0 takes a free one.
    ready : function of the address
        Called once the port is bound.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.create_server((host, port), family=family) as bound:
        number = bound.getsockname()[1]
        ready(f"http://[{host}]:{number}" if ":" in host else f"http://{host}:{number}")
        config = uvicorn.Config(
            app,
            access_log=False,
            limit_concurrency=CONNECTIONS,
            log_level="warning",
            proxy_headers=False,
            server_header=False,
            timeout_graceful_shutdown=5,
        )
        uvicorn.Server(config).run(sockets=[bound])
