"""The gate before every route: host, token, size and time of the body, metrics, no tracebacks."""

from __future__ import annotations

import asyncio
import hmac
import logging
import time
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from motifcnn.readable import readable_size, shown
from motifcnn.serve.limits import Limits
from motifcnn.serve.metrics import Metrics
from motifcnn.serve.problems import MEDIA_TYPE, RequestError, as_bytes, problem_of

OPEN = ("/health",)  # routes that need no token
HEADERS = {
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
}
log = logging.getLogger("motifcnn.serve")


class Gate:
    """An ASGI application before another one.

    Parameters
    ----------
    app : ASGI application
    routes : iterable of str
        Paths that metrics name; all others are "other".
    metrics : Metrics
    limits : Limits
    token : str or None
        What ``Authorization: Bearer`` must have; None: no token.
    hosts : iterable of str or None
        Names in the header Host that are answered; None: all.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        routes: Iterable[str],
        metrics: Metrics,
        limits: Limits,
        token: str | None,
        hosts: Iterable[str] | None,
    ) -> None:
        self.app = app
        self.routes = frozenset(routes)
        self.metrics = metrics
        self.limits = limits
        self.token = None if token is None else token.encode()
        self.hosts = None if hosts is None else frozenset(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request, or refuses it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun = time.perf_counter()
        status = 0

        async def counted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", []), *_encoded(HEADERS)]
            await send(message)

        try:
            self._admit(scope)
            await self.app(scope, await self._body(scope, receive), counted)
        except Exception as error:
            if not isinstance(error, RequestError):
                log.exception("%s %s", scope["method"], shown(scope["path"]))
            if status == 0:
                await send_problem(counted, error)
        finally:
            route = scope["path"] if scope["path"] in self.routes else "other"
            self.metrics.observe(route, status, time.perf_counter() - begun)

    def _admit(self, scope: Scope) -> None:
        headers = dict(scope["headers"])
        host = headers.get(b"host", b"").decode("latin-1")
        if self.hosts is not None and host_name(host) not in self.hosts:
            raise RequestError(
                421, f"host {shown(host)} is not served; expected one of {sorted(self.hosts)}"
            )
        origin = headers.get(b"origin", b"").decode("latin-1")
        if origin and origin.partition("://")[2] != host:
            raise RequestError(403, f"requests of pages of {shown(origin)} are refused")
        if self.token is None or scope["path"] in OPEN:
            return
        kind, _, given = headers.get(b"authorization", b"").partition(b" ")
        if kind.lower() != b"bearer" or not hmac.compare_digest(given.strip(), self.token):
            raise RequestError(
                401,
                "no token, or another one; send the header `Authorization: Bearer TOKEN`",
                {"WWW-Authenticate": "Bearer"},
            )

    async def _body(self, scope: Scope, receive: Receive) -> Receive:
        """The whole body, as one message."""
        most = self.limits.body_bytes
        parts: list[bytes] = []
        size = 0
        try:
            async with asyncio.timeout(self.limits.body_seconds):
                while True:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        break
                    parts.append(message.get("body", b""))
                    size += len(parts[-1])
                    if size > most:
                        raise RequestError(
                            413, f"a body of more than {readable_size(most)}; send several requests"
                        )
                    if not message.get("more_body", False):
                        break
        except TimeoutError:
            raise RequestError(
                408, f"the body did not arrive within {self.limits.body_seconds:g} s"
            ) from None
        whole: list[Message] = [
            {"type": "http.request", "body": b"".join(parts), "more_body": False}
        ]

        async def replay() -> Message:
            return whole.pop() if whole else await receive()

        return replay


async def send_problem(send: Send, error: Exception) -> None:
    """Sends an error as a problem document."""
    document = problem_of(error)
    headers = {"content-type": MEDIA_TYPE, **getattr(error, "headers", {})}
    if document["status"] in (408, 413):
        headers["connection"] = "close"  # the rest of the body is not read
    body = as_bytes(document)
    start: dict[str, Any] = {"type": "http.response.start", "status": document["status"]}
    headers["content-length"] = str(len(body))
    await send({**start, "headers": _encoded(headers)})
    await send({"type": "http.response.body", "body": body})


def _encoded(headers: dict[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.lower().encode(), value.encode("latin-1")) for name, value in headers.items()]


def host_name(header: str) -> str | None:
    """The name in a Host header, without its port; None where it is none.

    Examples
    --------
    >>> host_name("localhost:8000"), host_name("[::1]:8000"), host_name("[zz]"), host_name("a@b")
    ('localhost', '::1', None, None)
    """
    try:
        parts = urlsplit(f"//{header}")
    except ValueError:  # brackets that are not closed, or that hold no address
        return None
    return parts.hostname if parts.netloc == header and "@" not in header else None
