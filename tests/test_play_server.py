"""The server of the page: it answers nobody but its own page, and nothing holds it up."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the extra [play] is not installed")
httpx = pytest.importorskip("httpx", reason="httpx is not installed")

from pzc.dsl.diagnostics import PzcError  # noqa: E402
from pzc.play.guard import MAX_BODY, POLICY, Guard  # noqa: E402
from pzc.play.questions import answer  # noqa: E402
from pzc.play.server import application  # noqa: E402
from pzc.play.start import Start  # noqa: E402
from pzc.play.workers import Worker, Workers  # noqa: E402

TOKEN = "a-secret"
PORT = 5000
HOST = f"127.0.0.1:{PORT}"
OWN = {"cookie": f"pzc-{PORT}={TOKEN}"}
PUZZLE = "stars: 1\n\nregion:\nABBCCD\nABBCCD\nAEBBCD\nAABBBD\nBBBBFF\nBFFFFF\n"
STARS = {"spec": {"name": "star_battle"}, "puzzle": PUZZLE}
ONE_GIGABYTE = 1 << 30

Client = Any


@pytest.fixture
def run() -> Iterator[Callable[..., Any]]:
    """Run a conversation with a server whose workers are ended afterwards."""

    def running(
        talk: Callable[[Client], Coroutine[Any, Any, Any]],
        start: Start = Start(),  # noqa: B008
        seconds: float = 60.0,
    ) -> Any:
        async def conversation() -> Any:
            workers = Workers(seconds, ONE_GIGABYTE)
            app = Guard(application(start, workers), TOKEN, PORT)
            transport = httpx.ASGITransport(app=app)
            async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}") as client:
                try:
                    return await talk(client)
                finally:
                    await workers.end()

        return asyncio.run(conversation())

    yield running


def get(run: Any, path: str, headers: dict[str, str], **more: Any) -> Any:
    return run(lambda client: client.get(path, headers=headers), **more)


# ---- who may ask ---------------------------------------------------------------------------------


def test_the_token_is_exchanged_for_a_cookie_and_leaves_the_address(run: Any) -> None:
    answer = get(run, f"/?token={TOKEN}", {})
    cookie = answer.headers["set-cookie"]
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert "HttpOnly" in cookie and "SameSite=Strict" in cookie


def test_the_page_forbids_what_it_does_not_need(run: Any) -> None:
    answer = get(run, "/", OWN)
    assert answer.status_code == 200
    assert answer.headers["content-security-policy"] == POLICY
    assert "unsafe" not in POLICY
    assert answer.headers["referrer-policy"] == "no-referrer"


ATTACKS = {
    "without a token": {},
    "with a wrong token": {"cookie": f"pzc-{PORT}=guess"},
    "with the cookie of another server": {"cookie": f"pzc-{PORT + 1}={TOKEN}"},
    "from another page": {**OWN, "origin": "http://evil.example"},
    "from a page without an origin": {**OWN, "origin": "null"},
    "from another port": {**OWN, "origin": "http://127.0.0.1:6000"},
    "as an image of another page": {**OWN, "sec-fetch-site": "cross-site"},
}


@pytest.mark.parametrize(
    "path", ["/", "/start", "/beside/sudoku", "/page/main.js", "/picture/sudoku.svg"]
)
@pytest.mark.parametrize("headers", ATTACKS.values(), ids=ATTACKS)
def test_nobody_else_is_answered(run: Any, path: str, headers: dict[str, str]) -> None:
    assert get(run, path, headers).status_code == 403


@pytest.mark.parametrize("host", ["evil.example", f"evil.example:{PORT}", "127.0.0.1", ""])
def test_a_name_that_was_pointed_here_is_refused(run: Any, host: str) -> None:
    assert get(run, "/", {**OWN, "host": host}).status_code == 421


def test_a_wrong_token_in_the_address_is_refused(run: Any) -> None:
    assert get(run, "/?token=guess", {}).status_code == 403


# ---- how much, and what --------------------------------------------------------------------------


def post(run: Any, path: str, body: bytes, kind: str = "application/json", **more: Any) -> Any:
    headers = {**OWN, "content-type": kind}
    return run(lambda client: client.post(path, content=body, headers=headers), **more)


def test_a_long_request_is_refused(run: Any) -> None:
    assert post(run, "/ask/check", b"x" * (MAX_BODY + 1)).status_code == 413


def test_a_long_request_that_hides_its_length_is_refused(run: Any) -> None:
    async def chunks() -> Any:
        for _ in range(5):
            yield b"x" * (MAX_BODY // 4)

    assert post(run, "/ask/check", chunks()).status_code == 413  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"{", "application/json"),
        (b"[1]", "application/json"),
        (b"\xff", "application/json"),
        (b"[" * 100_000, "application/json"),
        (json.dumps(STARS).encode(), "text/plain"),  # what a form of another page can send
    ],
)
def test_what_is_no_question_is_refused(run: Any, body: bytes, kind: str) -> None:
    assert post(run, "/ask/open", body, kind).status_code == 400


@pytest.mark.parametrize(
    "path",
    [
        "/page/../guard.py",
        "/page/%2e%2e%2fguard.py",
        "/page/..%5cguard.py",
        "/page//etc/passwd",
        "/picture/../../etc/passwd.svg",
        "/picture/..%2f..%2fREADME.svg",
        "/etc/passwd",
        "/ask/__import__",
    ],
)
def test_no_other_file_is_read(run: Any, path: str) -> None:
    assert get(run, path, OWN).status_code in (404, 405)


@pytest.mark.parametrize("name", ["../sudoku", "/etc/passwd", "sudoku.spec", "examples", ""])
def test_a_question_names_no_file(name: str) -> None:
    (part,) = answer("open", {"spec": {"name": name}, "puzzle": ""})
    assert part["mistakes"][0]["code"] == "E0501"


@pytest.mark.parametrize("question", ["open", "hint", "solve"])
@pytest.mark.parametrize("spec", [None, "sudoku", ["sudoku"], 3])
def test_a_question_says_which_spec_it_is_about(question: str, spec: Any) -> None:
    (part,) = answer(question, {"spec": spec, "puzzle": ""})
    assert part["mistakes"][0]["code"] == "E0501"


def test_nothing_is_saved_where_no_file_was_named(run: Any) -> None:
    body = json.dumps({"text": "puzzle"}).encode()
    assert post(run, "/save", body).status_code == 403


def test_the_named_spec_is_saved_and_no_other(run: Any, tmp_path: Path) -> None:
    named, other = tmp_path / "mine.spec", tmp_path / "other.spec"
    body = json.dumps({"text": "puzzle", "before": "", "file": str(other)}).encode()
    assert post(run, "/save", body, start=Start(file=str(named))).status_code == 200
    assert named.read_text() == "puzzle"
    assert not other.exists()


def test_a_saved_spec_keeps_the_line_breaks_and_the_mark_of_its_file(
    run: Any, tmp_path: Path
) -> None:
    named = tmp_path / "mine.spec"
    named.write_bytes(b"\xef\xbb\xbfgrid 2 x 2\r\nfind a : bool at cells\r\n")
    before = "grid 2 x 2\nfind a : bool at cells\n"
    body = json.dumps({"text": before.replace("2 x 2", "3 x 3"), "before": before}).encode()
    assert post(run, "/save", body, start=Start(file=str(named))).status_code == 200
    assert named.read_bytes() == b"\xef\xbb\xbfgrid 3 x 3\r\nfind a : bool at cells\r\n"


def test_what_was_saved_by_another_program_is_not_written_over(run: Any, tmp_path: Path) -> None:
    named = tmp_path / "mine.spec"
    named.write_bytes(b"mine\r\n")

    def saved(text: str, before: str) -> int:
        body = json.dumps({"text": text, "before": before}).encode()
        status: int = post(run, "/save", body, start=Start(file=str(named))).status_code
        return status

    assert saved("new\n", "mine\n") == 200
    named.write_text("theirs\n")
    assert saved("newer\n", "new\n") == 409
    assert named.read_text() == "theirs\n"


# ---- workers -------------------------------------------------------------------------------------


def parts_of(response: Any) -> list[dict[str, Any]]:
    return [json.loads(line) for line in response.text.splitlines()]


def test_a_question_is_answered_by_a_worker(run: Any) -> None:
    body = json.dumps({**STARS, "state": {"star[r1c1]": "*", "star[r1c2]": "*"}}).encode()
    (part,) = parts_of(post(run, "/ask/check", body))
    assert part["broken"][0]["sentence"] == "Every row, column and region holds exactly 1 star"
    assert "r1c1" in part["broken"][0]["places"]


def test_a_mistake_is_reported_as_such(run: Any) -> None:
    body = json.dumps({**STARS, "state": {"star[r9c9]": "*"}}).encode()
    (part,) = parts_of(post(run, "/ask/check", body))
    assert part["mistakes"][0]["code"] == "E0521"


def talk_to(worker: Worker, *questions: tuple[str, Any, float]) -> list[list[Any]]:
    """The answers of one worker to questions, each with its seconds."""

    async def talk() -> list[list[Any]]:
        out = [[part async for part in worker.ask(*question)] for question in questions]
        await worker.end()
        return out

    return asyncio.run(talk())


def test_what_was_found_before_the_limit_is_kept() -> None:
    endless = ("sh", "-c", 'read line; echo "{\\"count\\": 1}"; exec sleep 1000')
    (parts,) = talk_to(Worker(ONE_GIGABYTE, endless), ("count", {}, 5.0))
    assert parts == [{"count": 1}, {"error": "time"}]


def test_a_question_that_takes_too_long_is_ended_and_the_next_is_answered() -> None:
    request = {**STARS, "state": {}}
    first, second = talk_to(
        Worker(ONE_GIGABYTE), ("solve", request, 0.01), ("solve", request, 60.0)
    )
    assert first == [{"error": "time"}]
    assert second[-1]["state"] == "solved"


def test_a_worker_without_memory_is_reported_as_such_and_replaced() -> None:
    async def talk() -> tuple[list[Any], list[Any]]:
        worker = Worker(ONE_GIGABYTE)
        spec = 'puzzle "Big"\ngrid n x n\nfind a : 1..9999 at cells\nrule "All": all_different(a)'
        request = {"spec": {"text": spec}, "puzzle": "n: 400", "state": {}}
        first = [part async for part in worker.ask("solve", request, 60.0)]
        second = [part async for part in worker.ask("solve", {**STARS, "state": {}}, 60.0)]
        await worker.end()
        return first, second

    first, second = asyncio.run(talk())
    assert first[-1].get("error") == "memory" or "mistakes" in first[-1]
    assert second[-1]["state"] == "solved"


def test_a_worker_that_is_killed_is_replaced() -> None:
    async def talk() -> list[Any]:
        worker = Worker(ONE_GIGABYTE)
        out = []
        for kill in (True, False):
            out.append([part async for part in worker.ask("gallery", {}, 30.0)])
            if kill:
                assert worker.process is not None
                worker.process.kill()
                await worker.process.wait()
        await worker.end()
        return out

    first, second = asyncio.run(talk())
    assert first == second
    assert len(first[0]["genres"]) > 100


def test_a_spec_of_the_page_uses_no_file_of_this_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker runs among the bundled specs, whatever folder the server was started in."""
    (tmp_path / "secret.spec").write_text('puzzle "Secret"\nlet x = 1\n')
    monkeypatch.chdir(tmp_path)
    request = {"spec": {"text": "use secret\n"}, "puzzle": ""}

    async def talk() -> list[Any]:
        worker = Worker(ONE_GIGABYTE)
        out = [part async for part in worker.ask("open", request, 30.0)]
        await worker.end()
        return out

    (part,) = asyncio.run(talk())
    assert part["mistakes"][0]["code"] == "E0130"


OWN_SPEC = 'use small\nrule "No two are equal": all_different(a)\n'
SMALL = 'puzzle "Small"\ngrid n x n\nfind a : 1..4 at cells\n'


def test_a_spec_uses_its_neighbours() -> None:
    spec = {"text": OWN_SPEC, "beside": {"small": SMALL}}
    (part,) = answer("open", {"spec": spec, "puzzle": "n: 2\n"})
    assert [rule["sentence"] for rule in part["game"]["rules"]] == ["No two are equal"]


def test_a_mistake_in_a_neighbour_is_shown_with_its_name() -> None:
    spec = {"text": OWN_SPEC, "beside": {"small": SMALL.replace("1..4", "1..k")}}
    (part,) = answer("write", {"spec": spec, "puzzle": "n: 2\n"})
    assert "small.spec:3:" in part["spec"][0]["message"]
    assert part["spec"][0]["line"] is None


@pytest.mark.parametrize("beside", [[], "small", {"small": 3}, {"small": "x" * 1_000_001}])
def test_neighbours_are_texts_of_bounded_size(beside: Any) -> None:
    (part,) = answer("open", {"spec": {"text": OWN_SPEC, "beside": beside}, "puzzle": ""})
    assert part["mistakes"][0]["code"] == "E0505"


@pytest.fixture
def named(tmp_path: Path) -> Start:
    """A spec in a folder with a neighbour, and with much that may not be read."""
    folder = tmp_path / "mine"
    (folder / "deeper").mkdir(parents=True)
    (tmp_path / "secret.spec").write_text("secret")
    (tmp_path / "mine-too").mkdir()
    (tmp_path / "mine-too" / "secret.spec").write_text("secret")
    (folder / "deeper" / "secret.spec").write_text("secret")
    (folder / "secret.txt").write_text("secret")
    (folder / "outside.spec").symlink_to(tmp_path / "secret.spec")
    (folder / "text.spec").symlink_to(folder / "secret.txt")
    (folder / "folder.spec").mkdir()
    os.mkfifo(folder / "endless.spec")
    (folder / "long.spec").write_text("x" * 1_000_001)
    (folder / "own.spec").write_text(OWN_SPEC)
    (folder / "small.spec").write_text(SMALL)
    return Start({"text": OWN_SPEC}, file=str(folder / "own.spec"))


def test_the_page_gets_the_spec_beside_the_named_one(run: Any, named: Start) -> None:
    assert get(run, "/beside/small", OWN, start=named).json() == {"text": SMALL}


@pytest.mark.parametrize(
    "name",
    [
        "secret",
        "..%2fsecret",
        "%2e%2e%2fsecret",
        "..%5csecret",
        "..%2fmine-too%2fsecret",
        "deeper%2fsecret",
        "secret.txt",
        "secret.txt%00",
        "outside",
        "text",
        "folder",
        "endless",
        "long",
        "",
        "small.spec",
    ],
)
def test_no_path_leaves_the_folder_of_the_named_spec(run: Any, named: Start, name: str) -> None:
    answer = get(run, f"/beside/{name}", OWN, start=named)
    assert answer.status_code == 404 or answer.json() == {"text": None}


def test_without_a_named_spec_there_are_no_neighbours(run: Any) -> None:
    assert get(run, "/beside/sudoku", OWN).json() == {"text": None}


def test_a_port_that_is_taken_is_a_mistake() -> None:
    from pzc.play.server import _listen

    taken = _listen(0)
    with pytest.raises(PzcError, match="not free"):
        _listen(taken.getsockname()[1])
    taken.close()


def test_a_web_socket_is_closed() -> None:
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def talk() -> None:
        guard = Guard(application(Start(), Workers(1.0, ONE_GIGABYTE)), TOKEN, PORT)
        await guard({"type": "websocket", "headers": []}, None, send)  # type: ignore[arg-type]

    asyncio.run(talk())
    assert sent == [{"type": "websocket.close", "code": 1008}]


def test_connections_without_a_request_are_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    from types import SimpleNamespace

    from pzc.play import server

    closed: list[str] = []

    class Connection:
        def __init__(self, name: str, cycle: Any) -> None:
            self.cycle = cycle
            self.transport = SimpleNamespace(close=lambda: closed.append(name))

    state = SimpleNamespace(connections={Connection("silent", None), Connection("asking", 1)})
    monkeypatch.setattr(server, "SILENT", 0.0)

    async def swept() -> None:
        running: Any = SimpleNamespace(server_state=state)
        sweeping = asyncio.create_task(server._sweep(running))
        while not closed:
            await asyncio.sleep(0)
        sweeping.cancel()

    asyncio.run(asyncio.wait_for(swept(), 30))
    assert set(closed) == {"silent"}
