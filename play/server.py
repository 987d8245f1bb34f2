"""The HTTP server of the page, on this machine only.

    /                   the page
    /page/FILE          its modules, styles and texts
    /ask/QUESTION       a question (see `questions`): JSON in, a line of JSON for each part out
    /picture/GENRE.svg  the picture of a genre for the gallery
    /start              the spec and puzzle named on the command line
    /beside/NAME        a spec in the same folder, which that spec may use
    /save               writes that spec

The page can save the spec named on the command line; no other file is written, and none is read but
specs of the same folder.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from ..dsl.diagnostics import PzcError
from ..tasks.files import as_in_file
from ..tasks.texts import read_file
from .files import KINDS, page_files
from .guard import MAX_BODY, Guard, TooLong
from .neighbours import neighbour
from .questions import QUESTIONS
from .start import Start, described
from .workers import Workers

USUAL_PORT = 7927
SILENT = 10.0  # seconds after which a connection without a request may be closed
ARRIVING = 60.0  # seconds for the body of a request


def application(
    start: Start, workers: Workers, latest: Callable[[], Start] | None = None
) -> Starlette:
    """The application without its guard. latest: the start as its files are now."""
    files = page_files()
    pictures: dict[str, str] = {}

    async def page(request: Request) -> Response:
        return Response(files["index.html"], media_type=KINDS[".html"])

    async def file(request: Request) -> Response:
        name = request.path_params["name"]
        if name not in files:
            return PlainTextResponse("no such file", 404)
        return Response(files[name], media_type=KINDS[Path(name).suffix])

    async def opened(request: Request) -> Response:
        return JSONResponse(described(latest() if latest else start))

    async def beside(request: Request) -> Response:
        name = request.path_params["name"]
        return JSONResponse({"text": start.file and neighbour(start.file, name)})

    async def picture(request: Request) -> Response:
        name = request.path_params["name"]
        if name not in pictures:
            genre = name.removesuffix(".svg")
            named = {"name": genre.removesuffix(".dark"), "dark": genre.endswith(".dark")}
            async for part in workers.ask("thumbnail", named):
                if "svg" in part:
                    pictures[name] = part["svg"]
        if name not in pictures:
            return PlainTextResponse("no such picture", 404)
        return Response(pictures[name], media_type=KINDS[".svg"])

    async def ask(request: Request) -> Response:
        name = request.path_params["question"]
        if name not in QUESTIONS:
            return PlainTextResponse("no such question", 404)
        body = await _json(request)
        if not isinstance(body, dict):
            return PlainTextResponse("not understood", 400)
        return StreamingResponse(_lines(workers.ask(name, body)), media_type="application/x-ndjson")

    async def save(request: Request) -> Response:
        body = await _json(request)
        if start.file is None or not isinstance(body, dict):
            return PlainTextResponse("nothing to save to", 403)
        text, before = body.get("text"), body.get("before")
        if not isinstance(text, str) or not isinstance(before, str):
            return PlainTextResponse("not understood", 400)
        if _differs(start.file, before):
            return PlainTextResponse("the file has changed", 409)
        Path(start.file).write_text(as_in_file(text, start.file), encoding="utf-8", newline="")
        return JSONResponse({"saved": start.file})

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        await workers.end()

    async def too_long(request: Request, problem: Exception) -> Response:
        return PlainTextResponse("too long", 413)

    return Starlette(
        routes=[
            Route("/", page),
            Route("/page/{name:path}", file),
            Route("/start", opened),
            Route("/beside/{name}", beside),
            Route("/picture/{name}", picture),
            Route("/ask/{question}", ask, methods=["POST"]),
            Route("/save", save, methods=["POST"]),
        ],
        lifespan=lifespan,
        exception_handlers={TooLong: too_long},
    )


def _differs(file: str, text: str) -> bool:
    """Whether a file holds other lines than a text. Raises PzcError."""
    return Path(file).exists() and read_file(file).text.splitlines() != text.splitlines()


async def _json(request: Request) -> Any:
    """The body of a request; None if it is not JSON."""
    if request.headers.get("content-type", "").split(";")[0] != "application/json":
        return None
    try:
        body = await asyncio.wait_for(request.body(), ARRIVING)
    except TimeoutError:
        return None
    if len(body) > MAX_BODY:
        raise TooLong
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return None


async def _sweep(server: uvicorn.Server) -> None:
    """Close connections on which no request has arrived for some time, so that a program that
    opens many of them leaves room for the page."""
    before: set[Any] = set()
    while True:
        await asyncio.sleep(SILENT)
        connections = server.server_state.connections
        silent = {one for one in connections if getattr(one, "cycle", None) is None}
        for connection in silent & before:
            connection.transport.close()
        before = silent


async def _lines(parts: AsyncIterator[dict[str, Any]]) -> AsyncIterator[str]:
    try:
        async for part in parts:
            yield json.dumps(part, separators=(",", ":")) + "\n"
    finally:
        await parts.aclose()  # type: ignore[attr-defined]


def _listen(port: int) -> socket.socket:
    """Listen at a port of this machine; for 0, at the usual one, or any that is free. Raises
    PzcError if the port is taken.

    A browser stores games by address, so the address should be the same each time.
    """
    for wanted in (port,) if port else (USUAL_PORT, 0):
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind(("127.0.0.1", wanted))
            listener.listen(128)
            return listener
        except OSError as problem:
            listener.close()
            if wanted == port:
                raise PzcError.at("E0543", f"port {port} is not free: {problem.strerror}") from None
    raise AssertionError("the system offers no port")


def serve(
    start: Start,
    *,
    port: int,
    seconds: float,
    memory: int,
    ready: Callable[[str], None],
    latest: Callable[[], Start],
) -> None:
    """Serve until Ctrl-C. ready: called with the address when it can be opened. latest: the start
    as its files are now, for a page that is loaded again."""
    listener = _listen(port)
    port = listener.getsockname()[1]
    token = secrets.token_urlsafe(24)

    async def run() -> None:
        app = Guard(application(start, Workers(seconds, memory), latest), token, port)
        config = uvicorn.Config(
            app,
            http="h11",
            ws="none",
            log_level="critical",
            access_log=False,
            server_header=False,
            proxy_headers=False,
            timeout_graceful_shutdown=1,
            h11_max_incomplete_event_size=64 * 1024,
        )
        server = uvicorn.Server(config)
        ready(f"http://127.0.0.1:{port}/?token={token}")
        sweeping = asyncio.create_task(_sweep(server))
        await server.serve(sockets=[listener])
        sweeping.cancel()

    asyncio.run(run())
