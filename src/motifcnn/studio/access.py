"""Who may speak to the studio: this machine, this page, and whoever has the token."""

from __future__ import annotations

from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from secrets import compare_digest
from urllib.parse import parse_qs, quote

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

PARAMETER = "token"
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


@dataclass(frozen=True)
class Door:
    """Where the studio listens, and the secret that opens it.

    Parameters
    ----------
    port : int
    token : str

    Examples
    --------
    >>> Door(8123, "secret").url
    'http://127.0.0.1:8123/?token=secret'
    """

    port: int
    token: str

    @property
    def hosts(self) -> tuple[str, ...]:
        """What the header Host may be; any other name points here by a trick of DNS."""
        return f"127.0.0.1:{self.port}", f"localhost:{self.port}"

    @property
    def cookie(self) -> str:
        """Name of the cookie: browsers share cookies among the ports of a host."""
        return f"motifcnn-studio-{self.port}"

    @property
    def url(self) -> str:
        """The address to open in a browser."""
        return f"http://{self.hosts[0]}/?{PARAMETER}={quote(self.token)}"

    def refusal(self, headers: Headers) -> str:
        """Why a request from elsewhere is refused; empty where it is from this machine."""
        if headers.get("host") not in self.hosts:
            return f"the header Host is not {' or '.join(self.hosts)}"
        if "origin" in headers and headers["origin"] not in [f"http://{h}" for h in self.hosts]:
            return "the request comes from the page of another site"
        return ""

    def opened_by(self, given: str | None) -> bool:
        """Whether a text is the token."""
        return given is not None and compare_digest(given.encode(), self.token.encode())


class Guarded:
    """An application behind the door; no route of it is reached without the token.

    Parameters
    ----------
    app : ASGI application
    door : Door
    """

    def __init__(self, app: ASGIApp, door: Door) -> None:
        self.app = app
        self.door = door

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuses, turns the token of the address into a cookie, or lets through."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            return  # nothing here speaks another protocol; the server closes the connection

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        answer = self._answer(scope)
        await (answer or self.app)(scope, receive, send_guarded)

    def _answer(self, scope: Scope) -> Response | None:
        """What the door itself says; None to let the request through."""
        headers = Headers(scope=scope)
        if reason := self.door.refusal(headers):
            return PlainTextResponse(f"refused: {reason}\n", 403)
        query = parse_qs(scope["query_string"].decode("latin-1"))
        if scope["path"] == "/" and self.door.opened_by(query.get(PARAMETER, [None])[0]):
            # The address in the browser's history is one without the token.
            answer = RedirectResponse("/", 303)
            answer.set_cookie(self.door.cookie, self.door.token, httponly=True, samesite="strict")
            return answer
        if not self.door.opened_by(_cookie(headers, self.door.cookie)):
            return PlainTextResponse(
                "refused: open the address that `motifcnn studio` prints, with its token\n", 403
            )
        return None


def _cookie(headers: Headers, name: str) -> str | None:
    try:
        found = SimpleCookie(headers.get("cookie", "")).get(name)
    except CookieError:
        return None
    return None if found is None else found.value
