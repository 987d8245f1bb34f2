"""A browser that plays: a server, Chromium, and clicks generated from solutions."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest
import pzc
from pzc.dsl.diagnostics import Source
from pzc.play.fields import Field
from pzc.play.game import Game
from pzc.tasks.library import examples

ROOT = Path(__file__).resolve().parent.parent
CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
# One for each kind of place and domain, and for what answers do not show.
PLAYED = (
    "akari",
    "arrow_flow",
    "dominosa",
    "easy_as_abc",
    "edamame",
    "galaxies",
    "gokigen",
    "hashiwokakero",
    "hex_slitherlink",
    "hex_star_battle",
    "heyapin",
    "lapaz",
    "masyu",
    "nanro",
    "nonogram",
    "nurikabe",
    "pentominoes",
    "satogaeri",
    "send_more_money",
    "shakashaka",
    "slitherlink",
    "star_battle",
    "statue_park",
    "sudoku",
    "tents",
    "yajirushi",
    "yin_yang",
    "zebra",
)
FEW = 4
PATIENCE = 90.0

T = TypeVar("T")


def needed() -> Any:
    """Selenium, or a skip that says what is missing."""
    selenium = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
    pytest.importorskip("starlette", reason="the extra [play] is not installed")
    pytest.importorskip("uvicorn", reason="the extra [play] is not installed")
    if CHROMIUM is None or DRIVER is None:
        pytest.skip("no chromium and chromedriver here: apt-get install chromium chromium-driver")
    return selenium


@contextmanager
def browser(width: int = 1280, height: int = 1700) -> Iterator[Any]:
    """Headless Chromium in a window of this size."""
    webdriver = needed()
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"):
        options.add_argument(argument)
    options.add_argument(f"--window-size={width},{height}")
    options.add_argument("--lang=en")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
    try:
        yield driver
    finally:
        driver.quit()


@contextmanager
def server(*arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """`pzc play`, and the address that it prints."""
    command = [sys.executable, "-m", "pzc", "play", "--no-browser", *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        yield process, process.stdout.readline().strip()
    finally:
        process.terminate()
        process.wait(10)


def free_port() -> str:
    """So that tests that run side by side, and a page of one's own, do not meet."""
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return str(probe.getsockname()[1])


def write_spec(driver: Any, text: str) -> None:
    """Put a text in the place of the spec that is written, as typing does."""
    driver.execute_script(
        "arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('input'))",
        select(driver, "#text-spec"),
        text,
    )


def waited(driver: Any, script: str, seconds: float = PATIENCE) -> Any:
    """What a script returns, once it is true."""
    from selenium.webdriver.support.ui import WebDriverWait

    return WebDriverWait(driver, seconds, 0.05).until(
        lambda driver: driver.execute_script(f"return {script}"), script
    )


def becomes(read: Callable[[], T], wanted: T, seconds: float = PATIENCE) -> None:
    """Wait until what is read is what is wanted."""
    end = time.monotonic() + seconds
    while (found := read()) != wanted and time.monotonic() < end:
        time.sleep(0.05)
    assert found == wanted


def opened(driver: Any, address: str, route: str) -> None:
    """Open a view anew; the page is loaded again only if it must be."""
    base = re.sub(r"\?token=.*|#.*", "", address)
    if not driver.current_url.startswith(base) or not driver.execute_script(SHOW, route):
        driver.get("about:blank")
        driver.get(base + route)
    waited(driver, f"document.querySelector('#main').dataset.ready === {route!r}")


# Show a view without loading the page again; false where another language is asked for, or where
# the page has still to follow a change of its address.
SHOW = """
const main = document.querySelector('#main');
if (document.documentElement.lang !== localStorage.getItem('pzc language')) return false;
if (main?.dataset.ready !== (location.hash || '#/')) return false;
delete main.dataset.ready;
history.replaceState(null, '', arguments[0]);
window.dispatchEvent(new Event('choose-theme'));
window.dispatchEvent(new HashChangeEvent('hashchange'));
return true;
"""


@contextmanager
def phone(driver: Any, width: int, height: int) -> Iterator[None]:
    """A window narrower than a desktop has any."""
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": True}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    try:
        yield
    finally:
        driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


# ---- from a solution to clicks -------------------------------------------------------------------


def game_of(name: str, number: int = 1) -> tuple[Game, dict[str, str]]:
    """A bundled example, and the tokens of its solution."""
    spec, path = pzc.load(name), examples(name)[number - 1]
    game = Game(spec, Source(str(path), path.read_text(encoding="utf-8")))
    found = spec.solve(game.puzzle)
    assert found is not None
    return game, game.tokens(found)


def is_cycled(field: Field) -> bool:
    """Whether clicks go through a field's values."""
    tokens = [c for c in field.choices if c.token != field.no]
    return (
        field.domain.kind == "bool"
        or field.kind == "link"
        or (field.domain.kind != "int" and len(tokens) < FEW)
        or len(tokens) < 3
    )


def solve_by_clicks(driver: Any, game: Game, solution: dict[str, str]) -> None:
    """Put a solution on the board as a person with a mouse does. What may stay open, stays."""
    clicks: list[tuple[str, ...]] = []
    for field in game.fields:
        clicks.append(("layer", f"{field.layer} {field.part}"))
        for key in field.keys:
            token = solution.get(field.place(key))
            if token is None or (token == field.no and field.yes is not None):
                continue
            clicks += _clicks(game, field, key, token)
    perform(driver, clicks)


def _clicks(game: Game, field: Field, key: Any, token: str) -> list[tuple[str, ...]]:
    place = field.place(key)
    own = [c.token for c in field.choices if c.value in _codes(field, key)]
    if game.board is None or "kind" not in _described(game, place):
        return [("select", place, token)]
    cells = {cell.name for cell in game.board.cells}
    if (
        field.domain.kind == "places"
        and field.kind == "cell"
        and all(c.token in cells for c in field.choices)
    ):
        return [("drag", place, token)]
    if is_cycled(field):
        ring = [t for t in own if t != field.no] + ([] if field.no is None else [field.no])
        return [("click", place)] * (ring.index(token) + 1)
    if token == field.no:
        return []
    return [("click", place), ("key", token)]


def _codes(field: Field, key: Any) -> Any:
    if key in field.variables:
        return field.variables[key][1]
    return [c.value for c in field.choices]


def _described(game: Game, place: str) -> dict[str, Any]:
    return next(
        one for field in game.described()["fields"] for one in field["places"] if one["id"] == place
    )


MIDDLES = """
const middle = (element) => {
  const box = element.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
};
const out = {};
for (const kind of ['place', 'cell', 'token']) {
  out[kind] = {};
  for (const one of document.querySelectorAll(`[data-${kind}]`)) {
    out[kind][one.dataset[kind]] = middle(one);
  }
}
return out;
"""


def perform(driver: Any, clicks: list[tuple[str, ...]]) -> None:
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.support.ui import Select

    for kind, place, *token in clicks:
        if kind == "select":
            element = driver.find_element("css selector", f'select[data-place="{place}"]')
            Select(element).select_by_value(token[0])
    actions = ActionChains(driver, duration=0)
    pointer = actions.w3c_actions.pointer_action
    # A view may be drawn once more after it was ready, for another theme say.
    shown = "[...document.querySelectorAll('[data-place]')].map((place) => place.dataset.place)"
    places = json.dumps([name for kind, name, *_ in clicks if kind in ("click", "drag")])
    waited(driver, f"{places}.every((place) => {shown}.includes(place))")
    driver.execute_script("window.scrollTo(0, 0)")
    known: dict[str, Any] = driver.execute_script(MIDDLES)
    keyed = False
    for kind, name, *token in clicks:
        if kind == "layer":
            if buttons := driver.find_elements("css selector", f'[data-layer="{name}"]'):
                actions.perform()
                actions = ActionChains(driver, duration=0)
                pointer = actions.w3c_actions.pointer_action
                buttons[0].click()
        elif kind == "click":
            _press(pointer, known["place"][name])
        elif kind == "drag":
            _press(pointer, known["place"][name], known["cell"][token[0]])
        elif kind == "key":
            if not keyed:  # the keys of values appear with the first place that is chosen
                actions.perform()
                actions = ActionChains(driver, duration=0)
                pointer = actions.w3c_actions.pointer_action
                known["token"] = driver.execute_script(MIDDLES)["token"]
                keyed = True
            _press(pointer, known["token"][name])
    actions.perform()


def _press(pointer: Any, at: list[float], to: list[float] | None = None) -> None:
    pointer.move_to_location(round(at[0]), round(at[1]))
    pointer.pointer_down()
    if to is not None:
        pointer.move_to_location(round(to[0]), round(to[1]))
    pointer.pointer_up()


# ---- accessibility -------------------------------------------------------------------------------

AXE = "axe-core@4.10.3"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


def axe(folder: Path) -> str:
    """The text of axe-core, which npm brings once."""
    script = folder / "node_modules" / "axe-core" / "axe.min.js"
    if not script.exists():
        npm = shutil.which("npm")
        if npm is None:
            pytest.skip("no npm here, to bring axe-core")
        command = [npm, "install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts"]
        done = subprocess.run([*command, "--prefix", str(folder), AXE], check=False, timeout=120)
        if done.returncode or not script.exists():
            pytest.skip("npm cannot bring axe-core")
    return script.read_text(encoding="utf-8")


def violations(driver: Any) -> list[str]:
    """What axe-core, run before, finds on the page as it stands."""
    found = driver.execute_async_script(
        "const done = arguments[arguments.length - 1];"
        "axe.run(document, {runOnly: arguments[0]}).then((result) => done(result.violations));",
        RULES,
    )
    return [f"{one['id']}: {node['html'][:120]}" for one in found for node in one["nodes"][:3]]


# ---- on the page ---------------------------------------------------------------------------------

ANSWERED = "!document.querySelector('.busy') && !!document.querySelector('.answer *')"


def select(driver: Any, selector: str) -> Any:
    return driver.find_element("css selector", selector)


def ask(driver: Any, name: str) -> None:
    select(driver, f'[data-ask="{name}"]').click()


def state(driver: Any) -> dict[str, str]:
    """What is kept of the game in the browser."""
    kept: dict[str, str] = driver.execute_script(
        "for (const [key, text] of Object.entries(localStorage)) {"
        "  if (key.startsWith('pzc game')) return Object.fromEntries(JSON.parse(text).marks.value);"
        "} return {};"
    )
    return kept


def keeps(driver: Any, wanted: dict[str, str]) -> None:
    """Wait until just this is kept of the game."""
    becomes(lambda: state(driver), wanted)


def click_place(driver: Any, *places: str) -> None:
    perform(driver, [("click", place) for place in places])


def solved(driver: Any) -> str:
    words: str = waited(driver, "document.querySelector('.solved')?.textContent")
    return words


def shared_link(driver: Any, *boxes: str) -> str:
    select(driver, ".sharing summary").click()
    for box in boxes:
        select(driver, f"#share-{box}").click()
    select(driver, '[data-share="link"]').click()
    link: str = waited(driver, "document.querySelector('.sharing .link')?.value")
    return link


def linked(driver: Any, told: dict[str, Any]) -> str:
    """The link of a spec and a puzzle."""
    return driver.execute_async_script(
        "const [told, done] = arguments;"
        "import('/page/links.js').then(({linkTo}) => linkTo(told)).then(done);",
        told,
    )
