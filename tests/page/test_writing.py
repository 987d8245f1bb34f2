"""Writing specs and puzzles on the page."""

from __future__ import annotations

from typing import Any

import play_browser as page
import pytest
from play_browser import click_place, select, shared_link

OWN = """puzzle "Own"
grid n x n
find v : 1..4 at cells
rule "No two neighbours are equal":
    for a, b in adjacent: v[a] != v[b]
"""


def test_a_spec_is_checked_while_it_is_written(driver: Any, address: str) -> None:
    page.opened(driver, address, "#/write/star_battle")
    page.waited(driver, "document.querySelector('.verdict').dataset.count === '1'")
    area = select(driver, "#text-spec")
    text = area.get_attribute("value")
    page.write_spec(driver, text.replace("touching", "tuching"))
    told = page.waited(driver, "document.querySelector('.editor.spec .mistake')?.textContent")
    assert "unknown name 'tuching'" in told
    select(driver, ".mend-text").click()
    page.waited(driver, "!document.querySelector('.editor.spec .mistake')")
    assert "in touching" in area.get_attribute("value")


def test_all_lines_of_a_misspelt_name_are_marked_and_mended_at_once(
    driver: Any, address: str
) -> None:
    page.opened(driver, address, "#/write/star_battle")
    page.waited(driver, "document.querySelector('.verdict').dataset.count === '1'")
    area = select(driver, "#text-spec")
    text = area.get_attribute("value")
    page.write_spec(driver, text.replace("star[", "sart["))
    page.waited(driver, "document.querySelector('.editor.spec .mistake')")
    uses = text.count("star[")
    lines = sum("star[" in line for line in text.split("\n"))
    assert len(driver.find_elements("css selector", ".editor.spec .mistake")) == 1
    assert len(driver.find_elements("css selector", ".editor.spec .jump")) == uses
    assert select(driver, ".editor.spec .numbers").text.count("●") == lines
    select(driver, ".mend-text").click()
    page.waited(driver, "!document.querySelector('.editor.spec .mistake')")
    assert area.get_attribute("value") == text


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


def test_a_neighbour_that_changes_is_shown(driver: Any, tmp_path: Any) -> None:
    """In play at once, and, where something is written, beside that."""
    small = tmp_path / "small.spec"
    small.write_text('puzzle "Small"\ngrid n x n\nfind a : 1..4 at cells\n')
    own = tmp_path / "own.spec"
    own.write_text('use small\nrule "No two are equal": all_different(a)\n')
    (tmp_path / "own.puzzle").write_text("n: 2\n")
    home = driver.current_window_handle
    arguments = (str(own), str(tmp_path / "own.puzzle"), "--port", page.free_port())
    with page.server(*arguments) as (_, address):
        driver.switch_to.new_window("tab")
        driver.get(address)
        page.waited(driver, "document.querySelector('h1')?.textContent === 'Small'")
        small.write_text('puzzle "Smaller"\ngrid n x n\nfind a : 1..4 at cells\n')
        page.waited(driver, "document.querySelector('h1')?.textContent === 'Smaller'")
        driver.execute_script("location.hash = '#/write/start'")
        page.waited(driver, "document.querySelector('.verdict')?.dataset.count")
        written = select(driver, "#text-spec").get_attribute("value")
        page.write_spec(driver, written + "# mine")
        small.write_text('puzzle "Smallest"\ngrid n x n\nfind a : 1..4 at cell\n')
        page.waited(driver, "document.querySelector('.editor.spec .mistake')")
        small.write_text('puzzle "Smallest"\ngrid n x n\nfind a : 1..4 at cells\n')
        page.waited(driver, "document.querySelector('h1')?.textContent === 'Smallest'")
        assert select(driver, "#text-spec").get_attribute("value").endswith("# mine")
        assert not driver.find_elements("css selector", "[data-outside=show]")
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


def test_the_page_and_another_editor_share_a_file(driver: Any, tmp_path: Any) -> None:
    """What either saves, the page shows once it is loaded again; neither loses what it wrote."""
    own = tmp_path / "own.spec"
    text = OWN
    own.write_text(text)
    home = driver.current_window_handle
    shown = "return document.querySelector('#text-spec').value"

    def write(more: str) -> None:
        written = select(driver, "#text-spec").get_attribute("value")
        page.write_spec(driver, written + more)

    def answers(words: str) -> None:
        select(driver, "[data-write=save]").click()
        page.waited(driver, f"document.querySelector('.shared').textContent.startsWith({words!r})")

    def again() -> None:
        driver.refresh()
        page.waited(driver, "document.querySelector('.verdict')?.dataset.count")

    with page.server(str(own), "--port", page.free_port()) as (process, address):
        driver.switch_to.new_window("tab")
        driver.get(address)
        page.waited(driver, "document.querySelector('.verdict')?.dataset.count")
        write("# mine\n")
        answers("Saved")
        assert own.read_text() == text + "# mine\n"
        again()
        assert driver.execute_script(shown) == text + "# mine\n"
        write("# mine too\n")
        own.write_text(text + "# theirs\n")
        answers("Not saved")
        assert own.read_text() == text + "# theirs\n"
        again()
        assert driver.execute_script(shown) == text + "# theirs\n"
        select(driver, "[data-write=older]").click()
        page.waited(driver, "document.querySelector('#text-spec').value.endsWith('# mine too\\n')")
        select(driver, "[data-write=discard]").click()
        own.write_text(text + "# theirs again\n")  # shown at once, as nothing is written here
        page.waited(driver, "document.querySelector('#text-spec').value.endsWith('again\\n')")
        write("# mine at last\n")
        own.write_text(text + "# theirs at last\n")
        page.waited(driver, "document.querySelector('[data-outside=show]')")
        assert driver.execute_script(shown).endswith("# mine at last\n")
        select(driver, "[data-outside=show]").click()
        page.waited(
            driver, "document.querySelector('#text-spec').value.endsWith('theirs at last\\n')"
        )
        process.terminate()
        process.wait(10)
        answers("pzc does not answer")
        driver.get_log("browser")
        driver.close()
    driver.switch_to.window(home)


def test_a_spec_that_makes_no_puzzles_offers_none_and_says_nothing_else(
    driver: Any, address: str
) -> None:
    page.opened(driver, address, "#/")
    link = page.linked(driver, {"spec": {"text": OWN}, "puzzle": "n: 2"})
    driver.get(link)
    page.waited(driver, "document.querySelectorAll('.place').length")
    assert "false" not in select(driver, ".row.below").text


@pytest.mark.parametrize("own", [True, False])
def test_a_puzzle_with_mistakes_is_shown_as_text_with_them(
    driver: Any, tmp_path: Any, own: bool
) -> None:
    """To be mended, whether the spec is one's own or bundled."""
    (tmp_path / "own.spec").write_text(OWN)
    (tmp_path / "own.puzzle").write_text("n: 2\n\nnothing: 3\n" if own else "digit: 3\nx")
    arguments = [str(tmp_path / "own.spec") if own else "sudoku", str(tmp_path / "own.puzzle")]
    home = driver.current_window_handle
    with page.server(*arguments, "--port", page.free_port()) as (_, address):
        driver.switch_to.new_window("tab")
        driver.get(address)
        page.waited(driver, "document.querySelector('li.mistake .jump')")
        assert driver.execute_script("return document.querySelector('#text-puzzle').value")
        driver.close()
    driver.switch_to.window(home)
