"""The guard: which requests the server answers, and how long they may be.

Only pages of the server's own address are answered: the `Host` must be the one that was opened
(another name that resolves to this machine is refused, against DNS rebinding), an `Origin` header
must be the server's own, and the cookie that the page got for the secret token must be there.
Response headers forbid everything that the page does not need.
"""

from __future__ import annotations

import hmac
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

MAX_BODY = 4_000_000
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cache-control", b"no-store"),
)

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[MutableMapping[str, Any], Receive, Send], Awaitable[None]]


class Guard:
    """Wraps an ASGI application that listens at a port of this machine."""

    def __init__(self, app: App, token: str, port: int) -> None:
        self.app, self.token = app, token
        self.hosts = frozenset({f"127.0.0.1:{port}", f"localhost:{port}"})
        # Browsers distinguish cookies by host, not by port, and several servers may run.
        self.cookie = f"pzc-{port}"

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return
        headers = _single(scope["headers"])
        if headers is None or headers.get("host") not in self.hosts:
            await _refuse(send, 421, "this address is not served here")
        elif not self._from_here(headers):
            await _refuse(send, 403, "another page may not ask here")
        elif scope["path"] == "/" and self._is(_query(scope).get("token", "")):
            await self._welcome(send)
        elif not self._is(_cookie(headers.get("cookie", ""), self.cookie)):
            await _refuse(send, 403, "open the address that `pzc play` printed")
        elif _too_long(headers):
            await _refuse(send, 413, "too long")
        else:
            await self.app(scope, _bounded(receive), _with_headers(send))

    def _from_here(self, headers: dict[str, str]) -> bool:
        own = f"http://{headers['host']}"
        site = headers.get("sec-fetch-site", "none")
        return headers.get("origin", own) == own and site in ("none", "same-origin")

    def _is(self, token: str) -> bool:
        return hmac.compare_digest(token.encode(), self.token.encode())

    async def _welcome(self, send: Send) -> None:
        """Exchange the token for a cookie, and remove it from the address."""
        cookie = f"{self.cookie}={self.token}; HttpOnly; SameSite=Strict; Path=/"
        extra = [(b"location", b"/"), (b"set-cookie", cookie.encode())]
        await send({"type": "http.response.start", "status": 303, "headers": [*HEADERS, *extra]})
        await send({"type": "http.response.body", "body": b""})


class TooLong(Exception):
    """The body of a request is longer than any that the page sends."""


def _single(pairs: list[tuple[bytes, bytes]]) -> dict[str, str] | None:
    """The headers by name; None if one that the guard checks occurs twice."""
    out: dict[str, str] = {}
    for name, value in pairs:
        key = name.decode("latin-1").lower()
        if key in out and key in ("host", "origin", "cookie", "content-length"):
            return None
        out[key] = value.decode("latin-1")
    return out


def _query(scope: MutableMapping[str, Any]) -> dict[str, str]:
    text = scope.get("query_string", b"").decode("latin-1")
    return dict(part.split("=", 1) for part in text.split("&") if "=" in part)


def _cookie(text: str, wanted: str) -> str:
    for part in text.split(";"):
        name, _, value = part.strip().partition("=")
        if name == wanted:
            return value
    return ""


def _too_long(headers: dict[str, str]) -> bool:
    length = headers.get("content-length", "0")
    return not length.isdecimal() or int(length) > MAX_BODY


def _bounded(receive: Receive) -> Receive:
    """Limit the length of a body, whatever its headers say. The result raises TooLong."""
    read = 0

    async def bounded() -> Message:
        nonlocal read
        message = await receive()
        read += len(message.get("body", b""))
        if read > MAX_BODY:
            raise TooLong
        return message

    return bounded


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", []), *HEADERS]
        await send(message)

    return sending


async def _refuse(send: Send, status: int, words: str) -> None:
    body = f"{words}\n".encode()
    kind = [(b"content-type", b"text/plain; charset=utf-8")]
    await send({"type": "http.response.start", "status": status, "headers": [*HEADERS, *kind]})
    await send({"type": "http.response.body", "body": body})
