"""The static page: files alone, Python in the browser, offline after the first visit."""

from __future__ import annotations

import functools
import http.server
import json
import shutil
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import play_browser as page
import pytest
from pzc.dsl.diagnostics import PzcError
from pzc.play import pyodide
from pzc.play.start import Start, complete
from pzc.play.static import INLINE, MARKER, write_static

GENRES = ("star_battle", "slitherlink")


@pytest.fixture(scope="module")
def runtime(request: pytest.FixtureRequest) -> str:
    """The pinned Pyodide, which npm brings once."""
    assert request.config.cache is not None
    folder = request.config.cache.mkdir("pyodide")
    package = folder / f"pyodide-{pyodide.VERSION}.tgz"
    if not package.exists():
        npm = shutil.which("npm")
        if npm is None:
            pytest.skip("no npm here, to bring Pyodide")
        command = [npm, "pack", "--silent", f"pyodide@{pyodide.VERSION}"]
        done = subprocess.run(command, cwd=folder, check=False, timeout=600)
        if done.returncode or not package.exists():
            pytest.skip("npm cannot bring Pyodide")
    return str(package)


@pytest.fixture(scope="module")
def site(runtime: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    write_static(folder, runtime, GENRES)
    return folder


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def served(site: Path) -> Iterator[tuple[http.server.ThreadingHTTPServer, str]]:
    with serving(site) as server:
        yield server


@contextmanager
def serving(folder: Path) -> Iterator[tuple[http.server.ThreadingHTTPServer, str]]:
    handler = functools.partial(Quiet, directory=str(folder))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server, f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()
        server.server_close()


def play(driver: Any, address: str, name: str) -> None:
    game, solution = page.game_of(name)
    page.opened(driver, address, f"#/play/{name}/1")
    page.solve_by_clicks(driver, game, solution)
    page.waited(driver, "!!document.querySelector('.solved')")


def test_a_puzzle_is_played_on_any_web_server_and_then_offline(served: Any) -> None:
    server, address = served
    page.needed()
    with page.browser() as driver:
        driver.set_script_timeout(90)
        driver.get(address)
        play(driver, address, "star_battle")
        driver.find_element("css selector", '[data-ask="count"]').click()
        page.waited(
            driver,
            "document.querySelector('.answer').textContent.includes('Exactly one')",
        )
        kept = "navigator.serviceWorker.ready.then(() => arguments[0](true))"
        assert driver.execute_async_script(kept)
        server.shutdown()
        server.server_close()
        play(driver, address, "slitherlink")


@pytest.fixture
def own(tmp_path: Path) -> Start:
    """A puzzle of a spec that uses another one beside it."""
    (tmp_path / "small.spec").write_text('puzzle "Small"\ngrid n x n\nfind a : 1..4 at cells\n')
    text = 'use small\nrule "No two are equal": all_different(a)\n'
    (tmp_path / "own.spec").write_text(text)
    return Start({"text": text, "file": "own.spec"}, "n: 2\n", str(tmp_path / "own.spec"))


def test_a_spec_of_ones_own_is_played_and_written_with_what_it_uses(
    runtime: str, own: Start, tmp_path: Path
) -> None:
    page.needed()
    site = tmp_path / "site"
    write_static(site, runtime, GENRES[:1], own)
    with serving(site) as (_, address), page.browser() as driver:
        driver.get(address)
        page.waited(driver, "document.querySelectorAll('.place').length === 4")
        assert driver.find_element("css selector", "h1").text == "Small"
        for place in ("a[r1c1]", "a[r1c2]"):
            driver.find_element("css selector", f'[data-place="{place}"]').click()
            driver.find_element("css selector", '[data-token="1"]').click()
        page.waited(driver, "document.querySelector('.checks li')")
        assert "No two are equal" in driver.find_element("css selector", ".checks").text
        page.opened(driver, address, "#/write/start")
        driver.find_element("css selector", "#text-spec").send_keys("# mine")
        page.waited(driver, "document.querySelectorAll('.rules li').length === 1")
        assert not driver.find_elements("css selector", ".editor.spec .mistake")


def test_a_spec_of_ones_own_lies_there_with_what_it_uses(own: Start) -> None:
    held = complete(own)
    assert list(held["beside"]) == ["small"]
    assert held["opened"]["game"]["title"] == "Small"


def test_a_spec_of_ones_own_with_mistakes_is_no_page(own: Start) -> None:
    broken = Start({"text": "use small\nfind b : x"}, None, own.file)
    with pytest.raises(PzcError, match="E0"):
        complete(broken)


def test_opened_as_a_file_it_shows_pictures_and_says_so(site: Path) -> None:
    page.needed()
    with page.browser() as driver:
        driver.get((site / "index.html").as_uri())
        page.waited(driver, "document.querySelectorAll('.gallery svg').length === 2")
        page.waited(
            driver,
            "getComputedStyle(document.querySelector('.pictures-only')).visibility === 'visible'",
        )
        assert "web server" in driver.find_element("css selector", ".pictures-only").text


def test_the_first_pictures_are_part_of_the_page(site: Path) -> None:
    """So that they need neither a script nor a further request."""
    text = (site / "index.html").read_text()
    cards = text[text.index('<ul class="gallery">') :]
    assert cards.count("<svg ") == len(GENRES) <= INLINE
    assert "<img " not in cards


def test_the_runtime_lies_there_with_its_licence(site: Path) -> None:
    assert "Mozilla Public License" in (site / "pyodide" / "LICENCE.txt").read_text()
    held = json.loads((site / MARKER).read_text())["files"]
    assert "pyodide/pyodide.asm.wasm" in held
    assert all((site / name).exists() for name in held)


def test_a_page_is_written_over_an_older_one_but_over_nothing_else(
    runtime: str, site: Path, tmp_path: Path
) -> None:
    before = (site / "sw.js").read_bytes()
    write_static(site, runtime, GENRES)
    assert (site / "sw.js").read_bytes() == before
    (tmp_path / "thesis.txt").write_text("do not touch")
    with pytest.raises(PzcError, match="E0541"):
        write_static(tmp_path, runtime, GENRES)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_another_runtime_is_refused(tmp_path: Path) -> None:
    for name in pyodide.FILES:
        (tmp_path / name).write_text("evil")
    with pytest.raises(PzcError, match="E0540"):
        pyodide.runtime(str(tmp_path))


def test_a_folder_that_is_not_there_is_a_mistake(tmp_path: Path) -> None:
    with pytest.raises(PzcError, match="E0503"):
        pyodide.runtime(str(tmp_path / "nowhere"))
