"""The page in a real browser: an example for each kind of place and domain, solved by clicks alone.

`pytest tests/test_play_browser.py --all-data` plays all examples of all genres.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any

import play_browser as page
import pytest
import pzc
from pzc.play.game import rules
from pzc.tasks.library import bundled, examples
from test_play_texts import WORD

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


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    page.needed()
    with page.server("--port", page.free_port()) as (_, address):
        yield address


@pytest.fixture(scope="module")
def driver(address: str) -> Iterator[Any]:
    with page.browser() as driver:
        driver.get(address)
        yield driver


@pytest.fixture(autouse=True)
def quiet(request: pytest.FixtureRequest) -> Iterator[None]:
    """Nothing that is kept is there before a test, and the page has no errors behind it."""
    driver = request.getfixturevalue("driver")
    driver.execute_script("localStorage.clear(); localStorage.setItem('pzc language', 'en')")
    driver.get_log("browser")
    yield
    told = [entry["message"] for entry in driver.get_log("browser")]
    assert not [message for message in told if "favicon" not in message]


def everything(request: pytest.FixtureRequest) -> list[tuple[str, int]]:
    return [
        (name, number)
        for name in bundled()
        if pzc.load(name).program.sequence is None
        for number in range(1, len(examples(name)) + 1)
    ]


def solved(driver: Any) -> str:
    words: str = page.waited(driver, "document.querySelector('.solved')?.textContent")
    return words


@pytest.mark.parametrize("name", PLAYED)
def test_an_example_is_solved_by_clicks_alone(driver: Any, address: str, name: str) -> None:
    game, solution = page.game_of(name)
    page.opened(driver, address, f"#/play/{name}/1")
    page.solve_by_clicks(driver, game, solution)
    assert "Solved in" in solved(driver)


def test_all_examples_are_solved_by_clicks_alone(
    driver: Any, address: str, request: pytest.FixtureRequest
) -> None:
    """A long run, for records; see the docstring of this file."""
    if not request.config.getoption("--all-data"):
        pytest.skip("--all-data plays all examples")
    failed = []
    for name, number in everything(request):
        game, solution = page.game_of(name, number)
        page.opened(driver, address, f"#/play/{name}/{number}")
        try:
            page.solve_by_clicks(driver, game, solution)
            solved(driver)
        except Exception as problem:  # the run goes on, to tell of all that fail
            failed.append((name, number, type(problem).__name__))
    assert not failed


# ---- what else a player does ---------------------------------------------------------------------


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
    page.becomes(lambda: state(driver), wanted)


def click_place(driver: Any, *places: str) -> None:
    page.perform(driver, [("click", place) for place in places])


@pytest.mark.parametrize("damaged", ["{", "null", '{"marks": {"value": [["star[r1c1]", "*"], 3]}}'])
def test_damaged_progress_gives_way_to_what_is_played(
    driver: Any, address: str, damaged: str
) -> None:
    page.opened(driver, address, "#/play/star_battle/1")
    click_place(driver, "star[r1c1]")
    driver.execute_script(
        "const key = Object.keys(localStorage).find((key) => key.startsWith('pzc game'));"
        "localStorage.setItem(key, arguments[0])",
        damaged,
    )
    driver.get("about:blank")
    page.opened(driver, address, "#/play/star_battle/1")
    click_place(driver, "star[r3c3]")
    keeps(driver, {"star[r3c3]": "*"})


def test_a_mark_waits_until_no_value_stands_in_its_place(driver: Any, address: str) -> None:
    page.opened(driver, address, "#/play/sudoku/1")
    click_place(driver, "digit[r1c1]")
    dots = "return document.querySelectorAll('.no-dot').length"
    label = "return document.activeElement.getAttribute('aria-label')"
    send = driver.switch_to.active_element.send_keys
    send("x")
    assert driver.execute_script(dots) == 1
    assert "crossed out" in driver.execute_script(label)
    send("5")
    assert driver.execute_script(dots) == 0
    assert "crossed out" not in driver.execute_script(label)
    send("5")
    assert driver.execute_script(dots) == 1


def test_without_a_server_the_page_says_that_nobody_answers(driver: Any, address: str) -> None:
    page.opened(driver, address, "#/play/consecutive_sudoku/1")
    driver.execute_script(
        "window.fetch = () => Promise.reject(new Error('no server'));"
        "document.querySelector('[data-ask=generate]').click()"
    )
    failed = page.waited(driver, "document.querySelector('.failed').textContent")
    assert failed.startswith("pzc does not answer")
    driver.execute_script("location.hash = '#/play/sudoku/1'")
    offline = page.waited(driver, "document.querySelector('#main > .offline')?.textContent")
    assert offline.startswith("pzc does not answer")
    driver.refresh()  # with its own fetch


def test_a_new_puzzle_is_offered_where_one_can_be_made(driver: Any, address: str) -> None:
    """And again after a failure."""
    button = "document.querySelector('[data-ask=generate]')"
    page.opened(driver, address, "#/play/zebra/1")
    assert driver.execute_script(f"return {button}") is None
    page.opened(driver, address, "#/play/slitherlink/1")
    driver.execute_script(
        "const fetched = window.fetch;"
        "window.fetch = () => Promise.reject(new Error('no server'));"
        f"{button}.click();"
        "window.fetch = fetched;"
    )
    page.waited(driver, "document.querySelector('.failed').textContent")
    assert not driver.execute_script(f"return {button}.disabled")
    select(driver, '[data-ask="generate"]').click()
    page.waited(driver, "!location.hash.startsWith('#/play/')")


@pytest.mark.parametrize("letter", ["z", "Z"])
def test_control_z_takes_back_with_and_without_caps_lock(
    driver: Any, address: str, letter: str
) -> None:
    def press(**more: Any) -> None:
        driver.execute_script(
            "document.activeElement.dispatchEvent(new KeyboardEvent('keydown', arguments[0]))",
            {"key": letter, "ctrlKey": True, "bubbles": True, **more},
        )

    page.opened(driver, address, "#/play/star_battle/1")
    click_place(driver, "star[r1c1]")
    keeps(driver, {"star[r1c1]": "*"})
    press()
    keeps(driver, {})
    press(shiftKey=True)
    keeps(driver, {"star[r1c1]": "*"})


def test_a_puzzle_is_solved_by_keyboard_alone(driver: Any, address: str) -> None:
    """Only keys are pressed: Tab to the board, arrows, Space."""
    from selenium.webdriver.common.keys import Keys

    game, solution = page.game_of("star_battle")
    page.opened(driver, address, "#/play/star_battle/1")
    stars = {place for place, token in solution.items() if token == "*"}
    body = select(driver, "body")
    for _ in range(40):
        body = driver.switch_to.active_element
        if body.get_attribute("data-place"):
            break
        body.send_keys(Keys.TAB)
    size = game.board.height if game.board is not None else 0
    for row in range(1, size + 1):
        columns = range(1, size + 1) if row % 2 else range(size, 0, -1)
        for column in columns:
            focused = driver.switch_to.active_element
            assert focused.get_attribute("data-place") == f"star[r{row}c{column}]"
            if f"star[r{row}c{column}]" in stars:
                focused.send_keys(Keys.SPACE)
            if column != columns[-1]:
                focused.send_keys(Keys.ARROW_RIGHT if row % 2 else Keys.ARROW_LEFT)
        driver.switch_to.active_element.send_keys(Keys.ARROW_DOWN)
    assert "Solved in" in solved(driver)


@pytest.mark.parametrize(
    "name", ["slitherlink", "galaxies", "heyapin", "sudoku", "hex_star_battle"]
)
def test_every_place_is_reached_by_keys(driver: Any, address: str, name: str) -> None:
    page.opened(driver, address, f"#/play/{name}/1")
    reached, every = driver.execute_script(
        """
        const press = (key) => document.activeElement.dispatchEvent(
            new KeyboardEvent('keydown', {key, bubbles: true}));
        const here = () => document.activeElement.dataset.place;
        document.querySelector('.place[tabindex="0"]').focus();
        const every = document.querySelectorAll('.place').length;
        const reached = new Set();
        for (let k = 0; k < every; k += 1) {
            reached.add(here());
            press('PageDown');
        }
        return [reached.size, every];
        """
    )
    assert reached == every


def test_typed_digits_and_letters_fill_cells(driver: Any, address: str) -> None:
    page.opened(driver, address, "#/play/sudoku/1")
    open_places = driver.execute_script(
        "return [...document.querySelectorAll('.place')]"
        ".filter((one) => one.getAttribute('aria-label').endsWith('open'))"
        ".slice(0, 2).map((one) => one.dataset.place)"
    )
    click_place(driver, open_places[0])
    driver.switch_to.active_element.send_keys("7")
    click_place(driver, open_places[1])
    select(driver, '[data-mode="corner"]').click()
    select(driver, '[data-token="3"]').click()
    keeps(driver, {open_places[0]: "7"})
    second = f"document.querySelector('[data-place=\"{open_places[1]}\"]')"
    page.waited(driver, f"{second}.getAttribute('aria-label').includes('candidates 3')")


def test_a_wrong_board_is_reported_in_the_words_of_the_rules(driver: Any, address: str) -> None:
    page.opened(driver, address, "#/play/star_battle/1")
    click_place(driver, "star[r1c1]", "star[r1c2]")
    words = page.waited(driver, "document.querySelector('.checks li')?.textContent")
    assert "Every row, column and region holds exactly 1 star" in words
    touching = "'Stars never touch, not even diagonally'"
    page.waited(driver, f"document.querySelector('.checks').textContent.includes({touching})")
    page.waited(driver, "document.querySelectorAll('.pointed.wrong').length >= 2")
    select(driver, '[data-tool="undo"]').click()
    page.waited(driver, "!document.querySelector('.checks li')")


def test_hints_lead_to_the_end(driver: Any, address: str) -> None:
    page.opened(driver, address, "#/play/star_battle/1")
    for _ in range(60):
        if driver.execute_script("return !!document.querySelector('.solved')"):
            break
        before = len(state(driver))
        ask(driver, "hint")
        page.waited(
            driver, "!document.querySelector('.busy') && !!document.querySelector('.answer *')"
        )
        if not driver.execute_script("return !!document.querySelector('[data-ask=more]')"):
            break
        ask(driver, "more")
        select(driver, '[data-step="take"]').click()
        page.becomes(lambda before=before: len(state(driver)) > before, True)
    assert "Solved in" in solved(driver)


def test_a_hint_crosses_out_what_cannot_be_and_goes_with_the_next_move(
    driver: Any, address: str
) -> None:
    page.opened(driver, address, "#/play/slitherlink/1")
    ask(driver, "hint")
    page.waited(driver, ANSWERED)
    ask(driver, "more")
    page.waited(driver, "document.querySelector('.answer').textContent.includes('No line')")
    page.waited(driver, "document.querySelector('.no-cross.fresh')")
    select(driver, '[data-tool="erase"]').click()  # changes nothing
    assert driver.find_elements("css selector", ".answer *")
    select(driver, ".place").send_keys(" ")
    page.waited(driver, "!document.querySelector('.answer *, .hints .fresh')")


def test_the_rating_of_a_puzzle_is_shown(driver: Any, address: str) -> None:
    page.opened(driver, address, "#/play/star_battle/1")
    ask(driver, "rate")
    assert "points" in page.waited(
        driver, f"{ANSWERED} && document.querySelector('.answer').textContent"
    )


def test_dark_colours_reach_the_pictures_and_no_paper(driver: Any, address: str) -> None:
    driver.execute_script("localStorage.setItem('pzc theme', 'dark')")
    page.opened(driver, address, "#/")
    assert ".dark.svg" in select(driver, ".gallery img").get_attribute("src")
    page.opened(driver, address, "#/play/star_battle/1")
    paper = "getComputedStyle(document.querySelector('.board')).backgroundColor"
    assert driver.execute_script(f"return {paper}") != "rgb(255, 255, 255)"
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    try:
        assert driver.execute_script(f"return {paper}") == "rgb(255, 255, 255)"
    finally:
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


def test_an_explanation_is_stepped_through(driver: Any, address: str) -> None:
    game, _ = page.game_of("star_battle")
    number = len(list(game.spec.explain(game.puzzle)))
    page.opened(driver, address, "#/play/star_battle/1")
    ask(driver, "explain")
    page.waited(driver, f"document.querySelector('.counter')?.textContent === '1 / {number}'")
    select(driver, '[data-step="on"]').click()
    page.waited(driver, "document.querySelector('.counter').textContent.startsWith('2 /')")
    page.waited(driver, "document.querySelectorAll('.pointed.fresh').length")


def test_excluded_values_are_taken_over_as_candidates(driver: Any, address: str) -> None:
    page.opened(driver, address, "#/play/skyscrapers/1")
    ask(driver, "explain")
    page.waited(driver, "document.querySelector('.counter')?.textContent.startsWith('1 /')")
    assert "not" in select(driver, ".step").text
    select(driver, '[data-step="take"]').click()
    labels = "[...document.querySelectorAll('.place')].map((one) => one.getAttribute('aria-label'))"
    assert page.waited(driver, f"{labels}.some((label) => label.includes('candidates'))")
    assert select(driver, ".counter").text.startswith("1 /")


def test_whether_it_can_be_solved_is_shown_only_on_request(driver: Any, address: str) -> None:
    _, solution = page.game_of("star_battle")
    page.opened(driver, address, "#/play/star_battle/1")
    wrong = next(place for place, token in solution.items() if token != "*")
    click_place(driver, wrong)
    page.waited(driver, "!document.querySelector('.checks li')")
    ask(driver, "solvable")
    page.waited(driver, "!!document.querySelector('.answer .bad')")


def test_solve_and_count(driver: Any, address: str) -> None:
    page.opened(driver, address, "#/play/slitherlink/1")
    ask(driver, "count")
    page.waited(driver, "document.querySelector('.answer').textContent.includes('exactly one')")
    ask(driver, "solve")
    page.waited(driver, "!!document.querySelector('[data-ask=fill]')")
    ask(driver, "fill")
    assert "Solved in" in solved(driver)


def test_marks_colours_and_trying_out_are_undone_without_end(driver: Any, address: str) -> None:
    page.opened(driver, address, "#/play/star_battle/1")
    select(driver, '[data-mode="no"]').click()
    click_place(driver, "star[r1c1]")
    select(driver, '[data-mode="colour"]').click()
    click_place(driver, "star[r2c2]")
    page.waited(driver, "document.querySelectorAll('.cell.colour-1').length === 1")
    select(driver, '[data-mode="value"]').click()
    select(driver, '[data-tool="try"]').click()
    click_place(driver, "star[r3c3]", "star[r4c4]")
    page.becomes(lambda: len(state(driver)), 3)
    select(driver, '[data-tool="drop"]').click()
    keeps(driver, {"star[r1c1]": "."})
    for _ in range(5):
        select(driver, '[data-tool="undo"]').click()
    keeps(driver, {})
    page.waited(driver, "document.querySelector('[data-tool=undo]').disabled")
    for _ in range(5):
        select(driver, '[data-tool="redo"]').click()
    keeps(driver, {"star[r1c1]": "."})


def test_lines_and_areas_have_colours_of_their_own(driver: Any, address: str) -> None:
    game, solution = page.game_of("slitherlink")
    page.opened(driver, address, "#/play/slitherlink/1")
    page.solve_by_clicks(driver, game, solution)
    select(driver, '[data-look="lines"]').click()
    select(driver, '[data-look="areas"]').click()
    hues = "[...new Set([...document.querySelectorAll('.{}')].map((one) => one.className.baseVal))]"
    page.waited(driver, f"{hues.format('piece-line')}.length === 1")
    page.waited(driver, f"{hues.format('piece-area')}.length >= 2")


# ---- kept, shared --------------------------------------------------------------------------------


def test_a_reload_in_the_middle_loses_nothing(driver: Any, address: str) -> None:
    page.opened(driver, address, "#/play/star_battle/1")
    click_place(driver, "star[r1c1]", "star[r2c3]")
    driver.refresh()
    page.waited(driver, "document.querySelectorAll('.place').length")
    second = "document.querySelector('[data-place=\"star[r2c3]\"]')"
    page.waited(driver, f"{second}.getAttribute('aria-label').endsWith('star yes')")
    select(driver, '[data-tool="undo"]').click()
    keeps(driver, {"star[r1c1]": "*"})


def test_two_tabs_lose_nothing(driver: Any, address: str) -> None:
    page.opened(driver, address, "#/play/star_battle/1")
    first = driver.current_window_handle
    driver.switch_to.new_window("tab")
    try:
        page.opened(driver, address, "#/play/star_battle/1")
        click_place(driver, "star[r1c1]")
        driver.switch_to.window(first)
        page.waited(
            driver,
            "document.querySelector('[data-place=\"star[r1c1]\"]')"
            ".getAttribute('aria-label').endsWith('yes')",
        )
        click_place(driver, "star[r3c3]")
        keeps(driver, {"star[r1c1]": "*", "star[r3c3]": "*"})
        driver.switch_to.window(driver.window_handles[-1])
    finally:
        driver.close()
        driver.switch_to.window(first)
    for _ in range(2):
        select(driver, '[data-tool="undo"]').click()
    keeps(driver, {})


def shared_link(driver: Any, *boxes: str) -> str:
    select(driver, ".sharing summary").click()
    for box in boxes:
        select(driver, f"#share-{box}").click()
    select(driver, '[data-share="link"]').click()
    link: str = page.waited(driver, "document.querySelector('.sharing .link')?.value")
    return link


def test_a_link_holds_puzzle_and_progress(driver: Any, address: str) -> None:
    page.opened(driver, address, "#/play/star_battle/1")
    click_place(driver, "star[r1c1]")
    link = shared_link(driver, "progress")
    driver.execute_script("localStorage.clear()")
    driver.get("about:blank")
    driver.get(link)
    page.waited(driver, "document.querySelectorAll('.place').length")
    keeps(driver, {"star[r1c1]": "*"})
    assert len(link) < 1000


def test_a_teachers_link_switches_help_off(driver: Any, address: str) -> None:
    page.opened(driver, address, "#/play/star_battle/1")
    link = shared_link(driver, "check", "hint", "solve")
    driver.get("about:blank")
    driver.get(link)
    page.waited(driver, "document.querySelectorAll('.place').length")
    assert not driver.find_elements("css selector", ".helper [data-ask]")
    click_place(driver, "star[r1c1]", "star[r1c2]")
    page.waited(driver, "!document.querySelector('.pending *')")  # the answer has come
    assert not driver.find_elements("css selector", ".checks li")
    assert not driver.find_elements("css selector", ".pointed.wrong")


def test_progress_goes_through_a_file(driver: Any, address: str, tmp_path: Any) -> None:
    import json

    puzzle = examples("star_battle")[0].read_text(encoding="utf-8")
    told = {
        "format": "pzc progress 1",
        "spec": {"name": "star_battle"},
        "puzzle": puzzle,
        "progress": {"marks": {"value": [["star[r2c2]", "*"]]}},
    }
    file = tmp_path / "star.pzc.json"
    file.write_text(json.dumps(told))
    page.opened(driver, address, "#/play/star_battle/1")
    select(driver, ".sharing summary").click()
    select(driver, "#open-file").send_keys(str(file))
    page.waited(driver, "document.querySelector('.shared').textContent")
    keeps(driver, {"star[r2c2]": "*"})


def linked(driver: Any, told: dict[str, Any]) -> str:
    """The link of a spec and a puzzle."""
    return driver.execute_async_script(
        "const [told, done] = arguments;"
        "import('/page/links.js').then(({linkTo}) => linkTo(told)).then(done);",
        told,
    )


def test_texts_from_strangers_are_shown_as_texts(driver: Any, address: str) -> None:
    """A link may hold any spec; what it says is never run."""
    evil = "<img src=x onerror=document.title='evil'><script>document.title='evil'</script>"
    spec = (
        f'puzzle "{evil}"\nabout "{evil}"\ngrid n x n\nfind a : {{x, y}} at cells drawn "x y"\n'
        f'rule "{evil}": all_different(a)\n'
    )
    page.opened(driver, address, "#/")
    link = linked(driver, {"spec": {"text": spec}, "puzzle": "n: 2"})
    driver.get("about:blank")
    driver.get(link)
    page.waited(driver, "document.querySelectorAll('.place').length")
    assert select(driver, "h1").text == evil
    assert "evil" not in driver.title.replace(evil, "")
    assert not driver.find_elements("css selector", "main img, main script")


# ---- writing -------------------------------------------------------------------------------------


def test_a_spec_is_checked_while_it_is_written(driver: Any, address: str) -> None:
    page.opened(driver, address, "#/write/star_battle")
    page.waited(driver, "document.querySelector('.verdict').dataset.count === '1'")
    area = select(driver, "#text-spec")
    text = area.get_attribute("value")
    driver.execute_script(
        "arguments[0].value = arguments[1];"
        "arguments[0].dispatchEvent(new Event('input', {bubbles: true}))",
        area,
        text.replace("touching", "tuching"),
    )
    told = page.waited(driver, "document.querySelector('.editor.spec .mistake')?.textContent")
    assert "unknown name 'tuching'" in told
    select(driver, ".mend-text").click()
    page.waited(driver, "!document.querySelector('.editor.spec .mistake')")
    assert "in touching" in area.get_attribute("value")


def test_a_spec_of_ones_own_uses_its_neighbour_and_goes_into_a_link(
    driver: Any, tmp_path: Any
) -> None:
    (tmp_path / "small.spec").write_text('puzzle "Small"\ngrid n x n\nfind a : 1..4 at cells\n')
    own = tmp_path / "own.spec"
    own.write_text('use small\nrule "No two are equal": all_different(a)\n')
    (tmp_path / "own.puzzle").write_text("n: 2\n")
    home = driver.current_window_handle
    arguments = (str(own), str(tmp_path / "own.puzzle"), "--port", page.free_port())
    with page.server(*arguments) as (_, address):
        driver.switch_to.new_window("tab")
        driver.get(address)
        page.waited(driver, "document.querySelectorAll('.place').length === 4")
        click_place(driver, "a[r1c1]")
        link = shared_link(driver, "progress")
        (tmp_path / "small.spec").unlink()
        driver.get("about:blank")
        driver.get(link)
        page.waited(driver, "document.querySelectorAll('.place').length === 4")
        assert select(driver, "h1").text == "Small"
        driver.close()
    driver.switch_to.window(home)


def test_what_was_written_is_there_after_a_reload(driver: Any, address: str) -> None:
    page.opened(driver, address, "#/write/star_battle")
    area = select(driver, "#text-spec")
    area.send_keys("# mine")
    page.waited(driver, "!document.querySelector('[data-write=discard]').hidden")
    driver.refresh()
    page.waited(driver, "document.querySelector('#text-spec')?.value.includes('# mine')")
    # The buttons move when the verdict appears: a click before would miss.
    page.waited(driver, "document.querySelector('.verdict').textContent")
    select(driver, "[data-write=discard]").click()
    page.waited(driver, "!document.querySelector('#text-spec').value.includes('# mine')")


def test_a_puzzle_is_drawn_and_its_solutions_are_counted(driver: Any, address: str) -> None:
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.keys import Keys

    page.opened(driver, address, "#/write/slitherlink")
    page.waited(driver, "document.querySelector('.verdict').dataset.count === '1'")
    clues = driver.execute_script(
        "return [...document.querySelectorAll('.place')]"
        ".filter((one) => !one.getAttribute('aria-label').endsWith('open'))"
        ".map((one) => one.dataset.place)"
    )
    click_place(driver, clues[0])
    select(driver, '[data-tool="erase"]').click()
    page.waited(driver, "['1', '2'].includes(document.querySelector('.verdict').dataset.count)")
    ActionChains(driver, duration=0).key_down(Keys.SHIFT).perform()
    click_place(driver, *clues[1:])
    ActionChains(driver, duration=0).key_up(Keys.SHIFT).perform()
    select(driver, '[data-tool="erase"]').click()
    page.waited(driver, "document.querySelector('.verdict').dataset.count === '2'")
    text = select(driver, "#text-puzzle").get_attribute("value")
    assert not any(letter in "01234" for line in text.splitlines() for letter in line.split(":")[0])


def test_a_line_is_drawn_through_cells(driver: Any, address: str) -> None:
    page.opened(driver, address, "#/write/whispers_sudoku")
    select(driver, '[data-part="add"]').click()
    page.perform(driver, [("drag", "clue[r1c1]", "r3c1")])
    page.waited(driver, "document.querySelector('#text-puzzle').value.includes('g r1c1 r2c1 r3c1')")
    chips = driver.find_elements("css selector", ".part.path .row:last-of-type .chip")
    chips[-1].click()
    page.waited(driver, "document.querySelector('#text-puzzle').value.includes('g r1c1 r2c1\\n')")


def test_a_form_is_changed_by_clicks(driver: Any, address: str) -> None:
    page.opened(driver, address, "#/write/pentominoes")
    page.waited(driver, "document.querySelector('#text-puzzle').value.includes('####\\n#...')")
    select(driver, '[data-row="form 0 0 1 1"]').click()
    page.waited(driver, "document.querySelector('#text-puzzle').value.includes('####\\n##..')")
    select(driver, '[data-row="form 0 fewer columns"]').click()
    page.waited(driver, "document.querySelector('#text-puzzle').value.includes('###\\n##.\\n')")


def test_the_numbers_of_a_row_are_put_in_one_by_one(driver: Any, address: str) -> None:
    page.opened(driver, address, "#/write/nonogram")
    page.perform(driver, [("click", "across[row 2]"), ("key", "1")])
    page.waited(driver, "document.querySelector('#text-puzzle').value.includes('\\n4 1\\n6')")
    select(driver, '[data-tool="erase"]').click()
    page.waited(driver, "document.querySelector('#text-puzzle').value.includes('\\n4\\n6')")


def test_a_plan_begins_with_what_is_printed_and_says_what_is_offered(
    driver: Any, address: str
) -> None:
    page.opened(driver, address, "#/play/sliding/1")
    page.waited(driver, "document.querySelector('.plan .stage svg')")


def test_a_plan_is_made_by_moves_and_kept(driver: Any, address: str) -> None:
    puzzle = examples("hanoi")[0].read_text()
    number = pzc.load("hanoi").solve(puzzle).moves
    page.opened(driver, address, "#/play/hanoi/1")
    small = page.waited(driver, "document.querySelectorAll('[data-move]').length === 2")
    assert small
    first = select(driver, '[data-move="0"]').text
    assert first == "place 1: left → middle"
    select(driver, '[data-move="0"]').click()
    page.waited(driver, "document.querySelectorAll('[data-move]').length === 3")
    driver.refresh()
    page.waited(driver, "document.querySelectorAll('[data-move]').length === 3")
    assert number == 15
    select(driver, '[data-tool="undo"]').click()
    page.waited(driver, "document.querySelectorAll('[data-move]').length === 2")


def test_a_plan_goes_into_a_link(driver: Any, address: str) -> None:
    page.opened(driver, address, "#/play/hanoi/1")
    for number in (1, 2):
        page.waited(driver, "document.querySelector('[data-move]')")
        select(driver, '[data-move="0"]').click()
        page.waited(
            driver, f"document.querySelector('.moves .timer').textContent === 'Moves: {number}'"
        )
    link = shared_link(driver, "progress")
    driver.execute_script("localStorage.clear(); localStorage.setItem('pzc language', 'en')")
    driver.get("about:blank")
    driver.get(link)
    page.waited(driver, "document.querySelector('.moves .timer')?.textContent === 'Moves: 2'")


def test_a_click_on_a_board_makes_the_move_that_changes_it(driver: Any, address: str) -> None:
    page.opened(driver, address, "#/play/sliding/1")
    page.waited(driver, "document.querySelectorAll('[data-move]').length === 2")
    page.perform(driver, [("click", "r1c1")])  # the 4 slides down
    page.waited(driver, "document.querySelector('.moves .timer').textContent === 'Moves: 1'")


def test_a_plan_is_shown_moment_by_moment(driver: Any, address: str) -> None:
    page.opened(driver, address, "#/play/hanoi/1")
    ask(driver, "plan")
    page.waited(driver, "!!document.querySelector('.plan input[type=range]')")
    before = driver.execute_script("return document.querySelector('.plan .stage').innerHTML")
    driver.execute_script(
        "const slider = document.querySelector('.plan input[type=range]');"
        "slider.value = slider.max; slider.dispatchEvent(new Event('input'))"
    )
    stage = "return document.querySelector('.plan .stage').innerHTML"
    page.becomes(lambda: driver.execute_script(stage) != before, True)


def test_all_genres_are_shown_with_pictures(driver: Any, address: str) -> None:
    page.opened(driver, address, "#/")
    assert len(driver.find_elements("css selector", "[data-genre]")) == len(bundled())
    page.waited(driver, "document.querySelector('.gallery img').naturalWidth")
    select(driver, "#look").send_keys("loop hex")
    shown = "[...document.querySelectorAll('.gallery li')].filter((one) => !one.hidden).length"
    page.waited(driver, f"({shown}) < 5")


# ---- for everybody -------------------------------------------------------------------------------

VIEWS = (
    "#/",
    "#/play/star_battle/1",
    "#/play/sudoku/1",
    "#/play/zebra/1",
    "#/play/hanoi/1",
    "#/write",
)


@pytest.mark.parametrize("view", VIEWS)
def test_axe_finds_nothing(
    driver: Any, address: str, view: str, request: pytest.FixtureRequest
) -> None:
    assert request.config.cache is not None
    script = page.axe(request.config.cache.mkdir("axe"))
    page.opened(driver, address, view)
    if view == "#/":  # one card is like another
        cards = "[...document.querySelectorAll('.gallery li')]"
        driver.execute_script(f"{cards}.slice(6).forEach((card) => card.remove())")
    driver.execute_script(script)
    for theme in ("light", "dark"):
        driver.execute_script(f"document.documentElement.dataset.theme = '{theme}'")
        assert page.violations(driver) == []


def test_a_board_with_mistakes_and_steps_is_accessible(
    driver: Any, address: str, request: pytest.FixtureRequest
) -> None:
    assert request.config.cache is not None
    script = page.axe(request.config.cache.mkdir("axe"))
    page.opened(driver, address, "#/play/star_battle/1")
    click_place(driver, "star[r1c1]", "star[r1c2]")
    page.waited(driver, "document.querySelector('.checks li')")
    select(driver, '[data-tool="undo"]').click()
    ask(driver, "hint")
    page.waited(driver, ANSWERED)
    select(driver, ".sharing summary").click()
    driver.execute_script(script)
    assert page.violations(driver) == []


def test_the_page_fits_a_phone(driver: Any, address: str) -> None:
    with page.phone(driver, 360, 740):
        for view in VIEWS:
            page.opened(driver, address, view)
            wide = driver.execute_script("return document.documentElement.scrollWidth")
            assert wide <= 360, view
        game, solution = page.game_of("star_battle")
        page.opened(driver, address, "#/play/star_battle/1")
        page.solve_by_clicks(driver, game, solution)
        assert "Solved in" in solved(driver)


# A spec of one's own, which has no catalogue.
OWN = 'puzzle "Mine"\ngrid n x n\nfind a : bool at cells\nrule "None is empty": all(a[cells])\n'


def test_the_page_speaks_german(driver: Any, address: str) -> None:
    driver.execute_script("localStorage.setItem('pzc language', 'de')")
    page.opened(driver, address, "#/play/star_battle/1")
    assert driver.execute_script("return document.documentElement.lang") == "de"
    assert "genau einen Stern" in select(driver, ".rules ol").text
    click_place(driver, "star[r1c1]", "star[r1c2]")
    words = page.waited(driver, "document.querySelector('.checks')?.textContent")
    assert "Sterne berühren einander nie" in words
    assert select(driver, ".rules ol").get_attribute("lang") == ""
    link = linked(driver, {"spec": {"text": OWN}, "puzzle": "n: 2"})
    driver.get("about:blank")
    driver.get(link)
    page.waited(driver, "document.querySelectorAll('.place').length")
    assert select(driver, ".rules ol").get_attribute("lang") == "en"


def test_layers_and_values_are_german_where_rules_are(driver: Any, address: str) -> None:
    driver.execute_script("localStorage.setItem('pzc language', 'de')")
    page.opened(driver, address, "#/play/edamame/1")
    assert select(driver, '[data-layer="bean values"]').text == "Bohne"
    page.opened(driver, address, "#/play/zebra/1")
    tables = [table.text for table in driver.find_elements("css selector", ".tables table")]
    assert tables[0].startswith("Haus")
    assert "Engländer" in tables[0]
    page.opened(driver, address, "#/play/wolf_goat_cabbage/1")
    move = page.waited(driver, "document.querySelector('[data-move]')?.textContent")
    assert move == "Ort Ziege: links → rechts, Mann: links → rechts"
    page.opened(driver, address, "#/write/edamame")  # the spec beside it is English
    page.waited(driver, "document.querySelector('.place')")
    labels = "[...document.querySelectorAll('.place')].map((one) => one.getAttribute('aria-label'))"
    assert any(", clue " in label for label in driver.execute_script(f"return {labels}"))


def test_only_the_puzzle_that_is_opened_loads_its_texts(driver: Any, address: str) -> None:
    driver.execute_script("localStorage.setItem('pzc language', 'de')")
    driver.get("about:blank")
    page.opened(driver, address, "#/play/araf/1")
    assert texts_loaded(driver) == ["de.json", "de/araf.json", "en.json", "hints.de.json"]
    page.opened(driver, address, "#/")
    assert "specs.de.json" in texts_loaded(driver)
    card = "document.querySelector('[data-genre=\"mosaic\"]')?.textContent"
    assert "Mosaik" in page.waited(driver, card)


def test_a_genre_is_found_by_its_english_title_too(driver: Any, address: str) -> None:
    driver.execute_script("localStorage.setItem('pzc language', 'de')")
    page.opened(driver, address, "#/")
    select(driver, "#look").send_keys("light up")
    shown = driver.find_elements("css selector", ".gallery li:not([hidden]) .name")
    assert [name.text for name in shown] == ["Akari (Leuchten)"]


def texts_loaded(driver: Any) -> list[str]:
    """The catalogues that the page asked for."""
    names = "performance.getEntriesByType('resource').map((one) => one.name.split('/page/')[1])"
    loaded = driver.execute_script(f"return {names}")
    return sorted(name for name in loaded if name and name.endswith(".json"))


def words_of(value: Any) -> set[str]:
    """The words of a text, or of all texts of a catalogue."""
    if isinstance(value, dict):
        return set().union(*map(words_of, value.values()))
    return {word.casefold() for word in WORD.findall(value)}


SAID = """
const [name, rules, lines, done] = arguments;
(async () => {
  const texts = await import('/page/texts.js');
  const speech = await import('/page/speech.js');
  await texts.loadSpec(name);
  texts.learn(name, rules);
  speech.speak(name);
  done(lines.map(speech.said));
})();
"""


def test_hints_are_german_where_rules_are(driver: Any, address: str) -> None:
    driver.execute_script("localStorage.setItem('pzc language', 'de')")
    page.opened(driver, address, "#/write")
    folder = page.ROOT / "play" / "texts"
    known = words_of(json.loads((folder / "hints.de.json").read_text()))
    left: set[str] = set()
    number = 0
    for name in PLAYED:
        told = json.loads((folder / "de" / f"{name}.json").read_text())
        spec, puzzle = pzc.load(name), examples(name)[0].read_text()
        steps = list(islice(spec.explain(puzzle), 4))
        lines = [line.strip() for shown in steps for line in shown.lines]
        lines += [shown.speech.where(shown.step) for shown in steps]
        number += len(lines)
        grounding = spec.ground(puzzle)
        told_rules = rules(grounding) + rules(grounding, implied=True)
        german = driver.execute_async_script(SAID, name, told_rules, lines)
        left |= set().union(*map(words_of, german)) - known - words_of(told)
    assert number > 150
    assert left == set()


def test_a_server_that_is_gone_loses_nothing(driver: Any) -> None:
    home = driver.current_window_handle
    with page.server("--port", page.free_port()) as (process, address):
        driver.switch_to.new_window("tab")
        driver.get(address)
        page.opened(driver, address, "#/play/star_battle/1")
        click_place(driver, "star[r1c1]")
        page.waited(driver, "!document.querySelector('.pending *')")
        process.terminate()
        process.wait(10)
        click_place(driver, "star[r2c3]")
        words = page.waited(driver, "document.querySelector('.banner .offline')?.textContent")
        assert "does not answer" in words
        keeps(driver, {"star[r1c1]": "*", "star[r2c3]": "*"})
        driver.get_log("browser")  # that nobody answers is what they say
        driver.close()
    driver.switch_to.window(home)
