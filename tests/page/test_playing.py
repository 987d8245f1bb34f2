"""Playing on the page: keys, hints, explanations, marks and trials."""

from __future__ import annotations

from typing import Any

import play_browser as page
import pytest
from play_browser import ANSWERED, ask, click_place, keeps, select, solved, state


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
    told = page.waited(driver, "document.querySelector('.making').textContent")
    assert told.startswith("pzc does not answer")
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
    told = "document.querySelector('.making').textContent"
    page.waited(driver, f"{told}.startsWith('pzc does not answer')")
    select(driver, '[data-ask="generate"]').click()
    page.waited(driver, "!location.hash.startsWith('#/play/')")


def test_the_making_of_a_puzzle_is_stopped(driver: Any, address: str) -> None:
    """By its button, and by another view, which would otherwise be left for the new puzzle."""
    never = (
        "window.fetched ??= window.fetch;"
        "window.fetch = (url, options) => url !== 'ask/generate' ? window.fetched(url, options)"
        " : new Promise((_, fail) => options.signal.addEventListener('abort', () => {"
        "   window.stopped = true; fail(new Error('stopped')); }));"
    )
    page.opened(driver, address, "#/play/slitherlink/1")
    driver.execute_script(never)
    button = "document.querySelector('[data-ask=generate]')"
    told = "document.querySelector('.making').textContent"
    select(driver, '[data-ask="generate"]').click()
    page.waited(driver, f"{button}.textContent === 'Stop' && {told} === 'Thinking …'")
    select(driver, '[data-ask="generate"]').click()
    page.waited(driver, f"{button}.textContent === 'A new puzzle' && {told} === 'Stopped.'")
    select(driver, '[data-ask="generate"]').click()
    driver.execute_script("window.stopped = false; location.hash = '#/'")
    page.waited(driver, "window.stopped && document.querySelector('.gallery')")
    driver.refresh()  # with its own fetch


def test_what_the_making_of_a_puzzle_does_is_shown(driver: Any, address: str) -> None:
    """In both views; a screen reader hears only what comes of it."""
    slowly = (
        "window.fetched ??= window.fetch;"
        "window.fetch = (url, options) => {"
        "  if (url !== 'ask/generate') return window.fetched(url, options);"
        "  const told = {attempt: 3, stage: 'removing clues: {number} left', number: 31};"
        "  return Promise.resolve(new Response(new ReadableStream({start(controller) {"
        "    controller.enqueue(new TextEncoder().encode(JSON.stringify(told) + '\\n'));"
        "    const stop = () => controller.error(new Error('stopped'));"
        "    options.signal.addEventListener('abort', stop);"
        "  }})));"
        "};"
    )
    told = "document.querySelector('.making').textContent"
    for route, button in (("play", "[data-ask=generate]"), ("write", "[data-write=generate]")):
        page.opened(driver, address, f"#/{route}/slitherlink")
        driver.execute_script(slowly)
        page.waited(driver, f"document.querySelector('{button}')").click()
        page.waited(driver, f"/Attempt 3, \\d+ s: removing clues: 31 left/.test({told})")
        status = "document.querySelector('.making [role=status]').textContent"
        assert driver.execute_script(f"return {status}") == ""
        select(driver, button).click()
        page.waited(driver, f"{told} === 'Stopped.'")
    driver.refresh()  # with its own fetch


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


def test_a_table_has_undo_and_trials(driver: Any, address: str) -> None:
    from selenium.webdriver.common.keys import Keys

    page.opened(driver, address, "#/play/send_more_money/1")
    choose = (
        "const field = document.querySelectorAll('.tables select')[arguments[0]];"
        "field.value = arguments[1]; field.dispatchEvent(new Event('change')); field.focus();"
        "return field.dataset.place"
    )
    first = driver.execute_script(choose, 0, "9")
    keeps(driver, {first: "9"})
    select(driver, "[data-tool=undo]").click()
    keeps(driver, {})
    select(driver, "[data-tool=redo]").click()
    keeps(driver, {first: "9"})
    select(driver, "[data-tool=try]").click()
    second = driver.execute_script(choose, 1, "5")
    keeps(driver, {first: "9", second: "5"})
    assert driver.execute_script("return document.querySelectorAll('.tables .tried').length") == 1
    driver.switch_to.active_element.send_keys(Keys.CONTROL, "z")
    keeps(driver, {first: "9"})
    driver.switch_to.active_element.send_keys(Keys.CONTROL, "y")
    select(driver, "[data-tool=drop]").click()
    keeps(driver, {first: "9"})
    assert not driver.find_elements("css selector", ".modes, .keypad")


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


def test_digits_typed_soon_after_each_other_in_two_cells_are_two_numbers(
    driver: Any, address: str
) -> None:
    from selenium.webdriver.common.keys import Keys

    page.opened(driver, address, "#/play/hidato/1")
    open_places = driver.execute_script(
        "return [...document.querySelectorAll('.place')]"
        ".filter((one) => one.getAttribute('aria-label').endsWith('open'))"
        ".slice(0, 2).map((one) => one.dataset.place)"
    )
    click_place(driver, open_places[0])
    driver.switch_to.active_element.send_keys("1")
    while driver.switch_to.active_element.get_attribute("data-place") != open_places[1]:
        driver.switch_to.active_element.send_keys(Keys.PAGE_DOWN)
    driver.switch_to.active_element.send_keys("2")
    keeps(driver, {open_places[0]: "1", open_places[1]: "2"})


def test_a_sign_that_is_shift_with_a_digit_is_entered(driver: Any, address: str) -> None:
    page.opened(driver, address, "#/play/yajirushi/1")
    place = driver.execute_script(
        "const one = [...document.querySelectorAll('.place')]"
        ".find((one) => one.getAttribute('aria-label').endsWith('open'));"
        "one.focus(); return one.dataset.place"
    )
    driver.execute_script(
        "document.activeElement.dispatchEvent(new KeyboardEvent('keydown', arguments[0]))",
        {"key": "^", "code": "Digit6", "shiftKey": True, "bubbles": True},
    )
    keeps(driver, {place: "^"})


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


def test_a_trial_that_was_thrown_away_comes_back_as_a_trial(driver: Any, address: str) -> None:
    page.opened(driver, address, "#/play/star_battle/1")
    click_place(driver, "star[r1c1]")
    select(driver, '[data-tool="try"]').click()
    click_place(driver, "star[r3c3]", "star[r4c5]")
    select(driver, '[data-tool="drop"]').click()
    keeps(driver, {"star[r1c1]": "*"})
    trying = "document.querySelectorAll('.board.trying .marks .tried').length"
    page.waited(driver, f"{trying} === 0")
    select(driver, '[data-tool="undo"]').click()
    keeps(driver, {"star[r1c1]": "*", "star[r3c3]": "*", "star[r4c5]": "*"})
    page.waited(driver, f"{trying} === 2")
    select(driver, '[data-tool="redo"]').click()
    keeps(driver, {"star[r1c1]": "*"})
    page.waited(driver, "!document.querySelector('.board.trying')")


@pytest.mark.parametrize(
    ("genre", "strokes"),
    [
        ("nurikabe", [("drag", "sea[r2c1]", "r2c4"), ("drag", "sea[r4c1]", "r4c3")]),
        ("masyu", [("drag", "line[r1c1-r1c2]", "r1c4"), ("drag", "line[r2c1-r3c1]", "r5c1")]),
    ],
)
def test_a_stroke_is_undone_at_once(
    driver: Any, address: str, genre: str, strokes: list[tuple[str, ...]]
) -> None:
    page.opened(driver, address, f"#/play/{genre}/1")
    states = [state(driver)]
    for stroke in strokes:
        page.perform(driver, [stroke])
        page.becomes(lambda: len(state(driver)) >= len(states[-1]) + 2, True)
        states.append(state(driver))
    for earlier in reversed(states[:-1]):
        select(driver, '[data-tool="undo"]').click()
        keeps(driver, earlier)
    page.waited(driver, "document.querySelector('[data-tool=undo]').disabled")


def test_lines_and_areas_have_colours_of_their_own(driver: Any, address: str) -> None:
    game, solution = page.game_of("slitherlink")
    page.opened(driver, address, "#/play/slitherlink/1")
    page.solve_by_clicks(driver, game, solution)
    select(driver, '[data-look="lines"]').click()
    select(driver, '[data-look="areas"]').click()
    hues = "[...new Set([...document.querySelectorAll('.{}')].map((one) => one.className.baseVal))]"
    page.waited(driver, f"{hues.format('piece-line')}.length === 1")
    page.waited(driver, f"{hues.format('piece-area')}.length >= 2")


def test_to_begin_again_ends_trials_and_starts_the_clock(driver: Any, address: str) -> None:
    time = "document.querySelector('.timer').textContent"
    game, solution = page.game_of("star_battle")
    page.opened(driver, address, "#/play/star_battle/1")
    page.waited(driver, f"{time} !== '0:00'")
    page.solve_by_clicks(driver, game, solution)
    assert "0:00" not in solved(driver)
    select(driver, "[data-tool=try]").click()
    # Both in one script: a busy machine takes more than a second from one to the next.
    again = f"document.querySelector('[data-tool=clear]').click(); return {time}"
    assert driver.execute_script(again) == "0:00"
    keeps(driver, {})
    assert not driver.find_elements("css selector", ".board.trying, .marks .tried")
    page.waited(driver, f"{time} !== '0:00'")
    select(driver, "[data-tool=undo]").click()
    solved(driver)


def test_a_trial_marks_what_it_changed_and_nothing_else(driver: Any, address: str) -> None:
    page.opened(driver, address, "#/play/star_battle/1")
    select(driver, "[data-tool=try]").click()
    click_place(driver, "star[r1c1]", "star[r3c3]")
    assert len(driver.find_elements("css selector", ".marks .tried")) == 2
    click_place(driver, "star[r3c3]", "star[r3c3]")  # no star, and nothing again
    keeps(driver, {"star[r1c1]": "*"})
    assert len(driver.find_elements("css selector", ".marks .tried")) == 1


def test_solutions_are_counted_with_the_values_on_the_board(driver: Any, address: str) -> None:
    def counted() -> str:
        ask(driver, "count")
        page.waited(driver, ANSWERED)
        return str(select(driver, ".answer").text)

    _, solution = page.game_of("star_battle")
    right = next(place for place, token in solution.items() if token == "*")
    wrong = next(place for place, token in solution.items() if token != "*")
    page.opened(driver, address, "#/play/star_battle/1")
    assert counted() == "There is exactly one solution."
    click_place(driver, right)
    assert counted() == "Exactly one solution has the values on the board."
    click_place(driver, wrong)
    assert counted() == "No solution has the values on the board."


def test_only_what_the_board_shows_can_be_entered(driver: Any, address: str) -> None:
    """Which piece is where is not shown in pentominoes, only the walls between them."""
    page.opened(driver, address, "#/play/pentominoes/1")
    ask(driver, "hint")
    page.waited(driver, ANSWERED)
    select(driver, '[data-ask="more"]').click()
    assert select(driver, '[data-step="take"]').is_enabled()
    select(driver, '[data-step="back"]').click()
    assert "spot of" in select(driver, ".step").text
    assert not select(driver, '[data-step="take"]').is_enabled()
